//! `tinsel health`, the health check for container platforms.

use tinsel_server::{Config, Server, StoreAddress};

use crate::run;

async fn server(store: StoreAddress) -> Server {
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        store,
        ..Config::default()
    };
    Server::start(&config).await.unwrap()
}

async fn health(server: &str, more: &'static [&'static str]) -> (Option<i32>, String, String) {
    let server = server.to_owned();
    let asked = tokio::task::spawn_blocking(move || run(&[&["health", "--server", &server], more].concat()));
    asked.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn health_prints_a_line_and_sets_the_exit_code() {
    let ready = server(StoreAddress::Memory).await;
    // The server is ready after its first contact with the store, which can be a moment after it begins to listen.
    let mut told = health(&ready.url(), &[]).await;
    for _ in 0..100 {
        if told.0 == Some(0) {
            break;
        }
        told = health(&ready.url(), &[]).await;
    }
    assert_eq!(told, (Some(0), "readiness: serving\n".to_owned(), String::new()));

    let without_redis = server(StoreAddress::Redis("redis://127.0.0.1:1".to_owned())).await;
    let told = health(&without_redis.url(), &[]).await;
    assert_eq!(
        told,
        (
            Some(1),
            String::new(),
            "tinsel: readiness: not serving: the store did not respond: connection refused\n".to_owned()
        )
    );
    let told = health(&without_redis.url(), &["--part", "liveness"]).await;
    assert_eq!(told, (Some(0), "liveness: serving\n".to_owned(), String::new()));

    let (code, out, err) = health("http://127.0.0.1:1", &[]).await;
    assert_eq!((code, out.as_str()), (Some(1), ""));
    let failed = err.lines().next_back().unwrap_or_default();
    assert!(failed.starts_with("tinsel: no response after "), "{failed}");
}
