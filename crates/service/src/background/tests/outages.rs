//! Times in which no server lived, or the store did not answer: no player loses them, and none is credited twice.

use std::sync::Arc;

use futures_util::future::join_all;
use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{GameConfig, Match, TimeBank, match_event, time_control::Control};
use tinsel_store::{MatchId, MatchStore, Memory, Revision, Shard, StoreError, WriteRefusal};

use super::{PER_DECISION, deadlines, look, per_decision};
use crate::{
    background::{Background, heartbeat::ANNOUNCED},
    commit::{self, idempotency::IdempotencyKey},
    error::RpcError,
    play::{Command, HostCommand},
    read,
    record::{log_entry::LogEntry, time},
    testkit::unit::{Replica, begun_by, by_creator, config, secret_santa},
};

/// The time without a server, in milliseconds.
const GONE: u64 = 60_000;

/// A time bank that ends before the time without a server.
fn bank() -> Control {
    Control::Bank(TimeBank {
        initial: Some(time::duration(PER_DECISION)),
        increment: Some(time::duration(1_000)),
    })
}

/// Each kind of time control, with a game whose first decisions have clocks of their own, and one whose first decisions are
/// sealed and share a clock.
fn cases() -> Vec<(GameConfig, u32, Control)> {
    vec![
        (config(), 8, per_decision()),
        (config(), 8, bank()),
        (secret_santa(), 4, per_decision()),
        (secret_santa(), 4, bank()),
    ]
}

/// A server on a store with its own clock.
struct Server {
    replica: Replica,
    background: Background<Memory>,
}

impl Server {
    async fn start(replica: Replica) -> Self {
        replica.clock.follow_store();
        let background = Background::new(Arc::clone(&replica.matches.0));
        let server = Self { replica, background };
        server.beat().await;
        server
    }

    /// A heartbeat with everything that is due.
    async fn beat(&self) {
        self.background.sweep().await;
    }

    async fn started_later(&self) -> Self {
        Self::start(self.replica.started_later()).await
    }

    async fn matches(&self) -> Vec<Match> {
        let mut matches = Vec::new();
        for (config, seats, control) in cases() {
            let created = begun_by(&self.replica.matches, config, (seats, control)).await;
            matches.push(look(&self.replica.matches, &created.match_id).await);
        }
        matches
    }

    fn pass(&self, ms: u64) {
        self.replica.clock.pass(ms);
        self.replica.store_time.pass(ms);
    }

    /// The deadlines of a match now, and each credit so far, in milliseconds.
    async fn credited(&self, begun: &Match) -> (Vec<i64>, Vec<i64>) {
        let now = look(&self.replica.matches, &begun.match_id).await;
        let credits = self.credits(begun).await;
        let changes = u64::try_from(credits.len()).unwrap();
        assert_eq!(
            now.revision,
            begun.revision + changes,
            "no default was taken: {}",
            begun.game_id
        );
        (deadlines(&now), credits)
    }

    async fn credits(&self, begun: &Match) -> Vec<i64> {
        let id: MatchId = begun.match_id.parse().unwrap();
        let after = Revision::new(begun.revision);
        let log = self.replica.store().log(id, after, 99).await.unwrap();
        let events = log.entries.into_iter().flat_map(|(_, bytes)| {
            let events = LogEntry::read(bytes).unwrap().events;
            let events = events.iter().map(|told| told.decoded_event().unwrap().event);
            events.collect::<Vec<_>>()
        });
        let credits = events.flatten().filter_map(|event| {
            let match_event::Event::TimeCredited(credited) = event else {
                return None;
            };
            let longest = credited.longest.unwrap();
            Some(longest.seconds * 1_000 + i64::from(longest.nanos) / 1_000_000)
        });
        credits.collect()
    }
}

fn later(begun: &Match, ms: i64) -> Vec<i64> {
    deadlines(begun).into_iter().map(|deadline| deadline + ms).collect()
}

// A1
#[tokio::test]
async fn the_time_without_any_server_is_credited_once_when_one_starts() {
    let killed = Server::start(Replica::new()).await;
    let matches = killed.matches().await;
    killed.pass(GONE);
    let replica = killed.replica.started_later();
    assert!(
        replica.matches.0.time_of_change(Shard::FIRST).is_err(),
        "before its first heartbeat"
    );
    let started = Server::start(replica).await;
    let restarted = started.started_later().await;
    restarted.beat().await;
    for begun in matches {
        let expected = (later(&begun, 60_000), vec![60_000]);
        assert_eq!(restarted.credited(&begun).await, expected, "{}", begun.game_id);
    }
}

// A1
#[tokio::test]
async fn the_time_in_which_all_servers_were_suspended_is_credited_once() {
    let one = Server::start(Replica::new()).await;
    let other = one.started_later().await;
    let matches = one.matches().await;
    one.pass(GONE);
    for server in [&one, &other] {
        assert!(
            server.replica.matches.0.time_of_change(Shard::FIRST).is_err(),
            "before a heartbeat"
        );
    }
    for server in [&one, &other, &one] {
        server.beat().await;
    }
    for begun in matches {
        let expected = (later(&begun, 60_000), vec![60_000]);
        assert_eq!(other.credited(&begun).await, expected, "{}", begun.game_id);
    }
}

// A1
#[tokio::test]
async fn a_suspended_server_credits_no_time_in_which_another_one_lived() {
    let suspended = Server::start(Replica::new()).await;
    let lives = suspended.started_later().await;
    let matches = suspended.matches().await;
    // Less than the time of a decision: nothing is due.
    for _ in 0..20 {
        suspended.pass(1_000);
        lives.beat().await;
    }
    suspended.beat().await;
    for begun in matches {
        assert_eq!(
            suspended.credited(&begun).await,
            (later(&begun, 0), vec![]),
            "{}",
            begun.game_id
        );
    }
}

// A1
#[tokio::test]
async fn an_outage_that_one_server_observed_is_credited_by_a_server_that_starts_later() {
    let observed = Server::start(Replica::new()).await;
    let begun = observed.matches().await.remove(0);
    let shard = begun.match_id.parse::<MatchId>().unwrap().shard();
    let failure = StoreError::Unavailable("no answer".to_owned());
    let deps = &observed.replica.matches.0;
    deps.reach.failed(&[shard], deps.clock.steady(), &failure);
    // The node of another shard answers, so the server announces itself.
    for _ in 0..10 {
        observed.pass(1_000);
        deps.reach.runs(deps.clock.steady());
        observed
            .replica
            .store()
            .announce(1, std::time::Duration::from_secs(12), deps.clock.now())
            .await
            .unwrap();
    }
    let refused = deps.time_of_changes(shard).await.unwrap_err();
    assert!(matches!(refused, StoreError::Unavailable(cause) if cause == "no answer"));
    deps.reach
        .succeeded(&[shard], deps.clock.steady(), Some(deps.clock.now()));
    observed.background.heartbeat.beat().await;
    let started = observed.started_later().await;
    let id = begun.match_id.parse().unwrap();
    let record = read::load(deps, id).await.unwrap();
    let own = record.setup.seat_grant(SeatIndex::new(7));
    let (key, substitute) = (IdempotencyKey::unnamed(deps.random()), Command::Substitute(own));
    commit::run(&started.replica.matches.0, id, &key, &substitute, |_, _| ())
        .await
        .unwrap();
    // The clock of the store was not measured for ten seconds, so it is ten milliseconds behind.
    assert_eq!(started.credits(&begun).await, [9_990]);
}

// A1
#[tokio::test]
async fn a_jump_of_the_clock_of_the_store_costs_no_player_time() {
    let server = Server::start(Replica::new()).await;
    let matches = server.matches().await;
    server.replica.store_time.pass(3_600_000);
    for _ in 0..3 * ANNOUNCED {
        server.beat().await;
    }
    for begun in matches {
        let expected = (later(&begun, 3_600_000), vec![3_600_000]);
        assert_eq!(server.credited(&begun).await, expected, "{}", begun.game_id);
    }
}

// A1
#[tokio::test(start_paused = true)]
async fn the_calls_of_a_match_wait_for_the_next_heartbeat_at_the_same_time() {
    let server = Server::start(Replica::new()).await;
    let begun = server.matches().await.remove(0);
    let (deps, id) = (&server.replica.matches.0, begun.match_id.parse::<MatchId>().unwrap());
    let failure = StoreError::RefusesWrites(WriteRefusal::OutOfMemory);
    deps.reach.failed(&[id.shard()], deps.clock.steady(), &failure);
    let calls = (0..12).map(|_| async {
        let key = IdempotencyKey::unnamed(deps.random());
        commit::run(deps, id, &key, &by_creator(HostCommand::Abort), |_, _| ())
            .await
            .unwrap_err()
    });
    for refused in join_all(calls).await {
        assert!(matches!(refused, RpcError::StoreRefusesWrites { .. }), "{refused:?}");
    }
}
