//! A match with its tokens.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::future::join_all;
use prost::Message;
use tinsel_catalog::{AnyMatch, Configured, GameId, testkit};
use tinsel_engine::{SeatIndex, Seed, Viewer};
use tinsel_proto::v1::{
    AddBotRequest, CreateMatchRequest, GameAction, GetMatchRequest, JoinMatchRequest, ListHistoryRequest,
    ListLegalActionsRequest, MatchPhase, MatchState, SubmitActionRequest, SubmitActionResponse, ValidateActionRequest,
    WatchMatchResponse, watch_match_response::Message as Said,
};
use tonic::Status;

use crate::{
    api::Api,
    call::Call,
    player::{Choice, owed_by},
    replay::Accepted,
    waiting::soon,
};

/// The game of tests that do not depend on the game: its matches have eight seats and 48 decisions.
pub const ANY_GAME: GameId = GameId::PresentsOfMine;

/// A request for a match of [`ANY_GAME`] with its usual setup.
#[must_use]
pub fn created(request_id: &str) -> CreateMatchRequest {
    creating(&ANY_GAME.testkit().setups()[0], request_id)
}

/// A request for a match with this setup.
#[must_use]
pub fn creating(table: &testkit::GameSetup, request_id: &str) -> CreateMatchRequest {
    let testkit::GameSetup { seats, config, .. } = table.clone();
    CreateMatchRequest {
        request_id: request_id.to_owned(),
        config: Some(config),
        seats,
        ..CreateMatchRequest::default()
    }
}

/// The setups of a game for tests that play many matches. Setups with many seats are not included: one of their matches
/// takes as long as many others.
#[must_use]
pub fn usual_setups(game: GameId) -> Vec<testkit::GameSetup> {
    const CROWD: u32 = 11;
    let tables = game.testkit().setups().into_iter();
    tables
        .filter(|table| table.seats.is_none_or(|seats| seats < CROWD))
        .collect()
}

/// The game of a requested match.
pub(crate) fn game_of(asked: &CreateMatchRequest) -> GameId {
    let config = asked.config.as_ref().expect("options");
    GameId::of_config(config).expect("options of a game")
}

/// An action of a game that no match of it accepts.
#[must_use]
pub fn some_bad_action(game: GameId) -> GameAction {
    let positions = game.testkit().refused_positions().into_iter();
    let mut refused = positions.flat_map(|position| position.refused);
    let malformed = refused.find(|refused| refused.field.is_some());
    malformed.expect("a game with malformed actions").action
}

/// The configuration of a requested match.
#[must_use]
pub fn configured(asked: &CreateMatchRequest) -> Configured {
    let config = asked.config.as_ref().expect("options");
    let configured = game_of(asked).game().configure(asked.seats, config);
    configured.expect("options that can be played with")
}

/// An action of a game that can be the first of a match.
#[must_use]
pub fn some_action(game: GameId) -> GameAction {
    let (begun, first) = begun(game);
    let legal = begun.random(first, [0; 32]).expect("something that is legal");
    legal.into_message()
}

/// A match of a game at its beginning, and a seat that decides.
pub(crate) fn begun(game: GameId) -> (Arc<dyn AnyMatch>, SeatIndex) {
    let usual = creating(&game.testkit().setups()[0], "");
    let started = game.game().start(&configured(&usual).options, Seed::new([0; 32]));
    let begun = started.expect("options").after;
    let first = begun.owing().iter().next().expect("a decision at the beginning");
    (begun, first)
}

/// The holder of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seated {
    /// None: the seat is open.
    Open,
    /// A player with this token.
    Player(String),
    /// A bot.
    Bot,
}

/// A match with its tokens.
#[derive(Debug, Clone)]
pub struct TestMatch {
    /// The match.
    pub match_id: String,
    /// The host's token.
    pub host: String,
    /// The holders of the seats.
    pub seats: Vec<Seated>,
    /// The join code; empty for a public match.
    pub code: String,
}

impl TestMatch {
    /// Creates a match with all seats open.
    pub async fn create(api: &Api, asked: &CreateMatchRequest) -> Self {
        let answer = api.ask(asked, None).await.expect("a match");
        Self {
            match_id: answer.match_id,
            host: answer.host_token,
            seats: vec![Seated::Open; configured(asked).seats.get().into()],
            code: answer.join_code,
        }
    }

    /// Creates a match and seats a player in each seat, in turn over all of `apis`. The match starts.
    pub async fn of_players(apis: &[&Api], asked: &CreateMatchRequest) -> Self {
        let mut table = Self::create(apis[0], asked).await;
        for seat in 0..table.seats.len() {
            table.join(apis[seat % apis.len()], seat).await;
        }
        table
    }

    /// Seats a player.
    pub async fn join(&mut self, api: &Api, seat: usize) {
        let answer = api.ask(&self.joining(seat), None).await.expect("a seat");
        assert_eq!(usize::try_from(answer.seat()), Ok(seat));
        self.seats[seat] = Seated::Player(answer.seat_token);
    }

    /// Seats a bot.
    pub async fn add_bot(&mut self, api: &Api, seat: usize) {
        let asked = AddBotRequest {
            match_id: self.match_id.clone(),
            seat: Some(number(seat)),
            ..AddBotRequest::default()
        };
        api.ask(&asked, Some(&self.host)).await.expect("a bot");
        self.seats[seat] = Seated::Bot;
    }

    /// The request with which a player takes `seat`.
    #[must_use]
    pub fn joining(&self, seat: usize) -> JoinMatchRequest {
        let match_id = if self.code.is_empty() {
            self.match_id.clone()
        } else {
            String::new()
        };
        JoinMatchRequest {
            match_id,
            request_id: format!("join-{seat}"),
            display_name: format!("Player {seat}"),
            seat: Some(number(seat)),
            nonce: Bytes::from(vec![u8::try_from(seat).expect("a seat"); 4]),
            join_code: self.code.clone(),
            player_ref: String::new(),
        }
    }

    /// The token of the player in `seat`.
    #[must_use]
    pub fn token(&self, seat: usize) -> &str {
        match &self.seats[seat] {
            Seated::Player(token) => token,
            Seated::Open | Seated::Bot => panic!("no player in seat {seat}"),
        }
    }

    /// The seats that players hold.
    #[must_use]
    pub fn players(&self) -> Vec<usize> {
        let holds = |seat: &usize| matches!(self.seats[*seat], Seated::Player(_));
        (0..self.seats.len()).filter(holds).collect()
    }

    /// All viewers of a public match with their tokens: each player, the host, and a spectator.
    #[must_use]
    pub fn watchers(&self) -> Vec<(Viewer, Option<&str>)> {
        let player = |seat| {
            let index = SeatIndex::new(u8::try_from(seat).expect("a seat"));
            (Viewer::Seat(index), Some(self.token(seat)))
        };
        let others = [Some(self.host.as_str()), None].map(|token| (Viewer::Spectator, token));
        self.players().into_iter().map(player).chain(others).collect()
    }

    /// The tokens of all viewers of a public match: each player's, the host's, and `None` for a spectator.
    #[must_use]
    pub fn viewers(&self) -> Vec<Option<&str>> {
        self.watchers().into_iter().map(|(_, token)| token).collect()
    }

    /// The request for the newest state.
    #[must_use]
    pub fn getting(&self) -> GetMatchRequest {
        GetMatchRequest {
            match_id: self.match_id.clone(),
            ..GetMatchRequest::default()
        }
    }

    /// The newest state, as the holder of `token` sees it.
    pub async fn state(&self, api: &Api, token: Option<&str>) -> MatchState {
        let answer = api.ask(&self.getting(), token).await.expect("the match");
        answer.state.expect("its state")
    }

    /// The newest state, as the bytes of the response.
    pub async fn bytes(&self, api: &Api, token: Option<&str>) -> Bytes {
        let asked = self.getting().encode_to_vec().into();
        let answer = api.ask_bytes(<GetMatchRequest as Call>::METHOD.path, asked, token);
        answer.await.expect("the match")
    }

    /// The request for a page of the history after `after_revision`.
    #[must_use]
    pub fn listing(&self, after_revision: u64, page_size: u32) -> ListHistoryRequest {
        ListHistoryRequest {
            match_id: self.match_id.clone(),
            page_size,
            after_revision,
            ..ListHistoryRequest::default()
        }
    }

    /// The request with which a seat submits `action`.
    #[must_use]
    pub fn submitting(&self, request_id: &str, action: GameAction) -> SubmitActionRequest {
        SubmitActionRequest {
            match_id: self.match_id.clone(),
            request_id: request_id.to_owned(),
            expected_revision: None,
            action: Some(action),
            ..SubmitActionRequest::default()
        }
    }

    /// The request that validates an action of a seat without submitting it.
    #[must_use]
    pub fn validating(&self, action: GameAction) -> ValidateActionRequest {
        ValidateActionRequest {
            match_id: self.match_id.clone(),
            expected_revision: None,
            action: Some(action),
            ..ValidateActionRequest::default()
        }
    }

    /// The action that `seat` chooses now; `None` if it has no pending decision.
    pub async fn choice(&self, api: &Api, seat: usize, choice: Choice) -> Option<GameAction> {
        let token = Some(self.token(seat));
        let state = self.state(api, token).await;
        owed_by(&state, seat)?;
        let asked = ListLegalActionsRequest {
            match_id: self.match_id.clone(),
            ..ListLegalActionsRequest::default()
        };
        let legal = api.ask(&asked, token).await.expect("what may be done").legal;
        Some(choice.decide(&state, &legal.expect("legal actions"), seat))
    }

    /// Submits an action.
    ///
    /// # Errors
    ///
    /// The status of the refusal.
    pub async fn submit(&self, api: &Api, seat: usize, action: GameAction) -> Result<SubmitActionResponse, Status> {
        api.ask(&self.submitting("", action), Some(self.token(seat))).await
    }

    /// Submits an action of each player with a pending decision, concurrently and in turn over `apis`. All must be
    /// accepted.
    pub async fn play_step(&self, apis: &[&Api], choice: Choice) -> Vec<Accepted> {
        let players = self.players();
        let choosing = players
            .iter()
            .map(|seat| self.choice(apis[seat % apis.len()], *seat, choice));
        let choices = join_all(choosing).await;
        let submitting = players.into_iter().zip(choices).filter_map(|(seat, action)| {
            let api = apis[seat % apis.len()];
            action.map(|action| self.submit_accepted(api, seat, action))
        });
        join_all(submitting).await
    }

    /// Submits an action of each player with a pending decision, one after the other, in seat order.
    pub async fn play_step_in_order(&self, apis: &[&Api], choice: Choice) -> Vec<Accepted> {
        let mut accepted = Vec::new();
        for seat in self.players() {
            let api = apis[seat % apis.len()];
            if let Some(action) = self.choice(api, seat, choice).await {
                accepted.push(self.submit_accepted(api, seat, action).await);
            }
        }
        accepted
    }

    /// Submits an action that must be accepted.
    pub async fn submit_accepted(&self, api: &Api, seat: usize, action: GameAction) -> Accepted {
        let answer = self.submit(api, seat, action.clone()).await.expect("accepted");
        Accepted {
            revision: answer.revision,
            seat,
            action,
        }
    }

    /// Whether the match is over.
    pub async fn is_over(&self, api: &Api) -> bool {
        let state = self.state(api, Some(&self.host)).await;
        let phase = state.r#match.expect("a match").phase();
        matches!(phase, MatchPhase::Finished | MatchPhase::Aborted)
    }

    /// Plays until the match is over; returns its last state as spectators and the host see it.
    pub async fn play(&self, apis: &[&Api], choice: Choice) -> MatchState {
        self.play_on(apis, choice).await.0
    }

    /// Plays until the match is over; returns its last state as spectators and the host see it, and the accepted
    /// actions.
    pub async fn play_on(&self, apis: &[&Api], choice: Choice) -> (MatchState, Vec<Accepted>) {
        let mut accepted = Vec::new();
        while !self.is_over(apis[0]).await {
            accepted.extend(self.play_step(apis, choice).await);
        }
        (self.state(apis[0], Some(&self.host)).await, accepted)
    }

    /// All watch messages after the revision `after`, until the stream ends. For an unfinished match, until revision
    /// `head`.
    pub async fn told(&self, api: &Api, after: Option<u64>, token: Option<&str>, head: u64) -> Vec<WatchMatchResponse> {
        let mut stream = api.watch(&self.match_id, after, token).await.expect("a stream");
        let mut all = Vec::new();
        while let Some(response) = soon("a message", stream.message()).await.expect("a message") {
            let revision = match response.message.as_ref().expect("a message") {
                Said::Update(update) => update.revision,
                Said::Snapshot(snapshot) => {
                    let state = snapshot.state.as_ref().and_then(|state| state.r#match.as_ref());
                    state.expect("a state").revision
                }
                Said::Heartbeat(_) | Said::Draining(_) => 0,
            };
            all.push(response);
            if revision >= head {
                break;
            }
        }
        all
    }
}

fn number(seat: usize) -> u32 {
    u32::try_from(seat).expect("a seat")
}
