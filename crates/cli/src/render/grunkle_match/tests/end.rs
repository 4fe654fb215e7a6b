//! The scoring, the vote and the end.

use super::*;

fn score(seat: u32, garnets: u32, grunko_pops: u32, pop_value: u32, tokens: u32) -> wire::SeatScore {
    wire::SeatScore {
        seat,
        garnets,
        grunko_pops,
        pop_value,
        total: garnets + grunko_pops * pop_value,
        tokens,
    }
}

fn scored() -> wire::MatchScored {
    wire::MatchScored {
        seats: vec![score(0, 8, 0, 20, 2), score(1, 100, 3, 17, 0), score(2, 91, 3, 20, 1)],
        tokens_nullified: false,
        winners: vec![0, 2],
        bonus_token_seat: Some(0),
        candidates: vec![1, 5],
    }
}

fn vote(voter_seat: u32, candidate_seat: Option<u32>) -> wire::Vote {
    wire::Vote {
        voter_seat,
        ballot: Some(wire::Ballot { candidate_seat }),
    }
}

fn outcome(decided_by: wire::DecidedBy) -> wire::Outcome {
    wire::Outcome {
        winners: vec![0, 2],
        elimination_candidate: 1,
        decided_by: decided_by.into(),
        cool_baller: Some(2),
        ..wire::Outcome::default()
    }
}

#[test]
fn the_end_with_a_vote() {
    let text = told(
        Detail::Story,
        [
            Kind::MatchScored(scored()),
            Kind::TieBreakOpened(wire::TieBreakOpened {
                voters: vec![0, 2],
                candidates: vec![1, 5],
            }),
            Kind::TieBreakResolved(wire::TieBreakResolved {
                votes: vec![vote(0, Some(1)), vote(2, None)],
                elimination_candidate: 1,
                decided_by: wire::DecidedBy::Vote.into(),
            }),
            Kind::MatchEnded(wire::MatchEnded {
                outcome: Some(outcome(wire::DecidedBy::Vote)),
            }),
        ],
    );
    assert_eq!(
        text,
        "  Totals
              garnets     Pops  total
    0  Ada          8        -      8  2 Tokens
    1  Boris      100  3 at 17    151
    2  Zoë         91  3 at 20    151  1 Token
  Winners: Ada, Zoë.
  Ada holds the Forbidden One, which earns a Token.

A tie for the highest total: Ada, Zoë vote on Boris, seat 5.
  Ada votes for Boris.
  Zoë abstains.

The match is over.
  Elimination Candidate: Boris, by the winners' vote.
  Zoë is the cool baller.
"
    );
}

#[test]
fn tokens_that_are_nullified() {
    let scored = wire::MatchScored {
        seats: vec![score(0, 8, 0, 20, 0)],
        tokens_nullified: true,
        ..wire::MatchScored::default()
    };
    let text = told(Detail::Story, [Kind::MatchScored(scored)]);
    assert!(
        text.ends_with("\n  Five or more have the lowest totals: their Tokens are nullified.\n"),
        "{text}"
    );
}

#[test]
fn a_view_of_the_tie_break_and_of_the_end() {
    let view = |phase: wire::Phase, outcome| wire::View {
        phase: phase.into(),
        round: 7,
        scored: Some(scored()),
        outcome,
        ..wire::View::default()
    };
    let tied = shown(view(wire::Phase::TieBreak, None));
    assert!(
        tied.starts_with("A tie for the highest total: Ada, Zoë vote on Boris, seat 5.\n  Totals\n"),
        "{tied}"
    );
    let ended = shown(wire::View {
        votes: vec![vote(0, Some(1))],
        cool_baller: Some(2),
        ..view(wire::Phase::Ended, Some(outcome(wire::DecidedBy::Draw)))
    });
    assert!(ended.starts_with("The match is over.\n  Totals\n"), "{ended}");
    let end = "  Ada votes for Boris.
  Elimination Candidate: Boris, drawn by chance from those that are tied.
  Zoë is the cool baller.
";
    assert!(ended.ends_with(end), "{ended}");
    assert_eq!(ended.matches("cool baller").count(), 1);
}
