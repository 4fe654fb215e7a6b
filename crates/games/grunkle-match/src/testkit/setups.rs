//! The setups that the laws are tested with, and the bounds of the options.

use crate::{DeathMatchInfo, Draft, GrunkleMatch};
use tinsel_engine_testkit::{Bound, GameSetup};

/// The setups that the laws are tested with.
#[must_use]
pub fn setups() -> Vec<GameSetup<GrunkleMatch>> {
    vec![
        GameSetup::new("default", Draft::default()),
        GameSetup::new("uneven", per_seat([20, 0, 1000, 5, 40, 1, 20])),
        // Ties for the Elimination Candidate, and often a vote.
        GameSetup::new("poor", per_seat([1, 0, 0, 1, 0, 0, 1])),
        // Only few seats can bid: five or more lowest seats, and no winners to vote.
        GameSetup::new("poorest", per_seat([0, 0, 1, 0, 0, 0, 1])),
        GameSetup::new("death-match-info", with_info("The Death Match is a staring contest.")),
    ]
}

/// The bounds of the options that are no number, word or text.
#[must_use]
pub fn bounds() -> Vec<Bound<GrunkleMatch>> {
    let seats = "starting_garnets_per_seat";
    let mut bounds = vec![
        Bound::new(
            seats,
            "STARTING_GARNETS_WRONG_LENGTH",
            per_seat([20; 7]),
            per_seat([20; 6]),
        ),
        Bound::new(
            seats,
            "STARTING_GARNETS_WRONG_LENGTH",
            per_seat([20; 7]),
            per_seat([20; 8]),
        ),
        Bound::new(seats, "STARTING_GARNETS_WRONG_LENGTH", per_seat([]), per_seat([20])),
        Bound::new(
            seats,
            "STARTING_GARNETS_ALL_ZERO",
            per_seat([0, 0, 0, 1, 0, 0, 0]),
            per_seat([0; 7]),
        ),
    ];
    for (index, entry) in [
        (0, "starting_garnets_per_seat[0]"),
        (3, "starting_garnets_per_seat[3]"),
        (6, "starting_garnets_per_seat[6]"),
    ] {
        let with = |amount| {
            let seats: [usize; 7] = std::array::from_fn(|seat| seat);
            per_seat(seats.map(|seat| if seat == index { amount } else { 20 }))
        };
        bounds.push(Bound::new(
            entry,
            "STARTING_GARNETS_OUT_OF_RANGE",
            with(1000),
            with(1001),
        ));
        bounds.push(Bound::new(
            entry,
            "STARTING_GARNETS_OUT_OF_RANGE",
            with(0),
            with(u32::MAX),
        ));
    }
    bounds
}

fn per_seat<const N: usize>(garnets: [u32; N]) -> Draft {
    Draft {
        starting_garnets_per_seat: garnets.to_vec(),
        ..Draft::default()
    }
}

fn with_info(text: &str) -> Draft {
    Draft {
        death_match_info: DeathMatchInfo::new(text),
        ..Draft::default()
    }
}
