//! The scoring, the vote and the outcome, both ways.

use tinsel_engine::SeatIndex;
use tinsel_grunkle_match::{Ballot, DecidedBy, Ending, Garnets, Scoring, SeatEnding, SeatScore, Vote};
use tinsel_proto::games::grunkle_match::v1 as wire;

use super::{each_seat, read_seat, read_seats};
use crate::games::seats::{self, whole};

pub(super) fn write_scoring(scoring: &Scoring) -> wire::MatchScored {
    let scores = scoring.seats.enumerate().map(|(seat, score)| write_score(seat, score));
    wire::MatchScored {
        seats: scores.collect(),
        tokens_nullified: scoring.tokens_nullified,
        winners: seats::numbers(scoring.winners),
        bonus_token_seat: scoring.bonus_token_seat.map(seats::number),
        candidates: seats::numbers(scoring.candidates),
    }
}

pub(super) fn read_scoring(scored: &wire::MatchScored) -> Option<Scoring> {
    Some(Scoring {
        seats: each_seat(&scored.seats, |score| Some((score.seat, read_score(score)?)))?,
        tokens_nullified: scored.tokens_nullified,
        winners: read_seats(&scored.winners)?,
        bonus_token_seat: whole(scored.bonus_token_seat.map(read_seat))?,
        candidates: read_seats(&scored.candidates)?,
    })
}

pub(super) fn write_ending(ending: &Ending) -> wire::Outcome {
    let ended = ending.seats.enumerate().map(|(seat, ended)| wire::SeatOutcome {
        score: Some(write_score(seat, &ended.score)),
        rank: ended.rank.into(),
    });
    wire::Outcome {
        seats: ended.collect(),
        winners: seats::numbers(ending.winners),
        tokens_nullified: ending.tokens_nullified,
        bonus_token_seat: ending.bonus_token_seat.map(seats::number),
        elimination_candidate: seats::number(ending.elimination_candidate),
        decided_by: write_decided_by(ending.decided_by).into(),
        cool_baller: ending.cool_baller.map(seats::number),
    }
}

pub(super) fn read_ending(outcome: &wire::Outcome) -> Option<Ending> {
    let ended = |seat: &wire::SeatOutcome| {
        let score = seat.score.as_ref()?;
        let ended = SeatEnding {
            score: read_score(score)?,
            rank: seat.rank.try_into().ok()?,
        };
        Some((score.seat, ended))
    };
    Some(Ending {
        seats: each_seat(&outcome.seats, ended)?,
        winners: read_seats(&outcome.winners)?,
        tokens_nullified: outcome.tokens_nullified,
        bonus_token_seat: whole(outcome.bonus_token_seat.map(read_seat))?,
        elimination_candidate: read_seat(outcome.elimination_candidate)?,
        decided_by: read_decided_by(outcome.decided_by)?,
        cool_baller: whole(outcome.cool_baller.map(read_seat))?,
    })
}

fn write_score(seat: SeatIndex, score: &SeatScore) -> wire::SeatScore {
    wire::SeatScore {
        seat: seats::number(seat),
        garnets: score.garnets.get(),
        grunko_pops: score.grunko_pops.into(),
        pop_value: score.grunko_pop_value.get(),
        total: score.total.get(),
        tokens: score.tokens.into(),
    }
}

fn read_score(score: &wire::SeatScore) -> Option<SeatScore> {
    Some(SeatScore {
        garnets: Garnets::new(score.garnets),
        grunko_pops: score.grunko_pops.try_into().ok()?,
        grunko_pop_value: Garnets::new(score.pop_value),
        total: Garnets::new(score.total),
        tokens: score.tokens.try_into().ok()?,
    })
}

pub(super) const fn write_decided_by(decided_by: DecidedBy) -> wire::DecidedBy {
    match decided_by {
        DecidedBy::Total => wire::DecidedBy::Total,
        DecidedBy::Pops => wire::DecidedBy::Pops,
        DecidedBy::Vote => wire::DecidedBy::Vote,
        DecidedBy::Draw => wire::DecidedBy::Draw,
    }
}

fn read_decided_by(number: i32) -> Option<DecidedBy> {
    match wire::DecidedBy::try_from(number).ok()? {
        wire::DecidedBy::Unspecified => None,
        wire::DecidedBy::Total => Some(DecidedBy::Total),
        wire::DecidedBy::Pops => Some(DecidedBy::Pops),
        wire::DecidedBy::Vote => Some(DecidedBy::Vote),
        wire::DecidedBy::Draw => Some(DecidedBy::Draw),
    }
}

pub(super) fn write_vote(vote: &Vote) -> wire::Vote {
    wire::Vote {
        voter_seat: seats::number(vote.seat),
        ballot: Some(write_ballot(vote.ballot)),
    }
}

pub(super) fn read_vote(vote: &wire::Vote) -> Option<Vote> {
    Some(Vote {
        seat: read_seat(vote.voter_seat)?,
        ballot: vote.ballot.as_ref().and_then(read_ballot)?,
    })
}

pub(super) fn write_ballot(ballot: Ballot) -> wire::Ballot {
    let candidate_seat = match ballot {
        Ballot::For(seat) => Some(seats::number(seat)),
        Ballot::Abstained => None,
    };
    wire::Ballot { candidate_seat }
}

pub(super) fn read_ballot(ballot: &wire::Ballot) -> Option<Ballot> {
    match ballot.candidate_seat {
        Some(seat) => read_seat(seat).map(Ballot::For),
        None => Some(Ballot::Abstained),
    }
}
