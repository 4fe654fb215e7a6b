//! Each seat belongs to one player.

use std::collections::BTreeMap;

use crate::{
    check::{Finding, MatchHistory, Promise},
    history::{Outcome, Request},
};

pub(super) fn check(history: &MatchHistory<'_>, findings: &mut Vec<Finding>) {
    let mut players: BTreeMap<u32, (&str, u64)> = BTreeMap::new();
    let mut seats: BTreeMap<&str, u32> = BTreeMap::new();
    for call in &history.calls {
        let (Request::Sit { request_id }, Outcome::Done { revision, seat }) = (&call.request, &call.outcome) else {
            continue;
        };
        let Some(seat) = seat else { continue };
        let first = seats.entry(request_id).or_insert(*seat);
        if first != seat && !history.is_reported() {
            let what = format!("{request_id} was assigned seat {first} and seat {seat}");
            findings.push(history.finding(Promise::OneSeatEach, what));
        }
        let (player, at) = players.entry(*seat).or_insert((request_id, *revision));
        if player != request_id && (*revision).max(*at) <= history.certain {
            let what = format!("seat {seat} was assigned to {player} and to {request_id}");
            findings.push(history.finding(Promise::OneSeatEach, what));
        }
    }
}
