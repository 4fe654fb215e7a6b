//! Section 7, row by row: who knows what, before and after its moment.

use tinsel_engine::{GameEngine, Viewer};
use tinsel_grunkle_match::{Config, DeathMatchInfo, GrunkleMatch, OwnView, View, testkit::Position};

use crate::support::*;

/// Who knows something: `all`, `nobody`, or the seats.
fn knowing(game: &GrunkleMatch, knows: impl Fn(&View) -> bool) -> String {
    let viewers = viewers();
    let knowing: Vec<&Viewer> = viewers.iter().filter(|viewer| knows(&game.view(**viewer))).collect();
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

fn knowing_alone(game: &GrunkleMatch, knows: impl Fn(&OwnView) -> bool) -> String {
    knowing(game, |view| view.own.as_ref().is_some_and(&knows))
}

#[test]
fn round_phase_and_who_has_acted_are_seen_by_all_at_once() {
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

#[test]
fn winners_and_skills_are_seen_by_all_when_the_round_is_resolved() {
    let position = Position::round(6)
        .sealed(0, "BALLER 2")
        .each_of([1, 2, 3, 4, 5], "LEFT_LEG 1");
    let before = position.clone().build();
    let holds = |view: &View| listed(&view.seats.at(seat(0)).skills) == "BALLER";
    let won = |view: &View| {
        view.past
            .iter()
            .any(|past| past.winners.iter().any(|(_, winner)| winner == seat(0)))
    };
    let after = resolved(position);
    for (game, expected) in [(&before, "nobody"), (&after, "all")] {
        assert_eq!(knowing(game, holds), expected);
        assert_eq!(knowing(game, won), expected);
        assert_eq!(knowing(game, |view| view.cool_baller == Some(seat(0))), expected);
    }
}

#[test]
fn the_nullified_kind_is_seen_by_all_from_round_3_on() {
    let position = Position::round(3).sealed(0, "NULLIFY 2 naming BOOK");
    let knows = |view: &View| view.nullified.is_some();
    assert_eq!(knowing(&position.clone().build(), knows), "nobody");
    assert_eq!(knowing(&resolved(position), knows), "all");
}

#[test]
fn a_treachery_that_works_shows_its_target_to_all_and_to_none_before() {
    let position = Position::round(7).sealed(0, "TREACHERY 2 naming P4");
    let knows = |view: &View| view.treachery_target == Some(seat(4));
    assert_eq!(knowing(&position.clone().build(), knows), "nobody");
    assert_eq!(knowing(&resolved(position.clone()), knows), "all");
    assert_eq!(
        knowing(&resolved(position.sealed(1, "TREACHERY 2 naming P5")), knows),
        "nobody"
    );
}

#[test]
fn a_garnet_theft_is_seen_by_all_and_its_amount_by_the_two() {
    let position = Position::round(2)
        .skills(0, "GARNET_THIEF")
        .sealed(0, "EYES 2, thief on P3");
    let used = |view: &View| {
        let theft = view.garnet_theft;
        theft.is_some_and(|theft| (theft.thief, theft.round.number()) == (seat(0), 2))
    };
    let taken = |view: &View| {
        let taken = view.garnet_theft.and_then(|theft| theft.taken);
        taken.is_some_and(|taken| (taken.victim, taken.amount) == (seat(3), amount(3)))
    };
    let before = position.clone().build();
    assert_eq!(
        (knowing(&before, used), knowing(&before, taken)),
        ("nobody".to_owned(), "nobody".to_owned())
    );
    let after = resolved(position);
    assert_eq!(
        (knowing(&after, used), knowing(&after, taken)),
        ("all".to_owned(), "P0 P3".to_owned())
    );
    let end = resolved(Position::end().won(1, 0, "GARNET_THIEF").garnet_theft(2, 0, 3, 3));
    assert_eq!(
        (knowing(&end, used), knowing(&end, taken)),
        ("all".to_owned(), "P0 P3".to_owned())
    );
}

#[test]
fn a_skill_theft_is_seen_by_all_and_one_that_failed_by_the_two() {
    let position = Position::round(7).skills(0, "SKILL_THIEF").skills(3, "GARNET_THIEF");
    let position = position.sealed(0, "EXODIA 2, steal GARNET_THIEF from P3");
    let used = |view: &View| view.skill_theft.is_some_and(|theft| theft.thief == seat(0));
    let wanted = |view: &View| {
        let wanted = view.skill_theft.and_then(|theft| theft.wanted);
        wanted.is_some_and(|wanted| wanted.target == seat(3) && wanted.skill.id() == "GARNET_THIEF")
    };
    let before = position.clone().build();
    assert_eq!(
        (knowing(&before, used), knowing(&before, wanted)),
        ("nobody".to_owned(), "nobody".to_owned())
    );
    let moved = resolved(position.clone());
    assert_eq!(
        (knowing(&moved, used), knowing(&moved, wanted)),
        ("all".to_owned(), "all".to_owned())
    );
    let failed = resolved(position.sealed(3, "VAULT 2, thief on P1"));
    assert_eq!(
        (knowing(&failed, used), knowing(&failed, wanted)),
        ("all".to_owned(), "P0 P3".to_owned())
    );
    let moved = |view: &View| view.skill_theft.is_some_and(|theft| theft.moved);
    assert_eq!(knowing(&failed, moved), "nobody");
}

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
    let of = |own: &OwnView, round: u8| {
        let mine = own.submissions.iter().find(|mine| mine.round.number() == round);
        mine.is_some_and(|mine| mine.sheet.phantom_target == Some(seat(4)))
    };
    let paid_3 = |own: &OwnView| {
        let payments = own
            .submissions
            .iter()
            .filter_map(|mine| mine.payments.as_ref())
            .flatten();
        payments.into_iter().any(|payment| payment.amount == amount(3))
    };
    let before = sealed.clone().build();
    assert_eq!(
        (knowing_alone(&before, |own| of(own, 6)), knowing_alone(&before, paid_3)),
        ("P2".to_owned(), "nobody".to_owned())
    );
    let after = resolved(sealed);
    assert_eq!(
        (knowing_alone(&after, |own| of(own, 6)), knowing_alone(&after, paid_3)),
        ("P2".to_owned(), "P2".to_owned())
    );
    let rounds: Vec<u8> = own(&after, 2)
        .submissions
        .iter()
        .map(|mine| mine.round.number())
        .collect();
    assert_eq!(rounds, [1, 2, 3, 4, 5, 6], "of all rounds");
    let defaulted: Vec<bool> = own(&after, 2).submissions.iter().map(|mine| mine.by_default).collect();
    assert_eq!(defaulted, [false, false, true, false, false, false]);
}

#[test]
fn the_zero_bid_is_seen_by_who_won_dark_ritual_from_round_5_on() {
    let knows = |spent: bool| move |own: &OwnView| own.zero_bid_spent == Some(spent);
    let won = Position::round(5).sealed(1, "DARK_RITUAL 2");
    assert_eq!(knowing_alone(&won.clone().build(), knows(false)), "nobody");
    assert_eq!(knowing_alone(&resolved(won), knows(false)), "P1");
    let made = Position::round(6).skills(1, "DARK_RITUAL").sealed(1, "zero BALLER");
    assert_eq!(knowing_alone(&made.clone().build(), knows(true)), "nobody");
    let made = resolved(made);
    assert_eq!(
        (knowing_alone(&made, knows(true)), knowing_alone(&made, knows(false))),
        ("P1".to_owned(), "nobody".to_owned())
    );
    let stolen = Position::end()
        .skills(1, "BALLER")
        .skills(3, "DARK_RITUAL")
        .skill_theft(3, 1, "DARK_RITUAL", true)
        .played(6, 1, "zero BALLER");
    assert_eq!(
        knowing_alone(&resolved(stolen), knows(true)),
        "P1",
        "not by who holds it"
    );
}

#[test]
fn gains_from_morphogenetics_are_seen_by_each_gainer() {
    let position = Position::round(7)
        .each_of([2, 4], "MORPHOGENETICS 2")
        .sealed(0, "MORPHOGENETICS 5");
    let knows = |own: &OwnView| own.morphogenetics_gain == Some(amount(5));
    assert_eq!(knowing_alone(&position.clone().build(), knows), "nobody");
    assert_eq!(knowing_alone(&resolved(position), knows), "P2 P4");
}

#[test]
fn the_death_match_text_is_seen_by_who_won_whispers() {
    let config = Config {
        death_match_info: DeathMatchInfo::new("It is chess."),
        ..Config::default()
    };
    let position = Position::round(3).config(config).sealed(5, "WHISPERS 2");
    let knows = |own: &OwnView| {
        own.death_match_info
            .as_ref()
            .is_some_and(|info| info.text() == "It is chess.")
    };
    assert_eq!(knowing_alone(&position.clone().build(), knows), "nobody");
    let mut game = resolved(position);
    for _ in 4..=7 {
        assert_eq!(knowing_alone(&game, knows), "P5");
        all_absent(&mut game);
    }
    assert_eq!(knowing_alone(&game, knows), "P5", "to the end, and only there");
}

#[test]
fn a_vote_is_seen_by_its_voter_at_once_and_by_all_when_counted() {
    let tie = Position::end().all_garnets([1, 2, 3, 4, 5, 9, 9]).voted(0, 5).absent(1);
    let open = tie.clone().build();
    assert_eq!(knowing_alone(&open, |own| own.vote.is_some()), "P0 P1");
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

#[test]
fn a_spectator_and_a_seat_that_is_none_have_nothing_of_their_own() {
    let game = Position::round(4).absent(0).build();
    for viewer in [Viewer::Spectator, Viewer::Seat(seat(7))] {
        assert_eq!(game.view(viewer).own, None);
        assert_eq!(game.view(viewer), spectated(&game));
    }
}
