//! Section 2.9: public facts, and no fact in `Debug`. Laws check that hidden facts stay hidden from each viewer.

use std::fmt::Debug;

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_grunkle_match::{
    Action, Config, DeathMatchInfo, Legal, Skill,
    testkit::{Position, sheet, submit, vote},
};

use crate::support::*;

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

// GM-103, GM-R45
#[test]
fn a_designated_seat_sees_its_bids_as_it_placed_them() {
    let round = Position::round(5).skills(0, "PHANTOM_THIEVES").sealed(4, "SADNESS 2");
    let round = round.sealed(0, "BANK 4, designate P1").sealed(1, "SADNESS 2, BANK 1");
    let game = resolved(round);
    assert_eq!(winner(&game, "SADNESS"), Some(4));
    assert_eq!(own_submission(&game, 1).sheet, sheet("BANK 1, SADNESS 2"));
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
            is_silent(&view.skill_theft.map(|theft| theft.result));
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
