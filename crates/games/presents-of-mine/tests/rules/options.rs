//! Section 4.

use tinsel_engine::GameEngine;
use tinsel_presents_of_mine::{Asked, Config, Draft, ListReveal, PregameHands, PresentsOfMine, Round3Majority};

/// Option, reason and sentence of the refusal.
fn refused(players: Option<u32>, draft: Draft) -> (String, &'static str, String) {
    let error = PresentsOfMine::configure(players, draft).unwrap_err();
    (error.option.into_owned(), error.code, error.sentence.into_owned())
}

const BAD: Draft = Draft {
    list_reveal: Asked::Unknown,
    pregame_hands: Asked::Unknown,
    round3_majority: Asked::Unknown,
};

// PM-1, PM-R1
#[test]
fn players_must_be_eight() {
    assert!(PresentsOfMine::configure(None, Draft::default()).is_ok());
    assert!(PresentsOfMine::configure(Some(8), Draft::default()).is_ok());
    for players in [0, 7, 9, u32::MAX] {
        let sentence = "Presents of Mine is played by exactly 8 players.".to_owned();
        let expected = ("seats".to_owned(), "PLAYERS_OUT_OF_RANGE", sentence);
        assert_eq!(refused(Some(players), BAD), expected);
    }
    assert_eq!(PresentsOfMine::seats(&Config::default()).get(), 8);
    assert_eq!(Config::default().players().get(), 8);
}

#[test]
fn options_left_out_take_their_defaults() {
    let config = PresentsOfMine::configure(None, Draft::default()).unwrap();
    assert_eq!(config.list_reveal, ListReveal::AfterSelection);
    assert_eq!(config.pregame_hands, PregameHands::Public);
    assert_eq!(config.round3_majority, Round3Majority::Apply);
}

#[test]
fn options_given_are_taken() {
    let draft = Draft {
        list_reveal: Asked::Given(ListReveal::BeforeSelection),
        pregame_hands: Asked::Given(PregameHands::Private),
        round3_majority: Asked::Given(Round3Majority::Skip),
    };
    let config = PresentsOfMine::configure(Some(8), draft).unwrap();
    assert_eq!(config.list_reveal, ListReveal::BeforeSelection);
    assert_eq!(config.pregame_hands, PregameHands::Private);
    assert_eq!(config.round3_majority, Round3Majority::Skip);
}

#[test]
fn the_first_bad_option_is_reported_in_the_order_of_the_table() {
    let mut draft = BAD;
    let (option, code, sentence) = refused(None, draft);
    assert_eq!((&*option, code), ("list_reveal", "LIST_REVEAL_UNKNOWN"));
    assert_eq!(sentence, "list_reveal must be AFTER_SELECTION or BEFORE_SELECTION.");
    draft.list_reveal = Asked::LeftOut;
    let (option, code, sentence) = refused(None, draft);
    assert_eq!((&*option, code), ("pregame_hands", "PREGAME_HANDS_UNKNOWN"));
    assert_eq!(sentence, "pregame_hands must be PUBLIC or PRIVATE.");
    draft.pregame_hands = Asked::Given(PregameHands::Private);
    let (option, code, sentence) = refused(Some(8), draft);
    assert_eq!((&*option, code), ("round3_majority", "ROUND3_MAJORITY_UNKNOWN"));
    assert_eq!(sentence, "round3_majority must be APPLY or SKIP.");
}
