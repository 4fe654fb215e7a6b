//! Who decides for a seat once play has begun: its player, a bot for it, or nobody.

use std::sync::Arc;

use tinsel_engine::{Charge, SeatIndex};
use tinsel_proto::v1::{ConductChanged, match_event};
use tinsel_store::{Revision, UnixMillis};

use crate::{
    bots,
    change::Next,
    error::RpcError,
    history::Step,
    log::Entry,
    show,
    table::{Conduct, Decider, Occupant, Play, Setup, Table},
    time_control::{Handover, TimeControl},
};

/// After which time without a decision a player counts as inactive, in a match without time control.
const INACTIVE_MS: u64 = 5 * 60 * 1000;

/// How often a bot may be let decide for a player. Each time is a revision, and a match keeps only so many.
const SUBSTITUTIONS_MAX: u32 = 8;

/// Gives a seat up for good: a bot decides for it to the end.
pub(crate) fn leave<R>(
    table: &Table,
    now: UnixMillis,
    seat: SeatIndex,
    answer: impl Fn(Revision) -> R,
) -> Result<Next<R>, RpcError> {
    // Who has forfeited may go, and stays behind all others.
    let conduct = match conduct_of(table, seat) {
        Conduct::Forfeited => Conduct::Forfeited,
        Conduct::Own | Conduct::Substituted | Conduct::Left => Conduct::Left,
    };
    change(table, now, (seat, conduct), Setup::end_sitting, answer)
}

/// Gives the match up for a seat.
pub(crate) fn forfeit<R>(
    table: &Table,
    now: UnixMillis,
    seat: SeatIndex,
    answer: impl Fn(Revision) -> R,
) -> Result<Next<R>, RpcError> {
    table.playing()?;
    match conduct_of(table, seat) {
        Conduct::Forfeited => Err(RpcError::SeatForfeited),
        Conduct::Own | Conduct::Substituted | Conduct::Left => {
            change(table, now, (seat, Conduct::Forfeited), keep_sitting, answer)
        }
    }
}

/// Lets a bot decide for a player, until the player returns. Unless the player asks for it, only if the player is inactive.
pub(crate) fn substitute<R>(
    table: &Table,
    now: UnixMillis,
    (seat, asked_by_player): (SeatIndex, bool),
    answer: impl Fn(Revision) -> R,
) -> Result<Next<R>, RpcError> {
    let play = table.playing()?;
    let occupant = table.setup.seats.at(seat);
    let Occupant::Player {
        conduct: Conduct::Own,
        substitutions,
        ..
    } = occupant
    else {
        let conduct = show::conduct(occupant.conduct());
        return Err(RpcError::NoPlayerDecides { conduct });
    };
    if *substitutions >= SUBSTITUTIONS_MAX {
        return Err(RpcError::SubstitutedTooOften);
    }
    if !asked_by_player && !is_inactive(&table.setup, play, seat, now) {
        return Err(RpcError::PlayerPresent);
    }
    change(table, now, (seat, Conduct::Substituted), keep_sitting, answer)
}

/// Lets a player decide again.
pub(crate) fn give_back<R>(
    table: &Table,
    now: UnixMillis,
    seat: SeatIndex,
    answer: impl Fn(Revision) -> R,
) -> Result<Next<R>, RpcError> {
    table.playing()?;
    match conduct_of(table, seat) {
        Conduct::Substituted => change(table, now, (seat, Conduct::Own), keep_sitting, answer),
        Conduct::Own | Conduct::Left | Conduct::Forfeited => Err(RpcError::NotSubstituted),
    }
}

fn conduct_of(table: &Table, seat: SeatIndex) -> Conduct {
    table.setup.seats.at(seat).conduct()
}

/// As far as everyone may know: the answer must not show whether a decision was taken by default where that is secret.
fn is_inactive(setup: &Setup, play: &Play, seat: SeatIndex, now: UnixMillis) -> bool {
    let waited_ms = now.0.saturating_sub(play.clocks.since.at(seat).0);
    match setup.time_control {
        TimeControl::Unlimited => play.awaited(setup).contains(seat) && waited_ms >= INACTIVE_MS,
        TimeControl::PerDecision { .. } | TimeControl::Bank { .. } => play.clocks.inactive.contains(seat),
    }
}

fn keep_sitting(_: &mut Setup, _: SeatIndex) {}

/// Changes who decides for a seat, and lets the server decide at once what is now its to decide.
fn change<R>(
    table: &Table,
    now: UnixMillis,
    (seat, conduct): (SeatIndex, Conduct),
    sitting: impl Fn(&mut Setup, SeatIndex),
    answer: impl Fn(Revision) -> R,
) -> Result<Next<R>, RpcError> {
    let play = table.playing()?;
    let mut setup = Setup::clone(&table.setup);
    if let Occupant::Player {
        conduct: kept,
        substitutions,
        ..
    } = setup.seats.at_mut(seat)
    {
        *kept = conduct;
        *substitutions += u32::from(conduct == Conduct::Substituted);
    }
    sitting(&mut setup, seat);

    let mut changed = Entry::new(now);
    changed.tell(match_event::Event::ConductChanged(ConductChanged {
        seat: u32::from(seat.get()),
        conduct: show::conduct(conduct).into(),
    }));
    let mut steps = vec![Step::of_game(changed, &play.game)];
    let is_player = table.setup.decider(seat) == Decider::Player;
    let owes = play.awaited(&table.setup).contains(seat) && is_player;
    // Whoever owes still is decided for at once, which is a revision; where it is a secret who has decided, there is one
    // more for whoever owes no more.
    if owes && !play.game.owing().contains(seat) {
        steps.push(Step::of_game(Entry::new(now), &play.game));
    }
    let step = play.step_time(&table.setup);
    let handover = Handover {
        charges: match step.secrecy.step.map(|step| step.charge) {
            Some(Charge::Shared) => owes,
            Some(Charge::Own) | None => is_player && play.game.owing().contains(seat),
        },
        // A decision that a bot has taken for it is not owed any more, which everyone knows.
        awaits: conduct == Conduct::Own && play.game.owing().contains(seat),
    };
    let clocks = play.clocks.handed_over(step, seat, handover, now);
    let game = Arc::clone(&play.game);
    let (play, decided) = bots::play(&setup, Play { game, clocks }, now);
    steps.extend(decided);
    Ok(Next {
        table: table.with_setup(setup)?.with_play(play),
        steps,
        answer: answer(table.version.revision.plus(1)),
    })
}

#[cfg(test)]
mod tests;
