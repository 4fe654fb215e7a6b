//! The steps after the setup of a position.

use std::{collections::BTreeMap, num::NonZeroU32};

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
pub(super) fn decisions(game: &JingleBrawl, step: Step) -> Result<Vec<(SeatIndex, Option<Action>)>, String> {
    let (owing, phase) = (game.owing(), game.phase());
    Ok(match step {
        Step::Act(seat, action) => vec![(seat, Some(action))],
        Step::Absent(seat) => vec![(seat, None)],
        Step::Bids(bids) => {
            let each: BTreeMap<SeatIndex, u32> = bids.iter().copied().collect();
            let owed = each.keys().all(|bidder| owing.contains(*bidder));
            if phase != Phase::Bidding || !owed || each.len() < bids.len() {
                return Err(format!("bids {bids:?} while {owing:?} owe {phase:?}"));
            }
            let bid = |seat| words::bid(each.get(&seat).copied().unwrap_or(0));
            owing.iter().map(|seat| (seat, Some(bid(seat)))).collect()
        }
        Step::Won(_) if phase != Phase::DuelReport => return Err("no duel waits for reports".to_owned()),
        Step::Won(winner) => {
            let report = Some(words::report(winner.get()));
            owing.iter().map(|seat| (seat, report)).collect()
        }
    })
}

/// A random source for code that must not draw.
pub(super) struct NoDraw;

impl Chance for NoDraw {
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32 {
        panic!("setting up a position draws {draw:?} below {bound}; use `resolve`")
    }
}
