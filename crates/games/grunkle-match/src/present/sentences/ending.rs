//! Scores, the tie-break and the end as sentences.

use tinsel_engine::{
    SeatIndex, SeatSet,
    present::{Arg, Text},
};

use super::{super::words::sentences, cool_baller, of_seat};
use crate::{
    event::Vote,
    score::{Ending, Scoring, SeatScore},
    submission::Ballot,
    verdict::DecidedBy,
};

/// The totals, the Tokens of Life and the candidates.
pub(super) fn scored(scoring: &Scoring) -> Text {
    let each = scoring.seats.enumerate().map(|(seat, score)| {
        let text = "{seat} {total} ({garnets|garnet|garnets}, {pops|Grunko Pop|Grunko Pops} at {value} each)";
        with_score(of_seat("seat_scored", text, seat), score)
    });
    let results = [tokens(scoring.winners, scoring.tokens_nullified)]
        .into_iter()
        .chain(scoring.bonus_token_seat.map(bonus))
        .chain([highest(scoring.candidates)]);
    Text::new("match_scored", "The match is scored. Totals: {scores}. {results}")
        .with("scores", Arg::list(each))
        .with("results", sentences(results))
}

/// The total of a seat.
pub(in super::super) fn score(score: &SeatScore) -> Text {
    let text = "total {total}: {garnets|garnet|garnets}, {pops|Grunko Pop|Grunko Pops} at {value} each";
    with_score(Text::new("score", text), score)
}

fn with_score(text: Text, score: &SeatScore) -> Text {
    text.with("total", score.total)
        .with("garnets", score.garnets)
        .with("pops", score.grunko_pops)
        .with("value", score.grunko_pop_value)
}

/// The Tokens of Life for low totals.
pub(in super::super) fn tokens(winners: SeatSet, nullified: bool) -> Text {
    if nullified {
        let text = "Five or more players are tied for the lowest totals: none wins a Token of Life for it.";
        return Text::new("tokens_nullified", text);
    }
    match winners.len() {
        0 => Text::new("tokens_of_nobody", "No player wins a Token of Life for a low total."),
        1 => Text::new("token_of_one", "{seats} wins a Token of Life for a low total.").with("seats", winners),
        _ => Text::new("tokens", "{seats} win a Token of Life each for the lowest totals.").with("seats", winners),
    }
}

/// The bonus Token of Life.
pub(in super::super) fn bonus(seat: SeatIndex) -> Text {
    let text = "{seat} has all five pieces of the Forbidden One and wins a bonus Token of Life.";
    of_seat("bonus_token", text, seat)
}

fn highest(candidates: SeatSet) -> Text {
    let text = match candidates.len() {
        1 => Text::new("highest", "The Elimination Candidate is {seats}."),
        _ => Text::new("highest_tied", "{seats} are tied for Elimination Candidate."),
    };
    text.with("seats", candidates)
}

/// The tie-break opens.
pub(super) fn tied(voters: SeatSet, candidates: SeatSet) -> Text {
    let text = "{voters} vote: which of {candidates} is the Elimination Candidate?";
    Text::new("tie_break_opened", text)
        .with("voters", voters)
        .with("candidates", candidates)
}

/// The votes, and their result.
pub(super) fn tie_broken(votes: &[Vote], candidate: SeatIndex, decided_by: DecidedBy) -> Text {
    let counted = if votes.is_empty() {
        vec![Text::new("no_voters", "There are no winners who could vote.")]
    } else {
        votes.iter().map(vote).collect()
    };
    let result = decided(candidate, decided_by);
    Text::new("tie_break_resolved", "{votes} {result}")
        .with("votes", sentences(counted))
        .with("result", result)
}

fn vote(vote: &Vote) -> Text {
    match vote.ballot {
        Ballot::For(candidate) => {
            of_seat("vote", "{seat} votes for {candidate}.", vote.seat).with("candidate", candidate)
        }
        Ballot::Abstained => of_seat("abstention", "{seat} did not vote in time and abstains.", vote.seat),
    }
}

/// The Elimination Candidate, with the rule that determined it.
pub(in super::super) fn decided(candidate: SeatIndex, decided_by: DecidedBy) -> Text {
    let (key, pattern) = match decided_by {
        DecidedBy::Total => (
            "candidate_by_total",
            "{seat} has the highest total and is the Elimination Candidate.",
        ),
        DecidedBy::Pops => (
            "candidate_by_pops",
            "{seat} has the most Grunko Pops of the players with the highest total and is the Elimination Candidate.",
        ),
        DecidedBy::Vote => (
            "candidate_by_vote",
            "{seat} has the most votes and is the Elimination Candidate.",
        ),
        DecidedBy::Draw => (
            "candidate_by_draw",
            "{seat} is drawn from the tied players and is the Elimination Candidate.",
        ),
    };
    of_seat(key, pattern, candidate)
}

/// The result of the match.
pub(super) fn ended(ending: &Ending) -> Text {
    let mut ranked: Vec<_> = ending.seats.enumerate().collect();
    ranked.sort_by_key(|(_, ended)| ended.rank);
    let ranking = ranked.into_iter().map(|(seat, ended)| {
        of_seat("ranked", "{rank}. {seat} ({total})", seat)
            .with("rank", ended.rank)
            .with("total", ended.score.total)
    });
    let more = [tokens(ending.winners, ending.tokens_nullified)]
        .into_iter()
        .chain(ending.bonus_token_seat.map(bonus))
        .chain([decided(ending.elimination_candidate, ending.decided_by)])
        .chain(ending.cool_baller.map(cool_baller));
    let text = "The match is over. Ranking, with the lowest total first: {ranking}. {result}";
    Text::new("match_ended", text)
        .with("ranking", Arg::list(ranking))
        .with("result", sentences(more))
}
