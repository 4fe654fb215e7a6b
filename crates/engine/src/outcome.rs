//! How a match ended.

use std::fmt;

use crate::{BySeat, SeatSet};

/// How a finished match ended, seat by seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// One standing per seat.
    pub standings: BySeat<Standing>,
}

/// What one seat ended with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// 1 is best. Equal seats share a rank and the next rank is skipped: 1, 2, 2, 4.
    pub rank: u8,
    /// The seat's score, where the game has one.
    pub score: Option<i64>,
    /// What else the game says of the seat, in the order of its specification.
    pub labels: Vec<Label>,
}

/// A word that a game says of a seat at the end, in `UPPER_SNAKE`, such as `WINNER`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(pub &'static str);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Outcome {
    /// Ranks seats by a key, highest first; equal keys share a rank.
    ///
    /// `score` and `labels` say what the standing of a seat with this key and rank shows.
    pub fn ranked<K: Ord>(keys: &BySeat<K>, show: impl Fn(&K, u8) -> (Option<i64>, Vec<Label>)) -> Self {
        let standings = keys.map(|_, key| {
            let better = keys.iter().filter(|other| *other > key).count();
            let rank = u8::try_from(better).unwrap_or(u8::MAX).saturating_add(1);
            let (score, labels) = show(key, rank);
            Standing { rank, score, labels }
        });
        Self { standings }
    }

    /// The outcome with seats that gave the match up behind all others: otherwise in the same order, and with nothing said
    /// of those seats.
    #[must_use]
    pub fn forfeited_by(&self, seats: SeatSet) -> Self {
        let forfeited = |seat| seats.contains(seat);
        let standings = self.standings.map(|seat, standing| {
            let own = (forfeited(seat), standing.rank);
            let all = self.standings.enumerate();
            let better = all.filter(|(other, standing)| (forfeited(*other), standing.rank) < own);
            Standing {
                rank: u8::try_from(better.count()).unwrap_or(u8::MAX).saturating_add(1),
                score: standing.score,
                labels: if forfeited(seat) {
                    Vec::new()
                } else {
                    standing.labels.clone()
                },
            }
        });
        Self { standings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SeatIndex;

    #[test]
    fn equal_keys_share_a_rank_and_the_next_is_skipped() {
        let totals = BySeat::from_vec(vec![50, 61, 61, 40]).unwrap();
        let outcome = Outcome::ranked(&totals, |total, _| (Some(*total), vec![]));
        let ranks: Vec<_> = outcome.standings.iter().map(|standing| standing.rank).collect();
        assert_eq!(ranks, [3, 1, 1, 4]);
    }

    #[test]
    fn who_gave_up_ranks_behind_all_others_and_is_called_nothing() {
        let totals = BySeat::from_vec(vec![50, 61, 61, 40]).unwrap();
        let outcome = Outcome::ranked(&totals, |total, _| (Some(*total), vec![Label("SEEN")]));
        assert_eq!(outcome.forfeited_by(SeatSet::EMPTY), outcome);
        let outcome = outcome.forfeited_by([1, 3].map(SeatIndex::new).into_iter().collect());
        let ranks: Vec<_> = outcome.standings.iter().map(|standing| standing.rank).collect();
        assert_eq!(ranks, [2, 3, 1, 4]);
        let called: Vec<_> = outcome.standings.iter().map(|standing| standing.labels.len()).collect();
        assert_eq!(called, [1, 0, 1, 0]);
    }
}
