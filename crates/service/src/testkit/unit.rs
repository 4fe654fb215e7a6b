//! The service on a store in memory, with a clock that the test controls and deterministic entropy, for the tests of
//! this crate.

use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use tinsel_engine::SeatIndex;
use tinsel_proto::{
    games::{presents_of_mine::v1::Config, secret_santa::v1 as santa},
    v1::{
        AddBotRequest, CreateMatchRequest, CreateMatchResponse, GameConfig, JoinMatchRequest, TimeControl, game_config,
        match_service_client::MatchServiceClient, time_control::Control,
    },
};
use tinsel_store::{Limits, Memory, Revision, Shard, StoreError, UnixMillis, Version};
use tokio_util::sync::CancellationToken;
use tonic::{Request, body::Body};
use tower::{ServiceExt, util::BoxCloneService};

use crate::{
    Clock, Deps, Entropy, Keys, Settings,
    auth::caller::{Address, Caller},
    play::{Command, HostCommand},
    read,
    record::{Host, MatchRecord, Play},
    routes,
};

/// A change by a match's creator.
pub(crate) const fn by_creator(change: HostCommand) -> Command {
    let caller = Host::Creator;
    Command::ByHost { caller, change }
}

/// A clock that only the test advances.
#[derive(Debug)]
pub(crate) struct TestClock {
    millis: AtomicU64,
    follows_store: AtomicBool,
}

impl TestClock {
    fn new() -> Self {
        Self {
            millis: AtomicU64::new(1_800_000_000_000),
            follows_store: AtomicBool::new(false),
        }
    }

    pub(crate) fn pass(&self, ms: u64) {
        self.millis.fetch_add(ms, Ordering::Relaxed);
    }

    pub(crate) fn set(&self, ms: u64) {
        self.millis.store(ms, Ordering::Relaxed);
    }

    /// From now on the service uses the time of the store, as a server does.
    pub(crate) fn follow_store(&self) {
        self.follows_store.store(true, Ordering::Relaxed);
    }

    /// Now, in milliseconds since 1970.
    pub(crate) fn millis(&self) -> i64 {
        i64::try_from(self.now().0).unwrap()
    }
}

impl Clock for TestClock {
    fn now(&self) -> UnixMillis {
        UnixMillis(self.millis.load(Ordering::Relaxed))
    }

    fn follows_store(&self) -> bool {
        self.follows_store.load(Ordering::Relaxed)
    }
}

/// Bytes that never repeat.
#[derive(Debug, Default)]
struct Counting(AtomicU64);

impl Entropy for Counting {
    fn fill(&self, bytes: &mut [u8]) {
        let count = self.0.fetch_add(1, Ordering::Relaxed).to_le_bytes();
        let repeated = count.into_iter().cycle();
        bytes.iter_mut().zip(repeated).for_each(|(byte, of)| *byte = of);
    }
}

/// The service of one replica.
#[derive(Clone)]
pub(crate) struct Matches(pub(crate) Arc<Deps<Memory>>);

impl Matches {
    /// A client of the service without a connection. Its callers have no address and no limits.
    pub(crate) fn client(
        &self,
    ) -> MatchServiceClient<BoxCloneService<http::Request<Body>, http::Response<Body>, Infallible>> {
        let keys = self.0.keys.clone();
        let routes = routes(Arc::clone(&self.0)).map_request(move |mut request: http::Request<Body>| {
            if request.extensions().get::<Caller>().is_none() {
                let caller = Caller::of(None, &keys, request.headers(), Address::Unknown);
                request.extensions_mut().insert(caller);
            }
            request
        });
        MatchServiceClient::new(BoxCloneService::new(routes))
    }
}

/// The service as one replica runs it, with its clocks.
pub(crate) struct Replica {
    pub(crate) matches: Matches,
    pub(crate) clock: Arc<TestClock>,
    /// The clock by which the store expires matches.
    pub(crate) store_time: Arc<TestClock>,
}

impl Replica {
    pub(crate) fn new() -> Self {
        Self::pair().0
    }

    /// Two replicas on one store, with the same clock.
    pub(crate) fn pair() -> (Self, Self) {
        let mut pair = Self::several(2).into_iter();
        (pair.next().unwrap(), pair.next().unwrap())
    }

    /// This number of replicas on one store, with the same clock. Callers have no address, so all of them are one
    /// owner.
    pub(crate) fn several(count: usize) -> Vec<Self> {
        let limits = crate::Limits {
            open_matches: 0,
            ..crate::Limits::default()
        };
        let settings = Settings {
            limits,
            ..Settings::default()
        };
        Self::several_with(count, &settings, Limits::default())
    }

    /// Two replicas with these settings, on a store with these limits of retained data.
    pub(crate) fn pair_with(settings: &Settings, kept: Limits) -> (Self, Self) {
        let mut pair = Self::several_with(2, settings, kept).into_iter();
        (pair.next().unwrap(), pair.next().unwrap())
    }

    fn several_with(count: usize, settings: &Settings, kept: Limits) -> Vec<Self> {
        let (clock, store_time) = (Arc::new(TestClock::new()), Arc::new(TestClock::new()));
        let expires_by = Arc::clone(&store_time);
        let store = Memory::new(move || expires_by.now(), kept);
        let entropy = Arc::new(Counting::default());
        let replica = || {
            let chance = (Arc::clone(&clock) as Arc<dyn Clock>, Arc::clone(&entropy) as _);
            let keys = Keys::new(b"a key for the tests", &[]);
            let deps = Deps::new(store.clone(), keys, settings.clone(), chance, CancellationToken::new());
            Self {
                matches: Matches(Arc::new(deps)),
                clock: Arc::clone(&clock),
                store_time: Arc::clone(&store_time),
            }
        };
        (0..count).map(|_| replica()).collect()
    }

    /// A further replica on the same store, as a server that has just started.
    pub(crate) fn started_later(&self) -> Self {
        let deps = &self.matches.0;
        let chance = (Arc::clone(&self.clock) as Arc<dyn Clock>, Arc::clone(&deps.entropy));
        let (store, keys, settings) = (deps.store.clone(), deps.keys.clone(), deps.settings.clone());
        let deps = Deps::new(store, keys, settings, chance, CancellationToken::new());
        Self {
            matches: Matches(Arc::new(deps)),
            clock: Arc::clone(&self.clock),
            store_time: Arc::clone(&self.store_time),
        }
    }

    /// Time passes, in which the store does not answer the heartbeats for a shard.
    pub(crate) fn outage(&self, shard: Shard, ms: u64) {
        let (reach, steady) = (&self.matches.0.reach, || self.matches.0.clock.steady());
        reach.succeeded(&[shard], steady(), Some(self.now()));
        reach.failed(&[shard], steady(), &StoreError::NotFound);
        self.clock.pass(ms);
        reach.succeeded(&[shard], steady(), Some(self.now()));
    }

    pub(crate) fn now(&self) -> UnixMillis {
        self.clock.now()
    }

    pub(crate) fn store(&self) -> &Memory {
        &self.matches.0.store
    }
}

pub(crate) fn matches() -> Matches {
    Replica::new().matches
}

/// The game that is played in the tests of this crate.
pub(crate) fn config() -> GameConfig {
    GameConfig {
        game: Some(game_config::Game::PresentsOfMine(Config::default())),
    }
}

/// A match with all seats open.
pub(crate) async fn created(matches: &Matches) -> CreateMatchResponse {
    let asked = CreateMatchRequest {
        config: Some(config()),
        ..CreateMatchRequest::default()
    };
    matches
        .client()
        .create_match(Request::new(asked))
        .await
        .unwrap()
        .into_inner()
}

/// A request with this token.
pub(crate) fn bearing<T>(token: &str, asked: T) -> Request<T> {
    let mut asked = Request::new(asked);
    let token = format!("Bearer {token}").parse().unwrap();
    asked.metadata_mut().insert("authorization", token);
    asked
}

pub(crate) async fn add_bot(matches: &Matches, created: &CreateMatchResponse) {
    let match_id = created.match_id.clone();
    let asked = AddBotRequest {
        match_id,
        ..AddBotRequest::default()
    };
    matches
        .client()
        .add_bot(bearing(&created.host_token, asked))
        .await
        .unwrap();
}

/// The number of seats of the game in these tests.
pub(crate) const SEATS: usize = 8;

/// Takes all seats with players, which starts the match.
pub(crate) async fn join_all(matches: &Matches, match_id: &str) {
    join(matches, match_id, SEATS).await;
}

async fn join(matches: &Matches, match_id: &str, seats: usize) {
    for player in 0..seats {
        let asked = JoinMatchRequest {
            match_id: match_id.to_owned(),
            display_name: format!("Player {player}"),
            ..JoinMatchRequest::default()
        };
        matches.client().join_match(Request::new(asked)).await.unwrap();
    }
}

/// A match with this time control that has just begun, with a player in each seat.
pub(crate) async fn begun(matches: &Matches, control: Control) -> CreateMatchResponse {
    let seats = u32::try_from(SEATS).unwrap();
    begun_by(matches, config(), (seats, control)).await
}

/// The same with another game and this number of seats.
pub(crate) async fn begun_by(
    matches: &Matches,
    config: GameConfig,
    (seats, control): (u32, Control),
) -> CreateMatchResponse {
    let asked = CreateMatchRequest {
        config: Some(config),
        seats: Some(seats),
        time_control: Some(TimeControl {
            control: Some(control),
            ..TimeControl::default()
        }),
        ..CreateMatchRequest::default()
    };
    let created = matches
        .client()
        .create_match(Request::new(asked))
        .await
        .unwrap()
        .into_inner();
    join(matches, &created.match_id, usize::try_from(seats).unwrap()).await;
    created
}

/// The newest state of a match.
pub(crate) async fn record_of(matches: &Matches, match_id: &str) -> Arc<MatchRecord> {
    read::load(&matches.0, match_id.parse().unwrap()).await.unwrap()
}

pub(crate) const fn version(revision: u64, nonce: u64) -> Version {
    Version {
        revision: Revision::new(revision),
        nonce,
    }
}

/// A match led by seat 0, in which no seat is asked for a Fruitcake.
pub(crate) fn secret_santa() -> GameConfig {
    let kinds = [santa::Special::Mouse, santa::Special::Carol].map(i32::from).to_vec();
    let game = game_config::Game::SecretSanta(santa::Config {
        first_dealer: Some(3),
        specials: Some(santa::SpecialList { kinds }),
        ..santa::Config::default()
    });
    GameConfig { game: Some(game) }
}

/// A match of Secret Santa with an open window, in which seats 1 to 3 respond and these seats have declined.
pub(crate) fn in_window(table: &MatchRecord, declined: &[u8]) -> MatchRecord {
    const LEADER: SeatIndex = SeatIndex::new(0);
    let mut play = table.playing().unwrap().clone();
    let absent = |play: &Play, seat| play.game.absent(seat, table.setup.forfeited()).unwrap().after;
    while play.awaited().contains(LEADER) {
        let first = play.game.owing().iter().next().unwrap();
        play.game = absent(&play, first);
    }
    assert_eq!(play.awaited(), (1..4).map(SeatIndex::new).collect());
    for seat in declined {
        play.game = absent(&play, SeatIndex::new(*seat));
    }
    table.with_play(play)
}
