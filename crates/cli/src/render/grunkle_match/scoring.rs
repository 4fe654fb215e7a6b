//! Totals, Tokens, the vote and the outcome.

use tinsel_proto::games::grunkle_match::v1::{DecidedBy, MatchScored, Outcome, SeatScore, Vote};

use super::{Names, Table, notation};

/// What every seat was scored with, and who gets a Token for it.
pub(super) fn scored(scored: &MatchScored, names: &Names) -> String {
    let scores = table(&scored.seats, names);
    let winners = tokens(scored.tokens_nullified, &scored.winners, names);
    let bonus = bonus(scored.bonus_token_seat, names);
    format!("  Totals\n{scores}{winners}{bonus}")
}

fn table(scores: &[SeatScore], names: &Names) -> String {
    let mut table = Table::new("rlrrrl");
    table.row(["", "", "garnets", "Pops", "total", ""]);
    for score in scores {
        let pops = match score.grunko_pops {
            0 => "-".to_owned(),
            pops => format!("{pops} at {}", score.pop_value),
        };
        let tokens = match score.tokens {
            0 => String::new(),
            tokens => notation::counted(tokens, "Token"),
        };
        table.row([
            score.seat.to_string(),
            names.of(score.seat),
            score.garnets.to_string(),
            pops,
            score.total.to_string(),
            tokens,
        ]);
    }
    table.text(4)
}

fn tokens(nullified: bool, winners: &[u32], names: &Names) -> String {
    if nullified {
        "  Five or more have the lowest totals: their Tokens are nullified.\n".to_owned()
    } else {
        format!("  Winners: {}.\n", names.all(winners, ", "))
    }
}

fn bonus(seat: Option<u32>, names: &Names) -> String {
    seat.map(|seat| format!("  {} holds the Forbidden One, which earns a Token.\n", names.of(seat)))
        .unwrap_or_default()
}

/// How the match ended.
pub(super) fn outcome(outcome: &Outcome, names: &Names) -> String {
    let candidate = names.of(outcome.elimination_candidate);
    let why = why(outcome.decided_by());
    let baller = outcome.cool_baller.map(|seat| cool_baller(seat, names));
    format!(
        "  Elimination Candidate: {candidate}{why}.\n{}",
        baller.unwrap_or_default()
    )
}

/// Who the cool baller is.
pub(super) fn cool_baller(seat: u32, names: &Names) -> String {
    format!("  {} is the cool baller.\n", names.of(seat))
}

/// How the winners voted.
pub(super) fn votes(votes: &[Vote], names: &Names) -> String {
    let voted = |vote: &Vote| {
        let voter = names.of(vote.voter_seat);
        match vote.ballot.and_then(|ballot| ballot.candidate_seat) {
            Some(candidate) => format!("  {voter} votes for {}.\n", names.of(candidate)),
            None => format!("  {voter} abstains.\n"),
        }
    };
    votes.iter().map(voted).collect()
}

const fn why(decided_by: DecidedBy) -> &'static str {
    match decided_by {
        DecidedBy::Unspecified => "",
        DecidedBy::Total => ", with the highest total",
        DecidedBy::Pops => ", with the most Grunko Pops of those with the highest total",
        DecidedBy::Vote => ", by the winners' vote",
        DecidedBy::Draw => ", drawn by chance from those that are tied",
    }
}
