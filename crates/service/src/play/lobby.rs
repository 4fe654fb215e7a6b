//! The lobby: taking and leaving seats, and starting the match.

mod newcomer;

use std::{collections::BTreeSet, time::Duration};

use bytes::Bytes;
use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{MatchBegun, MatchCreated, SeatOpened, SeatTaken, match_event};
use tinsel_store::UnixMillis;

pub(super) use newcomer::Newcomer;

use super::{
    automatic,
    command::Player,
    host,
    not_applied::NotApplied,
    transition::{PendingEntry, Transition},
};
use crate::{
    error::RpcError,
    record::{
        ABSENT_MS, Host, MatchRecord, Occupant, Play, PlayerRef, SeatPresence, Setup, Start, Visibility, display_name,
        log_entry::LogEntry,
    },
    views::show,
};

/// The maximum of times that seats of a match may be left before no more players can join. Otherwise repeated joining
/// and leaving would push log entries and stored responses out of the retention of a match.
const LEFT_MAX: u32 = 256;

/// A match with this setup, in which its creator may have a seat.
pub(crate) fn create(setup: Setup) -> Result<Transition, RpcError> {
    let now = setup.created();
    let mut created = LogEntry::new(now);
    created.tell(match_event::Event::MatchCreated(MatchCreated {
        game_id: setup.game_label().to_owned(),
        rematch_of: setup
            .rematch_of
            .as_ref()
            .map(|rematch| rematch.of.clone())
            .unwrap_or_default(),
    }));
    let seats = setup.seats.enumerate();
    let taken = seats.filter(|(_, occupant)| **occupant != Occupant::Open);
    let taken = taken.map(|(seat, _)| entry_of_taken(&setup, seat, now));
    let entries = std::iter::once(created).chain(taken);
    let entries = entries.map(|entry| PendingEntry::new(entry, None)).collect();
    let mut record = MatchRecord::in_lobby(setup)?;
    record.written = now;
    Ok(Transition::new(record, entries))
}

/// The log entry about a seat that was taken.
fn entry_of_taken(setup: &Setup, seat: SeatIndex, now: UnixMillis) -> LogEntry {
    let occupant = setup.seats.at(seat);
    let name = match occupant {
        Occupant::Bot { name } => name.clone(),
        // Added when the event is delivered.
        Occupant::Open | Occupant::Player { .. } => String::new(),
    };
    let mut taken = LogEntry::new(now);
    taken.tell(match_event::Event::SeatTaken(SeatTaken {
        seat: Some(show::seat(seat, occupant, name, None)),
        occupant_hash: occupant.hash().to_vec().into(),
        occupant_salt: Bytes::new(),
    }));
    taken
}

/// Seats a player who chose the match.
pub(super) fn join(
    record: &MatchRecord,
    now: UnixMillis,
    (player, seat, by_code): (&Player, Option<u32>, bool),
    presence: &SeatPresence,
) -> Result<Transition, NotApplied> {
    require_code(&record.setup, by_code)?;
    permit_name(player.is_permitted)?;
    take_seat(record, now, seat, presence, |setup, seat| {
        let joined = player.joining(record, setup.seat_grant(seat));
        Newcomer::player(player, player.name.clone(), seat, joined)
    })
}

/// Checks the operator's verdict about a name.
///
/// # Errors
///
/// If the name is not permitted.
pub(super) fn permit_name(is_permitted: bool) -> Result<(), RpcError> {
    let field = "display_name";
    is_permitted.then_some(()).ok_or(RpcError::NameRefused { field })
}

/// Checks that a match with a join code is joined by its code, not by its id.
///
/// # Errors
///
/// If the match requires its code.
pub(crate) fn require_code(setup: &Setup, by_code: bool) -> Result<(), RpcError> {
    if setup.visibility == Visibility::Private && !by_code {
        return Err(RpcError::PrivateMatch);
    }
    Ok(())
}

/// Seats a player by QuickMatch.
pub(super) fn join_quick(
    record: &MatchRecord,
    now: UnixMillis,
    player: &Player,
    presence: &SeatPresence,
) -> Result<Transition, NotApplied> {
    take_seat(record, now, None, presence, |setup, seat| {
        let joined = player.joining(record, setup.seat_grant(seat));
        let name = display_name::numbered(&player.name, |name| !setup.has_name(name));
        Newcomer::player(player, name, seat, joined.map(|joined| joined.quick(now)))
    })
}

/// Seats a bot. Without a name it is called "Bot" with its seat number, or with the next free number.
pub(super) fn add_bot(
    record: &MatchRecord,
    now: UnixMillis,
    name: Option<&str>,
    seat: Option<u32>,
    presence: &SeatPresence,
) -> Result<Transition, NotApplied> {
    let free_name = |setup: &Setup, seat: SeatIndex| {
        let mut names = (u32::from(seat.get())..).map(|number| format!("Bot {number}"));
        names.find(|name| !setup.has_name(name)).unwrap_or_default()
    };
    take_seat(record, now, seat, presence, |setup, seat| {
        Newcomer::Bot(name.map_or_else(|| free_name(setup, seat), str::to_owned))
    })
}

/// Seats an occupant in the requested seat, or in the first open one that is not reserved.
fn take_seat(
    record: &MatchRecord,
    now: UnixMillis,
    wanted: Option<u32>,
    presence: &SeatPresence,
    newcomer: impl Fn(&Setup, SeatIndex) -> Newcomer,
) -> Result<Transition, NotApplied> {
    let seat = open_seat(record, now, wanted)?;
    seat_newcomer(record, now, seat, presence, newcomer(&record.setup, seat))
}

/// Seats an occupant in an open seat. In a rematch, the player of the old host's seat becomes the host.
///
/// Taking the last seat starts a match that starts when it is full, unless absent players lose their seats.
pub(super) fn seat_newcomer(
    record: &MatchRecord,
    now: UnixMillis,
    seat: SeatIndex,
    presence: &SeatPresence,
    newcomer: Newcomer,
) -> Result<Transition, NotApplied> {
    if let Newcomer::Player { data: player, .. } = &newcomer {
        if record.setup.times_left() >= LEFT_MAX {
            return Err(RpcError::JoiningClosed { limit: LEFT_MAX }.into());
        }
        if let Some(reference) = &player.reference {
            permit_player(&record.setup, reference)?;
        }
    }
    if record.setup.has_name(newcomer.name()) {
        return Err(RpcError::NameTaken.into());
    }
    let mut setup = Setup::clone(&record.setup);
    let claims = matches!(newcomer, Newcomer::Player { claims: true, .. });
    match newcomer {
        Newcomer::Player { data, nonce, .. } => setup.seat_player(*data, nonce),
        Newcomer::Bot(name) => *setup.seats.at_mut(seat) = Occupant::Bot { name },
    }

    let taken = entry_of_taken(&setup, seat, now);
    let seated = Some(setup.seat_grant(seat));
    let mut entries = vec![PendingEntry::new(taken, None)];
    if claims && setup.claim(seat) {
        entries.push(PendingEntry::new(host::entry(&setup, now), None));
    }
    if setup.start == Start::WhenFull && setup.open_seats().is_empty() {
        for absent in absent_seekers(&record.setup, presence, now)? {
            entries.extend(open(&mut setup, absent, now, Opened::ByPlayer));
        }
    }
    let record = record.with_setup(setup)?;
    let is_full = record.setup.open_seats().is_empty();
    let transition = if record.setup.start == Start::WhenFull && is_full {
        begin(&record, now, entries)?
    } else {
        Transition::new(record, entries)
    };
    Ok(Transition { seated, ..transition })
}

/// Checks that a user of a platform may take a seat.
///
/// # Errors
///
/// If the user has one, or was removed by the host.
fn permit_player(setup: &Setup, player: &PlayerRef) -> Result<(), RpcError> {
    if let Some(seat) = setup.seat_of_player(player) {
        return Err(RpcError::PlayerSeated { seat });
    }
    if setup.personal.has_removed(player) {
        return Err(RpcError::SeatRemoved);
    }
    Ok(())
}

/// The seats of absent players of quick match. They would cost the others the time of all their decisions.
///
/// # Errors
///
/// If their presence was not asked.
fn absent_seekers(setup: &Setup, presence: &SeatPresence, now: UnixMillis) -> Result<Vec<SeatIndex>, NotApplied> {
    let (mut absent, mut unknown) = (Vec::new(), BTreeSet::new());
    // Players who have just taken a seat may not have opened a stream yet.
    let before = UnixMillis(now.0.saturating_sub(ABSENT_MS));
    for (seat, occupant) in setup.seats.enumerate() {
        if setup.is_seeking_since(occupant, before) {
            let grant = setup.seat_grant(seat);
            match presence.is_absent(grant) {
                Some(true) => absent.push(seat),
                Some(false) => {}
                None => drop(unknown.insert(grant)),
            }
        }
    }
    if unknown.is_empty() {
        Ok(absent)
    } else {
        Err(NotApplied::PresenceUnknown(unknown))
    }
}

/// Opens the seat of a player who leaves.
pub(super) fn leave(record: &MatchRecord, now: UnixMillis, seat: SeatIndex) -> Result<Transition, RpcError> {
    require_lobby(record)?;
    let mut setup = Setup::clone(&record.setup);
    let entries = open(&mut setup, seat, now, Opened::ByPlayer);
    Ok(Transition::new(record.with_setup(setup)?, entries))
}

/// Opens the seat of a player or bot whom the host removes.
pub(super) fn remove(record: &MatchRecord, now: UnixMillis, number: u32) -> Result<Transition, RpcError> {
    require_lobby(record)?;
    let mut setup = Setup::clone(&record.setup);
    let seat = setup.seat(number)?;
    if setup.open_seats().contains(seat) {
        return Err(RpcError::SeatOpen { seat });
    }
    if setup.host_seat() == Some(seat) {
        return Err(RpcError::SeatIsHost);
    }
    if setup.times_left() >= LEFT_MAX {
        return Err(RpcError::JoiningClosed { limit: LEFT_MAX });
    }
    let entries = open(&mut setup, seat, now, Opened::ByHost);
    Ok(Transition::new(record.with_setup(setup)?, entries))
}

/// The cause of an open seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opened {
    /// The player left, or was absent when the match was full.
    ByPlayer,
    ByHost,
}

/// Opens a seat and revokes the token of its player. Returns the log entries about it.
fn open(setup: &mut Setup, seat: SeatIndex, now: UnixMillis, by: Opened) -> Vec<PendingEntry> {
    let occupant_hash = setup.seats.at(seat).hash().to_vec();
    let display_name = match occupant_hash[..] {
        [] => setup.name(seat),
        // Added when the event is delivered.
        _ => String::new(),
    };
    let removed = by == Opened::ByHost;
    setup.vacate(seat, removed);
    let end = if removed {
        Setup::revoke_seat_grant
    } else {
        Setup::end_seat_grant
    };
    let host_changed = host::end_grant(setup, seat, now, end);
    let mut opened = LogEntry::new(now);
    opened.tell(match_event::Event::SeatOpened(SeatOpened {
        seat: u32::from(seat.get()),
        display_name,
        removed,
        occupant_hash: occupant_hash.into(),
    }));
    let entries = host_changed.into_iter().chain(std::iter::once(opened));
    entries.map(|entry| PendingEntry::new(entry, None)).collect()
}

/// Starts a match with no open seats, for its host or, if the host has not done so for long, for a player.
pub(super) fn start(record: &MatchRecord, now: UnixMillis, caller: Host) -> Result<Transition, RpcError> {
    let is_host = host::is_host(record, caller)?;
    require_lobby(record)?;
    let open = record.setup.open_seats().iter().count();
    if open > 0 {
        return Err(RpcError::SeatsOpen { open });
    }
    if !is_host {
        let from = record
            .setup
            .start_without_host(record.written)
            .ok_or(RpcError::HostOnly)?;
        if now < from {
            let wait = Duration::from_millis(from.0.saturating_sub(now.0));
            return Err(RpcError::StartReserved { wait });
        }
    }
    begin(record, now, Vec::new())
}

pub(super) fn require_lobby(record: &MatchRecord) -> Result<(), RpcError> {
    if record.is_over() {
        Err(RpcError::MatchOver)
    } else if record.play.is_some() {
        Err(RpcError::MatchStarted)
    } else {
        Ok(())
    }
}

/// The requested seat, or the first open one that is not reserved.
fn open_seat(record: &MatchRecord, now: UnixMillis, wanted: Option<u32>) -> Result<SeatIndex, RpcError> {
    require_lobby(record)?;
    let setup = &record.setup;
    let seat = match wanted {
        Some(wanted) => setup.seat(wanted)?,
        None => {
            let open = setup.open_seats();
            let mut free = open.iter().filter(|seat| setup.reservation(*seat, now).is_none());
            free.next().or(open.iter().next()).ok_or(RpcError::MatchFull)?
        }
    };
    require_open(setup, seat)?;
    match setup.reservation(seat, now) {
        Some(wait) => Err(RpcError::SeatReserved { wait }),
        None => Ok(seat),
    }
}

/// Checks that a seat is open.
pub(super) fn require_open(setup: &Setup, seat: SeatIndex) -> Result<(), RpcError> {
    let is_open = setup.open_seats().contains(seat);
    is_open.then_some(()).ok_or(RpcError::SeatTaken { seat })
}

/// Begins play, and runs the first moves of bots.
fn begin(record: &MatchRecord, now: UnixMillis, mut entries: Vec<PendingEntry>) -> Result<Transition, RpcError> {
    let setup = &record.setup;
    let game = setup.game()?.game();
    let started = game.start(&setup.options, setup.seed()).map_err(RpcError::internal)?;

    let mut begun = LogEntry::new(now);
    let seats = u32::from(setup.seats.seats().get());
    begun.tell(match_event::Event::MatchBegun(MatchBegun { seats }));
    begun.tell_game(started.events);
    let play = Play::start(setup, started.after, now);
    entries.push(PendingEntry::new(begun, Some(&play)));
    let (play, moves) = automatic::decide(setup, play, now);
    entries.extend(moves);
    let record = record.with_setup(setup.without_options())?.with_play(play);
    Ok(Transition::new(record, entries))
}

#[cfg(test)]
mod tests;
