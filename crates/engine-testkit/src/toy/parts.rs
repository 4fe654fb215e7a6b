//! The toy's types.

use std::{
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tinsel_engine::{BySeat, Reason, RejectCode, RejectInfo, SeatCount, SeatIndex};

use super::bug;

/// Requested options.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    pub rounds: Option<u32>,
}

/// Options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    pub seats: SeatCount,
    pub rounds: u8,
}

/// The action of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bid {
    /// No bid.
    Unset,
    /// This many chips.
    Chips(i64),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    Dealt { chips: u8 },
    Sealed { seat: SeatIndex, bid: Option<u8> },
    Shown { bids: Vec<u8> },
    Point { seat: SeatIndex },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub round: u8,
    pub points: Vec<u8>,
    pub shown: Vec<u8>,
    pub sealed: Vec<bool>,
    pub own_chips: Option<u8>,
    pub own_bid: Option<u8>,
    pub hint: Option<bool>,
}

/// The highest bid there may be, if any.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Legal {
    pub most: Option<u8>,
    pub hint: u8,
}

/// The number of rounds played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round<const BUG: u8>(pub u8);

impl<const BUG: u8> Serialize for Round<BUG> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let round = if BUG == bug::NOT_SAVED { self.0.min(1) } else { self.0 };
        serializer.serialize_u8(round)
    }
}

impl<'de, const BUG: u8> Deserialize<'de> for Round<BUG> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if BUG == bug::OLD_SAVES {
            return Err(serde::de::Error::custom("rounds have a name now"));
        }
        u8::deserialize(deserializer).map(Self)
    }
}

/// A number that all copies of a match share. No real game may have this.
#[derive(Debug, Clone, Default)]
pub struct Shared(Arc<AtomicU32>);

impl Shared {
    pub fn count(&self) -> u32 {
        self.0.load(Ordering::SeqCst)
    }

    pub fn raise(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        self.count() == other.count()
    }
}

impl Serialize for Shared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.count())
    }
}

impl<'de> Deserialize<'de> for Shared {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u32::deserialize(deserializer).map(|count| Self(Arc::new(AtomicU32::new(count))))
    }
}

/// A match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Toy<const BUG: u8> {
    pub config: Config,
    pub round: Round<BUG>,
    pub chips: BySeat<u8>,
    pub bids: BySeat<Option<u8>>,
    pub points: BySeat<u8>,
    pub shown: Vec<u8>,
    pub padding: Vec<u8>,
    pub shared: Shared,
}

/// A validated bid: its seat, its chips, and whether it is a default.
#[derive(Debug)]
pub struct Sealed {
    pub seat: SeatIndex,
    pub bid: u8,
    pub absent: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    Over,
    NotOwing,
    Unset,
    Range,
    AboveChips,
}

/// A refusal; the bug decides on its contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejected<const BUG: u8> {
    pub why: Why,
    pub hint: u8,
}

impl<const BUG: u8> std::fmt::Display for Rejected<BUG> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if BUG == bug::SILENT {
            return Ok(());
        }
        write!(f, "the bid is refused: {:?}", self.why)
    }
}

impl<const BUG: u8> std::error::Error for Rejected<BUG> {}

const fn reason(code: &'static str, malformed: bool) -> Reason {
    Reason {
        code,
        malformed,
        limit: false,
        meaning: "The bid is not valid.",
        remedy: "Send another bid.",
    }
}

impl<const BUG: u8> RejectCode for Rejected<BUG> {
    const CATALOGUE: &'static [Reason] = &[
        reason("OVER", false),
        reason("NOT_OWING", false),
        reason("UNSET", true),
        reason("RANGE", true),
        reason("ABOVE_CHIPS", false),
    ];

    fn info(&self) -> RejectInfo {
        match self.why {
            Why::Over => RejectInfo::refused("OVER", "TOY-2"),
            Why::NotOwing => RejectInfo::refused("NOT_OWING", "TOY-2"),
            Why::Unset => RejectInfo::malformed("UNSET", "TOY-2", "bid"),
            Why::Range if BUG == bug::WRONG_FAULT => RejectInfo::refused("RANGE", "TOY-2"),
            Why::Range => RejectInfo::malformed("RANGE", "TOY-2", "bid"),
            Why::AboveChips if BUG == bug::UNKNOWN_CODE => RejectInfo::refused("TOO_MUCH", "TOY-2"),
            Why::AboveChips => RejectInfo::refused("ABOVE_CHIPS", "TOY-2"),
        }
    }
}

/// A bound of a draw.
pub(super) fn bound(n: u8) -> NonZeroU32 {
    NonZeroU32::new(u32::from(n)).unwrap()
}
