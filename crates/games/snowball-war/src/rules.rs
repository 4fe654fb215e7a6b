//! Validates actions and applies them completely, with their consequences.

mod abilities;
mod attack;
mod commit;
mod deal;
mod dice;
pub mod draws;
mod judge;
mod moves;
mod obstacles;
mod setup;
mod turn;

use tinsel_engine::{Chance, Events, SeatIndex, SeatSet, never};

pub(crate) use judge::{Reactions, force_reroll, pauls_dice, reactions, rush, swap, values_in_use};

use crate::{
    action::{Action, Made, Move},
    config::Config,
    event::Event,
    reject::Rejected,
    score,
    state::{SnowballWar, Stage, Table},
};
use commit::Commit;

/// Sets up a match: the first picker, and the obstacles.
// SW-15
pub(crate) fn start(config: &Config, chance: &mut dyn Chance) -> (SnowballWar, Events<Event>) {
    let first_picker = setup::first_picker(config, chance);
    let obstacles = obstacles::of(config, chance);
    let mut events = Events::new();
    events.everyone(Event::MatchCreated {
        first_picker,
        obstacles: obstacles.clone(),
    });
    let game = SnowballWar {
        config: config.clone(),
        table: Table::empty(first_picker, obstacles),
        stage: Stage::Draft { picker: first_picker },
    };
    (game, events)
}

/// Validates an action: its form first, then the end of the match, the seat, the phase, and the rest.
pub(crate) fn resolve(game: &SnowballWar, seat: SeatIndex, action: &Action) -> Result<Move, Rejected> {
    judge::judged(game, seat, action).map(|made| Move { seat, made })
}

/// The default of an inactive seat, validated like any other action.
pub(crate) fn absent(game: &SnowballWar, seat: SeatIndex) -> Result<Move, Rejected> {
    judge::by_default(game, seat).map(|made| Move { seat, made })
}

/// Applies a validated action and its consequences, until a seat owes a decision.
pub(crate) fn commit(game: &mut SnowballWar, made: Move, forfeited: SeatSet, chance: &mut dyn Chance) -> Events<Event> {
    let mut events = Events::new();
    let Move { seat, made } = made;
    let stage = game.stage.clone();
    let mut commit = Commit {
        config: &game.config,
        table: &mut game.table,
        chance,
        events: &mut events,
    };
    game.stage = commit.after(stage, seat, made);
    if let Some(ending) = score::ending(game, forfeited) {
        events.everyone(Event::MatchEnded(ending));
    }
    events
}

impl Commit<'_> {
    /// The next stage after a decision.
    fn after(&mut self, stage: Stage, seat: SeatIndex, made: Made) -> Stage {
        match (stage, made) {
            (Stage::Draft { .. }, Made::Picked(character)) => self.picked(seat, character),
            (Stage::Deploy { .. }, Made::Deployed(deployment)) => self.deployed(seat, deployment),
            (Stage::Reroll { pools, chosen }, Made::ChoseDice(dice)) => self.chose_dice(seat, dice, pools, chosen),
            (Stage::Allocate { pools, allocated }, Made::Allocated(cards)) => {
                self.allocated(seat, cards, pools, allocated)
            }
            (Stage::Action { .. }, Made::Threw(spend, target)) => self.threw(seat, spend, target),
            (Stage::Action { .. }, Made::Moved(spend, to)) => self.moved(seat, spend, to),
            (Stage::Action { .. }, Made::Discarded(character, slot)) => self.discarded(seat, character, slot),
            (Stage::Action { .. }, Made::DoubleThrew(target)) => self.double_threw(seat, target),
            (Stage::Action { .. }, Made::ForcedReroll(slot, target)) => self.forced(seat, slot, target),
            (Stage::Action { .. }, Made::Swapped(slot, team_mate)) => self.swapped(seat, slot, team_mate),
            (Stage::Action { .. }, Made::Rushed(slot)) => self.rushed(seat, slot),
            (Stage::ThrowAgain { character }, Made::ThrewAgain(target)) => self.threw_again(character, target),
            (Stage::MoveAgain { character }, Made::MovedAgain(to)) => self.moved_again(seat, character, to),
            (Stage::ThrowAgain { character } | Stage::MoveAgain { character }, Made::Skipped) => {
                self.skipped(seat, character, false)
            }
            (Stage::Reaction { attack, hit }, Made::Dodged(slot, value)) => {
                self.dodged(seat, (attack, hit), (slot, value))
            }
            (Stage::Reaction { attack, hit }, Made::Intercepted(slot)) => self.intercepted(seat, (attack, hit), slot),
            (Stage::Reaction { attack, hit }, Made::TookHit) => self.took_hit((attack, hit)),
            (Stage::Return { .. }, Made::Returned(arrivals)) => self.returned(seat, &arrivals),
            (stage, _) => {
                never!("SW-38: a decision is applied to the state it was judged on");
                stage
            }
        }
    }
}
