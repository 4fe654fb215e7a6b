//! Two worlds: in one, a seat submits its default action in the last millisecond; in the other, its deadline passes.
//! Other viewers see no difference until the game itself discloses which decisions were defaults.

use prost_types::Duration;
use tinsel_engine::{Hides, Secrecy};
use tinsel_proto::v1::{MatchEvent, PhaseTime, TimeBank, TimeControl, time_control::Control};

use super::*;

/// Number of secret steps of a match in which a seat is inactive, one match for each.
const STEPS: usize = 2;

/// Number of decisions that are compared after a step with defaults that are never disclosed.
const AFTERWARDS: usize = 24;

const fn seconds(seconds: i64) -> Option<Duration> {
    Some(Duration { seconds, nanos: 0 })
}

/// Every kind of time control, with and without times for phases.
fn controls(game: GameId) -> Vec<TimeControl> {
    let phases = game.game().facts().phases.iter();
    let phases = phases.map(|phase| PhaseTime {
        phase: phase.name.to_owned(),
        duration: seconds(30),
    });
    let per_decision = Control::PerDecision(Duration { seconds: 60, nanos: 0 });
    let bank = Control::Bank(TimeBank {
        initial: seconds(60),
        increment: seconds(5),
    });
    let of = |control, phases| TimeControl {
        control: Some(control),
        phases,
    };
    vec![
        of(per_decision, Vec::new()),
        of(bank, Vec::new()),
        of(bank, phases.collect()),
    ]
}

/// The deadline of a seat's decision in milliseconds, which must be the same for all viewers.
fn deadline(state: &MatchState, seat: SeatIndex) -> u64 {
    let waiting = &state.r#match.as_ref().unwrap().pending_decisions;
    let own = waiting.iter().find(|decision| decision.seat() == u32::from(seat.get()));
    let at = own.expect("a decision").deadline.expect("a deadline");
    u64::try_from(at.seconds).unwrap() * 1000 + u64::try_from(at.nanos).unwrap() / 1_000_000
}

impl Pair {
    fn set_clocks(&self, millis: u64) {
        for world in &self.worlds {
            world.clock().set(millis);
        }
    }

    async fn sweep(&self) {
        for world in &self.worlds {
            world.sweep().await;
        }
    }

    async fn secrecy(&self) -> Secrecy {
        let playing = self.playing().await;
        playing.secrecy()
    }

    /// The events after a revision, with their revisions and times, as a watcher receives them in one world.
    async fn events(&self, world: usize, watcher: usize, after: u64) -> Vec<(u64, Vec<MatchEvent>)> {
        let (api, table) = (self.worlds[world].api(), &self.tables[world]);
        let (_, token) = table.watchers()[watcher];
        let head = self.head().await;
        let messages = table.told(api, Some(after), token, head).await;
        let updates = messages.into_iter().filter_map(|response| match response.message {
            Some(Said::Update(update)) => Some((update.revision, update.events)),
            Some(Said::Snapshot(_) | Said::Heartbeat(_) | Said::Draining(_)) | None => None,
        });
        updates.collect()
    }

    /// All seats but `inactive` and the last of the others submit the same in both worlds, each a while after the one
    /// before.
    async fn others_decide(&self, inactive: SeatIndex) {
        let owing = self.playing().await.owing();
        let others: Vec<_> = owing.iter().filter(|seat| *seat != inactive).collect();
        let last = others.last().copied().filter(|last| *last > inactive);
        for seat in others.into_iter().filter(|seat| Some(*seat) != last) {
            self.set_clocks(self.worlds[0].clock().millis() + 1000);
            self.submit_alike(seat).await;
        }
    }
}

/// The number of comparisons in a match of two worlds.
#[derive(Debug, Default)]
struct Compared {
    /// Number of steps in which a seat was inactive.
    steps: usize,
    /// How often all data of other viewers was compared after such a step, while the default was secret.
    afterwards: usize,
}

/// Plays a match until the secret step with this number, from 0 on, in which `inactive` is inactive.
async fn check(game: GameId, asked: CreateMatchRequest, inactive: SeatIndex, number: usize) -> Compared {
    let pair = Pair::of(game, asked).await;
    let others = pair.watchers(|viewer| !viewer.is(inactive));
    let mut secret_steps = 0;
    loop {
        let playing = pair.playing().await;
        let Some(first) = playing.owing().iter().next() else {
            return Compared::default();
        };
        let secrecy = pair.secrecy().await;
        if !secrecy.hides(Hides::Defaults) || !playing.owing().contains(inactive) {
            pair.set_clocks(pair.worlds[0].clock().millis() + 700);
            pair.submit_alike(first).await;
            continue;
        }
        if secret_steps < number {
            secret_steps += 1;
            for seat in playing.owing().iter() {
                pair.submit_alike(seat).await;
            }
            continue;
        }
        let waiting = playing.pending_decisions(Viewer::Seat(inactive));
        let own = waiting.into_iter().find(|decision| decision.seat == inactive);
        let Some(default) = own.and_then(|decision| decision.default_action) else {
            // The seat cannot submit its default action itself.
            return Compared::default();
        };
        return check_step(&pair, &others, inactive, default, secrecy).await;
    }
}

async fn check_step(
    pair: &Pair,
    others: &[usize],
    inactive: SeatIndex,
    default: GameAction,
    secrecy: Secrecy,
) -> Compared {
    pair.others_decide(inactive).await;
    let table = &pair.tables[0];
    let due = deadline(&table.state(pair.worlds[0].api(), None).await, inactive);
    let before = pair.head().await;
    // The deadlines of all decisions are the same.
    pair.set_clocks(due - 1);
    pair.sweep().await;
    assert_eq!(pair.head().await, before, "{} has taken a default too early", pair.game);
    pair.check_alike(others, Cursors::Some).await;
    pair.set_clocks(due);
    let submitted = table.submit(pair.worlds[0].api(), inactive.get().into(), default).await;
    let submitted = submitted.expect("accepted until the default is taken").revision;
    pair.sweep().await;
    let is_never_disclosed = secrecy.hides(Hides::Kinds) && secrecy.undisclosed.is_empty();
    let is_secret = async || is_never_disclosed || pair.secrecy().await.undisclosed.contains(inactive);
    // The step may resolve with this revision, which then contains the disclosed defaults.
    let resolves = pair.head().await == submitted;
    for watcher in others {
        let [one, other] = [0, 1].map(|world| pair.events(world, *watcher, before));
        let until = |events: Vec<(u64, Vec<MatchEvent>)>| {
            let alike = events.into_iter().filter(|(revision, _)| *revision <= submitted);
            alike.collect::<Vec<_>>()
        };
        let (one, other) = (until(one.await), until(other.await));
        if resolves && !is_secret().await {
            assert_eq!(one.len(), other.len(), "{}", pair.game);
        } else {
            assert_eq!(one, other, "{}", pair.game);
        }
    }
    let mut compared = Compared {
        steps: 1,
        afterwards: 0,
    };
    while is_secret().await && compared.afterwards < AFTERWARDS {
        let playing = pair.playing().await;
        let Some(first) = playing.owing().iter().next() else {
            break;
        };
        let some = compared.afterwards % others.len();
        pair.check_alike(&others[some..=some], Cursors::Some).await;
        compared.afterwards += 1;
        pair.set_clocks(pair.worlds[0].clock().millis() + 700);
        pair.submit_alike(first).await;
    }
    compared
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_response_distinguishes_a_default_from_a_submission_in_the_last_millisecond() {
    for game in GameId::ALL {
        for (number, table) in sampled_setups(*game) {
            for time_control in controls(*game) {
                let mut compared = Compared::default();
                for step in 0..STEPS {
                    let asked = CreateMatchRequest {
                        time_control: Some(time_control.clone()),
                        substitute_inactive_players: step.is_multiple_of(2),
                        ..creating(&table, "the-same-in-both")
                    };
                    let inactive = SeatIndex::new(number % game.game().facts().seats_min);
                    let of_match = check(*game, asked, inactive, step).await;
                    compared.steps += of_match.steps;
                    compared.afterwards += of_match.afterwards;
                }
                eprintln!("{game}, table {number}: {compared:?}");
                assert!(compared.steps > 0, "{game}, table {number}: no secret step");
            }
        }
    }
}
