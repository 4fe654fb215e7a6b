//! The list of stored matches: all of them, by phase, age, owner, delay and readability, in pages.

use std::collections::BTreeMap;

use prost_types::Timestamp;
use tinsel_harness::{Choice, Fault, Faulty, created, refused};
use tinsel_proto::v1::{
    AdminServiceListMatchesRequest, FindingCode, MatchPhase, MatchSummary, StoredMatchFilter, Visibility,
};
use tinsel_service::{ApiKey, KeyQuota};
use tinsel_store::Memory;

use super::*;

const KEY: &str = "the key of the first studio";
const OTHER_KEY: &str = "the key of the other studio";

fn asking(filter: &StoredMatchFilter, page_token: &str) -> AdminServiceListMatchesRequest {
    AdminServiceListMatchesRequest {
        filter: Some(filter.clone()),
        page_token: page_token.to_owned(),
    }
}

/// All matches that pass the filter, and the number of pages. Of repeated entries the newest remains.
async fn all_pages(world: &World, filter: &StoredMatchFilter) -> (BTreeMap<String, MatchSummary>, usize) {
    let (mut all, mut token, mut pages) = (BTreeMap::new(), String::new(), 0);
    loop {
        pages += 1;
        let page = world
            .operators()
            .ask(&asking(filter, &token), None)
            .await
            .expect("a page");
        let listed = page.matches.into_iter();
        all.extend(listed.map(|listed| (listed.match_id.clone(), listed)));
        token = page.next_page_token;
        if token.is_empty() {
            return (all, pages);
        }
    }
}

async fn list(world: &World, filter: &StoredMatchFilter) -> BTreeMap<String, MatchSummary> {
    all_pages(world, filter).await.0
}

/// The filter lists exactly these matches.
async fn lists(world: &World, filter: &StoredMatchFilter, expected: &[&TestMatch]) {
    let mut expected: Vec<_> = expected.iter().map(|table| table.match_id.clone()).collect();
    expected.sort();
    let found: Vec<_> = list(world, filter).await.into_keys().collect();
    assert_eq!(found, expected, "{filter:?}");
}

fn at(millis: u64) -> Timestamp {
    Timestamp {
        seconds: i64::try_from(millis / 1000).unwrap(),
        nanos: i32::try_from(millis % 1000).unwrap() * 1_000_000,
    }
}

fn in_phase(phase: MatchPhase) -> StoredMatchFilter {
    StoredMatchFilter {
        phase: phase.into(),
        ..StoredMatchFilter::default()
    }
}

/// Matches in every phase, with and without a clock, public and private; a minute passes after each.
async fn some_of_each(world: &World) -> [TestMatch; 5] {
    let private = CreateMatchRequest {
        visibility: Visibility::Private.into(),
        players_only: true,
        ..created("")
    };
    let mut lobby = TestMatch::create(world.api(), &private).await;
    lobby.join(world.api(), 2).await;
    world.clock().pass(60_000);
    let untimed = TestMatch::of_players(&[world.api()], &private).await;
    world.clock().pass(60_000);
    let over = TestMatch::of_players(&[world.api()], &created("")).await;
    over.play(&[world.api()], Choice::Default).await;
    world.clock().pass(60_000);
    let aborted = TestMatch::create(world.api(), &created("")).await;
    world
        .operators()
        .ask(&repairing(&aborted, "", abort()), None)
        .await
        .expect("aborted");
    world.clock().pass(60_000);
    let timed = TestMatch::of_players(&[world.api()], &a_minute(created(""))).await;
    [lobby, untimed, over, aborted, timed]
}

async fn check_lists<S: MatchStore>(store: impl Fn() -> S, seed: u64) {
    let [world, other] = replicas(store, seed).await;
    let start = world.clock().millis();
    let tables = some_of_each(&world).await;
    let [lobby, untimed, over, aborted, timed] = &tables;
    other.clock().set(world.clock().millis());
    for world in [&world, &other] {
        lists(
            world,
            &StoredMatchFilter::default(),
            &[lobby, untimed, over, aborted, timed],
        )
        .await;
        lists(world, &in_phase(MatchPhase::Lobby), &[lobby]).await;
        lists(world, &in_phase(MatchPhase::Active), &[untimed, timed]).await;
        lists(world, &in_phase(MatchPhase::Finished), &[over]).await;
        lists(world, &in_phase(MatchPhase::Aborted), &[aborted]).await;
        let third = Some(at(start + 120_000));
        let before = StoredMatchFilter {
            created_before: third,
            ..StoredMatchFilter::default()
        };
        lists(world, &before, &[lobby, untimed]).await;
        let after = StoredMatchFilter {
            created_after: third,
            ..StoredMatchFilter::default()
        };
        lists(world, &after, &[over, aborted, timed]).await;
        let both = StoredMatchFilter {
            created_before: Some(at(start + 120_001)),
            phase: MatchPhase::Finished.into(),
            ..after
        };
        lists(world, &both, &[over]).await;
    }
    let all = list(&other, &StoredMatchFilter::default()).await;
    for table in &tables {
        let shown = seen(world.api(), table).await;
        let listed = &all[&table.match_id];
        let occupied = shown.seats.iter().filter(|seat| !seat.display_name.is_empty()).count();
        assert_eq!((listed.phase(), listed.revision), (shown.phase(), shown.revision));
        assert_eq!(
            (&listed.game_id, listed.create_time),
            (&shown.game_id, shown.create_time)
        );
        let seats = (listed.seats as usize, listed.occupied_seats as usize);
        assert_eq!(seats, (shown.seats.len(), occupied));
        assert_eq!((listed.overdue_by, &listed.finding), (None, &None));
        // Callers of these worlds have no address.
        assert_eq!((&listed.owner, listed.owner.len()), (&all[&lobby.match_id].owner, 24));
        let due = shown
            .pending_decisions
            .iter()
            .filter_map(|pending| pending.deadline)
            .next();
        assert_eq!(listed.due, due);
    }
    assert!(all[&timed.match_id].due.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_stored_match_is_listed_by_phase_and_age_with_its_summary() {
    let memory = Memory::default();
    check_lists(|| memory.clone(), 601).await;
    let (_server, redis, _operator) = own_redis();
    check_lists(|| redis.clone(), 603).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn overdue_matches_are_listed_with_their_delay() {
    let world = world(Memory::default(), 605).await;
    let [late, processed] = [
        TestMatch::of_players(&[world.api()], &a_minute(created(""))).await,
        TestMatch::of_players(&[world.api()], &banks(created(""))).await,
    ];
    TestMatch::create(world.api(), &created("")).await;
    let overdue = StoredMatchFilter {
        overdue: true,
        ..StoredMatchFilter::default()
    };
    world.clock().pass(61_000);
    lists(&world, &overdue, &[]).await;
    world
        .operators()
        .ask(&repairing(&processed, "", more_time(60)), None)
        .await
        .expect("more time");
    world.clock().pass(1);
    lists(&world, &overdue, &[&late]).await;
    let late_by = prost_types::Duration {
        seconds: 1,
        nanos: 1_000_000,
    };
    assert_eq!(list(&world, &overdue).await[&late.match_id].overdue_by, Some(late_by));
    world.sweep().await;
    lists(&world, &overdue, &[]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unreadable_matches_are_listed_with_a_finding_and_pass_no_other_condition() {
    let store = Faulty::new(Memory::default());
    let world = world(store.clone(), 606).await;
    let table = TestMatch::create(world.api(), &created("")).await;
    let unreadable = StoredMatchFilter {
        unreadable: true,
        ..StoredMatchFilter::default()
    };
    lists(&world, &unreadable, &[]).await;
    for (fault, code) in [
        (Fault::Unreadable, FindingCode::RecordUnreadable),
        (Fault::Newer, FindingCode::NewerSchema),
    ] {
        store.set(fault);
        for filter in [&unreadable, &StoredMatchFilter::default()] {
            let found = list(&world, filter).await;
            let expected = MatchSummary {
                match_id: table.match_id.clone(),
                revision: 1,
                finding: found[&table.match_id].finding.clone(),
                ..MatchSummary::default()
            };
            let expected_code = expected.finding.as_ref().map(|finding| finding.code());
            assert_eq!(expected_code, Some(code));
            assert_eq!(found.into_values().collect::<Vec<_>>(), [expected]);
        }
        lists(&world, &in_phase(MatchPhase::Lobby), &[]).await;
    }
    store.set(Fault::Gone);
    let answer = world.operators().ask(&asking(&unreadable, ""), None).await;
    assert_eq!(refused(answer).reason, "STORE_UNAVAILABLE");
}

fn owned_by(owner: &str) -> StoredMatchFilter {
    StoredMatchFilter {
        owner: owner.to_owned(),
        ..StoredMatchFilter::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_are_listed_by_api_key_address_and_owner_id() {
    let memory = Memory::default();
    let keys = [("first", KEY), ("other", OTHER_KEY)];
    let keyed = Settings {
        api_keys: keys
            .map(|(name, key)| ApiKey::new(name, key.as_bytes(), KeyQuota::default()))
            .to_vec(),
        ..Settings::default()
    };
    let keyed = World::with(memory.clone(), 607, keyed).await;
    let [first, other] = keys.map(|(_, key)| keyed.api().with("x-api-key", key));
    let [first, other] = [
        TestMatch::create(&first, &created("")).await,
        TestMatch::create(&other, &created("")).await,
    ];
    // Without API keys, the owner is the address.
    let proxied = Settings {
        trusted_proxies: 1,
        ..Settings::default()
    };
    let open = World::with(memory, 608, proxied).await;
    let by_address = TestMatch::create(&open.api().with("x-forwarded-for", "192.0.2.7"), &created("")).await;
    lists(&keyed, &owned_by("first"), &[&first]).await;
    lists(&keyed, &owned_by("other"), &[&other]).await;
    lists(&keyed, &owned_by("192.0.2.7"), &[&by_address]).await;
    for nobody in ["second", "192.0.2.8", "000-00000000000000000000"] {
        lists(&keyed, &owned_by(nobody), &[]).await;
    }
    let owners = |found: BTreeMap<String, MatchSummary>| {
        [&first, &other, &by_address].map(|table| found[&table.match_id].owner.clone())
    };
    let [one, two, three] = owners(list(&keyed, &StoredMatchFilter::default()).await);
    assert_eq!((one.as_str(), two.as_str()), ("first", "other"));
    assert!(!three.contains("192"), "{three}");
    lists(&keyed, &owned_by(&three), &[&by_address]).await;
    // A server without these keys lists an ID, by which matches are found, too.
    let [one, ..] = owners(list(&open, &StoredMatchFilter::default()).await);
    assert_eq!(one.len(), 24);
    lists(&open, &owned_by(&one), &[&first]).await;
    lists(&open, &owned_by("first"), &[&first]).await;
}

async fn check_pages<S: MatchStore>(store: S, seed: u64) {
    let world = world(store, seed).await;
    let mut tables = Vec::new();
    for _ in 0..300 {
        tables.push(TestMatch::create(world.api(), &created("")).await);
    }
    let (all, pages) = all_pages(&world, &StoredMatchFilter::default()).await;
    assert_eq!(all.len(), 300);
    assert!(pages >= 2, "{pages}");
    world
        .operators()
        .ask(&repairing(&tables[150], "", abort()), None)
        .await
        .expect("aborted");
    lists(&world, &in_phase(MatchPhase::Aborted), &[&tables[150]]).await;
    // A token continues the list of its own filter.
    let page = world
        .operators()
        .ask(&asking(&StoredMatchFilter::default(), ""), None)
        .await
        .unwrap();
    let answer = world
        .operators()
        .ask(&asking(&in_phase(MatchPhase::Lobby), &page.next_page_token), None)
        .await;
    assert_eq!(refused(answer).reason, "MALFORMED_REQUEST");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_list_has_several_pages_without_a_gap() {
    check_pages(Memory::default(), 609).await;
    let (_server, redis, _operator) = own_redis();
    check_pages(redis, 610).await;
}
