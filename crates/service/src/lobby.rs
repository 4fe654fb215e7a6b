//! Before a match begins: taking seats and leaving them, and beginning.

use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{MatchBegun, MatchCreated, SeatOpened, SeatTaken, match_event};
use tinsel_store::{MatchStore, Revision, UnixMillis};

use crate::{
    bots,
    change::Next,
    deps::Deps,
    error::RpcError,
    history::Step,
    log::Entry,
    open_matches::Owner,
    show,
    table::{Occupant, Plan, Play, Secrets, Setup, Start, Table},
};

/// How often the seats of a match may be left before nobody can join any more. Whoever comes and goes all the time must
/// not push what has happened, and what was answered, out of what is kept of a match.
const LEFT_MAX: u32 = 256;

/// A match with all seats open.
pub(crate) fn create<S: MatchStore>(deps: &Deps<S>, plan: Plan, owner: Option<Owner>) -> Result<Next<()>, RpcError> {
    let now = deps.clock.now();
    let mut created = Entry::new(now);
    created.tell(match_event::Event::MatchCreated(MatchCreated {
        game_id: plan.game.as_str().to_owned(),
    }));
    Ok(Next {
        table: Table::in_lobby(Setup::new(plan, Secrets::draw(deps), now).owned_by(owner))?,
        steps: vec![Step::of_lobby(created)],
        answer: (),
    })
}

/// Seats somebody: in the seat that is asked for, or in the first open one. `who` is told the seat it gets.
///
/// The last one to come starts a match that starts when it is full.
pub(crate) fn take_seat<R>(
    table: &Table,
    now: UnixMillis,
    wanted: Option<u32>,
    who: impl Fn(&Setup, SeatIndex) -> Occupant,
    answer: impl Fn(SeatIndex, Revision) -> R,
) -> Result<Next<R>, RpcError> {
    is_in_lobby(table)?;
    let seat = open_seat(&table.setup, wanted)?;
    let occupant = who(&table.setup, seat);
    if matches!(occupant, Occupant::Player { .. }) && table.setup.times_left() >= LEFT_MAX {
        return Err(RpcError::JoiningClosed);
    }
    if table.setup.has_name(occupant.name()) {
        return Err(RpcError::NameTaken);
    }
    let mut setup = Setup::clone(&table.setup);
    *setup.seats.at_mut(seat) = occupant;

    let mut taken = Entry::new(now);
    taken.tell(match_event::Event::SeatTaken(SeatTaken {
        seat: Some(show::seat(seat, setup.seats.at(seat), None)),
    }));
    let mut table = table.with_setup(setup)?;
    let answer = answer(seat, table.version.revision.plus(1));
    let mut steps = vec![Step::of_lobby(taken)];
    if table.setup.start == Start::WhenFull && table.setup.open_seats().is_empty() {
        (table, steps) = begin(&table, now, steps)?;
    }
    Ok(Next { table, steps, answer })
}

/// Opens a seat that its player leaves.
pub(crate) fn leave_seat<R>(
    table: &Table,
    now: UnixMillis,
    seat: SeatIndex,
    answer: impl Fn(Revision) -> R,
) -> Result<Next<R>, RpcError> {
    is_in_lobby(table)?;
    let mut setup = Setup::clone(&table.setup);
    *setup.seats.at_mut(seat) = Occupant::Open;
    setup.end_sitting(seat);
    let mut opened = Entry::new(now);
    opened.tell(match_event::Event::SeatOpened(SeatOpened {
        seat: u32::from(seat.get()),
    }));
    Ok(Next {
        answer: answer(table.version.revision.plus(1)),
        table: table.with_setup(setup)?,
        steps: vec![Step::of_lobby(opened)],
    })
}

/// Starts a match whose seats are all taken.
pub(crate) fn start<R>(table: &Table, now: UnixMillis, answer: impl Fn(Revision) -> R) -> Result<Next<R>, RpcError> {
    is_in_lobby(table)?;
    let open: Vec<_> = table.setup.open_seats().iter().collect();
    if !open.is_empty() {
        return Err(RpcError::SeatsOpen { open: open.len() });
    }
    let (table_after, steps) = begin(table, now, Vec::new())?;
    Ok(Next {
        table: table_after,
        steps,
        answer: answer(table.version.revision.plus(1)),
    })
}

fn is_in_lobby(table: &Table) -> Result<(), RpcError> {
    if table.is_over() {
        Err(RpcError::MatchOver)
    } else if table.play.is_some() {
        Err(RpcError::MatchStarted)
    } else {
        Ok(())
    }
}

fn open_seat(setup: &Setup, wanted: Option<u32>) -> Result<SeatIndex, RpcError> {
    let open = setup.open_seats();
    let Some(wanted) = wanted else {
        return open.iter().next().ok_or(RpcError::MatchFull);
    };
    let seat = setup.seat(wanted)?;
    if open.contains(seat) {
        Ok(seat)
    } else {
        Err(RpcError::SeatTaken { seat })
    }
}

/// Begins play, and lets the bots move that move first.
fn begin(table: &Table, now: UnixMillis, mut steps: Vec<Step>) -> Result<(Table, Vec<Step>), RpcError> {
    let setup = &table.setup;
    let game = setup.game()?.game();
    let started = game.start(&setup.options, setup.seed()).map_err(RpcError::internal)?;

    let mut begun = Entry::new(now);
    let seats = u32::from(setup.seats.seats().get());
    begun.tell(match_event::Event::MatchBegun(MatchBegun { seats }));
    begun.tell_game(started.told);
    steps.push(Step::of_game(begun, &started.after));
    let (play, moved) = bots::play(setup, Play::start(setup, started.after, now), now);
    steps.extend(moved);
    Ok((table.with_setup(setup.without_options())?.with_play(play), steps))
}

#[cfg(test)]
mod tests;
