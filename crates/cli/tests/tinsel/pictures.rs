//! Pictures of matches.

use tinsel_client::Client;
use tinsel_proto::{
    games::snowball_war::v1::Config,
    v1::{CreateMatchRequest, GameConfig, game_config},
};

use super::{run, server};

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_drawn_as_it_stands() {
    let server = server().await;
    let client = Client::connect([server.url()]).unwrap();
    let host = client.create_with(CreateMatchRequest {
        config: Some(GameConfig {
            game: Some(game_config::Game::SnowballWar(Config::default())),
        }),
        ..CreateMatchRequest::default()
    });
    let host = host.await.unwrap();
    let (id, url) = (host.match_id().to_owned(), server.url());
    for name in ["Ada", "<Zoë>"] {
        client.join(&id, name).await.unwrap();
    }
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("field.svg");
    let name = file.to_str().unwrap().to_owned();
    let (drawn, again, wrong) = tokio::task::spawn_blocking(move || {
        (
            run(&["render", "--server", &url, "--match", &id, "--out", &name]),
            run(&["render", "--server", &url, "--match", &id]),
            run(&["render", "--server", &url]),
        )
    })
    .await
    .unwrap();
    assert_eq!((drawn.0, drawn.2.as_str()), (Some(0), ""), "{}", drawn.1);
    let picture = std::fs::read_to_string(&file).unwrap();
    assert_eq!((again.0, again.1.as_str()), (Some(0), picture.as_str()));
    assert_eq!(wrong.0, Some(2), "{}", wrong.2);
    assert!(picture.starts_with("<svg "), "{picture}");
    // A name of a player is never markup.
    assert!(picture.contains("&lt;Zoë&gt;"), "{picture}");
    assert!(picture.matches(">obstacle ").count() >= 4, "{picture}");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_has_not_started_has_no_picture() {
    let server = server().await;
    let client = Client::connect([server.url()]).unwrap();
    let host = client.create(GameConfig {
        game: Some(game_config::Game::PresentsOfMine(Default::default())),
    });
    let host = host.await.unwrap();
    let (id, url) = (host.match_id().to_owned(), server.url());
    for _ in 0..8 {
        host.add_bot().await.unwrap();
    }
    let rendering = |match_id: String, url: String| move || run(&["render", "--server", &url, "--match", &match_id]);
    let (code, picture, err) = tokio::task::spawn_blocking(rendering(id, url.clone())).await.unwrap();
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(picture.starts_with("<svg ") && picture.contains("Bot 7"), "{picture}");
    let waiting = client.create(GameConfig {
        game: Some(game_config::Game::SnowballWar(Config::default())),
    });
    let id = waiting.await.unwrap().match_id().to_owned();
    let (code, out, err) = tokio::task::spawn_blocking(rendering(id, url)).await.unwrap();
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("the match has not started"), "{err}");
    server.stop().await.unwrap();
}
