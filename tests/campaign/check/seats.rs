//! Each seat belongs to one player.

use std::collections::BTreeMap;

use crate::{
    check::{Finding, MatchHistory, Promise},
    history::{Outcome, Request},
};

pub(super) fn check(history: &MatchHistory<'_>, findings: &mut Vec<Finding>) {
    let mut players: BTreeMap<u32, (&str, u64)> = BTreeMap::new();
    for call in &history.calls {
        let (Request::Sit { request_id }, Outcome::Done { revision, seat }) = (&call.request, &call.outcome) else {
            continue;
        };
        let Some(seat) = seat else { continue };
        let (player, at) = players.entry(*seat).or_insert((request_id, *revision));
        if player != request_id && (*revision).max(*at) <= history.certain {
            let what = format!("seat {seat} was assigned to {player} and to {request_id}");
            findings.push(history.finding(Promise::OneSeatEach, what));
        }
    }
}
