//! The report on a match, which no event discloses: the data that spectators see, and the state of the store.

use tinsel_catalog::GameId;
use tinsel_harness::{Choice, SEALED_KINDS, TestMatch, World, created, creating, usual_setups};
use tinsel_proto::v1::{AbortMatchRequest, MatchPhase, Visibility};
use tinsel_store::{MatchId, MatchStore, Memory};

use super::*;

/// A report contains the data that spectators see, and changes nothing.
async fn check_examined<S: MatchStore>(store: &S, world: &World, table: &TestMatch) -> ExamineMatchResponse {
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
    let deadlines = shown
        .pending_decisions
        .iter()
        .filter_map(|waiting| waiting.deadline.as_ref());
    assert_eq!(
        stored.due.as_ref().map(millis),
        deadlines.map(millis).min(),
        "{:?}",
        shown.pending_decisions
    );
    assert!(report.recent.iter().all(|recent| recent.operator.is_empty()));
    assert!(
        report.recent.iter().all(|recent| recent.trace_id.is_empty()),
        "no spans are recorded"
    );

    assert_eq!(store.load(id).await.unwrap(), before, "it was written");
    assert_eq!(listed(world.api(), table, host).await, entries);
    report
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_contains_the_data_of_spectators_and_changes_nothing_in_every_game() {
    let store = Memory::default();
    let world = world(store.clone(), 501).await;
    let apis = [world.api()];
    for game in GameId::ALL {
        for (number, of_game) in usual_setups(*game).iter().enumerate() {
            let asked = creating(of_game, "");
            let asked = if number % 2 == 0 { banks(asked) } else { asked };
            let mut table = TestMatch::create(world.api(), &asked).await;
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
                    let waiting = report.state.unwrap().r#match.unwrap().pending_decisions;
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
async fn aborted_matches_and_private_matches_are_reported() {
    let store = Memory::default();
    let world = world(store.clone(), 502).await;
    for visibility in [Visibility::Public, Visibility::Private] {
        for players in [1, 8] {
            let asked = CreateMatchRequest {
                visibility: visibility.into(),
                ..banks(created(""))
            };
            let mut table = TestMatch::create(world.api(), &asked).await;
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
async fn a_report_has_the_requested_number_of_revisions() {
    let world = world(Memory::default(), 503).await;
    let table = TestMatch::of_players(&[world.api()], &created("")).await;
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

/// If it is public whether a decision was a default, the report contains its seat and kind, also for a default. If a
/// step hides this, the report contains neither.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn decisions_have_their_seats_and_kinds_unless_defaults_are_secret() {
    let world = world(Memory::default(), 504).await;
    let deeds = async |table: &TestMatch| {
        let report = examined(&world, table).await;
        let deeds = report.recent.into_iter().map(|recent| (recent.seat, recent.action));
        deeds.filter(|(_, action)| !action.is_empty()).collect::<Vec<_>>()
    };
    let open = &GameId::SnowballWar.testkit().setups()[0];
    let table = TestMatch::of_players(&[world.api()], &a_minute(creating(open, ""))).await;
    let picked = table.play_step_in_order(&[world.api()], Choice::Bot(1)).await;
    let next = seen(world.api(), &table).await.pending_decisions[0].seat();
    world.clock().pass(60_000);
    world.sweep().await;
    let picked = picked
        .iter()
        .map(|accepted| (u32::try_from(accepted.seat).ok(), "pick_character"));
    let expected = picked.chain([(Some(next), "default")]);
    let expected: Vec<_> = expected.map(|(seat, action)| (seat, action.to_owned())).collect();
    assert_eq!(deeds(&table).await, expected);

    let table = TestMatch::of_players(&[world.api()], &a_minute(created(""))).await;
    table.play_step_in_order(&[world.api()], Choice::Bot(1)).await;
    world.clock().pass(60_000);
    world.sweep().await;
    assert_eq!(deeds(&table).await, vec![(None, "sealed".to_owned()); 16]);
}

/// At every step of whole matches.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_report_contains_a_sealed_action_or_its_seat() {
    let world = world(Memory::default(), 505).await;
    let game = GameId::SecretSanta;
    let (mut sealed, mut open) = (0, 0);
    for (table, number) in usual_setups(game).iter().zip(1..) {
        let table = TestMatch::of_players(&[world.api()], &creating(table, "")).await;
        // After the end, all decisions are public.
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
