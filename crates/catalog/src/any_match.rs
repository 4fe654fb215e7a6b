//! A running match of any game.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};
use tinsel_engine::{
    Addressed, Audience, Decision, Events, GameFacts, Hides, MatchContext, MatchRng, Outcome, SeatIndex, SeatSet,
    Secrecy, Seed, Viewer,
};
use tinsel_proto::v1::{GameAction, GameConfig, GameEvent, GameLegal, GameView};

use crate::{action::Action, refusal::Refusal, unloadable::Unloadable, wire::Wire};

/// A running match of any game, with its random stream. Never changes: acting gives the match after it.
pub trait AnyMatch: fmt::Debug + Send + Sync {
    /// What does not change from match to match.
    fn facts(&self) -> &'static GameFacts;

    /// The options, as anybody may know them at any time.
    fn config(&self) -> GameConfig;

    /// All options, if [`config`](Self::config) leaves out some that the end of a match discloses.
    fn disclose_config(&self) -> Option<GameConfig>;

    /// The seats that owe a decision. Empty exactly when the match is over.
    fn owing(&self) -> SeatSet;

    /// The seats that all viewers see owe a decision: those that do, and where it is secret which seats have decided, all
    /// seats of the step.
    fn awaited(&self, context: &MatchContext) -> SeatSet;

    /// What stays hidden about how decisions came about.
    fn secrecy(&self, context: &MatchContext) -> Secrecy;

    /// The name of the phase that the match is in.
    fn phase_name(&self) -> &'static str;

    /// The decisions that are waited for, as `viewer` may know them, in seat order.
    fn waiting(&self, viewer: Viewer, context: &MatchContext) -> Vec<WireDecision>;

    /// Judges an action, and does not apply it.
    ///
    /// # Errors
    ///
    /// As [`AnyMatch::act`].
    fn judge(&self, seat: SeatIndex, action: &Action) -> Result<(), NotActed>;

    /// Judges an action and applies it.
    ///
    /// # Errors
    ///
    /// What the game has against it, or that it is of another game.
    fn act(&self, seat: SeatIndex, action: &Action, context: &MatchContext) -> Result<Acted, NotActed>;

    /// Applies the default of an absent seat.
    ///
    /// # Errors
    ///
    /// Refused if the seat owes nothing.
    fn absent(&self, seat: SeatIndex, context: &MatchContext) -> Result<Acted, Refusal>;

    /// What a bot in `seat` does, from what the seat may see; `None` if it owes nothing.
    fn bot(&self, seat: SeatIndex, entropy: [u8; 32]) -> Option<Action>;

    /// Anything out of what `seat` may do, as chance has it; `None` if that is nothing.
    fn random(&self, seat: SeatIndex, entropy: [u8; 32]) -> Option<Action>;

    /// What `viewer` may do.
    fn legal(&self, viewer: Viewer) -> GameLegal;

    /// What `viewer` may know.
    fn view(&self, viewer: Viewer, context: &MatchContext) -> GameView;

    /// How it ended; `None` while a seat owes a decision.
    fn outcome(&self, context: &MatchContext) -> Option<Outcome>;

    /// The bytes to keep, self-describing, for [`AnyGame::load`](crate::AnyGame::load).
    ///
    /// # Errors
    ///
    /// A mistake of the game: its state cannot be written.
    fn save(&self) -> Result<Vec<u8>, Unsavable>;
}

/// What one action did.
#[derive(Debug)]
pub struct Acted {
    /// The match after it.
    pub after: Arc<dyn AnyMatch>,
    /// What was told, in order.
    pub told: Vec<Told>,
}

/// Why an action was not applied. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotActed {
    /// It is an action of another game.
    OtherGame,
    /// The game refuses it.
    Refused(Refusal),
}

impl From<Refusal> for NotActed {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// A match that cannot be written: a mistake of its game.
#[derive(Debug, thiserror::Error)]
#[error("a match of {game} cannot be written: {cause}")]
pub struct Unsavable {
    game: &'static str,
    cause: String,
}

/// Something that was told.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// To whom.
    pub to: Audience,
    /// What happened.
    pub event: GameEvent,
}

/// A decision that is waited for.
#[derive(Debug, Clone, PartialEq)]
pub struct WireDecision {
    /// The seat that owes it.
    pub seat: SeatIndex,
    /// The name of the action that is expected.
    pub action: &'static str,
    /// The short name of the rule for an absent seat.
    pub default_code: &'static str,
    /// The rule for an absent seat, in words.
    pub default_sentence: String,
    /// What would be done, where the viewer may know it.
    pub default_action: Option<GameAction>,
}

/// Room for a saved match, so that saving seldom has to make more.
const SAVED: usize = 2048;

/// A match of one game, about to lose its type.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub(crate) struct Match<G: Wire> {
    pub(crate) game: G,
    pub(crate) rng: MatchRng,
}

impl<G: Wire> Match<G> {
    pub(crate) fn start(config: &G::Config, seed: Seed) -> Acted {
        let mut rng = MatchRng::new(seed);
        let (game, events) = G::start(config, &mut rng);
        Acted {
            after: Arc::new(Self { game, rng }),
            told: tell::<G>(events),
        }
    }

    pub(crate) fn load(bytes: &[u8]) -> Result<Self, Unloadable> {
        rmp_serde::from_slice(bytes).map_err(|error| Unloadable::new(G::FACTS.id, &error))
    }

    fn commit(&self, judged: Result<G::Move, G::Reject>, context: &MatchContext) -> Result<Acted, Refusal> {
        let made = judged.map_err(|reject| Refusal::of_action(&G::FACTS, &reject))?;
        let mut after = self.clone();
        let events = after.game.commit_in(made, context, &mut after.rng);
        Ok(Acted {
            after: Arc::new(after),
            told: tell::<G>(events),
        })
    }
}

impl<G: Wire> AnyMatch for Match<G> {
    fn facts(&self) -> &'static GameFacts {
        &G::FACTS
    }

    fn config(&self) -> GameConfig {
        G::write_config(self.game.config())
    }

    fn disclose_config(&self) -> Option<GameConfig> {
        G::disclose_config(self.game.config())
    }

    fn owing(&self) -> SeatSet {
        self.game.owing()
    }

    fn awaited(&self, context: &MatchContext) -> SeatSet {
        match self.game.secrecy(context).step {
            Some(step) if step.hides == Hides::Progress => step.seats,
            Some(_) | None => self.game.owing(),
        }
    }

    fn secrecy(&self, context: &MatchContext) -> Secrecy {
        self.game.secrecy(context)
    }

    fn phase_name(&self) -> &'static str {
        self.game.phase_name()
    }

    fn waiting(&self, viewer: Viewer, context: &MatchContext) -> Vec<WireDecision> {
        let decisions = self.game.waiting_in(viewer, context);
        decisions.into_iter().map(wire_decision::<G>).collect()
    }

    fn judge(&self, seat: SeatIndex, action: &Action) -> Result<(), NotActed> {
        let action = action.typed::<G>().ok_or(NotActed::OtherGame)?;
        let judged = self.game.resolve(seat, action);
        Ok(judged
            .map(drop)
            .map_err(|reject| Refusal::of_action(&G::FACTS, &reject))?)
    }

    fn act(&self, seat: SeatIndex, action: &Action, context: &MatchContext) -> Result<Acted, NotActed> {
        let action = action.typed::<G>().ok_or(NotActed::OtherGame)?;
        Ok(self.commit(self.game.resolve(seat, action), context)?)
    }

    fn absent(&self, seat: SeatIndex, context: &MatchContext) -> Result<Acted, Refusal> {
        self.commit(self.game.absent(seat), context)
    }

    fn bot(&self, seat: SeatIndex, entropy: [u8; 32]) -> Option<Action> {
        let viewer = Viewer::Seat(seat);
        let mut chance = MatchRng::new(Seed::new(entropy));
        G::bot(&self.game.view(viewer), &self.game.legal(viewer), &mut chance).map(Action::of::<G>)
    }

    fn random(&self, seat: SeatIndex, entropy: [u8; 32]) -> Option<Action> {
        let mut chance = MatchRng::new(Seed::new(entropy));
        G::random(&self.game.legal(Viewer::Seat(seat)), &mut chance).map(Action::of::<G>)
    }

    fn legal(&self, viewer: Viewer) -> GameLegal {
        G::write_legal(&self.game.legal(viewer))
    }

    fn view(&self, viewer: Viewer, context: &MatchContext) -> GameView {
        G::write_view(&self.game.view_in(viewer, context))
    }

    fn outcome(&self, context: &MatchContext) -> Option<Outcome> {
        let outcome = self.game.outcome_in(context)?;
        Some(match context.rules_version {
            1 => outcome.forfeited_by(context.forfeited),
            _ => outcome,
        })
    }

    fn save(&self) -> Result<Vec<u8>, Unsavable> {
        let mut bytes = Vec::with_capacity(SAVED);
        let mut serializer = rmp_serde::Serializer::new(&mut bytes).with_struct_map();
        match self.serialize(&mut serializer) {
            Ok(()) => Ok(bytes),
            Err(error) => Err(Unsavable {
                game: G::FACTS.id,
                cause: error.to_string(),
            }),
        }
    }
}

fn tell<G: Wire>(events: Events<G::Event>) -> Vec<Told> {
    let told = |Addressed { to, event }| Told {
        to,
        event: G::write_event(&event),
    };
    events.into_iter().map(told).collect()
}

fn wire_decision<G: Wire>(decision: Decision<G::Action>) -> WireDecision {
    WireDecision {
        seat: decision.seat,
        action: decision.action,
        default_code: decision.default.code,
        default_sentence: decision.default.sentence.into_owned(),
        default_action: decision.default.action.as_ref().map(G::write_action),
    }
}
