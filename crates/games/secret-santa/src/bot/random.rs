//! A bot that chooses any legal action.

use tinsel_engine::{Chance, SeatIndex, SeatSet};

use crate::{
    action::Action,
    components::{Card, Cards, DealFirst, Scope, Special},
    legal::{Choice, Legal, Turns},
};

/// A random action that `legal` allows; `None` if it allows none.
pub fn random(legal: &Legal, chance: &mut dyn Chance) -> Option<Action> {
    if legal.can_withdraw && (legal.choice == Choice::Nothing || chance.once_in("bot", 12)) {
        return Some(Action::WithdrawDecline);
    }
    match &legal.choice {
        Choice::Nothing => None,
        Choice::Turn(turns) => turn(legal, turns, chance),
        Choice::Fruitcake { recipients, gifts } => {
            let recipient = seat(*recipients, chance);
            let gift = chance.pick("bot", gifts).copied();
            let played = recipient.zip(gift).filter(|_| !chance.once_in("bot", 3));
            Some(played.map_or_else(declined, |(recipient, gift)| Action::PlayFruitcake {
                recipient: Some(recipient),
                value: u32::from(gift.get()),
            }))
        }
        Choice::Holly { carol, mouse, ghost } => {
            let other = seat(*carol, chance);
            Some(holly(legal, other, *mouse, *ghost, chance))
        }
        Choice::Snow { tree, scrooge } => Some(snow(legal, *tree, *scrooge, chance)),
    }
}

/// The kinds of turns.
#[derive(Clone, Copy)]
enum Kind {
    Pass,
    Santa,
    Set,
    Zeros,
}

fn turn(legal: &Legal, turns: &Turns, chance: &mut dyn Chance) -> Option<Action> {
    let kinds = [
        (Kind::Pass, turns.can_pass),
        (Kind::Santa, turns.can_play_santa),
        (Kind::Set, !turns.sets.is_empty()),
        (Kind::Zeros, !turns.zeros.is_empty()),
    ];
    let kinds: Vec<Kind> = kinds
        .into_iter()
        .filter(|(_, can)| *can)
        .map(|(kind, _)| kind)
        .collect();
    match chance.pick("bot", &kinds)? {
        Kind::Pass => Some(Action::Pass),
        Kind::Santa => Some(Action::PlaySanta {
            final_gift: flag(legal, 1, chance),
        }),
        Kind::Set => set(legal, turns, chance),
        Kind::Zeros => Some(zeros(legal, &turns.zeros, chance)),
    }
}

fn set(legal: &Legal, turns: &Turns, chance: &mut dyn Chance) -> Option<Action> {
    let set = *chance.pick("bot", &turns.sets)?;
    let (least, most) = (u32::from(set.gifts_min), u32::from(set.gifts_max));
    let room = most.saturating_sub(least).saturating_add(1);
    let gifts = least.saturating_add(chance.number("bot", room));
    let elves = match turns.count {
        Some(count) => u32::from(count).saturating_sub(gifts),
        None => chance.number("bot", u32::from(set.elves_max).saturating_add(1)),
    };
    let with_santa = turns.can_add_santa && chance.once_in("bot", 4);
    let leaving = gifts.saturating_add(elves).saturating_add(u32::from(with_santa));
    Some(Action::PlayGifts {
        value: u32::from(set.gift.get()),
        gifts,
        elves,
        with_santa,
        final_gift: flag(legal, leaving, chance),
    })
}

/// Some of the special cards, in any order.
fn zeros(legal: &Legal, zeros: &Cards, chance: &mut dyn Chance) -> Action {
    let mut cards: Vec<Option<Special>> = zeros.list().into_iter().filter_map(special).map(Some).collect();
    chance.shuffle("bot", &mut cards);
    let most = u32::try_from(cards.len()).unwrap_or(1);
    let count = chance.number("bot", most).saturating_add(1);
    cards.truncate(usize::try_from(count).unwrap_or(1));
    Action::PlayZeros {
        cards,
        final_gift: flag(legal, count, chance),
    }
}

const fn special(card: Card) -> Option<Special> {
    match card {
        Card::Gift(_) => None,
        Card::Special(special) => Some(special),
    }
}

fn holly(legal: &Legal, other: Option<SeatIndex>, mouse: bool, ghost: bool, chance: &mut dyn Chance) -> Action {
    let mut cards = Vec::new();
    if other.is_some() {
        cards.push(Special::Carol);
    }
    if mouse {
        cards.push(Special::Mouse);
    }
    if ghost {
        cards.push(Special::Ghost);
    }
    let final_gift = flag(legal, 1, chance);
    match chance.pick("bot", &cards).filter(|_| !chance.once_in("bot", 3)) {
        Some(Special::Carol) => Action::PlayCarol { other, final_gift },
        Some(Special::Mouse) => Action::PlayMouse { final_gift },
        Some(Special::Ghost) => Action::PlayGhost { final_gift },
        Some(_) | None => {
            let scopes = [Scope::Round, Scope::Deal, Scope::Round, Scope::Window];
            let scope = chance.pick("bot", &scopes).filter(|_| chance.once_in("bot", 4));
            Action::Decline {
                scope: Some(scope.copied().unwrap_or_default()),
            }
        }
    }
}

fn snow(legal: &Legal, tree: bool, scrooge: SeatSet, chance: &mut dyn Chance) -> Action {
    let target = seat(scrooge, chance);
    let final_gift = flag(legal, 1, chance);
    let first = [DealFirst::Oneself, DealFirst::Left];
    let deal_first = chance.pick("bot", &first).copied();
    if target.is_some() && !chance.once_in("bot", 3) {
        Action::PlayScrooge { target, final_gift }
    } else if tree && !chance.once_in("bot", 3) {
        Action::PlayTree { deal_first, final_gift }
    } else {
        declined()
    }
}

/// The flag for "Final Gift!"; the bot sometimes forgets it.
fn flag(legal: &Legal, leaving: u32, chance: &mut dyn Chance) -> bool {
    leaving == u32::from(legal.final_gift_due_at) && !chance.once_in("bot", 3)
}

fn seat(seats: SeatSet, chance: &mut dyn Chance) -> Option<SeatIndex> {
    let seats: Vec<SeatIndex> = seats.iter().collect();
    chance.pick("bot", &seats).copied()
}

const fn declined() -> Action {
    Action::Decline {
        scope: Some(Scope::Window),
    }
}
