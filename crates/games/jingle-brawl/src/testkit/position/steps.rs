//! What happens once a position is set up.

use std::num::NonZeroU32;

use tinsel_engine::{Chance, SeatIndex};

use crate::{action::Action, components::Phase, state::JingleBrawl, testkit::words};

#[derive(Debug, Clone)]
pub(super) enum Step {
    Act(SeatIndex, Action),
    Absent(SeatIndex),
    Bids(Vec<(SeatIndex, u32)>),
    Won(SeatIndex),
}

/// The decisions of a step; `None` for a clock that runs out.
pub(super) fn decisions(game: &JingleBrawl, step: Step) -> Vec<(SeatIndex, Option<Action>)> {
    match step {
        Step::Act(seat, action) => vec![(seat, Some(action))],
        Step::Absent(seat) => vec![(seat, None)],
        Step::Bids(bids) => {
            assert!(game.phase() == Phase::Bidding, "nobody is asked for a bid");
            let of = |seat: SeatIndex| {
                bids.iter()
                    .find(|(bidder, _)| *bidder == seat)
                    .map_or(0, |(_, bid)| *bid)
            };
            let owing = game.owing().iter();
            owing.map(|seat| (seat, Some(words::bid(of(seat))))).collect()
        }
        Step::Won(winner) => {
            assert!(game.phase() == Phase::DuelReport, "no duel waits for reports");
            let owing = game.owing().iter();
            owing.map(|seat| (seat, Some(words::report(winner.get())))).collect()
        }
    }
}

/// For what is not decided by chance.
pub(super) struct NoDraw;

impl Chance for NoDraw {
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32 {
        panic!("setting up a position draws {draw:?} below {bound}; use `resolve`")
    }
}
