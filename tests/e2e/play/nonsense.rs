//! Invalid values in every field of every call.

pub(crate) mod random;
mod times;

use bytes::Bytes;
use prost::Message as _;
use prost_types::Duration;
use tinsel_catalog::GameId;
use tinsel_harness::{
    ANY_GAME, Api, Call, Choice, Refusal, Replica, TestMatch, check_refusal, created, creating, entropy, refused,
    sampled_setups, some_action,
};
use tinsel_proto::v1::{
    AddBotRequest, CreateMatchRequest, GameAction, GameConfig, GetGameRequest, GetMatchRequest, JoinMatchRequest,
    Label, ListHistoryRequest, ListLegalActionsRequest, StartMatchRequest, StartPolicy, SubmitActionRequest, TakeSeat,
    TimeControl, ValidateActionRequest, WatchMatchRequest, time_control::Control, watch_match_request::Position,
};

/// The action message of a game without an action: its field in [`GameAction`], with an empty message.
fn empty_action(game: GameId) -> GameAction {
    // One byte for the field, which is below 16, and one for the length.
    let field = some_action(game).encode_to_vec()[0];
    GameAction::decode([field, 0].as_slice()).unwrap()
}

/// Invalid match IDs.
pub(crate) fn no_match_ids(id: &str) -> Vec<String> {
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

/// Invalid request IDs.
pub(crate) fn no_request_ids() -> Vec<String> {
    ["with space", "ü", "a/b", "a:b", "{s000}", "\u{0}", "\r\n", "…"]
        .into_iter()
        .map(str::to_owned)
        .chain(["x".repeat(65), "x".repeat(60_000)])
        .collect()
}

/// Invalid display names.
pub(crate) fn no_names(most: usize) -> Vec<String> {
    let wrong = ["\u{0}", "a\u{7}b", "a\nb", "a\u{1b}[31m", " a", "a ", "\t", "a\u{85}b"];
    // Invisible characters, characters that change the direction of text, line breaks, private and unassigned
    // characters.
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

/// Makes a call that must be refused for `reason`, with these invalid fields.
async fn refuse<Q: Call>(api: &Api, asked: &Q, token: Option<&str>, (reason, fields): (&str, &[&str])) {
    let refusal = refused(api.ask(asked, token).await);
    let what = format!("{} asked {:.300}", Q::METHOD.path, format!("{asked:?}"));
    assert_eq!(refusal.reason, reason, "{what}: {refusal:?}");
    check_refusal(&refusal);
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

pub(crate) async fn malformed<Q: Call>(api: &Api, asked: &Q, token: Option<&str>, fields: &[&str]) {
    refuse(api, asked, token, ("MALFORMED_REQUEST", fields)).await;
}

/// An active match, and its states for all viewers.
pub(crate) async fn playing(api: &Api) -> (TestMatch, Vec<Bytes>) {
    let table = TestMatch::of_players(&[api], &created("")).await;
    let action = table.choice(api, 0, Choice::Default).await.unwrap();
    table.submit(api, 0, action).await.unwrap();
    let seen = see(api, &table).await;
    (table, seen)
}

pub(crate) async fn see(api: &Api, table: &TestMatch) -> Vec<Bytes> {
    let mut seen = Vec::new();
    for viewer in table.viewers() {
        seen.push(table.bytes(api, viewer).await);
    }
    seen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn creating_a_match_refuses_invalid_values_in_every_field() {
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
    }
    for (control, field) in times::no_time_controls() {
        let control = Some(TimeControl {
            control,
            ..TimeControl::default()
        });
        malformed(
            api,
            &with(&|asked| asked.time_control = control.clone()),
            None,
            &[field],
        )
        .await;
    }
    for (phases, field) in times::no_phase_times() {
        let control = Some(TimeControl {
            control: Some(Control::PerDecision(Duration { seconds: 60, nanos: 0 })),
            phases,
        });
        malformed(
            api,
            &with(&|asked| asked.time_control = control.clone()),
            None,
            &[field],
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
        time_control: Some(TimeControl {
            control: None,
            ..TimeControl::default()
        }),
        players_only: true,
        substitute_inactive_players: true,
        options: None,
        take_seat: None,
        start_without_host_after: Some(Duration { seconds: 0, nanos: 0 }),
        labels: Vec::new(),
    };
    let fields = [
        "request_id",
        "display_name",
        "config",
        "visibility",
        "start_policy",
        "time_control",
        "start_without_host_after",
    ];
    malformed(api, &everything, None, &fields).await;
    for seconds in [0, 30 * 24 * 60 * 60 + 1] {
        let without_host = with(&|asked| {
            asked.start_policy = StartPolicy::ByHost.into();
            asked.start_without_host_after = Some(Duration { seconds, nanos: 0 });
        });
        malformed(api, &without_host, None, &["start_without_host_after"]).await;
    }
    let of_creator = with(&|asked| {
        asked.take_seat = Some(TakeSeat {
            player_ref: String::new(),
            display_name: "\u{0}".to_owned(),
            seat: Some(u32::MAX),
            nonce: vec![0; 33].into(),
        });
        asked.labels = vec![Label::default()];
    });
    let fields = [
        "take_seat.display_name",
        "take_seat.nonce",
        "labels[0].name",
        "labels[0].value",
    ];
    malformed(api, &of_creator, None, &fields).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn taking_a_seat_refuses_invalid_values_in_every_field() {
    let replica = Replica::on_redis().await;
    let api = replica.api();
    let mut table = TestMatch::create(api, &created("")).await;
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
        player_ref: String::new(),
        match_id: "?".to_owned(),
        request_id: "?".to_owned(),
        display_name: "?\u{0}".to_owned(),
        seat: Some(99),
        nonce: vec![0; 33].into(),
        join_code: String::new(),
    };
    let fields = ["match_id", "request_id", "display_name", "nonce"];
    malformed(api, &everything, None, &fields).await;
    for (match_id, join_code) in [
        ("", "?"),
        ("", "7k3m9-q2xv"),
        (&*table.match_id, "7k3m9-q2xvd"),
        ("?", "?"),
    ] {
        let asked = JoinMatchRequest {
            match_id: match_id.to_owned(),
            join_code: join_code.to_owned(),
            ..everything.clone()
        };
        let fields = ["join_code", "request_id", "display_name", "nonce"];
        malformed(api, &asked, None, &fields).await;
    }
    refuse(api, &bot(&|_| ()), None, ("TOKEN_MISSING", &[])).await;
    refuse(api, &bot(&|_| ()), Some(table.token(0)), ("HOST_ONLY", &[])).await;
    assert_eq!(see(api, &table).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_call_about_a_match_refuses_an_invalid_match_id() {
    let replica = Replica::on_redis().await;
    let api = replica.api();
    let (table, before) = playing(api).await;
    let seat = Some(table.token(0));
    for id in no_match_ids(&table.match_id) {
        let match_id = || id.clone();
        malformed(
            api,
            &GetMatchRequest {
                match_id: match_id(),
                ..GetMatchRequest::default()
            },
            seat,
            &["match_id"],
        )
        .await;
        malformed(
            api,
            &ListLegalActionsRequest {
                match_id: match_id(),
                ..ListLegalActionsRequest::default()
            },
            seat,
            &["match_id"],
        )
        .await;
        let history = ListHistoryRequest {
            match_id: match_id(),
            page_size: u32::MAX,
            after_revision: u64::MAX,
            ..ListHistoryRequest::default()
        };
        malformed(api, &history, seat, &["match_id"]).await;
        let start = StartMatchRequest {
            match_id: match_id(),
            ..StartMatchRequest::default()
        };
        malformed(api, &start, Some(&table.host), &["match_id"]).await;
        let submit = SubmitActionRequest {
            match_id: match_id(),
            ..table.submitting("", some_action(ANY_GAME))
        };
        malformed(api, &submit, seat, &["match_id"]).await;
        let validate = ValidateActionRequest {
            match_id: match_id(),
            ..table.validating(some_action(ANY_GAME))
        };
        malformed(api, &validate, seat, &["match_id"]).await;
        let refusal = refused(api.watch(&id, Some(3), seat).await.map(|_| ()));
        check_refusal(&refusal);
        assert_eq!(refusal.violations[0].field, "match_id");
    }
    for request_id in no_request_ids() {
        let start = StartMatchRequest {
            match_id: table.match_id.clone(),
            request_id,
        };
        malformed(api, &start, Some(&table.host), &["request_id"]).await;
    }
    for cursor in ["0", "not a cursor", "AAAAAAAAAA=", &"A".repeat(65)] {
        let position = Some(Position::Cursor(cursor.to_owned()));
        let refusal = refused(api.watch_from(&table.match_id, position, seat).await.map(|_| ()));
        check_refusal(&refusal);
        assert_eq!(refusal.violations[0].field, "cursor");
    }
    for game_id in no_match_ids(&table.match_id) {
        refuse(
            api,
            &GetGameRequest {
                game_id,
                ..GetGameRequest::default()
            },
            None,
            ("GAME_NOT_FOUND", &[]),
        )
        .await;
    }
    assert_eq!(see(api, &table).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn submitting_refuses_invalid_values_in_every_field() {
    let replica = Replica::on_redis().await;
    let api = replica.api();
    let (table, before) = playing(api).await;
    let seat = Some(table.token(1));
    for request_id in no_request_ids() {
        let asked = table.submitting(&request_id, some_action(ANY_GAME));
        malformed(api, &asked, seat, &["request_id"]).await;
    }
    let with = |action| SubmitActionRequest {
        action,
        ..table.submitting("", some_action(ANY_GAME))
    };
    for action in [None, Some(GameAction::default())] {
        let validate = ValidateActionRequest {
            action: action.clone(),
            ..table.validating(some_action(ANY_GAME))
        };
        malformed(api, &validate, seat, &["action"]).await;
        malformed(api, &with(action), seat, &["action"]).await;
    }
    for game in GameId::ALL {
        malformed(
            api,
            &with(Some(empty_action(*game))),
            seat,
            &[&format!("action.{game}")],
        )
        .await;
    }
    let tokens = [
        (None, "TOKEN_MISSING"),
        (Some(table.host.as_str()), "SEAT_ONLY"),
        (Some("nonsense"), "TOKEN_INVALID"),
    ];
    for (token, reason) in tokens {
        refuse(api, &with(Some(some_action(ANY_GAME))), token, (reason, &[])).await;
    }
    assert_eq!(see(api, &table).await, before);
}

/// Submits a few random actions for every seat. Each is refused for a listed reason, or is valid. Returns the number of
/// refused ones.
async fn try_nonsense(api: &Api, table: &TestMatch, game: GameId, number: u64) -> usize {
    let before = see(api, table).await;
    let (mut refusals, mut taken) = (0, 0);
    for seat in table.players() {
        for attempt in 0..3 {
            let action = game.testkit().nonsense(entropy(attempt, number, seat));
            let tried = api
                .ask(&table.validating(action.clone()), Some(table.token(seat)))
                .await;
            match table.submit(api, seat, action).await {
                Ok(accepted) => {
                    let tried = tried.expect("the dry run of an accepted action succeeds");
                    assert_eq!(tried.revision + 1, accepted.revision);
                    taken += 1;
                }
                Err(status) => {
                    let refusal = Refusal::of(&status);
                    let mut tried = Refusal::of(&tried.expect_err("it is refused"));
                    tried.trace_id.clone_from(&refusal.trace_id);
                    assert_eq!(tried, refusal, "a dry run differs");
                    check_refusal(&refusal);
                    assert_eq!(refusal.domain, game.game().domain(), "{refusal:?}");
                    refusals += 1;
                }
            }
        }
    }
    assert!(
        taken > 0 || see(api, table).await == before,
        "a refused action of {game} changed something"
    );
    refusals
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_actions_of_every_game_are_refused_for_a_listed_reason_and_change_nothing() {
    let replica = Replica::on_redis().await;
    let api = replica.api();
    for game in GameId::ALL {
        let mut refusals = 0;
        for (number, table) in sampled_setups(*game) {
            let number = number.into();
            let table = TestMatch::of_players(&[api], &creating(&table, "")).await;
            while !table.is_over(api).await {
                refusals += try_nonsense(api, &table, *game, number).await;
                table.play_step(&[api], Choice::Random(number)).await;
            }
            refusals += try_nonsense(api, &table, *game, number).await;
        }
        assert!(refusals > 0, "{game} refuses no nonsense");
    }
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
    let asked = JoinMatchRequest {
        display_name: huge(),
        ..table.joining(0)
    };
    refuse(api, &asked, None, large).await;
    refuse(
        api,
        &GetGameRequest {
            game_id: huge(),
            ..GetGameRequest::default()
        },
        None,
        large,
    )
    .await;
    refuse(
        api,
        &GetMatchRequest {
            match_id: huge(),
            ..GetMatchRequest::default()
        },
        token,
        large,
    )
    .await;
    refuse(api, &table.submitting(&huge(), some_action(ANY_GAME)), token, large).await;
    let watch = WatchMatchRequest {
        match_id: huge(),
        position: None,
        ..WatchMatchRequest::default()
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
