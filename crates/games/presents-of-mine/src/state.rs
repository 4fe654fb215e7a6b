//! A running match as a value.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatIndex, SeatSet};

use crate::{
    action::{Passing, Sealed, Selection, Swap, Three},
    components::{Hand, List, Phase, Picture, Points, Round, SEAT_COUNT, Step},
    config::Config,
};

tinsel_engine::redacted!(PresentsOfMine, Stage, Table, Last);

/// A running match of Presents of Mine.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PresentsOfMine {
    pub(crate) config: Config,
    pub(crate) stage: Stage,
}

/// The stage of the match, with the data that exists only in this stage.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// Seats select their presents.
    Selecting {
        /// The drawn list, if it is public before the selections (PM-R8).
        list: Option<List>,
        sealed: Envelopes<Selection>,
    },
    /// Seats pass presents down.
    Passing {
        round: PassingRound,
        sealed: Envelopes<Passing>,
        table: Table,
    },
    /// Seats steal presents from above: round 4.
    Stealing { sealed: Envelopes<Three>, table: Table },
    /// All rounds are played.
    Finished { table: Table },
}

/// The submissions of a step; `None` for a seat that still owes one.
pub(crate) type Envelopes<T> = BySeat<Option<Sealed<T>>>;

/// The rounds in which presents are passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PassingRound {
    Theme,
    BombSquad,
    CleaningSupplies,
    Monopoly,
}

impl PassingRound {
    /// The round it is.
    pub(crate) const fn round(self) -> Round {
        match self {
            Self::Theme => Round::Theme,
            Self::BombSquad => Round::BombSquad,
            Self::CleaningSupplies => Round::CleaningSupplies,
            Self::Monopoly => Round::Monopoly,
        }
    }

    /// The kind of passing in `round`; `None` in round 4, which has thefts.
    pub(crate) const fn of(round: Round) -> Option<Self> {
        match round {
            Round::Theme => Some(Self::Theme),
            Round::BombSquad => Some(Self::BombSquad),
            Round::CleaningSupplies => Some(Self::CleaningSupplies),
            Round::Yoink => None,
            Round::Monopoly => Some(Self::Monopoly),
        }
    }
}

/// The public state from the pregame scoring on, except for facts that some viewers may not know yet.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Table {
    /// The list as it was drawn; [`List::in_round`] returns its later order.
    pub(crate) list: List,
    /// The selections before round 1.
    pub(crate) selected: BySeat<Sealed<Selection>>,
    pub(crate) hands: BySeat<Hand>,
    pub(crate) totals: BySeat<Points>,
    pub(crate) last: Last,
}

/// The results of the last resolved step that do not follow from the rest.
///
/// Passes and scores follow from the scored pictures.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Last {
    /// The pregame: the pictures are the hands.
    Pregame,
    /// A round with passes.
    Passed {
        round: PassingRound,
        pictures: BySeat<Picture>,
        /// The replacements; `Some` exactly for rounds 2 and 3.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        swaps: Option<BySeat<Swap>>,
        #[serde(rename = "defaulted")]
        by_default: SeatSet,
    },
    /// Round 4.
    Stolen {
        pictures: BySeat<Picture>,
        named: BySeat<Three>,
        #[serde(rename = "defaulted")]
        by_default: SeatSet,
    },
}

impl Stage {
    /// The start of `round`: every seat owes a submission.
    pub(crate) fn of_round(round: Round, table: Table) -> Self {
        match PassingRound::of(round) {
            Some(round) => Self::Passing {
                round,
                sealed: nothing_sealed(),
                table,
            },
            None => Self::Stealing {
                sealed: nothing_sealed(),
                table,
            },
        }
    }
}

impl PresentsOfMine {
    /// The phase of the match.
    pub(crate) const fn phase(&self) -> Phase {
        match &self.stage {
            Stage::Selecting { .. } => Phase::PregameSelection,
            Stage::Passing { .. } => Phase::Passing,
            Stage::Stealing { .. } => Phase::Stealing,
            Stage::Finished { .. } => Phase::Finished,
        }
    }

    /// The step; the last one once the match is over.
    pub(crate) const fn step(&self) -> Step {
        match &self.stage {
            Stage::Selecting { .. } => Step::Pregame,
            Stage::Passing { round, .. } => Step::Round(round.round()),
            Stage::Stealing { .. } => Step::Round(Round::Yoink),
            Stage::Finished { .. } => Step::Round(Round::Monopoly),
        }
    }

    /// The public state, once there is one.
    pub(crate) const fn table(&self) -> Option<&Table> {
        match &self.stage {
            Stage::Selecting { .. } => None,
            Stage::Passing { table, .. } | Stage::Stealing { table, .. } | Stage::Finished { table } => Some(table),
        }
    }

    /// The seats that still owe a submission of this step.
    // PM-4
    pub(crate) fn owing(&self) -> SeatSet {
        match &self.stage {
            Stage::Selecting { sealed, .. } => missing(sealed),
            Stage::Passing { sealed, .. } => missing(sealed),
            Stage::Stealing { sealed, .. } => missing(sealed),
            Stage::Finished { .. } => SeatSet::EMPTY,
        }
    }

    /// The list in its order of this step, once drawn.
    pub(crate) fn list(&self) -> Option<List> {
        match &self.stage {
            Stage::Selecting { list, .. } => *list,
            Stage::Passing { table, .. } | Stage::Stealing { table, .. } | Stage::Finished { table } => {
                Some(table.list_in(self.step()))
            }
        }
    }
}

impl Table {
    /// The list in its order of `step`.
    pub(crate) fn list_in(&self, step: Step) -> List {
        step.round().map_or(self.list, |round| self.list.in_round(round))
    }

    /// The hands that were scored in the last step.
    pub(crate) fn pictures(&self) -> BySeat<Picture> {
        // PM-14: in a pregame no present counts as passed.
        let of_kept = || self.hands.map(|_, hand| Picture::of_kept(hand));
        self.last.pictures().cloned().unwrap_or_else(of_kept)
    }
}

impl Last {
    /// The step.
    pub(crate) const fn step(&self) -> Step {
        match self {
            Self::Pregame => Step::Pregame,
            Self::Passed { round, .. } => Step::Round(round.round()),
            Self::Stolen { .. } => Step::Round(Round::Yoink),
        }
    }

    /// The hands that were scored; `None` for a pregame.
    pub(crate) const fn pictures(&self) -> Option<&BySeat<Picture>> {
        match self {
            Self::Pregame => None,
            Self::Passed { pictures, .. } | Self::Stolen { pictures, .. } => Some(pictures),
        }
    }
}

/// No submission yet.
pub(crate) fn nothing_sealed<T>() -> Envelopes<T> {
    BySeat::from_fn(SEAT_COUNT, |_| None)
}

/// All submissions, once every seat has one.
pub(crate) fn complete<T: Copy>(sealed: &Envelopes<T>) -> Option<BySeat<Sealed<T>>> {
    let all: Option<Vec<Sealed<T>>> = sealed.iter().copied().collect();
    all.and_then(BySeat::from_vec)
}

/// The seats with a default as their submission.
pub(crate) fn by_default<T>(sealed: &BySeat<Sealed<T>>) -> SeatSet {
    let marked = sealed.enumerate().filter(|(_, sealed)| sealed.by_default);
    marked.map(|(seat, _)| seat).collect()
}

fn missing<T>(sealed: &Envelopes<T>) -> SeatSet {
    let missing = sealed.enumerate().filter(|(_, sealed)| sealed.is_none());
    missing.map(|(seat, _)| seat).collect()
}

/// The submission of `seat`, if there is one.
pub(crate) fn sealed_by<T: Copy>(sealed: &Envelopes<T>, seat: SeatIndex) -> Option<Sealed<T>> {
    sealed.get(seat).copied().flatten()
}
