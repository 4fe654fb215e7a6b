//! Section 7, row by row: the viewers that know each fact, before and after its moment.

use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_grunkle_match::{
    Ballot, Config, DeathMatchInfo, GrunkleMatch, OwnView, SkillTheftResult, View, testkit::Position,
};

use crate::support::*;

/// The viewers that know a fact: `all`, `nobody`, or the seats.
fn knowing(game: &GrunkleMatch, knows: impl Fn(&View) -> bool) -> String {
    let viewers = viewers();
    let knowing: Vec<&Viewer> = viewers
        .iter()
        .filter(|viewer| knows(&game.view(**viewer, SeatSet::EMPTY)))
        .collect();
    let seats: Vec<String> = knowing
        .iter()
        .filter_map(|viewer| viewer.seat())
        .map(|seat| seat.get().to_string())
        .collect();
    match knowing.len() {
        0 => "nobody".to_owned(),
        8 => "all".to_owned(),
        _ if knowing.contains(&&Viewer::Spectator) => panic!("a spectator knows what not every seat does"),
        _ => format!("P{}", seats.join(" P")),
    }
}

/// Checks the viewers that know a fact before the round resolves, and after.
#[track_caller]
fn known(position: &Position, [before, after]: [&str; 2], knows: impl Fn(&View) -> bool) {
    let known = [position.clone().build(), resolved(position.clone())].map(|game| knowing(&game, &knows));
    assert_eq!(known, [before, after]);
}

/// A fact of the private part of a view.
fn alone(knows: impl Fn(&OwnView) -> bool) -> impl Fn(&View) -> bool {
    move |view| view.own.as_ref().is_some_and(&knows)
}

#[test]
fn round_phase_and_submitted_seats_are_public_at_once() {
    let game = Position::round(4).absent(5).sealed(2, "CHEST 2").build();
    let same = |view: &View| {
        (numbers(view.awaited.iter()), numbers(view.acted.iter())) == (vec![0, 1, 3, 4, 6], vec![2, 5])
            && view.round.number() == 4
            && view.past.len() == 3
    };
    assert_eq!(knowing(&game, same), "all");
    let tie = Position::end()
        .all_garnets([1, 2, 3, 4, 5, 9, 9])
        .absent(0)
        .voted(2, 5)
        .build();
    let same = |view: &View| (numbers(view.awaited.iter()), numbers(view.acted.iter())) == (vec![1], vec![0, 2]);
    assert_eq!(knowing(&tie, same), "all");
    let over = resolved(Position::end().all_garnets([1, 2, 3, 4, 5, 6, 7]));
    assert_eq!(
        knowing(&over, |view| view.awaited.is_empty() && view.acted.is_empty()),
        "all"
    );
}

// GM-104
#[test]
fn results_of_a_round_are_visible_to_all_once_it_is_resolved() {
    let baller = Position::round(6)
        .sealed(0, "BALLER 2")
        .each_of([1, 2, 3, 4, 5], "LEFT_LEG 1");
    let shown = ["nobody", "all"];
    known(&baller, shown, |view| {
        listed(&view.seats.at(seat(0)).skills) == "BALLER"
    });
    known(&baller, shown, |view| {
        let mut auctions = view.past.iter().flat_map(|past| &past.auctions);
        auctions.any(|auction| auction.winner == Some(seat(0)))
    });
    known(&baller, shown, |view| view.cool_baller == Some(seat(0)));
    let nullify = Position::round(3).sealed(0, "NULLIFY 2 naming BOOK");
    known(&nullify, shown, |view| view.nullified.is_some());
    let treachery = Position::round(7).sealed(0, "TREACHERY 2 naming P4");
    let names_p4 = |view: &View| view.treachery_target == Some(seat(4));
    known(&treachery, shown, names_p4);
    known(
        &treachery.sealed(1, "TREACHERY 2 naming P5"),
        ["nobody", "nobody"],
        names_p4,
    );
}

// GM-103, GM-R27
#[test]
fn a_garnet_theft_is_seen_by_all_and_its_amount_by_the_two() {
    let used = |view: &View| {
        let theft = view.garnet_theft;
        theft.is_some_and(|theft| (theft.thief, theft.round.number()) == (seat(0), 2))
    };
    let taken = |view: &View| {
        let taken = view.garnet_theft.and_then(|theft| theft.taken);
        taken.is_some_and(|taken| (taken.victim, taken.amount) == (seat(3), amount(3)))
    };
    let theft = Position::round(2)
        .skills(0, "GARNET_THIEF")
        .sealed(0, "EYES 2, thief on P3");
    known(&theft, ["nobody", "all"], used);
    known(&theft, ["nobody", "P0 P3"], taken);
    let end = resolved(Position::end().garnet_theft(2, 0, 3, 3));
    assert_eq!([knowing(&end, used), knowing(&end, taken)], ["all", "P0 P3"]);
}

// GM-103
#[test]
fn a_skill_theft_is_seen_by_all_and_one_that_failed_by_the_two() {
    let used = |view: &View| view.skill_theft.is_some_and(|theft| theft.thief == seat(0));
    let result = |view: &View| view.skill_theft.map(|theft| theft.result);
    let moved = |view: &View| matches!(result(view), Some(SkillTheftResult::Moved { .. }));
    let wanted = |view: &View| {
        let (target, skill) = match result(view) {
            Some(SkillTheftResult::Moved { victim, skill }) => (victim, skill),
            Some(SkillTheftResult::Failed { target, skill }) => (target, skill),
            Some(SkillTheftResult::Hidden) | None => return false,
        };
        target == seat(3) && skill.id() == "GARNET_THIEF"
    };
    let theft = Position::round(7).skills(0, "SKILL_THIEF").skills(3, "GARNET_THIEF");
    let theft = theft.sealed(0, "EXODIA 2, steal GARNET_THIEF from P3");
    let failed = theft.clone().sealed(3, "VAULT 2, thief on P1");
    for (position, sent) in [(theft, ["all"; 3]), (failed, ["all", "nobody", "P0 P3"])] {
        known(&position, ["nobody", sent[0]], used);
        known(&position, ["nobody", sent[1]], moved);
        known(&position, ["nobody", sent[2]], wanted);
    }
}

// GM-102, GM-R72
#[test]
fn garnets_are_seen_by_their_owner_and_at_scoring_by_all() {
    let knows = |view: &View| view.seats.at(seat(2)).garnets.is_some();
    let mut game = start(&Config::default());
    for _ in 1..=7 {
        assert_eq!(knowing(&game, knows), "P2");
        assert_eq!(
            knowing(&game, |view| view.scoring.is_some() || view.ending.is_some()),
            "nobody"
        );
        all_absent(&mut game);
    }
    assert_eq!(knowing(&game, knows), "all");
    let tie = Position::end().all_garnets([1, 2, 3, 4, 5, 9, 9]).build();
    assert_eq!(knowing(&tie, knows), "all", "in the tie-break too");
    assert_eq!(knowing(&tie, |view| view.scoring.is_some()), "all");
    assert_eq!(knowing(&tie, |view| view.ending.is_some()), "nobody");
    assert_eq!(knowing(&resolved(Position::end()), |view| view.ending.is_some()), "all");
}

#[test]
fn submissions_are_seen_by_their_owner_at_once_and_payments_when_they_are_made() {
    let position = Position::round(6)
        .skills(2, "PHANTOM_THIEVES")
        .defaulted(3, 2, "CHEST 1");
    let sealed = position.sealed(2, "BALLER 3, BANK 1, designate P4");
    let designation = |own: &OwnView| {
        let mine = own.submissions.iter().find(|mine| mine.round.number() == 6);
        mine.is_some_and(|mine| mine.sheet.phantom_target == Some(seat(4)))
    };
    let paid_3 = |own: &OwnView| {
        let payments = own.submissions.iter().filter_map(|mine| mine.payments.as_ref());
        payments.flatten().any(|payment| payment.amount == amount(3))
    };
    known(&sealed, ["P2", "P2"], alone(designation));
    known(&sealed, ["nobody", "P2"], alone(paid_3));
    let after = resolved(sealed);
    let rounds: Vec<u8> = own(&after, 2)
        .submissions
        .iter()
        .map(|mine| mine.round.number())
        .collect();
    assert_eq!(rounds, [1, 2, 3, 4, 5, 6], "of all rounds");
    let defaulted: Vec<bool> = own(&after, 2).submissions.iter().map(|mine| mine.by_default).collect();
    assert_eq!(defaulted, [false, false, true, false, false, false]);
}

// GM-104, GM-38
#[test]
fn the_winner_of_dark_ritual_sees_its_zero_bid_from_round_5_on() {
    let spent = |spent: bool| alone(move |own| own.zero_bid_spent == Some(spent));
    known(
        &Position::round(5).sealed(1, "DARK_RITUAL 2"),
        ["nobody", "P1"],
        spent(false),
    );
    let made = Position::round(6).skills(1, "DARK_RITUAL").sealed(1, "zero BALLER");
    known(&made, ["nobody", "P1"], spent(true));
    known(&made, ["P1", "nobody"], spent(false));
    let stolen = Position::end()
        .skills(1, "BALLER")
        .skills(3, "DARK_RITUAL")
        .skill_theft(3, 1, "DARK_RITUAL", true)
        .played(6, 1, "zero BALLER");
    assert_eq!(knowing(&resolved(stolen), spent(true)), "P1", "not by who holds it");
}

#[test]
fn gains_from_morphogenetics_are_seen_by_each_gainer() {
    let position = Position::round(7)
        .each_of([2, 4], "MORPHOGENETICS 2")
        .sealed(0, "MORPHOGENETICS 5");
    let gain = alone(|own| own.morphogenetics_gain == Some(amount(5)));
    known(&position, ["nobody", "P2 P4"], gain);
}

// GM-104
#[test]
fn only_the_winner_of_whispers_sees_the_death_match_text() {
    let config = Config {
        death_match_info: DeathMatchInfo::new("It is chess."),
        ..Config::default()
    };
    let position = Position::round(3).config(config).sealed(5, "WHISPERS 2");
    let knows = alone(|own| {
        let info = own.death_match_info.as_ref();
        info.is_some_and(|info| info.text() == "It is chess.")
    });
    known(&position, ["nobody", "P5"], &knows);
    let mut game = resolved(position);
    for _ in 4..=7 {
        assert_eq!(knowing(&game, &knows), "P5");
        all_absent(&mut game);
    }
    assert_eq!(knowing(&game, &knows), "P5", "to the end, and only there");
}

#[test]
fn a_vote_is_seen_by_its_voter_at_once_and_by_all_when_counted() {
    let tie = Position::end().all_garnets([1, 2, 3, 4, 5, 9, 9]).voted(0, 5).absent(1);
    let open = tie.clone().build();
    assert_eq!(knowing(&open, alone(|own| own.vote.is_some())), "P0 P1");
    assert_eq!(knowing(&open, |view| !view.votes.is_empty()), "nobody");
    let counted = tie.voted(2, 5).build();
    assert_eq!(knowing(&counted, |view| view.votes.len() == 3), "all");
    assert_eq!(
        knowing(&resolved(Position::end().all_garnets([1, 2, 3, 4, 5, 6, 7])), |view| {
            view.votes.is_empty()
        }),
        "all"
    );
}

// GM-97
#[test]
fn a_voter_sees_its_own_vote_before_and_after_the_count() {
    let tie = Position::end()
        .all_garnets([1, 2, 3, 4, 5, 9, 9])
        .voted(0, 5)
        .voted(1, 6);
    let votes = |game: &GrunkleMatch| [0, 1, 2, 3].map(|index| own(game, index).vote);
    let [first, second] = [5, 6].map(|candidate| Some(Ballot::For(seat(candidate))));
    assert_eq!(votes(&tie.clone().build()), [first, second, None, None]);
    assert_eq!(votes(&resolved(tie)), [first, second, Some(Ballot::Abstained), None]);
}

#[test]
fn a_spectator_and_a_seat_that_is_none_have_nothing_of_their_own() {
    let game = Position::round(4).absent(0).build();
    for viewer in [Viewer::Spectator, Viewer::Seat(seat(7))] {
        assert_eq!(game.view(viewer, SeatSet::EMPTY).own, None);
        assert_eq!(game.view(viewer, SeatSet::EMPTY), spectated(&game));
    }
}
