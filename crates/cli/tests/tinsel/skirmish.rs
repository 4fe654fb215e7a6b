//! The demo and the picture of Snowball War.

use tinsel_client::Client;
use tinsel_proto::{
    games::snowball_war::v1::Config,
    v1::{CreateMatchRequest, GameConfig, game_config},
};

use super::{check_ranking, run, server};

#[test]
fn a_demo_of_snowball_war_draws_the_field_after_each_action() {
    let (code, out, err) = run(&["demo", "snowball-war"]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let fields = out.matches("  ┌").count();
    // A seat that acts uses or discards one die, or two at once; then the demo prints the field.
    let lines: Vec<&str> = out.lines().filter(|line| !line.is_empty()).collect();
    let is_act = |line: &str| line.contains(" uses a ") || line.contains(" discards a ");
    let acts = lines
        .windows(2)
        .filter(|pair| is_act(pair[0]) && !is_act(pair[1]))
        .count();
    assert!(acts > 10 && fields >= acts, "{acts} actions, {fields} fields\n{out}");
    for part in [
        "\nTurn 1\n",
        " picks first.",
        "[0]",
        "(1)",
        "▒",
        "snowman 0/4",
        " wins.\n",
    ] {
        assert!(out.contains(part), "{part:?} is missing: {out}");
    }
    check_ranking(&out, 2);
}

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
    assert!(
        picture.contains("viewBox=\"-24 -24 548 348\"") && picture.contains("&lt;Zoë&gt;"),
        "{picture}"
    );
    assert!(picture.matches("<title>obstacle ").count() >= 4, "{picture}");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_another_game_has_no_picture() {
    let server = server().await;
    let client = Client::connect([server.url()]).unwrap();
    let host = client.create(GameConfig {
        game: Some(game_config::Game::PresentsOfMine(Default::default())),
    });
    let host = host.await.unwrap();
    let (id, url) = (host.match_id().to_owned(), server.url());
    let (code, out, err) = tokio::task::spawn_blocking(move || run(&["render", "--server", &url, "--match", &id]))
        .await
        .unwrap();
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(
        err.contains("only started matches of snowball_war have a picture"),
        "{err}"
    );
    server.stop().await.unwrap();
}
