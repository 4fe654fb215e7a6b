//! How a match ended.

use std::fmt;

use crate::BySeat;

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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_share_a_rank_and_the_next_is_skipped() {
        let totals = BySeat::from_vec(vec![50, 61, 61, 40]).unwrap();
        let outcome = Outcome::ranked(&totals, |total, _| (Some(*total), vec![]));
        let ranks: Vec<_> = outcome.standings.iter().map(|standing| standing.rank).collect();
        assert_eq!(ranks, [3, 1, 1, 4]);
    }
}
