//! Saved states are small, and loading is strict. A law checks that they are equal after loading.

use tinsel_engine::{GameEngine, Viewer, present::Present};
use tinsel_grunkle_match::{DeathMatchInfo, Draft, GrunkleMatch, Round, Skills, Slot, testkit::Position};

use crate::support::*;

/// Otherwise a zero bid on a slot that no round has would disappear, and its seat would get a Pop.
#[test]
fn a_state_with_a_bid_on_no_slot_is_not_read() {
    let position = Position::round(7).skills(0, "DARK_RITUAL");
    let game = position.sealed(0, "zero TREACHERY naming P4").build();
    let mut saved = serde_json::to_value(game).unwrap();
    let slot = saved.pointer_mut("/stage/Bidding/sealed/0/zero_bid/slot").unwrap();
    assert_eq!(*slot, 1, "Treachery");
    *slot = 200.into();
    assert!(serde_json::from_value::<GrunkleMatch>(saved).is_err());
}

/// Two thousand characters of four bytes each still take only half of the maximum size of a record.
#[test]
fn a_state_with_the_longest_text_is_bounded() {
    let sent = Draft {
        death_match_info: DeathMatchInfo::new("\u{1f381}".repeat(2000)),
        ..Draft::default()
    };
    let config = GrunkleMatch::configure(None, sent).unwrap();
    let (mut game, mut chance) = (start(&config), rng(1));
    while let Some(owing) = game.owing().iter().next() {
        let action = game.any_action(Viewer::Seat(owing), &mut chance).unwrap();
        game.apply(owing, &action, &mut chance).unwrap();
    }
    let size = rmp_serde::to_vec_named(&game).unwrap().len();
    assert!(size <= 12 * 1024, "{size}");
}

#[test]
fn impossible_states_are_not_loaded() {
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
