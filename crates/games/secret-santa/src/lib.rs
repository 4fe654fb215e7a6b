//! Secret Santa: three to eight players compete to give their presents away first.
//!
//! In each deal the players get the whole deck. A seat leads a round with a set of equal gifts. The others beat it with
//! the same number of a higher value, until all have passed; the winner leads the next round. Special cards win rounds,
//! end them, give plays back or swap seats. Some answer a turn or come between rounds: then all eligible seats answer
//! sealed and at once, so that neither speed nor the request to answer discloses anything. The first seat without cards
//! gets the most points.
//!
//! The rules are `RULES.md`; comments such as `SS-12` name the rule that the code enforces.

mod absent;
mod action;
pub mod bot;
mod components;
mod config;
mod event;
mod facts;
#[cfg(feature = "testkit")]
pub mod invariants;
mod legal;
mod naming;
mod present;
mod reject;
mod rules;
mod score;
mod secrecy;
mod state;
#[cfg(feature = "testkit")]
pub mod testkit;
mod view;
#[cfg(feature = "wire")]
mod wire;

use tinsel_engine::{
    Chance, ConfigError, Decision, Events, GameEngine, GameFacts, Outcome, ScoreOrder, SeatCount, SeatIndex, SeatSet,
    Secrecy, Viewer, options,
};

pub use action::{Action, Move};
pub use components::{
    Card, Cards, DealFirst, FinalGift, Gift, Phase, Place, Points, SEATS_MAX, SEATS_MIN, Scope, Special, Standing,
    TableOrder, Value,
};
pub use config::{Config, Draft};
pub use event::{Event, Placed};
pub use legal::{Choice, GiftSet, Legal, Turns};
pub use reject::{Field, Rejected};
use state::Stage;
pub use state::{Laid, Play, SecretSanta, Used};
pub use view::{OwnView, SeatView, View};

impl GameEngine for SecretSanta {
    type Draft = Draft;
    type Config = Config;
    type Action = Action;
    type Move = Move;
    type Event = Event;
    type View = View;
    type Legal = Legal;
    type Reject = Rejected;

    const FACTS: GameFacts = GameFacts {
        id: "secret_santa",
        title: "Secret Santa",
        summary: "Three to eight players get rid of their presents: sets of equal gifts are beaten by as many of a \
                  higher value, special cards turn the round, and the first player without cards gets the most points.",
        seats_min: SEATS_MIN,
        seats_max: SEATS_MAX,
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
        config.players
    }

    fn decisions_max(config: &Config) -> u64 {
        rules::decisions_max(config)
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
        rules::commit(self, made, forfeited, chance)
    }

    fn legal(&self, viewer: Viewer) -> Legal {
        legal::legal(self, viewer)
    }

    fn view(&self, viewer: Viewer, _: SeatSet) -> View {
        view::view(self, viewer)
    }

    fn outcome(&self, forfeited: SeatSet) -> Option<Outcome> {
        match &self.stage {
            Stage::Fruitcake { .. } | Stage::Turn { .. } | Stage::Holly { .. } | Stage::Snow { .. } => None,
            Stage::Over => Some(score::outcome(self, forfeited)),
        }
    }
}
