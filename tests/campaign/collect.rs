//! The matches after a run: their ends, their archived copies, and their histories.

use std::{path::Path, time::Duration};

use futures_util::future::join_all;
use tinsel_archive::Archive;
use tinsel_harness::{Api, Call, Chance, Refusal, World};
use tinsel_history::{FORMAT_VERSION, verify};
use tinsel_proto::v1::{
    AbortMatchRequest, GetMatchRequest, HistoryEntry, ListHistoryRequest, MatchExport, MatchPhase, MatchState,
};
use tinsel_service::Settings;
use tinsel_store::{MatchId, MatchStore, Redis, RedisOptions, StoreError};
use tokio::time::{sleep, timeout};

use crate::{
    archivist,
    history::{Entry, Final, Line, Recorder},
    load::{Played, id},
};

/// Passes of upkeep after which every match must be archived.
const PASSES: usize = 50;

/// The time that a match without players has for its end.
const PATIENCE: Duration = Duration::from_secs(40);

/// The time for archiving and reading all matches.
pub const COLLECTING: Duration = Duration::from_secs(20 * 60);

/// Waits for the end of each match, and aborts those that do not end. Returns the IDs of these.
pub async fn end_all(api: &Api, matches: &[Played], chance: &mut Chance) -> Vec<String> {
    let ending = matches.iter().map(|played| end(api, played, id(chance)));
    join_all(ending).await.into_iter().flatten().collect()
}

/// Waits for the end of a match. Returns its ID if its players, bots and clocks do not end it.
async fn end(api: &Api, played: &Played, request_id: String) -> Option<String> {
    let waiting = async {
        while phase(api, played).await == Some(MatchPhase::Active) {
            sleep(Duration::from_millis(200)).await;
        }
    };
    let is_stuck = timeout(PATIENCE, waiting).await.is_err();
    if played.has_host {
        let asked = AbortMatchRequest {
            match_id: played.match_id.clone(),
            request_id,
        };
        // The match is over, or its lobby was left.
        drop(api.ask(&asked, played.viewers[0].1.as_deref()).await);
    }
    is_stuck.then(|| played.match_id.clone())
}

/// The phase of a match; `None` if it is gone, because its creation was lost.
async fn phase(api: &Api, played: &Played) -> Option<MatchPhase> {
    Some(state(api, played, 0).await?.r#match.expect("a match").phase())
}

/// The state for one of the viewers; `None` if its token is no longer valid.
async fn state(api: &Api, played: &Played, viewer: usize) -> Option<MatchState> {
    let asked = GetMatchRequest {
        match_id: played.match_id.clone(),
        ..GetMatchRequest::default()
    };
    let answer = read_until(api, &asked, played.viewers[viewer].1.as_deref()).await?;
    Some(answer.state.expect("a state"))
}

/// The response to a read; `None` if it is refused.
async fn read_until<Q: Call>(api: &Api, asked: &Q, token: Option<&str>) -> Option<Q::Answer> {
    loop {
        match api.ask(asked, token).await {
            Ok(answer) => return Some(answer),
            Err(status) => {
                let refusal = Refusal::of(&status);
                if !refusal.reason.is_empty() && refusal.retry_after.is_none() {
                    return None;
                }
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Archives all finished matches with two servers whose clocks are a month ahead, and records the archive and every
/// match, as its viewers read it from there.
///
/// # Panics
///
/// A server does not answer for [`COLLECTING`].
pub async fn record(recorder: &Recorder, url: &str, folder: &Path, matches: &[Played], stuck: &[String]) {
    let collecting = timeout(COLLECTING, collect(recorder, url, folder, matches, stuck));
    collecting.await.expect("the matches can be archived and read");
    std::fs::remove_dir_all(folder).expect("the folder is there");
}

async fn collect(recorder: &Recorder, url: &str, folder: &Path, matches: &[Played], stuck: &[String]) {
    let archive = archivist::open(folder);
    let store = Redis::connect(url, RedisOptions::default()).expect("an address");
    let world = |seed| World::archived(store.clone(), seed, Settings::default(), archive.clone());
    let (one, other) = (world(1).await, world(2).await);
    let mut finished = Vec::new();
    for played in matches {
        if phase(one.api(), played).await == Some(MatchPhase::Finished) {
            finished.push(played.match_id.clone());
        }
    }
    for _ in 0..PASSES {
        tokio::join!(one.sweep(), other.sweep());
        if archived(&archive, &store, &finished).await.len() == finished.len() {
            break;
        }
    }
    read(recorder, one.api(), matches, stuck).await;
    recorder.write(&Line::Archived(archived(&archive, &store, &finished).await));
}

/// Records every match, as each of its viewers reads it.
pub async fn read(recorder: &Recorder, api: &Api, matches: &[Played], stuck: &[String]) {
    for played in matches {
        for viewer in 0..played.viewers.len() {
            let read_at = recorder.now();
            if let Some(last) = last(api, played, viewer, (read_at, stuck)).await {
                recorder.write(&Line::Final(last));
            }
        }
    }
}

/// The matches that are in the archive and no longer in Redis.
async fn archived(archive: &Archive, store: &Redis, finished: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    for match_id in finished {
        let id: MatchId = match_id.parse().expect("an ID");
        let is_archived = archive.get_stored(id).await.is_ok_and(|object| object.is_some());
        if is_archived && matches!(store.load(id).await, Err(StoreError::NotFound)) {
            all.push(match_id.clone());
        }
    }
    all
}

/// A match as one of its viewers reads it after the run; `None` if the viewer may not, or the match is gone.
async fn last(api: &Api, played: &Played, viewer: usize, (read_at, stuck): (u64, &[String])) -> Option<Final> {
    let state = state(api, played, viewer).await?;
    let (of, token) = &played.viewers[viewer];
    let entries = history(api, played, token.as_deref()).await?;
    let mut shown = state.r#match.expect("a match");
    shown.expire_time = None;
    shown.seats.iter_mut().for_each(|seat| seat.bank_left = None);
    let seats = shown.seats.len();
    let finished = shown.phase() == MatchPhase::Finished;
    let recorded = entries.iter().map(|entry| Entry::of(entry, *of)).collect();
    let export = MatchExport {
        format_version: FORMAT_VERSION,
        r#match: Some(shown),
        entries,
    };
    Some(Final {
        match_id: played.match_id.clone(),
        viewer: *of,
        read_at,
        seats,
        finished,
        stuck: stuck.contains(&played.match_id),
        unverified: if finished {
            verify(&export).err().map(|error| error.to_string())
        } else {
            None
        },
        entries: recorded,
    })
}

async fn history(api: &Api, played: &Played, token: Option<&str>) -> Option<Vec<HistoryEntry>> {
    let mut entries: Vec<HistoryEntry> = Vec::new();
    loop {
        let asked = ListHistoryRequest {
            match_id: played.match_id.clone(),
            page_size: 500,
            after_revision: entries.last().map_or(0, |entry| entry.revision),
            ..ListHistoryRequest::default()
        };
        let page = read_until(api, &asked, token).await?;
        if page.entries.is_empty() {
            return Some(entries);
        }
        entries.extend(page.entries);
    }
}
