//! Worlds that a viewer cannot tell apart.
//!
//! By the table of visibility (section 7) a viewer does not know: who of the others holds which of the cards that are
//! neither in its hand, nor on the table, nor face up in the pile; which gifts the Tree discarded; what others have
//! answered in an open window, and in a Holly window also who has; and others' standing declines. All of that is dealt
//! anew. What a viewer could remember, such as cards that a Ghost gave back, no state keeps; so worlds may differ there,
//! too.

use tinsel_engine::{Chance, GameEngine, SeatIndex, SeatSet, Viewer};

use super::words::said;
use crate::{
    action::{Action, Made},
    bot::{self, once_in},
    components::{Card, Cards, Phase, Scope, Standing},
    state::{Answer, SecretSanta, Stage, answered, nothing_answered},
};

/// A match that `viewer` cannot tell from `game`, with everything hidden from it dealt anew.
#[must_use]
pub fn redeal(game: &SecretSanta, viewer: Viewer, chance: &mut dyn Chance) -> Option<SecretSanta> {
    let others: Vec<SeatIndex> = game.config.players.iter().filter(|seat| !viewer.is(*seat)).collect();
    let mut world = game.clone();
    deal_anew(&mut world, &others, chance);
    match game.phase() {
        Phase::Holly => answer_holly_anew(&mut world, game, viewer, chance),
        Phase::Fruitcake | Phase::Snow => answer_anew(&mut world, game, viewer, chance),
        Phase::Turn | Phase::Over => {}
    }
    if game.phase() != Phase::Holly {
        for seat in &others {
            if once_in(chance, 2) {
                *world.deal.declines.at_mut(*seat) = None;
            }
        }
    }
    Some(world)
}

/// Others' hands and what the Tree discarded, each as many cards as before.
fn deal_anew(world: &mut SecretSanta, others: &[SeatIndex], chance: &mut dyn Chance) {
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

/// Others have answered otherwise; who has is known.
fn answer_anew(world: &mut SecretSanta, game: &SecretSanta, viewer: Viewer, chance: &mut dyn Chance) {
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

/// Others have answered or not, as it may be, and decline for longer or not.
// SS-76
fn answer_holly_anew(world: &mut SecretSanta, game: &SecretSanta, viewer: Viewer, chance: &mut dyn Chance) {
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
    // Somebody still owes, or the window would be closed.
    let kept = usize::from(owes.is_none());
    for seat in others.into_iter().skip(kept) {
        if once_in(chance, 2) {
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

/// Anything that `seat`, which owes an answer in `world`, could answer.
fn any_answer(world: &SecretSanta, seat: SeatIndex, chance: &mut dyn Chance) -> (Answer, Option<Standing>) {
    let drawn = bot::random(&world.legal(Viewer::Seat(seat)), chance);
    let answers = drawn.filter(|action| *action != Action::WithdrawDecline);
    let action = answers.unwrap_or(Action::Decline {
        scope: Some(Scope::Window),
    });
    match world.resolve(seat, &action).map(|made| made.made) {
        Ok(Made::Answered(answer, standing)) => (answer, standing),
        Ok(Made::Took(_) | Made::Withdrew) => panic!("{} of {seat} is no answer", said(&action)),
        Err(rejected) => panic!("{seat} cannot answer {}: {rejected}", said(&action)),
    }
}
