//! `tinsel store copy`.

use std::fs;

use tinsel_client::Client;
use tinsel_proto::{
    games::grunkle_match,
    v1::{GameConfig, game_config},
};
use tinsel_server::{Config, Server, StoreAddress};
use tinsel_store_testkit::RedisServer;

use super::run;

async fn served(redis: &RedisServer) -> Server {
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        store: StoreAddress::parse(&redis.url()).unwrap(),
        drain_seconds: 1,
        ..Config::default()
    };
    Server::start(&config).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn copy_moves_all_matches_and_its_servers_serve_them() {
    let (old, new) = (RedisServer::start(), RedisServer::start());
    let servers = (served(&old).await, served(&new).await);
    let client = Client::connect([servers.0.url()]).unwrap();
    let config = GameConfig {
        game: Some(game_config::Game::GrunkleMatch(grunkle_match::v1::Config::default())),
    };
    let created = client.create(config).await.unwrap();
    let file = std::env::temp_dir().join(format!("tinsel-old-store-{}.toml", std::process::id()));
    fs::write(&file, format!("store = '{}'", old.url())).unwrap();

    let copy = ["store", "copy", "--from", file.to_str().unwrap(), "--to", &new.url()];
    let (code, out, err) = run(&copy);
    fs::remove_file(file).unwrap();
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let [from, to] = [&old, &new].map(|redis| StoreAddress::parse(&redis.url()).unwrap());
    assert_eq!(out, format!("1 match moved from {from} to {to}\n"));

    let client = Client::connect([servers.1.url()]).unwrap();
    client.spectator(created.match_id()).state().await.unwrap();
}

#[test]
fn copy_names_the_wrong_store() {
    let redis = RedisServer::start();
    let there = redis.url();
    let none = "redis://127.0.0.1:1";
    for (from, to, code, cause) in [
        ("memory", there.as_str(), 2, "--from: the store must be a Redis"),
        (&there, "http://host", 2, "--to: store must be "),
        (&there, "no-such-file", 2, "--to: config file no-such-file: "),
        (&there, &there, 2, "--from and --to must be different stores"),
        ("redis:/user:secret@host", &there, 2, "--from: store must be "),
        (none, &there, 1, "source: the store did not respond: connection refused"),
    ] {
        let (exit, out, err) = run(&["store", "copy", "--from", from, "--to", to]);
        assert_eq!((exit, out.as_str()), (Some(code), ""), "{err}");
        assert!(err.contains(cause) && !err.contains("secret@"), "{err}");
    }
}
