//! The interface between a game and the kit.

use tinsel_engine::{Chance, Events, GameEngine, SeatCount, SeatSet, Viewer, present::Present};

use crate::script::Draw;

/// A game's actions.
pub type Action<S> = <<S as Subject>::Game as GameEngine>::Action;
/// A game's refusals.
pub type Reject<S> = <<S as Subject>::Game as GameEngine>::Reject;
/// A game's checked options.
pub type Config<S> = <<S as Subject>::Game as GameEngine>::Config;
/// A game's legal actions.
pub type Legal<S> = <<S as Subject>::Game as GameEngine>::Legal;
/// A game's events.
pub type Event<S> = <<S as Subject>::Game as GameEngine>::Event;
/// A game's view.
pub type View<S> = <<S as Subject>::Game as GameEngine>::View;

/// Everything that the kit needs of a game to play it, to try invalid actions and to compare worlds.
///
/// The crate's documentation shows a whole implementation. A subject declares every promise that its game cannot give,
/// with the reason; it omits nothing silently.
pub trait Subject: Sized + 'static {
    /// The game.
    type Game: Present;

    /// The folder with the game's tests: `concat!(env!("CARGO_MANIFEST_DIR"), "/tests")`.
    ///
    /// The transcript is `transcript.txt` in it; the digests are `digests.txt`, saved states `saves/v<schema>.jsonl`.
    const FOLDER: &'static str;

    /// The setup and the seed of the match that people read beside the rulebook: short, with each kind of decision if
    /// possible.
    const TRANSCRIPT: (&'static str, u64) = ("default", 1);

    /// Why a seat that owes nothing may still act, with the rule; `None` if it never may.
    const VOLUNTEERS: Option<&'static str> = None;

    /// Why every viewer of this game knows everything, with the rule; `None` if something is hidden.
    ///
    /// With `None`, [`Subject::redeal`] must find a different world at least once.
    const NOTHING_HIDDEN: Option<&'static str> = None;

    /// The setups that the suite plays: the default one first, and one for each option that changes the flow of a
    /// match.
    ///
    /// Each gets a digest and saved states, so names are file names: `a-z`, `0-9` and `-`.
    fn setups() -> Vec<GameSetup<Self::Game>>;

    /// A world that `viewer` cannot distinguish from `game` by the specification's table of visibility: everything that
    /// the viewer may not know is replaced. `None` if nothing can be replaced.
    ///
    /// It must be a reachable state: invariants hold in it.
    fn redeal(game: &Self::Game, viewer: Viewer, chance: &mut dyn Chance) -> Option<Self::Game>;

    /// The specification's invariants. At least one.
    fn invariants() -> Vec<Invariant<Self::Game>>;

    /// Two cases for each bound of an option that is no number, word or text of a form field: the kit itself checks
    /// those, and the number of seats.
    fn bounds() -> Vec<Bound<Self::Game>> {
        Vec::new()
    }

    /// Whether the scores of a match add up to a sum that follows from its options; and to which.
    fn score_sum() -> Declared<fn(&Config<Self>) -> i64>;

    /// Whether the rules treat all seats alike; and how the seats of a match are rotated.
    fn seats_alike() -> Declared<Rotation<Self::Game>>;

    /// Whether an event discloses a fact for a moment only, so that no later view contains this fact.
    ///
    /// The kit requires that a viewer with equal views received equal events. An exception needs a rule: name it.
    fn fleeting(event: &Event<Self>) -> bool {
        let _ = event;
        false
    }

    /// The result that a view states; `None` if it states none.
    fn result_in_view(view: &View<Self>) -> Option<Stated> {
        let _ = view;
        None
    }

    /// The result that an event states; `None` if it states none.
    fn result_in_event(event: &Event<Self>) -> Option<Stated> {
        let _ = event;
        None
    }

    /// An action, for a test to paste: Rust source.
    fn describe_action(action: &Action<Self>) -> String {
        format!("tinsel_engine_testkit::action(r#\"{}\"#)", crate::written(action))
    }
}

/// The result of a match, as a view or an event of its game states it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stated {
    /// The rank of each seat, if stated.
    pub ranks: Option<Vec<u8>>,
    /// The winners, if stated.
    pub winners: Option<SeatSet>,
}

/// A game setup that the suite plays: options and number of seats.
#[derive(Debug)]
pub struct GameSetup<G: GameEngine> {
    /// The name of its files: `a-z`, `0-9` and `-`.
    pub name: &'static str,
    /// The requested number of seats; `None` omits it.
    pub seats: Option<u32>,
    /// The requested options.
    pub draft: G::Draft,
}

impl<G: GameEngine> GameSetup<G> {
    /// A setup with these options and the game's own number of seats.
    #[must_use]
    pub const fn new(name: &'static str, draft: G::Draft) -> Self {
        Self {
            name,
            seats: None,
            draft,
        }
    }

    /// The setup with this requested number of seats.
    #[must_use]
    pub fn seats(self, seats: u32) -> Self {
        Self {
            seats: Some(seats),
            ..self
        }
    }
}

impl<G: GameEngine> Clone for GameSetup<G> {
    fn clone(&self) -> Self {
        Self {
            name: self.name,
            seats: self.seats,
            draft: self.draft.clone(),
        }
    }
}

/// One end of an option's range: the last value inside and the first one outside.
#[derive(Debug)]
pub struct Bound<G: GameEngine> {
    /// The option, as [`tinsel_engine::ConfigError::option`] names it.
    pub option: &'static str,
    /// The reason with which the options outside are refused.
    pub reason: &'static str,
    /// The requested number of seats in both cases.
    pub seats: Option<u32>,
    /// Options with the last value inside.
    pub inside: G::Draft,
    /// Options with the first value outside. They have no other fault.
    pub outside: G::Draft,
}

impl<G: GameEngine> Bound<G> {
    /// A bound with the game's own number of seats.
    #[must_use]
    pub const fn new(option: &'static str, reason: &'static str, inside: G::Draft, outside: G::Draft) -> Self {
        Self {
            option,
            reason,
            seats: None,
            inside,
            outside,
        }
    }

    /// The bound with this requested number of seats.
    #[must_use]
    pub fn seats(self, seats: u32) -> Self {
        Self {
            seats: Some(seats),
            ..self
        }
    }
}

/// A promise of the game, or the reason why it does not give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Declared<T> {
    /// The game promises it; the value is the input of the check.
    Yes(T),
    /// The game does not promise it; the sentence gives the reason, with the rule.
    No(&'static str),
}

/// How the seats of a match are rotated: seat i becomes seat i + 1, the last one becomes seat 0.
pub struct Rotation<G: GameEngine> {
    /// The match with the possessions of each seat moved to the next one.
    pub game: fn(&G) -> G,
    /// The action with every seat it names moved to the next one.
    pub action: fn(&G::Action, SeatCount) -> G::Action,
}

impl<G: GameEngine> std::fmt::Debug for Rotation<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rotation")
    }
}

/// One invariant of a specification.
pub struct Invariant<G: GameEngine> {
    /// Its ID in the specification.
    pub id: &'static str,
    /// The check.
    pub holds: Holds<G>,
}

/// The scope of an invariant.
pub enum Holds<G: GameEngine> {
    /// Every state.
    State(fn(&G) -> Result<(), String>),
    /// Every change, the start included.
    Change(fn(Change<'_, G>) -> Result<(), String>),
}

impl<G: GameEngine> Invariant<G> {
    /// An invariant of every state. The error describes the violation.
    #[must_use]
    pub const fn of_state(id: &'static str, holds: fn(&G) -> Result<(), String>) -> Self {
        Self {
            id,
            holds: Holds::State(holds),
        }
    }

    /// An invariant of every change. The error describes the violation.
    #[must_use]
    pub const fn of_change(id: &'static str, holds: fn(Change<'_, G>) -> Result<(), String>) -> Self {
        Self {
            id,
            holds: Holds::Change(holds),
        }
    }
}

impl<G: GameEngine> std::fmt::Debug for Invariant<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Invariant({})", self.id)
    }
}

impl<G: GameEngine> std::fmt::Debug for Holds<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::State(_) => "State",
            Self::Change(_) => "Change",
        })
    }
}

/// A change of a match: its start, or one decision.
#[derive(Debug)]
pub struct Change<'a, G: GameEngine> {
    /// The state before; `None` at the start.
    pub before: Option<&'a G>,
    /// The state after.
    pub after: &'a G,
    /// The events of the change.
    pub events: &'a Events<G::Event>,
    /// The draws of the change, in order.
    pub draws: &'a [Draw],
}

impl<G: GameEngine> Clone for Change<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: GameEngine> Copy for Change<'_, G> {}

impl<'a, G: GameEngine> Change<'a, G> {
    /// All events, in order.
    pub fn all_events(self) -> impl Iterator<Item = &'a G::Event> {
        self.events.iter().map(|addressed| &addressed.event)
    }

    /// The events that everyone receives, in order.
    pub fn public_events(self) -> impl Iterator<Item = &'a G::Event> {
        self.events.seen_by(Viewer::Spectator)
    }
}
