//! Section 2.4: the twelve steps that resolve a round.

use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_grunkle_match::{Phase, Round, testkit::Position};

use crate::support::*;

// GM-35
#[test]
fn discards_come_first() {
    let position = Position::round(4)
        .all_garnets([0, 20, 20, 20, 20, 20, 20])
        .skills(0, "GOD_DEFYING_WILL, POP x2")
        .skills(1, "GARNET_THIEF");
    // The garnet of the discard pays at step 4.
    let paid_with = position
        .clone()
        .sealed(0, "discard, MAX_BID_DOWN 1")
        .sealed(1, "CHEST 2");
    assert_eq!(
        held(&resolved(paid_with), 0),
        "MAX_BID_DOWN, GOD_DEFYING_WILL, GRUNKO_POP"
    );
    // If it is left, the thief steals it at step 5.
    let robbed = position.sealed(0, "discard, CHEST 1").sealed(1, "CHEST 2, thief on P0");
    let robbed = resolved(robbed);
    assert_eq!(garnets(&robbed)[..2], [0, 20 - 2 + 1 + 15]);
    assert_eq!(copies(&robbed, 0, "POP"), 2, "one less, and one for no win");
}

// GM-36, GM-R42
#[test]
fn bids_of_the_designated_seat_beyond_slot_1_are_ignored() {
    for (round, first, second) in [(5, "BANK", "STEVEN"), (6, "BANK", "BALLER"), (7, "VAULT", "SUPERNOVA")] {
        let position = Position::round(round).skills(0, "PHANTOM_THIEVES");
        let game = position
            .sealed(0, &format!("{first} 1, designate P1"))
            .sealed(1, &format!("{second} 9, {first} 5"))
            .sealed(2, &format!("{second} 3"));
        let game = resolved(game);
        assert_eq!(winner(&game, first), Some(1), "round {round}");
        assert_eq!(winner(&game, second), Some(2), "round {round}");
    }
}

// GM-36
#[test]
fn discard_and_activations_of_the_designated_seat_stand() {
    let game = Position::round(7)
        .skills(0, "PHANTOM_THIEVES")
        .skills(1, "GOD_DEFYING_WILL, GARNET_THIEF, SKILL_THIEF, POP")
        .skills(2, "BALLER")
        .sealed(0, "VAULT 1, designate P1")
        .sealed(1, "EXODIA 9, discard, thief on P2, steal BALLER from P2")
        .sealed(2, "EXODIA 1");
    let game = resolved(game);
    assert_eq!(held(&game, 1), "GOD_DEFYING_WILL, BALLER, GRUNKO_POP");
    assert_eq!(garnets_of(&game, 1), 20 + 1 + 3);
    assert_eq!(winner(&game, "EXODIA"), Some(2));
}

// GM-R44
#[test]
fn an_ignored_bid_is_as_if_never_made() {
    let position = Position::round(7)
        .skills(0, "PHANTOM_THIEVES")
        .sealed(0, "VAULT 2, designate P1");
    // It cancels no equal bid, costs nothing, and its name has no effect.
    let spoiled = position
        .clone()
        .sealed(1, "EXODIA 5, TREACHERY 9 naming P6")
        .sealed(2, "EXODIA 5")
        .sealed(3, "SUPERNOVA 1");
    let spoiled = resolved(spoiled);
    assert_eq!(
        (winner(&spoiled, "EXODIA"), winner(&spoiled, "TREACHERY")),
        (Some(2), NOBODY)
    );
    assert_eq!(pops(&spoiled), [0, 1, 0, 0, 1, 1, 1]);
    assert_eq!(spectated(&spoiled).treachery_target, None);
    // It is no failed bid for Morphogenetics.
    let morphed = position.sealed(1, "MORPHOGENETICS 3").sealed(2, "MORPHOGENETICS 5");
    let morphed = resolved(morphed.sealed(3, "MORPHOGENETICS 4"));
    assert_eq!(own(&morphed, 1).morphogenetics_gain, None);
    assert_eq!(own(&morphed, 3).morphogenetics_gain, Some(amount(5)));
    assert_eq!(garnets(&morphed)[1..4], [20, 15, 25]);
    // Skill Nullify does not matter here: it is auctioned in round 3, before any designation.
    assert_eq!(
        Round::new(3)
            .unwrap()
            .slot_of(tinsel_grunkle_match::Skill::PhantomThieves),
        None
    );
}

// GM-37
#[test]
fn all_winners_are_determined_before_any_seat_pays() {
    let events = events_after(Position::round(2).sealed(0, "POUCH 5, LEFT_ARM 5").sealed(1, "EYES 5"));
    let names = names(&events, Viewer::Seat(seat(0)));
    let last_result = names.iter().rposition(|name| name == "AuctionResult").unwrap();
    let first_payment = names.iter().position(|name| name == "BidPaid").unwrap();
    assert!(last_result < first_payment);
    assert_eq!(names.iter().filter(|name| *name == "AuctionResult").count(), 6);
}

// GM-39, GM-R26, GM-R21
#[test]
fn garnet_thief_takes_what_there_is_after_payment_and_leaves() {
    for (skills, victim_has, taken) in [
        ("GARNET_THIEF", 20, 3),
        ("GARNET_THIEF", 5, 3),
        ("GARNET_THIEF", 4, 2),
        ("GARNET_THIEF", 2, 0),
        ("GARNET_THIEF, BOOK", 20, 4),
        ("GARNET_THIEF, BOOK", 5, 3),
    ] {
        let game = Position::round(2)
            .garnets(1, victim_has)
            .skills(0, skills)
            .sealed(0, "EYES 1, thief on P1")
            .sealed(1, "LEFT_ARM 2");
        let game = resolved(game);
        let said = seen(&game, 0).garnet_theft.unwrap().taken.unwrap();
        assert_eq!(said.amount, amount(taken), "{skills} from {victim_has}");
        assert_eq!(garnets(&game)[..2], [19 + taken, victim_has - 2 - taken]);
        assert_eq!(copies(&game, 0, "GARNET_THIEF"), 0, "even if nothing was taken");
    }
}

// GM-42
#[test]
fn the_skill_that_the_winner_of_skill_nullify_named_is_nullified() {
    let position = Position::round(3)
        .sealed(1, "NULLIFY 5 naming BOOK")
        .sealed(2, "NULLIFY 6 naming CHEST");
    let game = resolved(position);
    assert_eq!(spectated(&game).nullified.unwrap().id(), "GARNET_CHEST");
    let unsold = Position::round(3)
        .sealed(1, "NULLIFY 5 naming BOOK")
        .sealed(2, "NULLIFY 5 naming BOOK");
    assert_eq!(spectated(&resolved(unsold)).nullified, None);
}

// GM-43, GM-R23
#[test]
fn effects_on_winning_come_in_slot_order() {
    let both = resolved(Position::round(5).sealed(0, "BANK 2, DARK_RITUAL 2"));
    assert_eq!(garnets_of(&both, 0), 0, "the Bank's 20 are lost as well");
    let events = events_after(
        Position::round(7)
            .sealed(0, "SUPERNOVA 3")
            .sealed(1, "VAULT 3")
            .sealed(2, "TREACHERY 3 naming P0"),
    );
    let effects = ["GarnetsEarned", "GrunkoPopsGained"];
    let sent = names(&events, Viewer::Spectator);
    let sent: Vec<&String> = sent
        .iter()
        .filter(|name| effects.contains(&name.as_str()))
        .take(4)
        .collect();
    assert_eq!(
        sent,
        ["GarnetsEarned", "GrunkoPopsGained", "GrunkoPopsGained", "GarnetsEarned"]
    );
}

// GM-44
#[test]
fn pops_for_no_win_come_after_the_effects() {
    let events = events_after(
        Position::round(2)
            .skills(6, "REPLENISH")
            .sealed(0, "BONANZA 2")
            .sealed(1, "EYES 2"),
    );
    let names = names(&events, Viewer::Spectator);
    let steps: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| ["GarnetsEarned", "GrunkoPopsGained"].contains(name))
        .collect();
    let pops = ["GrunkoPopsGained"; 5];
    assert_eq!(steps, [&["GarnetsEarned"][..], &pops, &["GarnetsEarned"]].concat());
}

// GM-45, GM-R25
#[test]
fn replenish_pays_at_the_very_end() {
    for (skills, left) in [
        ("REPLENISH", 1),
        ("REPLENISH x2", 2),
        ("REPLENISH, BOOK", 2),
        ("REPLENISH x2, BOOK", 4),
        ("BOOK", 0),
    ] {
        let game = resolved(Position::round(5).skills(0, skills).sealed(0, "DARK_RITUAL 2"));
        assert_eq!(garnets_of(&game, 0), left, "{skills}");
    }
}

// GM-46
#[test]
fn the_next_round_opens_and_after_the_last_the_match_is_scored() {
    for round in 1..=6 {
        let game = resolved(Position::round(round));
        let view = spectated(&game);
        assert_eq!((view.phase, view.round.number()), (Phase::Bidding, round + 1));
        assert!(view.scoring.is_none());
    }
    let game = resolved(Position::round(7).sealed(0, "EXODIA 1").sealed(1, "VAULT 2"));
    assert!(spectated(&game).scoring.is_some());
    assert!(game.outcome(SeatSet::EMPTY).is_some());
}
