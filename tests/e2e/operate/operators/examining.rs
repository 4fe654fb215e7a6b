//! What operators are shown without being told of: what spectators see, and where it stands in the store.

use tinsel_catalog::GameId;
use tinsel_harness::{Choice, SEALED_KINDS, Table, World, created, creating, usual_tables};
use tinsel_proto::v1::{AbortMatchRequest, MatchPhase, Visibility};
use tinsel_store::{MatchId, MatchStore, Memory};

use super::*;

/// An operator is shown what spectators see, and nothing changes by it.
async fn check_examined<S: MatchStore>(store: &S, world: &World, table: &Table) -> ExamineMatchResponse {
    let id: MatchId = table.match_id.parse().unwrap();
    let host = Some(table.host.as_str());
    let (before, entries) = (store.load(id).await.unwrap(), listed(world.api(), table, host).await);
    let state = table.state(world.api(), host).await;
    let report = examined(world, table).await;

    let shown = state.r#match.clone().unwrap();
    let now = i64::try_from(world.clock().millis()).unwrap();
    let millis = |at: &prost_types::Timestamp| at.seconds * 1000 + i64::from(at.nanos) / 1_000_000;
    assert_eq!(report.findings, []);
    assert_eq!(report.time.as_ref().map(millis), Some(now));
    assert_eq!(report.state.as_ref(), Some(&state), "a spectator sees something else");
    let recent: Vec<_> = report
        .recent
        .iter()
        .map(|recent| recent.entry.clone().unwrap())
        .collect();
    assert_eq!(recent, entries[entries.len().saturating_sub(200)..]);
    let stored = report.stored.unwrap();
    assert_eq!(
        (stored.revision, stored.newest_revision),
        (shown.revision, shown.revision)
    );
    let deadlines = shown.waiting.iter().filter_map(|waiting| waiting.deadline.as_ref());
    assert_eq!(
        stored.due.as_ref().map(millis),
        deadlines.map(millis).min(),
        "{:?}",
        shown.waiting
    );
    assert!(report.recent.iter().all(|recent| recent.operator.is_empty()));
    assert!(
        report.recent.iter().all(|recent| recent.trace_id.is_empty()),
        "nobody traces"
    );

    assert_eq!(store.load(id).await.unwrap(), before, "it was written");
    assert_eq!(listed(world.api(), table, host).await, entries);
    report
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_is_shown_what_spectators_see_and_nothing_changes_by_it_in_every_game() {
    let store = Memory::default();
    let world = world(store.clone(), 501).await;
    let apis = [world.api()];
    for game in GameId::ALL {
        for (number, of_game) in usual_tables(*game).iter().enumerate() {
            let asked = creating(of_game, "");
            let asked = if number % 2 == 0 { banks(asked) } else { asked };
            let mut table = Table::create(world.api(), &asked).await;
            check_examined(&store, &world, &table).await;
            for seat in 0..table.seats.len() {
                table.join(world.api(), seat).await;
                if seat == 0 {
                    check_examined(&store, &world, &table).await;
                }
            }
            for step in 0.. {
                if step % 4 == 0 {
                    let report = check_examined(&store, &world, &table).await;
                    let waiting = report.state.unwrap().r#match.unwrap().waiting;
                    assert_eq!(waiting.is_empty(), table.is_over(world.api()).await, "{game}");
                }
                if table.is_over(world.api()).await {
                    break;
                }
                world.clock().pass(2_500);
                table.play_step(&apis, Choice::Bot(4)).await;
            }
            let report = check_examined(&store, &world, &table).await;
            assert_eq!(report.state.unwrap().r#match.unwrap().phase(), MatchPhase::Finished);
            let known = game.game().facts().discloses_everything;
            let decided = report
                .recent
                .iter()
                .filter(|recent| recent.entry.as_ref().unwrap().decision.is_some());
            assert_eq!(decided.count() > 0, known, "{game}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_was_aborted_and_one_that_is_private_are_shown_alike() {
    let store = Memory::default();
    let world = world(store.clone(), 502).await;
    for visibility in [Visibility::Public, Visibility::Private] {
        for players in [1, 8] {
            let asked = CreateMatchRequest {
                visibility: visibility.into(),
                ..banks(created(""))
            };
            let mut table = Table::create(world.api(), &asked).await;
            for seat in 0..players {
                table.join(world.api(), seat).await;
            }
            let report = check_examined(&store, &world, &table).await;
            assert!(
                table.code.is_empty() || !format!("{report:?}").contains(&table.code),
                "an operator is no player"
            );
            let asked = AbortMatchRequest {
                match_id: table.match_id.clone(),
                request_id: String::new(),
            };
            world.api().ask(&asked, Some(&table.host)).await.unwrap();
            let report = check_examined(&store, &world, &table).await;
            assert_eq!(report.state.unwrap().r#match.unwrap().phase(), MatchPhase::Aborted);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn so_many_revisions_are_told_of_as_are_asked_for() {
    let world = world(Memory::default(), 503).await;
    let table = Table::of_players(&[world.api()], &created("")).await;
    table.play(&[world.api()], Choice::Bot(1)).await;
    let all = examined(&world, &table).await;
    let newest = all.recent.len();
    assert_eq!(newest, 58);
    for (asked, told) in [
        (0, 20),
        (1, 1),
        (2, 2),
        (20, 20),
        (57, 57),
        (58, 58),
        (59, 58),
        (200, 58),
    ] {
        let report = world.operators().ask(&examining(&table, asked), None).await.unwrap();
        assert_eq!(report.recent, all.recent[newest - told..], "{asked}");
        let stored = report.stored.unwrap();
        assert_eq!((stored.oldest_revision, stored.newest_revision), (1, 58), "{asked}");
    }
}

/// A decision of which everyone may know how it came about has its seat and kind, a default as well; in a step that hides
/// which decisions are defaults neither is shown.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn decisions_have_their_seats_and_kinds_where_defaults_are_no_secret() {
    let world = world(Memory::default(), 504).await;
    let deeds = async |table: &Table| {
        let report = examined(&world, table).await;
        let deeds = report.recent.into_iter().map(|recent| (recent.seat, recent.action));
        deeds.filter(|(_, action)| !action.is_empty()).collect::<Vec<_>>()
    };
    let open = &GameId::SnowballWar.testkit().tables()[0];
    let table = Table::of_players(&[world.api()], &a_minute(creating(open, ""))).await;
    let picked = table.play_step_in_order(&[world.api()], Choice::Bot(1)).await;
    let next = seen(world.api(), &table).await.waiting[0].seat;
    world.clock().pass(60_000);
    world.sweep().await;
    let picked = picked
        .iter()
        .map(|accepted| (u32::try_from(accepted.seat).ok(), "pick_character"));
    let expected = picked.chain([(Some(next), "default")]);
    let expected: Vec<_> = expected.map(|(seat, action)| (seat, action.to_owned())).collect();
    assert_eq!(deeds(&table).await, expected);

    let table = Table::of_players(&[world.api()], &a_minute(created(""))).await;
    table.play_step_in_order(&[world.api()], Choice::Bot(1)).await;
    world.clock().pass(60_000);
    world.sweep().await;
    assert_eq!(deeds(&table).await, vec![(None, "sealed".to_owned()); 16]);
}

/// At every step of whole matches.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_report_names_what_was_sealed_or_who_sealed_it() {
    let world = world(Memory::default(), 505).await;
    let game = GameId::SecretSanta;
    let (mut sealed, mut open) = (0, 0);
    for (table, number) in usual_tables(game).iter().zip(1..) {
        let table = Table::of_players(&[world.api()], &creating(table, "")).await;
        // When it is over, everything is told.
        while !table.is_over(world.api()).await {
            let report = examined(&world, &table).await;
            for recent in &report.recent {
                assert!(!SEALED_KINDS.contains(&recent.action.as_str()), "{recent:?}");
                let own = recent.entry.as_ref().unwrap().decision.as_ref();
                assert_eq!(own, None, "it goes on");
                match recent.action.as_str() {
                    "sealed" => assert_eq!(recent.seat, None, "{recent:?}"),
                    "" => {}
                    _ => assert!(recent.seat.is_some(), "{recent:?}"),
                }
            }
            let kind = |sealed| {
                let kinds = report.recent.iter().map(|recent| recent.action.as_str());
                kinds
                    .filter(|kind| !kind.is_empty() && (*kind == "sealed") == sealed)
                    .count()
            };
            (sealed, open) = (sealed + kind(true), open + kind(false));
            table.play_step(&[world.api()], Choice::Random(number)).await;
        }
    }
    assert!(sealed > 0 && open > 0, "{sealed} sealed, {open} open");
}
