//! What becomes of a player's time as a bot comes to decide for it, and as it comes back.

use std::sync::Arc;

use tinsel_engine::Viewer;
use tinsel_proto::v1::{TimeBank, time_control::Control};

use super::*;
use crate::testing::{Replica, begun, begun_by, in_window, secret_santa, table_of};

const SEAT: SeatIndex = SeatIndex::new(0);

fn per_decision() -> Control {
    Control::PerDecision(show::duration(30_000))
}

fn bank() -> Control {
    Control::Bank(TimeBank {
        initial: Some(show::duration(30_000)),
        increment: Some(show::duration(2_000)),
    })
}

/// A match in which all owe their first decision, and when that began.
async fn started(control: Control) -> (Arc<Table>, u64) {
    let replica = Replica::new();
    let created = begun(&replica.matches, control).await;
    (table_of(&replica.matches, &created.match_id).await, replica.now().0)
}

/// The match with bots at the first seats that owe a decision still: whoever let them move has ended before they did.
fn left_behind(table: &Table, bots: u8) -> Table {
    let mut setup = Setup::clone(&table.setup);
    for seat in (0..bots).map(SeatIndex::new) {
        if let Occupant::Player { conduct, .. } = setup.seats.at_mut(seat) {
            *conduct = Conduct::Substituted;
        }
    }
    let table_after = table.with_setup(setup).unwrap();
    table_after.with_play(table.play.clone().unwrap())
}

fn clocks(table: &Table) -> &crate::time_control::Clocks {
    &table.play.as_ref().unwrap().clocks
}

#[tokio::test]
async fn a_player_who_returns_has_its_time_from_then_on() {
    for control in [per_decision(), bank()] {
        let (table, began) = started(control).await;
        let later = UnixMillis(began + 20_000);
        let back = give_back(&left_behind(&table, 1), later, SEAT, |_| ()).unwrap().table;
        let deadline = |seat| back.playing().unwrap().deadline(&back.setup, seat).unwrap().0;
        // A decision that a bot did not take in time is not charged to its player's bank. All seats decide in this step,
        // so all are due with the last of them.
        assert_eq!(deadline(SEAT), began + 50_000, "{control:?}");
        assert_eq!(deadline(SeatIndex::new(1)), began + 50_000, "{control:?}");
    }
}

#[tokio::test]
async fn who_lets_a_bot_play_pays_for_the_time_until_then_and_gains_none() {
    let (table, began) = started(bank()).await;
    let later = UnixMillis(began + 20_000);
    let away = substitute(&table, later, (SEAT, true), |_| ()).unwrap().table;
    let banks = clocks(&away).banks_ms.as_ref().unwrap();
    assert_eq!([0, 1].map(|seat| *banks.at(SeatIndex::new(seat))), [10_000, 30_000]);
}

/// There are more bots than one write lets move, so the last to come is left behind.
#[tokio::test]
async fn a_bot_that_comes_to_decide_has_time_from_then_on() {
    let (table, began) = started(per_decision()).await;
    let (later, last) = (UnixMillis(began + 20_000), SeatIndex::new(7));
    let away = substitute(&left_behind(&table, 5), later, (last, true), |_| ())
        .unwrap()
        .table;
    let play = away.playing().unwrap();
    assert_eq!(play.game.owing().len(), 3, "the bots before it have moved");
    assert_eq!(away.due(), Some(UnixMillis(later.0 + 2_000)));
}

/// A way to give a seat up, and the answer to it.
type GiveUp = fn(&Table, UnixMillis, SeatIndex) -> Next<Revision>;

/// By revisions, times and all that others are told it looks the same, whichever way the seat is given up.
#[tokio::test]
async fn whether_a_seat_has_answered_in_secret_does_not_show_as_it_is_decided_for() {
    let replica = Replica::new();
    let created = begun_by(&replica.matches, secret_santa(), (4, bank())).await;
    let (table, seat) = (table_of(&replica.matches, &created.match_id).await, SeatIndex::new(1));
    let later = UnixMillis(replica.now().0 + 20_000);
    let given_up: [GiveUp; 3] = [
        |table, now, seat| substitute(table, now, (seat, true), |revision| revision).unwrap(),
        |table, now, seat| leave(table, now, seat, |revision| revision).unwrap(),
        |table, now, seat| forfeit(table, now, seat, |revision| revision).unwrap(),
    ];
    for give_up in given_up {
        let seen = |answered: &[u8]| {
            let Next { table, steps, answer } = give_up(&in_window(&table, answered), later, seat);
            let clocks = clocks(&table);
            let clocks = (clocks.since.clone(), clocks.disclosed_ms.clone(), clocks.inactive);
            let told: Vec<_> = steps
                .iter()
                .map(|step| (step.entry.at_ms, step.entry.seen_by(Viewer::Spectator)))
                .collect();
            assert_eq!(told.len(), 2, "that it is given up, and that it is decided for");
            let deeds = steps.iter().filter(|step| step.entry.deed.is_some()).count();
            assert_eq!(deeds, usize::from(!answered.contains(&1)), "nobody decides twice");
            let view = table
                .playing()
                .unwrap()
                .game
                .view(Viewer::Spectator, &table.setup.context());
            (told, answer, clocks, view)
        };
        // The first has not answered, the second has: another one owes still.
        assert_eq!(seen(&[]), seen(&[1]));
        assert_eq!(seen(&[2]), seen(&[2, 1]));
    }
}

#[tokio::test]
async fn who_has_come_back_counts_as_present() {
    let (table, began) = started(per_decision()).await;
    let now = UnixMillis(began + 1);
    let mut absent = left_behind(&table, 1);
    if let Some(play) = &mut absent.play {
        play.clocks.missed = play.clocks.missed.with(SEAT);
        play.clocks.inactive = play.clocks.missed;
    }
    let back = give_back(&absent, now, SEAT, |_| ()).unwrap().table;
    let by_host = substitute(&back, now, (SEAT, false), |_| ());
    assert!(matches!(by_host, Err(RpcError::PlayerPresent)), "{by_host:?}");
}

#[tokio::test]
async fn a_bot_is_let_decide_so_often_and_no_more() {
    let (table, began) = started(per_decision()).await;
    let (now, mut table) = (UnixMillis(began + 1), Table::clone(&table));
    for time in 1..=SUBSTITUTIONS_MAX {
        let away = substitute(&table, now, (SEAT, true), |_| ());
        let away = away.unwrap_or_else(|refusal| panic!("{time}: {refusal}")).table;
        table = give_back(&away, now, SEAT, |_| ()).unwrap().table;
    }
    let once_more = substitute(&table, now, (SEAT, true), |_| ());
    assert!(matches!(once_more, Err(RpcError::SubstitutedTooOften)), "{once_more:?}");
    // What others did, and what it does otherwise, is not counted.
    substitute(&table, now, (SeatIndex::new(1), true), |_| ()).unwrap();
    forfeit(&table, now, SEAT, |_| ()).unwrap();
}
