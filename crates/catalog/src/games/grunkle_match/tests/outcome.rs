//! The scoring, the vote and the outcome, with fields that random matches hardly ever send.

use tinsel_engine::{BySeat, SeatIndex, SeatSet};
use tinsel_grunkle_match::{Ballot, DecidedBy, Ending, Garnets, Scoring, SeatEnding, SeatScore, Vote};
use tinsel_proto::games::grunkle_match::v1 as wire;

use super::super::outcome;

/// Garnets, Grunko Pops, the count of each, total, Tokens and rank of each seat.
const SCORES: [[u8; 6]; 7] = [
    [9, 0, 20, 9, 1, 2],
    [50, 3, 17, 101, 0, 6],
    [2, 0, 21, 2, 2, 1],
    [41, 3, 20, 101, 0, 6],
    [10, 1, 18, 28, 1, 3],
    [33, 0, 20, 33, 0, 4],
    [14, 1, 20, 34, 0, 5],
];

fn seat(number: u8) -> SeatIndex {
    SeatIndex::new(number)
}

fn seats<const N: usize>(numbers: [u8; N]) -> SeatSet {
    numbers.map(seat).into_iter().collect()
}

fn by_seat<T>(values: [T; 7]) -> BySeat<T> {
    BySeat::from_vec(values.into()).unwrap()
}

fn score([garnets, grunko_pops, value, total, tokens, _]: [u8; 6]) -> SeatScore {
    SeatScore {
        garnets: Garnets::new(garnets.into()),
        grunko_pops,
        grunko_pop_value: Garnets::new(value.into()),
        total: Garnets::new(total.into()),
        tokens,
    }
}

fn seat_scores() -> Vec<wire::SeatScore> {
    let scores = (0..).zip(SCORES).map(|(seat, score)| {
        let [garnets, grunko_pops, pop_value, total, tokens, _] = score.map(u32::from);
        wire::SeatScore {
            seat,
            garnets,
            grunko_pops,
            pop_value,
            total,
            tokens,
        }
    });
    scores.collect()
}

fn scoring() -> Scoring {
    Scoring {
        seats: by_seat(SCORES.map(score)),
        tokens_nullified: false,
        winners: seats([0, 2, 4]),
        bonus_token_seat: Some(seat(2)),
        candidates: seats([1, 3]),
    }
}

/// The same as a message.
fn scored() -> wire::MatchScored {
    wire::MatchScored {
        seats: seat_scores(),
        tokens_nullified: false,
        winners: vec![0, 2, 4],
        bonus_token_seat: Some(2),
        candidates: vec![1, 3],
    }
}

fn votes() -> Vec<Vote> {
    let vote = |number, ballot| Vote {
        seat: seat(number),
        ballot,
    };
    vec![
        vote(0, Ballot::For(seat(3))),
        vote(2, Ballot::Abstained),
        vote(4, Ballot::For(seat(1))),
    ]
}

/// The same as a message.
fn wire_votes() -> Vec<wire::Vote> {
    let vote = |voter_seat, candidate_seat| wire::Vote {
        voter_seat,
        ballot: Some(wire::Ballot { candidate_seat }),
    };
    vec![vote(0, Some(3)), vote(2, None), vote(4, Some(1))]
}

fn ending(decided_by: DecidedBy) -> Ending {
    let ended = |scored: [u8; 6]| SeatEnding {
        score: score(scored),
        rank: scored[5],
    };
    Ending {
        seats: by_seat(SCORES.map(ended)),
        winners: seats([0, 2, 4]),
        tokens_nullified: false,
        bonus_token_seat: Some(seat(2)),
        elimination_candidate: seat(3),
        decided_by,
        cool_baller: Some(seat(5)),
    }
}

/// The same as a message.
fn ended(decided_by: wire::DecidedBy) -> wire::Outcome {
    let seats = seat_scores().into_iter().zip([2, 6, 1, 6, 3, 4, 5]);
    let seats = seats.map(|(score, rank)| wire::SeatOutcome {
        score: Some(score),
        rank,
    });
    wire::Outcome {
        seats: seats.collect(),
        winners: vec![0, 2, 4],
        tokens_nullified: false,
        bonus_token_seat: Some(2),
        elimination_candidate: 3,
        decided_by: decided_by.into(),
        cool_baller: Some(5),
    }
}

/// Every rule that can decide on the Elimination Candidate.
pub(super) const DECIDED_BY: [(DecidedBy, wire::DecidedBy); 4] = [
    (DecidedBy::Total, wire::DecidedBy::Total),
    (DecidedBy::Pops, wire::DecidedBy::Pops),
    (DecidedBy::Vote, wire::DecidedBy::Vote),
    (DecidedBy::Draw, wire::DecidedBy::Draw),
];

#[test]
fn an_encoded_scoring_has_all_fields() {
    let nullified = Scoring {
        tokens_nullified: true,
        winners: seats([]),
        bonus_token_seat: None,
        ..scoring()
    };
    let nullified_scored = wire::MatchScored {
        tokens_nullified: true,
        winners: vec![],
        bonus_token_seat: None,
        ..scored()
    };
    for (scoring, scored) in [(scoring(), scored()), (nullified, nullified_scored)] {
        assert_eq!(outcome::write_scoring(&scoring), scored);
        assert_eq!(outcome::read_scoring(&scored), Some(scoring));
    }
}

#[test]
fn an_encoded_ending_has_all_fields_and_how_it_was_decided() {
    for (decided_by, number) in DECIDED_BY {
        let nullified = Ending {
            tokens_nullified: true,
            winners: seats([]),
            bonus_token_seat: None,
            cool_baller: None,
            ..ending(decided_by)
        };
        let nullified_ended = wire::Outcome {
            tokens_nullified: true,
            winners: vec![],
            bonus_token_seat: None,
            cool_baller: None,
            ..ended(number)
        };
        for (ending, ended) in [(ending(decided_by), ended(number)), (nullified, nullified_ended)] {
            assert_eq!(outcome::write_ending(&ending), ended);
            assert_eq!(outcome::read_ending(&ended), Some(ending));
        }
    }
    assert_eq!(outcome::read_ending(&ended(wire::DecidedBy::Unspecified)), None);
}

#[test]
fn encoded_votes_have_all_fields() {
    for (vote, told) in votes().into_iter().zip(wire_votes()) {
        assert_eq!(outcome::write_vote(&vote), told);
        assert_eq!(outcome::read_vote(&told), Some(vote));
    }
}
