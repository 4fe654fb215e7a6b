//! Answers, from and to actions.

use tinsel_engine::{
    SeatIndex,
    present::{FieldAnswer, Id, Reader, Value, seat_id, seat_of_id},
};

use super::form::field;
use crate::{
    action::Action,
    components::{Card, DealFirst, Gift, Scope, Special},
    legal::{Choice, Legal},
    naming::{id, of_id},
};

/// The action of an answer.
pub(super) fn read(legal: &Legal, answer: Reader<'_>) -> Option<Action> {
    let (branch, values) = answer.branch(field::ACTION)?;
    Some(match branch {
        field::PASS => Action::Pass,
        field::DECLINE => declining(Scope::Window),
        field::DECLINE_ROUND => declining(Scope::Round),
        field::DECLINE_DEAL => declining(Scope::Deal),
        field::WITHDRAW => Action::WithdrawDecline,
        field::ZEROS => Action::PlayZeros {
            cards: zeros(values),
            final_gift: declares(values),
        },
        card => match of_id(card)? {
            Card::Gift(gift) => set(legal, gift, values),
            Card::Special(card) => special(card, values),
        },
    })
}

const fn declining(scope: Scope) -> Action {
    Action::Decline { scope: Some(scope) }
}

fn declares(values: Reader<'_>) -> bool {
    values.pick(field::FINAL_GIFT) == Some(field::DECLARE)
}

/// A number; one below 0 is read as 0.
fn number(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// A set of gifts. A player who follows names the Elves only: the rest of the required number are gifts. A player who
/// leads and omits the number plays a single gift card.
fn set(legal: &Legal, gift: Gift, values: Reader<'_>) -> Action {
    let elves = number(values.number(field::ELVES));
    let gifts = match &legal.choice {
        Choice::Turn(turns) => turns.count.map(|count| u32::from(count).saturating_sub(elves)),
        Choice::Nothing | Choice::Fruitcake { .. } | Choice::Holly { .. } | Choice::Snow { .. } => None,
    };
    let led = values.value(field::GIFTS).map(|_| number(values.number(field::GIFTS)));
    Action::PlayGifts {
        value: u32::from(gift.get()),
        gifts: gifts.or(led).unwrap_or(1),
        elves,
        with_santa: values.flag(field::SANTA),
        final_gift: declares(values),
    }
}

/// The cards of a set of zeros. A kind is listed as often as the amount says, up to a hand's worth of cards.
fn zeros(values: Reader<'_>) -> Vec<Option<Special>> {
    const MOST: u32 = 100;
    let copies = |(card, amount): &(Id, i64)| {
        let special = match of_id(card) {
            Some(Card::Special(special)) => Some(special),
            Some(Card::Gift(_)) | None => None,
        };
        (0..number(*amount).min(MOST)).map(move |_| special)
    };
    values.amounts(field::CARDS).iter().flat_map(copies).collect()
}

fn special(card: Special, values: Reader<'_>) -> Action {
    let final_gift = declares(values);
    let seat = values.pick(field::PLAYER).and_then(seat_of_id);
    match card {
        Special::Santa => Action::PlaySanta { final_gift },
        // Elves without a gift: the game refuses them.
        Special::Elves => Action::PlayGifts {
            value: 1,
            gifts: 0,
            elves: 1,
            with_santa: false,
            final_gift,
        },
        Special::Tree => Action::PlayTree {
            deal_first: match values.pick(field::DEAL_FIRST) {
                Some(field::SELF) => Some(DealFirst::Oneself),
                Some(field::LEFT) => Some(DealFirst::Left),
                Some(_) | None => None,
            },
            final_gift,
        },
        Special::Fruitcake => Action::PlayFruitcake {
            recipient: seat,
            value: match values.pick(field::GIFT).and_then(of_id) {
                Some(Card::Gift(gift)) => u32::from(gift.get()),
                Some(Card::Special(_)) | None => 0,
            },
        },
        Special::Scrooge => Action::PlayScrooge {
            target: seat,
            final_gift,
        },
        Special::Carol => Action::PlayCarol {
            other: seat,
            final_gift,
        },
        Special::Mouse => Action::PlayMouse { final_gift },
        Special::Ghost => Action::PlayGhost { final_gift },
    }
}

/// The answer of a legal action.
pub(super) fn answer(legal: &Legal, action: &Action) -> Option<Vec<FieldAnswer>> {
    let Told {
        branch,
        mut fields,
        declared,
    } = told(legal, action)?;
    if let Some((final_gift, leaving)) = declared {
        let due = legal.final_gift_due_at > 0 && leaving == u32::from(legal.final_gift_due_at);
        if due {
            let option = if final_gift { field::DECLARE } else { field::SILENT };
            fields.push(FieldAnswer::pick(field::FINAL_GIFT, option));
        } else if final_gift && !legal.auto_final_gift {
            return None;
        }
    }
    Some(vec![FieldAnswer::branch(field::ACTION, branch, fields)])
}

/// The same action with cards in canonical order, and without a declaration that is automatic.
pub(super) fn canonical(legal: &Legal, action: &Action) -> Action {
    let mut action = action.clone();
    if let Action::PlayZeros { cards, .. } = &mut action {
        cards.sort_unstable();
    }
    if let Action::PlayGifts { final_gift, .. }
    | Action::PlayZeros { final_gift, .. }
    | Action::PlaySanta { final_gift }
    | Action::PlayCarol { final_gift, .. }
    | Action::PlayMouse { final_gift }
    | Action::PlayGhost { final_gift }
    | Action::PlayTree { final_gift, .. }
    | Action::PlayScrooge { final_gift, .. } = &mut action
        && legal.auto_final_gift
    {
        *final_gift = false;
    }
    action
}

/// An action as a branch of the form.
struct Told {
    branch: Id,
    fields: Vec<FieldAnswer>,
    /// Whether "Final Gift!" is declared, and the number of cards that leave the hand.
    declared: Option<(bool, u32)>,
}

impl Told {
    fn new(branch: impl Into<Id>) -> Self {
        Self {
            branch: branch.into(),
            fields: Vec::new(),
            declared: None,
        }
    }

    fn card(card: Special, fields: Vec<FieldAnswer>, final_gift: bool) -> Self {
        Self {
            branch: id(card),
            fields,
            declared: Some((final_gift, 1)),
        }
    }
}

fn told(legal: &Legal, action: &Action) -> Option<Told> {
    let player = |seat: &Option<SeatIndex>| Some(FieldAnswer::pick(field::PLAYER, seat_id((*seat)?)));
    Some(match action {
        Action::Pass => Told::new(field::PASS),
        Action::WithdrawDecline => Told::new(field::WITHDRAW),
        Action::Decline { scope } => Told::new(match (*scope)? {
            Scope::Window => field::DECLINE,
            Scope::Round => field::DECLINE_ROUND,
            Scope::Deal => field::DECLINE_DEAL,
        }),
        Action::PlayFruitcake { recipient, value } => Told {
            fields: vec![
                player(recipient)?,
                FieldAnswer::pick(field::GIFT, id(Gift::new(*value)?)),
            ],
            ..Told::new(id(Special::Fruitcake))
        },
        Action::PlayGifts { .. } => told_set(legal, action)?,
        Action::PlayZeros { cards, final_gift } if cards.iter().all(Option::is_some) => {
            let copies = |special: &Special| {
                let copies = cards.iter().filter(|card| **card == Some(*special)).count();
                (id(*special), i64::try_from(copies).unwrap_or(i64::MAX))
            };
            let amounts = Special::ALL.iter().map(copies).filter(|(_, copies)| *copies > 0);
            let leaving = u32::try_from(cards.len()).unwrap_or(u32::MAX);
            Told {
                fields: vec![FieldAnswer::new(field::CARDS, Value::Amounts(amounts.collect()))],
                declared: Some((*final_gift, leaving)),
                ..Told::new(field::ZEROS)
            }
        }
        Action::PlayZeros { .. } => return None,
        Action::PlaySanta { final_gift } => Told::card(Special::Santa, Vec::new(), *final_gift),
        Action::PlayCarol { other, final_gift } => Told::card(Special::Carol, vec![player(other)?], *final_gift),
        Action::PlayMouse { final_gift } => Told::card(Special::Mouse, Vec::new(), *final_gift),
        Action::PlayGhost { final_gift } => Told::card(Special::Ghost, Vec::new(), *final_gift),
        Action::PlayTree { deal_first, final_gift } => {
            let first = match (*deal_first)? {
                DealFirst::Oneself => field::SELF,
                DealFirst::Left => field::LEFT,
            };
            Told::card(
                Special::Tree,
                vec![FieldAnswer::pick(field::DEAL_FIRST, first)],
                *final_gift,
            )
        }
        Action::PlayScrooge { target, final_gift } => Told::card(Special::Scrooge, vec![player(target)?], *final_gift),
    })
}

fn told_set(legal: &Legal, action: &Action) -> Option<Told> {
    let (
        Action::PlayGifts {
            value,
            gifts,
            elves,
            with_santa,
            final_gift,
        },
        Choice::Turn(turns),
    ) = (action, &legal.choice)
    else {
        return None;
    };
    let gift = Gift::new(*value)?;
    let is_counted = turns.sets.iter().any(|set| set.gift == gift && set.gifts_max > 1);
    let together = gifts.saturating_add(*elves);
    let number = |id, number: u32| (number > 0).then(|| FieldAnswer::new(id, Value::Number(i64::from(number))));
    let gifts = match turns.count {
        Some(count) if u32::from(count) == together => None,
        Some(_) => return None,
        None if is_counted => number(field::GIFTS, *gifts),
        None if *gifts == 1 => None,
        None => return None,
    };
    let santa = with_santa.then(|| FieldAnswer::new(field::SANTA, Value::Flag(true)));
    let fields = gifts.into_iter().chain(number(field::ELVES, *elves)).chain(santa);
    Some(Told {
        fields: fields.collect(),
        declared: Some((*final_gift, together.saturating_add(u32::from(*with_santa)))),
        ..Told::new(id(gift))
    })
}
