//! Decisions as forms, and their answers.

use tinsel_engine::{
    present::{
        Arg, AssignSlot, At, Branch, Constraint, FormField, Id, Identified, Inputs, Kind, PickOption, Point, Region,
        Rule, Text, TypedForm, Value,
    },
    variant,
};

use super::{acting, fields, words};
use crate::{
    Action, Legal, View, absent,
    action::{Arrival, CardAsked, Choice, Placement, Spot},
    components::{self, Character, Die, LegalDodge, Slot},
    facts,
    legal::{Deploying, Homecoming, places},
    naming::{ability, character_id, named, short},
};

/// The field of a form with one field.
const CHOICE: &str = "choice";
/// The field of the snowman.
const SNOWMAN: &str = "snowman";
/// The field of dice.
const DICE: &str = "dice";

impl Identified for Choice {
    fn id(&self) -> Id {
        let number = |number: &Option<u32>| number.map_or_else(String::new, |number| number.to_string());
        match self {
            Self::Dodge { die, as_value } => format!("dodge.{}.{}", number(die), number(as_value)).into(),
            Self::Intercept { die } => format!("intercept.{}", number(die)).into(),
            Self::TakeHit => "take_hit".into(),
        }
    }

    fn of_id(id: &str) -> Option<Self> {
        let parts: Vec<&str> = id.split('.').collect();
        match parts.as_slice() {
            ["dodge", die, as_value] => Some(Self::Dodge {
                die: die.parse().ok(),
                as_value: as_value.parse().ok(),
            }),
            ["intercept", die] => Some(Self::Intercept { die: die.parse().ok() }),
            ["take_hit"] => Some(Self::TakeHit),
            _ => None,
        }
    }
}

/// The pending decision with these legal actions.
#[expect(clippy::too_many_lines, reason = "one arm for each decision")]
pub(super) fn decision<'a>(view: &View, legal: &'a Legal) -> Option<TypedForm<'a, Action>> {
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
            let inputs = deployment(deploying);
            let inputs = inputs.drawn(move |chance| Some(places::deployment(deploying, &at_home, chance)));
            form(facts::DEPLOY, title, inputs)
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
            let throw = Branch::new("throw", Text::new("throw_again", "Throw again"), []);
            let target = fields::target("target", targets).picked();
            form(
                facts::THROW_AGAIN,
                title,
                or_skip(throw, variant!(target, Action::ThrowAgain { target })),
            )
        }
        Legal::MoveAgain { character, area } => {
            let title = Text::new("move_again_title", "{character} may move a second time.")
                .with("character", named(*character));
            let move_on = Branch::new("move", Text::new("move_again", "Move again"), []);
            let to = fields::spot(fields::destination("to", area));
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
            let choice = FormField::pick_one(CHOICE, Text::new("reaction", "Reaction"), options).picked();
            let title = Text::new("react_title", "React to the hit.");
            form(facts::REACT, title, variant!(choice, Action::React { choice }))
        }
        Legal::Return { places, apart } => {
            let title = Text::new("return_title", "Place your returning characters at your home edge.");
            form(facts::RETURN_CHARACTERS, title, returning(places, *apart))
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

fn die((index, value): (u32, Die)) -> PickOption {
    let title = Text::new("die", "die {number}: {value}")
        .with("number", index.saturating_add(1))
        .with("value", value.get());
    PickOption::new(die_id(index), title)
}

fn die_id(index: u32) -> Id {
    format!("die.{index}").into()
}

fn die_of(id: &str) -> Option<u32> {
    id.strip_prefix("die.")?.parse().ok()
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
    FormField::new(DICE, Text::new("dice", "Dice"), kind)
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
    let skip = Branch::new("skip", Text::new("skip", "Skip"), []);
    let branches = [(branch, inputs), (skip, Inputs::fixed(Action::Skip))];
    FormField::branches(CHOICE, Text::new("choice", "Choice"), branches)
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

/// The positions of a snowman and its team.
fn deployment<'a>(deploying: &Deploying) -> Inputs<'a, Action> {
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
        let field = fields::place(short(*character), title, fields::ground(&deploying.team), nth(index));
        let character = Some(*character);
        fields::spot(field).map(
            move |at| Placement { character, at },
            move |of: &Placement| (of.character == character).then_some(of.at),
        )
    });
    let help = Text::new(
        "deploy_help",
        "The distance from each character to its snowman must be {least} to {most} mm. The first suggestions of all fields fit \
         together, and so do the others.",
    )
    .with("least", deploying.contact_least)
    .with("most", deploying.contact_most);
    let contact = |character: &Character| Constraint {
        rule: Rule::Distance {
            between: [At::field(SNOWMAN), At::field(short(*character))],
            min: deploying.contact_least,
            max: Some(deploying.contact_most),
        },
        text: Text::new(
            "contact",
            "The distance from {character} to your snowman must be {least} to {most} mm.",
        )
        .with("character", named(*character))
        .with("least", deploying.contact_least)
        .with("most", deploying.contact_most),
    };
    let pieces = fields::spot(snowman.help(help)).and(Inputs::each(team));
    variant!(pieces, Action::Deploy { snowman, characters })
        .constrained(deploying.characters.iter().map(contact))
        .constrained(apart(&deploying.characters, deploying.apart))
}

/// The minimum distances between characters.
fn apart(characters: &[Character], apart: i32) -> impl Iterator<Item = Constraint> {
    let pairs = characters.iter().enumerate().flat_map(|(index, one)| {
        characters
            .iter()
            .skip(index.saturating_add(1))
            .map(move |two| (one, two))
    });
    pairs.map(move |(one, two)| Constraint {
        rule: Rule::Distance {
            between: [At::field(short(*one)), At::field(short(*two))],
            min: apart,
            max: None,
        },
        text: Text::new("apart", "{one} and {two} are at least {distance} mm apart.")
            .with("one", named(*one))
            .with("two", named(*two))
            .with("distance", apart),
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
        let snowman = components::Point::new(x, y);
        let team = snowman.with_team(ahead, contact);
        [snowman].into_iter().chain(team).collect::<Vec<_>>()
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

fn returning<'a>(places: &[Homecoming], distance: i32) -> Inputs<'a, Action> {
    let arrival = |home: &Homecoming| {
        let title = Text::new("place_character", "{character}").with("character", named(home.character));
        let spots = home
            .free
            .iter()
            .flat_map(|(from, to)| spread(*from, *to, distance))
            .take(8);
        let suggestions = spots.map(|y| Point::new(home.x, y)).collect();
        let field = fields::place(short(home.character), title, edge(home), suggestions);
        let (character, x) = (Some(home.character), Some(home.x));
        fields::spot(field).map(
            move |at| Arrival {
                character,
                y: at.and_then(|at| at.y),
            },
            move |of: &Arrival| (of.character == character).then_some(Some(Spot { x, y: of.y })),
        )
    };
    let characters: Vec<Character> = places.iter().map(|home| home.character).collect();
    let constraints: Vec<Constraint> = apart(&characters, distance).collect();
    let characters = Inputs::each(places.iter().map(arrival));
    variant!(characters, Action::Return { characters }).constrained(constraints)
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
