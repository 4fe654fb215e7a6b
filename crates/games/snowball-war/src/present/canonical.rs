//! Answers, read as actions and written for them.

use tinsel_engine::present::{FieldAnswer, Id, Reader, Value};

use super::{
    acting,
    fields::{answer_point, spot_of},
    form::{CHOICE, DICE, SNOWMAN},
};
use crate::{
    Action, Legal,
    action::{Arrival, CardAsked, Choice, Placement},
    components::{Character, Dodge},
    legal::Homecoming,
    naming::{character_of, piece_id, piece_of, short},
};

/// The action of an answer.
pub(super) fn read(legal: &Legal, answer: Reader<'_>) -> Option<Action> {
    let spot = |id: &str| answer.point(id).map(spot_of);
    let placement = |character: &Character| Placement {
        character: Some(*character),
        at: spot(&short(*character)),
    };
    Some(match legal {
        Legal::Nothing => return None,
        Legal::Pick { .. } => Action::PickCharacter {
            character: answer.pick(CHOICE).and_then(character_of),
        },
        Legal::Deploy(deploying) => Action::Deploy {
            snowman: spot(SNOWMAN),
            characters: deploying.characters.iter().map(placement).collect(),
        },
        Legal::Reroll { .. } => Action::Reroll {
            dice: answer.picks(DICE).iter().map(|id| die_of(id)).collect::<Option<_>>()?,
        },
        Legal::Allocate { characters, .. } => {
            let dice = |character: &Character| {
                let slots = [0, 1].map(|slot| answer.assigned(DICE, &format!("{}.{slot}", short(*character))));
                slots.into_iter().flatten().filter_map(die_of).collect()
            };
            let cards = characters.iter().map(|character| CardAsked {
                character: Some(*character),
                dice: dice(character),
            });
            Action::Allocate { cards: cards.collect() }
        }
        Legal::Act(_) => acting::read(answer)?,
        Legal::ThrowAgain { .. } => match answer.branch(CHOICE)? {
            ("throw", inner) => Action::ThrowAgain {
                target: inner.pick("target").and_then(piece_of),
            },
            _ => Action::Skip,
        },
        Legal::MoveAgain { .. } => match answer.branch(CHOICE)? {
            ("move", inner) => Action::MoveAgain {
                to: inner.point("to").map(spot_of),
            },
            _ => Action::Skip,
        },
        Legal::React { .. } => Action::React {
            choice: answer.pick(CHOICE).and_then(reaction),
        },
        Legal::Return { places, .. } => {
            let arrival = |home: &Homecoming| Arrival {
                character: Some(home.character),
                y: answer.point(&short(home.character)).map(|point| point.y),
            };
            Action::Return {
                characters: places.iter().map(arrival).collect(),
            }
        }
    })
}

fn die_of(id: &str) -> Option<u32> {
    id.strip_prefix("die.")?.parse().ok()
}

fn reaction(id: &str) -> Option<Choice> {
    let mut parts = id.split('.');
    match parts.next()? {
        "dodge" => Some(Choice::Dodge {
            die: parts.next()?.parse().ok(),
            as_value: parts.next()?.parse().ok(),
        }),
        "intercept" => Some(Choice::Intercept {
            die: parts.next()?.parse().ok(),
        }),
        "take_hit" => Some(Choice::TakeHit),
        _ => None,
    }
}

/// The answer of a legal action.
pub(super) fn answer(legal: &Legal, action: &Action) -> Option<Vec<FieldAnswer>> {
    let fields = match (legal, action) {
        (Legal::Pick { .. }, Action::PickCharacter { character }) => {
            vec![FieldAnswer::pick(CHOICE, short((*character)?))]
        }
        (Legal::Deploy(_), Action::Deploy { snowman, characters }) => {
            let team = characters
                .iter()
                .map(|placed| answer_point(short(placed.character?), placed.at?));
            [answer_point(SNOWMAN, (*snowman)?)]
                .into_iter()
                .chain(team)
                .collect::<Option<_>>()?
        }
        (Legal::Reroll { .. }, Action::Reroll { dice }) => {
            let picks = dice.iter().map(|index| format!("die.{index}").into()).collect();
            vec![FieldAnswer::new(DICE, Value::Picks(picks))]
        }
        (Legal::Allocate { .. }, Action::Allocate { cards }) => {
            let mut slots: Vec<(Id, Id)> = Vec::new();
            for card in cards {
                let character = short(card.character?);
                let dice = card.dice.iter().zip(0..);
                slots.extend(dice.map(|(die, slot): (&u32, u8)| {
                    (format!("{character}.{slot}").into(), format!("die.{die}").into())
                }));
            }
            vec![FieldAnswer::new(DICE, Value::Assignment(slots))]
        }
        (Legal::Act(legal), action) => vec![acting::answer(legal, action)?],
        (Legal::ThrowAgain { .. } | Legal::MoveAgain { .. }, Action::Skip) => {
            vec![FieldAnswer::branch(CHOICE, "skip", Vec::new())]
        }
        (Legal::ThrowAgain { .. }, Action::ThrowAgain { target }) => {
            vec![FieldAnswer::branch(
                CHOICE,
                "throw",
                vec![FieldAnswer::pick("target", piece_id((*target)?))],
            )]
        }
        (Legal::MoveAgain { .. }, Action::MoveAgain { to }) => {
            vec![FieldAnswer::branch(CHOICE, "move", vec![answer_point("to", (*to)?)?])]
        }
        (Legal::React { dodges, .. }, Action::React { choice }) => {
            vec![FieldAnswer::pick(CHOICE, reaction_id(dodges, (*choice)?)?)]
        }
        (Legal::Return { places, .. }, Action::Return { characters }) => {
            let arrival = |arrival: &Arrival| {
                let character = arrival.character?;
                let home = places.iter().find(|home| home.character == character)?;
                answer_point(short(character), home.at(arrival.y?).into())
            };
            characters.iter().map(arrival).collect::<Option<_>>()?
        }
        (_, _) => return None,
    };
    Some(fields)
}

/// The same action in canonical order, and with the value of each die: an omitted one is the die's own.
pub(super) fn canonical(legal: &Legal, action: &Action) -> Action {
    let mut action = action.clone();
    if let Action::Deploy { characters, .. } = &mut action {
        characters.sort_by_key(|placement| placement.character);
    }
    if let Action::Allocate { cards } = &mut action {
        cards.sort_by_key(|card| card.character);
    }
    if let Action::Return { characters } = &mut action {
        characters.sort_by_key(|arrival| arrival.character);
    }
    if let (
        Legal::Act(acting),
        Action::Throw {
            character: Some(character),
            die: Some(die),
            as_value,
            ..
        }
        | Action::Move {
            character: Some(character),
            die: Some(die),
            as_value,
            ..
        },
    ) = (legal, &mut action)
    {
        let own = || Some(acting::own_value(acting, *character, *die)?.get().into());
        *as_value = as_value.or_else(own);
    }
    if let (
        Legal::React { dodges, .. },
        Action::React {
            choice: Some(Choice::Dodge {
                die: Some(die),
                as_value,
            }),
        },
    ) = (legal, &mut action)
    {
        let of_slot = |dodge: &&Dodge| u32::from(dodge.slot.number()) == *die;
        *as_value = as_value.or_else(|| Some(dodges.iter().find(of_slot)?.value.get().into()));
    }
    action
}

fn reaction_id(dodges: &[Dodge], choice: Choice) -> Option<Id> {
    Some(match choice {
        Choice::Dodge { die, as_value } => {
            let of = dodges
                .iter()
                .find(|dodge| Some(u32::from(dodge.slot.number())) == die)?;
            let value = as_value.unwrap_or_else(|| u32::from(of.value.get()));
            format!("dodge.{}.{value}", die?).into()
        }
        Choice::Intercept { die } => format!("intercept.{}", die?).into(),
        Choice::TakeHit => "take_hit".into(),
    })
}
