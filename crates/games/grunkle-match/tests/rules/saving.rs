//! Saved states: small, strict, and the same again.

use tinsel_engine::{GameEngine, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_grunkle_match::{
    Config, DeathMatchInfo, Draft, GrunkleMatch, Round, Skills, Slot, bot,
    testkit::{Position, submit, vote},
};

use crate::support::*;

/// Every state of a match, and of a tie-break.
fn states() -> Vec<GrunkleMatch> {
    let config = Config {
        death_match_info: DeathMatchInfo::new("It is chess."),
        ..Config::default()
    };
    let (mut game, mut chance) = (start(&config), rng(7));
    let mut states = vec![game.clone()];
    while let Some(owing) = game.owing().iter().next() {
        let action = bot::random(&game.legal(Viewer::Seat(owing)), &mut chance).unwrap();
        game.apply(owing, &action, &mut chance).unwrap();
        states.push(game.clone());
    }
    let tie = Position::end().all_garnets([1, 2, 3, 4, 5, 9, 9]);
    states.extend([
        tie.clone().build(),
        tie.clone().voted(0, 5).absent(1).build(),
        tie.voted(0, 5).absent(1).voted(2, 5).build(),
    ]);
    states.push(everything());
    states
}

/// A zero bid on a slot that no round has would vanish, and its seat would get a Pop.
#[test]
fn a_state_with_a_bid_on_no_slot_is_not_read() {
    let mut saved = serde_json::to_value(everything()).unwrap();
    let slot = saved.pointer_mut("/stage/Bidding/sealed/0/zero_bid/slot").unwrap();
    assert_eq!(*slot, 1, "Treachery");
    *slot = 200.into();
    assert!(serde_json::from_value::<GrunkleMatch>(saved).is_err());
}

/// Everything that a state can hold.
fn everything() -> GrunkleMatch {
    Position::round(7)
        .skills(0, "DARK_RITUAL, SKILL_THIEF, PHANTOM_THIEVES, GOD_DEFYING_WILL, POP")
        .skills(1, "SECRET_BOOK")
        .nullified("MAX_BID_UP")
        .won(1, 0, "GARNET_THIEF")
        .garnet_theft(2, 0, 3, 1)
        .sealed(
            0,
            "zero TREACHERY naming P4, VAULT 3, discard, designate P2, steal SECRET_BOOK from P1",
        )
        .absent(1)
        .build()
}

fn again(state: &GrunkleMatch) -> GrunkleMatch {
    let saved = rmp_serde::to_vec_named(state).unwrap();
    rmp_serde::from_slice(&saved).unwrap()
}

#[test]
fn a_loaded_state_is_the_saved_one() {
    for state in states() {
        assert_eq!(again(&state), state);
        let saved = serde_json::to_string(&state).unwrap();
        assert_eq!(serde_json::from_str::<GrunkleMatch>(&saved).unwrap(), state);
    }
}

#[test]
fn a_state_is_small() {
    let size = |state: &GrunkleMatch| rmp_serde::to_vec_named(state).unwrap().len();
    let sizes: Vec<usize> = states().iter().map(size).collect();
    println!("{sizes:?}");
    assert!(sizes.iter().all(|size| *size <= 6 * 1024), "{sizes:?}");
}

/// Two thousand characters of four bytes each, and still half of what a record may be.
#[test]
fn a_state_with_the_longest_text_is_bounded() {
    let told = Draft {
        death_match_info: DeathMatchInfo::new("\u{1f381}".repeat(2000)),
        ..Draft::default()
    };
    let config = GrunkleMatch::configure(None, told).unwrap();
    let (mut game, mut chance) = (start(&config), rng(1));
    while let Some(owing) = game.owing().iter().next() {
        let action = bot::random(&game.legal(Viewer::Seat(owing)), &mut chance).unwrap();
        game.apply(owing, &action, &mut chance).unwrap();
    }
    let size = rmp_serde::to_vec_named(&game).unwrap().len();
    assert!(size <= 12 * 1024, "{size}");
}

#[test]
fn a_loaded_match_goes_on_as_the_saved_one() {
    let submissions = ["VAULT 4", "EXODIA 5", "SUPERNOVA 2", "SUPERNOVA 2", "DESECRATION 1"];
    let finish = |mut game: GrunkleMatch, reload: bool| {
        let mut told = Vec::new();
        for (index, submission) in (2u8..).zip(submissions) {
            if reload {
                game = again(&game);
            }
            told.push(
                game.apply(seat(index), &submit(submission), &mut Draws::none())
                    .unwrap(),
            );
        }
        (game, told)
    };
    assert_eq!(finish(everything(), true), finish(everything(), false));
    let (end, _) = finish(everything(), true);
    assert_eq!(winner(&end, "TREACHERY"), Some(0), "the sealed zero bid was kept");
    // The stolen book makes two Pops of Treachery's one; P4 won nothing beside.
    assert_eq!((copies(&end, 0, "SECRET_BOOK"), copies(&end, 4, "POP")), (1, 3));
}

#[test]
fn votes_that_are_in_are_kept() {
    let tie = Position::end()
        .all_garnets([1, 2, 3, 4, 5, 9, 9])
        .voted(0, 6)
        .absent(1)
        .build();
    let mut loaded = again(&tie);
    assert_eq!(numbers(loaded.owing().iter()), [2]);
    loaded.apply(seat(2), &vote(6), &mut Draws::none()).unwrap();
    assert_eq!(candidate(&loaded), (6, "Vote".to_owned()));
}

#[test]
fn what_no_match_can_hold_is_not_read() {
    for round in ["0", "8", "-1", "255"] {
        assert!(serde_json::from_str::<Round>(round).is_err(), "{round}");
    }
    for slot in ["7", "200", "255", "-1"] {
        assert!(serde_json::from_str::<Slot>(slot).is_err(), "{slot}");
    }
    assert_eq!(serde_json::from_str::<Slot>("6").unwrap().number(), 7);
    for skills in [
        r#"{"GRUNKO_POP":0}"#,
        r#"{"GRUNKO":1}"#,
        r#"{"BALLER":256}"#,
        r#"{"BALLER":-1}"#,
    ] {
        assert!(serde_json::from_str::<Skills>(skills).is_err(), "{skills}");
    }
    let skills: Skills = serde_json::from_str(r#"{"GRUNKO_POP":2,"BALLER":1}"#).unwrap();
    assert_eq!(listed(&skills), "BALLER, GRUNKO_POP x2");
}
