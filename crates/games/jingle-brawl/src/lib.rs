//! Jingle Brawl: three to twenty players bid, challenge and duel for gifts.
//!
//! In each turn of the Main Game the game draws a seat, which opens a gift; the others bid in secret for the right to
//! duel for it. If no seat bids, the Opener may challenge for another gift. The loser of a duel may challenge in turn.
//! The winner of a gift gives its old one away, and a gift that no seat can hold becomes a Misfit. Once all gifts are
//! open, seats without a gift enter the Misfit Lottery. It takes one Misfit out of the pile in each turn, until every
//! seat holds a gift.
//!
//! The rules are `RULES.md`; comments such as `JB-12` name the rule that the code enforces. `rules/settlement.rs`
//! contains the settlement of a duel, in the order of the specification.

mod absent;
mod action;
pub mod bot;
mod components;
mod config;
pub mod draws;
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

pub use tinsel_engine::options::Asked;

pub use action::{Action, GambitChoice, Move, ReprisalChoice};
pub use components::{
    Bank, ByGift, Card, Chips, CoinReason, Context, DuelKind, Face, GiftId, GiftName, Method, Naughty, Pair, Part,
    Path, Phase, Place, Purse, Rank, Reason, Response, SEATS_MAX, SEATS_MIN, Scoring, Side, Spot, Suit, Throw,
};
pub use config::{Config, Draft};
pub use event::{Bid, Event, Price, ReprisalRight};
pub use legal::Legal;
pub use reject::{Field, Rejected};
pub use rules::{Bar, Barred, Target, Targets};
pub use score::{Ending, ResultKind, SeatEnding};
pub use state::{Challengers, JingleBrawl, Report};
pub use view::{DuelView, GiftView, Own, View, Wish, WishesView};

impl GameEngine for JingleBrawl {
    type Draft = Draft;
    type Config = Config;
    type Action = Action;
    type Move = Move;
    type Event = Event;
    type View = View;
    type Legal = Legal;
    type Reject = Rejected;

    const FACTS: GameFacts = GameFacts {
        id: "jingle_brawl",
        title: "Jingle Brawl",
        summary: "Three to twenty players open gifts, bid in secret for the right to duel for them, and challenge and \
                  kick back until every player holds one.",
        seats_min: SEATS_MIN,
        seats_max: SEATS_MAX,
        rules_version: 1,
        schema_version: 1,
        discloses_everything: true,
        options: || options::facts(config::OPTIONS),
        option_reasons: config::REASONS,
        phases: facts::PHASES,
        score_order: ScoreOrder::HigherIsBetter,
        score_unit: "wish points",
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

    // JB-R9
    fn disclosed_options(config: &Config) -> Option<Draft> {
        config.disclosed()
    }

    fn seats(config: &Config) -> SeatCount {
        config.players
    }

    fn decisions_max(config: &Config) -> u64 {
        config.decisions_max()
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
        let ending = (self.phase() == Phase::Finished).then(|| score::ending(self, forfeited))?;
        Some(score::outcome(&ending, forfeited))
    }
}
