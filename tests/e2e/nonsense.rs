//! Nonsense in every field of every call.

mod random;

use bytes::Bytes;
use prost::Message as _;
use tinsel_harness::{Api, Call, Choice, Replica, Table, created, presents_of_mine, refused};
use tinsel_proto::{
    games::presents_of_mine::v1::{self as pom, Letter, Present, action::Action as Kind},
    v1::{
        AddBotRequest, CreateMatchRequest, GameAction, GameConfig, GetGameRequest, GetMatchRequest, JoinMatchRequest,
        ListLegalActionsRequest, StartMatchRequest, StartPolicy, SubmitActionRequest, WatchMatchRequest, game_action,
    },
};

use crate::errors::check;

/// An action that selects these letters, by number.
pub(crate) fn selection(letters: &[i32]) -> GameAction {
    let letters = letters.to_vec();
    action(Kind::SelectPresents(pom::SelectPresents { letters }))
}

/// An action that passes presents.
pub(crate) fn passing(passes: Vec<Present>, replacement: Option<pom::Replacement>) -> GameAction {
    action(Kind::PassPresents(pom::PassPresents { passes, replacement }))
}

/// An action that steals presents.
pub(crate) fn stealing(steals: Vec<Present>) -> GameAction {
    action(Kind::StealPresents(pom::StealPresents { steals }))
}

fn action(kind: Kind) -> GameAction {
    GameAction {
        game: Some(game_action::Game::PresentsOfMine(pom::Action { action: Some(kind) })),
    }
}

/// What is no match id.
fn no_match_ids(id: &str) -> Vec<String> {
    vec![
        String::new(),
        " ".to_owned(),
        "nonsense".to_owned(),
        format!("{id} "),
        format!(" {id}"),
        id.to_uppercase() + "!",
        id[..id.len() - 1].to_owned(),
        format!("{id}0"),
        id.replacen('-', "\u{0}", 1),
        "999-\u{1f381}".to_owned(),
        "../../etc/passwd".to_owned(),
        "x".repeat(60_000),
    ]
}

/// What is no request id.
fn no_request_ids() -> Vec<String> {
    ["with space", "ü", "a/b", "a:b", "{s000}", "\u{0}", "\r\n", "…"]
        .into_iter()
        .map(str::to_owned)
        .chain(["x".repeat(65), "x".repeat(60_000)])
        .collect()
}

/// What nobody may be called.
fn no_names(most: usize) -> Vec<String> {
    let wrong = ["\u{0}", "a\u{7}b", "a\nb", "a\u{1b}[31m", " a", "a ", "\t", "a\u{85}b"];
    // Invisible, turning the text around, ending a line, of somebody's own, of nobody's.
    let hidden = [
        "\u{200b}",
        "a\u{200b}",
        "a\u{202e}b",
        "\u{2066}a",
        "a\u{feff}b",
        "a\u{ad}b",
        "a\u{2028}b",
        "a\u{2029}b",
        "\u{e000}",
        "\u{10fffe}",
        "\u{378}",
        "a\u{e0041}",
    ];
    wrong
        .into_iter()
        .chain(hidden)
        .map(str::to_owned)
        .chain(["x".repeat(most + 1), "\u{1f381}".repeat(most + 1), "x".repeat(60_000)])
        .collect()
}

/// Asks what must be refused for `reason`, with these fields to blame.
async fn refuse<Q: Call>(api: &Api, asked: &Q, token: Option<&str>, (reason, fields): (&str, &[&str])) {
    let refusal = refused(api.ask(asked, token).await);
    let what = format!("{} asked {:.300}", Q::METHOD.path, format!("{asked:?}"));
    assert_eq!(refusal.reason, reason, "{what}: {refusal:?}");
    check(&refusal);
    let blamed: Vec<_> = refusal
        .violations
        .iter()
        .map(|violation| violation.field.as_str())
        .collect();
    assert_eq!(blamed, fields, "{what}");
    assert!(
        refusal
            .violations
            .iter()
            .all(|violation| !violation.description.is_empty())
    );
}

async fn malformed<Q: Call>(api: &Api, asked: &Q, token: Option<&str>, fields: &[&str]) {
    refuse(api, asked, token, ("MALFORMED_REQUEST", fields)).await;
}

/// A match that is being played, and what everybody sees of it.
async fn playing(api: &Api) -> (Table, Vec<Bytes>) {
    let table = Table::of_players(&[api], &created("")).await;
    let action = table.choice(api, 0, Choice::Default).await.unwrap();
    table.submit(api, 0, action).await.unwrap();
    let seen = see(api, &table).await;
    (table, seen)
}

async fn see(api: &Api, table: &Table) -> Vec<Bytes> {
    let mut seen = Vec::new();
    for viewer in table.viewers() {
        seen.push(table.bytes(api, viewer).await);
    }
    seen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn creating_a_match_refuses_nonsense_in_every_field() {
    let replica = Replica::on_redis().await;
    let api = replica.api();
    for request_id in no_request_ids() {
        malformed(api, &created(&request_id), None, &["request_id"]).await;
    }
    let with = |change: &dyn Fn(&mut CreateMatchRequest)| {
        let mut asked = created("");
        change(&mut asked);
        asked
    };
    for name in no_names(80) {
        malformed(
            api,
            &with(&|asked| asked.display_name.clone_from(&name)),
            None,
            &["display_name"],
        )
        .await;
    }
    for config in [None, Some(GameConfig::default())] {
        malformed(api, &with(&|asked| asked.config.clone_from(&config)), None, &["config"]).await;
    }
    for number in [-1, 3, 99, i32::MIN, i32::MAX] {
        malformed(api, &with(&|asked| asked.visibility = number), None, &["visibility"]).await;
        malformed(
            api,
            &with(&|asked| asked.start_policy = number),
            None,
            &["start_policy"],
        )
        .await;
        let options = [
            (
                "list_reveal",
                pom::Config {
                    list_reveal: number,
                    ..Default::default()
                },
            ),
            (
                "pregame_hands",
                pom::Config {
                    pregame_hands: number,
                    ..Default::default()
                },
            ),
            (
                "round3_majority",
                pom::Config {
                    round3_majority: number,
                    ..Default::default()
                },
            ),
        ];
        for (option, config) in options {
            let asked = with(&|asked| asked.config = Some(presents_of_mine(config)));
            let field = format!("config.presents_of_mine.{option}");
            refuse(api, &asked, None, ("INVALID_CONFIG", &[&field])).await;
        }
    }
    for seats in [0, 1, 7, 9, 255, 256, 264, u32::MAX] {
        refuse(
            api,
            &with(&|asked| asked.seats = Some(seats)),
            None,
            ("INVALID_CONFIG", &["seats"]),
        )
        .await;
    }
    let everything = CreateMatchRequest {
        request_id: "\u{0}".to_owned(),
        display_name: "\u{0}".to_owned(),
        config: None,
        seats: Some(0),
        visibility: -1,
        start_policy: -1,
    };
    let fields = ["request_id", "display_name", "config", "visibility", "start_policy"];
    malformed(api, &everything, None, &fields).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn taking_a_seat_refuses_nonsense_in_every_field() {
    let replica = Replica::on_redis().await;
    let api = replica.api();
    let mut table = Table::create(api, &created("")).await;
    table.join(api, 0).await;
    let host = table.host.clone();
    let before = see(api, &table).await;
    let join = |change: &dyn Fn(&mut JoinMatchRequest)| {
        let mut asked = table.joining(3);
        asked.request_id = String::new();
        change(&mut asked);
        asked
    };
    let bot = |change: &dyn Fn(&mut AddBotRequest)| {
        let mut asked = AddBotRequest {
            match_id: table.match_id.clone(),
            ..AddBotRequest::default()
        };
        change(&mut asked);
        asked
    };
    for id in no_match_ids(&table.match_id) {
        malformed(api, &join(&|asked| asked.match_id.clone_from(&id)), None, &["match_id"]).await;
        malformed(
            api,
            &bot(&|asked| asked.match_id.clone_from(&id)),
            Some(&host),
            &["match_id"],
        )
        .await;
    }
    for id in no_request_ids() {
        malformed(
            api,
            &join(&|asked| asked.request_id.clone_from(&id)),
            None,
            &["request_id"],
        )
        .await;
        malformed(
            api,
            &bot(&|asked| asked.request_id.clone_from(&id)),
            Some(&host),
            &["request_id"],
        )
        .await;
    }
    for name in no_names(40) {
        malformed(
            api,
            &join(&|asked| asked.display_name.clone_from(&name)),
            None,
            &["display_name"],
        )
        .await;
        malformed(
            api,
            &bot(&|asked| asked.display_name.clone_from(&name)),
            Some(&host),
            &["display_name"],
        )
        .await;
    }
    malformed(
        api,
        &join(&|asked| asked.display_name = String::new()),
        None,
        &["display_name"],
    )
    .await;
    for seat in [8, 9, 31, 255, 256, u32::MAX] {
        let no_such_seat = ("NO_SUCH_SEAT", &[][..]);
        refuse(api, &join(&|asked| asked.seat = Some(seat)), None, no_such_seat).await;
        refuse(api, &bot(&|asked| asked.seat = Some(seat)), Some(&host), no_such_seat).await;
    }
    for bytes in [33, 60_000] {
        malformed(
            api,
            &join(&|asked| asked.nonce = vec![7; bytes].into()),
            None,
            &["nonce"],
        )
        .await;
    }
    let everything = JoinMatchRequest {
        match_id: "?".to_owned(),
        request_id: "?".to_owned(),
        display_name: "?\u{0}".to_owned(),
        seat: Some(99),
        nonce: vec![0; 33].into(),
    };
    malformed(
        api,
        &everything,
        None,
        &["match_id", "request_id", "display_name", "nonce"],
    )
    .await;
    refuse(api, &bot(&|_| ()), None, ("TOKEN_MISSING", &[])).await;
    refuse(api, &bot(&|_| ()), Some(table.token(0)), ("HOST_ONLY", &[])).await;
    assert_eq!(see(api, &table).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_call_about_a_match_refuses_what_is_no_match_id() {
    let replica = Replica::on_redis().await;
    let api = replica.api();
    let (table, before) = playing(api).await;
    let seat = Some(table.token(0));
    for id in no_match_ids(&table.match_id) {
        let match_id = || id.clone();
        malformed(api, &GetMatchRequest { match_id: match_id() }, seat, &["match_id"]).await;
        malformed(
            api,
            &ListLegalActionsRequest { match_id: match_id() },
            seat,
            &["match_id"],
        )
        .await;
        let start = StartMatchRequest {
            match_id: match_id(),
            ..StartMatchRequest::default()
        };
        malformed(api, &start, Some(&table.host), &["match_id"]).await;
        let submit = SubmitActionRequest {
            match_id: match_id(),
            ..table.submitting("", selection(&[1, 2, 3, 4, 5]))
        };
        malformed(api, &submit, seat, &["match_id"]).await;
        let refusal = refused(api.watch(&id, Some(3), seat).await.map(|_| ()));
        check(&refusal);
        assert_eq!(refusal.violations[0].field, "match_id");
    }
    for request_id in no_request_ids() {
        let start = StartMatchRequest {
            match_id: table.match_id.clone(),
            request_id,
        };
        malformed(api, &start, Some(&table.host), &["request_id"]).await;
    }
    for game_id in no_match_ids(&table.match_id) {
        refuse(api, &GetGameRequest { game_id }, None, ("GAME_NOT_FOUND", &[])).await;
    }
    assert_eq!(see(api, &table).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn submitting_refuses_nonsense_in_every_field() {
    let replica = Replica::on_redis().await;
    let api = replica.api();
    let (table, before) = playing(api).await;
    let seat = Some(table.token(1));
    for request_id in no_request_ids() {
        let asked = table.submitting(&request_id, selection(&[1, 2, 3, 4, 5]));
        malformed(api, &asked, seat, &["request_id"]).await;
    }
    let with = |action| SubmitActionRequest {
        action,
        ..table.submitting("", selection(&[1, 2, 3, 4, 5]))
    };
    for action in [None, Some(GameAction::default())] {
        malformed(api, &with(action), seat, &["action"]).await;
    }
    let unset = GameAction {
        game: Some(game_action::Game::PresentsOfMine(pom::Action::default())),
    };
    malformed(api, &with(Some(unset)), seat, &["action.presents_of_mine"]).await;
    let counts: [&[i32]; 4] = [&[], &[1], &[1, 2, 3, 4, 5, 6], &[1; 15_000]];
    for letters in counts {
        let field = "action.presents_of_mine.select_presents.letters";
        refuse(
            api,
            &with(Some(selection(letters))),
            seat,
            ("SELECTION_COUNT", &[field]),
        )
        .await;
    }
    for letter in [0, 11, 14, 15, 99, -1, i32::MIN, i32::MAX] {
        for place in 0..5 {
            let mut letters = [1, 2, 3, 4, 5];
            letters[place] = letter;
            let field = format!("action.presents_of_mine.select_presents.letters[{place}]");
            refuse(
                api,
                &with(Some(selection(&letters))),
                seat,
                ("UNKNOWN_PRESENT", &[&field]),
            )
            .await;
        }
    }
    let huge = Present {
        letter: i32::MIN,
        staleness: u32::MAX,
        layers: u32::MAX,
    };
    let swap = pom::Replacement {
        discard: Some(huge),
        take: -1,
    };
    for action in [
        passing(vec![huge; 1000], Some(swap)),
        stealing(vec![huge; 1000]),
        stealing(Vec::new()),
    ] {
        refuse(api, &with(Some(action)), seat, ("WRONG_ACTION", &[])).await;
    }
    let tokens = [
        (None, "TOKEN_MISSING"),
        (Some(table.host.as_str()), "SEAT_ONLY"),
        (Some("nonsense"), "TOKEN_INVALID"),
    ];
    for (token, reason) in tokens {
        refuse(api, &with(Some(selection(&[1, 2, 3, 4, 5]))), token, (reason, &[])).await;
    }
    assert_eq!(see(api, &table).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn references_refuse_nonsense_in_every_field() {
    let replica = Replica::on_redis().await;
    let api = replica.api();
    let table = Table::of_players(&[api], &created("")).await;
    let good = Present {
        letter: Letter::A.into(),
        staleness: 0,
        layers: 0,
    };
    let mut bad = Vec::new();
    for letter in [0, 15, -1, i32::MIN, i32::MAX] {
        bad.push(Present { letter, ..good });
    }
    for layers in [1, 6, 7, u32::MAX] {
        bad.push(Present { layers, ..good });
    }
    for layers in [0, 7, u32::MAX] {
        bad.push(Present {
            letter: Letter::K.into(),
            layers,
            ..good
        });
    }
    table.play_step(&[api], Choice::Default).await;
    let before = see(api, &table).await;
    for present in &bad {
        let asked = table.submitting("", passing(vec![*present, good, good], None));
        let field = "action.presents_of_mine.pass_presents.passes[0]";
        refuse(api, &asked, Some(table.token(0)), ("BAD_PRESENT_REF", &[field])).await;
    }
    for staleness in [77, u32::MAX] {
        let stale = Present { staleness, ..good };
        let asked = table.submitting("", passing(vec![stale, stale, stale], None));
        refuse(api, &asked, Some(table.token(0)), ("PRESENT_NOT_HELD", &[])).await;
    }
    assert_eq!(see(api, &table).await, before);
    for _ in 1..4 {
        table.play_step(&[api], Choice::Default).await;
    }
    let before = see(api, &table).await;
    for present in bad {
        let asked = table.submitting("", stealing(vec![good, good, present]));
        let field = "action.presents_of_mine.steal_presents.steals[2]";
        refuse(api, &asked, Some(table.token(0)), ("BAD_PRESENT_REF", &[field])).await;
    }
    assert_eq!(see(api, &table).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_of_ten_megabytes_is_refused_by_every_call() {
    let replica = Replica::on_redis().await;
    let api = replica.api();
    let (table, before) = playing(api).await;
    let huge = || "x".repeat(10_000_000);
    let token = Some(table.token(0));
    let large = ("MESSAGE_TOO_LARGE", &[] as &[&str]);
    refuse(api, &created(&huge()), None, large).await;
    let asked = CreateMatchRequest {
        display_name: huge(),
        start_policy: StartPolicy::ByHost.into(),
        ..created("")
    };
    refuse(api, &asked, None, large).await;
    let asked = JoinMatchRequest {
        display_name: huge(),
        ..table.joining(0)
    };
    refuse(api, &asked, None, large).await;
    refuse(api, &GetGameRequest { game_id: huge() }, None, large).await;
    refuse(api, &GetMatchRequest { match_id: huge() }, token, large).await;
    refuse(api, &table.submitting(&huge(), selection(&[1])), token, large).await;
    let watch = WatchMatchRequest {
        match_id: huge(),
        after_revision: None,
    };
    let path = "/tinsel.v1.MatchService/WatchMatch";
    let refusal = refused(
        api.stream_bytes(path, watch.encode_to_vec().into(), token)
            .await
            .map(|_| ()),
    );
    assert_eq!(refusal.reason, "MESSAGE_TOO_LARGE");
    assert_eq!(see(api, &table).await, before);
}
