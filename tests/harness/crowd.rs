//! Players in several matches that send calls at fixed intervals.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::{StreamExt, future::join_all};
use hdrhistogram::Histogram;
use tinsel_catalog::GameId;
use tinsel_client::{Client, Error, Options, Seat, Watch, Watched};
use tinsel_engine::{SeatIndex, Viewer};
use tinsel_proto::v1::{CreateMatchRequest, GameEvent, MatchPhase, MatchState};
use tokio::{
    sync::watch::{self, Receiver, Sender},
    task::{JoinHandle, JoinSet},
    time::{self, Instant},
};
use tracing::instrument::WithSubscriber;

use crate::{
    player::{Choice, owed_by, revision_of},
    replay::{Accepted, Replay, game_events},
    test_match::{Seated, TestMatch, configured, creating},
    tries::Tries,
    waiting::{PATIENCE, soon},
};

/// Players that play one match after the other, each with its own client. At fixed intervals, whatever happened to the
/// calls before, each player sends a call: an action if it owes a decision, else a read of the state. The players and a
/// spectator watch each match from start to end with one client-side watch.
#[derive(Debug)]
pub struct Crowd {
    shared: Arc<Shared>,
    tables: Vec<JoinHandle<Vec<(Replay, TestMatch)>>>,
}

#[derive(Debug)]
struct Shared {
    /// The time between two calls of a player.
    tick: Duration,
    /// Whether no further matches start.
    leaving: AtomicBool,
    /// Number of accepted actions.
    accepted: AtomicUsize,
    /// Latencies of calls that succeeded, in microseconds, from their scheduled time.
    took: Mutex<Histogram<u64>>,
    tries: Tries,
}

impl Crowd {
    /// Players of one match at a time for each entry of `asked`. They find servers at `urls` and send one call in each
    /// `tick`.
    #[must_use]
    pub fn come(asked: Vec<CreateMatchRequest>, urls: &[String], tick: Duration) -> Self {
        let shared = Arc::new(Shared {
            tick,
            leaving: AtomicBool::new(false),
            accepted: AtomicUsize::new(0),
            took: Mutex::new(Histogram::new_with_bounds(1, 60_000_000, 3).expect("bounds")),
            tries: Tries::default(),
        });
        let patient = Options {
            deadline: PATIENCE,
            ..Options::default()
        };
        let client = || Client::with_options(urls.iter().cloned(), patient.clone()).expect("addresses");
        let sit = |asked: CreateMatchRequest| {
            let clients: Vec<_> = (0..configured(&asked).seats.get()).map(|_| client()).collect();
            let playing = play_on(Arc::clone(&shared), asked, clients);
            tokio::spawn(playing.with_subscriber(shared.tries.dispatch()))
        };
        let tables = asked.into_iter().map(sit).collect();
        Self { shared, tables }
    }

    /// Matches with forty players in total, of four games.
    #[must_use]
    pub fn forty() -> Vec<CreateMatchRequest> {
        let tables = [
            (GameId::PresentsOfMine, "default", 1),
            (GameId::GrunkleMatch, "default", 2),
            (GameId::JingleBrawl, "three", 4),
            (GameId::SecretSanta, "three", 2),
        ];
        let asked = |(game, name, number): (GameId, &str, usize)| {
            let setups = game.testkit().setups();
            let setup = setups.iter().find(|setup| setup.name == name);
            vec![creating(setup.expect("a setup of this name"), ""); number]
        };
        tables.into_iter().flat_map(asked).collect()
    }

    /// Number of accepted actions so far.
    #[must_use]
    pub fn accepted(&self) -> usize {
        self.shared.accepted.load(Ordering::SeqCst)
    }

    /// Whether a player has failed; [`leave`](Self::leave) reports the failure.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.tables.iter().any(JoinHandle::is_finished)
    }

    /// The failed tries.
    #[must_use]
    pub fn tries(&self) -> &Tries {
        &self.shared.tries
    }

    /// The latencies in microseconds since the last call of this function.
    #[must_use]
    pub fn take_times(&self) -> Histogram<u64> {
        let mut took = self.shared.took.lock().expect("the times");
        let times = took.clone();
        took.reset();
        times
    }

    /// Lets all matches end and starts no further ones. Returns for each match its replay from the accepted actions,
    /// and its tokens. Fails unless each watcher received exactly the events of the replay.
    pub async fn leave(self) -> Vec<(Replay, TestMatch)> {
        self.shared.leaving.store(true, Ordering::SeqCst);
        let mut played = Vec::new();
        for table in self.tables {
            played.extend(soon("the end of a match", table).await.expect("all went well"));
        }
        played
    }
}

impl Shared {
    /// The result of a call that was scheduled for `due`; records its latency.
    async fn timed<T>(&self, due: Instant, call: impl Future<Output = Result<T, Error>>) -> T {
        let answer = call.await.expect("the client repeats whatever may be repeated");
        let micros = u64::try_from(due.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.took.lock().expect("the times").saturating_record(micros);
        answer
    }
}

/// Plays matches with these clients, one after the other.
async fn play_on(shared: Arc<Shared>, asked: CreateMatchRequest, clients: Vec<Client>) -> Vec<(Replay, TestMatch)> {
    let mut played = Vec::new();
    while !shared.leaving.load(Ordering::SeqCst) {
        played.push(play_one(&shared, &asked, &clients).await);
    }
    played
}

async fn play_one(shared: &Arc<Shared>, asked: &CreateMatchRequest, clients: &[Client]) -> (Replay, TestMatch) {
    let host = shared
        .timed(Instant::now(), clients[0].create_with(asked.clone()))
        .await;
    let spectator = clients[0].spectator(host.match_id());
    let (newest, _nobody) = watch::channel(None);
    let spectating = spawn(shared, follow(spectator.watch(Some(0)), newest));
    let mut seats = Vec::new();
    for (turn, client) in clients.iter().enumerate() {
        let name = format!("Player {turn}");
        let joining = client.join(host.match_id(), &name);
        seats.push(shared.timed(Instant::now(), joining).await);
    }
    let playing = seats.iter().map(|seat| {
        let playing = play_seat(Arc::clone(shared), seat.clone());
        spawn(shared, playing)
    });
    let played: Vec<_> = join_all(playing).await.into_iter().map(Result::unwrap).collect();
    let (told, end) = spectating.await.expect("a spectator");
    let accepted = played.iter().flat_map(|(accepted, _)| accepted.clone()).collect();
    let replay = Replay::of(asked, &end, accepted);
    assert!(
        told == replay.told(Viewer::Spectator),
        "a spectator received other events"
    );
    for (seat, (_, told)) in seats.iter().zip(&played) {
        let viewer = Viewer::Seat(SeatIndex::new(u8::try_from(seat.seat()).expect("a seat")));
        assert!(*told == replay.told(viewer), "{viewer} received other events");
    }
    let token = |seat: &Seat| Seated::Player(seat.token().secret().to_owned());
    let table = TestMatch {
        match_id: host.match_id().to_owned(),
        host: host.token().secret().to_owned(),
        seats: seats.iter().map(token).collect(),
        code: String::new(),
    };
    (replay, table)
}

/// Starts a task, and counts its failed tries.
fn spawn<T: Send + 'static>(shared: &Shared, task: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    tokio::spawn(task.with_subscriber(shared.tries.dispatch()))
}

/// The events of the game at each revision.
type Events = Vec<Vec<GameEvent>>;

/// Follows a match from its first revision to its last without a gap, and publishes each state to `newest`. Returns the
/// events and the last state.
async fn follow(mut watch: Watch, newest: Sender<Option<MatchState>>) -> (Events, MatchState) {
    let mut told = Events::new();
    let mut end = None;
    while let Some(watched) = soon("an update of the match", watch.next()).await {
        let update = match watched.expect("a watch reconnects by itself") {
            Watched::Update(update) => update,
            other @ (Watched::Snapshot(_) | Watched::Heartbeat(_)) => panic!("nothing was lost, and yet: {other:?}"),
        };
        told.push(game_events(&update.events));
        assert_eq!(
            usize::try_from(update.revision),
            Ok(told.len()),
            "a gap or a repetition"
        );
        if let Some(state) = update.state {
            end = Some(state.clone());
            newest.send_replace(Some(state));
        }
    }
    let end = end.expect("a state");
    assert_eq!(revision_of(&end), u64::try_from(told.len()).expect("a revision"));
    assert_eq!(end.r#match.as_ref().expect("a match").phase(), MatchPhase::Finished);
    (told, end)
}

/// Plays a seat to the end of its match. Returns the accepted actions and the received events.
async fn play_seat(shared: Arc<Shared>, seat: Seat) -> (Vec<Accepted>, Events) {
    let (newest, seen) = watch::channel(None);
    let mut following = spawn(&shared, follow(seat.watch(Some(0)), newest));
    let accepted = Arc::new(tokio::sync::Mutex::new(Vec::new()));
    let mut ticks = time::interval(shared.tick);
    let mut asking = JoinSet::new();
    let (told, _) = loop {
        tokio::select! {
            ended = &mut following => break ended.expect("it follows"),
            due = ticks.tick() => {
                let asked = ask(Arc::clone(&shared), seat.clone(), seen.clone(), Arc::clone(&accepted), due);
                asking.spawn(asked.with_subscriber(shared.tries.dispatch()));
            }
            Some(asked) = asking.join_next() => asked.expect("it is answered"),
        }
    };
    while let Some(asked) = asking.join_next().await {
        asked.expect("it is answered");
    }
    let accepted = std::mem::take(&mut *accepted.lock().await);
    (accepted, told)
}

/// Sends one call: an action if the seat owes a decision and is not about to send one, else a read of the state.
async fn ask(
    shared: Arc<Shared>,
    seat: Seat,
    seen: Receiver<Option<MatchState>>,
    accepted: Arc<tokio::sync::Mutex<Vec<Accepted>>>,
    due: Instant,
) {
    let index = usize::try_from(seat.seat()).expect("a seat");
    let owing = seen.borrow().clone().filter(|state| owed_by(state, index).is_some());
    let (Some(state), Ok(mut acting)) = (owing, accepted.try_lock()) else {
        shared.timed(due, seat.state()).await;
        return;
    };
    // Its watch may not have delivered its own action yet.
    let known = acting.last().map_or(0, |accepted| accepted.revision);
    if revision_of(&state) < known {
        shared.timed(due, seat.state()).await;
        return;
    }
    let legal = shared.timed(due, seat.legal()).await;
    let action = Choice::Bot(9).decide(&state, &legal, index);
    let revision = shared.timed(Instant::now(), seat.submit(action.clone())).await;
    shared.accepted.fetch_add(1, Ordering::SeqCst);
    acting.push(Accepted {
        revision,
        seat: index,
        action,
    });
}
