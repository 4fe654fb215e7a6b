//! A match with its tokens.

use bytes::Bytes;
use futures_util::future::join_all;
use prost::Message;
use tinsel_catalog::{Configured, GameId, testkit};
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

/// The game of tests that are about no game: its matches have eight seats and 48 decisions.
pub const ANY_GAME: GameId = GameId::PresentsOfMine;

/// A request for a match of [`ANY_GAME`] at its usual table.
#[must_use]
pub fn created(request_id: &str) -> CreateMatchRequest {
    creating(&ANY_GAME.testkit().tables()[0], request_id)
}

/// A request for a match at this table.
#[must_use]
pub fn creating(table: &testkit::Table, request_id: &str) -> CreateMatchRequest {
    let testkit::Table { seats, config, .. } = table.clone();
    CreateMatchRequest {
        request_id: request_id.to_owned(),
        config: Some(config),
        seats,
        ..CreateMatchRequest::default()
    }
}

/// The tables of a game at which matches are played again and again: without crowds, of whose matches each takes as long
/// as many others.
#[must_use]
pub fn usual_tables(game: GameId) -> Vec<testkit::Table> {
    const CROWD: u32 = 11;
    let tables = game.testkit().tables().into_iter();
    tables
        .filter(|table| table.seats.is_none_or(|seats| seats < CROWD))
        .collect()
}

/// The game of a match that is asked for.
pub(crate) fn game_of(asked: &CreateMatchRequest) -> GameId {
    let config = asked.config.as_ref().expect("options");
    GameId::of_config(config).expect("options of a game")
}

/// Some action of a game that no match of it accepts.
#[must_use]
pub fn some_bad_action(game: GameId) -> GameAction {
    let mut refused = game.testkit().scenes().into_iter().flat_map(|scene| scene.refused);
    let malformed = refused.find(|refused| refused.field.is_some());
    malformed.expect("a game with malformed actions").action
}

/// What a match is configured as that is asked for.
#[must_use]
pub fn configured(asked: &CreateMatchRequest) -> Configured {
    let config = asked.config.as_ref().expect("options");
    let configured = game_of(asked).game().configure(asked.seats, config);
    configured.expect("options that can be played with")
}

/// Some action of a game: one with which a match of it can begin.
#[must_use]
pub fn some_action(game: GameId) -> GameAction {
    let usual = creating(&game.testkit().tables()[0], "");
    let started = game.game().start(&configured(&usual).options, Seed::new([0; 32]));
    let begun = started.expect("options").after;
    let first = begun.owing().iter().next().expect("a decision at the beginning");
    let legal = begun.random(first, [0; 32]).expect("something that is legal");
    legal.into_message()
}

/// Who holds a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seated {
    /// Nobody yet.
    Nobody,
    /// A player with this token.
    Player(String),
    /// A bot.
    Bot,
}

/// A match with its tokens.
#[derive(Debug, Clone)]
pub struct Table {
    /// The match.
    pub match_id: String,
    /// The host's token.
    pub host: String,
    /// Who sits where.
    pub seats: Vec<Seated>,
    /// The join code; empty for a public match.
    pub code: String,
}

impl Table {
    /// A match with all seats open.
    pub async fn create(api: &Api, asked: &CreateMatchRequest) -> Self {
        let answer = api.ask(asked, None).await.expect("a match");
        Self {
            match_id: answer.match_id,
            host: answer.host_token,
            seats: vec![Seated::Nobody; configured(asked).seats.get().into()],
            code: answer.join_code,
        }
    }

    /// A match of players, seated by turns over all of `apis`, that has begun.
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
        assert_eq!(usize::try_from(answer.seat), Ok(seat));
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
        }
    }

    /// The token of the player in `seat`.
    #[must_use]
    pub fn token(&self, seat: usize) -> &str {
        match &self.seats[seat] {
            Seated::Player(token) => token,
            Seated::Nobody | Seated::Bot => panic!("no player in seat {seat}"),
        }
    }

    /// The seats that players hold.
    #[must_use]
    pub fn players(&self) -> Vec<usize> {
        let holds = |seat: &usize| matches!(self.seats[*seat], Seated::Player(_));
        (0..self.seats.len()).filter(holds).collect()
    }

    /// Everybody who may look at a public match, with what they look by: each player, the host, and a spectator.
    #[must_use]
    pub fn watchers(&self) -> Vec<(Viewer, Option<&str>)> {
        let player = |seat| {
            let index = SeatIndex::new(u8::try_from(seat).expect("a seat"));
            (Viewer::Seat(index), Some(self.token(seat)))
        };
        let others = [Some(self.host.as_str()), None].map(|token| (Viewer::Spectator, token));
        self.players().into_iter().map(player).chain(others).collect()
    }

    /// The tokens of everybody who may look at a public match: each player's, the host's, and a spectator's, who has
    /// none.
    #[must_use]
    pub fn viewers(&self) -> Vec<Option<&str>> {
        self.watchers().into_iter().map(|(_, token)| token).collect()
    }

    /// The request for the newest state.
    #[must_use]
    pub fn getting(&self) -> GetMatchRequest {
        GetMatchRequest {
            match_id: self.match_id.clone(),
        }
    }

    /// The newest state, as whoever has `token` sees it.
    pub async fn state(&self, api: &Api, token: Option<&str>) -> MatchState {
        let answer = api.ask(&self.getting(), token).await.expect("the match");
        answer.state.expect("its state")
    }

    /// The newest state in bytes.
    pub async fn bytes(&self, api: &Api, token: Option<&str>) -> Bytes {
        let asked = self.getting().encode_to_vec().into();
        let answer = api.ask_bytes(<GetMatchRequest as Call>::METHOD.path, asked, token);
        answer.await.expect("the match")
    }

    /// The request for a page of the history, behind `after_revision`.
    #[must_use]
    pub fn listing(&self, after_revision: u64, page_size: u32) -> ListHistoryRequest {
        ListHistoryRequest {
            match_id: self.match_id.clone(),
            page_size,
            after_revision,
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
        }
    }

    /// The request that asks whether a seat could submit `action`.
    #[must_use]
    pub fn validating(&self, action: GameAction) -> ValidateActionRequest {
        ValidateActionRequest {
            match_id: self.match_id.clone(),
            expected_revision: None,
            action: Some(action),
        }
    }

    /// What `seat` chooses to do now; `None` if it owes nothing.
    pub async fn choice(&self, api: &Api, seat: usize, choice: Choice) -> Option<GameAction> {
        let token = Some(self.token(seat));
        let state = self.state(api, token).await;
        owed_by(&state, seat)?;
        let asked = ListLegalActionsRequest {
            match_id: self.match_id.clone(),
        };
        let legal = api.ask(&asked, token).await.expect("what may be done").legal;
        Some(choice.decide(&state, &legal.expect("legal actions"), seat))
    }

    /// Submits an action.
    ///
    /// # Errors
    ///
    /// What the server refused it with.
    pub async fn submit(&self, api: &Api, seat: usize, action: GameAction) -> Result<SubmitActionResponse, Status> {
        api.ask(&self.submitting("", action), Some(self.token(seat))).await
    }

    /// Lets all players that owe a decision submit at once, by turns over `apis`. Every one must be accepted.
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

    /// Lets the players that owe a decision submit one after the other, in seat order.
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

    /// Submits what must be accepted.
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

    /// Plays on until the match is over; its last state as a spectator or the host sees it.
    pub async fn play(&self, apis: &[&Api], choice: Choice) -> MatchState {
        self.play_on(apis, choice).await.0
    }

    /// Plays on until the match is over: its last state as a spectator or the host sees it, and what was accepted.
    pub async fn play_on(&self, apis: &[&Api], choice: Choice) -> (MatchState, Vec<Accepted>) {
        let mut accepted = Vec::new();
        while !self.is_over(apis[0]).await {
            accepted.extend(self.play_step(apis, choice).await);
        }
        (self.state(apis[0], Some(&self.host)).await, accepted)
    }

    /// Everything that is told behind `after`, until the stream ends; of an unfinished match until `head` is told.
    pub async fn told(&self, api: &Api, after: Option<u64>, token: Option<&str>, head: u64) -> Vec<WatchMatchResponse> {
        let mut stream = api.watch(&self.match_id, after, token).await.expect("a stream");
        let mut all = Vec::new();
        while let Some(response) = soon("a message", stream.message()).await.expect("a message") {
            let revision = match response.message.as_ref().expect("something said") {
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
