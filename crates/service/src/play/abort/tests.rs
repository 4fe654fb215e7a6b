//! The clocks of a match that is aborted.

use tinsel_proto::v1::{AbortMatchRequest, CreateMatchResponse, time_control::Control};
use tinsel_store::{MatchId, MatchStore, Revision};

use super::*;
use crate::{
    record::{outages::Outages, time},
    testkit::unit::{Replica, bearing, begun, record_of},
};

async fn aborted(replica: &Replica, created: &CreateMatchResponse) {
    let asked = AbortMatchRequest {
        match_id: created.match_id.clone(),
        ..AbortMatchRequest::default()
    };
    let asked = bearing(&created.host_token, asked);
    replica.matches.client().abort_match(asked).await.unwrap();
}

#[tokio::test]
async fn an_aborted_match_is_never_due() {
    let replica = Replica::new();
    let created = begun(&replica.matches, Control::PerDecision(time::duration(30_000))).await;
    let id: MatchId = created.match_id.parse().unwrap();
    let due = async || {
        let ever = UnixMillis(u64::MAX >> 12);
        replica.store().due(id.shard(), ever, 9).await.unwrap().matches
    };
    assert_eq!(due().await, [(id, UnixMillis(replica.now().0 + 30_000))]);
    aborted(&replica, &created).await;
    assert_eq!(due().await, []);
}

#[tokio::test]
async fn an_aborted_match_reveals_the_committed_seed_to_all() {
    let replica = Replica::new();
    let created = begun(&replica.matches, Control::PerDecision(time::duration(30_000))).await;
    let table = record_of(&replica.matches, &created.match_id).await;
    let done = abort(&table, replica.now()).unwrap();
    let entry = &done.entries[0].entry;
    let [told] = &entry.events[..] else { panic!("{entry:?}") };
    let event = told.decoded_event().unwrap().event;
    let Some(match_event::Event::MatchAborted(aborted)) = event else {
        panic!("{event:?}")
    };
    assert!(told.to_all);
    assert_eq!(
        tinsel_history::commitment(&aborted.server_seed).to_vec(),
        table.setup.seed_commitment()
    );
}

#[tokio::test]
async fn a_finished_match_gets_no_credited_time() {
    let replica = Replica::new();
    let created = begun(&replica.matches, Control::PerDecision(time::duration(30_000))).await;
    let id: MatchId = created.match_id.parse().unwrap();
    let (from, to) = (replica.now(), UnixMillis(replica.now().0 + 10_000));
    replica.outage(id.shard(), 10_000);
    let outages = Outages::of(id.shard(), &[(from, to)]);
    let before = record_of(&replica.matches, &created.match_id).await;
    assert_eq!(before.credited(&outages).map(|(_, ms)| ms), Some(10_000));
    aborted(&replica, &created).await;
    // A later outage earns no credit either.
    let outages = Outages::of(id.shard(), &[(from, to), (to, UnixMillis(to.0 + 5_000))]);
    let after = record_of(&replica.matches, &created.match_id).await;
    assert_eq!(after.credited(&outages).map(|(_, ms)| ms), None);
    let log = replica.store().log(id, Revision::new(10), 9).await.unwrap();
    let told = log
        .entries
        .into_iter()
        .map(|(_, bytes)| LogEntry::read(bytes).unwrap().events);
    let told: Vec<_> = told
        .flatten()
        .filter_map(|told| told.decoded_event().unwrap().event)
        .collect();
    assert!(
        matches!(told[..], [match_event::Event::MatchAborted(_)]),
        "no other event is sent: {told:?}"
    );
}
