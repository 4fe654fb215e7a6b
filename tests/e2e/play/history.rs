//! The history of a match: pages, disclosure during and after the match, and verification of an export.

mod tampering;

use std::{num::NonZeroU32, time::Duration};

use tinsel_catalog::GameId;
use tinsel_client::{Client, Error, Token};
use tinsel_engine::Viewer;
use tinsel_harness::{
    Api, Choice, Replica, Seated, TestMatch, World, created, creating, game_events, refused, revision_of,
    sampled_setups,
};
use tinsel_history::{ChainHash, Checked, verify};
use tinsel_proto::v1::{
    CreateMatchRequest, HistoryEntry, ListHistoryRequest, MatchEvent, MatchExport, TimeControl, Visibility,
    time_control::Control, watch_match_response::Message as Said,
};
use tinsel_service::Settings;
use tinsel_store::{Limits, Memory};

/// All entries after `after`, in pages of this size, in turn from all of `apis`.
async fn listed(apis: &[&Api], table: &TestMatch, token: Option<&str>, (after, size): (u64, u32)) -> Vec<HistoryEntry> {
    let mut all: Vec<HistoryEntry> = Vec::new();
    for turn in 0.. {
        let from = all.last().map_or(after, |entry| entry.revision);
        let page = apis[turn % apis.len()].ask(&table.listing(from, size), token).await;
        let page = page.expect("a page");
        assert!(size == 0 || page.entries.len() <= usize::try_from(size).unwrap());
        assert_eq!(page.oldest_revision, 1);
        all.extend(page.entries);
        let last = all.last().map_or(after, |entry| entry.revision);
        if last >= page.newest_revision {
            break;
        }
    }
    let revisions: Vec<_> = all.iter().map(|entry| entry.revision).collect();
    let head = all.last().map_or(after, |entry| entry.revision);
    assert_eq!(
        revisions,
        (after + 1..=head).collect::<Vec<_>>(),
        "a gap or a repetition"
    );
    all
}

/// All messages of a watch from the first revision on.
async fn watched(api: &Api, table: &TestMatch, token: Option<&str>) -> Vec<Vec<MatchEvent>> {
    let head = revision_of(&table.state(api, token).await);
    let told = table.told(api, Some(0), token, head).await.into_iter();
    let updates = told.map(|response| match response.message {
        Some(Said::Update(update)) => update.events,
        other => panic!("not an update: {other:?}"),
    });
    updates.collect()
}

/// The events of these entries for `viewer`.
fn told_to(viewer: Viewer, entries: &[HistoryEntry]) -> Vec<Vec<MatchEvent>> {
    let told = |entry: &HistoryEntry| {
        let audible = entry.events.iter().filter(|told| {
            let own = viewer.seat().map(|seat| u32::from(seat.get()));
            told.to_everyone || own.is_some_and(|own| told.to_seats.contains(&own))
        });
        audible.map(|told| told.event.clone().unwrap()).collect()
    };
    entries.iter().map(told).collect()
}

/// Whether an entry contains only data that `viewer` may see.
fn is_visible_to(viewer: Viewer, entry: &HistoryEntry) -> bool {
    let own = |seat: &u32| viewer.seat().is_some_and(|seat_of| u32::from(seat_of.get()) == *seat);
    let decided = entry.decision.as_ref().is_none_or(|decision| own(&decision.seat));
    let told = |seats: &[u32]| !seats.is_empty() && seats.iter().all(own);
    decided
        && entry
            .events
            .iter()
            .all(|event| event.to_everyone || told(&event.to_seats))
}

/// In an active match: the visible events and actions, for any cursor, page size and replica, without hashes.
async fn check_going_on(apis: &[&Api], table: &TestMatch) {
    for (viewer, token) in table.watchers() {
        let all = listed(apis, table, token, (0, 0)).await;
        assert_eq!(told_to(viewer, &all), watched(apis[0], table, token).await, "{viewer}");
        assert!(all.iter().all(|entry| is_visible_to(viewer, entry)), "{viewer}");
        let hashless = |entry: &HistoryEntry| entry.commitment.is_empty() && entry.chain_hash.is_empty();
        assert!(all.iter().all(hashless));
        assert_eq!(listed(apis, table, token, (0, 7)).await, all, "{viewer}");
        for (after, size) in (0..=all.len()).zip([1, 7, 0, u32::MAX].into_iter().cycle()) {
            let asked = table.listing(u64::try_from(after).unwrap(), size);
            let page = apis[after % apis.len()].ask(&asked, token).await.expect("a page");
            let most = if size == 0 { 100 } else { usize::try_from(size).unwrap() };
            assert_eq!(
                page.entries,
                all[after..all.len().min(after.saturating_add(most))],
                "{viewer}"
            );
        }
        let state = table.state(apis[0], token).await;
        let fairness = state.r#match.unwrap().fairness.unwrap();
        assert!(
            fairness.history_salt.is_empty(),
            "{viewer} could guess sealed actions with the salt"
        );
    }
}

/// In a finished match: everything, for every viewer, if the game discloses everything. Otherwise the public events and
/// the hashes.
async fn check_over(apis: &[&Api], table: &TestMatch, game: GameId) {
    let discloses = game.game().facts().discloses_everything;
    let whole = listed(apis, table, None, (0, 9)).await;
    for (viewer, token) in table.watchers() {
        let all = listed(apis, table, token, (0, 0)).await;
        assert_eq!(told_to(viewer, &all), watched(apis[0], table, token).await, "{viewer}");
        let hashed = |entry: &HistoryEntry| entry.commitment.len() == 32 && entry.chain_hash.len() == 32;
        assert!(all.iter().all(hashed));
        let hashes =
            |entries: &[HistoryEntry]| entries.iter().map(|entry| entry.chain_hash.clone()).collect::<Vec<_>>();
        assert_eq!(hashes(&all), hashes(&whole), "{viewer} has a different history");
        if discloses {
            assert_eq!(all, whole, "{viewer}");
        } else {
            assert!(all.iter().all(|entry| is_visible_to(viewer, entry)), "{viewer}");
        }
        let state = table.state(apis[0], token).await;
        let fairness = state.r#match.unwrap().fairness.unwrap();
        assert_eq!(fairness.history_salt.len(), if discloses { 32 } else { 0 }, "{viewer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_viewer_lists_its_history_from_every_cursor_on_two_replicas() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let apis = [replicas[0].api(), replicas[1].api()];
    for game in GameId::ALL {
        let table = TestMatch::of_players(&apis, &creating(&game.testkit().setups()[0], "")).await;
        let mut steps = 0;
        while !table.is_over(apis[0]).await {
            if steps == 0 || steps == 2 {
                check_going_on(&apis, &table).await;
            }
            table.play_step(&apis, Choice::Bot(3)).await;
            steps += 1;
        }
        check_over(&apis, &table, *game).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_lists_its_own_decisions_unchanged() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    for game in GameId::ALL {
        let table = TestMatch::of_players(&[api], &creating(&game.testkit().setups()[0], "")).await;
        let accepted = table.play_step(&[api], Choice::Random(5)).await;
        assert!(!accepted.is_empty());
        for took in accepted {
            let token = Some(table.token(took.seat));
            let entry = &api
                .ask(&table.listing(took.revision - 1, 1), token)
                .await
                .unwrap()
                .entries[0];
            let decision = entry.decision.clone().expect("its own decision");
            assert_eq!(usize::try_from(decision.seat).unwrap(), took.seat);
            assert_eq!((decision.action, decision.by_default), (Some(took.action), false));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_history_requires_a_token_of_the_match() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let asked = CreateMatchRequest {
        visibility: Visibility::Private.into(),
        ..created("")
    };
    let table = TestMatch::of_players(&[api], &asked).await;
    let other = TestMatch::of_players(&[api], &created("")).await;
    for (token, reason) in [
        (None, "PRIVATE_MATCH"),
        (Some(other.token(0)), "TOKEN_FOR_OTHER_MATCH"),
        (Some("nonsense"), "TOKEN_INVALID"),
    ] {
        let refusal = refused(api.ask(&table.listing(0, 0), token).await);
        assert_eq!(refusal.reason, reason);
    }
    for token in [Some(table.token(0)), Some(&table.host)] {
        assert_eq!(listed(&[api], &table, token, (0, 0)).await.len(), 10);
    }
    let nowhere = ListHistoryRequest {
        match_id: "000-00000000000000000000".to_owned(),
        ..ListHistoryRequest::default()
    };
    assert_eq!(refused(api.ask(&nowhere, None).await).reason, "MATCH_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_starts_at_the_oldest_stored_revision_and_reports_it() {
    let limits = Limits {
        log_entries_min: 20,
        batch: NonZeroU32::MIN,
        ..Limits::default()
    };
    let store = Memory::new(|| tinsel_store::UnixMillis(0), limits);
    let world = World::with(store, 3, Settings::default()).await;
    let api = world.api();
    let table = TestMatch::of_players(&[api], &created("")).await;
    let head = revision_of(&table.play(&[api], Choice::Bot(1)).await);
    let (kept, newest) = (head - 20, head);
    for after in [0, 1, kept - 1] {
        let page = api.ask(&table.listing(after, 0), None).await.unwrap();
        assert_eq!((page.oldest_revision, page.newest_revision), (kept + 1, newest));
        let revisions: Vec<_> = page.entries.iter().map(|entry| entry.revision).collect();
        assert_eq!(revisions, (kept + 1..=head).collect::<Vec<_>>());
    }
    for after in [head, head + 1, u64::MAX] {
        let page = api.ask(&table.listing(after, 0), None).await.unwrap();
        assert_eq!((page.entries, page.newest_revision), (vec![], newest));
    }
    let client = Client::connect([world.url()]).unwrap();
    let export = client.export(&table.match_id, None).await;
    assert!(matches!(export, Err(Error::HistoryTrimmed { .. })), "{export:?}");
}

/// The export of a match for a viewer.
async fn exported(url: &str, table: &TestMatch, token: Option<&str>) -> MatchExport {
    let client = Client::connect([url]).unwrap();
    let token = token.map(Token::new);
    client.export(&table.match_id, token.as_ref()).await.expect("an export")
}

/// Verifies every viewer's export of a finished match. Returns the number of defaults, if it is disclosed.
async fn check_exports(url: &str, table: &TestMatch, game: GameId) -> Option<u64> {
    let mut seen = None;
    for (viewer, token) in table.watchers() {
        let export = exported(url, table, token).await;
        let verified = verify(&export).unwrap_or_else(|wrong| panic!("{viewer} of {game}: {wrong}"));
        assert_eq!(verified.game, game);
        let last = ChainHash::read(&export.entries.last().unwrap().chain_hash).unwrap();
        assert_eq!(verified.last, last);
        let discloses = game.game().facts().discloses_everything;
        assert_eq!(verified.checked != Checked::WhatIsPublic, discloses);
        let same = seen.get_or_insert((verified.last, verified.checked));
        assert_eq!(
            *same,
            (verified.last, verified.checked),
            "{viewer} was given another match"
        );
    }
    match seen?.1 {
        Checked::Everything { defaults, .. } => Some(defaults),
        Checked::WhatIsPublic => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_of_a_match_of_every_game_verifies() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let apis = [replicas[0].api(), replicas[1].api()];
    for game in GameId::ALL {
        for (number, table) in sampled_setups(*game) {
            let table = TestMatch::of_players(&apis, &creating(&table, "")).await;
            let client = Client::connect([replicas[0].url()]).unwrap();
            let early = client.export(&table.match_id, None).await;
            assert!(matches!(early, Err(Error::NotFinished)), "{early:?}");
            table.play(&apis, Choice::Random(number.into())).await;
            let defaults = check_exports(&replicas[1].url(), &table, *game).await;
            assert_eq!(defaults.unwrap_or(0), 0);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_of_a_match_with_bots_and_inactive_players_verifies() {
    let world = World::new(Memory::default(), 11).await;
    let api = world.api();
    for game in GameId::ALL {
        let bank = tinsel_proto::v1::TimeBank {
            initial: Some(prost_types::Duration { seconds: 60, nanos: 0 }),
            increment: None,
        };
        let control = Some(Control::Bank(bank));
        let asked = CreateMatchRequest {
            time_control: Some(TimeControl {
                control,
                ..TimeControl::default()
            }),
            ..creating(&game.testkit().setups()[0], "")
        };
        let mut table = TestMatch::create(api, &asked).await;
        for seat in 0..table.seats.len() {
            if seat % 2 == 0 {
                table.join(api, seat).await;
            } else {
                table.add_bot(api, seat).await;
            }
        }
        assert!(table.seats.contains(&Seated::Bot));
        table.play_step(&[api], Choice::Bot(1)).await;
        while !table.is_over(api).await {
            world
                .clock()
                .pass(Duration::from_secs(61).as_millis().try_into().unwrap());
            world.sweep().await;
        }
        let defaults = check_exports(world.url(), &table, *game).await;
        assert!(
            defaults.is_none_or(|defaults| defaults > 0),
            "{game}: no player was inactive"
        );
        // An export contains no clocks: the rest of a bank and the expiry do not follow from decisions.
        let shown = exported(world.url(), &table, None).await.r#match.unwrap();
        assert!(shown.seats.iter().all(|seat| seat.bank_left.is_none()));
        assert_eq!(shown.expire_time, None);
        assert!(game_events(&watched(api, &table, None).await.concat()).len() > 1);
    }
}
