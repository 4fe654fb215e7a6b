//! Worlds that differ only in the order, time and content of the secret answers. A viewer without access to them sees
//! the same in all worlds: while a window is open, after it has closed, and after other events.

use prost_types::Duration;
use tinsel_harness::{Fault, Faulty, World, revision_of};
use tinsel_proto::v1::{
    Audit, ExamineMatchRequest, ExamineMatchResponse, ExtendDeadlines, RepairMatchRequest, SubstituteSeatRequest,
    TakeDefaults, TimeBank, TimeControl, WatchMatchResponse, repair_match_request::Repair, time_control::Control,
};
use tinsel_store::Memory;

use super::*;

/// The difference between the worlds: the secrets of seats 1, 2 and 3.
#[derive(Debug, Clone, Copy)]
struct Secrets {
    /// The order in which they answer the lead of seat 0.
    first: [usize; 3],
    /// How long the decline of seat 1 holds. If it holds for more than this window, the seat withdraws it before the
    /// next one.
    scope: santa::DeclineScope,
    /// The order in which they answer the turn of seat 1.
    second: [usize; 2],
    /// The seat that answers the turn of seat 3. The other lets its deadline pass.
    in_time: usize,
}

const WORLDS: [Secrets; 3] = [
    Secrets {
        first: [1, 2, 3],
        scope: santa::DeclineScope::Window,
        second: [2, 3],
        in_time: 1,
    },
    Secrets {
        first: [2, 3, 1],
        scope: santa::DeclineScope::Deal,
        second: [3, 2],
        in_time: 2,
    },
    Secrets {
        first: [3, 1, 2],
        scope: santa::DeclineScope::Round,
        second: [2, 3],
        in_time: 2,
    },
];

/// The states of viewers, and the report for an operator.
type Seen = Vec<(&'static str, (Vec<MatchState>, ExamineMatchResponse))>;

/// A match with a test clock, on a store that can be unreachable.
struct Scene {
    store: Faulty<Memory>,
    world: World,
    table: TestMatch,
    seen: Seen,
}

impl Scene {
    /// A match in which seat 0 has led, so that seats 1, 2 and 3 have a pending answer.
    async fn new(control: Option<Control>) -> Self {
        let store = Faulty::new(Memory::default());
        let world = World::new(store.clone(), 77).await;
        let options = santa::Config {
            first_dealer: Some(3),
            ..one_deal()
        };
        let asked = CreateMatchRequest {
            request_id: "windows".to_owned(),
            time_control: control.map(|control| TimeControl {
                control: Some(control),
                ..TimeControl::default()
            }),
            ..asking(4, options)
        };
        let table = TestMatch::of_players(&[world.api()], &asked).await;
        let mut scene = Self {
            store,
            world,
            table,
            seen: Vec::new(),
        };
        // No seat plays the Fruitcake.
        scene
            .table
            .play_step_in_order(&[scene.world.api()], Choice::Default)
            .await;
        scene.turn(0, &[1, 2, 3]).await;
        scene
    }

    /// A seat takes the default action for its turn, and these seats have a pending answer.
    async fn turn(&mut self, seat: usize, asked: &[u32]) {
        let api = self.world.api();
        let default = self.table.choice(api, seat, Choice::Default).await.unwrap();
        self.table.submit_accepted(api, seat, default).await;
        let view = viewed(&self.table.state(api, None).await);
        assert_eq!((view.phase(), &view.awaited_seats[..]), (santa::Phase::Holly, asked));
    }

    async fn phase(&self) -> santa::Phase {
        viewed(&self.table.state(self.world.api(), None).await).phase()
    }

    /// A seat submits an action a while later.
    async fn later(&self, seat: usize, action: GameAction) {
        self.world.clock().pass(3000);
        self.table.submit_accepted(self.world.api(), seat, action).await;
    }

    async fn declines(&self, seat: usize) {
        self.later(seat, declining(santa::DeclineScope::Window)).await;
    }

    /// Records the states of a spectator and of these seats.
    async fn note(&mut self, when: &'static str, seats: &[usize]) {
        let tokens = seats.iter().map(|seat| Some(self.table.token(*seat)));
        let viewers = tokens.chain([None]);
        let states = viewers.map(async |token| self.table.state(self.world.api(), token).await);
        let states = join_all(states).await;
        let asked = ExamineMatchRequest {
            match_id: self.table.match_id.clone(),
            recent: 200,
            presentation: false,
        };
        let report = self.world.operators().ask(&asked, None).await.expect("a report");
        self.seen.push((when, (states, report)));
    }

    /// The store is unreachable for a while.
    async fn outage(&self) {
        self.world.sweep().await;
        self.store.set(Fault::Gone);
        self.world.clock().pass(4000);
        self.world.sweep().await;
        self.world.clock().pass(4000);
        self.store.set(Fault::None);
        self.world.sweep().await;
    }

    /// All messages that one seat and a spectator received.
    async fn told(&self) -> [Vec<WatchMatchResponse>; 2] {
        let head = revision_of(&self.table.state(self.world.api(), None).await);
        let watching = [None, Some(self.table.token(0))].map(async |token| {
            let mut told = self.table.told(self.world.api(), Some(0), token, head).await;
            // Cursors are opaque, and differ between servers.
            told.iter_mut().for_each(|told| told.cursor.clear());
            told
        });
        let [spectator, seat] = watching;
        [spectator.await, seat.await]
    }
}

/// Plays four windows. Returns the states of other viewers, and all messages that they received.
async fn seen(control: Option<Control>, secrets: Secrets) -> (Seen, [Vec<WatchMatchResponse>; 2]) {
    let mut scene = Scene::new(control).await;
    // This varies the last seat to answer, the seat that declines for longer, and the seats that have answered when
    // clocks are credited.
    for (answered, seat) in secrets.first.into_iter().enumerate() {
        if answered == 1 {
            scene.outage().await;
        }
        let scope = if seat == 1 {
            secrets.scope
        } else {
            santa::DeclineScope::Window
        };
        scene.later(seat, declining(scope)).await;
        let when = ["with one answer", "after an outage", "after the close"][answered];
        let others: &[usize] = if answered == 2 { &[0, 2, 3] } else { &[0] };
        scene.note(when, others).await;
    }
    // It takes long, and has less time left than the others from here on.
    scene.world.clock().pass(20_000);
    scene.turn(1, &[2, 3]).await;
    for seat in secrets.second {
        scene.declines(seat).await;
    }
    // This varies the seat that withdraws its decline, and the seats that decline.
    scene.turn(2, &[1, 3]).await;
    let answer = match secrets.scope {
        santa::DeclineScope::Round | santa::DeclineScope::Deal => {
            acting(santa::action::Action::WithdrawDecline(santa::WithdrawDecline {}))
        }
        santa::DeclineScope::Unspecified | santa::DeclineScope::Window => declining(santa::DeclineScope::Window),
    };
    scene.later(1, answer).await;
    scene.note("after a withdrawal", &[0, 2, 3]).await;
    scene.declines(3).await;
    scene.note("after a withdrawal and the close", &[0, 1, 2, 3]).await;
    // This varies the seat that lets its deadline pass.
    scene.turn(3, &[1, 2]).await;
    scene.declines(secrets.in_time).await;
    scene.note("before a default", &[0, 3]).await;
    if control.is_some() {
        while scene.phase().await == santa::Phase::Holly {
            scene.world.clock().pass(5_000);
            scene.world.sweep().await;
            scene.note("as time passes", &[0, 3]).await;
        }
    } else {
        scene.declines(3 - secrets.in_time).await;
    }
    scene.note("after a default", &[0, 1, 2, 3]).await;
    let told = scene.told().await;
    let (_, last) = scene.seen.last().unwrap();
    assert_eq!(viewed(&last.0[0]).phase(), santa::Phase::Turn, "the window is closed");
    (scene.seen, told)
}

fn minute() -> Duration {
    Duration { seconds: 60, nanos: 0 }
}

fn bank() -> Control {
    Control::Bank(TimeBank {
        initial: Some(minute()),
        increment: Some(minute()),
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_response_discloses_which_seats_answered_when_or_how_before_or_after_the_close() {
    for control in [None, Some(Control::PerDecision(minute())), Some(bank())] {
        let worlds = join_all(WORLDS.map(|secrets| seen(control, secrets))).await;
        let (before, told) = &worlds[0];
        for (secrets, (seen, heard)) in WORLDS.iter().zip(&worlds).skip(1) {
            assert_eq!(seen.len(), before.len(), "by {control:?}, with {secrets:?}");
            for ((when, seen), (_, before)) in seen.iter().zip(before) {
                assert_eq!(seen, before, "{when}, by {control:?}, with {secrets:?}");
            }
            assert_eq!(heard, told, "by {control:?}, with {secrets:?}");
        }
        // The credit itself is public.
        let credits = told[0]
            .iter()
            .filter(|told| format!("{told:?}").contains("TimeCredited"));
        assert_eq!(credits.count(), usize::from(control.is_some()), "{control:?}");
    }
}

/// A bot takes control of seat 1, which has or has not answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_response_discloses_whether_a_substituted_seat_had_answered() {
    let worlds = [1, 2].map(async |answering| {
        let mut scene = Scene::new(Some(bank())).await;
        scene.declines(answering).await;
        let asked = SubstituteSeatRequest {
            match_id: scene.table.match_id.clone(),
            ..SubstituteSeatRequest::default()
        };
        let token = Some(scene.table.token(1));
        scene.world.api().ask(&asked, token).await.unwrap();
        scene.note("with a bot", &[0, 3]).await;
        (scene.seen.clone(), scene.told().await)
    });
    let [one, other] = worlds;
    assert_eq!(one.await, other.await);
}

/// An operator takes the default of all seats or of one, or extends deadlines, while some seats have answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_response_discloses_which_seats_had_answered_before_an_operator_action() {
    let all = Repair::TakeDefaults(TakeDefaults { seat: None });
    let of_one = Repair::TakeDefaults(TakeDefaults { seat: Some(1) });
    let more = Repair::ExtendDeadlines(ExtendDeadlines { by: Some(minute()) });
    let repaired = async |repair, answering: &'static [usize]| {
        let mut scene = Scene::new(Some(bank())).await;
        for seat in answering {
            scene.declines(*seat).await;
        }
        let asked = RepairMatchRequest {
            match_id: scene.table.match_id.clone(),
            audit: Some(Audit {
                operator: "Olga".to_owned(),
                reason: "a test".to_owned(),
            }),
            repair: Some(repair),
            ..RepairMatchRequest::default()
        };
        scene.world.operators().ask(&asked, None).await.expect("repaired");
        scene.note("repaired", &[0]).await;
        // The charged bank is public once the window is closed.
        if let Repair::ExtendDeadlines(_) = repair {
            for seat in (1..4).filter(|seat| !answering.contains(seat)) {
                scene.declines(seat).await;
            }
            scene.note("after the close", &[0]).await;
        }
        (scene.seen.clone(), scene.told().await)
    };
    // That no answer is pending any more is public.
    for (repair, answering) in [
        (all, [&[1][..], &[2], &[3]]),
        (all, [&[1, 2], &[2, 3], &[3, 1]]),
        (of_one, [&[1], &[2], &[3]]),
        (more, [&[1], &[2], &[3]]),
        (more, [&[1, 2], &[2, 3], &[3, 1]]),
    ] {
        let [one, other, third] = answering;
        let one = repaired(repair, one).await;
        assert_eq!(one, repaired(repair, other).await, "{repair:?}");
        assert_eq!(one, repaired(repair, third).await, "{repair:?}");
    }
}
