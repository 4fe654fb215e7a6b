//! Matches for the benchmark. Seating players and reading legal actions happens outside the measured windows.

use tinsel_catalog::GameId;
use tinsel_harness::{configured, creating};
use tinsel_proto::v1::{
    GameAction, GetMatchRequest, JoinMatchRequest, ListLegalActionsRequest, MatchState, SubmitActionRequest,
    match_service_client::MatchServiceClient,
};
use tinsel_store::{MatchStore, Redis, Revision};
use tonic::{Request, metadata::MetadataValue, transport::Channel};

use crate::{children::Tinsel, common::random, floor::Sizes, window::Call};

/// A match with the tokens of its seats.
pub struct TestMatch {
    game: GameId,
    id: String,
    tokens: Vec<String>,
}

impl TestMatch {
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The tokens of its seats.
    pub fn tokens(&self) -> &[String] {
        &self.tokens
    }
}

type Client = MatchServiceClient<Channel>;

/// Creates matches with players in all seats. All of them are active.
pub async fn seat(tinsel: &Tinsel, game: GameId, matches: usize) -> Vec<TestMatch> {
    let seating: Vec<_> = (0..matches)
        .map(|number| {
            let client = MatchServiceClient::new(tinsel.server.channel(number));
            tokio::spawn(seat_one(client, game))
        })
        .collect();
    let mut tables = Vec::new();
    for table in seating {
        tables.push(table.await.unwrap());
    }
    tables
}

async fn seat_one(mut client: Client, game: GameId) -> TestMatch {
    let asked = creating(&game.testkit().setups()[0], "");
    let seats = configured(&asked).seats.get();
    let created = client.create_match(asked).await.unwrap().into_inner();
    let mut tokens = Vec::new();
    for seat in 0..seats {
        let asked = JoinMatchRequest {
            match_id: created.match_id.clone(),
            display_name: format!("Caller {seat}"),
            ..Default::default()
        };
        tokens.push(client.join_match(asked).await.unwrap().into_inner().seat_token);
    }
    TestMatch {
        game,
        id: created.match_id,
        tokens,
    }
}

/// One call for each seat with a pending decision, ordered so that calls for one match are far apart. `None` when all
/// matches are over.
pub async fn due_actions(tinsel: &Tinsel, tables: &[TestMatch]) -> Option<Vec<Call>> {
    let looking: Vec<_> = tables
        .iter()
        .enumerate()
        .map(|(number, table)| {
            let client = MatchServiceClient::new(tinsel.server.channel(number));
            let (game, id, tokens) = (table.game, table.id.clone(), table.tokens.clone());
            tokio::spawn(async move {
                let mut due = Vec::new();
                for seat in pending_seats(&state_of(client.clone(), &id, None).await) {
                    let token = &tokens[seat];
                    let state = state_of(client.clone(), &id, Some(token)).await;
                    // Others see the seats of a response window as pending until it closes; a seat itself knows.
                    if pending_seats(&state).contains(&seat)
                        && let Some(action) = random_action(client.clone(), game, &state, token).await
                    {
                        due.push(submission(client.clone(), id.clone(), token, action));
                    }
                }
                due
            })
        })
        .collect();
    let mut by_match = Vec::new();
    for due in looking {
        by_match.push(due.await.unwrap().into_iter());
    }
    let mut calls: Vec<Call> = Vec::new();
    loop {
        let before = calls.len();
        calls.extend(by_match.iter_mut().filter_map(Iterator::next));
        if calls.len() == before {
            return if calls.is_empty() { None } else { Some(calls) };
        }
    }
}

/// The state, as the seat with this token sees it, or a spectator without a token.
async fn state_of(mut client: Client, id: &str, token: Option<&str>) -> MatchState {
    let asked = GetMatchRequest {
        match_id: id.to_owned(),
        ..GetMatchRequest::default()
    };
    let asked = match token {
        Some(token) => with_token(asked, token),
        None => Request::new(asked),
    };
    client.get_match(asked).await.unwrap().into_inner().state.unwrap()
}

/// The seats with a pending decision.
fn pending_seats(state: &MatchState) -> Vec<usize> {
    let pending = &state.r#match.as_ref().unwrap().pending_decisions;
    pending
        .iter()
        .map(|decision| usize::try_from(decision.seat()).unwrap())
        .collect()
}

/// A random legal action of the seat; `None` if it has none.
async fn random_action(mut client: Client, game: GameId, state: &MatchState, token: &str) -> Option<GameAction> {
    let asked = ListLegalActionsRequest {
        match_id: state.r#match.as_ref()?.match_id.clone(),
        ..ListLegalActionsRequest::default()
    };
    let answer = client.list_legal_actions(with_token(asked, token)).await.unwrap();
    let (view, legal) = (state.view.as_ref()?, answer.into_inner().legal?);
    game.game().random(view, &legal, random())
}

fn submission(mut client: Client, id: String, token: &str, action: GameAction) -> Call {
    let request_id = format!("{:032x}", u128::from_be_bytes(random()));
    let asked = SubmitActionRequest {
        match_id: id,
        request_id,
        expected_revision: None,
        action: Some(action),
        ..SubmitActionRequest::default()
    };
    let asked = with_token(asked, token);
    Box::new(move || {
        Box::pin(async move {
            client
                .submit_action(asked)
                .await
                .expect("an action that is due is accepted");
        })
    })
}

/// The request of the seat with this token.
pub fn with_token<T>(message: T, token: &str) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert(
        "authorization",
        MetadataValue::try_from(format!("Bearer {token}")).unwrap(),
    );
    request
}

/// The current sizes of a match record and of its newest log entry.
pub async fn sizes(store: &Redis, tables: &[TestMatch]) -> Sizes {
    let id = tables[0].id.parse().unwrap();
    let stored = store.load(id).await.unwrap();
    let before = Revision::new(stored.version.revision.get() - 1);
    let log = store.log(id, before, 1).await.unwrap();
    Sizes {
        record: stored.record.len(),
        entry: log.entries.first().map_or(1, |(_, entry)| entry.len()),
    }
}
