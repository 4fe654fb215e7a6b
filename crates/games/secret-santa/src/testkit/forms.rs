//! The possible actions of a seat that knows only its legal actions.

use tinsel_engine::SeatIndex;

use crate::{
    action::Action,
    components::{Cards, Scope},
    legal::{Choice, Legal, Turns},
};

/// Whether `legal` offers `action`, decided from `legal` alone.
#[must_use]
pub fn allows(legal: &Legal, action: &Action) -> bool {
    let named = |seats: tinsel_engine::SeatSet, seat: &Option<SeatIndex>| seat.is_some_and(|seat| seats.contains(seat));
    // SS-50, SS-53: the flag is due, or is not set. A seat can always forget it.
    let flag =
        |leaving: u32, flag: &bool| legal.auto_final_gift || !flag || leaving == u32::from(legal.final_gift_due_at);
    match (&legal.choice, action) {
        (_, Action::WithdrawDecline) => legal.can_withdraw,
        (Choice::Turn(turns), Action::Pass) => turns.can_pass,
        (Choice::Turn(turns), Action::PlaySanta { final_gift }) => turns.can_play_santa && flag(1, final_gift),
        (
            Choice::Turn(turns),
            Action::PlayGifts {
                value,
                gifts,
                elves,
                with_santa,
                final_gift,
            },
        ) => {
            let leaving = gifts.saturating_add(*elves).saturating_add(u32::from(*with_santa));
            allows_set(turns, *value, *gifts, *elves)
                && (turns.can_add_santa || !with_santa)
                && flag(leaving, final_gift)
        }
        (Choice::Turn(turns), Action::PlayZeros { cards, final_gift }) => {
            let kinds: Option<Vec<_>> = cards.iter().copied().collect();
            let asked: Option<Cards> = kinds.map(|kinds| kinds.into_iter().map(|kind| (kind.into(), 1)).collect());
            let leaving = u32::try_from(cards.len()).unwrap_or(u32::MAX);
            asked.is_some_and(|asked| !asked.is_empty() && turns.zeros.contains(&asked)) && flag(leaving, final_gift)
        }
        (Choice::Fruitcake { recipients, gifts }, Action::PlayFruitcake { recipient, value }) => {
            named(*recipients, recipient) && gifts.iter().any(|gift| u32::from(gift.get()) == *value)
        }
        (Choice::Holly { carol, .. }, Action::PlayCarol { other, final_gift }) => {
            named(*carol, other) && flag(1, final_gift)
        }
        (Choice::Holly { mouse, .. }, Action::PlayMouse { final_gift }) => *mouse && flag(1, final_gift),
        (Choice::Holly { ghost, .. }, Action::PlayGhost { final_gift }) => *ghost && flag(1, final_gift),
        (Choice::Snow { tree, .. }, Action::PlayTree { deal_first, final_gift }) => {
            *tree && deal_first.is_some() && flag(1, final_gift)
        }
        (Choice::Snow { scrooge, .. }, Action::PlayScrooge { target, final_gift }) => {
            named(*scrooge, target) && flag(1, final_gift)
        }
        (Choice::Holly { .. }, Action::Decline { scope }) => scope.is_some(),
        (Choice::Fruitcake { .. } | Choice::Snow { .. }, Action::Decline { scope }) => *scope == Some(Scope::Window),
        _ => false,
    }
}

/// Whether a set of gifts and Elves is playable.
fn allows_set(turns: &Turns, value: u32, gifts: u32, elves: u32) -> bool {
    let set = turns.sets.iter().find(|set| u32::from(set.gift.get()) == value);
    set.is_some_and(|set| {
        (u32::from(set.gifts_min)..=u32::from(set.gifts_max)).contains(&gifts)
            && elves <= u32::from(set.elves_max)
            && turns
                .count
                .is_none_or(|count| gifts.saturating_add(elves) == u32::from(count))
    })
}
