//! Records of resolved steps, which events, views and the scoring share.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatIndex, Wire};

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

/// The selections before round 1.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct Pregame {
    /// For each seat, the five letters and whether they are a default.
    #[wire(as = seats)]
    pub selected: BySeat<Selected>,
    /// For each letter A–J, in order, the number of seats that selected it.
    pub letters: [LetterCount; 10],
}

/// The selection of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(as = PregameSelection, entry)]
pub struct Selected {
    /// The five letters.
    pub letters: Selection,
    /// Whether they were a default.
    #[serde(rename = "defaulted")]
    #[wire(as = defaulted)]
    pub by_default: bool,
}

/// The number of selections of one letter.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct LetterCount {
    /// The letter.
    pub letter: Letter,
    /// The number of seats.
    pub count: u8,
    /// The staleness of its copies at the start; `None` if no seat selected it.
    pub staleness: Option<Staleness>,
}

/// The passes of a round.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(as = PassesRevealed)]
pub struct Passes {
    /// The round.
    pub round: Round,
    /// For each seat, its three passes.
    pub seats: BySeat<SeatPasses>,
}

/// The passes of one seat.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(entry)]
pub struct SeatPasses {
    /// To the first, second and third below.
    pub passes: [Pass; 3],
    /// Whether the submission was a default.
    #[serde(rename = "defaulted")]
    #[wire(as = defaulted)]
    pub by_default: bool,
}

/// One pass.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct Pass {
    /// The passed present, as it was before the round's staleness change.
    pub present: Present,
    /// The recipient.
    #[wire(as = target_seat)]
    pub to: SeatIndex,
    /// The distance.
    pub distance: Distance,
}

/// The replacements of round 2 or 3.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(as = ReplacementsRevealed)]
pub struct Replacements {
    /// The round.
    pub round: Round,
    /// For each seat, its discarded present and its new letter.
    pub seats: BySeat<Swap>,
    /// The number of seats that took each of the two letters, in order of the alphabet.
    #[wire(as = taken, with = crate::wire::taken)]
    pub counts: [(Letter, u8); 2],
    /// The letter with copies that start with staleness 2, if there is one.
    #[wire(as = stale_letter)]
    pub stale: Option<Letter>,
}

/// The thefts of round 4.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(as = TheftsRevealed)]
pub struct Thefts {
    /// In the order in which they happened (PM-61).
    pub thefts: Vec<Theft>,
    /// For each seat, whether its submission was a default.
    #[serde(rename = "defaulted")]
    #[wire(as = defaulted_seats, with = crate::wire::marked)]
    pub by_default: BySeat<bool>,
}

/// One theft.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct Theft {
    /// The thief.
    #[wire(as = thief_seat)]
    pub thief: SeatIndex,
    /// The victim.
    #[wire(as = victim_seat)]
    pub victim: SeatIndex,
    /// The distance between the two seats.
    pub distance: Distance,
    /// The present that the thief named.
    pub named: Present,
    /// The present that it got.
    pub taken: Present,
    /// Whether this present was drawn.
    pub random: bool,
}

/// The scoring of a step.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct Scored {
    /// The step.
    pub step: Step,
    /// The lines, in seat order: of all seats, or only of the seat that receives them.
    #[wire(as = seats)]
    pub lines: Vec<ScoreLine>,
}

/// The score of one seat in a step.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(as = SeatScore)]
pub struct ScoreLine {
    /// The seat.
    pub seat: SeatIndex,
    /// Its six presents in canonical order, then by distance.
    pub presents: [ScoredPresent; 6],
    /// Sum of the points of its presents (PM-28).
    #[wire(as = ability_points)]
    pub ability: Points,
    /// Monopoly points (PM-31); 0 before round 5.
    #[wire(as = monopoly_points)]
    pub monopoly: Points,
    /// The cost of received eggs (PM-29), as an amount.
    pub egg_loss: Points,
    /// The cost of explosions (PM-30), as an amount.
    pub explosion_loss: Points,
    /// The cost of staleness (PM-32), as an amount.
    pub staleness_loss: Points,
    /// The sum of all these (PM-33); it can be negative.
    pub raw: Points,
    /// The points that are added to the total (PM-34).
    pub gained: Points,
    /// The total after this scoring.
    pub total: Points,
}

/// A scored present.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoredPresent {
    /// Its letter; an exploding Kaboom Present is still a K.
    pub letter: Letter,
    /// Its staleness before the staleness change.
    pub staleness: Staleness,
    /// Its layers before and after the scoring, if it is a Kaboom Present.
    pub layers: Option<LayersScored>,
    /// The distance of its pass or theft in this round; `None` if it was kept.
    pub distance: Option<Distance>,
    /// The points of its ability.
    pub points: Points,
}

/// The effect of a scoring on the layers of a Kaboom Present.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayersScored {
    /// Before: 1 to 6.
    pub before: Layers,
    /// After: before minus the number of A in the hand; 0 or below if it explodes.
    pub after: i32,
}

/// The last resolved step, with the contents of its events.
#[derive(Clone, PartialEq, Eq, Wire)]
#[wire(also(step = scored.step))]
pub struct LastStep {
    /// The presents that moved; `None` after the pregame.
    pub transfer: Option<Transfer>,
    /// The replacements; only after rounds 2 and 3.
    pub replacements: Option<Replacements>,
    /// The scores; a single line if the viewer may not know the others.
    pub scored: Scored,
}

/// The movements of presents in a round.
#[derive(Clone, PartialEq, Eq, Wire)]
#[wire(oneof = last_step::Transfer)]
pub enum Transfer {
    /// They were passed.
    Passes(Passes),
    /// They were stolen.
    Thefts(Thefts),
}

/// The result of the match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(as = Result)]
pub struct Ranking {
    /// Every seat, by rank, then by seat.
    #[wire(as = ranking)]
    pub seats: Vec<Ranked>,
    /// The seats of rank 1, in seat order.
    #[wire(as = winner_seats)]
    pub winners: Vec<SeatIndex>,
}

/// The rank of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct Ranked {
    /// The seat.
    pub seat: SeatIndex,
    /// Its total.
    pub total: Points,
    /// 1 is best; equal totals share a rank.
    pub rank: u8,
}
