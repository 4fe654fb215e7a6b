//! Decisions as forms, and their answers.

mod acting;
mod canonical;
mod fields;
mod placing;

use tinsel_engine::{
    present::{Arg, AssignSlot, Branch, FormField, Id, Identified, Inputs, Kind, PickOption, Text, TypedForm, Value},
    variant,
};

use super::words;
use crate::{
    Action, Legal, View, absent,
    action::{CardAsked, Choice},
    components::{Character, Die, LegalDodge, Slot},
    facts,
    legal::places,
    naming::{ability, character_id, named, short},
};

/// The IDs of fields, branches and options besides characters and pieces.
mod field {
    /// The field of a form with one field.
    pub(super) const CHOICE: &str = "choice";
    pub(super) const SNOWMAN: &str = "snowman";
    pub(super) const DICE: &str = "dice";
    pub(super) const DIE: &str = "die";
    pub(super) const USE: &str = "use";
    pub(super) const TARGET: &str = "target";
    pub(super) const TO: &str = "to";
    pub(super) const THROW: &str = "throw";
    pub(super) const MOVE: &str = "move";
    pub(super) const DISCARD: &str = "discard";
    pub(super) const DOUBLE_THROW: &str = "double_throw";
    pub(super) const FORCE_REROLL: &str = "force_reroll";
    pub(super) const SWAP: &str = "swap";
    pub(super) const RUSH: &str = "rush";
    pub(super) const SKIP: &str = "skip";
    pub(super) const DODGE: &str = "dodge";
    pub(super) const INTERCEPT: &str = "intercept";
    pub(super) const TAKE_HIT: &str = "take_hit";
}

impl Identified for Choice {
    fn id(&self) -> Id {
        let number = |number: &Option<u32>| number.map_or_else(String::new, |number| number.to_string());
        match self {
            Self::Dodge { die, as_value } => format!("{}.{}.{}", field::DODGE, number(die), number(as_value)).into(),
            Self::Intercept { die } => format!("{}.{}", field::INTERCEPT, number(die)).into(),
            Self::TakeHit => field::TAKE_HIT.into(),
        }
    }

    fn of_id(id: &str) -> Option<Self> {
        let parts: Vec<&str> = id.split('.').collect();
        match parts.as_slice() {
            [field::DODGE, die, as_value] => Some(Self::Dodge {
                die: die.parse().ok(),
                as_value: as_value.parse().ok(),
            }),
            [field::INTERCEPT, die] => Some(Self::Intercept { die: die.parse().ok() }),
            [field::TAKE_HIT] => Some(Self::TakeHit),
            _ => None,
        }
    }
}

/// The pending decision with these legal actions.
pub(super) fn decision<'a>(view: &View, legal: &'a Legal) -> Option<TypedForm<'a, Action>> {
    Some(pending(view, legal)?.with_canonical(|action| canonical::canonical(legal, action)))
}

#[expect(clippy::too_many_lines, reason = "one arm for each decision")]
fn pending<'a>(view: &View, legal: &'a Legal) -> Option<TypedForm<'a, Action>> {
    let form = TypedForm::new;
    Some(match legal {
        Legal::Nothing => return None,
        Legal::Pick { pool } => {
            let title = Text::new("pick_title", "Pick a character for your team.");
            let picked = pick(view, pool).picked();
            form(
                facts::PICK_CHARACTER,
                title,
                variant!(picked, Action::PickCharacter { character }),
            )
        }
        Legal::Deploy(deploying) => {
            let title = Text::new(
                "deploy_title",
                "Place your snowman within 1 move of your home edge, at x from {low} to {high}, and your characters in contact \
                 with it.",
            )
            .with("low", deploying.snowman.low.x)
            .with("high", deploying.snowman.high.x);
            let team = deploying.characters.iter().copied();
            let at_home = absent::at_home(&view.measures, view.own.as_ref()?.seat, team);
            // Spots that are drawn one by one rarely fit together.
            let inputs = placing::deployment(deploying);
            let inputs = inputs.drawn(move |chance| Some(places::deployment(deploying, &at_home, chance)));
            form(facts::DEPLOY, title, inputs)
        }
        Legal::Reroll { pool_size } => {
            let own = view.own.as_ref().and_then(|own| view.pools.get(own.seat));
            let dice = own.into_iter().flat_map(|pool| pool.values.iter().copied());
            let title = Text::new("reroll_title", "Choose dice to roll once more, or none.");
            let field = FormField::pick(
                field::DICE,
                Text::new("dice", "Dice"),
                (0..).zip(dice).map(die),
                0,
                u32::from(*pool_size),
            );
            let dice = field.holding(
                |answer, id| answer.picks(id).iter().map(|id| die_of(id)).collect(),
                |dice: &Vec<u32>| Some(Value::Picks(dice.iter().copied().map(die_id).collect())),
            );
            form(facts::REROLL, title, variant!(dice, Action::Reroll { dice }))
        }
        Legal::Allocate { pool, characters } => {
            let title = Text::new("allocate_title", "Give two dice to each of your characters.");
            let cards = allocation(pool, characters);
            form(facts::ALLOCATE, title, variant!(cards, Action::Allocate { cards }))
        }
        Legal::Act(acting) => {
            let title = Text::new("act_title", "Spend a die of one of your characters.");
            form(facts::ACT, title, acting::inputs(&view.sheets, acting))
        }
        Legal::ThrowAgain { character, targets } => {
            let title = Text::new("throw_again_title", "{character} may throw a second time.")
                .with("character", named(*character));
            let throw = Branch::new(field::THROW, Text::new("throw_again", "Throw again"), []);
            let target = fields::target(targets).picked();
            form(
                facts::THROW_AGAIN,
                title,
                or_skip(throw, variant!(target, Action::ThrowAgain { target })),
            )
        }
        Legal::MoveAgain { character, area } => {
            let title = Text::new("move_again_title", "{character} may move a second time.")
                .with("character", named(*character));
            let move_on = Branch::new(field::MOVE, Text::new("move_again", "Move again"), []);
            let to = fields::spot(fields::destination(area));
            form(
                facts::MOVE_AGAIN,
                title,
                or_skip(move_on, variant!(to, Action::MoveAgain { to })),
            )
        }
        Legal::React { dodges, intercepts } => {
            let take = PickOption::new(Choice::TakeHit.id(), Text::new("take_hit", "Take the hit"));
            let options = dodges
                .iter()
                .map(dodge)
                .chain(intercepts.iter().map(intercept))
                .chain([take]);
            let choice = FormField::pick_one(field::CHOICE, Text::new("reaction", "Reaction"), options).picked();
            let title = Text::new("react_title", "React to the hit.");
            form(facts::REACT, title, variant!(choice, Action::React { choice }))
        }
        Legal::Return { places, apart } => {
            let title = Text::new("return_title", "Place your returning characters at your home edge.");
            form(facts::RETURN_CHARACTERS, title, placing::returning(places, *apart))
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
    FormField::pick_one(
        field::CHOICE,
        Text::new("character", "Character"),
        pool.iter().map(option),
    )
    .help(help)
}

fn die((index, value): (u32, Die)) -> PickOption {
    let title = Text::new("die", "die {number}: {value}")
        .with("number", index.saturating_add(1))
        .with("value", value.get());
    PickOption::new(die_id(index), title)
}

fn die_id(index: u32) -> Id {
    format!("{}.{index}", field::DIE).into()
}

fn die_of(id: &str) -> Option<u32> {
    let (prefix, index) = id.split_once('.')?;
    index.parse().ok().filter(|_| prefix == field::DIE)
}

fn allocation<'a>(pool: &[Die], characters: &'a [Character]) -> Inputs<'a, Vec<CardAsked>> {
    let dice = (0..).zip(pool.iter().copied());
    let slot_id = |character: Character, slot: u8| -> Id { format!("{}.{slot}", short(character)).into() };
    let slot = |character: Character, slot: u8| AssignSlot {
        id: slot_id(character, slot),
        title: Text::new("slot", "{character}, slot {slot}")
            .with("character", named(character))
            .with("slot", slot.saturating_add(1)),
        component: Some(character_id(character)),
        seat: None,
        options: dice.clone().map(|(index, _)| die_id(index)).collect(),
    };
    let slots = characters
        .iter()
        .flat_map(|character| [0, 1].map(|index| slot(*character, index)));
    let kind = Kind::Assign {
        slots: slots.collect(),
        options: dice.clone().map(die).collect(),
        repeats: false,
    };
    let help = Text::new("allocate_help", "The player with the lower sum of dice acts first.");
    FormField::new(field::DICE, Text::new("dice", "Dice"), kind)
        .help(help)
        .holding(
            move |answer, id| {
                let die = |character, slot| answer.assigned(id, &slot_id(character, slot)).and_then(die_of);
                let card = |character: &Character| CardAsked {
                    character: Some(*character),
                    dice: [0, 1].into_iter().filter_map(|slot| die(*character, slot)).collect(),
                };
                Some(characters.iter().map(card).collect())
            },
            move |cards: &Vec<CardAsked>| {
                let mut slots = Vec::new();
                for card in cards {
                    let character = card.character?;
                    let [first, second] = *card.dice.as_slice() else {
                        return None;
                    };
                    slots.extend([(0, first), (1, second)].map(|(slot, die)| (slot_id(character, slot), die_id(die))));
                }
                Some(Value::Assignment(slots))
            },
        )
}

fn or_skip<'a>(branch: Branch, inputs: Inputs<'a, Action>) -> Inputs<'a, Action> {
    let skip = Branch::new(field::SKIP, Text::new("skip", "Skip"), []);
    let branches = [(branch, inputs), (skip, Inputs::fixed(Action::Skip))];
    FormField::branches(field::CHOICE, Text::new("choice", "Choice"), branches)
}

fn dodge(dodge: &LegalDodge) -> PickOption {
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
    let choice = Choice::Dodge {
        die: Some(dodge.slot.number().into()),
        as_value: Some(dodge.as_value.get().into()),
    };
    PickOption::new(choice.id(), title)
}

fn intercept(slot: &Slot) -> PickOption {
    let title = Text::new("intercept", "{robert} takes the hit and spends the die in slot {slot}")
        .with("robert", named(Character::Robert))
        .with("slot", slot.number().saturating_add(1));
    let die = Some(slot.number().into());
    PickOption::new(Choice::Intercept { die }.id(), title)
}
