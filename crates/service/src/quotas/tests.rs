use std::net::Ipv4Addr;

use futures_util::StreamExt;
use tinsel_proto::v1::{WatchMatchRequest, match_service_server::MatchService};
use tinsel_store::MatchStore;
use tonic::Request;

use super::*;
use crate::{
    caller::Address,
    testing::{Replica, TestClock, created, matches},
};

fn somebody(number: u32) -> Who {
    Who::Somebody(Address::V4(Ipv4Addr::from(number)))
}

fn quotas(limits: &Limits) -> (Quotas, Arc<TestClock>) {
    let clock = Replica::new().clock;
    (Quotas::new(limits, &[], Arc::clone(&clock) as Arc<dyn Clock>), clock)
}

#[test]
fn by_default_four_hundred_calls_come_at_once_and_two_hundred_a_second() {
    let (quotas, clock) = quotas(&Limits::default());
    for _ in 0..400 {
        quotas.call(somebody(1)).unwrap();
    }
    let refused = quotas.call(somebody(1));
    let Err(RpcError::RateLimited { wait }) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(wait, Duration::from_millis(5));
    clock.pass(1000);
    let taken = (0..400).filter(|_| quotas.call(somebody(1)).is_ok()).count();
    assert_eq!(taken, 200);
    quotas.call(somebody(2)).unwrap();
}

#[test]
fn without_a_rate_nobody_is_refused_or_remembered() {
    let (quotas, _) = quotas(&Limits {
        rate: Rate::UNLIMITED,
        ..Limits::default()
    });
    for number in 0..10_000 {
        quotas.call(somebody(number % 3)).unwrap();
    }
    assert_eq!(quotas.kept(), (0, 0));
}

#[test]
fn no_more_callers_are_remembered_than_there_is_room_for() {
    let (quotas, _) = quotas(&Limits::default());
    for number in 0..200_000 {
        quotas.call(somebody(number)).unwrap();
    }
    assert!(quotas.kept().0 <= CALLERS, "{:?}", quotas.kept());
}

#[tokio::test]
async fn what_a_stream_keeps_while_it_waits_is_small() {
    let matches = matches();
    let created = created(&matches).await;
    let id = created.match_id.parse().unwrap();
    let deps = Arc::clone(&matches.0);
    let who = somebody(1);
    let stream = crate::watch::stream(crate::watch::Watcher {
        id,
        caller: None,
        viewer: tinsel_engine::Viewer::Spectator,
        notices: deps.store.watch(id).await.unwrap(),
        told: None,
        audience: crate::tables::Audience::take(deps.tables.slot(id)),
        _place: deps.quotas.stream(who).unwrap(),
        deps,
    });
    let bytes = size_of_val(&stream);
    assert!(bytes <= 2048, "{bytes} bytes");
}

#[tokio::test]
async fn streams_that_have_ended_leave_nothing_behind() {
    const STREAMS: usize = 300;
    let matches = matches();
    let created = created(&matches).await;
    let deps = &matches.0;
    let all = deps.quotas.streams_left();
    let mut open = Vec::new();
    for number in 0..STREAMS {
        let mut request = Request::new(WatchMatchRequest {
            match_id: created.match_id.clone(),
            position: None,
        });
        let address = Address::V4(Ipv4Addr::from(u32::try_from(number).unwrap() % 7));
        let who = Who::Somebody(address);
        request.extensions_mut().insert(crate::caller::Caller { who, address });
        let mut stream = matches.watch_match(request).await.unwrap().into_inner();
        // Half of them are idle behind their first message, half have never been read.
        if number % 2 == 0 {
            assert!(stream.next().await.is_some_and(|first| first.is_ok()));
        }
        open.push(stream);
    }
    let slot = deps.tables.slot(created.match_id.parse().unwrap());
    assert_eq!(deps.quotas.streams_left(), all - STREAMS);
    assert_eq!((deps.quotas.kept().1, slot.watchers()), (7, STREAMS));
    drop(open);
    assert_eq!(deps.quotas.streams_left(), all);
    assert_eq!((deps.quotas.kept().1, slot.watchers()), (0, 0));
    assert_eq!(deps.store.watched(), 0, "the store keeps somebody to tell");
}
