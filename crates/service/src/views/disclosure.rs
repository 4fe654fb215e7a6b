//! The history of a match, restricted to a viewer's access.
//!
//! `tinsel-history` documents when a hash may be disclosed. There are three degrees of [`Disclosure`]. While the match
//! goes on, no viewer receives a hash, nor an event for others. After the end, every viewer receives the hashes. If the
//! game discloses everything at the end, every viewer receives everything.

use bytes::Bytes;
use prost::Message;
use tinsel_engine::Viewer;
use tinsel_proto::v1::{HistoryDecision, HistoryEntry, HistoryEvent, MatchEvent};
use tinsel_store::{Revision, StoreError, UnixMillis};

use super::narrator::Narrator;
use crate::record::{
    MatchRecord, Setup,
    log_entry::{AddressedEvent, LogEntry, LoggedAction},
    time,
};

/// The part of a history that a viewer may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Disclosure {
    /// While the match goes on: the events for the viewer, and its own decisions.
    Told(Viewer),
    /// After the end of a match with a game that keeps secrets: the same, and all hashes.
    ToldWithHashes(Viewer),
    /// After the end of a match with a game that discloses everything: everything.
    Everything,
}

impl Disclosure {
    /// The part of the history of a match that `viewer` may see.
    pub(crate) fn to(viewer: Viewer, record: &MatchRecord) -> Result<Self, StoreError> {
        Ok(match (record.is_over(), record.is_disclosed()?) {
            (true, true) => Self::Everything,
            (true, false) => Self::ToldWithHashes(viewer),
            (false, _) => Self::Told(viewer),
        })
    }

    fn shows(self, event: &AddressedEvent) -> bool {
        match self {
            Self::Told(viewer) | Self::ToldWithHashes(viewer) => event.reaches(viewer),
            Self::Everything => true,
        }
    }

    fn shows_of(self, seat: u32) -> bool {
        match self {
            Self::Told(viewer) | Self::ToldWithHashes(viewer) => {
                viewer.seat().is_some_and(|own| u32::from(own.get()) == seat)
            }
            Self::Everything => true,
        }
    }

    pub(crate) const fn shows_hashes(self) -> bool {
        match self {
            Self::Told(_) => false,
            Self::ToldWithHashes(_) | Self::Everything => true,
        }
    }
}

/// An entry of the log of the match with this setup, restricted to the disclosure; with a narrator also in sentences. Without
/// the setup, names of players are missing.
///
/// # Errors
///
/// If its events or its action cannot be decoded.
pub(crate) fn entry(
    entry: &LogEntry,
    revision: Revision,
    (known, setup): (Disclosure, Option<&Setup>),
    narrator: Option<Narrator<'_>>,
) -> Result<HistoryEntry, StoreError> {
    let (commitment, chain_hash) = if known.shows_hashes() {
        (entry.commitment.clone(), entry.link.clone())
    } else {
        (Bytes::new(), Bytes::new())
    };
    let shown = entry.action.as_ref().filter(|action| known.shows_of(action.seat));
    let events = entry.events.iter().filter(|event| known.shows(event));
    Ok(HistoryEntry {
        revision: revision.get(),
        time: Some(time::timestamp(UnixMillis(entry.at_ms))),
        decision: shown.map(decision).transpose()?,
        events: events
            .map(|told| event(told, (known, setup), narrator))
            .collect::<Result<_, _>>()?,
        commitment,
        chain_hash,
        scene: None,
    })
}

/// The encoded events of an entry that `viewer` receives in a match with this setup, each with its sentence if there is a
/// narrator that can tell it.
pub(crate) fn events_for(
    entry: &LogEntry,
    viewer: Viewer,
    setup: &Setup,
    narrator: Option<Narrator<'_>>,
) -> Vec<Bytes> {
    let events = entry.events.iter().filter(|event| event.reaches(viewer));
    events.map(|event| encoded(event, setup, narrator)).collect()
}

fn encoded(told: &AddressedEvent, setup: &Setup, narrator: Option<Narrator<'_>>) -> Bytes {
    if told.is_named {
        let named = told.named_event(setup).map(|event| with_sentence(event, narrator));
        return named.map_or_else(|_| told.event.clone(), |event| event.encode_to_vec().into());
    }
    let sentence = narrator.and_then(|narrator| narrator.sentence(&told.decoded_event().ok()?));
    if sentence.is_none() {
        return told.event.clone();
    }
    // Fields of an encoded message can be appended.
    let field = MatchEvent { event: None, sentence };
    [&told.event[..], &field.encode_to_vec()].concat().into()
}

fn decision(logged: &LoggedAction) -> Result<HistoryDecision, StoreError> {
    let action = logged.decoded_action()?;
    Ok(HistoryDecision {
        seat: logged.seat,
        by_default: action.is_none(),
        action,
    })
}

/// An event. Its other recipients are included only if everything is disclosed.
fn event(
    told: &AddressedEvent,
    (known, setup): (Disclosure, Option<&Setup>),
    narrator: Option<Narrator<'_>>,
) -> Result<HistoryEvent, StoreError> {
    let event = match setup {
        Some(setup) => told.named_event(setup)?,
        None => told.decoded_event()?,
    };
    let event = with_sentence(event, narrator);
    let to_seats = told.seats.iter().copied().filter(|seat| known.shows_of(*seat));
    Ok(HistoryEvent {
        event: Some(event),
        to_everyone: told.to_all,
        to_seats: to_seats.collect(),
    })
}

fn with_sentence(event: MatchEvent, narrator: Option<Narrator<'_>>) -> MatchEvent {
    let sentence = narrator.and_then(|narrator| narrator.sentence(&event));
    MatchEvent { sentence, ..event }
}

#[cfg(test)]
mod tests;
