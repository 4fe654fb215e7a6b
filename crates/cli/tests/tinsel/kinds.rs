//! The number of seats and the options of a new match.

use tinsel_client::Client;
use tinsel_proto::v1::game_config::Game;

use super::{
    friends::{Terminal, with_server},
    run,
};

#[test]
fn a_kind_of_match_that_there_is_not_is_refused_before_a_server_is_asked() {
    let options =
        "--options must be the JSON of the options of grunkle_match, which tinsel games grunkle_match lists: ";
    let nothing_made = "--seats and --options require --new or --quick";
    let refused: [(&[&str], &str); 8] = [
        (
            &["demo", "--seats", "5"],
            "--seats must be 8 in presents_of_mine, not 5",
        ),
        (
            &["play", "--new", "--seats", "0"],
            "--seats must be 8 in presents_of_mine, not 0",
        ),
        (
            &["play", "--quick", "--seats", "9"],
            "--seats must be 8 in presents_of_mine, not 9",
        ),
        (&["demo", "grunkle_match", "--options", r#"{"nonsense": 1}"#], options),
        (&["demo", "grunkle_match", "--options", "starting_garnets=3"], options),
        (&["demo", "grunkle_match", "--options", r#"{}}, "x": {"#], options),
        (&["play", "--match", "x", "--seats", "8"], nothing_made),
        (&["play", "--match", "x", "--options", "{}"], nothing_made),
    ];
    for (args, told) in refused {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str(), err.lines().count()), (Some(2), "", 1), "{err}");
        assert!(err.starts_with(&format!("tinsel: {told}")), "{err}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn options_are_played_with_and_judged_by_the_server() {
    with_server(|url| {
        let options = |text: &'static str| ["--game", "grunkle_match", "--server", url, "--options", text];
        let mut waiting = Terminal::start(&[&["play", "--new"], &options(r#"{"starting_garnets": 31}"#)[..]].concat());
        let id = waiting.read_to("of match ").trim_end_matches('.').to_owned();
        let state = tokio::runtime::Handle::current().block_on(async {
            let spectator = Client::connect([url]).unwrap().spectator(id);
            spectator.state().await.unwrap()
        });
        let config = state.r#match.unwrap().config.unwrap();
        let Some(Game::GrunkleMatch(config)) = config.game else {
            panic!("{config:?}")
        };
        assert_eq!(config.starting_garnets, Some(31));
        waiting.write("leave");
        assert_eq!(waiting.end().0, Some(0));

        let too_many = options(r#"{"starting_garnets": 4294967295}"#);
        for way in ["--new", "--quick"] {
            let (code, _, err) = run(&[&["play", way], &too_many[..]].concat());
            assert_eq!((code, err.lines().count()), (Some(1), 1), "{err}");
            assert!(err.starts_with("tinsel: STARTING_GARNETS_OUT_OF_RANGE: "), "{err}");
        }
    })
    .await;
}
