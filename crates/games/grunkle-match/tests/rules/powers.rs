//! Sections 2.5 and 3.4 to 3.7: skills with a use.

use tinsel_grunkle_match::testkit::Position;

use crate::support::*;

// GM-52
#[test]
fn garnet_thief_takes_3_once() {
    for (holds, taken) in [("GARNET_THIEF", 3), ("GARNET_THIEF, BOOK", 4)] {
        let game = Position::round(4).skills(0, holds).sealed(0, "CHEST 2, thief on P1");
        let game = resolved(game);
        assert_eq!(
            garnets(&game)[..2],
            [20 - 2 + taken + if taken == 4 { 16 } else { 15 }, 20 - taken]
        );
        assert_eq!(judged(&game, 0, "BANK 1, thief on P1"), "SKILL_NOT_HELD", "one use");
    }
    let nullified = Position::round(4)
        .skills(0, "GARNET_THIEF")
        .nullified("GARNET_THIEF")
        .build();
    p0_is(
        &nullified,
        &[("CHEST 1, thief on P1", "SKILL_IS_NULLIFIED"), ("CHEST 1", "accepted")],
    );
    assert_eq!(held(&nullified, 0), "GARNET_THIEF", "it stays listed");
}

// GM-R29
#[test]
fn garnet_thief_may_push_a_greedy_seat_below_its_floor() {
    let game = Position::round(5)
        .garnets(1, 6)
        .skills(0, "GARNET_THIEF")
        .skills(1, "GREED")
        .sealed(0, "BANK 2, thief on P1")
        .sealed(1, "STEVEN 1");
    assert_eq!(garnets_of(&resolved(game), 1), 6 - 1 - 3);
}

// GM-58, GM-R34
#[test]
fn god_defying_will_makes_an_ordinary_garnet_of_one_pop_a_round() {
    for holds in ["GOD_DEFYING_WILL, POP x2", "GOD_DEFYING_WILL, POP x2, BOOK"] {
        let position = Position::round(6).garnets(0, 3).skills(0, holds);
        let means = form(&position.clone().build(), 0).means_with_discard.unwrap();
        assert_eq!(means.available, amount(4), "{holds}: unchanged, there is no numeral");
        // After a losing bid, the seat keeps the garnet.
        let kept = resolved(position.clone().sealed(0, "discard, BANK 4").sealed(1, "BANK 5"));
        assert_eq!((garnets_of(&kept, 0), copies(&kept, 0, "POP")), (4, 2));
        // The next round allows another discard.
        assert!(form(&kept, 0).means_with_discard.is_some());
    }
    let nullified = Position::round(4)
        .skills(0, "GOD_DEFYING_WILL, POP")
        .nullified("GOD_DEFYING_WILL");
    let nullified = nullified.build();
    p0_is(&nullified, &[("discard, CHEST 1", "SKILL_IS_NULLIFIED")]);
    assert_eq!(form(&nullified, 0).means_with_discard, None);
}

// GM-R34
#[test]
fn a_seat_that_must_not_or_cannot_bid_may_discard_a_pop() {
    let holds = "GOD_DEFYING_WILL, POP";
    let barred = Position::round(6).skills(0, &format!("{holds}, SADNESS")).build();
    p0_is(&barred, &[("discard", "accepted")]);
    let greedy = Position::round(4)
        .garnets(0, 4)
        .skills(0, &format!("{holds}, GREED"))
        .build();
    p0_is(&greedy, &[("discard", "accepted"), ("discard, CHEST 1", "BELOW_FLOOR")]);
}

// GM-R35
#[test]
fn others_see_a_discard_when_the_round_resolves() {
    let position = Position::round(4).skills(0, "GOD_DEFYING_WILL, POP x2");
    let sealed = position.clone().sealed(0, "discard, BONANZA 1");
    for index in 0..7 {
        let (before, after) = (
            seen(&position.clone().build(), index),
            seen(&sealed.clone().build(), index),
        );
        assert_eq!(after.seats, before.seats, "P{index}");
    }
    assert_eq!(copies(&resolved(sealed), 0, "POP"), 1);
}

// GM-63, GM-R61
#[test]
fn skill_nullify_may_name_itself_and_only_the_mark_is_left() {
    for holds in ["", "BOOK"] {
        let position = Position::round(3)
            .skills(0, holds)
            .sealed(0, "NULLIFY 2 naming NULLIFY");
        let game = resolved(position.sealed(1, "CHEST 3"));
        assert_eq!(spectated(&game).nullified.unwrap().id(), "SKILL_NULLIFY");
        assert_eq!(garnets(&game)[..2], [18, 32], "all else goes on");
        assert_eq!(copies(&game, 0, "NULLIFY"), 1);
    }
}

// GM-64
#[test]
fn phantom_thieves_designate_each_round_until_nullified() {
    for round in [5, 6, 7] {
        let of = |holds| Position::round(round).skills(0, holds);
        for holds in ["PHANTOM_THIEVES", "PHANTOM_THIEVES, BOOK"] {
            assert_eq!(form(&of(holds).build(), 0).phantom_targets.len(), 7);
        }
        let nullified = of("PHANTOM_THIEVES").nullified("PHANTOM_THIEVES").build();
        assert!(form(&nullified, 0).phantom_targets.is_empty());
        let slot_1 = if round == 7 { "VAULT" } else { "BANK" };
        let [with, without] = [format!("{slot_1} 1, designate P1"), format!("{slot_1} 1")];
        p0_is(&nullified, &[(&with, "SKILL_IS_NULLIFIED"), (&without, "accepted")]);
    }
}

// GM-R37, GM-R40
#[test]
fn the_zero_bid_is_a_bid_that_may_be_made_in_round_6_or_7() {
    for (round, skill) in [(6, "BALLER"), (7, "EXODIA")] {
        let game = Position::round(round).skills(0, "DARK_RITUAL, EYES").build();
        let zero = format!("zero {skill}");
        let ordinary = format!("{skill} 1");
        p0_is(&game, &[(&zero, "accepted"), (&ordinary, "accepted"), ("", "MUST_BID")]);
    }
}

// GM-R38
#[test]
fn there_is_one_zero_bid_because_there_is_one_dark_ritual() {
    let game = Position::round(7)
        .skills(0, "SKILL_THIEF")
        .skills(1, "DARK_RITUAL")
        .sealed(1, "zero EXODIA")
        .build();
    p0_is(
        &game,
        &[
            ("EXODIA 9, steal DARK_RITUAL from P1", "accepted"),
            ("zero EXODIA, steal DARK_RITUAL from P1", "SKILL_NOT_HELD"),
        ],
    );
}

// GM-69, GM-40
#[test]
fn skill_thief_takes_a_skill_once() {
    for holds in ["SKILL_THIEF", "SKILL_THIEF, BOOK"] {
        let position = Position::round(7).skills(0, holds).skills(1, "REPLENISH x2");
        let game = resolved(position.sealed(0, "EXODIA 1, steal REPLENISH from P1"));
        assert_eq!(copies(&game, 1, "REPLENISH"), 1, "one copy, with the book too");
        assert_eq!(copies(&game, 0, "SKILL_THIEF"), 0);
    }
    let nullified = Position::round(7)
        .skills(0, "SKILL_THIEF")
        .skills(1, "POP")
        .nullified("SKILL_THIEF");
    p0_is(
        &nullified.clone().build(),
        &[("VAULT 1, steal POP from P1", "SKILL_IS_NULLIFIED")],
    );
    assert_eq!(copies(&resolved(nullified), 0, "SKILL_THIEF"), 1, "it stays listed");
}

// GM-R66
#[test]
fn skill_thief_serves_in_round_7_only() {
    let game = resolved(Position::round(6).skills(1, "REPLENISH").sealed(0, "SKILL_THIEF 2"));
    p0_is(&game, &[("VAULT 1, steal REPLENISH from P1", "accepted")]);
}

// GM-R68, GM-R71, GM-40, GM-R21
#[test]
fn a_skill_that_the_target_no_longer_holds_is_not_stolen() {
    let of = |skill: &str, targets: &str| {
        let position = Position::round(7)
            .skills(0, "SKILL_THIEF")
            .skills(1, "GOD_DEFYING_WILL, GARNET_THIEF, POP")
            .sealed(0, &format!("EXODIA 1, steal {skill} from P1"))
            .sealed(1, &format!("SUPERNOVA 1{targets}"));
        held(&resolved(position), 0)
    };
    assert_eq!(of("GARNET_THIEF", ""), "GARNET_THIEF, EXODIA");
    assert_eq!(of("GARNET_THIEF", ", thief on P2"), "EXODIA");
    assert_eq!(of("POP", ""), "EXODIA, GRUNKO_POP");
    assert_eq!(of("POP", ", discard"), "EXODIA");
}

// GM-R69
#[test]
fn of_a_stolen_skill_only_what_lies_ahead_is_left() {
    let steals = |skill: &str, target: &str| {
        Position::round(7)
            .skills(0, "SKILL_THIEF")
            .skills(1, target)
            .sealed(0, &format!("EXODIA 2, steal {skill} from P1"))
            .sealed(1, "DESECRATION 2")
    };
    let replenish = resolved(steals("REPLENISH", "REPLENISH"));
    assert_eq!(garnets(&replenish)[..2], [19, 18], "step 11 is ahead");
    let bank = resolved(steals("BANK", "BANK"));
    assert_eq!(garnets(&bank)[..2], [18, 18], "one-time effects are not repeated");
    let pop = resolved(steals("POP", "POP"));
    assert_eq!(totals(&pop)[..2], [38, 18]);
    let ritual = resolved(steals("DARK_RITUAL", "DARK_RITUAL"));
    assert_eq!(garnets_of(&ritual, 0), 18);
}
