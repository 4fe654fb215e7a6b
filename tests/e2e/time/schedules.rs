//! Random schedules on two replicas, one of which is killed: requests are retried, duplicated, delayed and reordered.
//!
//! The result is compared with a model: the match that follows from the acknowledged actions.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use futures_util::future::{BoxFuture, join_all};
use tinsel_catalog::GameId;
use tinsel_harness::{
    Accepted, Api, Chance, Choice, Process, RedisServer, Refusal, Replay, TestMatch, World, creating, game_events,
    owed_by, refused, revision_of, sample, soon,
};
use tinsel_proto::v1::{
    GameAction, GameEvent, ListLegalActionsRequest, MatchState, SubmitActionRequest,
    watch_match_response::Message as Said,
};
use tinsel_store::Memory;
use tokio::{sync::watch, task::JoinHandle};
use tonic::{Code, Status};

/// Two replicas, of which the second can be killed.
struct Replicas {
    apis: [Api; 2],
    kill: Option<Box<dyn FnOnce() -> BoxFuture<'static, ()> + Send>>,
    /// The replica that stays; dropping it would stop it.
    _stays: Box<dyn Send>,
    alive: Arc<AtomicBool>,
}

impl Replicas {
    /// Two server processes on one Redis.
    async fn processes(redis: &RedisServer) -> Self {
        let (stays, mut dies) = (Process::start(redis, &[]), Process::start(redis, &[]));
        let apis = [Api::connect(&stays.url()).await, Api::connect(&dies.url()).await];
        let kill = move || {
            dies.kill();
            Box::pin(async {}) as BoxFuture<'static, ()>
        };
        Self::new(apis, kill, stays)
    }

    /// Two replicas in this process, on one memory store. They use sockets, so that one can be killed.
    async fn in_memory(seed: u64) -> Self {
        let store = Memory::default();
        let (stays, dies) = (World::new(store.clone(), seed).await, World::new(store, seed + 1).await);
        let apis = [Api::connect(stays.url()).await, Api::connect(dies.url()).await];
        let kill = move || {
            drop(dies);
            Box::pin(async {}) as BoxFuture<'static, ()>
        };
        Self::new(apis, kill, stays)
    }

    fn new(
        apis: [Api; 2],
        kill: impl FnOnce() -> BoxFuture<'static, ()> + Send + 'static,
        stays: impl Send + 'static,
    ) -> Self {
        Self {
            apis,
            kill: Some(Box::new(kill)),
            _stays: Box::new(stays),
            alive: Arc::new(AtomicBool::new(true)),
        }
    }

    async fn kill(&mut self) {
        if let Some(kill) = self.kill.take() {
            self.alive.store(false, Ordering::SeqCst);
            kill().await;
        }
    }

    /// One of the running replicas.
    fn any(&self, chance: &mut Chance) -> Api {
        let living = if self.alive.load(Ordering::SeqCst) { 2 } else { 1 };
        self.apis[chance.below(living)].clone()
    }

    /// One of both replicas, running or killed.
    fn either(&self, chance: &mut Chance) -> Api {
        self.apis[chance.below(2)].clone()
    }
}

/// A request and its responses.
#[derive(Debug, Clone)]
struct Asked {
    seat: usize,
    action: GameAction,
    /// The responses to its copies: the revision, or the reason of the refusal. Copies without a response are left out.
    answers: Vec<Result<u64, String>>,
}

/// All requests by their IDs.
type Ledger = Arc<Mutex<BTreeMap<String, Asked>>>;

/// Records a response; returns whether there was one. A broken call and a refusal that requires a retry count as none.
fn note(ledger: &Ledger, request_id: &str, answer: Result<u64, Status>) -> bool {
    let answer = answer.map_err(|status| Refusal::of(&status));
    let answered = match answer {
        Ok(revision) => Ok(revision),
        Err(refusal) if refusal.reason.is_empty() || refusal.retry_after.is_some() => return false,
        Err(refusal) => Err(refusal.reason),
    };
    let mut ledger = ledger.lock().unwrap();
    ledger.get_mut(request_id).unwrap().answers.push(answered);
    true
}

async fn submit(api: &Api, asked: &SubmitActionRequest, token: &str) -> Result<u64, Status> {
    api.ask(asked, Some(token)).await.map(|answer| answer.revision)
}

/// Sends a copy of a request when the schedule has reached a step.
fn hold_back(
    (asked, token): (SubmitActionRequest, String),
    until: usize,
    mut steps: watch::Receiver<usize>,
    api: Api,
    ledger: Ledger,
) -> JoinHandle<()> {
    tokio::spawn(async move {
        soon("the step of the schedule", steps.wait_for(|step| *step >= until))
            .await
            .unwrap();
        let answer = submit(&api, &asked, &token).await;
        note(&ledger, &asked.request_id, answer);
    })
}

/// The events of the game that a watcher received at each revision, from the first on, without gap or repetition.
async fn watch(apis: [Api; 2], match_id: String, token: Option<String>, first: usize) -> Vec<Vec<GameEvent>> {
    let mut told = Vec::new();
    for turn in first.. {
        let after = u64::try_from(told.len()).unwrap();
        let Ok(mut stream) = apis[turn % 2].watch(&match_id, Some(after), token.as_deref()).await else {
            // Yields, so that it does not call a killed replica in a busy loop.
            tokio::task::yield_now().await;
            continue;
        };
        loop {
            match soon("a message", stream.message()).await {
                Ok(Some(response)) => match response.message.expect("a message") {
                    Said::Update(update) => {
                        assert_eq!(
                            usize::try_from(update.revision),
                            Ok(told.len() + 1),
                            "a gap or a repetition"
                        );
                        told.push(game_events(&update.events));
                    }
                    Said::Snapshot(_) => panic!("a snapshot, although the history is complete"),
                    Said::Heartbeat(_) | Said::Draining(_) => {}
                },
                // The match is over.
                Ok(None) => return told,
                // This replica was killed; the watch continues on the other.
                Err(_) => break,
            }
        }
    }
    told
}

/// A match with a random schedule.
struct Schedule {
    replicas: Replicas,
    chance: Chance,
    table: TestMatch,
    ledger: Ledger,
    /// The step that the schedule has reached.
    step: watch::Sender<usize>,
    held: Vec<JoinHandle<()>>,
}

impl Schedule {
    /// The newest state; retries while the store is too busy.
    async fn state(&mut self, seat: usize) -> MatchState {
        let api = self.replicas.any(&mut self.chance);
        loop {
            let asked = self.table.getting();
            match api.ask(&asked, Some(self.table.token(seat))).await {
                Ok(answer) => return answer.state.unwrap(),
                Err(status) => assert_eq!(status.code(), Code::Unavailable, "{status}"),
            }
        }
    }

    /// The action of a seat with a pending decision in `state`. `None` for other seats, and if a delayed copy has
    /// changed the match since.
    async fn choice(&mut self, seat: usize, state: &MatchState) -> Option<GameAction> {
        owed_by(state, seat)?;
        let api = self.replicas.any(&mut self.chance);
        let asked = ListLegalActionsRequest {
            match_id: self.table.match_id.clone(),
            ..ListLegalActionsRequest::default()
        };
        let legal = api
            .ask(&asked, Some(self.table.token(seat)))
            .await
            .expect("what may be done");
        if legal.revision != revision_of(state) {
            return None;
        }
        let choice = Choice::Random(self.chance.next());
        Some(choice.decide(state, &legal.legal.expect("legal actions"), seat))
    }

    /// Sends an action now, or delayed and without waiting for it. Also sends copies of it, at once or delayed.
    async fn send(&mut self, seat: usize, action: GameAction) {
        let request_id = format!("r-{}", self.ledger.lock().unwrap().len());
        let asked = self.table.submitting(&request_id, action.clone());
        let token = self.table.token(seat).to_owned();
        let answers = Vec::new();
        let entry = Asked { seat, action, answers };
        self.ledger.lock().unwrap().insert(request_id, entry);
        let step = *self.step.borrow();
        for _ in 0..self.chance.below(3) {
            let until = step + self.chance.below(6);
            let api = self.replicas.either(&mut self.chance);
            let (steps, ledger) = (self.step.subscribe(), Arc::clone(&self.ledger));
            let copy = (asked.clone(), token.clone());
            self.held.push(hold_back(copy, until, steps, api, ledger));
        }
        // One request in eight is delayed, so that later requests overtake it.
        let overtaken = self.chance.below(8) == 0;
        if overtaken {
            let until = step + 1 + self.chance.below(4);
            let api = self.replicas.either(&mut self.chance);
            let (steps, ledger) = (self.step.subscribe(), Arc::clone(&self.ledger));
            self.held.push(hold_back((asked, token), until, steps, api, ledger));
            return;
        }
        let mut api = self.replicas.either(&mut self.chance);
        while !note(&self.ledger, &asked.request_id, submit(&api, &asked, &token).await) {
            api = self.replicas.any(&mut self.chance);
        }
    }

    /// Plays the match to its end. Kills a replica after about `dies_at` decisions.
    async fn play(&mut self, dies_at: usize) {
        loop {
            let mut sent = 0;
            for seat in self.table.players() {
                let state = self.state(seat).await;
                if self.chance.below(4) == 0 {
                    continue;
                }
                if let Some(action) = self.choice(seat, &state).await {
                    self.send(seat, action).await;
                    sent += 1;
                }
            }
            if self.ledger.lock().unwrap().len() >= dies_at {
                self.replicas.kill().await;
            }
            self.step.send_modify(|step| *step += 1);
            if sent == 0 && self.table.is_over(&self.replicas.apis[0]).await {
                return;
            }
        }
    }

    /// Sends all delayed copies, and retries each request without a response until it has one.
    async fn settle(&mut self) {
        self.step.send_modify(|step| *step = usize::MAX);
        for held in join_all(std::mem::take(&mut self.held)).await {
            held.expect("a copy is sent");
        }
        let unanswered: Vec<_> = {
            let ledger = self.ledger.lock().unwrap();
            let unanswered = ledger.iter().filter(|(_, asked)| asked.answers.is_empty());
            unanswered.map(|(id, asked)| (id.clone(), asked.clone())).collect()
        };
        for (request_id, Asked { seat, action, .. }) in unanswered {
            let asked = self.table.submitting(&request_id, action);
            let answer = submit(&self.replicas.apis[0], &asked, self.table.token(seat)).await;
            assert!(
                note(&self.ledger, &request_id, answer),
                "a request is not answered at all"
            );
        }
    }

    /// The accepted actions. All accepted copies of a request must have the same response.
    fn accepted(&self) -> Vec<Accepted> {
        let ledger = self.ledger.lock().unwrap();
        let accepted = ledger.iter().filter_map(|(request_id, asked)| {
            let revisions: Vec<_> = asked.answers.iter().filter_map(|answer| answer.clone().ok()).collect();
            let revision = *revisions.first()?;
            assert!(
                revisions.iter().all(|other| *other == revision),
                "{request_id} was applied twice: {:?}",
                asked.answers
            );
            Some(Accepted {
                revision,
                seat: asked.seat,
                action: asked.action.clone(),
            })
        });
        accepted.collect()
    }
}

/// The number of copies with a response, and the number of refused ones.
type Counts = (usize, usize);

async fn run(game: GameId, replicas: Replicas, seed: u64) -> Counts {
    let mut chance = Chance::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let asked = creating(&game.testkit().setups()[0], "");
    let apis = replicas.apis.clone();
    let table = TestMatch::of_players(&[&apis[0], &apis[1]], &asked).await;
    let watchers = table.watchers().into_iter().zip(0..).map(|((viewer, token), first)| {
        let watching = watch(apis.clone(), table.match_id.clone(), token.map(str::to_owned), first);
        (viewer, tokio::spawn(watching))
    });
    let watchers: Vec<_> = watchers.collect();
    let dies_at = 5 + chance.below(20);
    let mut schedule = Schedule {
        replicas,
        chance,
        table: table.clone(),
        ledger: Ledger::default(),
        step: watch::Sender::new(0),
        held: Vec::new(),
    };
    schedule.play(dies_at).await;
    assert!(schedule.replicas.kill.is_none(), "no replica was killed");
    schedule.settle().await;

    let end = table.state(&apis[0], Some(&table.host)).await;
    let model = Replay::of(&asked, &end, schedule.accepted());
    model.check(&apis[0], &table).await;
    for (viewer, watching) in watchers {
        let told = soon("the end of the stream", watching).await.unwrap();
        assert!(
            told == model.told(viewer),
            "{viewer} of {game} received other events than the model"
        );
    }
    // The responses to the requests with the longest delay are still stored.
    let ledger = schedule.ledger.lock().unwrap().clone();
    let answers: Vec<_> = ledger.into_values().flat_map(|asked| asked.answers).collect();
    (answers.len(), answers.iter().filter(|answer| answer.is_err()).count())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_request_is_applied_once_and_every_watcher_gets_all_events_in_any_schedule() {
    let redis = RedisServer::start();
    let (mut answered, mut refusals) = (0, 0);
    for game in GameId::ALL {
        for seed in sample(&format!("schedules of {game}"), vec![1, 2, 3]) {
            let on_redis = async { run(*game, Replicas::processes(&redis).await, seed).await };
            let in_memory = async { run(*game, Replicas::in_memory(1000 * seed).await, seed + 100).await };
            let (one, other) = tokio::join!(on_redis, in_memory);
            answered += one.0 + other.0;
            refusals += one.1 + other.1;
        }
    }
    eprintln!("{answered} copies of requests were answered, {refusals} of them refused");
    assert!(refusals > 0, "nothing was ever overtaken");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_model_finds_lost_and_duplicate_actions() {
    let world = World::new(Memory::default(), 261).await;
    let api = world.api();
    let asked = creating(&GameId::ALL[0].testkit().setups()[0], "");
    let table = TestMatch::of_players(&[api], &asked).await;
    let (end, accepted) = table.play_on(&[api], Choice::Bot(1)).await;
    Replay::of(&asked, &end, accepted.clone()).check(api, &table).await;
    let fails = |accepted: Vec<Accepted>| {
        let (asked, end) = (asked.clone(), end.clone());
        std::panic::catch_unwind(move || Replay::of(&asked, &end, accepted)).is_err()
    };
    assert!(fails(accepted[1..].to_vec()), "one was lost");
    assert!(fails([&accepted[..], &accepted[..1]].concat()), "one was applied twice");
    let mut swapped = accepted.clone();
    swapped[0].action = accepted[1].action.clone();
    swapped[0].seat = accepted[1].seat;
    assert!(fails(swapped), "another was applied");
    assert!(
        refused(table.submit(api, 0, accepted[0].action.clone()).await)
            .retry_after
            .is_none()
    );
}
