//! Before a match begins: taking seats, and beginning.

use prost::Message;
use tinsel_engine::{SeatIndex, Viewer};
use tinsel_proto::v1::{MatchBegun, SeatTaken, match_event};
use tinsel_store::{Change, MatchId, Revision, UnixMillis};

use crate::{
    bots,
    change::Next,
    error::RpcError,
    history::Step,
    log::Entry,
    show,
    table::{Occupant, Play, Setup, Start, Table, Visibility},
    time_control::Clocks,
};

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
    if table.play.is_some() {
        return Err(RpcError::MatchStarted);
    }
    let seat = open_seat(&table.setup, wanted)?;
    let occupant = who(&table.setup, seat);
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

/// Starts a match whose seats are all taken.
pub(crate) fn start<R>(table: &Table, now: UnixMillis, answer: impl Fn(Revision) -> R) -> Result<Next<R>, RpcError> {
    if table.play.is_some() {
        return Err(RpcError::MatchStarted);
    }
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

fn open_seat(setup: &Setup, wanted: Option<u32>) -> Result<SeatIndex, RpcError> {
    let open = setup.open_seats();
    let Some(wanted) = wanted else {
        return open.iter().next().ok_or(RpcError::MatchFull);
    };
    let seats = setup.seats.seats();
    let seat = u8::try_from(wanted)
        .ok()
        .map(SeatIndex::new)
        .filter(|seat| seats.has(*seat));
    let seat = seat.ok_or_else(|| RpcError::NoSuchSeat {
        last: seats.get().saturating_sub(1),
    })?;
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
    let play = Play {
        game: started.after,
        clocks: Clocks::start(setup.time_control, &setup.seats, now),
    };
    let (play, moved) = bots::play(setup, play, now);
    steps.extend(moved);
    Ok((table.with_setup(setup.without_options())?.with_play(play), steps))
}

/// What becomes of a match's place in the lobby, when it comes to stand at `revision`.
pub(crate) fn entry(
    id: MatchId,
    table: &Table,
    revision: Revision,
    began: bool,
) -> Result<Change<bytes::Bytes>, RpcError> {
    if table.play.is_some() {
        return Ok(if began { Change::Clear } else { Change::Keep });
    }
    match table.setup.visibility {
        Visibility::Private => Ok(Change::Keep),
        Visibility::Public => {
            let shown = show::match_of(id, table, Viewer::Spectator)?;
            let shown = tinsel_proto::v1::Match {
                revision: revision.get(),
                ..shown
            };
            Ok(Change::Set(shown.encode_to_vec().into()))
        }
    }
}
