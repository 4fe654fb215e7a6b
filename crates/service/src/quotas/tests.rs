use std::net::Ipv4Addr;

use futures_util::StreamExt;
use tinsel_proto::v1::WatchMatchRequest;
use tinsel_store::{MatchId, MatchStore};
use tonic::Request;

use super::*;
use crate::{
    auth::token::Role,
    settings::{ApiKey, KeyQuota},
    testkit::unit::{Replica, TestClock, created, matches},
};

const ONCE: NonZeroU32 = NonZeroU32::MIN;

fn address(number: u32) -> Address {
    Address::V4(Ipv4Addr::from(number))
}

fn by_address(number: u32) -> Caller {
    Caller::at(address(number))
}

/// One of several callers with tokens at the same address.
fn bearer(number: u8) -> Caller {
    let id = MatchId::from_entropy([number; 16], 256);
    Caller {
        quota_key: QuotaKey::Bearer(id, Role::Host),
        ..by_address(1)
    }
}

/// Quotas, with one API key that has no rate limit.
fn quotas(limits: &Limits) -> (Quotas, Arc<TestClock>) {
    let (quotas, _, clock) = with_key(limits, rated(0, 1));
    (quotas, clock)
}

fn rated(per_second: u32, burst: u32) -> ApiKey {
    let rate = Some(Rate { per_second, burst });
    let quota = KeyQuota {
        rate,
        ..KeyQuota::default()
    };
    ApiKey::new("holder", b"key", quota)
}

fn with_key(limits: &Limits, key: ApiKey) -> (Quotas, Arc<ApiKeys>, Arc<TestClock>) {
    let (clock, keys) = (Replica::new().clock, Arc::new(ApiKeys::new(&[key])));
    let quotas = Quotas::new(limits, Arc::clone(&keys), Arc::clone(&clock) as Arc<dyn Clock>);
    (quotas, keys, clock)
}

#[test]
fn a_replaced_key_keeps_its_usage_unless_its_rate_limit_changes() {
    let (quotas, keys, _) = with_key(&Limits::default(), rated(1, 5));
    let by_key = Caller {
        quota_key: QuotaKey::Key(0),
        ..by_address(1)
    };
    let taken = || (0..100).filter(|_| quotas.call(&by_key, ONCE).is_ok()).count();
    assert_eq!(taken(), 5);
    keys.replace(&[rated(1, 5)]);
    assert_eq!(taken(), 0);
    keys.replace(&[rated(1, 7)]);
    assert_eq!(taken(), 7);
}

#[test]
fn by_default_four_hundred_calls_come_at_once_and_two_hundred_a_second() {
    let (quotas, clock) = quotas(&Limits::default());
    for _ in 0..400 {
        quotas.call(&by_address(1), ONCE).unwrap();
    }
    let refused = quotas.call(&by_address(1), ONCE);
    let Err(RpcError::RateLimited { wait }) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(wait, Duration::from_millis(5));
    clock.pass(1000);
    let taken = (0..400).filter(|_| quotas.call(&by_address(1), ONCE).is_ok()).count();
    assert_eq!(taken, 200);
    quotas.call(&by_address(2), ONCE).unwrap();
}

#[test]
fn a_call_that_costs_more_than_the_burst_takes_the_whole_burst() {
    let rate = Rate {
        per_second: 1,
        burst: 6,
    };
    let (quotas, clock) = quotas(&Limits {
        rate,
        ..Limits::default()
    });
    let take = |counts| quotas.call(&by_address(1), NonZeroU32::new(counts).unwrap());
    take(4).unwrap();
    take(4).unwrap_err();
    take(2).unwrap();
    clock.pass(5_000);
    take(10).unwrap_err();
    clock.pass(1_000);
    take(10).unwrap();
    take(1).unwrap_err();
}

#[test]
fn without_a_rate_no_caller_is_refused_or_remembered() {
    let (quotas, _) = quotas(&Limits {
        rate: Rate::UNLIMITED,
        address_rate: Rate::UNLIMITED,
        ..Limits::default()
    });
    for number in 0..10_000 {
        quotas.call(&by_address(number % 3), ONCE).unwrap();
    }
    assert_eq!(quotas.kept(), [0; 3]);
}

#[test]
fn the_number_of_remembered_callers_is_bounded() {
    let (quotas, _) = quotas(&Limits::default());
    for number in 0..200_000 {
        quotas.call(&by_address(number), ONCE).unwrap();
    }
    let [callers, addresses, _] = quotas.kept();
    assert!(callers <= CALLERS && addresses <= CALLERS, "{:?}", quotas.kept());
}

#[test]
fn all_tokens_of_an_address_share_its_limit_and_one_cannot_exhaust_it() {
    let once = |burst| Rate { per_second: 1, burst };
    let (quotas, clock) = quotas(&Limits {
        rate: once(4),
        address_rate: once(10),
        ..Limits::default()
    });
    let taken = |caller: Caller| (0..100).filter(|_| quotas.call(&caller, ONCE).is_ok()).count();
    assert_eq!([1, 2, 3, 4].map(|number| taken(bearer(number))), [4, 4, 2, 0]);
    assert_eq!(
        taken(by_address(1)),
        0,
        "a caller without a token is at the same address"
    );
    assert_eq!(taken(by_address(2)), 4);
    let by_key = Caller {
        quota_key: QuotaKey::Key(0),
        ..bearer(1)
    };
    assert_eq!(taken(by_key), 100, "a key has a limit of its own, and here none");
    clock.pass(1000);
    assert_eq!([5, 6].map(|number| taken(bearer(number))), [1, 0]);
}

#[tokio::test]
async fn an_idle_stream_uses_little_memory() {
    let matches = matches();
    let created = created(&matches).await;
    let id = created.match_id.parse().unwrap();
    let deps = Arc::clone(&matches.0);
    let quota_key = by_address(1).quota_key;
    let stream = crate::watch::stream(crate::watch::Watcher {
        id,
        role: None,
        viewer: tinsel_engine::Viewer::Spectator,
        notices: deps.store.watch(id).await.unwrap(),
        told: None,
        watchers: crate::cache::WatcherCount::take(deps.cache.entry(id)),
        ending: tokio_util::sync::CancellationToken::new(),
        _presence: None,
        _permit: deps.quotas.stream(quota_key).unwrap(),
        deps,
        content: crate::watch::RequestedContent {
            parts: crate::views::presented::Parts::default(),
            latest_only: false,
        },
    });
    let bytes = size_of_val(&stream);
    assert!(bytes <= 2048, "{bytes} bytes");
}

#[tokio::test]
async fn ended_streams_leave_no_state() {
    const STREAMS: usize = 300;
    let matches = matches();
    let created = created(&matches).await;
    let deps = &matches.0;
    let mut open = Vec::new();
    for number in 0..STREAMS {
        let mut request = Request::new(WatchMatchRequest {
            match_id: created.match_id.clone(),
            position: None,
            ..WatchMatchRequest::default()
        });
        request
            .extensions_mut()
            .insert(by_address(u32::try_from(number).unwrap() % 7));
        let mut stream = matches.client().watch_match(request).await.unwrap().into_inner();
        // Half of them are idle after their first message, and half have never been read.
        if number % 2 == 0 {
            assert!(stream.next().await.is_some_and(|first| first.is_ok()));
        }
        open.push(stream);
    }
    let slot = deps.cache.entry(created.match_id.parse().unwrap());
    assert_eq!(deps.quotas.streams_open(), u64::try_from(STREAMS).unwrap());
    assert_eq!((deps.quotas.kept()[2], slot.watchers()), (7, STREAMS));
    drop(open);
    assert_eq!(deps.quotas.streams_open(), 0);
    assert_eq!((deps.quotas.kept()[2], slot.watchers()), (0, 0));
    assert_eq!(deps.store.watched(), 0, "the store keeps the subscriptions of watchers");
}

#[test]
fn a_rate_without_a_burst_admits_one_call_at_once() {
    let (quotas, clock) = quotas(&Limits {
        rate: Rate {
            per_second: 10,
            burst: 0,
        },
        ..Limits::default()
    });
    for _ in 0..3 {
        quotas.call(&by_address(1), ONCE).unwrap();
        assert!(matches!(
            quotas.call(&by_address(1), ONCE),
            Err(RpcError::RateLimited { .. })
        ));
        clock.pass(100);
    }
}

#[test]
fn a_stream_limit_of_zero_is_no_limit() {
    let (quotas, _) = quotas(&Limits {
        caller_streams: 0,
        bearer_streams: 0,
        streams: 20,
        ..Limits::default()
    });
    let (address, bearer) = (by_address(1).quota_key, bearer(1).quota_key);
    let open: Vec<_> = (0..10)
        .flat_map(|_| [quotas.stream(address), quotas.stream(bearer)])
        .collect();
    assert!(open.iter().all(Result::is_ok));
    assert!(matches!(quotas.stream(bearer), Err(RpcError::Overloaded)));
}
