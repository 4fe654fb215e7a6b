//! The events of a match, told in sentences.

use tinsel_catalog::presentation::Writer;
use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{self, HostChanged, MatchEvent, SeatOpened, SeatTaken, match_event::Event};

use super::platform_sentences;
use crate::record::Setup;

/// Tells the events of one match.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Narrator<'a>(&'a Setup);

impl<'a> Narrator<'a> {
    /// A narrator for the match of which this is the newest setup.
    pub(crate) const fn of(setup: &'a Setup) -> Self {
        Self(setup)
    }

    /// A sentence about an event of any revision, which contains the names of players; `None` if this release cannot read
    /// the event.
    pub(crate) fn sentence(self, event: &MatchEvent) -> Option<v1::Text> {
        let event = event.event.as_ref()?;
        let name = |seat| self.name(seat, event);
        if let Event::Game(event) = event {
            let game = self.0.game().ok()?.game();
            let sentence = game.sentence(event, self.0.seats.seats())?;
            return Some(Writer::new(game.facts(), &name).text(&sentence));
        }
        Some(Writer::of_platform(&name).text(&platform_sentences::sentence(event)?))
    }

    /// The name of a seat's occupant at an event. It changes only in the lobby, by events that contain it.
    fn name(self, seat: SeatIndex, event: &Event) -> String {
        let named = if let Event::SeatTaken(SeatTaken { seat: Some(taken), .. }) = event {
            Some((taken.seat, &taken.display_name))
        } else if let Event::SeatOpened(SeatOpened { seat, display_name, .. }) = event {
            Some((*seat, display_name))
        } else if let Event::HostChanged(HostChanged {
            seat: Some(seat),
            display_name,
            ..
        }) = event
        {
            Some((*seat, display_name))
        } else {
            None
        };
        match named {
            Some((own, name)) if own == u32::from(seat.get()) && !name.is_empty() => name.clone(),
            Some(_) | None => self.0.name(seat),
        }
    }
}
