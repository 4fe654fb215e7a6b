//! The harness of the end-to-end tests.
//!
//! - [`Replica`] is a server in this process on a real loopback socket; [`Process`] is the real binary, which tests can
//!   kill. Both store matches in memory or in the one [`redis()`] of the test run.
//! - [`Deployment`] is several such processes behind one address, [`OneName`], each of which can be replaced; [`Crowd`]
//!   plays on them meanwhile, and [`Tries`] contains its failed tries.
//! - [`World`] is the service with a test clock and test randomness, so that the same calls return the same bytes. It
//!   works on any store, [`Faulty`] ones included.
//! - [`Api`] calls any of them, with messages or with raw bytes.
//! - [`TestMatch`] is a match with its tokens, and can play any game; [`Replay`] is the expected course of that match.
//! - [`Link`] is a TCP proxy with faults that can be switched.
//! - [`Collector`] receives the spans of a server.
//! - [`Secrets`] are the texts of a match that no log and no span may contain.
//! - [`stored_game`] and [`put_game`] read and write a stored match without the API.
//! - [`RawMatch`] is the data of a match in Redis, and [`Fixture`] is such a match of an earlier release.
//! - [`Operator`] acts on a Redis server as its operator can.
//! - [`refusals_page`] is the catalogue of refusals; every refusal that an [`Api`] receives must be in it.
//!
//! Only [`Crowd`] measures time, and no test asserts it. [`until`] and [`soon`] wait for events, with a bound that only
//! a hung test reaches.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::print_stderr,
    reason = "tests fail by panicking, and print on stderr what they wait for"
)]

mod api;
mod archive_folder;
mod behind;
mod call;
mod chance;
mod collector;
mod crowd;
mod deployment;
mod faulty;
mod fixture;
mod http1;
mod link;
mod mounted;
mod one_name;
mod operator;
mod player;
mod process;
mod protos;
mod raw;
mod reasons;
mod refusals;
mod replay;
mod replica;
mod sample;
mod secrets;
mod source;
mod test_match;
mod tries;
mod under_way;
mod waiting;
mod world;

pub use api::{Api, Streaming, Transport};
pub use archive_folder::ArchiveFolder;
pub use behind::{put_damaged, put_game, put_later_release, stored_bytes, stored_game};
pub use call::{Call, METHODS, Method};
pub use chance::Chance;
pub use collector::{Collector, SpanValues};
pub use crowd::Crowd;
pub use deployment::{Deployment, Leaving};
pub use faulty::{Fault, Faulty, UPKEEP_AFTER};
pub use fixture::{Fixture, FixtureLocation, Moment, first_difference, shown};
pub use http1::{Http1, frame, frames};
pub use link::{Link, Mode};
pub use mounted::Mounted;
pub use one_name::OneName;
pub use operator::{Backup, Operator};
pub use player::{Choice, entropy, owed_by, revision_of};
pub use process::{Exit, Process, binary, example, resident_of, server_binary, tinsel};
pub use protos::message_of_the_api;
pub use raw::RawMatch;
pub use reasons::{Reason, UNREACHED, all_reasons, game_reasons, known_reason, platform_reasons, wrong_comments};
pub use refusals::{
    Examples, REFUSALS_PAGE, check_refusal, details_of, examples, keep_examples, name_of, proto_of, proto_with_reasons,
    refusals_page,
};
pub use replay::{Accepted, Replay, begun_at, game_events};
pub use replica::{KEY, Replica, redis};
pub use sample::{exhaustive, sample, sampled_setups};
pub use secrets::{ACTION_KINDS, SEALED_KINDS, Secrets, without_action_kinds};
pub use source::{asked_for, asked_to, files, links, root};
pub use test_match::{
    ANY_GAME, Seated, TestMatch, configured, created, creating, some_action, some_bad_action, usual_setups,
};
pub use tinsel_client::Refusal;
pub use tinsel_store_testkit::{
    Authority, Certified, Failover, RedisCluster, RedisSentinels, RedisServer, SecuredRedis, documented_acl,
};
pub use tries::{Failed, Tries};
pub use under_way::UnderWay;
pub use waiting::{PATIENCE, soon, until, until_ready};
pub use world::{TestClock, World, of_platform};

/// The refusal of a call that must have failed.
#[track_caller]
pub fn refused<T: std::fmt::Debug>(answer: Result<T, tonic::Status>) -> Refusal {
    Refusal::of(&answer.expect_err("a refusal"))
}
