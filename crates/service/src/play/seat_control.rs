//! Control of a seat once play has begun: by its player, by a bot, or by none.

use std::collections::BTreeSet;

use tinsel_engine::{Charge, SeatIndex, SeatSet};
use tinsel_proto::v1::{SeatControlChanged, match_event};
use tinsel_store::UnixMillis;

use super::{
    automatic, host,
    not_applied::NotApplied,
    transition::{PendingEntry, Transition},
};
use crate::{
    error::RpcError,
    record::{
        Decider, MatchRecord, Occupant, Play, SeatControl, SeatGrant, SeatPresence, Setup,
        clocks::{Handover, TimeControl},
        log_entry::LogEntry,
    },
    views::show,
};

/// How long a decision is pending before its player counts as inactive, in a match without a time control, in
/// milliseconds.
const INACTIVE_MS: u64 = 5 * 60 * 1000;

/// The maximum of substitutions of one player. Each substitution adds a revision, and the log of a match is limited.
const SUBSTITUTIONS_MAX: u32 = 8;

/// The seat that a bot takes over, with the caller that requests it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Substituted {
    /// Its own player requests it.
    Own(SeatGrant),
    /// The host requests it, for the seat with this number.
    ByHost(u32),
}

/// Gives up a seat permanently: a bot decides for it until the end.
pub(super) fn leave(record: &MatchRecord, now: UnixMillis, seat: SeatIndex) -> Result<Transition, RpcError> {
    // A player may leave after forfeiting; the seat stays forfeited.
    let control = match control_of(record, seat) {
        SeatControl::Forfeited => SeatControl::Forfeited,
        SeatControl::Own | SeatControl::Substituted | SeatControl::Left => SeatControl::Left,
    };
    let mut setup = Setup::clone(&record.setup);
    let host_changed = host::end_grant(&mut setup, seat, now, Setup::end_seat_grant);
    let mut transition = hand_over(record, now, seat, control, setup)?;
    let host_changed = host_changed.map(|entry| PendingEntry::new(entry, record.play.as_ref()));
    transition.entries.splice(..0, host_changed);
    Ok(transition)
}

/// Forfeits the match for a seat.
pub(super) fn forfeit(record: &MatchRecord, now: UnixMillis, seat: SeatIndex) -> Result<Transition, RpcError> {
    record.playing()?;
    match control_of(record, seat) {
        SeatControl::Forfeited => Err(RpcError::SeatForfeited),
        SeatControl::Own | SeatControl::Substituted | SeatControl::Left => {
            hand_over(record, now, seat, SeatControl::Forfeited, Setup::clone(&record.setup))
        }
    }
}

/// Lets a bot decide for a player until the player returns. The host may request it only for an inactive player.
pub(super) fn substitute(
    record: &MatchRecord,
    now: UnixMillis,
    substituted: Substituted,
    presence: &SeatPresence,
) -> Result<Transition, NotApplied> {
    let seat = match substituted {
        Substituted::Own(grant) => record.seat_of(grant)?,
        Substituted::ByHost(number) => record.setup.seat(number)?,
    };
    let play = record.playing()?;
    let occupant = record.setup.seats.at(seat);
    let Occupant::Player {
        control: SeatControl::Own,
        substitutions,
        ..
    } = occupant
    else {
        let control = show::control(occupant.control());
        return Err(RpcError::SeatNotPlayerControlled { control }.into());
    };
    if *substitutions >= SUBSTITUTIONS_MAX {
        let limit = SUBSTITUTIONS_MAX;
        return Err(RpcError::SubstitutedTooOften { limit }.into());
    }
    if matches!(substituted, Substituted::ByHost(_)) && !is_inactive(&record.setup, play, seat, presence, now)? {
        return Err(RpcError::PlayerPresent.into());
    }
    Ok(hand_over(
        record,
        now,
        seat,
        SeatControl::Substituted,
        Setup::clone(&record.setup),
    )?)
}

/// Lets bots decide for players whose last two decisions were defaults, as all viewers know, if the match has this option.
/// Otherwise each of their decisions would cost the others its full time.
pub(super) fn substitute_inactive(mut transition: Transition, now: UnixMillis) -> Result<Transition, RpcError> {
    if !transition.record.setup.substitute_inactive || !transition.record.is_active() {
        return Ok(transition);
    }
    let setup = &transition.record.setup;
    let may_be =
        |seat: &SeatIndex| setup.decider(*seat) == Decider::Player && substitutions(setup, *seat) < SUBSTITUTIONS_MAX;
    let inactive = transition.record.playing()?.clocks.inactive_twice;
    let substituted: SeatSet = inactive.iter().filter(may_be).collect();
    if substituted.is_empty() {
        return Ok(transition);
    }
    for seat in substituted.iter() {
        let setup = Setup::clone(&transition.record.setup);
        let (record, entries) = handed_over(&transition.record, now, seat, SeatControl::Substituted, setup)?;
        transition.record = record;
        transition.entries.extend(entries);
    }
    let record = &transition.record;
    let (play, moves) = automatic::decide(&record.setup, record.playing()?.clone(), now);
    transition.record = record.with_play(play);
    transition.entries.extend(moves);
    Ok(transition)
}

fn substitutions(setup: &Setup, seat: SeatIndex) -> u32 {
    match setup.seats.at(seat) {
        Occupant::Player { substitutions, .. } => *substitutions,
        Occupant::Open | Occupant::Bot { .. } => 0,
    }
}

/// Ends a substitution: the player decides again.
pub(super) fn give_back(record: &MatchRecord, now: UnixMillis, seat: SeatIndex) -> Result<Transition, RpcError> {
    record.playing()?;
    match control_of(record, seat) {
        SeatControl::Substituted => hand_over(record, now, seat, SeatControl::Own, Setup::clone(&record.setup)),
        SeatControl::Own | SeatControl::Left | SeatControl::Forfeited => Err(RpcError::NotSubstituted),
    }
}

fn control_of(record: &MatchRecord, seat: SeatIndex) -> SeatControl {
    record.setup.seats.at(seat).control()
}

/// Uses only information that all viewers have, and presence, which does not depend on decisions: the response must not
/// reveal whether a secret decision was a default.
///
/// # Errors
///
/// If it depends on the presence of the player, which was not asked.
fn is_inactive(
    setup: &Setup,
    play: &Play,
    seat: SeatIndex,
    presence: &SeatPresence,
    now: UnixMillis,
) -> Result<bool, NotApplied> {
    match setup.time_control {
        TimeControl::Unlimited if !play.awaited().contains(seat) => Ok(false),
        TimeControl::Unlimited => {
            let waited_ms = now.0.saturating_sub(play.clocks.since.at(seat).0);
            let grant = setup.seat_grant(seat);
            let unknown = || NotApplied::PresenceUnknown(BTreeSet::from([grant]));
            Ok(waited_ms >= INACTIVE_MS || presence.is_absent(grant).ok_or_else(unknown)?)
        }
        TimeControl::PerDecision { .. } | TimeControl::Bank { .. } => Ok(play.clocks.inactive.contains(seat)),
    }
}

/// Changes the control of a seat, and takes the decisions that the server now controls. `setup` is that of the match,
/// possibly with the seat grant already ended.
fn hand_over(
    record: &MatchRecord,
    now: UnixMillis,
    seat: SeatIndex,
    control: SeatControl,
    setup: Setup,
) -> Result<Transition, RpcError> {
    let (record, mut entries) = handed_over(record, now, seat, control, setup)?;
    let (play, moves) = automatic::decide(&record.setup, record.playing()?.clone(), now);
    entries.extend(moves);
    Ok(Transition::new(record.with_play(play), entries))
}

/// The match after a change of the control of a seat, with the entries about it. The server has not decided for it yet.
fn handed_over(
    record: &MatchRecord,
    now: UnixMillis,
    seat: SeatIndex,
    control: SeatControl,
    mut setup: Setup,
) -> Result<(MatchRecord, Vec<PendingEntry>), RpcError> {
    let play = record.playing()?;
    if let Occupant::Player {
        control: kept,
        substitutions,
        ..
    } = setup.seats.at_mut(seat)
    {
        *kept = control;
        *substitutions += u32::from(control == SeatControl::Substituted);
    }

    let mut changed = LogEntry::new(now);
    changed.tell(match_event::Event::SeatControlChanged(SeatControlChanged {
        seat: u32::from(seat.get()),
        control: show::control(control).into(),
    }));
    let mut entries = vec![PendingEntry::new(changed, Some(play))];
    let is_player = record.setup.decider(seat) == Decider::Player;
    let owes = play.awaited().contains(seat) && is_player;
    // A decision that is still pending is taken at once, which adds a revision. Where it is secret which seats have
    // decided, an earlier decision adds an empty revision instead.
    if owes && !play.game.owing().contains(seat) {
        entries.push(PendingEntry::new(LogEntry::new(now), Some(play)));
    }
    let step = play.step_time(&record.setup);
    let handover = Handover {
        charges: match step.secrecy.step.map(|step| step.charge) {
            Some(Charge::Shared) => owes,
            Some(Charge::Own) | None => is_player && play.game.owing().contains(seat),
        },
        // A decision that a bot has taken for the player is no longer pending, as all viewers see.
        awaits: control == SeatControl::Own && play.game.owing().contains(seat),
    };
    let clocks = play.clocks.handed_over(step, seat, handover, now);
    let record = record.with_setup(setup)?.with_play(play.with_clocks(clocks));
    Ok((record, entries))
}

#[cfg(test)]
mod tests;
