//! What logs and spans may never hold.

use std::{
    io::Write,
    sync::{Arc, Mutex},
};

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD},
};
use tinsel_harness::{ANY_GAME, Choice, KEY, Replica, Table, created, redis, refused, some_bad_action};
use tinsel_server::{Config, StoreAddress};
use tracing_subscriber::{
    Layer as _,
    filter::filter_fn,
    fmt::{self, MakeWriter, format::FmtSpan},
    layer::SubscriberExt,
};

/// Collects what is written.
#[derive(Debug, Clone, Default)]
struct Collected(Arc<Mutex<Vec<u8>>>);

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
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// How bytes could be written out.
fn written(bytes: &[u8]) -> Vec<String> {
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut forms = vec![hex.to_uppercase(), hex, format!("{bytes:?}"), format!("{bytes:02x?}")];
    for engine in [STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD] {
        forms.push(engine.encode(bytes));
    }
    forms
}

// On one thread, so that its own subscriber hears everything of it and nothing of other tests.
#[tokio::test]
async fn no_token_no_seed_and_no_sealed_present_is_ever_logged() {
    let collected = Collected::default();
    let layer = fmt::layer()
        .with_ansi(false)
        .with_span_events(FmtSpan::FULL)
        .with_writer(collected.clone());
    let ours = filter_fn(|metadata| metadata.target().starts_with("tinsel"));
    let subscriber = tracing_subscriber::registry().with(layer.with_filter(ours));
    // As long as there is one subscriber only, what other threads come by first counts as unheard by everybody. So there
    // is another one.
    let _another = tracing::Dispatch::new(tracing_subscriber::registry());
    let _guard = tracing::subscriber::set_default(subscriber);
    tracing::callsite::rebuild_interest_cache();

    let replica = Replica::start(Config {
        store: StoreAddress::Redis(redis().url()),
        ..Config::default()
    })
    .await;
    let api = replica.api();
    let table = Table::of_players(&[api], &created("a-name-for-the-request")).await;
    let mut stream = api.watch(&table.match_id, Some(0), Some(table.token(0))).await.unwrap();
    // What is wrong is not repeated in the logs either.
    let secret = "nobody-may-read-this";
    refused(api.ask(&table.getting(), Some(secret)).await);
    let asked = table.submitting(secret, some_bad_action(ANY_GAME));
    refused(api.ask(&asked, Some(table.token(0))).await);
    let mut sealed = Vec::new();
    for _ in 0..6 {
        for seat in 0..8 {
            let action = table.choice(api, seat, Choice::Bot(6)).await.unwrap();
            sealed.push(format!("{action:?}"));
            table.submit(api, seat, action).await.unwrap();
        }
    }
    while stream.message().await.unwrap().is_some() {}
    let end = table.state(api, None).await.r#match.unwrap();
    let seed = end.fairness.unwrap().server_seed;
    replica.stop().await;

    let text = collected.text();
    for expected in ["SubmitAction", &table.match_id, "commit"] {
        assert!(
            text.contains(expected),
            "{expected} is missing, so nothing was heard:\n{text:.3000}"
        );
    }
    let mut forbidden = written(&seed);
    forbidden.extend(written(KEY.as_bytes()));
    forbidden.push(KEY.to_owned());
    for token in table.viewers().into_iter().flatten() {
        forbidden.push(token.to_owned());
        forbidden.push(token.rsplit_once('.').unwrap().1.to_owned());
    }
    forbidden.extend(sealed);
    let words = [
        "a-name-for-the-request",
        "nobody-may-read-this",
        "letters",
        "passes",
        "steals",
        "staleness",
        "Bearer",
    ];
    forbidden.extend(words.map(str::to_owned));
    for secret in forbidden {
        let at = text.lines().find(|line| line.contains(&secret));
        assert_eq!(at, None, "{secret} is in the logs");
    }
}
