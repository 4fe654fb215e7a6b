//! The actions of the action phase: first a die, then its use.

use tinsel_engine::present::{Arg, Branch, FieldAnswer, FormField, Id, Kind, PickOption, Reader, Text};

use super::fields::{self, answer_point, spot_of};
use crate::{
    Action,
    components::{ByCharacter, Character, Die, FaceAction, Piece, Sheet, Slot, Times},
    legal::{Acting, Aimed, CharacterActing, DieActing, DieUse, Target},
    naming::{character_of, named, piece_id, piece_of, short},
};

/// The field of the die.
const DIE: &str = "die";
/// The field of its use.
const USE: &str = "use";
/// The field of a target.
const TARGET: &str = "target";
/// The field of the end of a move.
const TO: &str = "to";
/// Paul's ability, which spends both his dice.
const DOUBLE_THROW: &str = "double_throw";

/// All actions: a branch for each die, and one for Paul's two dice.
pub(super) fn field(sheets: &ByCharacter<Sheet>, acting: &Acting) -> FormField {
    let dice = acting
        .characters
        .iter()
        .flat_map(|of| of.dice.iter().map(move |die| self::die(sheets, acting, of, die)));
    let double = acting.double_throw.iter().map(|targets| {
        let title = Text::new("double_throw", "{paul} throws both dice at one target: two hits")
            .with("paul", named(Character::Paul));
        Branch::new(DOUBLE_THROW, title, [fields::target(TARGET, targets)])
    });
    branches(DIE, Text::new("die_field", "Die"), dice.chain(double).collect())
}

fn branches(id: &'static str, title: Text, branches: Vec<Branch>) -> FormField {
    FormField::new(id, title, Kind::Branch { branches })
}

fn die(sheets: &ByCharacter<Sheet>, acting: &Acting, of: &CharacterActing, die: &DieActing) -> Branch {
    let title = Text::new("die_of", "{character}, die {value} in slot {slot}")
        .with("character", named(of.character))
        .with("value", die.value.get())
        .with("slot", die.slot.number().saturating_add(1));
    let uses = die.uses.iter().filter_map(|die_use| used(of, die, *die_use));
    let uses: Vec<Branch> = uses.chain(abilities(acting, of.character, die.slot)).collect();
    let possible = uses.iter().filter(|branch| branch.refused.is_none());
    let possible: Vec<Text> = possible
        .map(|branch| Text::new("use", "“{use}”").with("use", branch.title.clone()))
        .collect();
    let can_dodge = sheets.at(of.character).face(die.value).dodge;
    let help = match (possible.as_slice(), can_dodge) {
        ([], false) => Text::new("no_use", "No use is possible now, except to spend it for nothing."),
        ([], true) => Text::new(
            "dodge_only",
            "It can be kept to dodge a hit. Now it can only be spent for nothing.",
        ),
        (_, false) => Text::new("uses", "Possible uses: {uses}.").with("uses", Arg::list(possible)),
        (_, true) => Text::new(
            "uses_or_dodge",
            "Possible uses: {uses}. It can also be kept to dodge a hit.",
        )
        .with("uses", Arg::list(possible)),
    };
    let discard = Branch::new("discard", Text::new("discard", "Spend the die for nothing"), []);
    let all = uses.into_iter().chain([discard]).collect();
    let fields = [branches(USE, Text::new("use_field", "Use"), all)];
    Branch::new(die_id(of.character, die.slot), title, fields).help(help)
}

fn die_id(character: Character, slot: Slot) -> Id {
    format!("{}.{}", short(character), slot.number()).into()
}

/// A throw or a move with a value.
fn used(of: &CharacterActing, die: &DieActing, die_use: DieUse) -> Option<Branch> {
    let value = die_use.as_value;
    let with_value = |own: Text, other: Text| {
        if value == die.value {
            own
        } else {
            other.with("value", value.get())
        }
    };
    match (die_use.action, die_use.times) {
        (FaceAction::Throw, times) => {
            let title = match times {
                Times::Once => with_value(
                    Text::new("use_throw", "Throw"),
                    Text::new("use_throw_as", "Throw, with the die used as {value}"),
                ),
                Times::Twice => with_value(
                    Text::new("use_throw_twice", "Throw twice"),
                    Text::new("use_throw_twice_as", "Throw twice, with the die used as {value}"),
                ),
            };
            let branch = Branch::new(
                format!("throw.{}", value.get()),
                title,
                [fields::target(TARGET, &of.targets)],
            );
            Some(if of.targets.iter().any(Target::is_legal) {
                branch
            } else {
                branch.refused(Text::new("no_target", "No enemy is in range with a clear line."))
            })
        }
        (FaceAction::Move, times) => {
            let title = match times {
                Times::Once => with_value(
                    Text::new("use_move", "Move"),
                    Text::new("use_move_as", "Move, with the die used as {value}"),
                ),
                Times::Twice => with_value(
                    Text::new("use_move_twice", "Move twice"),
                    Text::new("use_move_twice_as", "Move twice, with the die used as {value}"),
                ),
            };
            Some(Branch::new(
                format!("move.{}", value.get()),
                title,
                [fields::destination(TO, of.area.as_ref()?)],
            ))
        }
        (FaceAction::Nothing, _) => None,
    }
}

/// The abilities for which a die can be spent.
fn abilities(acting: &Acting, character: Character, slot: Slot) -> Vec<Branch> {
    let aimed = |aimed: &[Aimed]| {
        aimed
            .iter()
            .find(|aimed| aimed.slot == slot)
            .map(|aimed| aimed.targets.clone())
    };
    let pick = |targets: Vec<Character>| {
        let option = |target: Character| {
            let title = Text::new("character_option", "{character}").with("character", named(target));
            fields::option(Piece::Character(target), title)
        };
        let options: Vec<PickOption> = targets.into_iter().map(option).collect();
        FormField::pick_one(TARGET, Text::new("character", "Character"), options)
    };
    match character {
        Character::Bianca => {
            let title = Text::new(
                "force_reroll",
                "Make a character within a move roll its remaining dice again",
            );
            aimed(&acting.force_rerolls)
                .map(|targets| Branch::new("force_reroll", title, [pick(targets)]))
                .into_iter()
                .collect()
        }
        Character::Natasha => {
            let title = Text::new("swap", "Swap places with a team-mate within a move");
            aimed(&acting.swaps)
                .map(|targets| Branch::new("swap", title, [pick(targets)]))
                .into_iter()
                .collect()
        }
        Character::Emily if acting.rushes.contains(&slot) => {
            vec![Branch::new(
                "rush",
                Text::new("rush", "Rush the enemy snowman: two hits"),
                [],
            )]
        }
        Character::Emily | Character::Stephen | Character::Paul | Character::Robert => Vec::new(),
    }
}

/// The action of an answer.
pub(super) fn read(answer: Reader<'_>) -> Option<Action> {
    let (id, inner) = answer.branch(DIE)?;
    let target = |reader: &Reader<'_>| reader.pick(TARGET).and_then(piece_of);
    if id == DOUBLE_THROW {
        return Some(Action::DoubleThrow { target: target(&inner) });
    }
    let (name, slot) = id.split_once('.')?;
    let (character, die) = (Some(character_of(name)?), slot.parse().ok());
    let (used, inner) = inner.branch(USE)?;
    let (kind, value) = used.split_once('.').unwrap_or((used, ""));
    let as_value = value.parse().ok();
    Some(match kind {
        "throw" => Action::Throw {
            character,
            die,
            as_value,
            target: target(&inner),
        },
        "move" => Action::Move {
            character,
            die,
            as_value,
            to: inner.point(TO).map(spot_of),
        },
        "discard" => Action::DiscardDie { character, die },
        "force_reroll" => Action::ForceReroll {
            die,
            target: target(&inner),
        },
        "swap" => Action::SwapPlaces {
            die,
            team_mate: target(&inner).and_then(Piece::character),
        },
        "rush" => Action::RushSnowman { die },
        _ => return None,
    })
}

/// The answer of a legal action.
#[expect(clippy::too_many_lines, reason = "one arm for each action")]
pub(super) fn answer(acting: &Acting, action: &Action) -> Option<FieldAnswer> {
    let target = |piece: Option<Piece>| Some(FieldAnswer::pick(TARGET, piece_id(piece?)));
    let with = |character: Character, die: Option<u32>, used: Id, inner: Vec<FieldAnswer>| {
        let slot = Slot::from_number(die?)?;
        Some(FieldAnswer::branch(
            DIE,
            die_id(character, slot),
            vec![FieldAnswer::branch(USE, used, inner)],
        ))
    };
    let used = |kind: &str, character: Character, die: Option<u32>, as_value: Option<u32>| {
        let own = own_value(acting, character, die?)?;
        let value = as_value.unwrap_or_else(|| u32::from(own.get()));
        Some(Id::from(format!("{kind}.{value}")))
    };
    match action {
        Action::DoubleThrow { target: at } => Some(FieldAnswer::branch(DIE, DOUBLE_THROW, vec![target(*at)?])),
        Action::Throw {
            character,
            die,
            as_value,
            target: at,
        } => {
            let character = (*character)?;
            with(
                character,
                *die,
                used("throw", character, *die, *as_value)?,
                vec![target(*at)?],
            )
        }
        Action::Move {
            character,
            die,
            as_value,
            to,
        } => {
            let character = (*character)?;
            with(
                character,
                *die,
                used("move", character, *die, *as_value)?,
                vec![answer_point(TO, (*to)?)?],
            )
        }
        Action::DiscardDie { character, die } => with((*character)?, *die, "discard".into(), Vec::new()),
        Action::ForceReroll { die, target: at } => {
            with(Character::Bianca, *die, "force_reroll".into(), vec![target(*at)?])
        }
        Action::SwapPlaces { die, team_mate } => with(
            Character::Natasha,
            *die,
            "swap".into(),
            vec![target(team_mate.map(Piece::Character))?],
        ),
        Action::RushSnowman { die } => with(Character::Emily, *die, "rush".into(), Vec::new()),
        Action::PickCharacter { .. }
        | Action::Deploy { .. }
        | Action::Reroll { .. }
        | Action::Allocate { .. }
        | Action::ThrowAgain { .. }
        | Action::MoveAgain { .. }
        | Action::Skip
        | Action::React { .. }
        | Action::Return { .. } => None,
    }
}

/// The value of a die on a card.
pub(super) fn own_value(acting: &Acting, character: Character, die: u32) -> Option<Die> {
    let of = acting.characters.iter().find(|of| of.character == character)?;
    let die = of.dice.iter().find(|of| u32::from(of.slot.number()) == die)?;
    Some(die.value)
}
