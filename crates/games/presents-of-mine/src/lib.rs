//! Presents of Mine: eight players pass, score and steal presents in a loop.
//!
//! Before the first round each seat selects five of ten presents; the more seats select a present, the staler it
//! starts. Five rounds follow. In each, every seat seals one submission: its passes to the three seats below it, or in
//! round 4 its thefts from the three above. After the eighth submission, presents move, abilities score and staleness
//! costs points. Then passed presents become fresher and the others staler. The highest total after round 5 wins.
//!
//! The rules are `RULES.md`; comments such as `PM-12` name the rule that the code enforces.

mod absent;
mod action;
pub mod bot;
mod components;
mod config;
mod counts;
mod event;
mod facts;
#[cfg(feature = "testkit")]
pub mod invariants;
mod legal;
mod naming;
mod present;
mod record;
mod reject;
mod reveal;
mod rules;
mod score;
mod secrecy;
mod state;
#[cfg(feature = "testkit")]
pub mod testkit;
mod text;
mod view;
#[cfg(feature = "wire")]
mod wire;

use tinsel_engine::{
    Chance, ConfigError, Decision, Events, GameEngine, GameFacts, Outcome, ScoreOrder, SeatCount, SeatIndex, SeatSet,
    Secrecy, Viewer, options,
};

pub use tinsel_engine::options::Asked;

pub use action::{Action, Move, Passing, Replacement, Sealed, Selection, Swap, Three};
pub use components::{
    Distance, Hand, Held, Layers, Letter, List, NotationError, Phase, Picture, Points, Present, PresentRef, Round,
    SEAT_COUNT, SEATS, Staleness, Step,
};
pub use config::{Config, Draft, ListReveal, PregameHands, Round3Majority};
pub use event::Event;
pub use legal::{Legal, Victim};
pub use record::{
    LastStep, LayersScored, LetterCount, Pass, Passes, Pregame, Ranked, Ranking, Replacements, ScoreLine, Scored,
    ScoredPresent, SeatPasses, Selected, Theft, Thefts, Transfer,
};
pub use reject::{Field, Rejected};
pub use state::PresentsOfMine;
use state::Stage;
pub use view::{ListView, OwnSubmission, PregameView, SeatView, View};

/// One submission per seat in the pregame and each of the five rounds (PM-4).
const DECISIONS: u64 = 48;

impl GameEngine for PresentsOfMine {
    type Draft = Draft;
    type Config = Config;
    type Action = Action;
    type Move = Move;
    type Event = Event;
    type View = View;
    type Legal = Legal;
    type Reject = Rejected;

    const FACTS: GameFacts = GameFacts {
        id: "presents_of_mine",
        title: "Presents of Mine",
        summary: "Eight players pass, score and steal presents in a loop; kept presents grow stale, and passed \
                  presents grow fresh. Every step is one sealed submission of every player.",
        seats_min: SEATS,
        seats_max: SEATS,
        rules_version: 1,
        schema_version: 1,
        discloses_everything: true,
        options: || options::facts(config::OPTIONS),
        option_reasons: config::REASONS,
        phases: facts::PHASES,
        score_order: ScoreOrder::HigherIsBetter,
        score_unit: "points",
        labels: score::LABELS,
        actions: facts::ACTIONS,
        defaults: facts::DEFAULTS,
        rules: include_str!("../RULES.md"),
    };

    fn configure(seats: Option<u32>, draft: Draft) -> Result<Config, ConfigError> {
        config::configure(seats, draft)
    }

    fn public_options(config: &Config) -> Draft {
        config.public()
    }

    fn seats(config: &Config) -> SeatCount {
        config.players()
    }

    fn decisions_max(_config: &Config) -> u64 {
        DECISIONS
    }

    fn start(config: &Config, chance: &mut dyn Chance) -> (Self, Events<Event>) {
        rules::start(config, chance)
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn owing(&self) -> SeatSet {
        self.owing()
    }

    fn secrecy(&self) -> Secrecy {
        secrecy::secrecy(self)
    }

    fn phase_name(&self) -> &'static str {
        self.phase().name()
    }

    fn pending_decisions(&self, viewer: Viewer) -> Vec<Decision<Action>> {
        absent::pending_decisions(self, viewer)
    }

    fn resolve(&self, seat: SeatIndex, action: &Action) -> Result<Move, Rejected> {
        rules::resolve(self, seat, action)
    }

    fn absent(&self, seat: SeatIndex) -> Result<Move, Rejected> {
        rules::absent(self, seat)
    }

    fn commit(&mut self, made: Move, forfeited: SeatSet, chance: &mut dyn Chance) -> Events<Event> {
        rules::commit(self, &made, forfeited, chance)
    }

    fn legal(&self, viewer: Viewer) -> Legal {
        legal::legal(self, viewer)
    }

    fn view(&self, viewer: Viewer, forfeited: SeatSet) -> View {
        view::view(self, viewer, forfeited)
    }

    fn outcome(&self, forfeited: SeatSet) -> Option<Outcome> {
        match &self.stage {
            Stage::Finished { table } => Some(score::outcome(&table.totals, forfeited)),
            Stage::Selecting { .. } | Stage::Passing { .. } | Stage::Stealing { .. } => None,
        }
    }
}
