//! The one trait.

use std::fmt;

use serde::{Serialize, de::DeserializeOwned};

use crate::{Chance, ConfigError, Decision, Events, Outcome, RejectCode, SeatCount, SeatIndex, SeatSet, Viewer};

/// A running match of one game, as a value.
///
/// The crate's documentation tells how the methods go together, and the laws they keep. The laws are tests: every
/// game runs the suite of `tinsel-engine-testkit`.
pub trait GameEngine: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Options as somebody asked for them; the default leaves everything out.
    type Draft: Clone + fmt::Debug + Default + Send;
    /// Options that can be played with, every one of them decided, the number of seats among them.
    type Config: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat asks for. Can hold nonsense; [`GameEngine::resolve`] judges it.
    type Action: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// An action that was judged and may be committed. Comes from [`GameEngine::resolve`] and
    /// [`GameEngine::absent`] only.
    type Move: fmt::Debug;
    /// What happened.
    type Event: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What one viewer may know.
    type View: Clone + PartialEq + fmt::Debug + Send;
    /// What one viewer may do: data from which a form can be drawn or a bot written without the rulebook.
    type Legal: Clone + PartialEq + fmt::Debug + Send;
    /// Why an action is refused.
    type Reject: RejectCode;

    /// What does not change from match to match.
    const FACTS: GameFacts;

    /// Checks options, in the order of the specification.
    ///
    /// `seats` is the number of seats asked for; `None` if it was left out.
    ///
    /// # Errors
    ///
    /// The first option that is not valid.
    fn configure(seats: Option<u32>, draft: Self::Draft) -> Result<Self::Config, ConfigError>;

    /// How many seats a match with these options has.
    fn seats(config: &Self::Config) -> SeatCount;

    /// The most decisions, real or by default, that a match with these options can take.
    fn decisions_max(config: &Self::Config) -> u64;

    /// The first state, with everybody seated, and what is told of it.
    fn start(config: &Self::Config, chance: &mut dyn Chance) -> (Self, Events<Self::Event>);

    /// The options of this match.
    fn config(&self) -> &Self::Config;

    /// The seats that owe a decision now. Empty exactly when the match is over.
    fn owing(&self) -> SeatSet;

    /// The decisions that are waited for, as `viewer` may know them, in seat order.
    fn waiting(&self, viewer: Viewer) -> Vec<Decision<Self::Action>>;

    /// Whether it is a secret in this step who has decided already. Then no clock may tell it either.
    fn decides_in_secret(&self) -> bool {
        false
    }

    /// Whether decisions are sealed in this step: nobody else may ever know what a seat has decided, not even of which kind
    /// it was, but by what the game tells.
    fn decisions_are_sealed(&self) -> bool {
        false
    }

    /// Judges an action of a seat.
    ///
    /// # Errors
    ///
    /// The first check of the specification that fails.
    fn resolve(&self, seat: SeatIndex, action: &Self::Action) -> Result<Self::Move, Self::Reject>;

    /// The default of an absent seat.
    ///
    /// # Errors
    ///
    /// Refused if the seat owes nothing.
    fn absent(&self, seat: SeatIndex) -> Result<Self::Move, Self::Reject>;

    /// Applies what was judged on this very state.
    fn commit(&mut self, made: Self::Move, chance: &mut dyn Chance) -> Events<Self::Event>;

    /// What `viewer` may do now. The empty answer for whoever may do nothing.
    fn legal(&self, viewer: Viewer) -> Self::Legal;

    /// What `viewer` may know now.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// How the match ended, or `None` while somebody owes a decision.
    fn outcome(&self) -> Option<Outcome>;

    /// Judges and applies an action: refused it changes nothing, accepted it is applied whole.
    ///
    /// # Errors
    ///
    /// As [`GameEngine::resolve`].
    fn apply(
        &mut self,
        seat: SeatIndex,
        action: &Self::Action,
        chance: &mut dyn Chance,
    ) -> Result<Events<Self::Event>, Self::Reject> {
        let made = self.resolve(seat, action)?;
        Ok(self.commit(made, chance))
    }
}

/// What does not change from match to match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameFacts {
    /// The game's name in identifiers, such as `presents_of_mine`.
    pub id: &'static str,
    /// The game's name for people.
    pub title: &'static str,
    /// The game in a sentence or two.
    pub summary: &'static str,
    /// The fewest seats.
    pub seats_min: u8,
    /// The most seats.
    pub seats_max: u8,
    /// The newest rules that this release plays, from 1 on.
    ///
    /// Raised when anything changes that follows from options, seed and decisions: a rule, what is drawn and in which
    /// order, what is told, or what a state is saved as. One more field is such a change, for the history of a match
    /// seals the bytes of its states, and whoever plays it again must come to the very same. Within one version, then,
    /// `tinsel verify` finds every match of it right, whichever release played it; of another version it refuses it.
    ///
    /// A match keeps the version it was created with. A release goes on with matches of each version up to its own, by
    /// the rules of that version, and leaves those of later versions untouched.
    pub rules_version: u32,
    /// The newest encoding of saved states that this release knows, from 1 on.
    ///
    /// Raised, together with `rules_version`, when an older release could not read what is saved, or would misread it.
    /// A match keeps this version, too; states of every version up to the newest load for ever.
    pub schema_version: u32,
    /// Whether everything may be told once a match is over.
    pub discloses_everything: bool,
    /// The options, in the order in which they are checked.
    pub options: &'static [OptionFacts],
    /// What a seat can be asked for, in the order of the specification.
    pub actions: &'static [ActionFacts],
    /// The specification, `RULES.md`.
    pub rules: &'static str,
}

/// An option of a game, for whoever creates a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionFacts {
    /// Its name in the game's configuration.
    pub name: &'static str,
    /// What it decides.
    pub meaning: &'static str,
    /// What it is when left out.
    pub default: &'static str,
    /// Which values can be played with.
    pub valid: &'static str,
}

/// An action of a game, for whoever writes a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionFacts {
    /// Its name, as [`Decision::action`] has it.
    pub name: &'static str,
    /// What it does and when it is owed.
    pub meaning: &'static str,
    /// What is done for a seat that stays away.
    pub default: &'static str,
}
