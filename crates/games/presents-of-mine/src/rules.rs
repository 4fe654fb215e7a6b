//! Validates and applies submissions. The files below contain the rules of each phase. `counts.rs` contains
//! those that `reveal.rs` needs, too.

mod aging;
mod judge;
mod opening;
mod pass;
mod round;
mod select;
mod steal;

pub(crate) use aging::aged;
#[cfg(feature = "testkit")]
pub(crate) use {opening::opened, steal::DRAW_OF_A_THEFT};

use tinsel_engine::{Chance, Events, SeatIndex, SeatSet, never};

use crate::{
    action::{Action, Move, Sealed, Submission},
    components::List,
    config::{Config, ListReveal},
    event::{self, Event},
    reject::Rejected,
    state::{PresentsOfMine, Stage, complete, nothing_sealed},
};

/// The first state of a match.
pub(crate) fn start(config: &Config, chance: &mut dyn Chance) -> (PresentsOfMine, Events<Event>) {
    let list = match config.list_reveal {
        ListReveal::AfterSelection => None,
        // PM-13, PM-R8
        ListReveal::BeforeSelection => Some(List::draw(chance)),
    };
    let game = PresentsOfMine {
        config: *config,
        stage: Stage::Selecting {
            list,
            sealed: nothing_sealed(),
        },
    };
    (game, event::started(config, list))
}

/// Validates an action by the checks of the specification, section 6, in their order.
pub(crate) fn resolve(game: &PresentsOfMine, seat: SeatIndex, action: &Action) -> Result<Move, Rejected> {
    judge::judged(game, seat, action).map(|submission| Move::asked(seat, submission))
}

/// The default of an inactive seat; the service decides when it is due.
// PM-R76, PM-R78
pub(crate) fn absent(game: &PresentsOfMine, seat: SeatIndex) -> Result<Move, Rejected> {
    judge::by_default(game, seat).map(|submission| Move::default_of(seat, submission))
}

/// Stores a submission, and resolves the step if it was the last.
pub(crate) fn commit(
    game: &mut PresentsOfMine,
    made: &Move,
    forfeited: SeatSet,
    chance: &mut dyn Chance,
) -> Events<Event> {
    let mut events = event::submitted(game, made);
    seal(game, made);
    // PM-4, PM-25: nothing resolves before the eighth.
    if let Some(next) = resolved(game, chance, &mut events) {
        game.stage = next;
    }
    if let Stage::Finished { table } = &game.stage {
        event::finished(&table.totals, forfeited, &mut events);
    }
    events
}

/// Stores a submission without resolving the step.
pub(crate) fn seal(game: &mut PresentsOfMine, made: &Move) {
    let (seat, by_default) = (made.seat(), made.by_default());
    match (&mut game.stage, *made.submission()) {
        (Stage::Selecting { sealed, .. }, Submission::Selection(content)) => {
            *sealed.at_mut(seat) = Some(Sealed { content, by_default });
        }
        (Stage::Passing { sealed, .. }, Submission::Passing(content)) => {
            *sealed.at_mut(seat) = Some(Sealed { content, by_default });
        }
        (Stage::Stealing { sealed, .. }, Submission::Stealing(content)) => {
            *sealed.at_mut(seat) = Some(Sealed { content, by_default });
        }
        (
            Stage::Selecting { .. } | Stage::Passing { .. } | Stage::Stealing { .. } | Stage::Finished { .. },
            Submission::Selection(_) | Submission::Passing(_) | Submission::Stealing(_),
        ) => never!("a move is committed on the state it was judged on"),
    }
}

/// The next stage, once every seat has submitted; `None` before.
fn resolved(game: &PresentsOfMine, chance: &mut dyn Chance, events: &mut Events<Event>) -> Option<Stage> {
    match &game.stage {
        Stage::Selecting { list, sealed } => {
            let sealed = complete(sealed)?;
            Some(select::close(&game.config, *list, &sealed, chance, events))
        }
        Stage::Passing { round, sealed, table } => {
            let sealed = complete(sealed)?;
            let last = pass::transfer(&game.config, *round, table, &sealed);
            Some(round::close(&game.config, table, last, events))
        }
        Stage::Stealing { sealed, table } => {
            let sealed = complete(sealed)?;
            let last = steal::transfer(table, &sealed, chance);
            Some(round::close(&game.config, table, last, events))
        }
        Stage::Finished { .. } => None,
    }
}
