//! Slots of open matches, and to which owner they are released.

use std::{net::Ipv4Addr, time::Duration};

use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{AbortMatchRequest, CreateMatchRequest, CreateMatchResponse};
use tonic::{Request, Status};

use super::*;
use crate::{
    Limits, Settings,
    auth::caller::Address,
    commit::{idempotency::IdempotencyKey, run},
    play::Command,
    testkit::unit::{Replica, add_bot, bearing, config, join_all, record_of},
};

/// A service with a limit of one open match for each caller.
fn one_each() -> Replica {
    let limits = Limits {
        open_matches: 1,
        ..Limits::default()
    };
    let settings = Settings {
        limits,
        ..Settings::default()
    };
    Replica::pair_with(&settings, tinsel_store::Limits::default()).0
}

/// Creates a match for a caller at an address.
async fn create(replica: &Replica, from: u8, request_id: &str) -> Result<CreateMatchResponse, Status> {
    let mut asked = Request::new(CreateMatchRequest {
        config: Some(config()),
        request_id: request_id.to_owned(),
        ..CreateMatchRequest::default()
    });
    let address = Address::V4(Ipv4Addr::from([10, 0, 0, from]));
    asked.extensions_mut().insert(Caller::at(address));
    let answer = replica.matches.client().create_match(asked).await;
    answer.map(tonic::Response::into_inner)
}

fn is_full(answer: &Result<CreateMatchResponse, Status>) -> bool {
    let refusal = answer.as_ref().err();
    refusal.is_some_and(|status| status.code() == tonic::Code::ResourceExhausted)
}

#[tokio::test]
async fn a_match_in_play_keeps_its_slot_for_its_retention() {
    let replica = one_each();
    let retention = &replica.matches.0.settings.retention;
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap();
    let first = create(&replica, 1, "").await.unwrap();
    join_all(&replica.matches, &first.match_id).await;
    replica.store_time.pass(millis(retention.lobby));
    assert!(is_full(&create(&replica, 1, "").await));
    replica.store_time.pass(millis(retention.active - retention.lobby) - 1);
    assert!(is_full(&create(&replica, 1, "").await));
    replica.store_time.pass(1);
    assert!(!is_full(&create(&replica, 1, "").await));
}

// A2, A4
#[tokio::test]
async fn a_slot_is_kept_as_long_as_its_match() {
    const HOURS: u64 = 3_600_000;
    const DAYS: u64 = 24 * HOURS;
    let replica = one_each();
    let pass = |ms: u64| {
        replica.clock.pass(ms);
        replica.store_time.pass(ms);
    };
    let lobby = create(&replica, 1, "").await.unwrap();
    pass(23 * HOURS);
    add_bot(&replica.matches, &lobby).await;
    pass(23 * HOURS);
    assert!(is_full(&create(&replica, 1, "").await));

    let active = create(&replica, 2, "").await.unwrap();
    join_all(&replica.matches, &active.match_id).await;
    pass(50 * DAYS);
    let record = record_of(&replica.matches, &active.match_id).await;
    let forfeit = Command::Forfeit(record.setup.seat_grant(SeatIndex::new(0)));
    let (deps, id) = (&replica.matches.0, active.match_id.parse().unwrap());
    let key = IdempotencyKey::unnamed(deps.random());
    run(deps, id, &key, &forfeit, |_, _| ()).await.unwrap();
    pass(50 * DAYS);
    assert!(is_full(&create(&replica, 2, "").await));
}

/// A caller that retries the request of another one gets the response, but does not become the owner.
#[tokio::test]
async fn a_match_has_a_slot_in_the_pool_of_its_owner_alone() {
    let replica = one_each();
    let [first, again] = [1, 2].map(|from| create(&replica, from, "the-same"));
    assert_eq!(first.await.unwrap().match_id, again.await.unwrap().match_id);
    create(&replica, 2, "another").await.unwrap();
    assert!(is_full(&create(&replica, 1, "one-more").await));
}

/// A full pool is reconciled, but not again shortly after.
#[tokio::test]
async fn a_slot_for_a_match_of_another_owner_is_released_at_once() {
    let replica = one_each();
    create(&replica, 1, "the-same").await.unwrap();
    let own = create(&replica, 2, "own").await.unwrap();
    assert!(is_full(&create(&replica, 2, "one-more").await));
    let ending = AbortMatchRequest {
        match_id: own.match_id,
        ..AbortMatchRequest::default()
    };
    let ending = bearing(&own.host_token, ending);
    replica.matches.client().abort_match(ending).await.unwrap();
    create(&replica, 2, "the-same").await.unwrap();
    create(&replica, 2, "one-more").await.unwrap();
}
