//! How a match ended.

use std::fmt;

use crate::{BySeat, SeatIndex, SeatSet};

/// How a finished match ended, seat by seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// One standing per seat.
    pub standings: BySeat<Standing>,
}

/// The result of one seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// 1 is best. Equal seats share a rank and the next rank is skipped: 1, 2, 2, 4.
    pub rank: u8,
    /// The seat's score, where the game has one.
    pub score: Option<i64>,
    /// The labels of the seat, in the order of the game's specification.
    pub labels: Vec<Label>,
}

/// A label of a seat in the outcome, in `UPPER_SNAKE`, such as `WINNER`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(pub &'static str);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Label {
    /// The seat has won the match. A seat with this label has rank 1, unless the label's meaning in the game's facts
    /// states otherwise, and has not forfeited.
    pub const WINNER: Self = Self("WINNER");

    /// The labels of a standing: those that hold, in this order.
    pub fn that_hold(labels: impl IntoIterator<Item = (bool, Self)>) -> Vec<Self> {
        let held = labels.into_iter().filter(|(holds, _)| *holds);
        held.map(|(_, label)| label).collect()
    }
}

/// The rank of each seat: 1 for the highest key. Equal keys share a rank and the next rank is skipped. Forfeited seats
/// rank behind all others.
#[must_use]
pub fn ranks<K: Ord>(keys: &BySeat<K>, forfeited: SeatSet) -> BySeat<u8> {
    keys.map(|seat, key| {
        let own = (!forfeited.contains(seat), key);
        let all = keys.enumerate();
        let better = all.filter(|(other, key)| (!forfeited.contains(*other), *key) > own);
        u8::try_from(better.count()).unwrap_or(u8::MAX).saturating_add(1)
    })
}

/// Whether a seat of this rank is a winner: a forfeited seat never is.
#[must_use]
pub const fn wins(seat: SeatIndex, rank: u8, forfeited: SeatSet) -> bool {
    rank == 1 && !forfeited.contains(seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats<const N: usize>(seats: [u8; N]) -> SeatSet {
        seats.map(SeatIndex::new).into_iter().collect()
    }

    fn ranked(forfeited: SeatSet) -> Vec<u8> {
        let totals = BySeat::from_vec(vec![50, 61, 61, 40]).unwrap();
        ranks(&totals, forfeited).iter().copied().collect()
    }

    #[test]
    fn equal_keys_share_a_rank_and_the_next_is_skipped() {
        assert_eq!(ranked(SeatSet::EMPTY), [3, 1, 1, 4]);
    }

    #[test]
    fn forfeited_seats_rank_behind_all_others() {
        assert_eq!(ranked(seats([1, 3])), [2, 3, 1, 4]);
        assert_eq!(ranked(seats([0, 1, 2, 3])), [3, 1, 1, 4], "all have forfeited");
    }
}
