//! A match at a past revision.

use std::sync::Arc;

use tinsel_catalog::{Acted, Action, AnyMatch, NotActed};
use tinsel_engine::{SeatIndex, SeatSet};
use tinsel_proto::v1::{SeatControl, match_event::Event};
use tinsel_store::Revision;

use super::{
    log_entry::{LogEntry, LoggedAction},
    match_record::MatchRecord,
    setup::Setup,
};
use crate::error::RpcError;

/// A match at a past or the newest revision, which advances entry by entry.
#[derive(Debug, Clone)]
pub(crate) struct PastMatch {
    pub(crate) revision: Revision,
    /// `None` before the start.
    pub(crate) playing: Option<Arc<dyn AnyMatch>>,
    /// The seats that have forfeited at this revision.
    pub(crate) forfeited: SeatSet,
}

impl PastMatch {
    /// A match before its first revision.
    pub(crate) const fn before_creation() -> Self {
        Self {
            revision: Revision::NONE,
            playing: None,
            forfeited: SeatSet::EMPTY,
        }
    }

    /// A match at its newest revision.
    pub(crate) fn newest(record: &MatchRecord) -> Self {
        Self {
            revision: record.version.revision,
            playing: record.play.as_ref().map(|play| Arc::clone(&play.game)),
            forfeited: record.setup.forfeited(),
        }
    }

    /// Replays the next entry of the match, whose newest state is `record`.
    ///
    /// # Errors
    ///
    /// The entry cannot be replayed, or the replay has other events. This match is then at no revision.
    pub(crate) fn advance(&mut self, record: &MatchRecord, entry: &LogEntry) -> Result<(), RpcError> {
        let acted = match &entry.action {
            Some(decision) => Some(self.decide(&record.setup, decision)?),
            None => None,
        };
        let mut replayed = LogEntry::default();
        self.take_over(acted, &mut replayed);
        let mut stored = Vec::with_capacity(entry.events.len());
        for event in &entry.events {
            match event.decoded_event()?.event {
                Some(Event::Game(_)) => stored.push(&event.event),
                Some(Event::MatchBegun(_)) => self.take_over(Some(begin(record)?), &mut replayed),
                Some(Event::SeatControlChanged(changed)) if changed.control() == SeatControl::Forfeited => {
                    let seat = record.setup.seat(changed.seat)?;
                    self.forfeited = self.forfeited.with(seat);
                }
                Some(_) => {}
                None => return Err(unreplayable("an empty event")),
            }
        }
        if !stored.into_iter().eq(replayed.events.iter().map(|event| &event.event)) {
            return Err(unreplayable("events that the replay does not have"));
        }
        self.revision = self.revision.plus(1);
        Ok(())
    }

    /// Continues after an action, whose events are added to an entry.
    fn take_over(&mut self, acted: Option<Acted>, entry: &mut LogEntry) {
        if let Some(Acted { after, events }) = acted {
            self.playing = Some(after);
            entry.tell_game(events);
        }
    }

    fn decide(&self, setup: &Setup, decision: &LoggedAction) -> Result<Acted, RpcError> {
        let playing = self.playing.as_ref();
        let playing = playing.ok_or_else(|| unreplayable("a decision before the start"))?;
        let action = decision.decoded_action()?.map(Action::read).transpose();
        let action = action.map_err(|_| unreplayable("a decision without an action"))?;
        let seat: SeatIndex = setup.seat(decision.seat)?;
        let acted = match &action {
            Some(action) => playing.act(seat, action, self.forfeited),
            None => playing.absent(seat, self.forfeited).map_err(NotActed::from),
        };
        acted.map_err(|not| match not {
            NotActed::OtherGame => unreplayable("an action of another game"),
            NotActed::Refused(refusal) => unreplayable(refusal.code),
        })
    }
}

fn begin(record: &MatchRecord) -> Result<Acted, RpcError> {
    let newest = record.play.as_ref().ok_or_else(|| unreplayable("a start"))?;
    Ok(newest.game.begin_again(record.setup.seed()))
}

fn unreplayable(cause: &str) -> RpcError {
    RpcError::internal(format!("the history cannot be replayed: {cause}"))
}
