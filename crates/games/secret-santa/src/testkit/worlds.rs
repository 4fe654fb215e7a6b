//! Worlds that a viewer cannot distinguish.
//!
//! By the table of visibility (section 7) a viewer does not know the distribution of unseen cards among the other
//! hands, the gifts that the Tree discarded, and others' standing declines. It knows no answers of others in an open
//! window, and in a Holly window not even which seats have answered. Another world replaces all of that. No state
//! contains facts that a viewer could remember, such as cards that a Ghost gave back; so worlds can differ there, too.

use tinsel_engine::{Chance, GameEngine, SeatIndex, SeatSet, Viewer, present::Present};

use super::words::written;
use crate::{
    action::{Action, Made},
    components::{Card, Cards, Phase, Scope, Standing},
    state::{Answer, SecretSanta, Stage, answered, nothing_answered},
};

/// A match that `viewer` cannot distinguish from `game`, with everything replaced that is hidden from it.
#[must_use]
pub fn redeal(game: &SecretSanta, viewer: Viewer, chance: &mut dyn Chance) -> Option<SecretSanta> {
    let others: Vec<SeatIndex> = game.config.players.iter().filter(|seat| !viewer.is(*seat)).collect();
    let mut world = game.clone();
    redeal_hands(&mut world, &others, chance);
    match game.phase() {
        Phase::Holly => replace_holly_answers(&mut world, game, viewer, chance),
        Phase::Fruitcake | Phase::Snow => replace_answers(&mut world, game, viewer, chance),
        Phase::Turn | Phase::Over => {}
    }
    if game.phase() != Phase::Holly {
        for seat in &others {
            if chance.once_in("redeal", 2) {
                *world.deal.declines.at_mut(*seat) = None;
            }
        }
    }
    Some(world)
}

/// Replaces others' hands and the hidden discards, with equal numbers of cards.
fn redeal_hands(world: &mut SecretSanta, others: &[SeatIndex], chance: &mut dyn Chance) {
    let deal = &mut world.deal;
    let mut unknown: Vec<Card> = others.iter().flat_map(|seat| deal.hands.at(*seat).list()).collect();
    unknown.extend(deal.hidden.list());
    chance.shuffle("worlds: cards", &mut unknown);
    // The Tree discards gifts only, and a seat without cards stays without.
    let is_gift = |card: &Card| matches!(card, Card::Gift(_));
    let mut hidden = Cards::NONE;
    for _ in 0..deal.hidden.len() {
        if let Some(gift) = unknown.iter().position(is_gift) {
            hidden.add(unknown.swap_remove(gift), 1);
        }
    }
    deal.hidden = hidden;
    let mut rest = unknown.into_iter();
    for seat in others {
        let hand = deal.hands.at_mut(*seat);
        let size = usize::from(hand.len());
        *hand = rest.by_ref().take(size).collect();
    }
}

/// Replaces the answers of others; which seats have answered stays.
fn replace_answers(world: &mut SecretSanta, game: &SecretSanta, viewer: Viewer, chance: &mut dyn Chance) {
    let have = game.answers().map_or(SeatSet::EMPTY, answered);
    let Some(own) = game.answers().cloned() else { return };
    forget_answers(world);
    for seat in have.iter() {
        let answer = if viewer.is(seat) {
            *own.at(seat)
        } else {
            Some(any_answer(world, seat, chance).0)
        };
        set_answer(world, seat, answer);
    }
}

/// Replaces the answers of others, which seats have answered, and their standing declines.
// SS-76
fn replace_holly_answers(world: &mut SecretSanta, game: &SecretSanta, viewer: Viewer, chance: &mut dyn Chance) {
    let Some(own) = game.answers().cloned() else { return };
    forget_answers(world);
    let eligible = game.eligible();
    let mut others: Vec<SeatIndex> = eligible.iter().filter(|seat| !viewer.is(*seat)).collect();
    chance.shuffle("worlds: who has answered", &mut others);
    for (seat, _) in game.deal.declines.enumerate() {
        if !viewer.is(seat) && eligible.contains(seat) {
            *world.deal.declines.at_mut(seat) = None;
        }
    }
    let owes = viewer.seat().filter(|seat| game.owing().contains(*seat));
    // At least one seat still owes an answer, otherwise the window would be closed.
    let kept = usize::from(owes.is_none());
    for seat in others.into_iter().skip(kept) {
        if chance.once_in("redeal", 2) {
            let (answer, standing) = any_answer(world, seat, chance);
            *world.deal.declines.at_mut(seat) = standing;
            set_answer(world, seat, Some(answer));
        }
    }
    if let Some(seat) = viewer.seat().filter(|seat| eligible.contains(*seat)) {
        set_answer(world, seat, *own.at(seat));
    }
}

fn forget_answers(world: &mut SecretSanta) {
    let seats = world.config.players;
    match &mut world.stage {
        Stage::Fruitcake { answers } | Stage::Holly { answers, .. } | Stage::Snow { answers } => {
            *answers = nothing_answered(seats);
        }
        Stage::Turn { .. } | Stage::Over => {}
    }
}

fn set_answer(world: &mut SecretSanta, seat: SeatIndex, answer: Option<Answer>) {
    match &mut world.stage {
        Stage::Fruitcake { answers } | Stage::Holly { answers, .. } | Stage::Snow { answers } => {
            *answers.at_mut(seat) = answer;
        }
        Stage::Turn { .. } | Stage::Over => {}
    }
}

/// A random answer of `seat`, which owes one in `world`.
fn any_answer(world: &SecretSanta, seat: SeatIndex, chance: &mut dyn Chance) -> (Answer, Option<Standing>) {
    let drawn = world.any_action(Viewer::Seat(seat), chance);
    let answers = drawn.filter(|action| *action != Action::WithdrawDecline);
    let action = answers.unwrap_or(Action::Decline {
        scope: Some(Scope::Window),
    });
    match world.resolve(seat, &action).map(|made| made.made) {
        Ok(Made::Answered(answer, standing)) => (answer, standing),
        Ok(Made::Took(_) | Made::Withdrew) => panic!("{} of {seat} is no answer", written(&action)),
        Err(rejected) => panic!("{seat} cannot answer {}: {rejected}", written(&action)),
    }
}
