//! Snowball War, which is "Jingle Bells WAR IS HELL SNOWMAN'S GONNA PAY": a snowball skirmish for two, measured in
//! millimetres.
//!
//! Each seat has a snowman and drafts three of six characters. In every turn both roll two dice for each character in
//! play, re-roll some, and allocate them in secret. Then they act in turns, a die at a time: throw a snowball within
//! range and along a clear line, move, or use an ability. A character with too many cold tokens runs away until it has
//! warmed up. The seat that puts the fourth token on the other's snowman wins.
//!
//! The rules are `RULES.md`; comments such as `SW-12` name the rule that the code enforces.

mod absent;
mod action;
pub mod bot;
mod components;
mod config;
mod event;
mod facts;
mod field;
mod ground;
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

pub use tinsel_engine::options::Asked;

pub use action::{Action, Arrival, CardAsked, Choice, Move, Placement, Spot};
pub use components::{
    ByCharacter, Card, Character, DiceSet, Die, DieUse, Disc, Face, FaceAction, LegalDodge, Obstacle, Phase, Piece,
    Point, SEAT_COUNT, SEATS, Sheet, Slot, Symbol, Times,
};
pub use config::{Config, Draft, FaceDraft, FirstPicker, Measures, SheetDraft};
pub use event::{DealtCard, Event, ForcedDie};
pub use ground::{Area, Ground, Shape};
pub use legal::{Acting, Aimed, CharacterActing, Deploying, DieActing, Homecoming, Legal, Target, ValueUse};
pub use reject::Rejected;
pub use rules::draws;
pub use score::Ending;
pub use state::{Condition, EndReason, Opening, SnowballWar};
pub use view::{CharacterView, HitView, OwnView, PoolView, SnowmanView, View};

impl GameEngine for SnowballWar {
    type Draft = Draft;
    type Config = Config;
    type Action = Action;
    type Move = Move;
    type Event = Event;
    type View = View;
    type Legal = Legal;
    type Reject = Rejected;

    const FACTS: GameFacts = GameFacts {
        id: "snowball_war",
        title: "Jingle Bells WAR IS HELL SNOWMAN'S GONNA PAY",
        summary: "Two players throw snowballs on a field measured in millimetres, with dice that are allocated in \
                  secret to three drafted characters each; the player who puts the fourth token on the other's snowman wins.",
        seats_min: SEATS,
        seats_max: SEATS,
        rules_version: 1,
        schema_version: 1,
        discloses_everything: true,
        options: || options::facts(config::OPTIONS),
        option_reasons: config::REASONS,
        phases: facts::PHASES,
        score_order: ScoreOrder::HigherIsBetter,
        score_unit: "",
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

    // SW-I12
    fn decisions_max(config: &Config) -> u64 {
        u64::from(config.turn_limit).saturating_mul(54).saturating_add(7)
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

    fn view(&self, viewer: Viewer, forfeited: SeatSet) -> View {
        view::view(self, viewer, forfeited)
    }

    fn outcome(&self, forfeited: SeatSet) -> Option<Outcome> {
        score::ending(self, forfeited).map(|ending| score::outcome(&ending, forfeited))
    }
}
