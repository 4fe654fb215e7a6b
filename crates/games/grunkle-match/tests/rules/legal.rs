//! Section 6.3: the legal actions of a seat.

use tinsel_engine::SeatSet;
use tinsel_grunkle_match::{
    LegalSubmission, Means, Skill, SkillTheft,
    testkit::{self, Position, skill},
};

use crate::support::*;

fn means(available: u32, budget: u32, able_to_bid: bool, zero_bid_alone: bool) -> Means {
    Means {
        available: amount(available),
        budget: amount(budget),
        able_to_bid,
        zero_bid_alone,
    }
}

fn others_than(index: u8) -> SeatSet {
    (0..7).filter(|other| *other != index).map(seat).collect()
}

#[test]
fn legal_gives_each_field_in_every_round() {
    for (round, listed) in (1..=7).zip([7, 6, 5, 5, 4, 5, 6]) {
        let form = form(&Position::round(round).build(), 2);
        let expected = LegalSubmission {
            round: tinsel_grunkle_match::Round::new(round).unwrap(),
            max_bid: amount(10),
            unit: amount(1),
            floor: amount(0),
            skills_max: listed,
            barred: false,
            means: means(20, 20, true, false),
            means_with_discard: None,
            zero_bid_cost: None,
            nullify_names: if round == 3 {
                Skill::auctioned().collect()
            } else {
                Vec::new()
            },
            treachery_targets: if round == 7 { others_than(2) } else { SeatSet::EMPTY },
            phantom_targets: SeatSet::EMPTY,
            garnet_thief_targets: SeatSet::EMPTY,
            skill_thefts: Vec::new(),
        };
        assert_eq!(form, expected, "round {round}");
        assert_eq!(form.nullify_names.len(), if round == 3 { 30 } else { 0 });
    }
}

#[test]
fn legal_gives_what_skills_allow() {
    let game = Position::round(7)
        .skills(
            0,
            "GOD_DEFYING_WILL, DARK_RITUAL, PHANTOM_THIEVES, GARNET_THIEF, SKILL_THIEF, GREED, STEVEN, POP",
        )
        .won(4, 0, "GREED")
        .skills(1, "POP x2, POUCH")
        .skills(5, "BALLER, MAX_BID_UP")
        .all_garnets([9, 0, 0, 0, 0, 0, 0])
        .build();
    let form = form(&game, 0);
    assert_eq!((form.unit, form.floor), (amount(2), amount(5)));
    assert_eq!(form.means, means(9, 4, true, true));
    assert_eq!(form.means_with_discard, Some(means(10, 5, true, true)));
    assert_eq!(form.zero_bid_cost, Some(amount(0)));
    assert_eq!(form.phantom_targets.len(), 7);
    assert_eq!(
        form.garnet_thief_targets,
        others_than(0),
        "broke seats are not left out"
    );
    let thefts = [(1, "POUCH"), (1, "POP"), (5, "MAX_BID_UP"), (5, "BALLER")];
    let thefts = thefts.map(|(target, name)| SkillTheft {
        target: seat(target),
        skill: skill(name),
    });
    assert_eq!(form.skill_thefts, thefts, "by seat, then in canonical order");
}

// GM-25, GM-R67
#[test]
fn legal_lets_nullified_kinds_be_stolen() {
    for nullified in ["POUCH", "BALLER"] {
        let game = Position::round(7)
            .skills(0, "SKILL_THIEF")
            .skills(2, "POUCH")
            .skills(3, "POUCH, BALLER, POP x2")
            .nullified(nullified)
            .build();
        let form = form(&game, 0);
        let thefts = [(2, "POUCH"), (3, "POUCH"), (3, "BALLER"), (3, "POP"), (6, "NULLIFY")];
        let thefts = thefts.map(|(target, name)| SkillTheft {
            target: seat(target),
            skill: skill(name),
        });
        assert_eq!(form.skill_thefts, thefts, "with {nullified} nullified");
        let theft = testkit::submit(&format!("VAULT 1, steal {nullified} from P3"));
        assert_eq!(asked(&game, 0, &theft), "accepted", "{nullified}");
    }
}

/// A round 6 form: the garnets and skills of P0, and its limits without and with a discard.
struct Case(u32, &'static str, Means, Option<Means>);

#[test]
fn legal_shows_whether_a_zero_bid_alone_is_possible() {
    let (ritual, book) = ("DARK_RITUAL", "DARK_RITUAL, BOOK");
    for Case(garnets, holds, without, with) in [
        Case(0, ritual, means(0, 0, false, true), None),
        Case(5, "DARK_RITUAL, GREED", means(5, 0, false, true), None),
        Case(20, "DARK_RITUAL, EYES", means(20, 20, true, true), None),
        Case(20, "DARK_RITUAL, STEVEN", means(20, 20, true, true), None),
        Case(0, book, means(0, 0, false, false), None),
        Case(1, book, means(1, 1, true, true), None),
        Case(20, "DARK_RITUAL, BOOK, STEVEN", means(20, 20, true, false), None),
        Case(20, "DARK_RITUAL, BOOK, EYES", means(20, 20, true, true), None),
        Case(6, "DARK_RITUAL, BOOK, GREED", means(6, 0, false, false), None),
        Case(7, "DARK_RITUAL, BOOK, GREED", means(7, 1, true, true), None),
        Case(
            0,
            "DARK_RITUAL, BOOK, GOD_DEFYING_WILL, POP",
            means(0, 0, false, false),
            Some(means(1, 1, true, true)),
        ),
        Case(
            6,
            "DARK_RITUAL, BOOK, GOD_DEFYING_WILL, POP, GREED",
            means(6, 0, false, false),
            Some(means(7, 1, true, true)),
        ),
        Case(20, "SADNESS, DARK_RITUAL", means(20, 20, false, false), None),
    ] {
        let form = form(&Position::round(6).garnets(0, garnets).skills(0, holds).build(), 0);
        assert_eq!(
            (form.means, form.means_with_discard),
            (without, with),
            "{garnets} with {holds}"
        );
    }
}

#[test]
fn legal_of_a_barred_seat_gives_the_limits_all_the_same() {
    let holds = "SADNESS, DARK_RITUAL, BOOK, MAX_BID_UP, EYES, GREED, STEVEN, GOD_DEFYING_WILL, POP";
    let form = form(&Position::round(6).garnets(0, 8).skills(0, holds).build(), 0);
    assert!(form.barred);
    assert_eq!(
        (form.max_bid, form.unit, form.floor),
        (amount(12), amount(2), amount(6))
    );
    assert_eq!((form.skills_max, form.zero_bid_cost), (2, Some(amount(1))));
    assert_eq!(form.means, means(8, 2, false, false));
    assert_eq!(form.means_with_discard, Some(means(9, 3, false, false)));
}
