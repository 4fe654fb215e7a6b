//! The one trait.

use std::fmt;

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Chance, ConfigError, Decision, Events, Label, MatchContext, Outcome, RejectCode, SeatCount, SeatIndex, SeatSet,
    Secrecy, Viewer,
};

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

    /// The decisions that are waited for, as `viewer` may know them, in seat order. Where it is secret which seats have
    /// decided, every viewer is shown the decisions of all seats of the step.
    fn waiting_in(&self, viewer: Viewer, context: &MatchContext) -> Vec<Decision<Self::Action>>;

    /// What stays hidden about how decisions came about.
    fn secrecy(&self, context: &MatchContext) -> Secrecy;

    /// The name of the phase that the match is in: one of [`GameFacts::phases`], or any other once it is over.
    fn phase_name(&self) -> &'static str;

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
    fn commit_in(&mut self, made: Self::Move, context: &MatchContext, chance: &mut dyn Chance) -> Events<Self::Event>;

    /// What `viewer` may do now. The empty answer for whoever may do nothing.
    fn legal(&self, viewer: Viewer) -> Self::Legal;

    /// What `viewer` may know now.
    fn view_in(&self, viewer: Viewer, context: &MatchContext) -> Self::View;

    /// How the match ended, or `None` while a seat owes a decision. The last events, the view and the outcome of a match
    /// agree if they are computed in the same context.
    fn outcome_in(&self, context: &MatchContext) -> Option<Outcome>;

    /// [`GameEngine::waiting_in`] a match by the newest rules in which no seat has forfeited.
    fn waiting(&self, viewer: Viewer) -> Vec<Decision<Self::Action>> {
        self.waiting_in(viewer, &Self::FACTS.context())
    }

    /// [`GameEngine::commit_in`] such a match.
    fn commit(&mut self, made: Self::Move, chance: &mut dyn Chance) -> Events<Self::Event> {
        self.commit_in(made, &Self::FACTS.context(), chance)
    }

    /// [`GameEngine::view_in`] such a match.
    fn view(&self, viewer: Viewer) -> Self::View {
        self.view_in(viewer, &Self::FACTS.context())
    }

    /// [`GameEngine::outcome_in`] such a match.
    fn outcome(&self) -> Option<Outcome> {
        self.outcome_in(&Self::FACTS.context())
    }

    /// Judges and applies an action in such a match: refused it changes nothing, accepted it is applied whole.
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
    /// seals the bytes of its states, and a replay must come to the very same.
    ///
    /// A match keeps the version it was created with. A release continues, replays and verifies matches of each version
    /// up to its own, by the rules of that version ([`MatchContext::rules_version`]), and leaves those of later versions
    /// untouched.
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
    /// The phases in which decisions are waited for, in the order of the specification.
    pub phases: &'static [PhaseFacts],
    /// Which scores are better.
    pub score_order: ScoreOrder,
    /// Every label of a standing, in the order in which a standing lists them.
    pub labels: &'static [LabelFacts],
    /// What a seat can be asked for, in the order of the specification.
    pub actions: &'static [ActionFacts],
    /// The specification, `RULES.md`.
    pub rules: &'static str,
}

impl GameFacts {
    /// The context of a match by the newest rules in which no seat has forfeited.
    #[must_use]
    pub const fn context(&self) -> MatchContext {
        MatchContext::of_version(self.rules_version)
    }
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

/// A phase of a game, for whoever creates a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhaseFacts {
    /// Its name in the specification, in `UPPER_SNAKE`.
    pub name: &'static str,
    /// What is decided in it.
    pub meaning: &'static str,
}

/// Which scores are better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreOrder {
    /// The highest.
    HigherIsBetter,
    /// The lowest.
    LowerIsBetter,
}

impl ScoreOrder {
    /// It in words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::HigherIsBetter => "the highest score is best",
            Self::LowerIsBetter => "the lowest score is best",
        }
    }
}

/// A label that a standing can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabelFacts {
    /// The label.
    pub label: Label,
    /// Which seats have it.
    pub meaning: &'static str,
}
