//! The time of a player when a bot takes over, and when the player returns.

use std::sync::Arc;

use tinsel_engine::{SeatSet, Viewer};
use tinsel_proto::{
    games::presents_of_mine::v1::{Config, PregameHands},
    v1::{GameConfig, TimeBank, game_config, time_control::Control},
};
use tinsel_store::MatchId;

use super::*;
use crate::{
    record::time,
    testkit::unit::{Replica, begun, begun_by, in_window, record_of, secret_santa},
    views::disclosure,
};

const SEAT: SeatIndex = SeatIndex::new(0);

/// A substitution at the player's own request.
fn substitute_own(record: &MatchRecord, now: UnixMillis, seat: SeatIndex) -> Result<Transition, NotApplied> {
    let own = Substituted::Own(record.setup.seat_grant(seat));
    substitute(record, now, own, &SeatPresence::default())
}

fn per_decision() -> Control {
    Control::PerDecision(time::duration(30_000))
}

fn bank() -> Control {
    Control::Bank(TimeBank {
        initial: Some(time::duration(30_000)),
        increment: Some(time::duration(2_000)),
    })
}

/// A match in which all seats have their first decision pending, and its start time.
async fn started(control: Control) -> (Arc<MatchRecord>, u64) {
    let replica = Replica::new();
    let created = begun(&replica.matches, control).await;
    (record_of(&replica.matches, &created.match_id).await, replica.now().0)
}

/// The match with bots at its first seats that have not moved, as if the replica that should have moved them had
/// stopped.
fn left_behind(table: &MatchRecord, bots: u8) -> MatchRecord {
    let mut setup = Setup::clone(&table.setup);
    for seat in (0..bots).map(SeatIndex::new) {
        if let Occupant::Player { control, .. } = setup.seats.at_mut(seat) {
            *control = SeatControl::Substituted;
        }
    }
    let table_after = table.with_setup(setup).unwrap();
    table_after.with_play(table.play.clone().unwrap())
}

fn clocks(table: &MatchRecord) -> &crate::record::clocks::Clocks {
    &table.play.as_ref().unwrap().clocks
}

#[tokio::test]
async fn a_returning_player_gets_a_new_deadline() {
    for control in [per_decision(), bank()] {
        let (table, began) = started(control).await;
        let later = UnixMillis(began + 20_000);
        let back = give_back(&left_behind(&table, 1), later, SEAT).unwrap().record;
        let deadline = |seat| back.playing().unwrap().deadline(&back.setup, seat).unwrap().0;
        // A decision that a bot did not take in time is not charged to its player's bank. All seats decide in this step
        // together, so all deadlines are the latest of them.
        assert_eq!(deadline(SEAT), began + 50_000, "{control:?}");
        assert_eq!(deadline(SeatIndex::new(1)), began + 50_000, "{control:?}");
    }
}

#[tokio::test]
async fn a_substituted_player_pays_for_the_time_until_then_and_earns_none() {
    let (table, began) = started(bank()).await;
    let later = UnixMillis(began + 20_000);
    let away = substitute_own(&table, later, SEAT).unwrap().record;
    let banks = clocks(&away).banks_ms.as_ref().unwrap();
    assert_eq!([0, 1].map(|seat| *banks.at(SeatIndex::new(seat))), [10_000, 30_000]);
}

/// There are more bots than moves in one write, so the last bot has not moved.
#[tokio::test]
async fn a_bot_that_takes_over_gets_a_new_deadline() {
    let (table, began) = started(per_decision()).await;
    let (later, last) = (UnixMillis(began + 20_000), SeatIndex::new(7));
    let away = substitute_own(&left_behind(&table, 5), later, last).unwrap().record;
    let play = away.playing().unwrap();
    assert_eq!(play.game.owing().len(), 3, "the bots before it have moved");
    assert_eq!(away.due(), Some(UnixMillis(later.0 + 2_000)));
}

/// A function that gives up a seat.
type GiveUp = fn(&MatchRecord, UnixMillis, SeatIndex) -> Transition;

/// Revisions, times and all events for others must be identical, for each way to give up a seat.
#[tokio::test]
async fn giving_up_a_seat_does_not_reveal_whether_it_has_responded() {
    let replica = Replica::new();
    let created = begun_by(&replica.matches, secret_santa(), (4, bank())).await;
    let (table, seat) = (record_of(&replica.matches, &created.match_id).await, SeatIndex::new(1));
    let later = UnixMillis(replica.now().0 + 20_000);
    let given_up: [GiveUp; 3] = [
        |table, now, seat| substitute_own(table, now, seat).unwrap(),
        |table, now, seat| leave(table, now, seat).unwrap(),
        |table, now, seat| forfeit(table, now, seat).unwrap(),
    ];
    for give_up in given_up {
        let seen = |answered: &[u8]| {
            let Transition { record, entries, .. } = give_up(&in_window(&table, answered), later, seat);
            let table = record;
            let clocks = clocks(&table);
            let clocks = (clocks.since.clone(), clocks.disclosed_ms.clone(), clocks.inactive);
            let told: Vec<_> = entries
                .iter()
                .map(|pending| {
                    let events = disclosure::events_for(&pending.entry, Viewer::Spectator, &table.setup, None);
                    (pending.entry.at_ms, events)
                })
                .collect();
            assert_eq!(told.len(), 2, "one for giving up the seat, one for its decision");
            let decisions = entries.iter().filter(|pending| pending.entry.action.is_some()).count();
            assert_eq!(decisions, usize::from(!answered.contains(&1)), "no seat decides twice");
            let view = table
                .playing()
                .unwrap()
                .game
                .view(Viewer::Spectator, table.setup.forfeited());
            (told, clocks, view)
        };
        // Seat 1 has not responded in the one match and has in the other; another seat is still pending in both.
        assert_eq!(seen(&[]), seen(&[1]));
        assert_eq!(seen(&[2]), seen(&[2, 1]));
    }
}

#[tokio::test]
async fn a_returned_player_counts_as_active() {
    let (table, began) = started(per_decision()).await;
    let now = UnixMillis(began + 1);
    let mut absent = left_behind(&table, 1);
    if let Some(play) = &mut absent.play {
        play.clocks.missed = play.clocks.missed.with(SEAT);
        play.clocks.inactive = play.clocks.missed;
    }
    let back = give_back(&absent, now, SEAT).unwrap().record;
    let by_host = substitute(&back, now, Substituted::ByHost(0), &SeatPresence::default());
    assert!(
        matches!(by_host, Err(NotApplied::Refused(RpcError::PlayerPresent))),
        "{by_host:?}"
    );
}

#[tokio::test]
async fn a_substitution_over_the_limit_is_refused() {
    let (table, began) = started(per_decision()).await;
    let (now, mut table) = (UnixMillis(began + 1), MatchRecord::clone(&table));
    for time in 1..=SUBSTITUTIONS_MAX {
        let away = substitute_own(&table, now, SEAT);
        let away = away.unwrap_or_else(|refusal| panic!("{time}: {refusal:?}")).record;
        table = give_back(&away, now, SEAT).unwrap().record;
    }
    let once_more = substitute_own(&table, now, SEAT);
    assert!(
        matches!(
            once_more,
            Err(NotApplied::Refused(RpcError::SubstitutedTooOften { .. }))
        ),
        "{once_more:?}"
    );
    // The limit counts neither substitutions of other seats nor other actions of this seat.
    substitute_own(&table, now, SeatIndex::new(1)).unwrap();
    forfeit(&table, now, SEAT).unwrap();
}

/// A match with a secret pregame, in which no viewer sees which seats have submitted, and its start time.
async fn private_pregame(control: Control) -> (MatchRecord, u64) {
    let replica = Replica::new();
    let config = GameConfig {
        game: Some(game_config::Game::PresentsOfMine(Config {
            pregame_hands: PregameHands::Private.into(),
            ..Config::default()
        })),
    };
    let created = begun_by(&replica.matches, config, (8, control)).await;
    let table = record_of(&replica.matches, &created.match_id).await;
    (MatchRecord::clone(&table), replica.now().0)
}

/// The match in which `SEAT` has submitted five seconds after the start, and the one in which it has not.
fn both_worlds(table: &MatchRecord, began: u64) -> [MatchRecord; 2] {
    let play = table.playing().unwrap();
    let submitted = super::super::decided::take_default(&table.setup, play, UnixMillis(began + 5_000), SEAT);
    [table.with_play(submitted.unwrap().0), table.clone()]
}

#[tokio::test]
async fn a_substitution_and_return_do_not_reveal_which_seats_have_submitted() {
    let (table, began) = private_pregame(bank()).await;
    let [one, other] = both_worlds(&table, began).map(|table| {
        let away = substitute_own(&table, UnixMillis(began + 20_000), SEAT).unwrap();
        // A trace contains neither the seat nor the kind.
        let action = away
            .entries
            .iter()
            .find_map(|step| crate::commit::trace::decision(&step.entry));
        let back = give_back(&away.record, UnixMillis(began + 25_000), SEAT)
            .unwrap()
            .record;
        let of = show::match_of(MatchId::from_entropy([7; 16], 4), &back, Viewer::Spectator).unwrap();
        (action, of.seats, of.pending_decisions)
    });
    assert_eq!(one, other);
}

#[tokio::test]
async fn no_seat_can_postpone_the_common_deadline() {
    let (mut table, began) = private_pregame(per_decision()).await;
    for _ in 0..SUBSTITUTIONS_MAX {
        let now = UnixMillis(table.due().unwrap().0 - 1);
        let away = substitute_own(&table, now, SEAT).unwrap().record;
        table = give_back(&away, now, SEAT).unwrap().record;
    }
    assert_eq!(table.due(), Some(UnixMillis(began + 30_000)));
}

/// The same match without time control.
fn without_clock(record: &MatchRecord) -> MatchRecord {
    let mut setup = Setup::clone(&record.setup);
    setup.time_control = TimeControl::Unlimited;
    record.with_setup(setup).unwrap()
}

/// After five minutes the host may substitute every seat that viewers see as pending, whether it has decided or not.
#[tokio::test]
async fn without_a_clock_the_host_cannot_find_out_which_seats_have_responded() {
    let replica = Replica::new();
    let created = begun_by(&replica.matches, secret_santa(), (4, bank())).await;
    let record = record_of(&replica.matches, &created.match_id).await;
    let window = without_clock(&in_window(&record, &[1]));
    for (waited_ms, absent, may) in [
        (INACTIVE_MS - 1, false, false),
        (INACTIVE_MS - 1, true, true),
        (INACTIVE_MS, false, true),
    ] {
        let now = UnixMillis(replica.now().0 + waited_ms);
        for seat in [1, 2] {
            let grants = BTreeSet::from([window.setup.seat_grant(SeatIndex::new(seat))]);
            let mut presence = SeatPresence::default();
            presence.answered(grants.clone(), &if absent { grants } else { BTreeSet::new() });
            let substituted = substitute(&window, now, Substituted::ByHost(seat.into()), &presence);
            assert_eq!(substituted.is_ok(), may, "seat {seat} after {waited_ms} ms, {absent}");
        }
    }
}

#[tokio::test]
async fn a_substitution_does_not_reveal_secret_defaults_to_the_host() {
    let (record, began) = started(per_decision()).await;
    let by_host = |missed: SeatSet, inactive: SeatSet| {
        let mut record = MatchRecord::clone(&record);
        let clocks = &mut record.play.as_mut().unwrap().clocks;
        (clocks.missed, clocks.inactive) = (missed, inactive);
        substitute(
            &record,
            UnixMillis(began + 1),
            Substituted::ByHost(0),
            &SeatPresence::default(),
        )
        .is_ok()
    };
    let seat = SeatSet::only(SEAT);
    assert!(!by_host(seat, SeatSet::EMPTY));
    assert!(by_host(SeatSet::EMPTY, seat));
}

// A3
#[tokio::test]
async fn a_bot_takes_over_only_by_defaults_that_all_viewers_know_and_up_to_the_limit() {
    let (record, began) = started(per_decision()).await;
    let twice = SeatSet::only(SEAT);
    for (option, hidden, disclosed, before, expected) in [
        (true, twice, twice, 0, SeatControl::Substituted),
        (true, twice, twice, SUBSTITUTIONS_MAX - 1, SeatControl::Substituted),
        (true, twice, twice, SUBSTITUTIONS_MAX, SeatControl::Own),
        (true, twice, SeatSet::EMPTY, 0, SeatControl::Own),
        (false, twice, twice, 0, SeatControl::Own),
    ] {
        let mut setup = Setup::clone(&record.setup);
        setup.substitute_inactive = option;
        if let Occupant::Player { substitutions, .. } = setup.seats.at_mut(SEAT) {
            *substitutions = before;
        }
        let mut play = record.playing().unwrap().clone();
        (play.clocks.missed_twice, play.clocks.inactive_twice) = (hidden, disclosed);
        let record = record.with_setup(setup).unwrap().with_play(play);
        let transition = Transition::new(record, Vec::new());
        let after = substitute_inactive(transition, UnixMillis(began + 1)).unwrap();
        let case = (option, disclosed, before);
        assert_eq!(control_of(&after.record, SEAT), expected, "{case:?}");
        assert_eq!(after.entries.is_empty(), expected == SeatControl::Own, "{case:?}");
    }
}
