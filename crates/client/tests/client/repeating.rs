//! Calls with retries.

use std::time::{Duration, Instant};

use tinsel_client::{Client, Error, Options, Token};
use tinsel_proto::v1::GameAction;
use tonic::{Code, Status};

use crate::fake::{Fake, Line, client, nobody, status};

async fn submit(client: &Client) -> Result<u64, Error> {
    let seat = client.seat("000-match", Token::new("token"), 3);
    seat.submit(GameAction::default()).await
}

#[tokio::test]
async fn a_call_repeats_itself_with_the_same_request_id() {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    fake.script(|script| {
        script.submits.extend([
            status(Code::Unavailable, "STORE_UNAVAILABLE", Some(Duration::from_millis(1))),
            status(Code::Unavailable, "CONTENDED", None),
            Status::unavailable("a proxy lost the connection"),
            status(Code::ResourceExhausted, "OVERLOADED", Some(Duration::from_millis(1))),
        ]);
    });
    let client = client(&[&address]);
    assert_eq!(submit(&client).await.unwrap(), 7);
    assert_eq!(submit(&client).await.unwrap(), 7);
    let submitted = fake.script(|script| script.submitted.clone());
    assert_eq!(submitted.len(), 6);
    let (first, token) = &submitted[0];
    assert_eq!((first.len(), token.as_str()), (36, "Bearer token"));
    assert!(
        submitted[..5].iter().all(|asked| asked == &submitted[0]),
        "{submitted:?}"
    );
    assert_ne!(first, &submitted[5].0, "another call is another request");
}

#[tokio::test]
async fn a_refusal_is_not_repeated() {
    for (code, reason) in [
        (Code::FailedPrecondition, "PRESENT_NOT_HELD"),
        (Code::Aborted, "REVISION_MISMATCH"),
        (Code::InvalidArgument, "MALFORMED_REQUEST"),
        (Code::Internal, "INTERNAL"),
    ] {
        let fake = Fake::default();
        let (address, _serving) = fake.serve().await;
        fake.script(|script| script.submits.push_back(status(code, reason, None)));
        let error = submit(&client(&[&address])).await.unwrap_err();
        assert!(error.is_refused_for(reason), "{error}");
        assert_eq!(fake.script(|script| script.submitted.len()), 1, "{reason}");
    }
}

#[tokio::test]
async fn the_time_that_a_server_asks_for_is_waited() {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    let asked_for = Duration::from_millis(80);
    fake.script(|script| {
        let status = status(Code::Unavailable, "DRAINING", Some(asked_for));
        script.submits.push_back(status);
    });
    #[expect(clippy::disallowed_methods, reason = "the test measures that time passes")]
    let begun = Instant::now();
    submit(&client(&[&address])).await.unwrap();
    assert!(begun.elapsed() >= asked_for);
}

#[tokio::test]
async fn the_next_replica_is_asked_when_one_is_away() {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    let client = client(&[&nobody().await, &nobody().await, &address]);
    assert_eq!(submit(&client).await.unwrap(), 7);
    assert_eq!(submit(&client).await.unwrap(), 7);
    assert_eq!(fake.script(|script| script.submitted.len()), 2);
}

#[tokio::test]
async fn a_replica_that_is_stopping_is_left_for_another() {
    let (stopping, other) = (Fake::default(), Fake::default());
    let (first, _serving) = stopping.serve().await;
    let (second, _serving_too) = other.serve().await;
    stopping.script(|script| {
        let status = status(Code::Unavailable, "DRAINING", None);
        script.submits.push_back(status);
    });
    let client = client(&[&first, &second]);
    submit(&client).await.unwrap();
    submit(&client).await.unwrap();
    let ids =
        |fake: &Fake| fake.script(|script| script.submitted.iter().map(|asked| asked.0.clone()).collect::<Vec<_>>());
    assert_eq!((ids(&stopping).len(), ids(&other).len()), (1, 2));
    assert_eq!(ids(&stopping)[0], ids(&other)[0], "the same request, asked elsewhere");
}

#[tokio::test]
async fn patience_ends() {
    let options = Options {
        deadline: Duration::from_millis(50),
        backoff: Duration::from_millis(10),
        ..Options::default()
    };
    let client = Client::with_options([nobody().await], options).unwrap();
    let error = submit(&client).await.unwrap_err();
    assert!(matches!(error, Error::Unavailable { attempts: 2.., .. }), "{error}");
    assert!(!error.is_refused_for(""), "{error}");
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_given_up() {
    // A listener that never accepts: the connection opens and stays silent.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent = format!("http://{}", listener.local_addr().unwrap());
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    let options = Options {
        attempt: Duration::from_millis(50),
        in_order: true,
        ..Options::default()
    };
    let client = Client::with_options([silent, address], options).unwrap();
    assert_eq!(submit(&client).await.unwrap(), 7);
}

#[tokio::test]
async fn a_server_that_came_back_is_found_again() {
    let fake = Fake::default();
    let (address, serving) = fake.serve().await;
    let client = client(&[&address]);
    submit(&client).await.unwrap();
    serving.stop().await;
    let (submitted, _again) = tokio::join!(submit(&client), fake.serve_at(address.trim_start_matches("http://")));
    assert_eq!(submitted.unwrap(), 7);
}

#[tokio::test]
async fn a_call_is_retried_with_the_same_request_id_after_a_broken_connection() {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    let line = Line::to(&address).await;
    fake.script(|script| script.silent_submits = 1);
    let client = client(&[&line.address]);
    let breaking = async {
        fake.asked.notified().await;
        line.cut();
    };
    let (submitted, ()) = tokio::join!(submit(&client), breaking);
    assert_eq!(submitted.unwrap(), 7);
    let ids = fake.script(|script| script.submitted.clone());
    assert_eq!(ids.len(), 2);
    assert_eq!(ids[0], ids[1]);
}
