//! What must follow from what players had accepted.

use std::sync::Arc;

use tinsel_catalog::{AnyMatch, Told};
use tinsel_engine::Viewer;
use tinsel_history::{begin, decide};
use tinsel_proto::v1::{
    CreateMatchRequest, GameAction, GameEvent, HistoryDecision, Match, MatchEvent, MatchState, match_event,
    watch_match_response::Message as Said,
};

use crate::{api::Api, table::Table};

/// An action that a player was told is accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct Accepted {
    /// The revision that it made, as the player was told.
    pub revision: u64,
    /// Who asked for it.
    pub seat: usize,
    /// The action as it was asked for.
    pub action: GameAction,
}

/// A finished match, played again from what everybody may know of it: its options, its seed, and what its players had
/// accepted. Whatever the servers tell and show must be what comes of that.
#[derive(Debug)]
pub struct Replay {
    /// The revision with which it began.
    begun: u64,
    /// The states, the first one before any action.
    states: Vec<Arc<dyn AnyMatch>>,
    /// What was told on the way to each of the states.
    told: Vec<Vec<Told>>,
}

impl Replay {
    /// Plays the match again that was created as `asked` and ended as `end`.
    ///
    /// Fails the test unless every action that was accepted is a revision of its own, and there are no others: then
    /// none was lost, and none was applied twice.
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
        let (mut states, mut told) = (vec![started.after], vec![started.told]);
        for Accepted { seat, action, .. } in &accepted {
            let before = states.last().expect("a state before");
            let decision = HistoryDecision {
                seat: u32::try_from(*seat).expect("a seat"),
                action: Some(action.clone()),
                by_default: false,
            };
            let context = before.facts().context();
            let acted = decide(&**before, &decision, &context).expect("accepted here, too");
            states.push(acted.after);
            told.push(acted.told);
        }
        Self { begun, states, told }
    }

    /// The states of the match, from its beginning on.
    #[must_use]
    pub fn states(&self) -> &[Arc<dyn AnyMatch>] {
        &self.states
    }

    /// What the game told `viewer`, for each revision of the match from the first on.
    pub fn told(&self, viewer: Viewer) -> Vec<Vec<GameEvent>> {
        let lobby = (1..self.begun).map(|_| Vec::new());
        let heard = |told: &Vec<Told>| {
            let audible = told.iter().filter(|told| told.to.includes(viewer));
            audible.map(|told| told.event.clone()).collect()
        };
        lobby.chain(self.told.iter().map(heard)).collect()
    }

    /// Checks what everybody is told and shown of the match by this server.
    pub async fn check(&self, api: &Api, table: &Table) {
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
                "{viewer} is told something else than what happened"
            );
            let shown = table.state(api, token).await.view;
            assert_eq!(shown, Some(end.view(viewer, &end.facts().context())), "{viewer}");
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

/// The revision with which a match of players begins that starts when it is full: one for its creation, one for each
/// seat, and its beginning.
#[must_use]
pub fn begun_at(seats: usize) -> u64 {
    u64::try_from(seats).expect("a number of seats") + 2
}
