//! All calls that change nothing, as one viewer makes them.

use bytes::Bytes;
use tinsel_catalog::{Action, AnyMatch, GameId};
use tinsel_engine::{SeatSet, Viewer};
use tinsel_harness::{Call, entropy, some_action};
use tinsel_proto::v1::{
    AbortMatchRequest, AddBotRequest, CreateMatchRequest, CreateRematchRequest, ExamineMatchRequest,
    ForfeitMatchRequest, GameAction, GetGameRequest, GetMatchRequest, JoinMatchRequest, LeaveMatchRequest,
    ListGamesRequest, ListHistoryRequest, ListLegalActionsRequest, ListMatchesRequest, ListPlayerMatchesRequest,
    QuickMatchRequest, ReissueSeatTokenRequest, RemovePlayerRequest, ReturnToSeatRequest, SpectateMatchRequest,
    StartMatchRequest, SubstituteSeatRequest, TransferHostRequest,
};

use super::{Pair, hidden, joining, user};

/// Number of invalid actions that each viewer tries at each check.
const NONSENSE: u64 = 4;

/// Number of newest revisions whose history is requested with scenes.
const PRESENTED: u64 = 12;

/// A call that changes nothing.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) path: &'static str,
    pub(super) asked: Bytes,
}

impl Question {
    fn of<Q: Call>(asked: &Q) -> Self {
        Self {
            path: Q::METHOD.path,
            asked: asked.encode_to_vec().into(),
        }
    }
}

impl Pair {
    /// Calls with the same response for all viewers; one viewer makes them.
    pub(super) fn questions_about_no_viewer(&self) -> [Question; 4] {
        let game_id = self.game.as_str().to_owned();
        let reused = CreateMatchRequest {
            display_name: "Another".to_owned(),
            ..self.asked.clone()
        };
        [
            Question::of(&ListGamesRequest {}),
            Question::of(&GetGameRequest {
                game_id,
                ..GetGameRequest::default()
            }),
            Question::of(&self.asked),
            Question::of(&reused),
        ]
    }

    /// All calls of `viewer` about the match that do not change it.
    pub(super) fn questions(&self, playing: &dyn AnyMatch, viewer: Viewer, head: u64) -> Vec<Question> {
        let table = &self.tables[0];
        let match_id = || table.match_id.clone();
        let again = JoinMatchRequest {
            request_id: String::new(),
            ..joining(table, 3)
        };
        let bot = AddBotRequest {
            match_id: match_id(),
            ..AddBotRequest::default()
        };
        let rematch = CreateRematchRequest {
            match_id: match_id(),
            ..CreateRematchRequest::default()
        };
        // That of a player would revoke the token.
        let reissue = ReissueSeatTokenRequest {
            match_id: match_id(),
            player_ref: "nobody".to_owned(),
            ..ReissueSeatTokenRequest::default()
        };
        let seat = viewer.seat().map(|seat| user(seat.get().into()));
        let played = ListPlayerMatchesRequest {
            player_ref: seat.unwrap_or_else(|| "nobody".to_owned()),
            ..ListPlayerMatchesRequest::default()
        };
        let remove = RemovePlayerRequest {
            match_id: match_id(),
            seat: Some(1),
            ..RemovePlayerRequest::default()
        };
        // Another one would revoke the token of the host, who asks later.
        let transfer = TransferHostRequest {
            match_id: match_id(),
            seat: Some(u32::MAX),
            ..TransferHostRequest::default()
        };
        let start = StartMatchRequest {
            match_id: match_id(),
            request_id: String::new(),
        };
        let quick = QuickMatchRequest {
            request_id: "quick".to_owned(),
            display_name: "Quick".to_owned(),
            config: self.asked.config.clone(),
            seats: self.asked.seats,
            ..QuickMatchRequest::default()
        };
        let spectate = SpectateMatchRequest {
            match_id: match_id(),
            ..SpectateMatchRequest::default()
        };
        let come_back = ReturnToSeatRequest {
            match_id: match_id(),
            ..ReturnToSeatRequest::default()
        };
        let mut questions = vec![
            Question::of(&ListMatchesRequest::default()),
            Question::of(&quick),
            Question::of(&spectate),
            Question::of(&come_back),
            Question::of(&again),
            Question::of(&joining(table, 0)),
            Question::of(&reissue),
            Question::of(&played),
            Question::of(&bot),
            Question::of(&remove),
            Question::of(&transfer),
            Question::of(&start),
            Question::of(&GetMatchRequest {
                presentation: true,
                legal: true,
                ..table.getting()
            }),
            Question::of(&ListLegalActionsRequest {
                match_id: match_id(),
                presentation: true,
            }),
        ];
        questions.extend(self.forbidden(viewer));
        // At the end, everything is public, or its hashes are: see `check_histories_at_the_end`.
        if !playing.owing().is_empty() {
            // After the end, the response contains a new ID and a new token.
            questions.push(Question::of(&rematch));
            questions.push(Question::of(&ListHistoryRequest {
                presentation: true,
                ..table.listing(0, u32::MAX)
            }));
            if self.presents_past() {
                questions.push(Question::of(&ListHistoryRequest {
                    scenes: true,
                    ..table.listing(head.saturating_sub(PRESENTED), u32::MAX)
                }));
            }
            questions.push(Question::of(&table.listing(head - 1, 1)));
            // Any caller may request a report; it contains no more than spectators see.
            questions.push(Question::of(&ExamineMatchRequest {
                match_id: match_id(),
                recent: 200,
                presentation: true,
            }));
        }
        let refused = self.refused(playing, viewer, head);
        // Request IDs that the hiding seat has used, and one that it has not.
        for request_id in [hidden(head), hidden(head - 1), "unused".to_owned()] {
            questions.push(Question::of(&table.submitting(&request_id, refused[0].clone())));
        }
        for action in refused {
            questions.push(Question::of(&table.validating(action.clone())));
            questions.push(Question::of(&table.submitting("", action)));
        }
        // A legal action can be validated without submitting it.
        let legal = viewer.seat().and_then(|seat| playing.random(seat, entropy(0, head, 1)));
        questions.extend(legal.map(|action| Question::of(&table.validating(action.into_message()))));
        questions
    }

    /// Calls that only other callers may make.
    fn forbidden(&self, viewer: Viewer) -> Vec<Question> {
        let match_id = || self.tables[0].match_id.clone();
        let request_id = String::new;
        let abort = AbortMatchRequest {
            match_id: match_id(),
            request_id: request_id(),
        };
        if viewer.seat().is_some() {
            return vec![Question::of(&abort)];
        }
        let leave = LeaveMatchRequest {
            match_id: match_id(),
            request_id: request_id(),
        };
        let forfeit = ForfeitMatchRequest {
            match_id: match_id(),
            request_id: request_id(),
        };
        let substitute = |seat| SubstituteSeatRequest {
            match_id: match_id(),
            request_id: request_id(),
            seat: Some(seat),
        };
        let seats = (0..).take(self.tables[0].seats.len());
        let substitute = seats.map(|seat| Question::of(&substitute(seat)));
        [Question::of(&leave), Question::of(&forfeit)]
            .into_iter()
            .chain(substitute)
            .collect()
    }

    /// Actions that are refused for `viewer` now: invalid ones, legal actions of two other seats, and actions of other
    /// games.
    fn refused(&self, playing: &dyn AnyMatch, viewer: Viewer, head: u64) -> Vec<GameAction> {
        let nonsense = (0..NONSENSE).map(|number| self.testkit().nonsense(entropy(number, head, 0)));
        let others = playing.owing().iter().filter(|seat| !viewer.is(*seat)).take(2);
        let of_others = others.filter_map(|seat| Some(playing.random(seat, entropy(0, head, 0))?.into_message()));
        let of_games = GameId::ALL.iter().map(|game| some_action(*game));
        let is_refused = |action: &GameAction| {
            let Ok(action) = Action::read(action.clone()) else {
                return true;
            };
            viewer
                .seat()
                .is_none_or(|seat| playing.act(seat, &action, SeatSet::EMPTY).is_err())
        };
        let of_games = of_games.chain([GameAction::default()]);
        nonsense.chain(of_others).chain(of_games).filter(is_refused).collect()
    }
}
