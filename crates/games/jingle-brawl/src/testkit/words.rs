//! Short functions that build actions.

use tinsel_engine::SeatIndex;

use crate::{
    action::{Action, GambitChoice, ReprisalChoice},
    components::{GiftId, Method, Path, Response, Throw},
};

/// `OPEN`.
#[must_use]
pub const fn open(gift: u8) -> Action {
    Action::Open {
        gift: Some(GiftId::new(gift)),
    }
}

/// `BID`.
#[must_use]
pub const fn bid(amount: u32) -> Action {
    Action::Bid { amount: Some(amount) }
}

/// `RESPOND_TO_BID`: stand.
#[must_use]
pub const fn stand() -> Action {
    Action::RespondToBid {
        choice: Some(Response::Stand),
    }
}

/// `RESPOND_TO_BID`: yield.
#[must_use]
pub const fn yields() -> Action {
    Action::RespondToBid {
        choice: Some(Response::Yield),
    }
}

/// `GAMBIT`: keep.
#[must_use]
pub const fn keep() -> Action {
    Action::Gambit {
        choice: Some(GambitChoice::Keep),
    }
}

/// `GAMBIT` for a gift.
#[must_use]
pub const fn gambit(gift: u8) -> Action {
    Action::Gambit {
        choice: Some(GambitChoice::Target(GiftId::new(gift))),
    }
}

/// `CHOOSE_METHOD`.
#[must_use]
pub const fn choose(method: Method) -> Action {
    Action::ChooseMethod { method: Some(method) }
}

/// `THROW`.
#[must_use]
pub const fn throw(throw: Throw) -> Action {
    Action::Throw { throw: Some(throw) }
}

/// `REPORT` that this seat won.
#[must_use]
pub const fn report(winner: u8) -> Action {
    Action::Report {
        winner: Some(SeatIndex::new(winner)),
    }
}

/// `VERDICT` for this seat.
#[must_use]
pub const fn verdict(winner: u8) -> Action {
    Action::Verdict {
        winner: Some(SeatIndex::new(winner)),
    }
}

/// `DISCARD`.
#[must_use]
pub const fn discard(gift: u8) -> Action {
    Action::Discard {
        gift: Some(GiftId::new(gift)),
    }
}

/// `REPRISAL`: decline.
#[must_use]
pub const fn decline() -> Action {
    Action::Reprisal {
        choice: Some(ReprisalChoice::Decline),
        defender: None,
    }
}

/// `REPRISAL` for a gift that a seat holds.
#[must_use]
pub const fn reprise(gift: u8) -> Action {
    Action::Reprisal {
        choice: Some(ReprisalChoice::Target(GiftId::new(gift))),
        defender: None,
    }
}

/// `REPRISAL` for a Misfit with this seat as its Defender.
#[must_use]
pub const fn reprise_misfit(gift: u8, defender: u8) -> Action {
    Action::Reprisal {
        choice: Some(ReprisalChoice::Target(GiftId::new(gift))),
        defender: Some(SeatIndex::new(defender)),
    }
}

/// `CHOOSE_PATH`: steal.
#[must_use]
pub const fn steal(gift: u8) -> Action {
    Action::ChoosePath {
        path: Some(Path::Steal),
        target_gift: Some(GiftId::new(gift)),
    }
}

/// `CHOOSE_PATH`: auction.
#[must_use]
pub const fn auction() -> Action {
    Action::ChoosePath {
        path: Some(Path::Auction),
        target_gift: None,
    }
}

/// `CHOOSE_DEFENDER`.
#[must_use]
pub const fn defend(seat: u8) -> Action {
    Action::ChooseDefender {
        defender: Some(SeatIndex::new(seat)),
    }
}
