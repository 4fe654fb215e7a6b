//! Calls with retries.

use std::time::Duration;

use tinsel_client::{Client, Error, Options, Token};
use tinsel_proto::v1::GameAction;

use crate::fake::{Fake, client, nobody};

async fn submit(client: &Client) -> Result<u64, Error> {
    let seat = client.seat("000-match", Token::new("token"), 3);
    seat.submit(GameAction::default()).await
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
