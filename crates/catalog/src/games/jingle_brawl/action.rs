//! Actions, both ways. Invalid values of a client stay invalid, for the game to refuse.

use tinsel_jingle_brawl::{Action, GambitChoice, Method, Path, ReprisalChoice, Response, Throw};
use tinsel_proto::games::jingle_brawl::v1 as wire;
use wire::action::Action as Kind;

use super::{asked_gift, gift, kinds::Named};
use crate::games::seats;

pub(super) fn write(action: &Action) -> wire::Action {
    wire::Action {
        action: Some(kind(action)),
    }
}

fn kind(action: &Action) -> Kind {
    match *action {
        Action::Open { gift: asked } => Kind::Open(wire::Open { gift: asked.map(gift) }),
        Action::Bid { amount } => Kind::Bid(wire::PlaceBid { amount }),
        Action::RespondToBid { choice } => Kind::RespondToBid(wire::RespondToBid {
            choice: write_any(choice),
        }),
        Action::Gambit { choice } => Kind::Gambit(wire::Gambit {
            choice: choice.map(|choice| match choice {
                GambitChoice::Keep => wire::gambit::Choice::Keep(wire::Keep {}),
                GambitChoice::Target(target) => wire::gambit::Choice::TargetGift(gift(target)),
            }),
        }),
        Action::ChooseMethod { method } => Kind::ChooseMethod(wire::ChooseMethod {
            method: write_any(method),
        }),
        Action::Throw { throw } => Kind::MakeThrow(wire::MakeThrow {
            shape: write_any(throw),
        }),
        Action::Report { winner } => Kind::Report(wire::Report {
            winner: winner.map(seats::number),
        }),
        Action::Verdict { winner } => Kind::Verdict(wire::Verdict {
            winner: winner.map(seats::number),
        }),
        Action::Discard { gift: asked } => Kind::Discard(wire::Discard { gift: asked.map(gift) }),
        Action::Reprisal { choice, defender } => Kind::Reprisal(wire::Reprisal {
            choice: choice.map(|choice| match choice {
                ReprisalChoice::Decline => wire::reprisal::Choice::Decline(wire::Decline {}),
                ReprisalChoice::Target(target) => wire::reprisal::Choice::TargetGift(gift(target)),
            }),
            defender: defender.map(seats::number),
        }),
        Action::ChoosePath { path, target_gift } => Kind::ChoosePath(wire::ChoosePath {
            path: write_any(path),
            target_gift: target_gift.map(gift),
        }),
        Action::ChooseDefender { defender } => Kind::ChooseDefender(wire::ChooseDefender {
            defender: defender.map(seats::number),
        }),
    }
}

/// A requested action; `None` if none is set.
pub(super) fn read(action: &wire::Action) -> Option<Action> {
    Some(match action.action.as_ref()? {
        Kind::Open(asked) => Action::Open {
            gift: asked.gift.map(asked_gift),
        },
        Kind::Bid(asked) => Action::Bid { amount: asked.amount },
        Kind::RespondToBid(asked) => Action::RespondToBid {
            choice: Response::read(asked.choice),
        },
        Kind::Gambit(asked) => Action::Gambit {
            choice: asked.choice.as_ref().map(|choice| match choice {
                wire::gambit::Choice::Keep(wire::Keep {}) => GambitChoice::Keep,
                wire::gambit::Choice::TargetGift(target) => GambitChoice::Target(asked_gift(*target)),
            }),
        },
        Kind::ChooseMethod(asked) => Action::ChooseMethod {
            method: Method::read(asked.method),
        },
        Kind::MakeThrow(asked) => Action::Throw {
            throw: Throw::read(asked.shape),
        },
        Kind::Report(asked) => Action::Report {
            winner: asked.winner.map(seats::asked),
        },
        Kind::Verdict(asked) => Action::Verdict {
            winner: asked.winner.map(seats::asked),
        },
        Kind::Discard(asked) => Action::Discard {
            gift: asked.gift.map(asked_gift),
        },
        Kind::Reprisal(asked) => Action::Reprisal {
            choice: asked.choice.as_ref().map(|choice| match choice {
                wire::reprisal::Choice::Decline(wire::Decline {}) => ReprisalChoice::Decline,
                wire::reprisal::Choice::TargetGift(target) => ReprisalChoice::Target(asked_gift(*target)),
            }),
            defender: asked.defender.map(seats::asked),
        },
        Kind::ChoosePath(asked) => Action::ChoosePath {
            path: Path::read(asked.path),
            target_gift: asked.target_gift.map(asked_gift),
        },
        Kind::ChooseDefender(asked) => Action::ChooseDefender {
            defender: asked.defender.map(seats::asked),
        },
    })
}

/// An optional choice.
fn write_any<T: Named>(choice: Option<T>) -> i32 {
    choice.map_or(0, Named::write)
}
