//! Games alone: random matches on one core, without a server.

use std::time::{Duration, Instant};

use prost::Message as _;
use tinsel_catalog::{GameId, testkit};
use tinsel_engine::{SeatSet, Seed, Viewer};
use tinsel_harness::{configured, creating};

/// How long matches of each setup of a game are played.
const FOR: Duration = Duration::from_secs(2);

/// The measurements of the matches of one setup.
#[derive(Debug, Default)]
struct Taken {
    matches: u64,
    actions: u64,
    views: u64,
    acting: Duration,
    viewing: Duration,
    state_bytes_max: usize,
    view_bytes: u64,
}

/// Plays matches of random legal actions with every setup, and prints the rates and the sizes of states and views.
pub fn measure(game: GameId) {
    for table in game.testkit().setups() {
        measure_at(game, &table);
    }
}

fn measure_at(game: GameId, table: &testkit::GameSetup) {
    let configured = configured(&creating(table, ""));
    let (began, mut taken) = (Instant::now(), Taken::default());
    while began.elapsed() < FOR {
        play(game, &configured.options, &mut taken);
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "bench engine {game} table={} seats={} matches_per_s={:.0} actions_per_s={:.0} ns_per_action={} ns_per_view={} \
         state_bytes_max={} view_bytes={}",
        table.name,
        configured.seats.get(),
        taken.matches as f64 / seconds,
        taken.actions as f64 / seconds,
        taken.acting.as_nanos() / u128::from(taken.actions),
        taken.viewing.as_nanos() / u128::from(taken.views),
        taken.state_bytes_max,
        taken.view_bytes / taken.views,
    );
}

/// Plays one match.
fn play(game: GameId, options: &[u8], taken: &mut Taken) {
    let number = taken.matches;
    let entropy = |actions: u64| {
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&number.to_le_bytes());
        entropy[8..16].copy_from_slice(&actions.to_le_bytes());
        entropy
    };
    let started = game.game().start(options, Seed::new(entropy(0)));
    let mut playing = started.unwrap().after;
    while let Some(seat) = playing.owing().iter().next() {
        taken.actions += 1;
        let action = playing.random(seat, entropy(taken.actions)).unwrap();
        let asked = Instant::now();
        playing = playing.act(seat, &action, SeatSet::EMPTY).unwrap().after;
        taken.acting += asked.elapsed();
        // Every action changes a view; only some views and states are measured.
        if taken.actions.is_multiple_of(8) {
            let asked = Instant::now();
            let view = playing.view(Viewer::Seat(seat), SeatSet::EMPTY);
            taken.viewing += asked.elapsed();
            taken.views += 1;
            taken.view_bytes += u64::try_from(view.encoded_len()).unwrap();
            taken.state_bytes_max = taken.state_bytes_max.max(playing.save().unwrap().len());
        }
    }
    taken.matches += 1;
}
