//! What events tell and views show alike.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatIndex};

use crate::{
    action::{Selection, Swap},
    components::{Distance, Layers, Letter, Points, Present, Round, Staleness, Step},
};

tinsel_engine::redacted!(
    Pregame,
    Selected,
    LetterCount,
    Passes,
    SeatPasses,
    Pass,
    Replacements,
    Thefts,
    Theft,
    Scored,
    ScoreLine,
    ScoredPresent,
    LayersScored,
    LastStep,
    Transfer
);

/// What was selected before round 1.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pregame {
    /// Per seat the five letters and whether they were a default.
    pub selected: BySeat<Selected>,
    /// Per letter A–J, in order, how many seats selected it.
    pub letters: [LetterCount; 10],
}

/// What one seat selected.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selected {
    /// The five letters.
    pub letters: Selection,
    /// Whether they were a default.
    pub defaulted: bool,
}

/// How often one letter was selected.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LetterCount {
    /// Which.
    pub letter: Letter,
    /// By how many seats.
    pub count: u8,
    /// What its copies start with; `None` if nobody selected it.
    pub staleness: Option<Staleness>,
}

/// The passes of a round.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passes {
    /// The round.
    pub round: Round,
    /// Per seat its three passes.
    pub seats: BySeat<SeatPasses>,
}

/// The passes of one seat.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatPasses {
    /// To the first, second and third below.
    pub passes: [Pass; 3],
    /// Whether the submission was a default.
    pub defaulted: bool,
}

/// One pass.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pass {
    /// What was passed, as it was before the round's staleness change.
    pub present: Present,
    /// To whom.
    pub to: SeatIndex,
    /// How far.
    pub distance: Distance,
}

/// The replacements of round 2 or 3.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacements {
    /// The round.
    pub round: Round,
    /// Per seat what it discarded and took.
    pub seats: BySeat<Swap>,
    /// How many seats took each of the two letters, in order of the alphabet.
    pub counts: [(Letter, u8); 2],
    /// The letter whose copies start with staleness 2, if there is one.
    pub stale: Option<Letter>,
}

/// The thefts of round 4.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thefts {
    /// In the order they happened (PM-61).
    pub thefts: Vec<Theft>,
    /// Per seat whether its submission was a default.
    pub defaulted: BySeat<bool>,
}

/// One theft.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Theft {
    /// Who stole.
    pub thief: SeatIndex,
    /// From whom.
    pub victim: SeatIndex,
    /// How far apart they are.
    pub distance: Distance,
    /// What the thief wanted.
    pub named: Present,
    /// What it got.
    pub taken: Present,
    /// Whether that was drawn by chance.
    pub random: bool,
}

/// The scoring of a step.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scored {
    /// The step.
    pub step: Step,
    /// The lines, in seat order: of all seats, or of one where it alone is told.
    pub lines: Vec<ScoreLine>,
}

/// What one seat scored in a step.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreLine {
    /// Whose line it is.
    pub seat: SeatIndex,
    /// Its six presents in canonical order, then by distance.
    pub presents: [ScoredPresent; 6],
    /// Sum of the points of its presents (PM-28).
    pub ability: Points,
    /// Monopoly points (PM-31); 0 before round 5.
    pub monopoly: Points,
    /// What received eggs cost (PM-29), as an amount.
    pub egg_loss: Points,
    /// What explosions cost (PM-30), as an amount.
    pub explosion_loss: Points,
    /// What staleness costs (PM-32), as an amount.
    pub staleness_loss: Points,
    /// The sum of all that (PM-33); may be below 0.
    pub raw: Points,
    /// What is added to the total (PM-34).
    pub gained: Points,
    /// The total after this scoring.
    pub total: Points,
}

/// A present as it was scored.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoredPresent {
    /// What it is; an exploding Kaboom Present is still a K.
    pub letter: Letter,
    /// How stale it is, before the staleness change.
    pub staleness: Staleness,
    /// Its layers before and after the scoring, if it is a Kaboom Present.
    pub layers: Option<LayersScored>,
    /// How far it was passed or stolen this round; `None` if it was not.
    pub distance: Option<Distance>,
    /// The points of its ability.
    pub points: Points,
}

/// What a scoring did to the layers of a Kaboom Present.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayersScored {
    /// Before: 1 to 6.
    pub before: Layers,
    /// After: before minus the number of A in the hand; 0 or below if it explodes.
    pub after: i32,
}

/// The last resolved step, as its events told it.
#[derive(Clone, PartialEq, Eq)]
pub struct LastStep {
    /// What moved; `None` after the pregame.
    pub transfer: Option<Transfer>,
    /// What was replaced; only after rounds 2 and 3.
    pub replacements: Option<Replacements>,
    /// What was scored; one line only where the viewer may know no other.
    pub scored: Scored,
}

/// How presents moved in a round.
#[derive(Clone, PartialEq, Eq)]
pub enum Transfer {
    /// They were passed.
    Passes(Passes),
    /// They were stolen.
    Thefts(Thefts),
}

/// How the match ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ranking {
    /// Every seat, by rank, then by seat.
    pub seats: Vec<Ranked>,
    /// The seats of rank 1, in seat order.
    pub winners: Vec<SeatIndex>,
}

/// One seat's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ranked {
    /// Which seat.
    pub seat: SeatIndex,
    /// Its total.
    pub total: Points,
    /// 1 is best; equal totals share a rank.
    pub rank: u8,
}
