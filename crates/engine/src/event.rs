//! Events and their recipients.

use serde::{Deserialize, Serialize};

use crate::{SeatIndex, SeatSet, Viewer};

/// The recipients of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Audience {
    /// Every seat and every spectator.
    Everyone,
    /// These seats, and no spectator.
    Only(SeatSet),
}

impl Audience {
    /// Just this seat.
    #[must_use]
    pub const fn seat(seat: SeatIndex) -> Self {
        Self::Only(SeatSet::only(seat))
    }

    /// Whether `viewer` receives the event.
    #[must_use]
    pub fn includes(self, viewer: Viewer) -> bool {
        match self {
            Self::Everyone => true,
            Self::Only(seats) => viewer.seat().is_some_and(|seat| seats.contains(seat)),
        }
    }
}

/// An event with its recipients; the code that makes the event decides on them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Addressed<E> {
    /// The recipients.
    pub to: Audience,
    /// The event itself.
    pub event: E,
}

/// The events of one change of a match, in order.
///
/// A secret and its public shadow are two events, not one event and a filter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Events<E>(Vec<Addressed<E>>);

impl<E> Events<E> {
    /// No event yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds an event that everyone receives.
    pub fn everyone(&mut self, event: E) {
        self.push(Audience::Everyone, event);
    }

    /// Adds an event that only one seat receives.
    pub fn seat(&mut self, seat: SeatIndex, event: E) {
        self.push(Audience::seat(seat), event);
    }

    /// Adds an event with its recipients.
    pub fn push(&mut self, to: Audience, event: E) {
        self.0.push(Addressed { to, event });
    }

    /// All events with their audiences, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Addressed<E>> {
        self.0.iter()
    }

    /// The events that `viewer` receives, in order.
    pub fn seen_by(&self, viewer: Viewer) -> impl Iterator<Item = &E> {
        self.0
            .iter()
            .filter(move |addressed| addressed.to.includes(viewer))
            .map(|addressed| &addressed.event)
    }

    /// How many events there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no event.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends the events of `later`.
    pub fn append(&mut self, later: Self) {
        self.0.extend(later.0);
    }
}

impl<E> Default for Events<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E> IntoIterator for Events<E> {
    type Item = Addressed<E>;
    type IntoIter = std::vec::IntoIter<Addressed<E>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_event_reaches_its_seat_and_no_spectator() {
        let mut events = Events::new();
        events.everyone("public");
        events.seat(SeatIndex::new(2), "secret");
        let seen = |viewer| events.seen_by(viewer).copied().collect::<Vec<_>>();
        assert_eq!(seen(Viewer::Seat(SeatIndex::new(2))), ["public", "secret"]);
        assert_eq!(seen(Viewer::Seat(SeatIndex::new(1))), ["public"]);
        assert_eq!(seen(Viewer::Spectator), ["public"]);
    }
}
