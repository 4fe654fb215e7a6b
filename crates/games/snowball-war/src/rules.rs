//! What a seat may do and what comes of it: each action is judged, then applied whole.

mod abilities;
mod attack;
mod deal;
mod dice;
pub mod draws;
mod form;
mod hits;
mod obstacles;
mod setup;
mod turn;

use tinsel_engine::{Chance, Events, MatchContext, SeatIndex, never};

pub(crate) use abilities::{double_throw, force_reroll, rush, swap};
pub(crate) use attack::values_in_use;
pub(crate) use hits::{Reactions, reactions};
pub(crate) use setup::home_line;

use crate::{
    absent,
    action::{Action, Made, Move},
    config::Config,
    event::Event,
    reject::Rejected,
    score,
    state::{SnowballWar, Stage, Table},
};
use form::{Act, Wanted};

/// Sets up a match: who picks first, and the obstacles.
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

/// Judges an action: what can be said of it alone, then the end of the match, the seat, the phase, and the rest.
pub(crate) fn resolve(game: &SnowballWar, seat: SeatIndex, action: &Action) -> Result<Move, Rejected> {
    let wanted = form::read(action)?;
    owes(game, seat)?;
    let made = judge(game, seat, &wanted)?;
    Ok(Move { seat, made })
}

/// The default of an absent seat, judged like any other action.
pub(crate) fn absent(game: &SnowballWar, seat: SeatIndex) -> Result<Move, Rejected> {
    owes(game, seat)?;
    match absent::default_of(game, seat) {
        Some(action) => resolve(game, seat, &action),
        None => Err(Rejected::NotYourDecision),
    }
}

fn owes(game: &SnowballWar, seat: SeatIndex) -> Result<(), Rejected> {
    if let Stage::Finished { .. } = game.stage {
        return Err(Rejected::MatchOver);
    }
    if game.owing().contains(seat) {
        Ok(())
    } else {
        Err(Rejected::NotYourDecision)
    }
}

fn judge(game: &SnowballWar, seat: SeatIndex, wanted: &Wanted<'_>) -> Result<Made, Rejected> {
    match &game.stage {
        Stage::Draft { .. } => setup::pick(game, wanted),
        Stage::Deploy { .. } => setup::deploy(game, seat, wanted),
        Stage::Reroll { pools, .. } => dice::reroll(pools.at(seat), wanted),
        Stage::Allocate { pools, .. } => dice::allocate(game, seat, pools.at(seat), wanted),
        Stage::Action { .. } => match wanted {
            Wanted::Act(act) => judge_act(game, seat, act),
            Wanted::Pick(_)
            | Wanted::Deploy { .. }
            | Wanted::Reroll(_)
            | Wanted::Allocate(_)
            | Wanted::ThrowAgain(_)
            | Wanted::MoveAgain(_)
            | Wanted::Skip
            | Wanted::React(_)
            | Wanted::Return(_) => Err(Rejected::WrongAction),
        },
        Stage::Reaction { attack, .. } => hits::react(game, seat, attack, wanted),
        Stage::ThrowAgain { character } => attack::throw_again(game, seat, *character, wanted),
        Stage::MoveAgain { character } => attack::move_again(game, *character, wanted),
        Stage::Return { .. } => setup::come_back(game, seat, wanted),
        Stage::Finished { .. } => Err(Rejected::MatchOver),
    }
}

// SW-38, SW-R59: one use of one die, or one ability
fn judge_act(game: &SnowballWar, seat: SeatIndex, act: &Act) -> Result<Made, Rejected> {
    match act {
        Act::Throw(asked, target) => attack::throw(game, seat, asked, *target),
        Act::Move(asked, to) => attack::walk(game, seat, asked, *to),
        Act::Discard(asked) => attack::discard(game, seat, asked),
        Act::DoubleThrow(target) => double_throw(game, seat, *target),
        Act::ForceReroll(die, target) => force_reroll(game, seat, *die, *target),
        Act::Swap(die, team_mate) => swap(game, seat, *die, *team_mate),
        Act::Rush(die) => rush(game, seat, *die),
    }
}

/// Applies what was judged, and all that follows until somebody owes a decision.
pub(crate) fn commit(
    game: &mut SnowballWar,
    made: Move,
    context: &MatchContext,
    chance: &mut dyn Chance,
) -> Events<Event> {
    let mut events = Events::new();
    let Move { seat, made } = made;
    let stage = game.stage.clone();
    let mut course = Course {
        config: &game.config,
        table: &mut game.table,
        chance,
        events: &mut events,
    };
    game.stage = course.after(stage, seat, made);
    if let Some(ending) = score::ending(game, context) {
        events.everyone(Event::MatchEnded(ending));
    }
    events
}

/// A match while a decision is being applied.
pub(crate) struct Course<'a> {
    config: &'a Config,
    table: &'a mut Table,
    chance: &'a mut dyn Chance,
    events: &'a mut Events<Event>,
}

impl Course<'_> {
    fn tell(&mut self, event: Event) {
        self.events.everyone(event);
    }

    /// What the match waits for after a decision.
    fn after(&mut self, stage: Stage, seat: SeatIndex, made: Made) -> Stage {
        match made {
            Made::Picked(character) => self.picked(seat, character),
            Made::Deployed(deployment) => self.deployed(seat, deployment),
            Made::ChoseDice(dice) => self.chose_dice(stage, seat, dice),
            Made::Allocated(cards) => self.allocated(stage, seat, cards),
            Made::Threw(spend, target) => self.threw(seat, spend, target),
            Made::Moved(spend, to) => self.moved(seat, spend, to),
            Made::Discarded(character, slot) => self.discarded(seat, character, slot),
            Made::DoubleThrew(target) => self.double_threw(seat, target),
            Made::ForcedReroll(slot, target) => self.forced(seat, slot, target),
            Made::Swapped(slot, team_mate) => self.swapped(seat, slot, team_mate),
            Made::Rushed(slot) => self.rushed(seat, slot),
            Made::ThrewAgain(target) => self.threw_again(stage, target),
            Made::MovedAgain(to) => self.moved_again(stage, seat, to),
            Made::Skipped => self.skipped(stage, seat),
            Made::Dodged(slot, value) => self.dodged(stage, seat, slot, value),
            Made::Intercepted(slot) => self.intercepted(stage, seat, slot),
            Made::TookHit => self.took_hit(stage),
            Made::Returned(arrivals) => self.returned(seat, &arrivals),
        }
    }
}

/// What cannot be: a decision that was judged in one stage is applied in another. Nothing happens then.
fn astray(stage: Stage) -> Stage {
    never!("SW-38: a decision is applied to the state it was judged on");
    stage
}
