//! The trait that every game implements.

use std::{borrow::Cow, fmt};

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Chance, ConfigError, Decision, DefaultFacts, Events, Label, Outcome, Reason, RejectCode, SeatCount, SeatIndex,
    SeatSet, Secrecy, Viewer,
};

/// A running match of one game, as a value.
///
/// The crate's documentation describes how the methods work together, and the laws that they keep. The laws are tests:
/// every game runs the suite of `tinsel-engine-testkit`.
///
/// # Forfeits
///
/// The platform knows which seats have `forfeited`; the saved state does not contain them. Forfeits take precedence over
/// every rule of a game: these seats rank behind all others and are never winners. If all seats have forfeited, the
/// ranking by the rules stands, without a winner. The last events, the view and the outcome of a match agree if they are
/// computed with the same forfeits.
pub trait GameEngine: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Options as a caller requested them; the default omits all of them.
    type Draft: Clone + PartialEq + fmt::Debug + Default + Send;
    /// Valid options, each with a value, including the number of seats.
    type Config: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// An action as a seat requests it. It can be invalid; [`GameEngine::resolve`] validates it.
    type Action: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// A validated action, ready for [`GameEngine::commit`]. Comes from [`GameEngine::resolve`] and
    /// [`GameEngine::absent`] only.
    type Move: fmt::Debug;
    /// An event of the match, for its recipients.
    type Event: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The part of the state that one viewer may know.
    type View: Clone + PartialEq + fmt::Debug + Send;
    /// The actions that are available to one viewer: enough data to draw a form or to write a bot without the rulebook.
    type Legal: Clone + PartialEq + fmt::Debug + Send;
    /// Why an action is refused.
    type Reject: RejectCode;

    /// The constants of the game, equal for all matches.
    const FACTS: GameFacts;

    /// Checks options, in the order of the specification.
    ///
    /// `seats` is the requested number of seats; `None` if omitted.
    ///
    /// # Errors
    ///
    /// The first option that is not valid.
    fn configure(seats: Option<u32>, draft: Self::Draft) -> Result<Self::Config, ConfigError>;

    /// The options that everyone may know, each with its value, as a request for such a match.
    fn public_options(config: &Self::Config) -> Self::Draft;

    /// All options as a request, if the end of a match discloses more of them than [`GameEngine::public_options`].
    fn disclosed_options(config: &Self::Config) -> Option<Self::Draft> {
        let _ = config;
        None
    }

    /// How many seats a match with these options has.
    fn seats(config: &Self::Config) -> SeatCount;

    /// Maximum number of decisions, real or by default, of a match with these options.
    fn decisions_max(config: &Self::Config) -> u64;

    /// The first state, with all seats taken, and its events.
    fn start(config: &Self::Config, chance: &mut dyn Chance) -> (Self, Events<Self::Event>);

    /// The options of this match.
    fn config(&self) -> &Self::Config;

    /// The seats that owe a decision now. Empty exactly when the match is over.
    fn owing(&self) -> SeatSet;

    /// The pending decisions, as `viewer` may know them, in seat order. Where it is secret which seats have decided,
    /// every viewer sees the decisions of all seats of the step.
    fn pending_decisions(&self, viewer: Viewer) -> Vec<Decision<Self::Action>>;

    /// The facts about past decisions that stay hidden.
    fn secrecy(&self) -> Secrecy;

    /// The name of the match's phase: one of [`GameFacts::phases`], or any other name after the end.
    fn phase_name(&self) -> &'static str;

    /// Validates an action of a seat.
    ///
    /// # Errors
    ///
    /// The first check of the specification that fails.
    fn resolve(&self, seat: SeatIndex, action: &Self::Action) -> Result<Self::Move, Self::Reject>;

    /// The default action of an inactive seat.
    ///
    /// # Errors
    ///
    /// Refused if the seat owes nothing.
    fn absent(&self, seat: SeatIndex) -> Result<Self::Move, Self::Reject>;

    /// Applies a move that was resolved on this very state.
    fn commit(&mut self, made: Self::Move, forfeited: SeatSet, chance: &mut dyn Chance) -> Events<Self::Event>;

    /// The actions that are available to `viewer` now. Empty for a viewer that cannot act.
    fn legal(&self, viewer: Viewer) -> Self::Legal;

    /// The part of the state that `viewer` may know now.
    fn view(&self, viewer: Viewer, forfeited: SeatSet) -> Self::View;

    /// How the match ended, or `None` while a seat owes a decision.
    fn outcome(&self, forfeited: SeatSet) -> Option<Outcome>;

    /// Validates and applies an action in a match in which no seat has forfeited: a refused action changes nothing, an
    /// accepted one applies completely.
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
        Ok(self.commit(made, SeatSet::EMPTY, chance))
    }
}

/// The constants of a game, equal for all its matches.
#[derive(Debug, Clone, Copy)]
pub struct GameFacts {
    /// The game's name in identifiers, such as `presents_of_mine`.
    pub id: &'static str,
    /// The game's name for people.
    pub title: &'static str,
    /// The game in a sentence or two.
    pub summary: &'static str,
    /// Minimum number of seats.
    pub seats_min: u8,
    /// Maximum number of seats.
    pub seats_max: u8,
    /// The newest rules that this release plays, from 1 on.
    ///
    /// It rises with any change of the results of options, seed and decisions: a rule, a draw or the order of draws, an
    /// event, or the saved form of a state. One more field is such a change: the history of a match hashes the bytes of
    /// its states, and a replay must produce the same bytes.
    ///
    /// A match keeps the version it was created with. A release continues, replays and verifies matches of each version
    /// up to its own, by the rules of that version, and leaves those of later versions untouched.
    pub rules_version: u32,
    /// The newest encoding of saved states that this release knows, from 1 on.
    ///
    /// It rises, together with `rules_version`, if an older release would fail to read a new saved state, or would
    /// misread it. A match keeps this version, too; every release loads the states of all versions up to the newest.
    pub schema_version: u32,
    /// Whether the server may disclose everything after the end of a match.
    pub discloses_everything: bool,
    /// The options, in the order in which they are checked.
    pub options: fn() -> Vec<OptionFacts>,
    /// The reasons for which options are refused, in the order of the checks.
    pub option_reasons: &'static [Reason],
    /// The phases that contain decisions, in the order of the specification.
    pub phases: &'static [PhaseFacts],
    /// Which scores are better.
    pub score_order: ScoreOrder,
    /// The unit of scores in the plural, such as `garnets`. Empty: they only rank the seats.
    pub score_unit: &'static str,
    /// Every label of a standing, in the order in which a standing lists them.
    pub labels: &'static [LabelFacts],
    /// The actions that a seat can owe, in the order of the specification.
    pub actions: &'static [ActionFacts],
    /// The default actions, in the order of the specification.
    pub defaults: &'static [DefaultFacts],
    /// The specification, `RULES.md`.
    pub rules: &'static str,
}

/// An option of a game, described for the creator of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionFacts {
    /// Its name in the game's configuration.
    pub name: &'static str,
    /// The effect of the option.
    pub meaning: &'static str,
    /// The value if the option is omitted.
    pub default: Cow<'static, str>,
    /// The valid values.
    pub valid: Cow<'static, str>,
}

/// An action of a game, described for client developers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionFacts {
    /// Its name in `lower_snake`, as [`Decision::action`] has it.
    pub name: &'static str,
    /// The effect of the action, and when a seat owes it.
    pub meaning: &'static str,
    /// The default action of an inactive seat: the sentence of its default, or a summary if it has several.
    pub default: &'static str,
    /// The fields of the game's `Action` message that answer it.
    pub fields: &'static [&'static str],
}

/// A phase of a game, described for the creator of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhaseFacts {
    /// Its name in the specification, in `UPPER_SNAKE`.
    pub name: &'static str,
    /// The decisions of the phase.
    pub meaning: &'static str,
}

impl PhaseFacts {
    /// The phase of this name, with its decisions in words.
    #[must_use]
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning }
    }
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
    /// A sentence for players.
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
    /// The seats that have it.
    pub meaning: &'static str,
}
