//! Section 2.8 and 10: totals, Tokens, the Elimination Candidate and the outcome.

use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_grunkle_match::{
    Event, GrunkleMatch, Legal, Phase,
    testkit::{Position, vote},
};

use crate::support::*;

const SET: &str = "RIGHT_ARM, LEFT_ARM, RIGHT_LEG, LEFT_LEG, EXODIA";

// GM-91, GM-93
#[test]
fn the_lowest_seats_are_those_up_to_the_third_smallest_total() {
    for (totals, expected) in [
        ([1, 2, 3, 4, 5, 6, 7], vec![0, 1, 2]),
        ([7, 6, 5, 4, 3, 2, 1], vec![4, 5, 6]),
        ([9, 1, 9, 1, 9, 1, 10], vec![1, 3, 5]),
        ([4, 4, 1, 2, 9, 10, 11], vec![0, 1, 2, 3]),
        ([4, 4, 4, 4, 9, 10, 11], vec![0, 1, 2, 3]),
        ([2, 2, 1, 9, 10, 11, 12], vec![0, 1, 2]),
    ] {
        let game = Position::end().all_garnets(totals).build();
        assert_eq!(numbers(scoring(&game).winners.iter()), expected, "{totals:?}");
    }
}

// GM-92, GM-R76
#[test]
fn five_or_more_lowest_seats_get_no_token_at_all() {
    for (totals, nullified) in [
        ([1, 2, 3, 3, 9, 10, 11], false),
        ([1, 2, 3, 3, 3, 10, 11], true),
        ([1, 3, 3, 3, 3, 10, 11], true),
        ([3, 3, 3, 3, 3, 10, 11], true),
        ([3, 3, 3, 3, 3, 3, 11], true),
    ] {
        let game = Position::end().all_garnets(totals).build();
        let scoring = scoring(&game);
        assert_eq!(scoring.tokens_nullified, nullified, "{totals:?}");
        assert_eq!(scoring.winners.is_empty(), nullified);
        assert_eq!(tokens(&game), if nullified { [0; 7] } else { [1, 1, 1, 1, 0, 0, 0] });
    }
}

// GM-94, GM-R52, GM-R77
#[test]
fn the_set_brings_a_bonus_token_beside_all_else() {
    let totals = [1, 2, 3, 4, 5, 6, 7];
    let of = |holder| Position::end().all_garnets(totals).skills(holder, SET).build();
    assert_eq!(tokens(&of(0)), [2, 1, 1, 0, 0, 0, 0], "on top of a Token");
    assert_eq!(tokens(&of(4)), [1, 1, 1, 0, 1, 0, 0]);
    assert_eq!(numbers(scoring(&of(4)).winners.iter()), [0, 1, 2], "it makes no winner");
    let nullified = Position::end()
        .all_garnets([3, 3, 3, 3, 3, 10, 11])
        .skills(4, SET)
        .build();
    assert_eq!(tokens(&nullified), [0, 0, 0, 0, 1, 0, 0], "it is not nullified");
    let four = Position::end()
        .all_garnets([3, 3, 3, 3, 9, 10, 11])
        .skills(4, SET)
        .build();
    assert_eq!(
        tokens(&four),
        [1, 1, 1, 1, 1, 0, 0],
        "it does not count towards the four"
    );
}

// GM-R52
#[test]
fn pieces_that_were_lost_do_not_count() {
    let game = Position::round(7)
        .skills(0, "RIGHT_ARM, LEFT_ARM, RIGHT_LEG, LEFT_LEG")
        .skills(1, "SKILL_THIEF")
        .sealed(0, "EXODIA 2")
        .sealed(1, "SUPERNOVA 2, steal LEFT_ARM from P0");
    assert_eq!(scoring(&resolved(game)).bonus_token_seat, None);
}

// GM-95, GM-R81
#[test]
fn the_highest_total_is_up_for_elimination_whatever_tokens_it_has() {
    let game = Position::end()
        .all_garnets([1, 2, 3, 4, 5, 6, 7])
        .skills(6, SET)
        .build();
    assert_eq!(candidate(&game), (6, "Total".to_owned()));
    assert_eq!(tokens(&game), [1, 1, 1, 0, 0, 0, 1], "both are reported");
}

// GM-96
#[test]
fn a_tie_goes_to_the_seat_with_most_pops() {
    assert_eq!(candidate(&three_tied([1, 2, 3]).build()), (6, "Pops".to_owned()));
    assert_eq!(candidate(&three_tied([1, 0, 0]).build()), (4, "Pops".to_owned()));
    // Pops of seats that are not tied, and the count of Pops, do not matter.
    let lower = Position::end()
        .all_garnets([0, 1, 2, 10, 60, 40, 60])
        .all_pops([0, 0, 0, 1, 0, 1, 0]);
    assert_eq!(candidate(&lower.build()), (5, "Pops".to_owned()));
}

// GM-97, GM-R78
#[test]
fn the_winners_vote_between_the_tied() {
    let open = three_tied([1, 1, 0]).skills(3, SET).build();
    assert_eq!(spectated(&open).phase, Phase::TieBreak);
    assert_eq!(
        numbers(open.owing().iter()),
        [0, 1, 2],
        "a bonus Token alone gives no vote"
    );
    for index in 0..7 {
        let expected = (0..3).contains(&index);
        let legal = open.legal(Viewer::Seat(seat(index)));
        let candidates = [4, 5].map(seat).into_iter().collect();
        assert_eq!(legal == Legal::Vote { candidates }, expected, "P{index}");
    }
    let four = Position::end().all_garnets([0, 1, 1, 1, 9, 9, 2]).build();
    assert_eq!(numbers(four.owing().iter()), [0, 1, 2, 3]);
}

// GM-97, GM-R79
#[test]
fn the_most_votes_decide_and_an_abstention_counts_for_no_seat() {
    let of = |votes: &[(u8, u8)]| {
        let position = three_tied([1, 1, 0]);
        let voted = votes.iter().fold(position, |position, (voter, candidate)| {
            position.voted(*voter, *candidate)
        });
        candidate(&voted.resolve(&mut Draws::none()).0)
    };
    assert_eq!(of(&[(0, 4), (1, 5), (2, 4)]), (4, "Vote".to_owned()));
    assert_eq!(of(&[(2, 5), (1, 5), (0, 4)]), (5, "Vote".to_owned()));
    assert_eq!(of(&[(1, 5)]), (5, "Vote".to_owned()));
    assert_eq!(of(&[(0, 4), (2, 4)]), (4, "Vote".to_owned()));
}

// GM-98
#[test]
fn equal_votes_are_settled_by_a_draw_among_the_most_voted_in_seat_order() {
    let draw = |position: Position, bound: u32, drawn: u32| {
        let mut draws = Draws::new([("GM-98 elimination", bound, drawn)]);
        let (game, _) = position.resolve(&mut draws);
        candidate(&game).0
    };
    for (drawn, expected) in [(0, 4), (1, 5), (2, 6)] {
        assert_eq!(draw(three_tied([0, 0, 0]), 3, drawn), expected, "all abstain");
        let each = three_tied([0, 0, 0]).voted(0, 6).voted(1, 4).voted(2, 5);
        assert_eq!(draw(each, 3, drawn), expected, "one vote each");
    }
    for (drawn, expected) in [(0, 4), (1, 6)] {
        let two = three_tied([0, 0, 0]).voted(0, 6).voted(1, 4);
        assert_eq!(draw(two, 2, drawn), expected, "P5 has no vote");
    }
}

// GM-98, GM-R80
#[test]
fn without_winners_the_tied_are_drawn_from_at_once() {
    // Five lowest seats nullify the Tokens, so there are no winners; P5 and P6 are tied.
    let tie = Position::end().all_garnets([3, 3, 3, 3, 3, 9, 9]);
    for (drawn, expected) in [(0, 5), (1, 6)] {
        let mut draws = Draws::new([("GM-98 elimination", 2, drawn)]);
        let (game, events) = tie.clone().resolve(&mut draws);
        assert_eq!(candidate(&game), (expected, "Draw".to_owned()));
        assert!(game.owing().is_empty());
        let resolved = events.seen_by(Viewer::Spectator).find_map(|event| match event {
            Event::TieBreakResolved { votes, .. } => Some(votes.len()),
            _ => None,
        });
        assert_eq!(resolved, Some(0), "no votes are told");
    }
    let all = Position::end().all_garnets([5; 7]);
    let (game, _) = all.resolve(&mut Draws::new([("GM-98 elimination", 7, 3)]));
    assert_eq!(candidate(&game), (3, "Draw".to_owned()));
}

// GM-96, GM-98
#[test]
fn without_winners_only_the_tied_with_the_most_pops_are_drawn_from() {
    // All totals are 25, so there are no winners; P5 and P6 have a Pop each.
    let tie = Position::end()
        .all_garnets([25, 25, 25, 25, 25, 5, 5])
        .all_pops([0, 0, 0, 0, 0, 1, 1]);
    for (drawn, expected) in [(0, 5), (1, 6)] {
        let (game, _) = tie.clone().resolve(&mut Draws::new([("GM-98 elimination", 2, drawn)]));
        assert_eq!(candidate(&game), (expected, "Draw".to_owned()));
    }
}

// GM-R82, GM-6
#[test]
fn ranks_go_by_total_and_equal_totals_share_the_better_rank() {
    let ranks = |game: &GrunkleMatch| -> Vec<u8> {
        let standings = game.outcome(SeatSet::EMPTY).unwrap().standings;
        standings.into_iter().map(|standing| standing.rank).collect()
    };
    let game = Position::end()
        .all_garnets([10, 20, 20, 40, 50, 50, 70])
        .skills(4, SET)
        .build();
    assert_eq!(ranks(&game), [1, 2, 2, 4, 5, 5, 7]);
    let scores = game
        .outcome(SeatSet::EMPTY)
        .unwrap()
        .standings
        .map(|_, standing| standing.score);
    assert_eq!(
        scores.into_iter().flatten().collect::<Vec<_>>(),
        [10, 20, 20, 40, 50, 50, 70]
    );
}

// GM-R83
#[test]
fn a_seat_that_has_left_is_awaited_played_by_defaults_and_scored() {
    let mut game = start(&tinsel_grunkle_match::Config::default());
    for round in 1..=7 {
        for index in 1..7 {
            let list = form(&game, index).round.list();
            play(&mut game, index, &format!("{} 2", list[0]));
        }
        assert_eq!(numbers(game.owing().iter()), [0], "round {round}");
        all_absent(&mut game);
    }
    // It won every first skill with its bid of 1: 10, 10, 15, 15, 20, 20 and 30.
    assert_eq!(garnets_of(&game, 0), 20 - 7 + 120);
    assert_eq!(totals(&game), [133, 160, 160, 160, 160, 160, 160]);
}

#[test]
fn section_10_the_outcome_labels_each_seat() {
    let game = Position::end()
        .all_garnets([1, 2, 3, 4, 5, 6, 7])
        .skills(3, SET)
        .skills(5, "BALLER")
        .build();
    let labels = game.outcome(SeatSet::EMPTY).unwrap().standings.map(|_, standing| {
        let labels: Vec<&str> = standing.labels.iter().map(|label| label.0).collect();
        labels.join(" ")
    });
    let expected = [
        "WINNER",
        "WINNER",
        "WINNER",
        "BONUS_TOKEN",
        "",
        "COOL_BALLER",
        "ELIMINATION_CANDIDATE",
    ];
    assert_eq!(labels.into_iter().collect::<Vec<_>>(), expected);
    let ending = spectated(&game).ending.unwrap();
    assert_eq!(numbers(ending.winners.iter()), [0, 1, 2]);
    assert_eq!(
        (ending.tokens_nullified, ending.bonus_token_seat),
        (false, Some(seat(3)))
    );
    assert_eq!(ending.cool_baller, Some(seat(5)));
    assert!(game.resolve(seat(0), &vote(1)).is_err());
}
