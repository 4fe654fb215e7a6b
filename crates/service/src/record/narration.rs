//! The replay of a match, entry by entry, for the sentences of its events and for past scenes.

use std::{collections::VecDeque, sync::Arc};

use tinsel_catalog::{Action, AnyMatch, NarratedEvent, NotActed, presentation::Writer};
use tinsel_engine::{SeatIndex, SeatSet};
use tinsel_proto::v1::{self, SeatControl, match_event::Event};
use tinsel_store::{Revision, Version};

use super::{
    log_entry::{LogEntry, LoggedAction},
    match_record::MatchRecord,
    platform_sentences,
    setup::Setup,
};
use crate::error::RpcError;

/// A match at a past or the newest revision.
#[derive(Debug, Clone)]
pub(crate) struct Narrator {
    /// The revision with the nonce of its write.
    pub(crate) at: Version,
    /// `None` before the start.
    pub(crate) playing: Option<Arc<dyn AnyMatch>>,
    /// The name of each seat's occupant.
    names: Vec<String>,
    forfeited: SeatSet,
}

impl Narrator {
    /// A match before its first revision.
    pub(crate) fn before_creation(setup: &Setup) -> Self {
        Self {
            at: Version {
                revision: Revision::NONE,
                nonce: 0,
            },
            playing: None,
            names: vec![String::new(); usize::from(setup.seats.seats().get())],
            forfeited: SeatSet::EMPTY,
        }
    }

    /// A match at its newest revision.
    pub(crate) fn at(record: &MatchRecord) -> Self {
        let setup = &record.setup;
        Self {
            at: record.version,
            playing: record.play.as_ref().map(|play| Arc::clone(&play.game)),
            names: setup.seats.iter().map(|occupant| occupant.name().to_owned()).collect(),
            forfeited: setup.forfeited(),
        }
    }

    /// Replays the next entry of the match, whose newest state is `record`. Returns a sentence for each of its events, in
    /// order.
    ///
    /// # Errors
    ///
    /// The entry cannot be replayed. No sentence and no scene of this narrator is correct afterwards.
    pub(crate) fn tell(&mut self, record: &MatchRecord, entry: &LogEntry) -> Result<Vec<v1::Text>, RpcError> {
        let setup = &record.setup;
        let mut game_events = match &entry.action {
            Some(decision) => self.decide(setup, decision)?,
            None => VecDeque::new(),
        };
        let mut sentences = Vec::with_capacity(entry.events.len());
        for event in &entry.events {
            let event = event
                .decoded_event()?
                .event
                .ok_or_else(|| unreplayable("an empty event"))?;
            self.note(&event);
            if let Event::MatchBegun(_) = event {
                game_events = self.begin(record)?;
            }
            let name = |seat: SeatIndex| self.name(seat);
            sentences.push(match platform_sentences::sentence(&event) {
                Some(sentence) => Writer::of_platform(&name).text(&sentence),
                None => {
                    let told = game_events
                        .pop_front()
                        .filter(|told| Event::Game(told.event.clone()) == event);
                    let told = told.ok_or_else(|| unreplayable("an event that the replay does not have"))?;
                    Writer::new(setup.game()?.game().facts(), &name).text(&told.sentence)
                }
            });
        }
        self.at = Version {
            revision: self.at.revision.plus(1),
            nonce: entry.nonce,
        };
        Ok(sentences)
    }

    /// The seats that have forfeited at this revision.
    pub(crate) const fn forfeited(&self) -> SeatSet {
        self.forfeited
    }

    /// The name of a seat's occupant at this revision.
    pub(crate) fn name(&self, seat: SeatIndex) -> String {
        self.names.get(usize::from(seat.get())).cloned().unwrap_or_default()
    }

    fn begin(&mut self, record: &MatchRecord) -> Result<VecDeque<NarratedEvent>, RpcError> {
        let newest = record.play.as_ref().ok_or_else(|| unreplayable("a start"))?;
        let started = newest.game.narrate_start(record.setup.seed());
        self.playing = Some(started.after);
        Ok(started.events.into())
    }

    fn decide(&mut self, setup: &Setup, decision: &LoggedAction) -> Result<VecDeque<NarratedEvent>, RpcError> {
        let playing = self
            .playing
            .as_ref()
            .ok_or_else(|| unreplayable("a decision before the start"))?;
        let action = decision.decoded_action()?.map(Action::read).transpose();
        let action = action.map_err(|_| unreplayable("a decision without an action"))?;
        let seat = setup.seat(decision.seat)?;
        let narrated = playing.narrate(seat, action.as_ref(), self.forfeited);
        let narrated = narrated.map_err(|not| match not {
            NotActed::OtherGame => unreplayable("an action of another game"),
            NotActed::Refused(refusal) => unreplayable(refusal.code),
        })?;
        self.playing = Some(narrated.after);
        Ok(narrated.events.into())
    }

    /// Takes over what an event of the platform changes.
    fn note(&mut self, event: &Event) {
        if let Event::SeatTaken(taken) = event
            && let Some(seat) = &taken.seat
            && let Some(name) = usize::try_from(seat.seat)
                .ok()
                .and_then(|index| self.names.get_mut(index))
        {
            name.clone_from(&seat.display_name);
        } else if let Event::SeatControlChanged(changed) = event
            && changed.control() == SeatControl::Forfeited
            && let Ok(seat) = u8::try_from(changed.seat)
        {
            self.forfeited = self.forfeited.with(SeatIndex::new(seat));
        }
    }
}

fn unreplayable(cause: impl ToString) -> RpcError {
    RpcError::internal(format!("the history cannot be replayed: {}", cause.to_string()))
}
