//! What one viewer may know. The only file that decides who sees what of the state.

use tinsel_engine::{BySeat, SeatSet};

use crate::{
    action::Action,
    components::{Hand, List, Phase, Points, Step},
    config::Config,
    event::{Passes, Pregame, Ranking, Replacements, Scored, Selected, Thefts},
};

/// What one viewer may know; what it may not know yet is absent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The options.
    pub config: Config,
    /// What the match waits for.
    pub phase: Phase,
    /// The step; stays at the last round once the match is over. Its round tells the variation.
    pub step: Step,
    /// The list, once drawn.
    pub list: Option<ListView>,
    /// The seats that still owe a decision.
    pub owing: SeatSet,
    /// The viewer's own submission of this step, once it is in.
    pub own: Option<OwnSubmission>,
    /// What each seat has.
    pub seats: BySeat<SeatView>,
    /// What was selected before round 1, once visible.
    pub pregame: Option<PregameView>,
    /// The last resolved step, once there is one that the viewer may see.
    pub last: Option<LastStep>,
    /// The ranking, once the match is over.
    pub ranking: Option<Ranking>,
}

/// The list as it is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListView {
    /// Top to bottom.
    pub order: List,
    /// Whether it has been reversed.
    pub reversed: bool,
}

/// The viewer's own sealed submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnSubmission {
    /// What was submitted, as the action that asks for it; letters are sorted.
    pub content: Action,
    /// Whether it was a default.
    pub defaulted: bool,
}

/// What one seat has, as far as the viewer may know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatView {
    /// Its hand.
    pub hand: Option<Hand>,
    /// Its points.
    pub total: Option<Points>,
}

/// What was selected before round 1, as far as the viewer may know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PregameView {
    /// Everything.
    All(Pregame),
    /// The viewer's own selection only: `PRIVATE`, until the end of round 1.
    Own(Selected),
}

/// The last resolved step, as its events told it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastStep {
    /// What moved; `None` after the pregame.
    pub transfer: Option<Transfer>,
    /// What was replaced; only after rounds 2 and 3.
    pub replacements: Option<Replacements>,
    /// What was scored; one line only where the viewer may know no other.
    pub scored: Scored,
}

/// How presents moved in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transfer {
    /// They were passed.
    Passes(Passes),
    /// They were stolen.
    Thefts(Thefts),
}
