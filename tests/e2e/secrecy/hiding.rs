//! Two worlds that differ only in information that is hidden from a viewer return the same bytes to that viewer.
//!
//! Both worlds have the same clock, randomness and calls. In one test, only a seat's submission differs, and all other
//! viewers make all possible calls. In the other, all information that is hidden from one viewer is redealt, and that
//! viewer makes the calls. The tests use all games, with all setups of their testkits.

mod defaults;
mod questions;

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use bytes::Bytes;
use prost::Message as _;
use tinsel_catalog::{
    Action, AnyMatch, GameId,
    testkit::{self, Testkit},
};
use tinsel_engine::{SeatIndex, SeatSet, Viewer};
use tinsel_harness::{
    Api, Call, METHODS, Seated, TestMatch, World, creating, entropy, of_platform, put_game, sampled_setups, soon,
    stored_game,
};
use tinsel_proto::v1::{
    CreateMatchRequest, ExamineMatchRequest, GameAction, HistoryEntry, JoinMatchRequest, ListHistoryRequest,
    MatchState, WatchMatchRequest, WatchMatchResponse, watch_match_request::Position,
    watch_match_response::Message as Said,
};
use tinsel_store::Memory;
use tonic::Code;

use questions::Question;

/// Number of choices among which the tests look for a different one.
const CHOICES: u64 = 50;

/// How many revisions back the watches of an active match start. At the end of a match they start at the first
/// revision.
const A_WHILE: u64 = 12;

/// A response or a refusal, byte for byte.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Bytes(Bytes),
    Refused(Code, String, Bytes),
}

/// The revisions at which watches start.
#[derive(Debug, Clone, Copy)]
enum Cursors {
    /// Some revisions back, one revision back, without a cursor, and beyond the newest revision.
    Some,
    /// Also the first revision, and every revision, each by one of the watchers in turn. Only for streams that end by
    /// themselves.
    All,
}

impl Cursors {
    /// The cursors of one of these watchers, with the number of messages to read after each. Later messages are read
    /// after another cursor.
    fn list(self, head: u64, (turn, watchers): (usize, usize)) -> Vec<(Option<u64>, usize)> {
        let (earliest, between) = match self {
            Self::Some => (head.saturating_sub(A_WHILE), 0..0),
            Self::All => (0, 1..head + 1),
        };
        let whole = [None, Some(earliest), Some(head - 1), Some(head + 7)];
        let whole = whole.map(|cursor| (cursor, usize::MAX));
        let between = between.skip(turn).step_by(watchers);
        whole
            .into_iter()
            .chain(between.map(|cursor| (Some(cursor), 1)))
            .collect()
    }
}

/// Two worlds with the same match.
struct Pair {
    game: GameId,
    asked: CreateMatchRequest,
    stores: [Memory; 2],
    worlds: [World; 2],
    tables: [TestMatch; 2],
    /// False after a stored state was replaced: the past can only be presented if the log leads to the state.
    past_is_true: AtomicBool,
}

impl Pair {
    async fn new(game: GameId, table: &testkit::GameSetup) -> Self {
        Self::of(game, creating(table, "the-same-in-both")).await
    }

    async fn of(game: GameId, asked: CreateMatchRequest) -> Self {
        let stores = [Memory::default(), Memory::default()];
        let worlds = [
            World::with(stores[0].clone(), 42, of_platform()).await,
            World::with(stores[1].clone(), 42, of_platform()).await,
        ];
        let tables = [of_users(&worlds[0], &asked).await, of_users(&worlds[1], &asked).await];
        assert_eq!(tables[0].match_id, tables[1].match_id);
        assert_eq!(tables[0].seats, tables[1].seats);
        Self {
            game,
            asked,
            stores,
            worlds,
            tables,
            past_is_true: AtomicBool::new(true),
        }
    }

    fn testkit(&self) -> &'static dyn Testkit {
        self.game.testkit()
    }

    /// The match in the first world.
    async fn playing(&self) -> Arc<dyn AnyMatch> {
        stored_game(&self.stores[0], &self.tables[0].match_id).await
    }

    /// Replaces the stored states of the matches.
    async fn put(&self, games: [&Arc<dyn AnyMatch>; 2]) {
        self.past_is_true.store(false, Ordering::Relaxed);
        for ((store, table), game) in self.stores.iter().zip(&self.tables).zip(games) {
            put_game(store, &table.match_id, game).await;
        }
    }

    async fn head(&self) -> u64 {
        let state = self.tables[0].state(self.worlds[0].api(), None).await;
        state.r#match.unwrap().revision
    }

    /// The watchers for which `wanted` holds, as indexes in the list of all.
    fn watchers(&self, wanted: impl Fn(Viewer) -> bool) -> Vec<usize> {
        let all = self.tables[0].watchers();
        let indexed = all.into_iter().enumerate();
        indexed
            .filter(|(_, (viewer, _))| wanted(*viewer))
            .map(|(index, _)| index)
            .collect()
    }

    /// All calls of these watchers return the same in both worlds.
    async fn check_alike(&self, watchers: &[usize], cursors: Cursors) {
        let (playing, head) = (self.playing().await, self.head().await);
        self.check_answers(watchers[0], &self.questions_about_no_viewer()).await;
        for (turn, watcher) in watchers.iter().enumerate() {
            let (viewer, _) = self.tables[0].watchers()[*watcher];
            self.check_answers(*watcher, &self.questions(&*playing, viewer, head))
                .await;
            for (cursor, most) in cursors.list(head, (turn, watchers.len())) {
                let presented = self.presents_past().then_some(true);
                for presentation in presented.into_iter().chain([false]) {
                    let asked = self.watching(cursor, presentation);
                    let [one, other] = [0, 1].map(|world| self.watch(world, *watcher, (&asked, most), head));
                    let same = one.await == other.await;
                    assert!(same, "{viewer} at {head} of {}: messages of {asked:?}", self.game);
                }
            }
        }
    }

    /// The histories of a finished match for these watchers are the same in both worlds, if the game keeps secrets.
    /// Their hashes may differ: the key of each hash is never disclosed, so it is as good as a random number. They only
    /// have to exist.
    async fn check_histories_at_the_end(&self, watchers: &[usize]) {
        if self.game.game().facts().discloses_everything {
            return;
        }
        for watcher in watchers {
            let [one, other] = [0, 1].map(|world| self.history_without_hashes(world, *watcher));
            let (viewer, _) = self.tables[0].watchers()[*watcher];
            assert_eq!(one.await, other.await, "{viewer} of {}", self.game);
        }
    }

    async fn history_without_hashes(&self, world: usize, watcher: usize) -> Vec<HistoryEntry> {
        let (_, token) = self.tables[world].watchers()[watcher];
        let mut entries = Vec::new();
        loop {
            let asked = self.tables[world].listing(u64::try_from(entries.len()).unwrap(), u32::MAX);
            let asked = ListHistoryRequest {
                presentation: true,
                scenes: self.presents_past(),
                ..asked
            };
            let page = self.worlds[world].api().ask(&asked, token).await.expect("a page");
            if page.entries.is_empty() {
                return entries;
            }
            entries.extend(page.entries.into_iter().map(|entry| HistoryEntry {
                commitment: Bytes::from(vec![0; entry.commitment.len()]),
                chain_hash: Bytes::from(vec![0; entry.chain_hash.len()]),
                ..entry
            }));
        }
    }

    async fn check_answers(&self, watcher: usize, questions: &[Question]) {
        let [one, other] = [0, 1].map(|world| self.ask_all(world, watcher, questions));
        for ((answer, other), question) in one.await.iter().zip(other.await).zip(questions) {
            let (viewer, _) = self.tables[0].watchers()[watcher];
            assert_eq!(*answer, other, "{viewer} of {}: {question:?}", self.game);
        }
    }

    async fn ask_all(&self, world: usize, watcher: usize, questions: &[Question]) -> Vec<Answer> {
        let (_, token) = self.tables[world].watchers()[watcher];
        let (platform, mut answers) = (self.worlds[world].platform(), Vec::new());
        for Question { path, asked } in questions {
            let api = match path.starts_with("/tinsel.v1.AdminService/") {
                true => self.worlds[world].operators(),
                false => &platform,
            };
            answers.push(ask(api, path, asked.clone(), token).await);
        }
        answers
    }

    fn presents_past(&self) -> bool {
        self.past_is_true.load(Ordering::Relaxed)
    }

    fn watching(&self, after: Option<u64>, presentation: bool) -> WatchMatchRequest {
        WatchMatchRequest {
            match_id: self.tables[0].match_id.clone(),
            position: after.map(Position::AfterRevision),
            presentation,
            legal: presentation,
            ..WatchMatchRequest::default()
        }
    }

    /// The messages of a watch: at most this number, to the end of the stream, or until `head`.
    async fn watch(
        &self,
        world: usize,
        watcher: usize,
        (asked, most): (&WatchMatchRequest, usize),
        head: u64,
    ) -> Vec<Bytes> {
        let (_, token) = self.tables[world].watchers()[watcher];
        let path = "/tinsel.v1.MatchService/WatchMatch";
        let api = self.worlds[world].api();
        let stream = api.stream_bytes(path, asked.encode_to_vec().into(), token).await;
        let mut stream = stream.expect("a stream");
        let mut told = Vec::new();
        while let Some(message) = soon("a message", stream.message()).await.unwrap() {
            let reached = reaches(&message, head);
            told.push(without_hash(&message));
            if reached || told.len() == most {
                break;
            }
        }
        told
    }

    /// Submits a legal action of `seat`, the same in both worlds.
    async fn submit_alike(&self, seat: SeatIndex) {
        let (playing, head) = (self.playing().await, self.head().await);
        let action = playing.random(seat, entropy(7, head, seat.get().into()));
        let action = action.expect("something that is legal").into_message();
        for (world, table) in self.worlds.iter().zip(&self.tables) {
            let accepted = table.submit(world.api(), seat.get().into(), action.clone()).await;
            accepted.expect("accepted");
        }
    }

    /// Submits a different action of `seat` in each world; `false` if the seat has only one.
    async fn submit_differently(&self, seat: SeatIndex) -> bool {
        let (playing, head) = (self.playing().await, self.head().await);
        let Some(actions) = two_choices(&*playing, seat, head) else {
            return false;
        };
        for (index, action) in actions.into_iter().enumerate() {
            let table = &self.tables[index];
            let asked = table.submitting(&hidden(head), action);
            let token = table.token(seat.get().into());
            let answer = self.worlds[index].api().ask(&asked, Some(token)).await;
            answer.expect("accepted");
        }
        // The test itself is valid: the seat sees the difference.
        let [one, two] = [0, 1].map(|index| {
            let (api, table) = (self.worlds[index].api(), &self.tables[index]);
            async move { table.bytes(api, Some(table.token(seat.get().into()))).await }
        });
        assert_ne!(one.await, two.await, "{seat} sees what it has submitted");
        true
    }
}

/// A match in which each player is the user of a platform with the reference of [`user`].
async fn of_users(world: &World, asked: &CreateMatchRequest) -> TestMatch {
    let platform = world.platform();
    let mut table = TestMatch::create(&platform, asked).await;
    for seat in 0..table.seats.len() {
        let joined = platform.ask(&joining(&table, seat), None).await.expect("a seat");
        table.seats[seat] = Seated::Player(joined.seat_token);
    }
    // The indexes of the users follow.
    world.sweep().await;
    table
}

/// The request with which a user of the platform takes a seat.
fn joining(table: &TestMatch, seat: usize) -> JoinMatchRequest {
    JoinMatchRequest {
        player_ref: user(seat),
        ..table.joining(seat)
    }
}

/// The reference of the platform to the player of a seat.
fn user(seat: usize) -> String {
    format!("user:{seat}")
}

/// The request ID of the hidden submission at `revision`.
fn hidden(revision: u64) -> String {
    format!("hidden-{revision}")
}

/// Two actions of `seat` that lead to different views of the seat.
fn two_choices(playing: &dyn AnyMatch, seat: SeatIndex, head: u64) -> Option<[GameAction; 2]> {
    let choice = |number| playing.random(seat, entropy(number, head, seat.get().into()));
    let shown = |action: &Action| {
        let acted = playing.act(seat, action, SeatSet::EMPTY).expect("legal");
        acted.after.view(Viewer::Seat(seat), SeatSet::EMPTY)
    };
    let one = choice(0).expect("something that is legal");
    let differs = |other: &Action| shown(other) != shown(&one);
    let other = (1..CHOICES).filter_map(choice).find(differs)?;
    Some([one, other].map(Action::into_message))
}

async fn ask(api: &Api, path: &'static str, asked: Bytes, token: Option<&str>) -> Answer {
    match api.ask_bytes(path, asked, token).await {
        Ok(bytes) => Answer::Bytes(bytes),
        Err(status) => {
            let details = Bytes::copy_from_slice(status.details());
            Answer::Refused(status.code(), status.message().to_owned(), details)
        }
    }
}

/// Whether a message brings the watcher of an active match to `head`.
fn reaches(message: &Bytes, head: u64) -> bool {
    let response = WatchMatchResponse::decode(message.clone()).unwrap();
    match response.message.unwrap() {
        Said::Update(update) => update.revision >= head,
        Said::Snapshot(_) => true,
        Said::Heartbeat(_) => false,
        Said::Draining(draining) => panic!("not expected: {draining:?}"),
    }
}

/// A message of a stream without the hash of its cursor. The hash may differ: it covers a random number of the write
/// that is never disclosed, so it is as good as a random number.
fn without_hash(message: &Bytes) -> Bytes {
    let mut response = WatchMatchResponse::decode(message.clone()).unwrap();
    let hash = response.cursor.split_off(10);
    response.cursor.extend(hash.chars().map(|_| '-'));
    response.encode_to_vec().into()
}

/// Number of different steps at which the checks of sealed actions begin.
const FIRST_STEPS: u8 = 3;

/// Number of watchers that make calls at one point of a match.
const AT_A_TIME: usize = 4;

/// Checks every step in which several seats have pending decisions, `hiding` among them: after it alone has submitted,
/// after all but one have, and at the end. The first step that it checks, the one with this number, is also compared as
/// the presented past. Returns how often it submitted different actions, and how often it could.
async fn check_sealed(game: GameId, table: &testkit::GameSetup, hiding: SeatIndex, first_step: u8) -> (usize, usize) {
    let pair = Pair::new(game, table).await;
    let others = pair.watchers(|viewer| !viewer.is(hiding));
    pair.check_alike(&others, Cursors::Some).await;
    let (mut sealed, mut tried) = (0, 0);
    // Some of them each time, in turn; all of them at the start and at the end.
    let mut turns = others.iter().copied().cycle();
    let mut some = || turns.by_ref().take(AT_A_TIME).collect::<Vec<_>>();
    loop {
        let playing = pair.playing().await;
        let owing = playing.owing();
        let Some(first) = owing.iter().next() else { break };
        let several = owing.contains(hiding) && owing.len() > 1;
        tried += usize::from(several);
        if !several || tried <= usize::from(first_step) || !pair.submit_differently(hiding).await {
            pair.submit_alike(first).await;
            continue;
        }
        sealed += 1;
        pair.check_alike(&some(), Cursors::Some).await;
        let rest: Vec<_> = pair.playing().await.owing().iter().collect();
        for seat in rest.iter().skip(1) {
            pair.submit_alike(*seat).await;
        }
        pair.check_alike(&some(), Cursors::Some).await;
        // From here on the worlds would differ for all viewers.
        let truth = pair.playing().await;
        pair.put([&truth, &truth]).await;
    }
    pair.check_alike(&others, Cursors::All).await;
    pair.check_histories_at_the_end(&others).await;
    (sealed, tried)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_response_discloses_a_sealed_action() {
    for game in GameId::ALL {
        let (mut sealed, mut tried) = (0, 0);
        for (number, table) in sampled_setups(*game) {
            let hiding = SeatIndex::new(number % game.game().facts().seats_min);
            let of_table = check_sealed(*game, &table, hiding, number % FIRST_STEPS).await;
            (sealed, tried) = (sealed + of_table.0, tried + of_table.1);
        }
        assert!(sealed > 0 || tried == 0, "{game}: {tried} sealed steps leave no choice");
    }
}

/// A setup with more watchers than this is checked less often, because it has more decisions.
const OFTEN: usize = 6;

/// Checks points all over a match, and its end: another viewer each time, in a world redealt for it. Returns the number
/// of these worlds that other viewers could distinguish.
async fn check_redealt(game: GameId, table: &testkit::GameSetup) -> usize {
    let pair = Pair::new(game, table).await;
    let everybody: Vec<_> = pair.tables[0]
        .watchers()
        .into_iter()
        .map(|(viewer, _)| viewer)
        .collect();
    let between = everybody.len().div_ceil(OFTEN);
    let mut different = 0;
    for point in 0.. {
        let truth = pair.playing().await;
        let is_over = truth.owing().is_empty();
        let viewer = everybody[point / between % everybody.len()];
        let entropy = entropy(0, pair.head().await, 0);
        let looked_at = is_over || point % between == 0;
        let redealt = looked_at.then(|| pair.testkit().redealt(&*truth, viewer, entropy));
        if let Some(world) = redealt.flatten() {
            pair.put([&truth, &world]).await;
            let watchers = pair.watchers(|other| other == viewer);
            let cursors = if is_over { Cursors::All } else { Cursors::Some };
            pair.check_alike(&watchers, cursors).await;
            if is_over {
                pair.check_histories_at_the_end(&watchers).await;
            }
            pair.put([&truth, &truth]).await;
            let told_apart = everybody
                .iter()
                .any(|other| truth.view(*other, SeatSet::EMPTY) != world.view(*other, SeatSet::EMPTY));
            different += usize::from(told_apart);
        }
        let owing: Vec<_> = truth.owing().iter().collect();
        let Some(seat) = owing.get(point % owing.len().max(1)) else {
            break;
        };
        pair.submit_alike(*seat).await;
    }
    different
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_response_discloses_redealt_hidden_information() {
    for game in GameId::ALL {
        let mut different = 0;
        for (_, table) in sampled_setups(*game) {
            different += check_redealt(*game, &table).await;
        }
        match game.testkit().nothing_hidden() {
            None => assert!(different > 0, "{game} hides information, but nothing was redealt"),
            Some(why) => assert_eq!(different, 0, "{game} hides nothing: {why}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_questions_include_every_call() {
    let pair = Pair::new(GameId::ALL[0], &GameId::ALL[0].testkit().setups()[0]).await;
    let (playing, head) = (pair.playing().await, pair.head().await);
    let viewers = [Viewer::Spectator, Viewer::Seat(SeatIndex::new(0))];
    let questions = viewers.map(|viewer| pair.questions(&*playing, viewer, head));
    let asked = pair
        .questions_about_no_viewer()
        .into_iter()
        .chain(questions.into_iter().flatten());
    let asked: BTreeSet<_> = asked.map(|question| question.path).collect();
    let unary = METHODS.iter().filter(|method| !method.streams);
    let unary = unary.map(|method| method.path);
    assert_eq!(asked, unary.chain([ExamineMatchRequest::METHOD.path]).collect());
}
