//! The effects of a decision, whether a player, a bot or a default took it.

use std::sync::Arc;

use tinsel_catalog::{Acted, Action};
use tinsel_engine::{Audience, Hides, SeatIndex, never};
use tinsel_proto::v1::{MatchEnded, match_event};
use tinsel_store::UnixMillis;

use super::transition::PendingEntry;
use crate::record::{
    Decider, Play, Setup,
    clocks::{Came, Decided},
    log_entry::{LogEntry, LoggedAction},
};

/// The play after a decision of `seat`, and its log entry. Without `action` the decision is the default.
pub(super) fn decided(
    setup: &Setup,
    before: &Play,
    now: UnixMillis,
    seat: SeatIndex,
    action: Option<&Action>,
    acted: Acted,
) -> (Play, PendingEntry) {
    let came = match (setup.decider(seat), action) {
        (Decider::Bot | Decider::Default, _) => Came::FromServer,
        (Decider::Player, Some(_)) => Came::FromPlayer,
        (Decider::Player, None) => Came::Missed,
    };
    let decided = Decided {
        seat,
        came,
        owed: before.game.owing(),
        is_public: acted.events.iter().any(|told| told.to == Audience::Everyone),
    };
    let from = before.step_time(setup);
    let sealed = from.secrecy.hides(Hides::Defaults) || !decided.is_public;
    let logged = LoggedAction::new(seat, action.map(Action::message), sealed);
    let to = Play::step_time_of(setup, &*acted.after);
    let clocks = before.clocks.after(decided, from, to, setup.players(), now);
    // A secret action after which the seat still has to decide, such as a withdrawal, ends no decision.
    let still_pending = acted.after.owing();
    let numbers = before.numbers.map(|each, number| {
        let is_over = !still_pending.contains(each) || each == seat && decided.is_public;
        number.saturating_add((decided.owed.contains(each) && is_over).into())
    });
    let play = Play {
        game: acted.after,
        clocks,
        numbers: Arc::new(numbers),
    };
    let mut entry = LogEntry::of_action(now, logged);
    entry.tell_game(acted.events);
    if let Some(outcome) = play.game.outcome(setup.forfeited()) {
        entry.tell(match_event::Event::MatchEnded(MatchEnded {
            outcome: Some(tinsel_history::outcome(&outcome)),
            server_seed: setup.server_seed().to_vec().into(),
        }));
    }
    let entry = PendingEntry::new(entry, Some(&play));
    (play, entry)
}

/// The default action of a seat with a pending decision.
pub(super) fn default_of(setup: &Setup, play: &Play, seat: SeatIndex) -> Option<(Option<Action>, Acted)> {
    let Ok(acted) = play.game.absent(seat, setup.forfeited()) else {
        never!("the default of a seat that owes a decision is legal");
        return None;
    };
    Some((None, acted))
}

/// Takes the default of a seat with a pending decision. Returns the play after it, and its log entry.
pub(super) fn take_default(
    setup: &Setup,
    play: &Play,
    now: UnixMillis,
    seat: SeatIndex,
) -> Option<(Play, PendingEntry)> {
    let (_, acted) = default_of(setup, play, seat)?;
    Some(decided(setup, play, now, seat, None, acted))
}
