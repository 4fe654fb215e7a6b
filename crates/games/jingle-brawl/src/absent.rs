//! The defaults of inactive seats, and the pending decisions that show them (section 9).

use tinsel_engine::{Decision, DefaultFacts, SeatIndex, Viewer, never};

use crate::{
    action::{Action, GambitChoice, Made, ReprisalChoice},
    components::{Chips, Path, Response},
    facts,
    state::{JingleBrawl, Stage},
};

/// The default of the pending decision, or `None` once the match is over.
// JB-R58
pub(crate) fn default_of(game: &JingleBrawl) -> Option<Made> {
    match &game.stage {
        Stage::Opening => game.table.wrapped().next().map(Made::Opened),
        Stage::Bidding { .. } => Some(Made::Bid(Chips::ZERO)),
        Stage::YieldChoice => Some(Made::Responded(Response::Stand)),
        Stage::GambitChoice => Some(Made::Kept),
        Stage::PathChoice => Some(Made::Auctioned),
        Stage::DefenderChoice => Some(Made::Named(next_clockwise(game))),
        Stage::Method { .. } => game.config.duel_methods.first().copied().map(Made::MethodChosen),
        Stage::Throw { .. } => Some(Made::Threw(None)),
        // JB-31: only the clock abstains
        Stage::Report { .. } => Some(Made::Reported(None)),
        Stage::Verdict { .. } => Some(Made::Ruled(None)),
        Stage::Discard { received, .. } => Some(Made::Discarded(*received)),
        Stage::Reprisal { .. } => Some(Made::Declined),
        Stage::Finished => None,
    }
}

fn next_clockwise(game: &JingleBrawl) -> SeatIndex {
    let active = game.turn.seat;
    let mut after = game.config.players.iter().filter(|seat| *seat > active);
    after.next().unwrap_or(SeatIndex::new(0))
}

/// The action that is equal to a default; `None` if a draw decides, or if only the clock can do this.
fn as_action(made: Made) -> Option<Action> {
    match made {
        Made::Opened(gift) => Some(Action::Open { gift: Some(gift) }),
        Made::Bid(amount) => Some(Action::Bid {
            amount: Some(u32::from(amount.get())),
        }),
        Made::Responded(response) => Some(Action::RespondToBid { choice: Some(response) }),
        Made::Kept => Some(Action::Gambit {
            choice: Some(GambitChoice::Keep),
        }),
        Made::MethodChosen(method) => Some(Action::ChooseMethod { method: Some(method) }),
        Made::Discarded(gift) => Some(Action::Discard { gift: Some(gift) }),
        Made::Declined => Some(Action::Reprisal {
            choice: Some(ReprisalChoice::Decline),
            defender: None,
        }),
        Made::Auctioned => Some(Action::ChoosePath {
            path: Some(Path::Auction),
            target_gift: None,
        }),
        Made::Named(defender) => Some(Action::ChooseDefender {
            defender: Some(defender),
        }),
        Made::Threw(_) | Made::Reported(_) | Made::Ruled(_) => None,
        Made::Gambit(_) | Made::Reprised(_) | Made::Stole(_) => {
            never!("JB-R58: a default challenges no seat");
            None
        }
    }
}

/// The pending decisions, as `viewer` may know them.
///
/// Only the seat itself sees the content of its default; others see the rule.
pub(crate) fn pending_decisions(game: &JingleBrawl, viewer: Viewer) -> Vec<Decision<Action>> {
    let Some(default) = declared(&game.stage) else {
        return Vec::new();
    };
    let action = |seat| default_of(game).filter(|_| viewer.is(seat)).and_then(as_action);
    let owing = game.owing().iter();
    owing.map(|seat| default.pending(seat, action(seat))).collect()
}

const fn declared(stage: &Stage) -> Option<DefaultFacts> {
    Some(match stage {
        Stage::Opening => facts::LOWEST_GIFT,
        Stage::Bidding { .. } => facts::NO_BID,
        Stage::YieldChoice => facts::STAND,
        Stage::GambitChoice => facts::KEEP,
        Stage::PathChoice => facts::AUCTION,
        Stage::DefenderChoice => facts::NEXT_SEAT,
        Stage::Method { .. } => facts::FIRST_METHOD,
        Stage::Throw { .. } => facts::RANDOM_THROW,
        Stage::Report { .. } => facts::NO_REPORT,
        Stage::Verdict { .. } => facts::COIN,
        Stage::Discard { .. } => facts::DISCARD_RECEIVED,
        Stage::Reprisal { .. } => facts::DECLINE,
        Stage::Finished => return None,
    })
}
