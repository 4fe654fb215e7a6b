//! Allocations of one committed action: from the request's bytes to the response's, with a real Redis, without HTTP/2.
//!
//! The service runs in this process on one thread, so that every allocation between request and response belongs to the
//! action, those of the Redis driver included. Counts depend on the build profile, not on the machine.
//!
//! usage: `tinsel-allocations [GAME…]`
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_arithmetic,
    reason = "a program for developers, which may stop where it stands"
)]

mod common;

use std::{alloc::System, convert::Infallible, process::ExitCode, sync::Arc};

use http::Request;
use http_body_util::{BodyExt, Full};
use prost::Message;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use tinsel_catalog::GameId;
use tinsel_harness::{configured, creating};
use tinsel_proto::v1::{
    GetMatchRequest, JoinMatchRequest, ListLegalActionsRequest, SubmitActionRequest,
    match_service_client::MatchServiceClient,
};
use tinsel_server::{OsEntropy, SystemClock};
use tinsel_service::{AdmissionLayer, Background, Deps, Keys, Limits, Rate, Settings, dispatch, routes};
use tinsel_store::{Redis, RedisOptions, Traced};
use tinsel_store_testkit::RedisServer;
use tokio_util::sync::CancellationToken;
use tonic::{body::Body, metadata::MetadataValue};
use tower::{Layer, Service, ServiceExt, util::BoxCloneSyncService};

use crate::common::{random, with_games};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Number of matches that are played to their end, one after the other.
const MATCHES: usize = 20;

type Served = BoxCloneSyncService<Request<Body>, http::Response<Body>, Infallible>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    with_games(&args, |games| {
        measure_all(games);
        ExitCode::SUCCESS
    })
}

fn measure_all(games: &[GameId]) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let redis = RedisServer::start();
        let bench = Bench::on(&redis);
        for game in games {
            measure(&bench, *game).await;
        }
    });
}

/// The service as a server runs it behind its connections, without limits.
struct Bench {
    service: Served,
    background: Background<Traced<Redis>>,
}

impl Bench {
    fn on(redis: &RedisServer) -> Self {
        let meter = opentelemetry::global::meter("tinsel");
        let store = Traced::new(
            Redis::connect(&redis.url(), RedisOptions::default()).unwrap(),
            "redis",
            &meter,
        );
        let settings = Settings {
            limits: Limits {
                rate: Rate::UNLIMITED,
                address_rate: Rate::UNLIMITED,
                open_matches: 0,
                ..Limits::default()
            },
            ..Settings::default()
        };
        let environment = (Arc::new(SystemClock) as _, Arc::new(OsEntropy) as _);
        let deps = Deps::new(
            store,
            Keys::new(b"a key for benchmarks", &[]),
            settings,
            environment,
            CancellationToken::new(),
        );
        let admission = AdmissionLayer::new(&deps);
        let deps = Arc::new(deps);
        let background = Background::new(Arc::clone(&deps));
        let service = Served::new(admission.layer(dispatch(Arc::clone(&deps), routes(deps))));
        Self { service, background }
    }
}

/// The allocations of the committed actions of a game.
#[derive(Default)]
struct Total {
    actions: usize,
    allocations: usize,
    reallocations: usize,
    bytes: usize,
}

async fn measure(bench: &Bench, game: GameId) {
    let mut total = Total::default();
    for _ in 0..MATCHES {
        // Measures the time of the store, without which the service changes no match.
        bench.background.sweep().await;
        play(&bench.service, game, &mut total).await;
    }
    let each = |sum: usize| sum as f64 / total.actions as f64;
    println!(
        "allocations {game} actions={} allocations_per_action={:.1} reallocations_per_action={:.1} bytes_per_action={:.0}",
        total.actions,
        each(total.allocations),
        each(total.reallocations),
        each(total.bytes),
    );
}

fn bearing<T>(bearer: &str, message: T) -> tonic::Request<T> {
    let mut request = tonic::Request::new(message);
    let bearer = MetadataValue::try_from(bearer).unwrap();
    request.metadata_mut().insert("authorization", bearer);
    request
}

async fn play(service: &Served, game: GameId, total: &mut Total) {
    let mut client = MatchServiceClient::new(service.clone());
    let asked = creating(&game.testkit().setups()[0], "");
    let seats = configured(&asked).seats.get();
    let match_id = client.create_match(asked).await.unwrap().into_inner().match_id;
    let mut tokens = Vec::new();
    for seat in 0..seats {
        let asked = JoinMatchRequest {
            match_id: match_id.clone(),
            display_name: format!("Caller {seat}"),
            ..Default::default()
        };
        tokens.push(client.join_match(asked).await.unwrap().into_inner().seat_token);
    }
    loop {
        let mut acted = false;
        for token in &tokens {
            let bearer = format!("Bearer {token}");
            let asked = ListLegalActionsRequest {
                match_id: match_id.clone(),
                ..ListLegalActionsRequest::default()
            };
            let Ok(legal) = client.list_legal_actions(bearing(&bearer, asked)).await else {
                return;
            };
            let asked = GetMatchRequest {
                match_id: match_id.clone(),
                ..GetMatchRequest::default()
            };
            let state = client
                .get_match(bearing(&bearer, asked))
                .await
                .unwrap()
                .into_inner()
                .state;
            let (Some(view), Some(legal)) = (state.unwrap().view, legal.into_inner().legal) else {
                continue;
            };
            let Some(action) = game.game().random(&view, &legal, random()) else {
                continue;
            };
            acted = true;
            let request = SubmitActionRequest {
                match_id: match_id.clone(),
                request_id: format!("{:032x}", u128::from_be_bytes(random())),
                expected_revision: None,
                action: Some(action),
                ..SubmitActionRequest::default()
            };
            submit(service, &bearer, &request, total).await;
        }
        if !acted {
            return;
        }
    }
}

/// Sends an action and counts it, if it is accepted.
async fn submit(service: &Served, bearer: &str, message: &SubmitActionRequest, total: &mut Total) {
    let length = u32::try_from(message.encoded_len()).unwrap();
    let frame = [&[0], &length.to_be_bytes()[..], &message.encode_to_vec()].concat();
    let request = Request::post("/tinsel.v1.MatchService/SubmitAction")
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .header("authorization", bearer)
        .body(Body::new(Full::from(frame)))
        .unwrap();
    let mut service = service.clone();
    let service = service.ready().await.unwrap();
    let region = Region::new(ALLOCATOR);
    let response = service.call(request).await.unwrap();
    let body = response.into_body().collect().await.unwrap();
    let change = region.change();
    let accepted = body
        .trailers()
        .and_then(|trailers| trailers.get("grpc-status"))
        .is_some_and(|status| status == "0");
    if accepted {
        total.actions += 1;
        total.allocations += change.allocations;
        total.reallocations += change.reallocations;
        total.bytes += change.bytes_allocated;
    }
}
