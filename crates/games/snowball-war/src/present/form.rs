//! Decisions as forms, and their answers.

use tinsel_engine::present::{
    Arg, AssignSlot, At, Branch, Fields, Form, FormField, Id, Kind, PickOption, Point, Region, Rule, Text,
};

use super::{acting, fields, words};
use crate::{
    Legal, View,
    components::{self, Character, Die, Dodge},
    facts,
    legal::{Deploying, Homecoming},
    naming::{ability, character_id, named, short},
};

/// The field of a form with one field.
pub(super) const CHOICE: &str = "choice";
/// The field of the snowman.
pub(super) const SNOWMAN: &str = "snowman";
/// The field of dice.
pub(super) const DICE: &str = "dice";

/// The pending decision with these legal actions.
#[expect(clippy::too_many_lines, reason = "one arm for each decision")]
pub(super) fn form(view: &View, legal: &Legal) -> Option<Form> {
    Some(match legal {
        Legal::Nothing => return None,
        Legal::Pick { pool } => {
            let title = Text::new("pick_title", "Pick a character for your team.");
            Form::new(facts::PICK_CHARACTER, title, [pick(view, pool)])
        }
        Legal::Deploy(deploying) => {
            let title = Text::new(
                "deploy_title",
                "Place your snowman within 1 move of your home edge, at x from {low} to {high}, and your characters in contact \
                 with it.",
            )
            .with("low", deploying.snowman.low.x)
            .with("high", deploying.snowman.high.x);
            Form::new(facts::DEPLOY, title, deployment(deploying))
        }
        Legal::Reroll { pool_size } => {
            let own = view.own.as_ref().and_then(|own| view.pools.get(own.seat));
            let dice = own.into_iter().flat_map(|pool| pool.values.iter().copied());
            let title = Text::new("reroll_title", "Choose dice to roll once more, or none.");
            let field = FormField::pick(
                DICE,
                Text::new("dice", "Dice"),
                (0..).zip(dice).map(die),
                0,
                u32::from(*pool_size),
            );
            Form::new(facts::REROLL, title, [field])
        }
        Legal::Allocate { pool, characters } => {
            let title = Text::new("allocate_title", "Give two dice to each of your characters.");
            Form::new(facts::ALLOCATE, title, [allocation(pool, characters)])
        }
        Legal::Act(legal) => {
            let title = Text::new("act_title", "Spend a die of one of your characters.");
            Form::new(facts::ACT, title, [acting::field(&view.sheets, legal)])
        }
        Legal::ThrowAgain { character, targets } => {
            let title = Text::new("throw_again_title", "{character} may throw a second time.")
                .with("character", named(*character));
            let throw = Branch::new(
                "throw",
                Text::new("throw_again", "Throw again"),
                [fields::target("target", targets)],
            );
            Form::new(facts::THROW_AGAIN, title, [or_skip(throw)])
        }
        Legal::MoveAgain { character, area } => {
            let title = Text::new("move_again_title", "{character} may move a second time.")
                .with("character", named(*character));
            let move_on = Branch::new(
                "move",
                Text::new("move_again", "Move again"),
                [fields::destination("to", area)],
            );
            Form::new(facts::MOVE_AGAIN, title, [or_skip(move_on)])
        }
        Legal::React { dodges, intercepts } => {
            let dodges = dodges.iter().map(dodge);
            let intercepts = intercepts.iter().map(|slot| {
                let title = Text::new("intercept", "{robert} takes the hit and spends the die in slot {slot}")
                    .with("robert", named(Character::Robert))
                    .with("slot", slot.number().saturating_add(1));
                PickOption::new(format!("intercept.{}", slot.number()), title)
            });
            let take = PickOption::new("take_hit", Text::new("take_hit", "Take the hit"));
            let field = FormField::pick_one(
                CHOICE,
                Text::new("reaction", "Reaction"),
                dodges.chain(intercepts).chain([take]),
            );
            Form::new(facts::REACT, Text::new("react_title", "React to the hit."), [field])
        }
        Legal::Return { places, apart } => {
            let title = Text::new("return_title", "Place your returning characters at your home edge.");
            Form::new(facts::RETURN_CHARACTERS, title, returning(places, *apart))
        }
    })
}

fn pick(view: &View, pool: &[Character]) -> FormField {
    let option = |character: &Character| {
        let title = Text::new("pick_option", "{sheet}. Ability: {ability}")
            .with("sheet", words::sheet(*character, view.sheets.at(*character)))
            .with("ability", Arg::word(ability(*character).trim_end_matches('.')));
        PickOption::new(short(*character), title).component(character_id(*character))
    };
    let help = Text::new(
        "pick_help",
        "The scarf number is the number of cold tokens with which a character runs away.",
    );
    FormField::pick_one(CHOICE, Text::new("character", "Character"), pool.iter().map(option)).help(help)
}

fn die((index, value): (u8, Die)) -> PickOption {
    let title = Text::new("die", "die {number}: {value}")
        .with("number", index.saturating_add(1))
        .with("value", value.get());
    PickOption::new(format!("die.{index}"), title)
}

fn allocation(pool: &[Die], characters: &[Character]) -> FormField {
    let ids: Vec<Id> = (0..pool.len()).map(|index| format!("die.{index}").into()).collect();
    let slot = |character: &Character, slot: u8| AssignSlot {
        id: format!("{}.{slot}", short(*character)).into(),
        title: Text::new("slot", "{character}, slot {slot}")
            .with("character", named(*character))
            .with("slot", slot.saturating_add(1)),
        component: Some(character_id(*character)),
        seat: None,
        options: ids.clone(),
    };
    let slots = characters
        .iter()
        .flat_map(|character| [slot(character, 0), slot(character, 1)]);
    let kind = Kind::Assign {
        slots: slots.collect(),
        options: (0..).zip(pool.iter().copied()).map(die).collect(),
        repeats: false,
    };
    let help = Text::new("allocate_help", "The player with the lower sum of dice acts first.");
    FormField::new(DICE, Text::new("dice", "Dice"), kind).help(help)
}

fn or_skip(branch: Branch) -> FormField {
    let skip = Branch::new("skip", Text::new("skip", "Skip"), []);
    FormField::new(
        CHOICE,
        Text::new("choice", "Choice"),
        Kind::Branch {
            branches: vec![branch, skip],
        },
    )
}

fn dodge(dodge: &Dodge) -> PickOption {
    let text = match dodge.value == dodge.as_value {
        true => Text::new("dodge", "Dodge with the die {value} in slot {slot}"),
        false => Text::new(
            "dodge_as",
            "Dodge with the die {value} in slot {slot}, used as {as_value}",
        )
        .with("as_value", dodge.as_value.get()),
    };
    let title = text
        .with("value", dodge.value.get())
        .with("slot", dodge.slot.number().saturating_add(1));
    PickOption::new(format!("dodge.{}.{}", dodge.slot.number(), dodge.as_value.get()), title)
}

/// The positions of a snowman and its team.
fn deployment(deploying: &Deploying) -> Fields {
    let layouts = layouts(deploying);
    let nth = |index: usize| {
        layouts
            .iter()
            .filter_map(|layout| layout.get(index).copied().map(fields::point))
            .collect::<Vec<_>>()
    };
    let snowman = fields::place(
        SNOWMAN,
        Text::new("place_snowman", "Snowman"),
        fields::ground(&deploying.snowman),
        nth(0),
    );
    let team = deploying.characters.iter().zip(1..).map(|(character, index)| {
        let title = Text::new("place_character", "{character}").with("character", named(*character));
        fields::place(short(*character), title, fields::ground(&deploying.team), nth(index))
    });
    let help = Text::new(
        "deploy_help",
        "The distance from each character to its snowman must be {least} to {most} mm. The first suggestions of all fields fit \
         together, and so do the others.",
    )
    .with("least", deploying.contact_least)
    .with("most", deploying.contact_most);
    let all = Fields::from([snowman.help(help)].into_iter().chain(team).collect::<Vec<_>>());
    let contact = |fields: Fields, character: &Character| {
        let rule = Rule::Distance {
            between: [At::field(SNOWMAN), At::field(short(*character))],
            min: deploying.contact_least,
            max: Some(deploying.contact_most),
        };
        let text = Text::new(
            "contact",
            "The distance from {character} to your snowman must be {least} to {most} mm.",
        )
        .with("character", named(*character))
        .with("least", deploying.contact_least)
        .with("most", deploying.contact_most);
        fields.constrained(rule, text)
    };
    let all = deploying.characters.iter().fold(all, contact);
    apart(all, &deploying.characters, deploying.apart)
}

/// The fields with the minimum distance between characters.
fn apart(fields: Fields, characters: &[Character], apart: i32) -> Fields {
    let pairs = characters.iter().enumerate().flat_map(|(index, one)| {
        characters
            .iter()
            .skip(index.saturating_add(1))
            .map(move |two| (one, two))
    });
    pairs.fold(fields, |fields, (one, two)| {
        let rule = Rule::Distance {
            between: [At::field(short(*one)), At::field(short(*two))],
            min: apart,
            max: None,
        };
        let text = Text::new("apart", "{one} and {two} are at least {distance} mm apart.")
            .with("one", named(*one))
            .with("two", named(*two))
            .with("distance", apart);
        fields.constrained(rule, text)
    })
}

/// Possible deployments: snowman, then characters before it and at its sides. At most four, spread along the edge.
fn layouts(deploying: &Deploying) -> Vec<Vec<components::Point>> {
    const STEPS: i32 = 8;
    let (low, high) = (deploying.snowman.low, deploying.snowman.high);
    let contact = deploying.contact_least;
    let breadth = high.y.saturating_sub(low.y);
    let lane = |step: i32| low.y.saturating_add(breadth.saturating_mul(step).div_euclid(STEPS));
    let layout = |(x, ahead, y): (i32, i32, i32)| {
        let at = |right: i32, up: i32| components::Point::new(x.saturating_add(right), y.saturating_add(up));
        let team = [at(ahead, 0), at(0, contact), at(0, contact.saturating_neg())];
        [at(0, 0)].into_iter().chain(team).collect::<Vec<_>>()
    };
    let is_free = |layout: &Vec<components::Point>| {
        let mut spots = layout.iter();
        spots.next().is_some_and(|snowman| deploying.snowman.has(*snowman))
            && spots.all(|spot| deploying.team.has(*spot))
    };
    let middle = [4, 2, 6, 3, 5, 1, 7].map(lane);
    let edges = [(low.x, contact), (high.x, contact.saturating_neg())];
    let all = edges
        .into_iter()
        .flat_map(|(x, ahead)| middle.map(|y| layout((x, ahead, y))));
    all.filter(is_free).take(4).collect()
}

fn returning(places: &[Homecoming], distance: i32) -> Fields {
    let place = |home: &Homecoming| {
        let title = Text::new("place_character", "{character}").with("character", named(home.character));
        let spots = home
            .free
            .iter()
            .flat_map(|(from, to)| spread(*from, *to, distance))
            .take(8);
        let suggestions = spots.map(|y| Point::new(home.x, y)).collect();
        fields::place(short(home.character), title, edge(home), suggestions)
    };
    let all = Fields::from(places.iter().map(place).collect::<Vec<_>>());
    let characters: Vec<Character> = places.iter().map(|home| home.character).collect();
    apart(all, &characters, distance)
}

/// Some values between two others, at least `step` apart.
fn spread(from: i32, to: i32, step: i32) -> impl Iterator<Item = i32> {
    let step = step.max(to.saturating_sub(from).div_euclid(4)).max(1);
    let step = usize::try_from(step).unwrap_or(1);
    (from..=to).step_by(step)
}

/// The free stretches of the line along the home edge.
fn edge(home: &Homecoming) -> Region {
    let line = |from: i32, to: i32, wide: i32| {
        let low = components::Point::new(home.x.saturating_sub(wide), from);
        fields::rectangle(low, components::Point::new(home.x.saturating_add(wide), to), 0)
    };
    let from = home.free.first().map_or(0, |(from, _)| *from);
    let to = home.free.last().map_or(0, |(_, to)| *to);
    let gaps = home
        .free
        .iter()
        .zip(home.free.iter().skip(1))
        .map(|((_, end), (start, _))| line(*end, *start, 1).without_edge());
    Region {
        inside: vec![line(from, to, 0).with_edge()],
        outside: gaps.collect(),
    }
}
