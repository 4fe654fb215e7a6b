//! Sections 1.1 and 2.1: seats, rounds, garnets and skills.

use std::collections::BTreeMap;

use tinsel_engine::{GameEngine, RejectCode};
use tinsel_grunkle_match::{
    Config, Draft, GrunkleMatch, Round, Skill,
    testkit::{Position, skill, submit},
};

use crate::support::*;

/// Section 1.1, row by row.
const LISTS: [&[&str]; 7] = [
    &[
        "GARNET_POUCH",
        "GARNET_REPLENISH",
        "GARNET_THIEF",
        "MAX_BID_UP",
        "MAX_BID_DOWN",
        "SECRET_BOOK",
        "RIGHT_ARM",
    ],
    &[
        "GARNET_POUCH",
        "GARNET_REPLENISH",
        "GARNET_BONANZA",
        "GOD_DEFYING_WILL",
        "EYES_ON_THE_PRIZE",
        "LEFT_ARM",
    ],
    &[
        "GARNET_CHEST",
        "WHISPERS_OF_THE_VORTEX",
        "GARNET_BONANZA",
        "CORROSIVE_GREED",
        "SKILL_NULLIFY",
    ],
    &[
        "GARNET_CHEST",
        "GARNET_BONANZA",
        "PHANTOM_THIEVES",
        "CORROSIVE_GREED",
        "MAX_BID_DOWN",
    ],
    &["GARNET_BANK", "EVEN_STEVEN", "OVERWHELMING_SADNESS", "DARK_RITUAL"],
    &["GARNET_BANK", "SKILL_THIEF", "BALLER", "RIGHT_LEG", "LEFT_LEG"],
    &[
        "GARNET_VAULT",
        "TREACHERY",
        "SUPERNOVA",
        "MORPHOGENETICS",
        "DESECRATION",
        "EXODIA",
    ],
];

// GM-1, GM-R2
#[test]
fn exactly_seven_seats_0_to_6() {
    for seats in [0, 1, 6, 8, u32::MAX] {
        let error = GrunkleMatch::configure(Some(seats), Draft::default()).unwrap_err();
        assert_eq!(error.code, "PLAYERS_OUT_OF_RANGE", "{seats}");
    }
    assert!(GrunkleMatch::configure(Some(7), Draft::default()).is_ok());
    let game = start(&Config::default());
    assert_eq!(numbers(game.owing().iter()), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(judged(&game, 6, "POUCH 1"), "accepted");
    for beyond in [7, 31, 200] {
        let rejected = refused(&game, beyond, &submit("POUCH 1"));
        assert_eq!(rejected.code(), "NO_DECISION_OWED", "{beyond}");
        assert!(game.absent(seat(beyond)).is_err());
    }
}

// GM-2
#[test]
fn seven_rounds_auction_their_rows_in_order() {
    let mut game = start(&Config::default());
    for (round, names) in Round::ALL.into_iter().zip(LISTS) {
        let view = spectated(&game);
        assert_eq!((view.round, view.past.len()), (round, usize::from(round.number()) - 1));
        let listed: Vec<&str> = form(&game, 3).round.list().iter().map(|skill| skill.id()).collect();
        assert_eq!(listed, names, "{round}");
        for name in names {
            let bid = format!("{name} 1");
            let with_name = [format!("{bid} naming BOOK"), format!("{bid} naming P1"), bid];
            assert!(
                with_name.iter().any(|bid| judged(&game, 0, bid) == "accepted"),
                "{name}"
            );
        }
        let elsewhere = Skill::ALL.into_iter().filter(|skill| !names.contains(&skill.id()));
        for skill in elsewhere {
            assert_eq!(
                judged(&game, 0, &format!("{skill} 1")),
                "SKILL_NOT_ON_AUCTION",
                "{round}"
            );
        }
        all_absent(&mut game);
    }
    assert!(is_over(&game));
}

// GM-2
#[test]
fn thirty_eight_auctions_of_thirty_kinds() {
    let mut copies: BTreeMap<Skill, u8> = BTreeMap::new();
    let mut appearance = Vec::new();
    for skill in Round::ALL.into_iter().flat_map(|round| round.list()) {
        *copies.entry(*skill).or_default() += 1;
        if !appearance.contains(skill) {
            appearance.push(*skill);
        }
    }
    assert_eq!(copies.values().sum::<u8>(), 38);
    let several = ["POUCH", "REPLENISH", "MAX_BID_DOWN", "CHEST", "GREED", "BANK"];
    for (kind, count) in copies {
        let expected = match kind.id() {
            "GARNET_BONANZA" => 3,
            _ if several.iter().any(|name| skill(name) == kind) => 2,
            _ => 1,
        };
        assert_eq!(count, expected, "{kind}");
    }
    appearance.push(Skill::GrunkoPop);
    assert_eq!(appearance, Skill::ALL, "the canonical order is of first appearance");
}

#[test]
fn skills_are_called_as_the_specification_calls_them() {
    let special = [
        ("RIGHT_ARM", "Right Arm of the Forbidden One"),
        ("LEFT_ARM", "Left Arm of the Forbidden One"),
        ("RIGHT_LEG", "Right Leg of the Forbidden One"),
        ("LEFT_LEG", "Left Leg of the Forbidden One"),
        ("EXODIA", "Exodia the Forbidden One"),
        ("PHANTOM_THIEVES", "Phantom Thieves of Hearts"),
        ("DESECRATION", "Desecration of the Idols"),
    ];
    for skill in Skill::ALL {
        let said = special.iter().find(|(id, _)| *id == skill.id());
        let letters = |text: &str| {
            text.chars()
                .filter(char::is_ascii_alphabetic)
                .collect::<String>()
                .to_uppercase()
        };
        match said {
            Some((_, title)) => assert_eq!(skill.title(), *title),
            None => assert_eq!(letters(skill.title()), letters(skill.id())),
        }
    }
}

// GM-4
#[test]
fn no_action_gives_garnets_away() {
    let names = GrunkleMatch::FACTS.actions.iter().map(|action| action.name);
    assert_eq!(names.collect::<Vec<_>>(), ["submit_round", "vote_elimination"]);
    let robbed = resolved(
        Position::round(2)
            .skills(0, "GARNET_THIEF")
            .sealed(0, "EYES 1, thief on P1"),
    );
    assert_eq!(
        garnets(&robbed),
        [22, 17, 20, 20, 20, 20, 20],
        "only Garnet Thief moves any"
    );
}

// GM-5
#[test]
fn skills_are_a_multiset_and_stay() {
    for round in Round::ALL {
        let before = |skill: &Skill| Round::ALL.iter().any(|of| *of < round && of.slot_of(*skill).is_some());
        // Thieves may be used up, and the winner of Sadness wins nothing in round 6.
        let kept = Skill::auctioned().filter(|skill| before(skill) && !skill.id().ends_with("THIEF"));
        let kept = kept.filter(|skill| *skill != Skill::OverwhelmingSadness || round < Round::LAST);
        let mut names: Vec<&str> = kept.map(Skill::id).collect();
        let position = Position::round(round.number()).garnets(0, 0);
        let game = resolved(position.skills(0, &names.join(", ")));
        // It wins nothing; Sadness spares it the Pop in round 6.
        names.extend((round.number() != 6).then_some("GRUNKO_POP"));
        assert_eq!(held(&game, 0), names.join(", "), "{round}");
    }
    let second = resolved(Position::round(2).skills(0, "POUCH").sealed(0, "POUCH 2"));
    assert_eq!(held(&second, 0), "GARNET_POUCH x2");
}

// GM-7
#[test]
fn a_skill_works_unless_its_kind_is_nullified() {
    for (nullified, max_bid) in [
        (None, 12),
        (Some("SECRET_BOOK"), 11),
        (Some("MAX_BID_UP"), 10),
        (Some("POUCH"), 12),
    ] {
        let position = Position::round(4).skills(0, "MAX_BID_UP, BOOK");
        let game = match nullified {
            Some(name) => position.nullified(name).build(),
            None => position.build(),
        };
        assert_eq!(form(&game, 0).max_bid, amount(max_bid), "{nullified:?}");
        assert_eq!(held(&game, 0), "MAX_BID_UP, SECRET_BOOK");
    }
}
