//! Finding a match, taking a seat and leaving it.

use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt};
use tinsel_client::{Client, Error, Token};
use tinsel_proto::v1::{
    CreateMatchRequest, GameConfig, ListMatchesResponse, Match, MatchFilter, MatchPhase, QuickMatchRequest, Visibility,
};
use tonic::{Code, Status};

use crate::fake::{Changed, Fake, client, status};

/// Calls a method after these scripted failures; returns its result and the recorded calls.
async fn asked<T>(
    failures: impl IntoIterator<Item = Status>,
    ask: impl AsyncFnOnce(Client) -> Result<T, Error>,
) -> (Result<T, Error>, Vec<Changed>) {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    fake.script(|script| script.failures.extend(failures));
    let answer = ask(client(&[&address])).await;
    (answer, fake.script(|script| script.changed.clone()))
}

/// Failures that the client retries.
fn lost() -> Vec<Status> {
    vec![
        status(Code::Unavailable, "STORE_UNAVAILABLE", Some(Duration::from_millis(1))),
        Status::unavailable("a proxy lost the connection"),
    ]
}

#[tokio::test]
async fn the_host_of_a_private_match_has_its_join_code() {
    let private = CreateMatchRequest {
        visibility: Visibility::Private.into(),
        ..CreateMatchRequest::default()
    };
    let (host, _) = asked([], async |client| client.create_with(private).await).await;
    assert_eq!(host.unwrap().join_code(), Some("7k3m9-q2xvd"));
    let (host, _) = asked([], async |client| client.create(GameConfig::default()).await).await;
    assert_eq!(host.unwrap().join_code(), None);
    let client = client(&["http://127.0.0.1:1"]);
    assert_eq!(client.host("000-match", Token::new("host")).join_code(), None);
}

#[tokio::test]
async fn a_join_code_is_enough_for_a_seat_and_for_looking_on() {
    let (seat, asked_for) = asked([], async |client| client.join_by_code("7K3M9 q2xvd", "Ada").await).await;
    let seat = seat.unwrap();
    assert_eq!((seat.match_id(), seat.seat()), ("000-match", 3));
    assert_eq!(asked_for[0].names, "7K3M9 q2xvd Ada");

    let (spectator, asked_for) = asked([], async |client| client.spectate_by_code("7k3m9-q2xvd").await).await;
    let spectator = spectator.unwrap();
    assert_eq!(spectator.match_id(), "000-match");
    assert_eq!(spectator.token().map(Token::secret), Some("spectator"));
    assert_eq!(asked_for[0].names, "7k3m9-q2xvd");

    let (spectator, asked_for) = asked([], async |client| client.spectate("000-match").await).await;
    assert_eq!(spectator.unwrap().token().map(Token::secret), Some("spectator"));
    assert_eq!(asked_for[0].names, "000-match");
}

#[tokio::test]
async fn a_spectator_shows_its_token_where_it_has_one() {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    let client = client(&[&address]);
    client.spectator("000-match").state().await.unwrap();
    let token = Token::new("spectator");
    client.spectator_with("000-match", token).state().await.unwrap();
    assert_eq!(fake.script(|script| script.shown.clone()), ["", "Bearer spectator"]);
}

#[tokio::test]
async fn a_seat_beside_others_is_asked_for_again_as_the_same_caller() {
    let (seat, asked_for) = asked(lost(), async |client| client.quick(GameConfig::default(), "Ada").await).await;
    assert_eq!((seat.unwrap().seat(), asked_for.len()), (3, 3));
    assert_eq!(asked_for[0].request_id.len(), 36);
    assert!(asked_for.iter().all(|asked| asked == &asked_for[0]), "{asked_for:?}");

    let request = QuickMatchRequest {
        request_id: "me".to_owned(),
        ..QuickMatchRequest::default()
    };
    let (_, asked_for) = asked([], async |client| client.quick_with(request).await).await;
    assert_eq!(asked_for[0].request_id, "me");
}

/// Makes the named call.
async fn change(client: &Client, call: &str) -> Result<u64, Error> {
    let host = client.host("000-match", Token::new("host"));
    let seat = client.seat("000-match", Token::new("seat"), 3);
    match call {
        "LeaveMatch" => seat.leave().await,
        "ForfeitMatch" => seat.forfeit().await,
        "SubstituteSeat" => seat.let_bot_play().await,
        "ReturnToSeat" => seat.return_to_seat().await,
        "SubstituteSeat by the host" => host.substitute(5).await,
        "AbortMatch" => host.abort().await,
        other => panic!("{other} is no call"),
    }
}

#[tokio::test]
async fn a_call_that_changes_seats_is_retried_with_the_same_request_id_and_token() {
    for (call, token, names) in [
        ("LeaveMatch", "Bearer seat", "000-match"),
        ("ForfeitMatch", "Bearer seat", "000-match"),
        ("SubstituteSeat", "Bearer seat", "000-match None"),
        ("ReturnToSeat", "Bearer seat", "000-match"),
        ("SubstituteSeat by the host", "Bearer host", "000-match Some(5)"),
        ("AbortMatch", "Bearer host", "000-match"),
    ] {
        let (revision, asked_for) = asked(lost(), async |client| change(&client, call).await).await;
        assert_eq!((revision.unwrap(), asked_for.len()), (7, 3), "{call}");
        let first = &asked_for[0];
        assert!(call.starts_with(first.call), "{call}");
        assert_eq!((first.token.as_str(), first.names.as_str()), (token, names), "{call}");
        assert_eq!(first.request_id.len(), 36, "{call}");
        assert!(asked_for.iter().all(|asked| asked == first), "{asked_for:?}");
    }
}

#[tokio::test]
async fn a_refused_call_that_changes_seats_is_not_retried() {
    for (call, code, reason) in [
        ("LeaveMatch", Code::PermissionDenied, "SEAT_LEFT"),
        ("ForfeitMatch", Code::FailedPrecondition, "SEAT_FORFEITED"),
        ("ReturnToSeat", Code::FailedPrecondition, "NOT_SUBSTITUTED"),
        ("SubstituteSeat by the host", Code::FailedPrecondition, "PLAYER_PRESENT"),
        ("AbortMatch", Code::FailedPrecondition, "MATCH_OVER"),
    ] {
        let refused = [status(code, reason, None)];
        let (answer, asked_for) = asked(refused, async |client| change(&client, call).await).await;
        assert!(answer.unwrap_err().is_refused_for(reason), "{call}");
        assert_eq!(asked_for.len(), 1, "{call}");
    }
}

fn list(ids: &[&str], next_page_token: &str) -> ListMatchesResponse {
    let found = |id: &&str| Match {
        match_id: (*id).to_owned(),
        ..Match::default()
    };
    ListMatchesResponse {
        matches: ids.iter().map(found).collect(),
        next_page_token: next_page_token.to_owned(),
    }
}

/// The matches in these pages, and the tokens of the requests.
async fn found(pages: impl IntoIterator<Item = ListMatchesResponse>) -> (Result<Vec<String>, Error>, Vec<String>) {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    fake.script(|script| script.lists.extend(pages));
    let filter = MatchFilter {
        game_id: "presents_of_mine".to_owned(),
        phase: MatchPhase::Active.into(),
        ..MatchFilter::default()
    };
    let matches = client(&[&address]).matches(filter.clone());
    let ids = matches.map_ok(|found| found.match_id).try_collect().await;
    let asked = fake.script(|script| script.lists_asked.clone());
    assert!(asked.iter().all(|asked| asked.filter == Some(filter.clone())));
    (ids, asked.into_iter().map(|asked| asked.page_token).collect())
}

#[tokio::test]
async fn all_pages_are_asked_for_even_behind_an_empty_one() {
    let (ids, asked) = found([list(&["a", "b"], "1"), list(&[], "2"), list(&["c"], "")]).await;
    assert_eq!(ids.unwrap(), ["a", "b", "c"]);
    assert_eq!(asked, ["", "1", "2"]);
    assert_eq!(found([list(&[], "")]).await.0.unwrap(), Vec::<String>::new());
    // A server that repeats a page token must not cause an endless loop.
    let (ids, asked) = found([list(&["a"], "1"), list(&["b"], "1")]).await;
    assert_eq!((ids.unwrap().len(), asked.len()), (2, 2));
}

#[tokio::test]
async fn a_page_is_asked_for_when_the_one_before_is_used_up_and_an_error_is_the_last() {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    fake.script(|script| script.lists.push_back(list(&["a", "b"], "1")));
    let mut matches = client(&[&address]).matches(MatchFilter::default());
    for id in ["a", "b"] {
        assert_eq!(matches.next().await.unwrap().unwrap().match_id, id);
    }
    assert_eq!(fake.script(|script| script.lists_asked.len()), 1);
    let refused = matches.next().await.unwrap().unwrap_err();
    assert!(refused.is_refused_for("MALFORMED_REQUEST"), "{refused}");
    assert!(matches.next().await.is_none());
}
