//! What a seat may do, and how to type it.

use tinsel_proto::games::snowball_war::v1::{
    Character, CharacterActions, FaceAction, Ground, Legal, LegalActions, LegalDeployment, LegalReactions, LegalReturn,
    Point, Target, legal::Decision,
};

use super::{Names, notation};

/// The text of what may be done; empty if nothing is owed.
pub(in crate::render) fn legal(legal: &Legal, _names: &Names) -> String {
    match &legal.decision {
        None => String::new(),
        Some(Decision::PickCharacter(pick)) => {
            format!("Pick a character: {}\n", notation::characters(pick.pool(), ", "))
        }
        Some(Decision::Deploy(deploy)) => deployment(deploy),
        Some(Decision::Reroll(reroll)) => format!(
            "Re-roll any of dice 0 to {}, such as: 0 3 (or: none)\n",
            reroll.pool_size.saturating_sub(1)
        ),
        Some(Decision::Allocate(allocate)) => {
            let dice = (0u32..)
                .zip(&allocate.pool)
                .map(|(die, value)| format!("{die}: {value}"));
            let example = allocate
                .characters()
                .zip((0u32..).step_by(2))
                .map(|(character, die)| format!("{} {die} {}", notation::character(character), die.saturating_add(1)));
            format!(
                "Give each character two dice ({}), such as:\n  {}\n",
                dice.collect::<Vec<_>>().join(", "),
                example.collect::<Vec<_>>().join(" ")
            )
        }
        Some(Decision::Act(act)) => actions(act),
        Some(Decision::ThrowAgain(throw)) => format!(
            "{} may throw again, such as: throw {}; or: skip\n{}",
            notation::character(throw.character()),
            first_legal(&throw.targets),
            targets(&throw.targets)
        ),
        Some(Decision::MoveAgain(step)) => format!(
            "{} may move again, such as: move {}; or: skip\n",
            notation::character(step.character()),
            notation::point(step.area.as_ref().and_then(|area| area.origin.as_ref()))
        ),
        Some(Decision::React(reactions)) => self::reactions(reactions),
        Some(Decision::ReturnCharacters(back)) => returns(back),
    }
}

/// What a deployment is asked for with: the snowman's ground, and the middle of the home edge as an example.
fn deployment(deploy: &LegalDeployment) -> String {
    let corner = |of: fn(&Ground) -> Option<Point>| deploy.snowman.as_ref().and_then(of).unwrap_or_default();
    let (low, high) = (corner(|ground| ground.low), corner(|ground| ground.high));
    // The ground begins a radius from every edge it reaches: from seat 0's home edge as from the upper one.
    let home = if low.x() == low.y() { low.x() } else { high.x() };
    let middle = low.y().saturating_add(high.y()).div_euclid(2);
    let team = deploy
        .characters()
        .map(|character| format!("{} x,y", notation::character(character)));
    format!(
        "Place your snowman, x {} to {} and y {} to {}, and {}, each {} to {} mm from it, such as:\n  {home},{middle} {}\n",
        low.x(),
        high.x(),
        low.y(),
        high.y(),
        notation::characters(deploy.characters(), ", "),
        deploy.contact_least,
        deploy.contact_most,
        team.collect::<Vec<_>>().join(" ")
    )
}

fn actions(act: &LegalActions) -> String {
    let mut text = "Act, such as:\n".to_owned();
    for character in &act.characters {
        text.push_str(&of_character(character));
    }
    if let Some(throw) = &act.double_throw {
        text.push_str(&format!("  double {}\n", first_legal(&throw.targets)));
    }
    for (word, abilities) in [("force", &act.force_rerolls), ("swap", &act.swap_places)] {
        for ability in abilities {
            let whom = notation::characters(ability.targets(), " or ");
            text.push_str(&format!("  {word} {} {whom}\n", ability.die));
        }
    }
    for die in &act.rush_snowman {
        text.push_str(&format!("  rush {die}\n"));
    }
    text
}

fn of_character(acting: &CharacterActions) -> String {
    let who: Character = acting.character();
    let name = notation::character(who);
    let mut text = String::new();
    for die in &acting.dice {
        let slot = die.die;
        for die_use in &die.uses {
            let used = if die_use.as_value == die.value {
                String::new()
            } else {
                format!(" as {}", die_use.as_value)
            };
            let twice = if die_use.times == 2 { " (twice)" } else { "" };
            match die_use.action() {
                FaceAction::Throw => {
                    let target = first_legal(&acting.targets);
                    text.push_str(&format!("  throw {name} {slot} {target}{used}{twice}\n"));
                }
                FaceAction::Move => {
                    let origin = acting.area.as_ref().and_then(|area| area.origin.as_ref());
                    text.push_str(&format!(
                        "  move {name} {slot} {}{used}{twice}\n",
                        notation::point(origin)
                    ));
                }
                FaceAction::Unspecified | FaceAction::None => {}
            }
        }
        text.push_str(&format!("  discard {name} {slot} (a {})\n", die.value));
    }
    format!("{text}{}", targets(&acting.targets))
}

/// The targets, with what is against them.
fn targets(targets: &[Target]) -> String {
    let target = |target: &Target| {
        let piece = notation::piece(target.piece());
        if target.in_range && target.line_clear {
            return format!("    {piece}: can be hit\n");
        }
        let far = if target.in_range { "" } else { " too far away" };
        let obstacles = target.blocked_by_obstacles.iter().map(|id| format!("obstacle {id}"));
        let pieces = target
            .blocked_by_pieces()
            .map(|piece| notation::piece(piece).to_owned());
        let between: Vec<String> = obstacles.chain(pieces).collect();
        let behind = if between.is_empty() {
            String::new()
        } else {
            format!(" behind {}", between.join(", "))
        };
        let and = if far.is_empty() || behind.is_empty() {
            ""
        } else {
            " and"
        };
        format!("    {piece}:{far}{and}{behind}\n")
    };
    targets.iter().map(target).collect()
}

fn first_legal(targets: &[Target]) -> &'static str {
    let mut legal = targets.iter().filter(|target| target.in_range && target.line_clear);
    legal
        .next()
        .map_or("(nothing in sight)", |target| notation::piece(target.piece()))
}

fn reactions(reactions: &LegalReactions) -> String {
    let dodges = reactions.dodges.iter().map(|dodge| {
        let used = if dodge.as_value == dodge.value {
            String::new()
        } else {
            format!(" as {}", dodge.as_value)
        };
        format!("  dodge {}{used} (a {})\n", dodge.die, dodge.value)
    });
    let intercepts = reactions.intercepts.iter().map(|die| format!("  intercept {die}\n"));
    format!("React:\n{}  take\n", dodges.chain(intercepts).collect::<String>())
}

fn returns(back: &LegalReturn) -> String {
    let place = |place: &tinsel_proto::games::snowball_war::v1::Homecoming| {
        let free = place
            .free
            .iter()
            .map(|stretch| format!("{} to {}", stretch.min_y, stretch.max_y));
        let free: Vec<String> = free.collect();
        let name = notation::character(place.character());
        format!("  {name} at x {}: y {}\n", place.x, free.join(", "))
    };
    let example = back.places.iter().filter_map(|place| {
        let first = place.free.first()?;
        Some(format!("{} {}", notation::character(place.character()), first.min_y))
    });
    format!(
        "Bring back, such as: {}\n{}",
        example.collect::<Vec<_>>().join(" "),
        back.places.iter().map(place).collect::<String>()
    )
}
