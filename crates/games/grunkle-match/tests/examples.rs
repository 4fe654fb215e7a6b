//! The worked examples of the specification, section 12, with all their numbers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "tests pick the events they look at")]

mod support;

use support::*;
use tinsel_engine::{GameEngine, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_grunkle_match::{
    Config, GrunkleMatch,
    testkit::{Position, skill, submit},
};

// GM-W1
#[test]
fn a_whole_first_round() {
    let mut game = start(&Config::default());
    for (index, submission) in [
        (0, "POUCH 3, SECRET_BOOK 10"),
        (1, "POUCH 2, REPLENISH 7"),
        (2, "SECRET_BOOK 9, REPLENISH 7, GARNET_THIEF 4"),
        (3, "MAX_BID_UP 5, MAX_BID_DOWN 5"),
        (4, "MAX_BID_UP 5, RIGHT_ARM 1"),
        (5, "MAX_BID_UP 3"),
    ] {
        play(&mut game, index, submission);
    }
    assert_eq!(default_of(&game, 6), submit("POUCH 1"));
    let events = all_absent(&mut game);
    assert_eq!(
        winners(&game),
        [Some(0), NOBODY, Some(2), Some(5), Some(3), Some(0), Some(4)]
    );
    assert_eq!(paid(&game, 0), [("GARNET_POUCH", 3), ("SECRET_BOOK", 10)]);
    assert_eq!(paid(&game, 2), [("GARNET_THIEF", 4)]);
    assert_eq!(paid(&game, 3), [("MAX_BID_DOWN", 5)]);
    assert_eq!(paid(&game, 4), [("RIGHT_ARM", 1)]);
    assert_eq!(paid(&game, 5), [("MAX_BID_UP", 3)]);
    assert_eq!(earnings(&events), [(vec![0], 11, "GARNET_POUCH")]);
    assert_eq!(garnets(&game), [18, 20, 16, 15, 19, 17, 20]);
    assert_eq!(pops(&game), [0, 1, 0, 0, 0, 0, 1]);
}

// GM-W2
#[test]
fn example_max_bid() {
    let game = Position::round(2)
        .skills(0, "SECRET_BOOK, MAX_BID_UP")
        .skills(1, "MAX_BID_DOWN")
        .build();
    assert_eq!(form(&game, 0).max_bid, amount(12));
    assert_eq!(form(&game, 1).max_bid, amount(9));
    assert_eq!(judged(&game, 0, "POUCH 12"), "accepted");
    assert_eq!(judged(&game, 0, "POUCH 13"), "BID_OVER_MAX");
    assert_eq!(judged(&game, 1, "POUCH 9"), "accepted");
    assert_eq!(judged(&game, 1, "POUCH 10"), "BID_OVER_MAX");
}

// GM-W3
#[test]
fn cap_on_total_bids() {
    let game = Position::round(2).garnets(0, 9).build();
    p0_is(
        &game,
        &[
            ("LEFT_ARM 5, POUCH 5", "OVER_BUDGET"),
            ("LEFT_ARM 5, POUCH 4", "accepted"),
        ],
    );
}

/// Round 3 of GM-W4, in which P2 names `named`.
fn round_of_w4(named: &str) -> Played {
    Position::round(3)
        .skills(5, "POUCH")
        .skills(6, "REPLENISH")
        .sealed(0, "CHEST 6")
        .sealed(1, "NULLIFY 8 naming CHEST")
        .sealed(2, &format!("NULLIFY 5 naming {named}"))
        .sealed(3, "BONANZA 2")
        .sealed(4, "WHISPERS 4")
        .sealed(5, "WHISPERS 4, GREED 3")
        .sealed(6, "BONANZA 1")
        .resolve(&mut Draws::none())
}

// GM-W4, GM-41, GM-R22
#[test]
fn nullify_in_its_own_round() {
    let (game, events) = round_of_w4("REPLENISH");
    assert_eq!(winners(&game), [Some(0), NOBODY, Some(3), Some(5), Some(1)]);
    assert_eq!(paid(&game, 0), [("GARNET_CHEST", 6)]);
    assert_eq!(garnets(&game), [19, 17, 25, 23, 25, 22, 26]);
    assert_eq!(pops(&game), [0, 0, 1, 0, 1, 0, 1]);
    let earned = [
        ((0..7).collect(), 5, "GARNET_BONANZA"),
        (vec![6], 1, "GARNET_REPLENISH"),
    ];
    assert_eq!(earnings(&events), earned);
    let view = spectated(&game);
    assert_eq!(view.nullified, Some(skill("CHEST")));
    assert!(view.seats.iter().all(|seat| seat.garnets.is_none()));
    assert_eq!(held(&game, 0), "GARNET_CHEST");
    assert_eq!(
        distinguished_by(&(game, events), &round_of_w4("POUCH")),
        ["seat 2"],
        "nobody else learns what P2 named"
    );
}

/// Round 4 of GM-W5: P0 can discard, all others bid CHEST 1.
fn round_of_w5(submission: &str) -> GrunkleMatch {
    let position = Position::round(4).garnets(0, 0).skills(0, "GOD_DEFYING_WILL, POP x2");
    let game = position.sealed(0, submission).others("CHEST 1");
    game.build()
}

// GM-W5
#[test]
fn god_defying_will() {
    for (submission, garnets, pops) in [("", 0, 3), ("discard, GREED 1", 0, 1), ("discard, CHEST 1", 1, 2)] {
        let game = round_of_w5(submission);
        assert_eq!(garnets_of(&game, 0), garnets, "{submission:?}");
        assert_eq!(copies(&game, 0, "POP"), pops, "{submission:?}");
    }
    assert_eq!(winner(&round_of_w5("discard, GREED 1"), "GREED"), Some(0));
    let game = Position::round(4)
        .garnets(0, 0)
        .skills(0, "GOD_DEFYING_WILL, POP x2")
        .build();
    p0_is(&game, &[("discard", "MUST_BID"), ("discard, GREED 2", "OVER_BUDGET")]);
}

// GM-W6
#[test]
fn restrictions() {
    let of = |garnets, skills| Position::round(6).garnets(0, garnets).skills(0, skills).build();
    p0_is(
        &of(12, "GREED"),
        &[("BANK 4, BALLER 4", "BELOW_FLOOR"), ("BANK 4, BALLER 3", "accepted")],
    );
    p0_is(
        &of(12, "GREED x2"),
        &[("BALLER 7", "accepted"), ("BALLER 8", "BELOW_FLOOR")],
    );
    p0_is(
        &of(12, "GREED, BOOK"),
        &[("BALLER 7", "BELOW_FLOOR"), ("BALLER 6", "accepted")],
    );
    let p3 = of(1, "STEVEN");
    p0_is(&p3, &[("", "accepted"), ("BALLER 1", "BID_NOT_EVEN")]);
    assert_eq!(default_of(&p3, 0), submit(""));
    let p4 = of(7, "STEVEN, GREED");
    p0_is(&p4, &[("", "MUST_BID"), ("BALLER 2", "accepted")]);
    assert_eq!(default_of(&p4, 0), submit("BANK 2"));
}

// GM-W7
#[test]
fn phantom_thieves() {
    let (game, events) = Position::round(5)
        .skills(0, "PHANTOM_THIEVES")
        .sealed(0, "STEVEN 3, designate P1")
        .sealed(1, "BANK 4, DARK_RITUAL 9")
        .sealed(2, "DARK_RITUAL 9, SADNESS 2")
        .sealed(3, "DARK_RITUAL 5")
        .sealed(4, "BANK 4")
        .sealed(5, "BANK 2")
        .sealed(6, "STEVEN 3")
        .resolve(&mut Draws::none());
    assert_eq!(winners(&game), [Some(5), NOBODY, Some(2), Some(2)]);
    assert_eq!(paid(&game, 2), [("OVERWHELMING_SADNESS", 2), ("DARK_RITUAL", 9)]);
    assert_eq!(garnets(&game), [20, 20, 0, 20, 20, 38, 20]);
    assert_eq!(pops(&game), [1, 1, 0, 1, 1, 0, 1]);
    // P1 learns nothing: it receives the public events, and its own balance.
    let everyone = names(&events, Viewer::Spectator).len();
    assert_eq!(names(&events, Viewer::Seat(seat(1))).len(), everyone + 1);
    assert_eq!(own_submission(&game, 1).sheet.bids.len(), 2);
}

// GM-W8
#[test]
fn bank_then_dark_ritual_then_replenish() {
    let game = Position::round(5)
        .skills(0, "REPLENISH")
        .sealed(0, "BANK 10, DARK_RITUAL 10")
        .others("STEVEN 1")
        .build();
    assert_eq!(winners(&game), [Some(0), NOBODY, NOBODY, Some(0)]);
    assert_eq!(garnets(&game), [1, 20, 20, 20, 20, 20, 20]);
    assert_eq!(pops(&game), [0, 1, 1, 1, 1, 1, 1]);
}

// GM-W9, GM-38
#[test]
fn zero_bid_and_final_scoring() {
    let game = Position::round(7)
        .garnets(0, 0)
        .skills(0, "DARK_RITUAL")
        .sealed(0, "zero MORPHOGENETICS")
        .sealed(1, "MORPHOGENETICS 10")
        .sealed(2, "MORPHOGENETICS 6")
        .sealed(3, "SUPERNOVA 5")
        .sealed(4, "VAULT 1")
        .sealed(5, "TREACHERY 7 naming P6")
        .sealed(6, "DESECRATION 4")
        .build();
    assert_eq!(winner(&game, "MORPHOGENETICS"), Some(0));
    assert_eq!(paid(&game, 0), [("MORPHOGENETICS", 0)]);
    for index in [1, 2] {
        assert_eq!(own(&game, index).morphogenetics_gain, Some(amount(0)));
    }
    assert_eq!(garnets(&game), [15, 35, 35, 15, 64, 28, 31]);
    assert_eq!(pops(&game), [0, 1, 1, 0, 0, 1, 1]);
    assert_eq!(totals(&game), [15, 55, 55, 15, 64, 48, 48]);
    assert_eq!(tokens(&game), [1, 0, 0, 1, 0, 1, 1]);
    assert_eq!(candidate(&game), (4, "Total".to_owned()));
}

// GM-W10
#[test]
fn overwhelming_sadness() {
    let position = Position::round(6).garnets(0, 8).skills(0, "SADNESS, DARK_RITUAL");
    p0_is(
        &position.clone().build(),
        &[
            ("BALLER 1", "CANNOT_BID_THIS_ROUND"),
            ("zero BALLER", "CANNOT_BID_THIS_ROUND"),
            ("", "accepted"),
        ],
    );
    let game = position.sealed(0, "").others("BALLER 1").build();
    assert_eq!(winner(&game, "BALLER"), NOBODY);
    assert_eq!(garnets(&game), [8, 20, 20, 20, 20, 20, 20]);
    assert_eq!(pops(&game), [0, 1, 1, 1, 1, 1, 1]);
}

// GM-W11
#[test]
fn garnet_thief_after_payment() {
    let game = Position::round(2)
        .garnets(0, 4)
        .garnets(1, 5)
        .skills(0, "GARNET_THIEF")
        .sealed(0, "EYES 4, thief on P1")
        .sealed(1, "LEFT_ARM 4")
        .sealed(2, "POUCH 2")
        .sealed(3, "REPLENISH 2")
        .sealed(4, "BONANZA 2")
        .sealed(5, "GOD_DEFYING_WILL 2")
        .sealed(6, "GOD_DEFYING_WILL 1")
        .build();
    let taken = seen(&game, 1).garnet_theft.unwrap().taken.unwrap();
    assert_eq!(taken.amount, amount(1));
    assert_eq!(garnets(&game), [6, 5, 33, 24, 23, 23, 25]);
    assert_eq!(pops(&game), [0, 0, 0, 0, 0, 0, 1]);
}

// GM-W12
#[test]
fn skill_thief_and_the_set() {
    let game = Position::round(7)
        .skills(0, "SKILL_THIEF, RIGHT_ARM, LEFT_ARM, RIGHT_LEG")
        .skills(1, "LEFT_LEG, BALLER")
        .sealed(0, "EXODIA 10, steal LEFT_LEG from P1")
        .sealed(1, "EXODIA 9")
        .sealed(2, "SUPERNOVA 8")
        .sealed(3, "DESECRATION 7")
        .sealed(4, "MORPHOGENETICS 6")
        .sealed(5, "TREACHERY 5 naming P6")
        .sealed(6, "VAULT 4")
        .build();
    assert_eq!(winner(&game, "EXODIA"), Some(0));
    assert_eq!(totals(&game), [25, 55, 12, 28, 29, 50, 81]);
    assert_eq!(garnets(&game), [25, 35, 12, 28, 29, 30, 61]);
    assert_eq!(tokens(&game), [2, 0, 1, 1, 0, 0, 0]);
    assert_eq!(scoring(&game).bonus_token_seat, Some(seat(0)));
}

// GM-W13
#[test]
fn treachery_desecration_and_the_book_and_tokens_nullified() {
    let game = Position::round(7)
        .skills(0, "BOOK, POP")
        .sealed(0, "TREACHERY 6 naming P1, DESECRATION 5")
        .sealed(1, "TREACHERY 4 naming P5")
        .sealed(2, "EXODIA 3")
        .sealed(3, "EXODIA 2")
        .sealed(4, "MORPHOGENETICS 2")
        .each_of([5, 6], "SUPERNOVA 1")
        .build();
    assert_eq!(garnets(&game)[..2], [9, 20]);
    assert_eq!(pops(&game)[..2], [3, 3]);
    let values = scoring(&game).seats.map(|_, score| score.grunko_pop_value.get());
    assert_eq!(values.into_iter().collect::<Vec<_>>(), [18, 20, 20, 20, 20, 20, 20]);
    assert_eq!(totals(&game), [63, 80, 17, 40, 18, 40, 40]);
    let scoring = scoring(&game);
    assert!(scoring.tokens_nullified && scoring.winners.is_empty());
    assert_eq!(tokens(&game), [0; 7]);
    assert_eq!(candidate(&game), (1, "Total".to_owned()));
}

// GM-W14
#[test]
fn token_ties() {
    for (totals, expected) in [
        ([5, 6, 7, 7, 9, 30, 40], [1, 1, 1, 1, 0, 0, 0]),
        ([5, 5, 5, 5, 9, 30, 40], [1, 1, 1, 1, 0, 0, 0]),
        ([5, 5, 5, 8, 8, 30, 40], [1, 1, 1, 0, 0, 0, 0]),
        ([5, 6, 7, 7, 7, 30, 40], [0; 7]),
    ] {
        let game = Position::end().all_garnets(totals).build();
        assert_eq!(tokens(&game), expected, "{totals:?}");
    }
}

// GM-W15
#[test]
fn elimination_ties() {
    let game = three_tied([0, 2, 1]).build();
    assert_eq!(totals(&game), [0, 1, 2, 30, 60, 60, 60]);
    assert_eq!(candidate(&game), (5, "Pops".to_owned()));

    let vote = three_tied([2, 2, 1]);
    let open = vote.clone().build();
    assert_eq!(numbers(open.owing().iter()), [0, 1, 2]);
    assert_eq!(numbers(scoring(&open).candidates.iter()), [4, 5]);
    let voted = vote.clone().voted(0, 4).voted(1, 5).voted(2, 5).build();
    assert_eq!(candidate(&voted), (5, "Vote".to_owned()));
    for (drawn, expected) in [(0, 4), (1, 5)] {
        let mut draws = Draws::new([("GM-98 elimination", 2, drawn)]);
        let (game, _) = vote.clone().voted(0, 4).voted(1, 5).resolve(&mut draws);
        assert_eq!(candidate(&game), (expected, "Draw".to_owned()));
    }
    let alone = resolved(vote.voted(0, 5));
    assert_eq!(candidate(&alone), (5, "Vote".to_owned()));
}

// GM-W16
#[test]
fn bonanza_by_the_book_holder() {
    let (game, events) = Position::round(2)
        .skills(0, "BOOK")
        .sealed(0, "BONANZA 6, POUCH 2")
        .sealed(1, "BONANZA 5")
        .sealed(2, "POUCH 1")
        .sealed(3, "REPLENISH 3")
        .each_of([4, 5], "LEFT_ARM 1")
        .sealed(6, "GOD_DEFYING_WILL 4")
        .resolve(&mut Draws::none());
    assert_eq!(garnets(&game), [29, 26, 26, 24, 26, 26, 22]);
    assert_eq!(
        earnings(&events),
        [
            (vec![0], 11, "GARNET_POUCH"),
            ((0..7).collect(), 6, "GARNET_BONANZA"),
            (vec![3], 1, "GARNET_REPLENISH")
        ]
    );
}

// GM-W17
#[test]
fn nullified_dark_ritual() {
    let mut game = Position::round(5)
        .nullified("DARK_RITUAL")
        .sealed(0, "DARK_RITUAL 6, BANK 5")
        .sealed(1, "DARK_RITUAL 5")
        .sealed(2, "BANK 4")
        .sealed(3, "SADNESS 1")
        .each_of([4, 5], "STEVEN 1")
        .build();
    assert_eq!(default_of(&game, 6), submit("BANK 1"));
    all_absent(&mut game);
    assert_eq!(winners(&game), [Some(0), NOBODY, Some(3), Some(0)]);
    assert_eq!(garnets_of(&game, 0), 29);
    assert_eq!(copies(&game, 0, "POP"), 0);
    assert_eq!(judged(&game, 0, "zero BALLER"), "SKILL_IS_NULLIFIED");
}
