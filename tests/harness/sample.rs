//! Random samples of test cases that take too long for each run.

use std::sync::LazyLock;

use tinsel_catalog::{GameId, testkit};

use crate::source::{asked_for, asked_to};

/// Whether tests try all cases: `make test-all`.
#[must_use]
pub fn exhaustive() -> bool {
    asked_to("TINSEL_TEST_ALL")
}

/// One of these cases, chosen by the seed of this run; all of them if tests are [`exhaustive`]. `what` makes different
/// samples independent.
///
/// A failing test prints the seed. `TINSEL_TEST_SEED` repeats a run.
pub fn sample<T>(what: &str, mut all: Vec<T>) -> Vec<T> {
    if exhaustive() || all.len() < 2 {
        return all;
    }
    let seed = *SEED;
    eprintln!("{what} is sampled; repeat with TINSEL_TEST_SEED={seed}, or try all with TINSEL_TEST_ALL=1");
    let mixed = what.bytes().fold(seed, |mixed, byte| {
        (mixed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let chosen = usize::try_from(mixed >> 32).unwrap_or_default() % all.len();
    vec![all.swap_remove(chosen)]
}

/// The setups of a game that a test plays, each with its number: the usual one, and a [`sample`] of the others.
#[must_use]
pub fn sampled_setups(game: GameId) -> Vec<(u8, testkit::GameSetup)> {
    let mut tables = (0..).zip(game.testkit().setups());
    let usual = tables.next();
    let others = sample(&format!("tables of {game}"), tables.collect());
    usual.into_iter().chain(others).collect()
}

static SEED: LazyLock<u64> = LazyLock::new(|| match asked_for("TINSEL_TEST_SEED") {
    Some(seed) => seed.parse().expect("TINSEL_TEST_SEED is a number"),
    None => u64::from(getrandom::u32().expect("randomness")),
});
