//! The expected course of a match, from the accepted actions of its players.

use std::sync::Arc;

use tinsel_catalog::{AddressedEvent, AnyMatch};
use tinsel_engine::{SeatSet, Viewer};
use tinsel_history::{begin, decide};
use tinsel_proto::v1::{
    CreateMatchRequest, GameAction, GameEvent, HistoryDecision, Match, MatchEvent, MatchState, match_event,
    watch_match_response::Message as Said,
};

use crate::{api::Api, test_match::TestMatch};

/// An action that a server reported as accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct Accepted {
    /// The revision that the server returned.
    pub revision: u64,
    /// The seat that submitted it.
    pub seat: usize,
    /// The submitted action.
    pub action: GameAction,
}

/// A finished match, replayed from public facts: its options, its seed, and the accepted actions of its players. Events
/// and states of all servers must match the replay.
#[derive(Debug)]
pub struct Replay {
    /// The revision with which the match started.
    begun: u64,
    /// The states; the first one is the state before any action.
    states: Vec<Arc<dyn AnyMatch>>,
    /// The events of the transition to each state.
    told: Vec<Vec<AddressedEvent>>,
}

impl Replay {
    /// Replays the match that was created with `asked` and ended with `end`.
    ///
    /// Fails the test unless each accepted action has its own revision, and there are no others: then no action was
    /// lost or applied twice.
    #[must_use]
    pub fn of(asked: &CreateMatchRequest, end: &MatchState, mut accepted: Vec<Accepted>) -> Self {
        let ended = end.r#match.as_ref().expect("a match");
        let begun = begun_at(ended.seats.len());
        accepted.sort_by_key(|accepted| accepted.revision);
        let revisions: Vec<_> = accepted.iter().map(|accepted| accepted.revision).collect();
        assert_eq!(revisions, (begun + 1..=ended.revision).collect::<Vec<_>>());
        let ended = Match {
            config: Option::clone(&asked.config),
            ..ended.clone()
        };
        let started = begin(&ended).expect("options");
        let (mut states, mut told) = (vec![started.after], vec![started.events]);
        for Accepted { seat, action, .. } in &accepted {
            let before = states.last().expect("a state before");
            let decision = HistoryDecision {
                seat: u32::try_from(*seat).expect("a seat"),
                action: Some(action.clone()),
                by_default: false,
            };
            let acted = decide(&**before, &decision, SeatSet::EMPTY).expect("accepted here, too");
            states.push(acted.after);
            told.push(acted.events);
        }
        Self { begun, states, told }
    }

    /// The states of the match, from its start on.
    #[must_use]
    pub fn states(&self) -> &[Arc<dyn AnyMatch>] {
        &self.states
    }

    /// The events of the game for `viewer`, for each revision of the match from the first on.
    pub fn told(&self, viewer: Viewer) -> Vec<Vec<GameEvent>> {
        let lobby = (1..self.begun).map(|_| Vec::new());
        let heard = |told: &Vec<AddressedEvent>| {
            let audible = told.iter().filter(|told| told.to.includes(viewer));
            audible.map(|told| told.event.clone()).collect()
        };
        lobby.chain(self.told.iter().map(heard)).collect()
    }

    /// Checks the events and states that this server sends to each watcher of the match.
    pub async fn check(&self, api: &Api, table: &TestMatch) {
        let end = self.states.last().expect("an end");
        for (viewer, token) in table.watchers() {
            let history = table.told(api, Some(0), token, u64::MAX).await;
            let mut told = Vec::new();
            for (response, revision) in history.into_iter().zip(1..) {
                let Some(Said::Update(update)) = response.message else {
                    panic!("not an update: {response:?}")
                };
                assert_eq!(update.revision, revision, "a gap or a repetition");
                told.push(game_events(&update.events));
            }
            assert!(
                told == self.told(viewer),
                "{viewer} received other events than the replay"
            );
            let shown = table.state(api, token).await.view;
            assert_eq!(shown, Some(end.view(viewer, SeatSet::EMPTY)), "{viewer}");
        }
    }
}

/// The events of the game among `events`.
#[must_use]
pub fn game_events(events: &[MatchEvent]) -> Vec<GameEvent> {
    let of_game = events.iter().filter_map(|event| match &event.event {
        Some(match_event::Event::Game(event)) => Some(event.clone()),
        _ => None,
    });
    of_game.collect()
}

/// The revision with which a match of players starts when it is full: one for its creation, one for each seat, and one
/// for the start.
#[must_use]
pub fn begun_at(seats: usize) -> u64 {
    u64::try_from(seats).expect("a number of seats") + 2
}
