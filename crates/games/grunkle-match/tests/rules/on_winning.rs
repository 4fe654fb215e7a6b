//! Section 2.5: effects of skills when a seat wins them, without a book, with it, and nullified.

use tinsel_engine::Viewer;
use tinsel_grunkle_match::{Config, DeathMatchInfo, Event, GrunkleMatch, testkit::Position};

use crate::support::*;

/// P0 wins a skill for 2; P1 to P6 have nothing and bid nothing.
fn wins(round: u8, name: &str, holds: &str) -> Position {
    Position::round(round)
        .all_garnets([20, 0, 0, 0, 0, 0, 0])
        .skills(0, holds)
        .sealed(0, &format!("{name} 2"))
}

/// Checks the garnets of all seats after P0 has won a skill for 2 in three cases: without the book; with it, from round
/// 2 on; nullified, from round 3 on, where P1 pays its one garnet for that.
#[track_caller]
fn columns(round: u8, name: &str, expected: [[u32; 7]; 3]) {
    let nullified = || match round {
        3 => Position::round(3)
            .all_garnets([20, 1, 0, 0, 0, 0, 0])
            .skills(0, "BOOK")
            .sealed(0, &format!("{name} 2"))
            .sealed(1, &format!("NULLIFY 1 naming {name}")),
        _ => wins(round, name, "BOOK").nullified(name),
    };
    let columns: [&dyn Fn() -> Position; 3] = [&|| wins(round, name, ""), &|| wins(round, name, "BOOK"), &nullified];
    for (column, expected) in columns.into_iter().zip(expected).take(usize::from(round)) {
        let game = resolved(column());
        assert_eq!(winner(&game, name), Some(0));
        assert_eq!(copies(&game, 0, "POP"), 0, "a win, even of a nullified skill");
        assert_eq!(garnets(&game), expected, "{name} in round {round}");
    }
}

// GM-50, GM-60, GM-65, GM-71
#[test]
fn pouch_chest_bank_and_vault_earn_10_15_20_and_30() {
    for (rounds, name, gain) in [
        (&[1, 2][..], "GARNET_POUCH", 10),
        (&[3, 4], "GARNET_CHEST", 15),
        (&[5, 6], "GARNET_BANK", 20),
        (&[7], "GARNET_VAULT", 30),
    ] {
        let of = |garnets: u32| [garnets, 0, 0, 0, 0, 0, 0];
        for round in rounds {
            columns(*round, name, [of(18 + gain), of(19 + gain), of(18)]);
        }
    }
}

// GM-57
#[test]
fn garnet_bonanza_5_to_all_seven() {
    for round in [2, 3, 4] {
        let expected = [[23, 5, 5, 5, 5, 5, 5], [24, 6, 6, 6, 6, 6, 6], [18, 0, 0, 0, 0, 0, 0]];
        columns(round, "GARNET_BONANZA", expected);
    }
}

// GM-73
#[test]
fn supernova_15_to_the_six_others() {
    let expected = [
        [18, 15, 15, 15, 15, 15, 15],
        [18, 16, 16, 16, 16, 16, 16],
        [18, 0, 0, 0, 0, 0, 0],
    ];
    columns(7, "SUPERNOVA", expected);
}

// GM-R47
#[test]
fn everyone_includes_the_winner_and_seats_without_a_win() {
    let bonanza = resolved(
        Position::round(4)
            .sealed(0, "BONANZA 5")
            .sealed(1, "CHEST 5")
            .garnets(2, 0),
    );
    assert_eq!(garnets(&bonanza), [20, 35, 5, 25, 25, 25, 25]);
    assert_eq!(pops(&bonanza), [0, 0, 1, 1, 1, 1, 1]);
    let supernova = resolved(Position::round(7).sealed(3, "SUPERNOVA 5").garnets(2, 0));
    assert_eq!(garnets(&supernova), [35, 35, 15, 15, 35, 35, 35]);
}

// GM-50, GM-60
#[test]
fn garnets_of_a_pouch_or_chest_stay_when_it_is_nullified() {
    let of = |named: &str| {
        Position::round(3)
            .skills(0, "POUCH x2")
            .sealed(1, &format!("NULLIFY 2 naming {named}"))
    };
    let game = resolved(of("POUCH"));
    assert_eq!((garnets_of(&game, 0), copies(&game, 0, "POUCH")), (20, 2));
    // The Chest of round 3 stays, the one of round 4 gives nothing.
    let chest = Position::round(4)
        .skills(0, "CHEST")
        .nullified("CHEST")
        .sealed(0, "CHEST 2");
    assert_eq!(garnets_of(&resolved(chest), 0), 18);
}

/// The text for the winner of Whispers, by event and in its view.
fn whispered(position: Position) -> (Option<String>, Option<String>) {
    let (game, events) = position.resolve(&mut rng(0));
    let heard = events.seen_by(Viewer::Seat(seat(0))).find_map(|event| match event {
        Event::DeathMatchInfo { text } => Some(text.text().to_owned()),
        _ => None,
    });
    let seen = own(&game, 0).death_match_info;
    (heard, seen.map(|info| info.text().to_owned()))
}

// GM-61, GM-R46
#[test]
fn whispers_of_the_vortex_sends_its_winner_the_text() {
    let config = Config {
        death_match_info: DeathMatchInfo::new("It is chess."),
        ..Config::default()
    };
    let both = |text: &str| (Some(text.to_owned()), Some(text.to_owned()));
    for holds in ["", "BOOK"] {
        let position = wins(3, "WHISPERS", holds);
        assert_eq!(whispered(position.clone().config(config.clone())), both("It is chess."));
        let nothing = "No information about the Death Match is available.";
        assert_eq!(whispered(position), both(nothing));
    }
    // The text stays with the seat to the end, and no thief gets it.
    let end = Position::end().config(config).skills(1, "WHISPERS");
    let end = resolved(end.skill_theft(1, 0, "WHISPERS", true));
    assert!(own(&end, 0).death_match_info.is_some());
    assert!((1..7).all(|index| own(&end, index).death_match_info.is_none()));
}

// GM-R63
#[test]
fn whispers_nullified_in_its_own_round_sends_nothing() {
    let position = Position::round(3)
        .sealed(0, "WHISPERS 2")
        .sealed(1, "NULLIFY 2 naming WHISPERS");
    assert_eq!(whispered(position), (None, None));
}

// GM-68
#[test]
fn dark_ritual_takes_all_garnets() {
    for (holds, nullified, left) in [("", false, 0), ("BOOK", false, 0), ("", true, 18)] {
        let position = wins(5, "DARK_RITUAL", holds);
        let position = if nullified {
            position.nullified("DARK_RITUAL")
        } else {
            position
        };
        let game = resolved(position);
        assert_eq!(garnets_of(&game, 0), left, "{holds:?}, nullified: {nullified}");
        let cost = match (holds, nullified) {
            (_, true) => None,
            ("BOOK", false) => Some(amount(1)),
            (_, false) => Some(amount(0)),
        };
        assert_eq!(form(&game, 0).zero_bid_cost, cost);
    }
}

// GM-R41
#[test]
fn dark_ritual_takes_the_garnets_of_that_moment() {
    // Paid: 12. Stolen by P1: 3. Gained in slot 1: 20. It loses the rest.
    let robbed = Position::round(5)
        .skills(1, "GARNET_THIEF")
        .sealed(0, "BANK 6, DARK_RITUAL 6")
        .sealed(1, "STEVEN 2, thief on P0");
    assert_eq!(garnets(&resolved(robbed))[..2], [0, 18 + 3]);
    // It also loses the garnets that P0 itself stole.
    let thief = Position::round(5)
        .skills(0, "GARNET_THIEF")
        .sealed(0, "DARK_RITUAL 6, thief on P2");
    assert_eq!(garnets(&resolved(thief))[..3], [0, 20, 17]);
}

// GM-70, GM-R50
#[test]
fn baller_is_a_label_for_its_winner() {
    for holds in ["", "BOOK"] {
        let game = resolved(wins(6, "BALLER", holds));
        assert_eq!(spectated(&game).cool_baller, Some(seat(0)));
    }
    let nullified = resolved(wins(6, "BALLER", "").nullified("BALLER"));
    assert_eq!(spectated(&nullified).cool_baller, None);
    let stolen = Position::round(7)
        .skills(0, "SKILL_THIEF")
        .skills(1, "BALLER")
        .sealed(0, "EXODIA 1, steal BALLER from P1")
        .sealed(1, "VAULT 3");
    let stolen = resolved(stolen);
    assert_eq!(copies(&stolen, 0, "BALLER"), 1);
    assert_eq!(spectated(&stolen).ending.unwrap().cool_baller, Some(seat(1)));
}

/// The Pops of P0, which wins Treachery and names P3, and of P3, which wins nothing.
fn betrayed(position: Position) -> (u8, u8) {
    let game = resolved(position.sealed(0, "TREACHERY 2 naming P3"));
    (copies(&game, 0, "POP"), copies(&game, 3, "POP"))
}

// GM-72, GM-R48
#[test]
fn treachery_brings_pops_to_both_on_top_of_the_one_for_no_win() {
    let of = |holds| Position::round(7).skills(0, holds);
    assert_eq!(betrayed(of("")), (1, 2));
    assert_eq!(betrayed(of("BOOK")), (2, 3));
    assert_eq!(betrayed(of("BOOK").nullified("BOOK")), (1, 2));
    assert_eq!(
        betrayed(of("").skills(3, "BOOK")),
        (1, 2),
        "the winner's book, not the target's"
    );
    assert_eq!(betrayed(of("BOOK").nullified("TREACHERY")), (0, 1));
}

/// Round 7: P0 wins Morphogenetics with this, P1 and P2 bid 4, P3 bids 3, P4 bids on another skill.
fn morphed(position: Position, bid: &str) -> GrunkleMatch {
    let position = position.sealed(0, bid).each_of([1, 2], "MORPHOGENETICS 4");
    let position = position.sealed(3, "MORPHOGENETICS 3").sealed(4, "EXODIA 9");
    resolved(position)
}

// GM-74
#[test]
fn failed_bids_on_morphogenetics_gain_what_its_winner_paid() {
    let of = |holds| Position::round(7).skills(0, holds);
    let ordinary = morphed(of(""), "MORPHOGENETICS 9");
    assert_eq!(garnets(&ordinary), [11, 29, 29, 29, 11, 20, 20]);
    let with_book = morphed(of("BOOK"), "MORPHOGENETICS 9");
    assert_eq!(
        garnets(&with_book),
        garnets(&ordinary),
        "the amount is not written in digits"
    );
    let nullified = morphed(of("").nullified("MORPHOGENETICS"), "MORPHOGENETICS 9");
    assert_eq!(garnets(&nullified), [11, 20, 20, 20, 11, 20, 20]);
    assert_eq!(own(&nullified, 1).morphogenetics_gain, None);
    let zero = morphed(of("DARK_RITUAL"), "zero MORPHOGENETICS");
    assert_eq!(garnets(&zero), [20, 20, 20, 20, 11, 20, 20]);
    let zero_with_book = morphed(of("DARK_RITUAL, BOOK"), "zero MORPHOGENETICS");
    assert_eq!(garnets(&zero_with_book), [19, 21, 21, 21, 11, 20, 20]);
}

// GM-R49
#[test]
fn without_a_winner_no_seat_gains_and_higher_tied_bids_are_failed_bids() {
    let unsold = Position::round(7).each_of([0, 1, 2], "MORPHOGENETICS 4");
    let unsold = resolved(unsold);
    assert_eq!(garnets(&unsold), [20; 7]);
    assert_eq!(own(&unsold, 0).morphogenetics_gain, None);
    // P1 and P2 bid more than the winner, and equal amounts.
    let lower = morphed(Position::round(7), "MORPHOGENETICS 2");
    assert_eq!(
        winner(&lower, "MORPHOGENETICS"),
        Some(3),
        "3 is the highest unique amount"
    );
    assert_eq!(garnets(&lower), [23, 23, 23, 17, 11, 20, 20]);
    for (index, gain) in [(0, Some(3)), (1, Some(3)), (2, Some(3)), (3, None), (4, None)] {
        assert_eq!(own(&lower, index).morphogenetics_gain, gain.map(amount), "P{index}");
    }
}
