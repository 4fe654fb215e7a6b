//! A running match of any game.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};
use tinsel_engine::{
    Addressed, Audience, Decision, Events, GameFacts, Hides, MatchRng, Outcome, SeatIndex, SeatSet, Secrecy, Seed,
    Viewer,
    present::{Answer, Choice, Form, Misfit, Scene},
};
use tinsel_proto::v1::{GameAction, GameConfig, GameEvent, GameLegal, GameView};

use crate::{action::Action, refusal::Refusal, unloadable::Unloadable, wire::WireGame};

/// A running match of any game, with its random stream. It is immutable: acting returns the match after the action.
pub trait AnyMatch: PresentedMatch + fmt::Debug + Send + Sync {
    /// The constants of the game, equal for all matches.
    fn facts(&self) -> &'static GameFacts;

    /// The public part of the options, which every viewer may know at any time.
    fn config(&self) -> GameConfig;

    /// All options, if [`config`](Self::config) omits some that the end of a match discloses.
    fn disclose_config(&self) -> Option<GameConfig>;

    /// The seats that owe a decision. Empty exactly when the match is over.
    fn owing(&self) -> SeatSet;

    /// The seats that every viewer sees as owing a decision: those that owe one, and all seats of a step that hides
    /// which seats have decided.
    fn awaited(&self) -> SeatSet;

    /// The facts about past decisions that stay hidden.
    fn secrecy(&self) -> Secrecy;

    /// The name of the phase that the match is in.
    fn phase_name(&self) -> &'static str;

    /// The pending decisions, as `viewer` may know them, in seat order.
    fn pending_decisions(&self, viewer: Viewer) -> Vec<WireDecision>;

    /// Starts a match with the same options and this seed.
    fn begin_again(&self, seed: Seed) -> Acted;

    /// Validates an action without applying it.
    ///
    /// # Errors
    ///
    /// As [`AnyMatch::act`].
    fn judge(&self, seat: SeatIndex, action: &Action) -> Result<(), NotActed>;

    /// Validates an action and applies it.
    ///
    /// # Errors
    ///
    /// The game refuses the action, or it belongs to another game.
    fn act(&self, seat: SeatIndex, action: &Action, forfeited: SeatSet) -> Result<Acted, NotActed>;

    /// Applies the default of an inactive seat.
    ///
    /// # Errors
    ///
    /// Refused if the seat owes nothing.
    fn absent(&self, seat: SeatIndex, forfeited: SeatSet) -> Result<Acted, Refusal>;

    /// The choice of a bot in `seat`, from the view of that seat; `None` if the seat owes nothing.
    fn bot(&self, seat: SeatIndex, entropy: [u8; 32]) -> Option<Action>;

    /// A random legal action of `seat`; `None` if there is none.
    fn random(&self, seat: SeatIndex, entropy: [u8; 32]) -> Option<Action>;

    /// The actions that are available to `viewer`.
    fn legal(&self, viewer: Viewer) -> GameLegal;

    /// The part of the state that `viewer` may know.
    fn view(&self, viewer: Viewer, forfeited: SeatSet) -> GameView;

    /// The outcome; `None` while a seat owes a decision.
    fn outcome(&self, forfeited: SeatSet) -> Option<Outcome>;

    /// The encoded match, self-describing, for [`AnyGame::load`](crate::AnyGame::load).
    ///
    /// # Errors
    ///
    /// The state cannot be encoded, which is a mistake of the game.
    fn save(&self) -> Result<Vec<u8>, Unsavable>;
}

/// The presentation of a match. It is built on request.
pub trait PresentedMatch {
    /// Everything that `viewer` sees.
    fn scene(&self, viewer: Viewer, forfeited: SeatSet) -> Scene;

    /// The decision of a seat as a form; `None` if there is none.
    fn form(&self, seat: SeatIndex, forfeited: SeatSet) -> Option<PendingForm>;

    /// The action of a completed form of this decision.
    ///
    /// # Errors
    ///
    /// The answer is not one of the form's, or there is no form of this decision.
    fn read_answer(
        &self,
        seat: SeatIndex,
        decision: &str,
        answer: &Answer,
        forfeited: SeatSet,
    ) -> Result<Action, NotAnswered>;
}

/// The decision of a seat as a form.
#[derive(Debug, Clone, PartialEq)]
pub struct PendingForm {
    /// The form.
    pub form: Form,
    /// The default; `None` if it is drawn at random, or if the seat may not know it.
    pub default: Option<Answer>,
    /// All answers, if there are at most [`CHOICES_MAX`](tinsel_engine::present::CHOICES_MAX); otherwise none.
    pub choices: Vec<Choice>,
    /// The choices as actions, in the same order.
    pub actions: Vec<GameAction>,
}

/// The result of one action.
#[derive(Debug)]
pub struct Acted {
    /// The match after it.
    pub after: Arc<dyn AnyMatch>,
    /// Its events, in order.
    pub events: Vec<AddressedEvent>,
}

/// Why an action was not applied. The match is unchanged.
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

/// Why an answer is not one of the form's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotAnswered {
    /// No form has this answer.
    Malformed(Misfit),
    /// The form does not have this answer now.
    NotInForm(Misfit),
    /// The game refuses it.
    Refused(Refusal),
}

/// A match that cannot be encoded: a mistake of its game.
#[derive(Debug, thiserror::Error)]
#[error("cannot encode a match of {game}: {cause}")]
pub struct Unsavable {
    game: &'static str,
    cause: String,
}

/// An event with its recipients.
#[derive(Debug, Clone, PartialEq)]
pub struct AddressedEvent {
    /// The recipients.
    pub to: Audience,
    /// The event itself.
    pub event: GameEvent,
}

/// A pending decision.
#[derive(Debug, Clone, PartialEq)]
pub struct WireDecision {
    /// The seat that must decide.
    pub seat: SeatIndex,
    /// The name of the action that is expected.
    pub action: &'static str,
    /// The short name of the rule for an inactive seat.
    pub default_code: &'static str,
    /// The rule for an inactive seat, as a sentence.
    pub default_sentence: String,
    /// The default action, if the viewer may know it.
    pub default_action: Option<GameAction>,
}

/// Initial capacity for a saved match, in bytes: most matches need no more.
const SAVED: usize = 2048;

/// A match of one game, which [`AnyMatch`] makes independent of the game's type.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "", from = "Saved<G>")]
pub(crate) struct Match<G: WireGame> {
    game: G,
    rng: MatchRng,
    /// The seats that owe a decision. Cached, because games search their state for them.
    #[serde(skip)]
    owing: SeatSet,
}

/// The stored form.
#[derive(Deserialize)]
#[serde(bound = "")]
struct Saved<G: WireGame> {
    game: G,
    rng: MatchRng,
}

impl<G: WireGame> From<Saved<G>> for Match<G> {
    fn from(Saved { game, rng }: Saved<G>) -> Self {
        Self::new(game, rng)
    }
}

impl<G: WireGame> Match<G> {
    pub(crate) fn new(game: G, rng: MatchRng) -> Self {
        let owing = game.owing();
        Self { game, rng, owing }
    }

    pub(crate) const fn game(&self) -> &G {
        &self.game
    }

    pub(crate) fn start(config: &G::Config, seed: Seed) -> (Arc<Self>, Events<G::Event>) {
        let mut rng = MatchRng::new(seed);
        let (game, events) = G::start(config, &mut rng);
        (Arc::new(Self::new(game, rng)), events)
    }

    pub(crate) fn load(bytes: &[u8]) -> Result<Self, Unloadable> {
        rmp_serde::from_slice(bytes).map_err(|error| Unloadable::new(G::FACTS.id, &error))
    }

    /// The match after a judged move, with its events.
    pub(crate) fn commit(
        &self,
        judged: Result<G::Move, G::Reject>,
        forfeited: SeatSet,
    ) -> Result<(Arc<Self>, Events<G::Event>), Refusal> {
        let made = judged.map_err(|reject| Refusal::of_action(&G::FACTS, &reject))?;
        let mut after = Arc::new(self.clone());
        let Self { game, rng, owing } = Arc::make_mut(&mut after);
        let events = game.commit(made, forfeited, rng);
        *owing = game.owing();
        Ok((after, events))
    }
}

impl<G: WireGame> AnyMatch for Match<G> {
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
        self.owing
    }

    fn awaited(&self) -> SeatSet {
        match self.game.secrecy().step {
            Some(step) if step.hides == Hides::Progress => step.seats,
            Some(_) | None => self.owing,
        }
    }

    fn secrecy(&self) -> Secrecy {
        self.game.secrecy()
    }

    fn phase_name(&self) -> &'static str {
        self.game.phase_name()
    }

    fn pending_decisions(&self, viewer: Viewer) -> Vec<WireDecision> {
        let decisions = self.game.pending_decisions(viewer);
        decisions.into_iter().map(wire_decision::<G>).collect()
    }

    fn begin_again(&self, seed: Seed) -> Acted {
        Acted::of(Self::start(self.game.config(), seed))
    }

    fn judge(&self, seat: SeatIndex, action: &Action) -> Result<(), NotActed> {
        let action = action.typed::<G>().ok_or(NotActed::OtherGame)?;
        let judged = self.game.resolve(seat, action);
        Ok(judged
            .map(drop)
            .map_err(|reject| Refusal::of_action(&G::FACTS, &reject))?)
    }

    fn act(&self, seat: SeatIndex, action: &Action, forfeited: SeatSet) -> Result<Acted, NotActed> {
        let action = action.typed::<G>().ok_or(NotActed::OtherGame)?;
        Ok(Acted::of(self.commit(self.game.resolve(seat, action), forfeited)?))
    }

    fn absent(&self, seat: SeatIndex, forfeited: SeatSet) -> Result<Acted, Refusal> {
        self.commit(self.game.absent(seat), forfeited).map(Acted::of)
    }

    fn bot(&self, seat: SeatIndex, entropy: [u8; 32]) -> Option<Action> {
        let viewer = Viewer::Seat(seat);
        let mut chance = MatchRng::new(Seed::new(entropy));
        G::bot(
            &self.game.view(viewer, SeatSet::EMPTY),
            &self.game.legal(viewer),
            &mut chance,
        )
        .map(Action::of::<G>)
    }

    fn random(&self, seat: SeatIndex, entropy: [u8; 32]) -> Option<Action> {
        let mut chance = MatchRng::new(Seed::new(entropy));
        let action = self.game.any_action(Viewer::Seat(seat), &mut chance);
        action.map(Action::of::<G>)
    }

    fn legal(&self, viewer: Viewer) -> GameLegal {
        G::write_legal(&self.game.legal(viewer))
    }

    fn view(&self, viewer: Viewer, forfeited: SeatSet) -> GameView {
        G::write_view(&self.game.view(viewer, forfeited))
    }

    fn outcome(&self, forfeited: SeatSet) -> Option<Outcome> {
        self.game.outcome(forfeited)
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

impl Acted {
    /// A match after a change, with the events of the change.
    pub(crate) fn of<G: WireGame>((after, events): (Arc<Match<G>>, Events<G::Event>)) -> Self {
        let addressed = |Addressed { to, event }| AddressedEvent {
            to,
            event: G::write_event(&event),
        };
        Self {
            after,
            events: events.into_iter().map(addressed).collect(),
        }
    }
}

fn wire_decision<G: WireGame>(decision: Decision<G::Action>) -> WireDecision {
    WireDecision {
        seat: decision.seat,
        action: decision.action,
        default_code: decision.default.code,
        default_sentence: decision.default.sentence.to_owned(),
        default_action: decision.default.action.as_ref().map(G::write_action),
    }
}
