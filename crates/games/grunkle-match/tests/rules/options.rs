//! Section 4: the options, their bounds, and the order in which they are checked.

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_grunkle_match::{Config, DeathMatchInfo, Draft, GrunkleMatch};

use crate::support::*;

fn draft(common: Option<u32>, per_seat: &[u32], characters: usize) -> Draft {
    Draft {
        starting_garnets: common,
        starting_garnets_per_seat: per_seat.to_vec(),
        death_match_info: DeathMatchInfo::new("é".repeat(characters)),
    }
}

#[test]
fn options_are_checked_in_order_and_the_first_failure_is_reported() {
    // The columns: the seats, a common amount, an amount per seat, the characters of the text; the option that fails,
    // and its code.
    let per_seat = "starting_garnets_per_seat";
    let range = "STARTING_GARNETS_OUT_OF_RANGE";
    let cases: [(_, _, &[u32], _, _, _); 9] = [
        (Some(6), Some(0), &[1], 2001, "seats", "PLAYERS_OUT_OF_RANGE"),
        (Some(7), Some(0), &[1], 2001, "starting_garnets", range),
        (None, Some(1001), &[5; 7], 0, "starting_garnets", range),
        (None, None, &[1001], 2001, per_seat, "STARTING_GARNETS_WRONG_LENGTH"),
        (None, None, &[0; 6], 0, per_seat, "STARTING_GARNETS_WRONG_LENGTH"),
        (None, None, &[1; 8], 0, per_seat, "STARTING_GARNETS_WRONG_LENGTH"),
        (
            None,
            None,
            &[0, 0, 0, 1001, 0, 0, 0],
            2001,
            "starting_garnets_per_seat[3]",
            range,
        ),
        (None, None, &[0; 7], 2001, per_seat, "STARTING_GARNETS_ALL_ZERO"),
        (None, None, &[], 2001, "death_match_info", "DEATH_MATCH_INFO_TOO_LONG"),
    ];
    for (seats, common, each, characters, option, code) in cases {
        let error = GrunkleMatch::configure(seats, draft(common, each, characters)).unwrap_err();
        assert_eq!((&*error.option, error.code), (option, code));
        let name = option.split('[').next().unwrap();
        assert!(
            error.sentence.contains(name) || !error.sentence.contains('_'),
            "{error}"
        );
    }
}

// GM-R1, GM-3
#[test]
fn garnets_are_20_or_the_option_for_all_or_the_option_per_seat() {
    let starts = |common, each: &[u32]| {
        let config = GrunkleMatch::configure(Some(7), draft(common, each, 0)).unwrap();
        let game = start(&config);
        let starting = spectated(&game).starting_garnets.map(|_, garnets| garnets.get());
        assert_eq!(starting.into_iter().collect::<Vec<_>>(), garnets(&game));
        garnets(&game)
    };
    assert_eq!(starts(None, &[]), [20; 7]);
    assert_eq!(starts(Some(1), &[]), [1; 7]);
    assert_eq!(starts(Some(1000), &[]), [1000; 7]);
    let each = [0, 1000, 3, 0, 5, 6, 7];
    assert_eq!(starts(None, &each), each);
    assert_eq!(starts(Some(9), &each), each, "it replaces the amount for all");
    assert_eq!(starts(None, &[0, 0, 0, 0, 0, 0, 1]), [0, 0, 0, 0, 0, 0, 1]);
}

#[test]
fn omitted_options_have_their_defaults() {
    let config = GrunkleMatch::configure(None, Draft::default()).unwrap();
    assert_eq!(config, Config::default());
    assert_eq!(config.players().get(), 7);
}

// GM-R3
#[test]
fn starting_garnets_are_public() {
    let config = GrunkleMatch::configure(None, draft(None, &[1, 2, 3, 4, 5, 6, 7], 0)).unwrap();
    let mut game = start(&config);
    for _ in 0..3 {
        for viewer in viewers() {
            let starting = game
                .view(viewer, SeatSet::EMPTY)
                .starting_garnets
                .map(|_, garnets| garnets.get());
            assert_eq!(
                starting.into_iter().collect::<Vec<_>>(),
                [1, 2, 3, 4, 5, 6, 7],
                "{viewer}"
            );
        }
        all_absent(&mut game);
    }
}
