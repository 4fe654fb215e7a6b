//! A decision of a seat, judged in one order whether it is to be taken or only tried.

use tinsel_catalog::{AnyMatch, NotActed};
use tinsel_engine::SeatIndex;
use tinsel_proto::v1::GameAction;
use tinsel_store::Revision;

use crate::{
    auth::Sitting,
    error::RpcError,
    show,
    table::{Decider, Play, Table},
};

/// What a seat decides, and about which revision.
#[derive(Debug)]
pub(crate) struct Decision<'a> {
    sitting: Sitting,
    pub(crate) action: &'a GameAction,
    expected: Option<Revision>,
}

impl<'a> Decision<'a> {
    pub(crate) fn new(sitting: Sitting, action: &'a GameAction, expected: Option<u64>) -> Self {
        Self {
            sitting,
            action,
            expected: expected.map(Revision::new),
        }
    }

    pub(crate) const fn seat(&self) -> SeatIndex {
        self.sitting.seat
    }

    /// The play it is about, and what `judge` makes of it there, if nothing forbids it.
    pub(crate) fn judged<'t, T>(
        &self,
        table: &'t Table,
        judge: impl Fn(&dyn AnyMatch, SeatIndex, &GameAction) -> Result<T, NotActed>,
    ) -> Result<(&'t Play, T), RpcError> {
        let seat = table.seat_of(self.sitting)?;
        if table.setup.aborted {
            return Err(RpcError::MatchOver);
        }
        let revision = table.version.revision;
        if !table.is_over() && self.expected.is_some_and(|expected| expected != revision) {
            return Err(RpcError::RevisionMismatch { revision });
        }
        let play = table.play.as_ref().ok_or(RpcError::MatchNotStarted)?;
        if table.is_active() && table.setup.decider(seat) != Decider::Player {
            let conduct = show::conduct(table.setup.seats.at(seat).conduct());
            return Err(RpcError::NoPlayerDecides { conduct });
        }
        let judged = judge(&*play.game, seat, self.action).map_err(|not| match not {
            NotActed::Unreadable => RpcError::WrongGame {
                game: play.game.facts().id,
            },
            NotActed::Refused(refusal) => RpcError::Refused {
                refusal: Box::new(refusal),
                revision: Some(revision),
            },
        })?;
        Ok((play, judged))
    }
}
