//! Grunkle Match: seven players bid garnets for skills, and try to end up poor.
//!
//! In each of seven rounds every seat seals one submission: bids on the skills that the round auctions, and the uses of
//! its own skills. After the seventh submission the round resolves: the highest amount that only one seat bid wins each
//! auction and is paid. A seat without a win gets a Grunko Pop, which counts 20 garnets. The lowest totals win Tokens
//! of Life; the highest is up for elimination, in a tie by a vote of the winners.
//!
//! The rules are `RULES.md`; comments such as `GM-12` name the rule that the code enforces.

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
mod limits;
mod naming;
mod present;
mod reject;
mod rules;
mod score;
mod secrecy;
mod state;
mod submission;
mod table;
#[cfg(feature = "testkit")]
pub mod testkit;
mod verdict;
mod view;
#[cfg(feature = "wire")]
mod wire;

use tinsel_engine::{
    Chance, ConfigError, Decision, Events, GameEngine, GameFacts, Outcome, ScoreOrder, SeatCount, SeatIndex, SeatSet,
    Secrecy, Viewer, options,
};

pub use action::{Action, Bid, Named, RequestedTheft, SubmitRound};
pub use components::{BySlot, Garnets, Phase, Round, SEAT_COUNT, SEATS, Skill, Skills, Slot};
pub use config::{Config, DeathMatchInfo, Draft};
pub use event::{Event, PopCause, Vote};
pub use legal::{Legal, LegalSubmission, Means};
pub use reject::{Field, Rejected, Wanted};
pub use score::{Ending, Scoring, SeatEnding, SeatScore};
pub use state::GrunkleMatch;
use state::Stage;
pub use submission::{Ballot, Move, SkillTheft};
pub use verdict::DecidedBy;
pub use view::{
    Auction, GarnetTheftView, OwnSubmission, OwnView, PastAuctions, Payment, SeatView, SkillTheftResult,
    SkillTheftView, Taken, View,
};

/// One submission per seat in each of seven rounds (GM-8), and a vote of each of at most four winners (GM-97).
const DECISIONS_MAX: u64 = 53;

impl GameEngine for GrunkleMatch {
    type Draft = Draft;
    type Config = Config;
    type Action = Action;
    type Move = Move;
    type Event = Event;
    type View = View;
    type Legal = Legal;
    type Reject = Rejected;

    const FACTS: GameFacts = GameFacts {
        id: "grunkle_match",
        title: "Grunkle Match",
        summary: "Seven players bid garnets for skills in seven rounds of sealed auctions, in which the highest bid \
                  that no other player made wins. The player with the fewest garnets at the end wins a Token of Life.",
        seats_min: SEATS,
        seats_max: SEATS,
        rules_version: 1,
        schema_version: 1,
        // GM-101, GM-R73: bids and the Death Match text stay secret after the end
        discloses_everything: false,
        options: || options::facts(config::OPTIONS),
        option_reasons: config::REASONS,
        phases: facts::PHASES,
        score_order: ScoreOrder::LowerIsBetter,
        score_unit: "garnets",
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
        DECISIONS_MAX
    }

    fn start(config: &Config, _chance: &mut dyn Chance) -> (Self, Events<Event>) {
        rules::start(config)
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
        match &self.stage {
            Stage::Bidding { .. } | Stage::TieBreak { .. } => None,
            Stage::Ended { verdict } => Some(score::outcome(&score::ending(&self.table, verdict, forfeited))),
        }
    }
}
