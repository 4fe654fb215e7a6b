//! Texts that logs and spans must never contain.

use std::{
    io::Write,
    sync::{Arc, Mutex},
};

use tinsel_catalog::GameId;
use tinsel_harness::{Replica, Secrets, redis, without_action_kinds};
use tinsel_server::{Config, StoreAddress};
use tracing_subscriber::{
    Layer as _,
    filter::filter_fn,
    fmt::{self, MakeWriter, format::FmtSpan},
    layer::SubscriberExt,
};

/// A writer that stores all output.
#[derive(Debug, Clone, Default)]
pub(super) struct Collected(Arc<Mutex<Vec<u8>>>);

impl Write for Collected {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Collected {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Collected {
    /// Collects what this thread logs, until the returned value is dropped.
    pub(super) fn hear(&self) -> impl Sized + use<> {
        let layer = fmt::layer()
            .with_ansi(false)
            .with_span_events(FmtSpan::FULL)
            .with_writer(self.clone());
        let ours = filter_fn(|metadata| metadata.target().starts_with("tinsel"));
        let subscriber = tracing_subscriber::registry().with(layer.with_filter(ours));
        // With only one subscriber, `tracing` caches call sites that other threads reach first as disabled for all. A
        // second subscriber prevents that.
        let another = tracing::Dispatch::new(tracing_subscriber::registry());
        let guard = tracing::subscriber::set_default(subscriber);
        tracing::callsite::rebuild_interest_cache();
        (another, guard)
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

// On one thread, so that its subscriber receives all events of this test and none of other tests.
#[tokio::test]
async fn no_secret_of_a_match_of_any_game_is_ever_logged() {
    let collected = Collected::default();
    let _guard = collected.hear();

    let replica = Replica::start(Config {
        store: StoreAddress::Redis(redis().url()),
        ..Config::default()
    })
    .await;
    let mut secrets = Vec::new();
    for game in GameId::ALL {
        secrets.push(Secrets::of_a_match(*game, replica.api(), "in-logs").await);
    }
    replica.stop().await;

    let text = without_action_kinds(&collected.text());
    for expected in ["SubmitAction", "WatchMatch", "engine", "commit", "call refused"] {
        assert!(
            text.contains(expected),
            "{expected} is missing, so nothing was heard:\n{text:.3000}"
        );
    }
    for secrets in secrets {
        secrets.check_not_in(text.lines());
    }
}

/// A log line without secrets.
const HARMLESS: &str =
    r#"DEBUG call{rpc.method="tinsel.v1.MatchService/SubmitAction"}:engine{tinsel.match=AbC-123 tries=0}: close"#;

#[tokio::test]
async fn every_secret_is_found_anywhere_in_a_line() {
    let replica = Replica::in_memory().await;
    for game in GameId::ALL {
        let secrets = Secrets::of_a_match(*game, replica.api(), "noticed").await;
        secrets.check_not_in([HARMLESS]);
        for secret in secrets.iter() {
            let found = secrets
                .found_in(&format!("{HARMLESS} action={secret} cause=none"))
                .is_some();
            assert!(found, "{secret} is not noticed");
        }
        let played = [
            "noticed-creates-",
            "noticed-joins-0",
            "noticed-submits-0",
            "noticed-submits-1",
            "noticed-is-no",
        ];
        for part in played.into_iter().chain(game.testkit().secrets().options) {
            assert!(
                secrets.iter().any(|secret| secret.contains(part)),
                "{part} is no secret of {game}"
            );
        }
    }
}

#[test]
#[should_panic(expected = "this line contains a secret: a line with a secret option")]
fn a_line_with_a_secret_option_fails_the_test() {
    for game in GameId::ALL {
        for option in game.testkit().secrets().options {
            let line = format!("a line with a secret option: {option}");
            Secrets::of(*game).check_not_in([HARMLESS, &line]);
        }
    }
}

#[test]
#[should_panic(expected = "this line contains a secret: what a seat does")]
fn a_line_with_the_name_of_something_sealed_fails_the_test() {
    let secrets = GameId::ALL.iter().map(|game| (game, game.testkit().secrets()));
    for (game, kit) in secrets {
        let line = format!("what a seat does: {}", kit.names[0]);
        Secrets::of(*game).check_not_in([HARMLESS, &line]);
    }
}
