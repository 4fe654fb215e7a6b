//! Section 2.9: a viewer that may not know a secret cannot distinguish two matches that differ only in it.

use std::fmt::Debug;

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_grunkle_match::{
    Action, Config, DeathMatchInfo, Legal, Skill,
    testkit::{Position, submit, vote},
};

use crate::support::*;

/// The viewers that can distinguish two pairs of submissions of P0 and P1.
fn apart(position: &Position, one: [&str; 2], other: [&str; 2]) -> Vec<String> {
    let played = |[p0, p1]: [&str; 2]| {
        let position = position.clone().sealed(0, p0).sealed(1, p1);
        position.resolve(&mut rng(0))
    };
    told_apart(&played(one), &played(other))
}

// GM-100
#[test]
fn winners_skills_and_the_nullified_kind_are_public_after_each_round() {
    let mut game = start(&Config::default());
    for (round, submission) in [
        (1, "POUCH 2, BOOK 2"),
        (2, "REPLENISH 2"),
        (3, "NULLIFY 2 naming CHEST"),
        (4, "GREED 2"),
        (5, "STEVEN 2"),
        (6, "BALLER 2"),
    ] {
        play(&mut game, 0, submission);
        all_absent(&mut game);
        let public = spectated(&game);
        assert_eq!(public.past.len(), round);
        for viewer in viewers() {
            let view = game.view(viewer, SeatSet::EMPTY);
            assert_eq!(
                (&view.past, view.nullified),
                (&public.past, public.nullified),
                "{viewer}"
            );
            assert!(
                view.seats
                    .iter()
                    .zip(public.seats.iter())
                    .all(|(one, other)| one.skills == other.skills)
            );
        }
    }
    let expected = "GARNET_POUCH, GARNET_REPLENISH, SECRET_BOOK, CORROSIVE_GREED, SKILL_NULLIFY, EVEN_STEVEN, BALLER";
    assert_eq!(held(&game, 0), expected);
    assert_eq!(pops(&game), [0, 6, 6, 6, 6, 6, 6], "Grunko Pops included");
    assert_eq!(spectated(&game).nullified.unwrap().id(), "GARNET_CHEST");
}

// GM-101
#[test]
fn the_amount_of_a_bid_is_its_bidders_alone() {
    let round = Position::round(2);
    // The winner's amount shows in its payment; a loser's and a tied one's stay hidden.
    assert_eq!(apart(&round, ["EYES 5", "POUCH 1"], ["EYES 6", "POUCH 1"]), ["seat 0"]);
    assert_eq!(apart(&round, ["EYES 5", "EYES 1"], ["EYES 5", "EYES 2"]), ["seat 1"]);
    assert_eq!(
        apart(&round, ["EYES 5", "EYES 5"], ["EYES 3", "EYES 3"]),
        ["seat 0", "seat 1"]
    );
}

// GM-101
#[test]
fn the_targets_of_bids_and_the_reason_for_no_winner_stay_secret() {
    let round = Position::round(2);
    // The bids are tied, or there is no bid at all.
    let [tied, nothing] = [["EYES 5, POUCH 1", "EYES 5, POUCH 1"], ["POUCH 1", "POUCH 1"]];
    assert_eq!(apart(&round, tied, nothing), ["seat 0", "seat 1"]);
    // One more losing bid makes no difference to others.
    assert_eq!(
        apart(&round, ["EYES 5, LEFT_ARM 2", "LEFT_ARM 3"], ["EYES 5", "LEFT_ARM 3"]),
        ["seat 0"]
    );
    // A zero bid of 0 wins, or a bid that discloses nothing else.
    let ritual = Position::round(6).skills(0, "DARK_RITUAL");
    assert_eq!(
        apart(&ritual, ["zero BALLER", "BANK 1"], ["BALLER 4", "BANK 1"]),
        ["seat 0"]
    );
}

// GM-101, GM-R73
#[test]
fn bids_stay_secret_after_the_end() {
    let round = Position::round(7)
        .sealed(2, "EXODIA 9")
        .sealed(3, "VAULT 2")
        .sealed(4, "VAULT 5");
    let [one, other] = [["EXODIA 8", "SUPERNOVA 2"], ["EXODIA 4, VAULT 2", "SUPERNOVA 2"]];
    assert_eq!(apart(&round, one, other), ["seat 0"]);
    let past = |bids: &str| {
        let position = Position::end().skills(0, "LEFT_ARM").played(2, 3, bids);
        (resolved(position), tinsel_engine::Events::new())
    };
    assert_eq!(told_apart(&past("POUCH 1"), &past("POUCH 1, LEFT_ARM 1")), ["seat 3"]);
}

// GM-102
#[test]
fn events_of_a_resolving_round_show_no_garnets_either() {
    let robbed = |garnets: u32| {
        let position = Position::round(5).garnets(3, garnets).skills(0, "GARNET_THIEF");
        let position = position.sealed(0, "BANK 2, thief on P3").sealed(3, "DARK_RITUAL 2");
        position.resolve(&mut rng(0))
    };
    assert_eq!(
        told_apart(&robbed(3), &robbed(4)),
        ["seat 0", "seat 3"],
        "1 or 2 were taken"
    );
    assert_eq!(
        told_apart(&robbed(9), &robbed(10)),
        Vec::<String>::new(),
        "all is lost to Dark Ritual"
    );
}

// GM-103, GM-R45
#[test]
fn a_designation_is_known_to_the_seat_that_made_it() {
    let round = Position::round(5).skills(0, "PHANTOM_THIEVES");
    // P2 and P3 bid on slot 1 only, so that designating them has no effect.
    let bid = "SADNESS 2, BANK 1";
    let round = round.sealed(4, "SADNESS 2");
    let [one, other] = [["BANK 4, designate P2", bid], ["BANK 4, designate P3", bid]];
    assert_eq!(apart(&round, one, other), ["seat 0"]);
    let game = resolved(round.sealed(0, "BANK 4, designate P1").sealed(1, bid));
    assert_eq!(winner(&game, "SADNESS"), Some(4));
    let own = own_submission(&game, 1);
    assert_eq!(
        own.sheet,
        tinsel_grunkle_match::testkit::sheet("BANK 1, SADNESS 2"),
        "as it placed them"
    );
}

/// Prints a value with numbers, skills and a text, none of which the output may contain.
fn is_silent(printed: &impl Debug) {
    let printed = format!("{printed:?}");
    let skill = Skill::ALL
        .into_iter()
        .find(|skill| printed.contains(&format!("{skill:?}")));
    let digits = printed.chars().any(|letter| letter.is_ascii_digit());
    assert!(!digits && skill.is_none() && !printed.contains("chess"), "{printed}");
}

#[test]
fn debug_output_contains_no_hidden_information() {
    let config = Config {
        death_match_info: DeathMatchInfo::new("It is chess."),
        ..Config::default()
    };
    is_silent(&config.death_match_info);
    let position = Position::round(7)
        .config(config)
        .skills(0, "GARNET_THIEF, SKILL_THIEF, DARK_RITUAL, PHANTOM_THIEVES")
        .skills(1, "WHISPERS, GOD_DEFYING_WILL, POP")
        .sealed(1, "MORPHOGENETICS 3, discard")
        .sealed(
            0,
            "zero TREACHERY naming P4, VAULT 3, designate P2, thief on P1, steal POP from P1",
        );
    is_silent(&position);
    let open = position.clone().build();
    let (end, events) = position.resolve(&mut rng(0));
    let tie = Position::end().all_garnets([1, 2, 3, 4, 5, 9, 9]).voted(0, 5).build();
    for game in [&open, &end, &tie] {
        is_silent(game);
        for viewer in viewers() {
            let view = game.view(viewer, SeatSet::EMPTY);
            is_silent(&view);
            view.seats.iter().for_each(is_silent);
            is_silent(&view.own);
            is_silent(&(view.garnet_theft, view.skill_theft, &view.votes));
            is_silent(&view.garnet_theft.and_then(|theft| theft.taken));
            is_silent(&view.skill_theft.and_then(|theft| theft.wanted));
            for own in view.own.iter().flat_map(|own| &own.submissions) {
                is_silent(&(own, &own.sheet, &own.sheet.bids, own.sheet.skill_thief, &own.payments));
                is_silent(&(own.sheet.dark_ritual_skill, own.sheet.nullify_name));
            }
            is_silent(&view.own.map(|own| own.vote));
            let legal = game.legal(viewer);
            is_silent(&legal);
            if let Legal::Submit(form) = legal {
                is_silent(&(&form, form.means, form.means_with_discard, &form.skill_thefts));
            }
            for decision in game.pending_decisions(viewer) {
                is_silent(&decision.default.action);
            }
        }
    }
    events.seen_by(tinsel_engine::Viewer::Seat(seat(0))).for_each(is_silent);
    for (game, action) in [
        (&open, submit("VAULT 3")),
        (&tie, vote(5)),
        (&tie, Action::VoteElimination { seat: None }),
    ] {
        is_silent(&action);
        is_silent(&game.resolve(seat(2), &action));
        is_silent(&game.absent(seat(2)));
    }
    for refused in ["VAULT 11", "VAULT 9, EXODIA 9, DESECRATION 3"] {
        is_silent(&open.resolve(seat(2), &submit(refused)));
    }
}
