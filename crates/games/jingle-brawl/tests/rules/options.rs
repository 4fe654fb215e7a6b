//! Section 4: the options, their checks in order, and their sentences.

use tinsel_engine::{ConfigError, GameEngine};
use tinsel_jingle_brawl::{Asked, Draft, GiftName, JingleBrawl, Method, Scoring};

use crate::support::*;

fn refused(players: u32, draft: Draft) -> ConfigError {
    JingleBrawl::configure(Some(players), draft).unwrap_err()
}

fn named(names: &[&str]) -> Vec<GiftName> {
    names.iter().map(|name| GiftName::new(*name)).collect()
}

/// A check: its code, its sentence, and a change that makes it fail.
type Flaw = (&'static str, &'static str, fn(&mut Draft));

/// Each check, in the order of the table.
fn flaws() -> Vec<Flaw> {
    vec![
        (
            "STARTING_CHIPS_OUT_OF_RANGE",
            "starting_chips must be 0 to 99, where 0 stands for the number of the rulebook.",
            |draft| draft.starting_chips = 100,
        ),
        (
            "GIFT_NAMES_COUNT",
            "gift_names must be empty or have exactly one name per player.",
            |draft| draft.gift_names = named(&["a", "b", "c", "d", ""]),
        ),
        (
            "GIFT_NAME_INVALID",
            "Each gift name must have 1 to 80 characters and no control characters.",
            |draft| {
                if draft.gift_names.is_empty() {
                    draft.gift_names = named(&["a", "", "c", "d"]);
                }
            },
        ),
        (
            "HEAD_ELF_SEAT_OUT_OF_RANGE",
            "head_elf_seat must be a seat of this match.",
            |draft| draft.head_elf_seat = 4,
        ),
        ("DUEL_METHOD_UNKNOWN", "Unknown duel method.", |draft| {
            draft.duel_methods.push(None)
        }),
        ("DUEL_METHODS_DUPLICATE", "A duel method is listed twice.", |draft| {
            draft.duel_methods.extend([Some(Method::CoinFlip); 2]);
        }),
        (
            "RPS_MAX_ROUNDS_OUT_OF_RANGE",
            "rps_max_rounds must be 0 to 20, where 0 stands for 5.",
            |draft| draft.rps_max_rounds = 21,
        ),
        ("SCORING_UNKNOWN", "scoring must be NONE or WISH_POINTS.", |draft| {
            draft.scoring = Asked::Unknown;
        }),
    ]
}

#[test]
fn each_check_has_its_code_and_sentence_and_the_earlier_of_two_is_reported() {
    for (place, (code, sentence, spoil)) in flaws().into_iter().enumerate() {
        let mut draft = Draft::default();
        spoil(&mut draft);
        let error = refused(4, draft.clone());
        assert_eq!((error.code, error.sentence.as_ref()), (code, sentence));
        for (later, _, spoil_too) in flaws().into_iter().skip(place + 1) {
            let mut both = draft.clone();
            spoil_too(&mut both);
            assert_eq!(refused(4, both).code, code, "{code} before {later}");
        }
        let error = refused(2, draft);
        assert_eq!(error.code, "PLAYERS_OUT_OF_RANGE");
        assert_eq!(error.sentence, "Jingle Brawl takes 3 to 20 players.");
    }
}

#[test]
fn defaults_are_filled_in() {
    let settings = config(10, Draft::default());
    assert_eq!((settings.starting_chips.get(), settings.rps_max_rounds), (10, 5));
    assert_eq!((settings.head_elf_seat, settings.scoring), (seat(0), Scoring::None));
    assert!(settings.gift_names.is_empty());
    assert_eq!(config(11, Draft::default()).starting_chips.get(), 12);
}

// JB-R63
#[test]
fn gift_names_are_trimmed_counted_in_characters_and_hold_no_control_characters() {
    let with = |name: &str| {
        let draft = Draft {
            gift_names: named(&["a", "a", name]),
            ..Draft::default()
        };
        JingleBrawl::configure(Some(3), draft).map(|config| config.gift_names[2].text().to_owned())
    };
    assert_eq!(with("  a Mug\t\u{3000}").unwrap(), "a Mug");
    assert_eq!(with(&"ø".repeat(80)).unwrap().chars().count(), 80);
    assert_eq!(with(&format!(" {} ", "x".repeat(80))).unwrap().len(), 80);
    // The host must avoid invisible characters, direction marks and line separators; the game accepts them.
    for odd in [
        "\u{200b}",
        "\u{feff}",
        "\u{ad}",
        "\u{3164}",
        "\u{202e}gum",
        "A\u{2028}B",
    ] {
        assert_eq!(with(odd).unwrap(), odd);
    }
    for invalid in ["", " ", &"x".repeat(81), "a\nb", "a\u{0}b", "a\u{9f}b"] {
        let error = with(invalid).unwrap_err();
        assert_eq!(
            (error.code, error.option.as_ref()),
            ("GIFT_NAME_INVALID", "gift_names[2]"),
            "{invalid:?}"
        );
    }
}

#[test]
fn throws_are_checked_even_if_they_are_not_enabled() {
    let draft = Draft {
        duel_methods: vec![Some(Method::CoinFlip)],
        rps_max_rounds: 21,
        ..Draft::default()
    };
    assert_eq!(refused(4, draft).code, "RPS_MAX_ROUNDS_OUT_OF_RANGE");
}
