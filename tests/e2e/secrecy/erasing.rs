//! Erasure of names in every phase of a match: afterwards no key, object, log or metric contains them.

use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use sha2::{Digest, Sha256};
use tinsel_archive::{Archive, ArchiveOptions};
use tinsel_client::Client;
use tinsel_harness::{
    ArchiveFolder, Choice, Operator, RedisServer, Seated, TestMatch, World, created, of_platform, refused,
};
use tinsel_history::{Erased, verify};
use tinsel_proto::v1::{
    Audit, CheckStoreRequest, CreateMatchRequest, ErasePlayerRequest, ExportPlayerRequest, JoinMatchRequest,
    LeaveMatchRequest, ListHistoryRequest, MatchPhase, PlayerRef, erase_player_request::Names,
    export_player_request::Players,
};
use tinsel_service::Settings;
use tinsel_store::{Limits, MatchId, MatchStore, Memory, Redis, Revision, UnixMillis};
use tinsel_store_testkit::{Moto, patient, polled};

use super::logs::Collected;

const PLAYER: &str = "Sentinel Ann";
const REFERENCE: &str = "sentinel:4711";
const LEFT: &str = "Sentinel Ben";
const MATCH: &str = "Sentinel Evening";

fn audit() -> Option<Audit> {
    Some(Audit {
        operator: "olga".to_owned(),
        reason: "erasure".to_owned(),
    })
}

fn erasing(match_id: &str, names: Names) -> ErasePlayerRequest {
    ErasePlayerRequest {
        match_id: match_id.to_owned(),
        audit: audit(),
        names: Some(names),
    }
}

fn exporting(match_id: &str, players: Players) -> ExportPlayerRequest {
    ExportPlayerRequest {
        match_id: match_id.to_owned(),
        audit: audit(),
        players: Some(players),
        page_token: String::new(),
    }
}

/// The forms of a name to search for: the name itself, and hashes without a salt, which allow guesses.
fn traces_of(name: &str) -> Vec<Vec<u8>> {
    let (sha, blake) = (Sha256::digest(name).to_vec(), blake3::hash(name.as_bytes()));
    let hex = |bytes: &[u8]| hex::encode(bytes).into_bytes();
    vec![
        name.as_bytes().to_vec(),
        hex(&sha),
        hex(blake.as_bytes()),
        sha,
        blake.as_bytes().to_vec(),
    ]
}

/// Whether bytes contain one of the names.
fn contain_name(bytes: &[u8]) -> bool {
    let names = [PLAYER, REFERENCE, LEFT, MATCH].map(traces_of).concat();
    names
        .iter()
        .any(|name| bytes.windows(name.len()).any(|part| part == name))
}

/// A match with a former and a present player of seat 0, and with bots on the other seats.
async fn begun(world: &World, phase: MatchPhase) -> TestMatch {
    begun_with(world, phase, "first").await
}

/// As [`begun`], by requests whose IDs begin with `name`.
async fn begun_with(world: &World, phase: MatchPhase, name: &str) -> TestMatch {
    let asked = CreateMatchRequest {
        display_name: MATCH.to_owned(),
        ..created(&format!("{name}-creates"))
    };
    let (api, keyed) = (world.api(), world.platform());
    let mut table = TestMatch::create(&keyed, &asked).await;
    let joining = |name: &str| JoinMatchRequest {
        match_id: table.match_id.clone(),
        seat: Some(0),
        display_name: name.to_owned(),
        request_id: name.replace(' ', "-"),
        player_ref: if name == PLAYER {
            REFERENCE.to_owned()
        } else {
            String::new()
        },
        ..JoinMatchRequest::default()
    };
    let left = api.ask(&joining(LEFT), None).await.unwrap();
    let leaving = LeaveMatchRequest {
        match_id: table.match_id.clone(),
        ..LeaveMatchRequest::default()
    };
    api.ask(&leaving, Some(&left.seat_token)).await.unwrap();
    let joined = keyed.ask(&joining(PLAYER), None).await.unwrap();
    table.seats[0] = Seated::Player(joined.seat_token);
    if phase != MatchPhase::Lobby {
        for seat in 1..table.seats.len() {
            table.add_bot(api, seat).await;
        }
    }
    if phase == MatchPhase::Finished {
        table.play(&[api], Choice::Default).await;
    }
    table
}

/// Checks what viewers see after the erasure, on each server.
async fn check_shown(worlds: &[World], table: &TestMatch) {
    for world in worlds {
        let state = table.state(world.api(), None).await;
        let shown = state.r#match.unwrap();
        assert_eq!(
            (shown.display_name.as_str(), shown.seats[0].display_name.as_str()),
            ("", "Player 0")
        );
        let asked = ListHistoryRequest {
            match_id: table.match_id.clone(),
            presentation: true,
            ..ListHistoryRequest::default()
        };
        let history = world.api().ask(&asked, None).await.unwrap();
        assert!(!contain_name(&prost::Message::encode_to_vec(&history)));
        let exporting = exporting(&table.match_id, Players::Seat(0));
        let exported = world.operators().ask(&exporting, None).await.unwrap();
        assert_eq!(exported.players, []);
        if shown.phase == i32::from(MatchPhase::Finished) {
            let client = Client::connect([world.url()]).unwrap();
            let verified = verify(&client.export(&table.match_id, None).await.unwrap()).unwrap();
            let (seats, match_name) = ([0].into(), true);
            assert_eq!(verified.erased, Erased { seats, match_name });
        }
    }
}

/// The record and the log of a match, without compression.
async fn stored<S: MatchStore>(store: &S, id: MatchId) -> Vec<u8> {
    let Ok(found) = store.load(id).await else {
        return Vec::new();
    };
    let log = store.log(id, Revision::NONE, u32::MAX).await.unwrap();
    let entries = log.entries.iter().map(|(_, entry)| &entry[..]);
    entries
        .chain([&found.record[..], &found.personal])
        .collect::<Vec<_>>()
        .concat()
}

/// The objects of an archived match, without compression.
async fn archived(archive: &Archive, id: MatchId) -> Vec<u8> {
    let Some(object) = archive.get_stored(id).await.unwrap() else {
        return Vec::new();
    };
    let packed = tinsel_store::Packed::decompress(&object).unwrap();
    let mut all = packed.entries.concat();
    all.extend_from_slice(&packed.record);
    all.extend_from_slice(&archive.get_personal(id).await.unwrap());
    all
}

/// The time from the end of a match until it is packed, and from then until it is archived, in milliseconds.
fn retentions() -> [u64; 2] {
    let retention = Settings::default().retention;
    let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap();
    [ms(retention.responses), ms(retention.finished) / 10 * 9]
}

async fn check_erasure(archive: &Archive, (phase, passes): (MatchPhase, &[u64])) {
    let collected = Collected::default();
    let _guard = collected.hear();
    let redis = RedisServer::start();
    let mut operator = Operator::of(&redis);
    let store = Redis::connect(&redis.url(), patient()).unwrap();
    let mut worlds = Vec::new();
    for seed in [81, 82] {
        worlds.push(World::archived(store.clone(), seed, of_platform(), archive.clone()).await);
    }
    let (world, other) = (&worlds[0], &worlds[1]);
    world.sweep().await;
    other.sweep().await;
    let table = begun(world, phase).await;
    let id: MatchId = table.match_id.parse().unwrap();
    for pass in passes {
        for world in &worlds {
            world.clock().pass(*pass);
            world.sweep().await;
        }
    }
    for world in &worlds {
        // Also in the cache of both.
        table.state(world.api(), None).await;
    }
    let everything = async |operator: &mut Operator| {
        let parts = [
            operator.everything(),
            stored(&store, id).await,
            archived(archive, id).await,
        ];
        parts.concat()
    };
    assert!(contain_name(&everything(&mut operator).await), "the search finds names");
    let whole = match phase {
        MatchPhase::Finished => Client::connect([world.url()])
            .unwrap()
            .export(&table.match_id, None)
            .await
            .ok(),
        _ => None,
    };
    let exporting = exporting(&table.match_id, Players::Seat(0));
    let exported = world.operators().ask(&exporting, None).await.unwrap();
    let names: Vec<_> = exported
        .players
        .iter()
        .map(|player| player.display_name.as_str())
        .collect();
    assert_eq!(names, [LEFT, PLAYER]);
    assert_eq!(exported.players[1].player, Some(user()));
    for names in [Names::Player(user()), Names::Seat(0), Names::MatchName(true)] {
        for erased in [true, false] {
            let asked = erasing(&table.match_id, names.clone());
            let response = other.operators().ask(&asked, None).await.unwrap();
            assert_eq!(response.erased, erased, "{names:?}");
        }
    }
    check_shown(&worlds, &table).await;
    assert!(!contain_name(&everything(&mut operator).await), "{phase:?}");
    for world in &worlds {
        assert!(!contain_name(world.metrics().as_bytes()));
        // Upkeep writes the match again.
        world.clock().pass(120_000);
        world.sweep().await;
    }
    assert!(!contain_name(&everything(&mut operator).await), "{phase:?}");
    check_shown(&worlds, &table).await;
    if let Some(whole) = whole {
        assert_eq!(verify(&whole).unwrap().erased, Erased::default(), "an earlier export");
    }
    assert!(!contain_name(collected.text().as_bytes()));
}

// On one thread, so that its subscriber receives all events of this test and none of other tests.
#[tokio::test]
async fn erased_names_are_in_no_key_no_object_no_log_and_no_metric_in_any_phase() {
    let [packed, until_archived] = retentions();
    for phase in [
        (MatchPhase::Lobby, &[][..]),
        (MatchPhase::Active, &[]),
        (MatchPhase::Finished, &[]),
        (MatchPhase::Finished, &[packed]),
        (MatchPhase::Finished, &[packed, until_archived]),
    ] {
        Box::pin(check_erasure(&ArchiveFolder::new().archive, phase)).await;
    }
}

/// A bucket on a real S3 server.
mod moto {
    use super::*;

    #[tokio::test]
    async fn names_are_erased_in_a_bucket() {
        let moto = Moto::start();
        let archive = bucket(&moto);
        Box::pin(check_erasure(&archive, (MatchPhase::Finished, &retentions()))).await;
    }

    #[tokio::test]
    async fn a_bucket_that_keeps_versions_is_a_warning_and_no_problem() {
        let moto = Moto::start();
        let archive = bucket(&moto);
        let world = World::archived(Memory::default(), 86, Settings::default(), archive).await;
        let warnings = async || {
            let checked = world.operators().ask(&CheckStoreRequest {}, None).await.unwrap();
            let problems = checked.problems.into_iter().map(|found| found.problem);
            // Moto accepts calls without credentials.
            assert_eq!(problems.collect::<Vec<_>>(), ["archive_public"]);
            let warnings = checked.warnings.into_iter().map(|found| found.problem);
            warnings.collect::<Vec<_>>()
        };
        assert_eq!(warnings().await, Vec::<String>::new());
        moto.keep_versions("erasing");
        assert_eq!(warnings().await, ["archive_keeps_versions"]);
    }

    fn bucket(moto: &Moto) -> Archive {
        moto.create("erasing");
        let options = ArchiveOptions {
            settings: moto.settings(),
            ..ArchiveOptions::default()
        };
        Archive::open("s3://erasing", options).unwrap()
    }
}

#[tokio::test]
async fn an_erasure_whose_server_is_killed_at_any_step_is_completed_by_a_repeated_call() {
    let mut polls = 0;
    loop {
        polls += 1;
        let time = Arc::new(AtomicU64::new(2_000_000_000_000));
        let now = Arc::clone(&time);
        let store = Memory::new(move || UnixMillis(now.load(Ordering::Relaxed)), Limits::default());
        let folder = ArchiveFolder::new();
        let archive = &folder.archive;
        let mut worlds = Vec::new();
        for seed in [83, 84] {
            worlds.push(World::archived(store.clone(), seed, of_platform(), archive.clone()).await);
        }
        worlds[0].sweep().await;
        worlds[1].sweep().await;
        let table = begun(&worlds[0], MatchPhase::Finished).await;
        for pass in retentions() {
            worlds[0].clock().pass(pass);
            worlds[0].sweep().await;
        }
        let id: MatchId = table.match_id.parse().unwrap();
        assert!(contain_name(&archived(archive, id).await));
        let asked = erasing(&table.match_id, Names::Seat(0));
        // Afterwards, the call is dropped, as if its server was killed.
        let ended = polled(&mut pin!(worlds[0].operators().ask(&asked, None)), polls).await;
        for names in [Names::Seat(0), Names::MatchName(true)] {
            let asked = erasing(&table.match_id, names);
            // The killed server can hold the right to change the archived match.
            if let Err(busy) = worlds[1].operators().ask(&asked, None).await {
                assert_eq!(refused::<()>(Err(busy)).reason, "CONTENDED");
                time.fetch_add(121_000, Ordering::Relaxed);
                worlds[1].operators().ask(&asked, None).await.unwrap();
            }
        }
        assert!(!contain_name(&archived(archive, id).await), "after {polls} steps");
        check_shown(&worlds, &table).await;
        if ended {
            return;
        }
    }
}

/// The personal data of the user of the platform, in all matches.
async fn of_user(world: &World) -> Vec<(String, String)> {
    let exporting = exporting("", Players::Player(user()));
    let exported = world.operators().ask(&exporting, None).await.unwrap();
    let players = exported.players.into_iter();
    players.map(|player| (player.match_id, player.display_name)).collect()
}

fn user() -> PlayerRef {
    PlayerRef {
        tenant: "studio".to_owned(),
        player_ref: REFERENCE.to_owned(),
    }
}

#[tokio::test]
async fn a_user_of_a_platform_is_exported_and_erased_in_all_matches_at_once() {
    let redis = RedisServer::start();
    let store = Redis::connect(&redis.url(), patient()).unwrap();
    let folder = ArchiveFolder::new();
    let archive = &folder.archive;
    let world = World::archived(store.clone(), 85, of_platform(), archive.clone()).await;
    world.sweep().await;
    let over = begun(&world, MatchPhase::Finished).await;
    for pass in retentions() {
        world.clock().pass(pass);
        world.sweep().await;
    }
    let waiting = begun_with(&world, MatchPhase::Lobby, "another").await;
    world.sweep().await;
    let expected = [&waiting, &over].map(|table| (table.match_id.clone(), PLAYER.to_owned()));
    assert_eq!(of_user(&world).await, expected);
    let erasing = erasing("", Names::Player(user()));
    let erased = world.operators().ask(&erasing, None).await.unwrap();
    assert_eq!((erased.matches, erased.incomplete), (2, false));
    assert_eq!(of_user(&world).await, []);
    let mut operator = Operator::of(&redis);
    let mut everything = operator.everything();
    for table in [&waiting, &over] {
        let id: MatchId = table.match_id.parse().unwrap();
        everything.extend(stored(&store, id).await);
        everything.extend(archived(archive, id).await);
    }
    for name in [PLAYER, REFERENCE].map(traces_of).concat() {
        assert!(!everything.windows(name.len()).any(|part| part == name));
    }
    let again = world.operators().ask(&erasing, None).await.unwrap();
    assert_eq!((again.erased, again.matches), (false, 0));
}
