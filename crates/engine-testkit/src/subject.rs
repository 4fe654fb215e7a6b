//! What a game lends the kit.

use tinsel_engine::{Chance, Events, GameEngine, SeatCount, SeatSet, Viewer};

use crate::{script::Draw, step::Step};

/// A game's actions.
pub type Action<S> = <<S as Subject>::Game as GameEngine>::Action;
/// A game's refusals.
pub type Reject<S> = <<S as Subject>::Game as GameEngine>::Reject;
/// A game's checked options.
pub type Config<S> = <<S as Subject>::Game as GameEngine>::Config;
/// What a game offers a viewer.
pub type Legal<S> = <<S as Subject>::Game as GameEngine>::Legal;
/// A game's events.
pub type Event<S> = <<S as Subject>::Game as GameEngine>::Event;
/// What a viewer of a game may know.
pub type View<S> = <<S as Subject>::Game as GameEngine>::View;

/// What a game lends the kit, so that the kit can play it, lie to it and compare its worlds.
///
/// The crate's documentation shows a whole implementation. Everything that a game cannot promise is declared here
/// with its reason; nothing is left out silently.
pub trait Subject: Sized + 'static {
    /// The game.
    type Game: GameEngine;

    /// The folder with the game's tests: `concat!(env!("CARGO_MANIFEST_DIR"), "/tests")`.
    ///
    /// Transcripts are in `playthroughs/<table>.txt` below it, saved states in `saves/v<schema>/<table>-<when>.json`.
    const FOLDER: &'static str;

    /// Why a seat that owes nothing may still act, naming the rule; `None` if it never may.
    const VOLUNTEERS: Option<&'static str> = None;

    /// Why no viewer of this game ever misses anything, naming the rule; `None` if something is hidden.
    ///
    /// With `None`, [`Subject::redeal`] must find a different world at least once.
    const NOTHING_HIDDEN: Option<&'static str> = None;

    /// The tables the suite is run on: the default one first, and one for each option that changes how a match flows.
    ///
    /// Each gets a transcript and saved states, so names are file names: `a-z`, `0-9` and `-`.
    fn tables() -> Vec<Table<Self::Game>>;

    /// A random action out of what `legal` offers, or `None` if it offers nothing.
    ///
    /// Reads `legal` alone, as a bot written by a stranger would. Every action that is allowed should be drawn
    /// sometimes.
    fn random_action(legal: &Legal<Self>, chance: &mut dyn Chance) -> Option<Action<Self>>;

    /// Whether `legal` allows `action`, judged from `legal` alone.
    fn allows(legal: &Legal<Self>, action: &Action<Self>) -> bool;

    /// A nonsensical action: each kind with fields unset, duplicated, out of range, at the ends of their integers.
    ///
    /// The kit adds near misses by itself: actions of other seats, and of earlier in the match.
    fn hostile_action(chance: &mut dyn Chance) -> Action<Self>;

    /// A world that `viewer` cannot tell from `game` by the specification's table of visibility, with everything
    /// that the viewer may not know dealt anew. `None` if there is nothing to deal.
    ///
    /// It must be a state that play could have reached: invariants hold in it.
    fn redeal(game: &Self::Game, viewer: Viewer, chance: &mut dyn Chance) -> Option<Self::Game>;

    /// The specification's invariants. At least one.
    fn invariants() -> Vec<Invariant<Self::Game>>;

    /// Two cases for each bound of each option. The number of seats is the kit's to check.
    fn bounds() -> Vec<Bound<Self::Game>>;

    /// Whether the scores of a match add up to a sum that its options decide; and to which.
    fn score_sum() -> Declared<fn(&Config<Self>) -> i64>;

    /// Whether the rules treat all seats alike; and how the seats of a match are rotated.
    fn seats_alike() -> Declared<Rotation<Self::Game>>;

    /// Whether the rules tell this event for a moment only, so that no view keeps what it tells.
    ///
    /// The kit holds that whoever sees two equal views was told equal events. An exception needs a rule: name it.
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

    /// An action, for a transcript and for a test to be pasted: Rust source where that can be had.
    fn describe_action(action: &Action<Self>) -> String {
        format!("{action:?}")
    }

    /// An event, for a transcript.
    fn describe_event(event: &Event<Self>) -> String {
        crate::text::plain(&format!("{event:?}"))
    }

    /// A view, for a transcript: one line for each thing that can change.
    fn describe_view(view: &View<Self>) -> String {
        crate::text::fields(&format!("{view:?}"))
    }
}

/// How a match ended, as a view or an event of its game states it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stated {
    /// The rank of each seat, where it states ranks.
    pub ranks: Option<Vec<u8>>,
    /// The seats that have won, where it states them.
    pub winners: Option<SeatSet>,
}

/// A table the suite is run on.
#[derive(Debug)]
pub struct Table<G: GameEngine> {
    /// The name of its files: `a-z`, `0-9` and `-`.
    pub name: &'static str,
    /// The number of seats asked for; `None` leaves it out.
    pub seats: Option<u32>,
    /// The options asked for.
    pub draft: G::Draft,
}

impl<G: GameEngine> Table<G> {
    /// A table with these options and the game's own number of seats.
    #[must_use]
    pub const fn new(name: &'static str, draft: G::Draft) -> Self {
        Self {
            name,
            seats: None,
            draft,
        }
    }

    /// The table with this many seats asked for.
    #[must_use]
    pub fn seats(self, seats: u32) -> Self {
        Self {
            seats: Some(seats),
            ..self
        }
    }
}

impl<G: GameEngine> Clone for Table<G> {
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
    /// The number of seats asked for in both cases.
    pub seats: Option<u32>,
    /// Options with the last value inside.
    pub inside: G::Draft,
    /// Options with the first value outside. Nothing else is wrong with them.
    pub outside: G::Draft,
}

impl<G: GameEngine> Bound<G> {
    /// A bound with the game's own number of seats.
    #[must_use]
    pub const fn new(option: &'static str, inside: G::Draft, outside: G::Draft) -> Self {
        Self {
            option,
            seats: None,
            inside,
            outside,
        }
    }

    /// The bound with this many seats asked for.
    #[must_use]
    pub fn seats(self, seats: u32) -> Self {
        Self {
            seats: Some(seats),
            ..self
        }
    }
}

/// Something a game promises, or the reason why it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Declared<T> {
    /// The game promises it; this is what checking it takes.
    Yes(T),
    /// The game does not promise it, and why: in a sentence, with the rule.
    No(&'static str),
}

/// How the seats of a match are rotated: seat i becomes seat i + 1, the last one becomes seat 0.
pub struct Rotation<G: GameEngine> {
    /// The match with everything of each seat moved to the next one.
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
    /// What it says.
    pub holds: Holds<G>,
}

/// What an invariant speaks of.
pub enum Holds<G: GameEngine> {
    /// Every state.
    State(fn(&G) -> Result<(), String>),
    /// Every change, the start included.
    Change(fn(&Change<'_, G>) -> Result<(), String>),
}

impl<G: GameEngine> Invariant<G> {
    /// An invariant of every state. The error says what is wrong.
    #[must_use]
    pub const fn of_state(id: &'static str, holds: fn(&G) -> Result<(), String>) -> Self {
        Self {
            id,
            holds: Holds::State(holds),
        }
    }

    /// An invariant of every change. The error says what is wrong.
    #[must_use]
    pub const fn of_change(id: &'static str, holds: fn(&Change<'_, G>) -> Result<(), String>) -> Self {
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
    /// What was decided; `None` at the start.
    pub step: Option<&'a Step<G::Action>>,
    /// What was told of it.
    pub events: &'a Events<G::Event>,
    /// What was drawn for it, in order.
    pub draws: &'a [Draw],
    /// Everything drawn since the start, in order.
    pub draws_so_far: &'a [Draw],
    /// The state after.
    pub after: &'a G,
}
