//! What the end-to-end tests are made of.
//!
//! - [`Replica`] is a server in this process on a real loopback socket, as an operator would start it; [`Process`] is
//!   the real binary, which can be killed. Both keep matches in memory or in the one [`redis()`] of the test run.
//! - [`Deployment`] is several of those processes behind [`OneName`], each of which can be replaced; [`Crowd`] plays
//!   there all the while, and [`Tries`] is what failed of that.
//! - [`World`] is the service with a clock and a randomness that the test chooses, so that the same calls give the same
//!   bytes; it works on any store, [`Faulty`] ones among them.
//! - [`Api`] asks any of them, in messages or in raw bytes.
//! - [`Table`] is a match with its tokens, and knows how to play it, whatever its game; [`Replay`] is what must come of
//!   that.
//! - [`Collector`] is told the spans of a server.
//! - [`Secrets`] is what no log and no span may hold of a match.
//! - [`stored_game`] and [`put_game`] look, and reach, behind the API.
//! - [`RawMatch`] is a match as Redis has it, and [`Fixture`] one that was kept for ever.
//! - [`Operator`] does to a Redis server what happens to one.
//! - [`refusals_page`] is the catalogue of refusals; whatever an [`Api`] is refused with must be in it.
//!
//! Nothing here measures time, but for what a [`Crowd`] tells of its calls, which no test looks at. What must happen is waited for by [`until`] or [`soon`], with a bound that only a hung
//! test reaches.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::print_stderr,
    reason = "tests fail by panicking, and tell on stderr what they wait for"
)]

mod api;
mod behind;
mod call;
mod chance;
mod collector;
mod crowd;
mod deployment;
mod faulty;
mod fixture;
mod http1;
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
mod table;
mod tries;
mod under_way;
mod waiting;
mod world;

pub use api::{Api, Streaming, Transport};
pub use behind::{put_damaged, put_game, put_later_release, stored_bytes, stored_game};
pub use call::{Call, METHODS, Method};
pub use chance::Chance;
pub use collector::{Collector, Told};
pub use crowd::Crowd;
pub use deployment::{Deployment, Leaving};
pub use faulty::{Fault, Faulty};
pub use fixture::{Fixture, Moment, Place, first_difference, shown};
pub use http1::Http1;
pub use one_name::OneName;
pub use operator::{Backup, Operator};
pub use player::{Choice, entropy, owed_by, revision_of};
pub use process::{Exit, Process, server_binary, tinsel};
pub use protos::message_of_the_api;
pub use raw::RawMatch;
pub use reasons::{Reason, UNREACHED, all_reasons, game_reasons, known_reason, platform_reasons, wrong_comments};
pub use refusals::{REFUSALS_PAGE, check_refusal, name_of, refusals_page};
pub use replay::{Accepted, Replay, begun_at, game_events};
pub use replica::{KEY, Replica, redis};
pub use sample::{exhaustive, sample, sampled_tables};
pub use secrets::{ACTION_KINDS, SEALED_KINDS, Secrets, without_action_kinds};
pub use source::{asked_for, asked_to, files, root};
pub use table::{ANY_GAME, Seated, Table, configured, created, creating, some_action, some_bad_action, usual_tables};
pub use tinsel_client::Refusal;
pub use tinsel_store_testkit::{Failover, RedisCluster, RedisSentinels, RedisServer};
pub use tries::{Failed, Tries};
pub use under_way::UnderWay;
pub use waiting::{PATIENCE, soon, until};
pub use world::{TestClock, World};

/// The refusal that a call must have ended with.
#[track_caller]
pub fn refused<T: std::fmt::Debug>(answer: Result<T, tonic::Status>) -> Refusal {
    Refusal::of(&answer.expect_err("a refusal"))
}
