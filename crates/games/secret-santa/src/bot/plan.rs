//! A bot with a plan.
//!
//! It leads many low cards at once, and follows with its least useful cards. It spends strong cards for the lead if
//! that brings the end closer, plays on top of itself after all others have passed, and plays special cards while they
//! have an effect.

use tinsel_engine::{Chance, SeatIndex, SeatSet};

use super::{
    lead::{Set, lead},
    sight::Sight,
};
use crate::{
    action::Action,
    components::{DealFirst, Gift, Scope, Special},
    legal::{Choice, Legal, Turns},
    view::View,
};

/// Maximum number of cards in hand with which the bot hurries.
const SHORT: u8 = 5;

/// The choice of a sensible player with this view and these legal actions; `None` if it owes nothing.
pub fn decide(view: &View, legal: &Legal, chance: &mut dyn Chance) -> Option<Action> {
    let sight = Sight::of(view)?;
    match &legal.choice {
        Choice::Nothing => None,
        Choice::Turn(turns) => turn(sight, legal, turns),
        Choice::Fruitcake { recipients, gifts } => Some(fruitcake(sight, *recipients, gifts)),
        Choice::Holly { carol, mouse, ghost } => {
            let answer = stop(sight, legal, *mouse, *ghost).or_else(|| swap(sight, legal, *carol, chance));
            // A bot declines for this window only: others see that a bot answers, and a standing decline would show
            // that it holds no card.
            Some(answer.unwrap_or(decline(Scope::Window)))
        }
        Choice::Snow { tree, scrooge } => Some(snow(sight, legal, *tree, *scrooge)),
    }
}

fn flag(legal: &Legal, leaving: u8) -> bool {
    leaving > 0 && leaving == legal.final_gift_due_at
}

fn turn(sight: Sight<'_>, legal: &Legal, turns: &Turns) -> Option<Action> {
    if turns.can_pass {
        return Some(follow(sight, legal, turns));
    }
    if let Some(set) = lead(sight, turns) {
        return Some(gifts(legal, set, false));
    }
    if !turns.zeros.is_empty() {
        let cards: Vec<Special> = turns
            .zeros
            .specials()
            .flat_map(|(special, copies)| std::iter::repeat_n(special, usize::from(copies)))
            .collect();
        let leaving = u8::try_from(cards.len()).unwrap_or(u8::MAX);
        return Some(Action::PlayZeros {
            cards: cards.into_iter().map(Some).collect(),
            final_gift: flag(legal, leaving),
        });
    }
    None
}

fn gifts(legal: &Legal, (gift, gifts, elves): Set, with_santa: bool) -> Action {
    let leaving = gifts.saturating_add(elves).saturating_add(u8::from(with_santa));
    Action::PlayGifts {
        value: u32::from(gift.get()),
        gifts: u32::from(gifts),
        elves: u32::from(elves),
        with_santa,
        final_gift: flag(legal, leaving),
    }
}

fn follow(sight: Sight<'_>, legal: &Legal, turns: &Turns) -> Action {
    let count = turns.count.unwrap_or(1);
    let sets = || {
        turns.sets.iter().map(|set| {
            let gifts = set.gifts_max;
            (set.gift, gifts, count.saturating_sub(gifts))
        })
    };
    let best = sets().min_by_key(|set| cost(sight, *set));
    // If no other seat can play, every card on top costs nothing.
    if sight.is_alone() {
        return best.map_or(Action::Pass, |set| gifts(legal, set, false));
    }
    let hurry = sight.hand().len() <= 9 || sight.rivals().any(|seat| sight.hand_size(seat) <= 4);
    let patience = if hurry { 12 } else { 7 };
    if let Some(set) = best.filter(|set| cost(sight, *set) <= patience) {
        let ends = sight.leads_left() <= 2 && turns.can_add_santa;
        return gifts(legal, set, ends);
    }
    if turns.can_play_santa && (sight.leads_left() <= 3 || hurry) {
        return Action::PlaySanta {
            final_gift: flag(legal, 1),
        };
    }
    Action::Pass
}

/// The cost of following with a set: Elves, broken sets, and strength that could win a lead.
fn cost(sight: Sight<'_>, (gift, gifts, elves): Set) -> i32 {
    let torn = i32::from(sight.hand().copies(gift).saturating_sub(gifts));
    let strength = i32::from(gift.get());
    let wins = !sight.is_beatable(gift.value(), gifts.saturating_add(elves));
    let torn = torn.saturating_mul(2);
    let elves = i32::from(elves).saturating_mul(3);
    strength
        .saturating_add(torn)
        .saturating_add(elves)
        .saturating_sub(if wins { 6 } else { 2 })
}

/// A single gift of its value goes to the seat with the most cards.
fn fruitcake(sight: Sight<'_>, recipients: SeatSet, gifts: &[Gift]) -> Action {
    let alone = gifts
        .iter()
        .min_by_key(|gift| (sight.hand().copies(**gift), gift.get()));
    let recipient = recipients.iter().max_by_key(|seat| sight.hand_size(*seat));
    match (alone, recipient) {
        (Some(gift), Some(recipient)) => Action::PlayFruitcake {
            recipient: Some(recipient),
            value: u32::from(gift.get()),
        },
        (None, _) | (_, None) => decline(Scope::Window),
    }
}

/// The Ghost or the Mouse, if it is worth playing.
fn stop(sight: Sight<'_>, legal: &Legal, mouse: bool, ghost: bool) -> Option<Action> {
    let final_gift = flag(legal, 1);
    let turn = sight.view.turn;
    let about_to_finish = turn.is_some_and(|seat| sight.hand_size(seat) <= 2);
    let large = sight.view.count.is_some_and(|count| count >= 2);
    let short = sight.hand().len() <= SHORT;
    if ghost && (about_to_finish || large || short) {
        return Some(Action::PlayGhost { final_gift });
    }
    mouse.then_some(Action::PlayMouse { final_gift })
}

/// The Carol, occasionally or near the end: the bot moves behind the seat that is likely to win the round.
fn swap(sight: Sight<'_>, legal: &Legal, others: SeatSet, chance: &mut dyn Chance) -> Option<Action> {
    let short = sight.hand().len() <= SHORT;
    if others.is_empty() || !(short || chance.once_in("bot", 3)) {
        return None;
    }
    let winner = sight.view.plays.last().map(|play| play.seat);
    let other = winner.filter(|seat| others.contains(*seat)).or(others.iter().next());
    let final_gift = flag(legal, 1);
    Some(Action::PlayCarol { other, final_gift })
}

fn snow(sight: Sight<'_>, legal: &Legal, tree: bool, scrooge: SeatSet) -> Action {
    let final_gift = flag(legal, 1);
    let rivals = scrooge.iter().filter(|seat| *seat != sight.own.seat);
    let target: Option<SeatIndex> = rivals.min_by_key(|seat| sight.hand_size(*seat));
    if target.is_some() {
        return Action::PlayScrooge { target, final_gift };
    }
    if tree {
        return Action::PlayTree {
            deal_first: Some(DealFirst::Left),
            final_gift,
        };
    }
    decline(Scope::Window)
}

const fn decline(scope: Scope) -> Action {
    Action::Decline { scope: Some(scope) }
}
