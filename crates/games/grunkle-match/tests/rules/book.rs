//! Section 2.6: Secret Book.

use tinsel_grunkle_match::testkit::Position;

use crate::support::*;

// GM-81, GM-R53
#[test]
fn integers_in_digits_are_raised_and_words_are_not() {
    // Numbers in words stay: one discard a round, one use, one zero bid, "a garnet", even, "the first".
    let of = |holds: &str| Position::round(6).garnets(0, 9).skills(0, holds).build();
    let discarding = form(&of("BOOK, GOD_DEFYING_WILL, POP x3"), 0);
    assert_eq!(discarding.means_with_discard.unwrap().available, amount(10));
    assert_eq!(form(&of("BOOK, STEVEN"), 0).unit, amount(2));
    assert_eq!(form(&of("BOOK, PHANTOM_THIEVES"), 0).phantom_targets.len(), 7);
    // Numbers in digits rise: each of these would be one less without the book.
    let raised = form(&of("BOOK, MAX_BID_UP, EYES, GREED, DARK_RITUAL"), 0);
    assert_eq!((raised.max_bid, raised.skills_max), (amount(12), 2));
    assert_eq!((raised.floor, raised.zero_bid_cost), (amount(6), Some(amount(1))));
    // The zero bid has one use, as without the book.
    let spent = Position::round(7)
        .skills(0, "BOOK, DARK_RITUAL, BALLER")
        .played(6, 0, "zero BALLER")
        .build();
    p0_is(&spent, &[("zero EXODIA", "DARK_RITUAL_SPENT")]);
    // The seats beyond slot 1 of the list stay those beyond slot 1.
    let first = Position::round(5).skills(0, "BOOK, PHANTOM_THIEVES");
    let first = first.sealed(0, "BANK 1, designate P1").sealed(1, "STEVEN 2, BANK 3");
    let first = resolved(first);
    assert_eq!((winner(&first, "STEVEN"), winner(&first, "BANK")), (NOBODY, Some(1)));
}

// GM-82, GM-R54
#[test]
fn the_book_raises_neither_itself_nor_the_basic_max_bid() {
    let game = Position::round(3).garnets(0, 30).skills(0, "BOOK").build();
    p0_is(&game, &[("CHEST 10", "accepted"), ("CHEST 11", "BID_OVER_MAX")]);
    // Raised by itself it would add 2 here.
    let chest = resolved(Position::round(3).skills(0, "BOOK").sealed(0, "CHEST 2"));
    assert_eq!(garnets_of(&chest, 0), 20 - 2 + 16);
    // "1 garnet on the first skill", "at least 1 skill" and the 1 for no win are not in the text of a skill.
    let idle = resolved(Position::round(3).skills(0, "BOOK"));
    assert_eq!(copies(&idle, 0, "POP"), 1);
}

// GM-83, GM-R58
#[test]
fn the_raised_effect_reaches_whom_the_skill_reaches() {
    let everyone = resolved(Position::round(4).skills(0, "BOOK").sealed(0, "BONANZA 2"));
    assert_eq!(garnets(&everyone), [24, 26, 26, 26, 26, 26, 26]);
    let others = resolved(Position::round(7).skills(0, "BOOK").sealed(0, "SUPERNOVA 2"));
    assert_eq!(garnets(&others), [18, 36, 36, 36, 36, 36, 36]);
    let both = resolved(Position::round(7).skills(0, "BOOK").sealed(0, "TREACHERY 2 naming P1"));
    assert_eq!(pops(&both), [2, 3, 1, 1, 1, 1, 1]);
}

// GM-83
#[test]
fn a_book_holder_gets_nothing_extra_from_other_seats_skills() {
    let bonanza = resolved(Position::round(4).skills(0, "BOOK").sealed(1, "BONANZA 2"));
    assert_eq!(garnets(&bonanza), [25, 23, 25, 25, 25, 25, 25]);
    let end = Position::end().skills(0, "BOOK, POP").skills(1, "POP");
    assert_eq!(
        totals(&resolved(end))[..2],
        [41, 40],
        "other seats' Pops keep their value"
    );
    let thief = Position::round(2).skills(0, "GARNET_THIEF").skills(1, "BOOK");
    let robbed = resolved(thief.sealed(0, "EYES 2, thief on P1"));
    assert_eq!(garnets_of(&robbed, 1), 17);
}

// GM-41, GM-84, GM-R22, GM-R59
#[test]
fn one_time_effects_use_the_book_of_their_own_step_9() {
    let same_round = resolved(Position::round(1).sealed(0, "POUCH 2, BOOK 2"));
    assert_eq!(garnets_of(&same_round, 0), 20 - 4 + 11);
    // A book that comes later does not raise the Pouch of round 1; it raises lasting numbers.
    let mut late = Position::round(1).sealed(0, "POUCH 2").sealed(1, "BOOK 2").build();
    all_absent(&mut late);
    assert_eq!(garnets_of(&late, 0), 28);
    let standing = resolved(Position::round(1).sealed(0, "REPLENISH 2, MAX_BID_DOWN 2, BOOK 2"));
    assert_eq!(garnets_of(&standing, 0), 20 - 6 + 2, "Replenish pays 2 at once");
    assert_eq!(form(&standing, 0).max_bid, amount(8));
    let pop = Position::end().skills(0, "POP, BOOK").garnets(0, 0);
    assert_eq!(totals(&resolved(pop))[0], 21);
}

// GM-R57
#[test]
fn the_book_also_makes_things_worse() {
    let game = Position::round(5)
        .garnets(0, 9)
        .skills(0, "BOOK, MAX_BID_DOWN x2, GREED, POP");
    let form = form(&game.build(), 0);
    assert_eq!(
        (form.max_bid, form.floor, form.means.budget),
        (amount(6), amount(6), amount(3))
    );
    let end = Position::end().garnets(0, 0).skills(0, "BOOK, DESECRATION, POP");
    assert_eq!(totals(&resolved(end))[0], 18);
}

// GM-85
#[test]
fn a_stolen_book_acts_for_the_thief_from_step_7() {
    let position = Position::round(7)
        .skills(0, "SKILL_THIEF, REPLENISH, GARNET_THIEF")
        .skills(1, "BOOK, REPLENISH, DARK_RITUAL")
        .all_pops([1, 1, 0, 0, 0, 0, 0])
        .sealed(0, "VAULT 2, steal BOOK from P1, thief on P2")
        .sealed(1, "zero SUPERNOVA")
        .sealed(2, "EXODIA 1");
    let game = resolved(position);
    // Step 4: P1 still pays 1. Step 5: P0 still takes 3. Step 9: the Vault gives 31, Supernova 15. Step 11: 2 and 1.
    assert_eq!(
        garnets(&game)[..3],
        [20 - 2 + 3 + 31 + 15 + 2, 20 - 1 + 1, 20 - 1 - 3 + 15]
    );
    let values = scoring(&game).seats;
    let value = |index: u8| values.at(seat(index)).grunko_pop_value.get();
    assert_eq!((value(0), value(1)), (21, 20));
}
