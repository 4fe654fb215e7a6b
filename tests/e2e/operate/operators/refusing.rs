//! Refusals of AdminService: authentication, invalid requests, and requests that do not fit the state of the match.

use bytes::Bytes;
use prost::Message as _;
use prost_types::{Duration, Timestamp};
use tinsel_harness::{Call, Chance, Choice, Method, TestMatch, World, created, refused};
use tinsel_proto::v1::{
    AdminServiceListMatchesRequest, CheckStoreRequest, DeleteMatchRequest, ErasePlayerRequest, ExportPlayerRequest,
    PlayerRef, SetLogFilterRequest, StartPolicy, StoredMatchFilter, erase_player_request::Names,
    export_player_request::Players,
};
use tinsel_service::OperatorToken;
use tinsel_store::Memory;

use super::*;
use crate::play::nonsense::{malformed, no_match_ids, no_names, no_request_ids, playing, random::judge, see};

const TOKEN: &str = "the-token-of-the-operators";
const OTHER_TOKEN: &str = "the-token-of-the-other-operator";

/// A world that requires one of two operator tokens.
async fn guarded(seed: u64) -> World {
    let settings = Settings {
        operator_tokens: vec![
            OperatorToken::new("olga", TOKEN.as_bytes()),
            OperatorToken::new("omar", OTHER_TOKEN.as_bytes()),
        ],
        ..Settings::default()
    };
    World::with(Memory::default(), seed, settings).await
}

async fn reason_of<Q: Call>(world: &World, asked: &Q, token: Option<&str>) -> Option<String> {
    let answer = world.operators().ask(asked, token).await;
    answer.err().map(|status| refused::<()>(Err(status)).reason)
}

/// The reasons for which three calls about a match are refused, if they are. With a token, they have no operator.
async fn reasons(world: &World, table: &TestMatch, token: Option<&str>) -> [Option<String>; 3] {
    let (mut reveal, mut repair) = (revealing(table, ""), repairing(table, "", more_time(1)));
    if token.is_some() {
        (reveal.audit, repair.audit) = (unnamed(), unnamed());
    }
    [
        reason_of(world, &examining(table, 0), token).await,
        reason_of(world, &reveal, token).await,
        reason_of(world, &repair, token).await,
    ]
}

/// A reason without the name of an operator.
#[expect(clippy::unnecessary_wraps, reason = "as messages have it")]
fn unnamed() -> Option<Audit> {
    Some(Audit {
        operator: String::new(),
        reason: WHY.to_owned(),
    })
}

fn deleting(match_id: &str, audit: Option<Audit>) -> DeleteMatchRequest {
    DeleteMatchRequest {
        match_id: match_id.to_owned(),
        audit,
    }
}

fn erasing(match_id: &str, names: Option<Names>) -> ErasePlayerRequest {
    ErasePlayerRequest {
        match_id: match_id.to_owned(),
        audit: audit(),
        names,
    }
}

fn exporting(match_id: &str, seat: u32) -> ExportPlayerRequest {
    ExportPlayerRequest {
        match_id: match_id.to_owned(),
        audit: audit(),
        players: Some(Players::Seat(seat)),
        page_token: String::new(),
    }
}

#[tokio::test]
async fn an_erasure_and_an_export_name_what_they_are_about() {
    let world = world(Memory::default(), 567).await;
    let table = TestMatch::of_players(&[world.api()], &created("")).await;
    let (api, before) = (world.operators(), seen(world.api(), &table).await);
    for names in [None, Some(Names::MatchName(false))] {
        malformed(api, &erasing(&table.match_id, names), None, &["names"]).await;
    }
    let without = ErasePlayerRequest {
        audit: None,
        ..erasing("x", Some(Names::Seat(0)))
    };
    malformed(api, &without, None, &["match_id", "audit"]).await;
    let erase = erasing(&table.match_id, Some(Names::Seat(99)));
    assert_eq!(refused(api.ask(&erase, None).await).reason, "NO_SUCH_SEAT");
    let export = exporting(&table.match_id, 99);
    assert_eq!(refused(api.ask(&export, None).await).reason, "NO_SUCH_SEAT");
    let nobody = PlayerRef {
        tenant: "nobody".to_owned(),
        player_ref: "user".to_owned(),
    };
    let erase = erasing(&table.match_id, Some(Names::Player(nobody)));
    assert!(!api.ask(&erase, None).await.unwrap().erased);
    assert_eq!(seen(world.api(), &table).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_callers_with_the_operator_token_are_authorized() {
    let world = guarded(561).await;
    let table = TestMatch::of_players(&[world.api()], &a_minute(created(""))).await;
    let only = [const { "OPERATOR_ONLY" }; 3].map(|reason| Some(reason.to_owned()));
    let wrong = [
        "nonsense",
        &TOKEN[..TOKEN.len() - 1],
        &format!("{TOKEN}x"),
        &TOKEN.to_uppercase(),
        &format!("Basic {TOKEN}"),
        &format!("Bearer  {TOKEN} {TOKEN}"),
        table.token(0),
        &table.host,
    ]
    .map(str::to_owned);
    let before = seen(world.api(), &table).await;
    for token in [None].into_iter().chain(wrong.iter().map(|token| Some(token.as_str()))) {
        assert_eq!(reasons(&world, &table, token).await, only, "{token:?}");
        // Unauthorized callers learn nothing else, neither about matches nor about fields.
        let nowhere = ExamineMatchRequest {
            match_id: "000-00000000000000000000".to_owned(),
            recent: 0,
            presentation: false,
        };
        assert_eq!(reason_of(&world, &nowhere, token).await, only[0]);
        assert_eq!(reason_of(&world, &RepairMatchRequest::default(), token).await, only[0]);
        assert_eq!(reason_of(&world, &RevealMatchRequest::default(), token).await, only[0]);
        assert_eq!(
            reason_of(&world, &deleting(&table.match_id, audit()), token).await,
            only[0]
        );
        assert_eq!(
            reason_of(&world, &erasing(&table.match_id, Some(Names::Seat(0))), token).await,
            only[0]
        );
        assert_eq!(reason_of(&world, &exporting(&table.match_id, 0), token).await, only[0]);
        assert_eq!(
            reason_of(&world, &AdminServiceListMatchesRequest::default(), token).await,
            only[0]
        );
        assert_eq!(reason_of(&world, &CheckStoreRequest {}, token).await, only[0]);
        assert_eq!(reason_of(&world, &SetLogFilterRequest::default(), token).await, only[0]);
    }
    assert_eq!(seen(world.api(), &table).await, before);
    assert_eq!(reasons(&world, &table, Some(TOKEN)).await, [const { None }; 3]);
    // The operator token is not a token of players.
    let answer = world.api().ask(&table.getting(), Some(TOKEN)).await;
    assert_eq!(refused(answer).reason, "TOKEN_INVALID");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repair_that_does_not_fit_the_state_is_refused_and_changes_nothing() {
    let world = world(Memory::default(), 562).await;
    let by_host = CreateMatchRequest {
        start_policy: StartPolicy::ByHost.into(),
        ..a_minute(created(""))
    };
    let lobby = TestMatch::create(world.api(), &by_host).await;
    let unlimited = TestMatch::of_players(&[world.api()], &created("")).await;
    let clocked = TestMatch::of_players(&[world.api()], &a_minute(created(""))).await;
    let action = clocked.choice(world.api(), 3, Choice::Default).await.unwrap();
    clocked.submit(world.api(), 3, action).await.unwrap();
    let over = TestMatch::of_players(&[world.api()], &created("")).await;
    over.play(&[world.api()], Choice::Bot(1)).await;
    let cases = [
        (&lobby, defaults_of(None), "MATCH_NOT_STARTED"),
        (&lobby, defaults_of(Some(99)), "MATCH_NOT_STARTED"),
        (&lobby, more_time(9), "MATCH_NOT_STARTED"),
        (&unlimited, more_time(9), "NO_DEADLINE"),
        (&unlimited, defaults_of(Some(8)), "NO_SUCH_SEAT"),
        (&clocked, defaults_of(Some(8)), "NO_SUCH_SEAT"),
        (&clocked, defaults_of(Some(u32::MAX)), "NO_SUCH_SEAT"),
        (&clocked, defaults_of(Some(3)), "NO_PENDING_DECISION"),
        (&over, defaults_of(None), "MATCH_OVER"),
        (&over, defaults_of(Some(99)), "MATCH_OVER"),
        (&over, more_time(9), "MATCH_OVER"),
        (&over, abort(), "MATCH_OVER"),
    ];
    for (table, repair, reason) in cases {
        let before = seen(world.api(), table).await;
        for request_id in ["", "named"] {
            let answer = world.operators().ask(&repairing(table, request_id, repair), None).await;
            let refusal = refused(answer);
            assert_eq!(refusal.reason, reason, "{repair:?}");
        }
        assert_eq!(seen(world.api(), table).await, before, "{repair:?}");
    }
    let nowhere = TestMatch {
        match_id: "000-00000000000000000000".to_owned(),
        ..over
    };
    let nothing = [const { "MATCH_NOT_FOUND" }; 3].map(|reason| Some(reason.to_owned()));
    assert_eq!(reasons(&world, &nowhere, None).await, nothing);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_name_of_an_operator_is_that_of_its_token() {
    let world = guarded(567).await;
    let table = TestMatch::of_players(&[world.api()], &a_minute(created(""))).await;
    let api = world.operators();
    let repair = RepairMatchRequest {
        audit: unnamed(),
        ..repairing(&table, "one", more_time(1))
    };
    for (token, name) in [(TOKEN, "olga"), (OTHER_TOKEN, "omar")] {
        let repair = RepairMatchRequest {
            request_id: String::new(),
            ..repair.clone()
        };
        let revision = api.ask(&repair, Some(token)).await.expect("repaired").revision;
        let report = api.ask(&examining(&table, 200), Some(token)).await.expect("a report");
        let by = report
            .recent
            .iter()
            .find(|recent| recent.entry.as_ref().unwrap().revision == revision);
        assert_eq!(by.unwrap().operator, name);
    }
    // The request IDs of operators are separate.
    let mut revisions = Vec::new();
    for token in [TOKEN, TOKEN, OTHER_TOKEN] {
        revisions.push(api.ask(&repair, Some(token)).await.expect("repaired").revision);
    }
    assert_eq!(revisions, [revisions[0], revisions[0], revisions[0] + 1]);
    // An operator cannot claim a name, not even its own.
    let claims = [
        audit(),
        Some(Audit {
            operator: "olga".to_owned(),
            ..unnamed().unwrap()
        }),
    ];
    for audit in claims {
        let (mut reveal, mut repair) = (revealing(&table, ""), repair.clone());
        (reveal.audit, repair.audit) = (audit.clone(), audit.clone());
        malformed(api, &reveal, Some(TOKEN), &["audit.operator"]).await;
        malformed(api, &repair, Some(TOKEN), &["audit.operator"]).await;
        malformed(api, &deleting(&table.match_id, audit), Some(TOKEN), &["audit.operator"]).await;
    }
    api.ask(&deleting(&table.match_id, unnamed()), Some(OTHER_TOKEN))
        .await
        .expect("deleted");
}

/// A request ID identifies one request: with another repair, call, reason or operator, it is refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_id_identifies_one_request() {
    let world = world(Memory::default(), 563).await;
    let table = TestMatch::of_players(&[world.api()], &a_minute(created(""))).await;
    let first = repairing(&table, "one", more_time(1));
    world.operators().ask(&first, None).await.unwrap();
    let reused = Some("REQUEST_ID_REUSED".to_owned());
    for other in [defaults_of(None), defaults_of(Some(0)), more_time(2), abort()] {
        let asked = repairing(&table, "one", other);
        assert_eq!(reason_of(&world, &asked, None).await, reused, "{other:?}");
    }
    for audit in [(OLGA, "another reason"), ("Another", WHY)] {
        let (operator, reason) = audit;
        let asked = RepairMatchRequest {
            audit: Some(Audit {
                operator: operator.to_owned(),
                reason: reason.to_owned(),
            }),
            ..first.clone()
        };
        assert_eq!(reason_of(&world, &asked, None).await, reused, "{audit:?}");
    }
    let asked = RepairMatchRequest {
        expected_revision: Some(11),
        ..first.clone()
    };
    assert_eq!(reason_of(&world, &asked, None).await, reused);
    assert_eq!(reason_of(&world, &revealing(&table, "one"), None).await, reused);
    assert_eq!(reason_of(&world, &first, None).await, None);
    assert_eq!(head(&world, &table).await, 11);
    // The request IDs of players are separate.
    let action = table.choice(world.api(), 0, Choice::Default).await.unwrap();
    let asked = table.submitting("one", action);
    world.api().ask(&asked, Some(table.token(0))).await.expect("accepted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invalid_value_in_any_field_is_refused_with_the_valid_range() {
    let world = world(Memory::default(), 564).await;
    let api = world.operators();
    let (table, before) = playing(world.api()).await;
    let (reveal, repair) = (revealing(&table, ""), repairing(&table, "", abort()));
    for match_id in no_match_ids(&table.match_id) {
        let examine = ExamineMatchRequest {
            match_id: match_id.clone(),
            recent: 1,
            presentation: false,
        };
        let (mut reveal, mut repair) = (reveal.clone(), repair.clone());
        (reveal.match_id, repair.match_id) = (match_id.clone(), match_id);
        malformed(api, &deleting(&examine.match_id, audit()), None, &["match_id"]).await;
        malformed(api, &examine, None, &["match_id"]).await;
        malformed(api, &reveal, None, &["match_id"]).await;
        malformed(api, &repair, None, &["match_id"]).await;
    }
    for request_id in no_request_ids() {
        let (mut reveal, mut repair) = (reveal.clone(), repair.clone());
        (reveal.request_id, repair.request_id) = (request_id.clone(), request_id);
        malformed(api, &reveal, None, &["request_id"]).await;
        malformed(api, &repair, None, &["request_id"]).await;
    }
    for recent in [201, 202, u32::MAX] {
        malformed(api, &examining(&table, recent), None, &["recent"]).await;
        let reveal = RevealMatchRequest {
            recent,
            ..reveal.clone()
        };
        malformed(api, &reveal, None, &["recent"]).await;
    }
    let with = |audit: Option<Audit>| {
        let (mut reveal, mut repair) = (reveal.clone(), repair.clone());
        (reveal.audit, repair.audit) = (audit.clone(), audit);
        (reveal, repair)
    };
    let (no_reveal, no_repair) = with(None);
    malformed(api, &no_reveal, None, &["audit"]).await;
    malformed(api, &no_repair, None, &["audit"]).await;
    malformed(api, &deleting(&table.match_id, None), None, &["audit"]).await;
    let audit = |operator: &str, reason: &str| {
        Some(Audit {
            operator: operator.to_owned(),
            reason: reason.to_owned(),
        })
    };
    for (most, field) in [(64, "audit.operator"), (200, "audit.reason")] {
        for text in no_names(most).into_iter().chain([String::new()]) {
            let audit = if most == 64 {
                audit(&text, WHY)
            } else {
                audit(OLGA, &text)
            };
            malformed(api, &deleting(&table.match_id, audit.clone()), None, &[field]).await;
            let (reveal, repair) = with(audit);
            malformed(api, &reveal, None, &[field]).await;
            malformed(api, &repair, None, &[field]).await;
        }
    }
    let (_, both) = with(audit("", ""));
    malformed(api, &both, None, &["audit.operator", "audit.reason"]).await;
    let none = RepairMatchRequest {
        repair: None,
        ..repair.clone()
    };
    malformed(api, &none, None, &["repair"]).await;
    let month = 30 * 24 * 60 * 60;
    let of = |seconds, nanos| Some(Duration { seconds, nanos });
    let wrong = [
        of(0, 0),
        of(0, 999_999_999),
        of(-1, 0),
        of(month, 1),
        of(i64::MAX, i32::MAX),
        None,
    ];
    for by in wrong {
        let extend = Repair::ExtendDeadlines(ExtendDeadlines { by });
        malformed(api, &repairing(&table, "", extend), None, &["extend_deadlines.by"]).await;
    }
    let everything = RepairMatchRequest {
        match_id: "?".to_owned(),
        request_id: "?".to_owned(),
        audit: None,
        expected_revision: Some(u64::MAX),
        repair: None,
    };
    malformed(api, &everything, None, &["match_id", "request_id", "audit", "repair"]).await;
    let refusal = refused(api.ask(&everything, None).await);
    let said: Vec<_> = refusal
        .violations
        .iter()
        .map(|violation| violation.description.as_str())
        .collect();
    assert!(
        said.concat().contains("take_defaults, extend_deadlines, abort"),
        "{said:?}"
    );
    assert_eq!(see(world.api(), &table).await, before);
    // The longest valid texts.
    let (longest, _) = with(audit(&"x".repeat(64), &"\u{1f381}".repeat(200)));
    api.ask(&longest, None).await.expect("as long as may be");
    let clocked = TestMatch::of_players(&[world.api()], &a_minute(created(""))).await;
    for seconds in [1, month] {
        let asked = repairing(&clocked, "", more_time(seconds));
        api.ask(&asked, None).await.expect("as much as may be");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invalid_filter_or_page_token_is_refused() {
    let world = world(Memory::default(), 568).await;
    let api = world.operators();
    let none = StoredMatchFilter::default;
    let asking = |filter: StoredMatchFilter, page_token: &str| AdminServiceListMatchesRequest {
        filter: Some(filter),
        page_token: page_token.to_owned(),
    };
    for phase in [-1, 5, i32::MAX] {
        malformed(
            api,
            &asking(StoredMatchFilter { phase, ..none() }, ""),
            None,
            &["filter.phase"],
        )
        .await;
    }
    let times = [
        (-1, 0),
        (i64::MIN, 0),
        (253_402_300_800, 0),
        (i64::MAX, 0),
        (1, -1),
        (1, 1_000_000_000),
    ];
    for (seconds, nanos) in times {
        let time = Some(Timestamp { seconds, nanos });
        let both = StoredMatchFilter {
            created_before: time,
            created_after: time,
            ..none()
        };
        malformed(
            api,
            &asking(both, ""),
            None,
            &["filter.created_before", "filter.created_after"],
        )
        .await;
    }
    for owner in no_names(64) {
        malformed(
            api,
            &asking(StoredMatchFilter { owner, ..none() }, ""),
            None,
            &["filter.owner"],
        )
        .await;
    }
    let contradicting = StoredMatchFilter {
        unreadable: true,
        overdue: true,
        ..none()
    };
    malformed(api, &asking(contradicting, ""), None, &["filter.unreadable"]).await;
    for token in ["x", "=", "MEA", &"A".repeat(4096)] {
        malformed(api, &asking(none(), token), None, &["page_token"]).await;
    }
    let last = Some(Timestamp {
        seconds: 253_402_300_799,
        nanos: 999_999_999,
    });
    let valid = StoredMatchFilter {
        created_before: last,
        owner: "\u{1f381}".repeat(64),
        ..none()
    };
    api.ask(&asking(valid, ""), None).await.expect("a page");
}

const fn admin(path: &'static str) -> Method {
    Method { path, streams: false }
}

const METHODS: [Method; 7] = [
    admin("/tinsel.v1.AdminService/ExamineMatch"),
    admin("/tinsel.v1.AdminService/RevealMatch"),
    admin("/tinsel.v1.AdminService/RepairMatch"),
    admin("/tinsel.v1.AdminService/ListMatches"),
    admin("/tinsel.v1.AdminService/DeleteMatch"),
    admin("/tinsel.v1.AdminService/ErasePlayer"),
    admin("/tinsel.v1.AdminService/ExportPlayer"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_bytes_and_changed_messages_never_break_a_match() {
    let worlds = [world(Memory::default(), 565).await, guarded(566).await];
    let mut chance = Chance::new(0x0be1_a70e);
    for world in &worlds {
        let (table, _) = playing(world.api()).await;
        let other = TestMatch::create(world.api(), &created("")).await;
        let asking = AdminServiceListMatchesRequest {
            filter: Some(StoredMatchFilter {
                owner: "first".to_owned(),
                ..StoredMatchFilter::default()
            }),
            page_token: "x".to_owned(),
        };
        let right = [
            examining(&table, 7).encode_to_vec(),
            revealing(&table, "random").encode_to_vec(),
            repairing(&table, "random", defaults_of(Some(2))).encode_to_vec(),
            asking.encode_to_vec(),
            // Another match: changes of this request can be valid.
            deleting(&other.match_id, audit()).encode_to_vec(),
            erasing(&table.match_id, Some(Names::MatchName(true))).encode_to_vec(),
            exporting(&table.match_id, 0).encode_to_vec(),
        ];
        let tokens = [None, Some(TOKEN), Some(table.host.as_str())];
        for round in 0..250 {
            for (method, valid) in METHODS.iter().zip(&right) {
                let token = tokens[chance.below(tokens.len())];
                let asked = Bytes::from(if round % 3 == 0 {
                    chance.bytes(80)
                } else {
                    chance.changed(valid)
                });
                let answer = world.operators().ask_any(*method, asked.clone(), token).await;
                judge(*method, &asked, answer);
            }
        }
        let report = world.operators().ask(&examining(&table, 0), Some(TOKEN)).await.unwrap();
        assert_eq!(report.findings, []);
        // Whatever the result of the call, the match can be played to its end.
        table.play(&[world.api()], Choice::Default).await;
    }
}
