//! Section 2.7: Skill Nullify.

use tinsel_grunkle_match::{GrunkleMatch, Skill, testkit::Position};

use crate::support::*;

/// Round 3, in which P6 wins Skill Nullify with this name.
fn naming(position: Position, name: &str) -> GrunkleMatch {
    resolved(position.sealed(6, &format!("NULLIFY 2 naming {name}")))
}

// GM-86
#[test]
fn nullified_covers_all_copies_of_all_seats_for_good() {
    let mut game = naming(Position::round(3).skills(0, "MAX_BID_DOWN"), "MAX_BID_DOWN");
    for _ in 4..=7 {
        assert_eq!(form(&game, 0).max_bid, amount(10));
        assert_eq!(spectated(&game).nullified, Some(Skill::MaxBidDown));
        all_absent(&mut game);
    }
    // A copy that a seat gains later is nullified as well.
    let later = Position::round(4).nullified("MAX_BID_DOWN").sealed(2, "MAX_BID_DOWN 2");
    assert_eq!(form(&resolved(later), 2).max_bid, amount(10));
}

// GM-86
#[test]
fn it_is_in_force_for_steps_9_to_11_of_its_round_and_not_for_steps_1_to_7() {
    for (holds, named, gained) in [
        ("REPLENISH", "CHEST", 1),
        ("REPLENISH", "REPLENISH", 15),
        ("REPLENISH, BOOK", "BOOK", 15 + 1),
    ] {
        let position = Position::round(3).skills(0, holds).sealed(0, "CHEST 2");
        assert_eq!(garnets_of(&naming(position, named), 0), 18 + gained, "{named}");
    }
    // The book that is nullified in this round still raises the take of Garnet Thief in step 5.
    let thief = Position::round(3)
        .skills(0, "GARNET_THIEF, BOOK")
        .sealed(0, "GREED 2, thief on P1");
    assert_eq!(garnets(&naming(thief, "BOOK"))[..2], [18 + 4, 16]);
}

// GM-86
#[test]
fn bids_already_submitted_stay_valid() {
    let position = Position::round(3)
        .garnets(0, 30)
        .skills(0, "MAX_BID_UP")
        .sealed(0, "CHEST 11");
    let game = naming(position, "MAX_BID_UP");
    assert_eq!(winner(&game, "CHEST"), Some(0));
    assert_eq!(paid(&game, 0), [("GARNET_CHEST", 11)]);
}

// GM-R62
#[test]
fn an_activation_of_the_round_still_works() {
    let position = Position::round(3)
        .skills(0, "GARNET_THIEF")
        .sealed(0, "CHEST 2, thief on P1");
    let game = naming(position, "GARNET_THIEF");
    assert_eq!(garnets(&game)[..2], [18 + 3 + 15, 17]);
    let discard = Position::round(3)
        .skills(0, "GOD_DEFYING_WILL, POP")
        .sealed(0, "CHEST 2, discard");
    let game = naming(discard, "GOD_DEFYING_WILL");
    assert_eq!((garnets_of(&game, 0), copies(&game, 0, "POP")), (20 + 1 - 2 + 15, 0));
    p0_is(&game, &[("CHEST 1, discard", "SKILL_IS_NULLIFIED")]);
}

// GM-87
#[test]
fn a_nullified_skill_stays_listed_and_nothing_done_is_undone() {
    let position = Position::round(3).garnets(0, 31).skills(0, "POUCH, REPLENISH");
    let game = naming(position.clone(), "POUCH");
    assert_eq!(held(&game, 0), "GARNET_POUCH, GARNET_REPLENISH, GRUNKO_POP");
    assert_eq!(garnets_of(&game, 0), 32, "what the Pouch gave stays");
    let game = naming(position, "REPLENISH");
    assert_eq!(garnets_of(&game, 0), 31, "what it gave before stays");
    assert_eq!(held(&game, 0), "GARNET_POUCH, GARNET_REPLENISH, GRUNKO_POP");
}

// GM-88
#[test]
fn auctions_of_a_nullified_kind_are_held_paid_and_won_at_their_place() {
    let game = Position::round(4)
        .nullified("CHEST")
        .sealed(0, "CHEST 5")
        .sealed(1, "BONANZA 3")
        .each_of([2, 3, 4, 5], "CHEST 1");
    let game = game.absent(6).build();
    assert_eq!(
        own_submission(&game, 6).sheet.bids,
        tinsel_grunkle_match::testkit::sheet("CHEST 1").bids
    );
    assert_eq!(winners(&game), [Some(0), Some(1), NOBODY, NOBODY, NOBODY]);
    assert_eq!(held(&game, 0), "GARNET_CHEST", "a useless skill, and a win");
    assert_eq!(garnets_of(&game, 0), 20 - 5 + 5);
    assert_eq!(paid(&game, 0), [("GARNET_CHEST", 5)]);
    // Phantom Thieves still spare slot 1, though its kind is nullified.
    let first = Position::round(5)
        .nullified("BANK")
        .skills(0, "PHANTOM_THIEVES")
        .sealed(0, "STEVEN 2, designate P1")
        .sealed(1, "BANK 5, SADNESS 5");
    let first = resolved(first);
    assert_eq!((winner(&first, "BANK"), winner(&first, "SADNESS")), (Some(1), NOBODY));
}

// GM-89
#[test]
fn the_skill_that_the_winner_named_is_public_and_those_of_losers_are_not() {
    let position = |losing: &str| {
        Position::round(3)
            .sealed(0, "NULLIFY 5 naming CHEST")
            .sealed(1, &format!("NULLIFY 4 naming {losing}"))
            .resolve(&mut rng(0))
    };
    let (game, events) = position("BOOK");
    for viewer in viewers() {
        let sent = names(&events, viewer);
        assert_eq!(sent.iter().filter(|name| *name == "SkillNullified").count(), 1);
    }
    assert_eq!(spectated(&game).nullified, Some(Skill::GarnetChest));
    assert_eq!(distinguished_by(&(game, events), &position("WHISPERS")), ["seat 1"]);
}

// GM-R60
#[test]
fn a_kind_without_remaining_effect_may_be_named_in_vain() {
    let game = naming(Position::round(3).skills(0, "POUCH"), "POUCH");
    assert_eq!(spectated(&game).nullified, Some(Skill::GarnetPouch));
    assert_eq!(garnets_of(&game, 0), 20);
    let future = naming(Position::round(3), "SUPERNOVA");
    assert_eq!(spectated(&future).nullified, Some(Skill::Supernova));
}

// GM-R65
#[test]
fn a_nullified_treachery_still_wants_a_target_and_keeps_it_secret() {
    let position = Position::round(7).nullified("TREACHERY");
    let game = position.clone().build();
    p0_is(
        &game,
        &[
            ("TREACHERY 2", "TREACHERY_TARGET_REQUIRED"),
            ("TREACHERY 2 naming P1", "accepted"),
        ],
    );
    let won = |target: &str| {
        let position = position.clone().sealed(0, &format!("TREACHERY 2 naming {target}"));
        position.sealed(1, "SUPERNOVA 2").resolve(&mut rng(0))
    };
    assert_eq!(pops(&won("P3").0), [0, 0, 1, 1, 1, 1, 1]);
    assert_eq!(spectated(&won("P3").0).treachery_target, None);
    assert_eq!(distinguished_by(&won("P3"), &won("P4")), ["seat 0"]);
}
