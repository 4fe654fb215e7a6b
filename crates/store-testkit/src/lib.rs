//! The contract of every match store, as one suite of named tests, and real Redis servers to run it against.
//!
//! The servers are a single one, one behind TLS, a master with sentinels, and a Cluster; for archives, an S3 server. This line makes a module
//! `memory` with one test per promise:
//!
//! ```ignore
//! tinsel_store_testkit::store_suite!(memory, MemoryFixture);
//! ```
//!
//! A store must keep all promises, without exception.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::cognitive_complexity,
    clippy::print_stderr,
    reason = "tests fail by panicking, their assertions count as branches, and the servers of a failed test print their logs"
)]

mod authority;
mod cluster;
mod moto;
mod polled;
mod process;
pub mod promises;
mod secured;
mod sentinels;
mod server;
mod store_fixture;

use std::{future::Future, time::Duration};

use tinsel_store::{Limits, MatchStore, RedisOptions};

pub use authority::{Authority, Certified};
pub use cluster::RedisCluster;
pub use moto::Moto;
pub use polled::polled;
pub use secured::{SecuredRedis, documented_acl};
pub use sentinels::RedisSentinels;
pub use server::RedisServer;
pub use store_fixture::{
    StoreFixture, answer, answered, asked, created, id, next, reached, request, shard, until, write, written,
};

/// Maximum time that a test waits for an expected result before it fails. Only a hung test waits so long.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The options of a store that waits for its server as long as a test does.
#[must_use]
pub fn patient() -> RedisOptions {
    RedisOptions {
        connect_timeout: PATIENCE,
        response_timeout: PATIENCE,
        ..RedisOptions::default()
    }
}

/// The interface of a store to the suite.
pub trait Fixture: Send + Sync + Sized + 'static {
    /// The store.
    type Store: MatchStore;

    /// A store to test; it must not notice other tests, which use other shards.
    fn open(limits: Limits) -> impl Future<Output = Self> + Send;

    /// The store, as one server uses it.
    fn store(&self) -> Self::Store;

    /// The same matches, as another server uses them.
    fn replica(&self) -> Self::Store;

    /// Advances the clock of the store's expiry. It does nothing in a store with a real clock: the caller waits for a
    /// condition afterwards.
    fn pass(&self, time: Duration);
}

/// Redis servers with a failover.
pub trait Failover {
    /// The address for a store.
    fn url(&self) -> String;

    /// The slot of the keys of a shard, from the shard's name. With a single master, that master has every slot.
    fn slot(&self, shard: &str) -> u16;

    /// Whether both slots have the same master.
    fn share_a_master(&self, one: u16, other: u16) -> bool;

    /// Cuts the replicas off from the slot's master: later writes that it confirms die with it.
    fn cut_replicas(&self, slot: u16);

    /// Kills the slot's master with signal 9. The others wait for it until [`take_over`](Self::take_over).
    fn kill_master(&mut self, slot: u16);

    /// Stops the slot's master with SIGSTOP: its connections stay open, and it does not answer. The others wait for it
    /// until [`take_over`](Self::take_over).
    fn freeze_master(&mut self, slot: u16);

    /// Makes the others treat the master's silence as its failure, and waits until they have elected a new master.
    fn take_over(&mut self, slot: u16);

    /// Restarts the killed servers and wakes the frozen ones, and waits until each master has its replica.
    fn restart(&mut self);
}

/// Runs one promise on a runtime with two threads.
pub fn check<F: Future<Output = ()>>(promise: F) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(promise);
}

/// A module with a test for each promise, for the store of a [`Fixture`].
#[macro_export]
macro_rules! store_suite {
    ($module:ident, $fixture:ty) => {
        mod $module {
            use super::*;

            $crate::promises! { $fixture;
                beginning: a_match_begins_at_the_number_of_its_entries,
                beginning: a_match_that_begins_has_everything_it_was_given,
                beginning: an_existing_match_is_left_unchanged,
                beginning: creating_again_by_the_same_write_has_the_same_outcome,
                beginning: a_match_that_was_not_created_is_not_found,
                replacing: everything_is_written_together,
                replacing: nothing_is_written_on_conflict,
                replacing: a_conflict_carries_the_newest_record,
                replacing: another_nonce_at_the_same_revision_is_a_conflict,
                replacing: a_version_ahead_of_the_match_is_a_conflict,
                replacing: a_step_of_several_entries_raises_the_revision_by_their_number,
                replacing: a_step_of_thousands_of_entries_is_written_whole,
                replacing: the_same_write_again_is_written_once,
                replacing: the_same_write_after_another_is_a_conflict,
                replacing: kept_values_stay,
                replacing: replicas_read_what_the_other_wrote,
                repeating: a_repeated_request_gets_the_first_answer_and_writes_nothing,
                repeating: a_repeated_request_is_answered_whatever_version_it_expects,
                repeating: the_same_write_with_its_request_is_written_once,
                repeating: another_request_with_the_same_id_is_detectable,
                repeating: the_answer_of_a_creation_is_stored,
                repeating: a_conflict_remembers_no_answer,
                repeating: answers_can_be_asked_for,
                repeating: a_forgotten_answer_is_that_of_another_request,
                repeating: the_oldest_answers_are_forgotten_and_no_other,
                history: a_log_is_read_in_pages_without_gap,
                history: a_log_read_from_the_head_or_beyond_is_empty,
                history: a_trimmed_log_returns_its_first_revision,
                history: a_step_longer_than_the_log_leaves_its_end,
                history: a_beginning_longer_than_the_log_leaves_its_end,
                indexes: deadlines_are_set_moved_and_cleared,
                indexes: deadlines_come_in_order_and_no_more_than_asked_for,
                indexes: deadlines_that_move_keep_all_in_order,
                indexes: a_deadline_that_moves_is_found_with_and_without_a_query_meanwhile,
                indexes: a_deadline_that_was_cleared_is_set_again,
                indexes: deadlines_are_of_their_shard_alone,
                indexes: the_next_moment_comes_with_the_matches_that_are_due,
                assigning: equal_requests_get_one_match_until_it_is_full,
                assigning: without_a_fresh_match_and_one_being_filled_no_request_is_remembered,
                assigning: a_seeker_keeps_its_assignment_on_every_retry,
                assigning: pools_are_independent_of_each_other,
                assigning: many_concurrent_requests_get_one_match,
                assigning: an_assignment_is_forgotten_after_its_ttl,
                assigning: each_seeker_extends_the_time_for_which_a_match_is_filled,
                indexes: a_lobby_is_in_order_of_ids_and_read_in_pages,
                indexes: a_lobby_entry_is_replaced_and_removed,
                indexes: lobbies_are_of_their_shard_alone,
                indexes: a_match_is_listed_in_its_own_lobby_alone,
                expiring: an_expired_match_is_gone_with_all_it_had,
                expiring: an_expired_match_hides_no_other_in_the_indexes,
                expiring: expiry_stays_unless_it_is_changed,
                expiring: a_match_without_expiry_outlives_one_with_expiry,
                expiring: an_expired_match_can_begin_again,
                deleting: a_deleted_match_is_gone_with_all_it_had,
                deleting: only_an_existing_match_is_deleted_and_only_once,
                deleting: watchers_of_a_deleted_match_get_a_notice,
                deleting: a_deleted_match_can_begin_again,
                packing: a_packed_match_is_read_as_before_without_its_answers,
                packing: a_match_is_packed_only_at_its_version_and_once,
                packing: a_packed_match_can_be_changed_and_packed_again,
                packing: a_packed_match_expires_when_it_would_have,
                packing: matches_need_upkeep_at_their_time_until_it_ends,
                packing: a_deleted_match_needs_no_upkeep,
                scanning: a_scan_returns_every_match_with_its_newest_record,
                scanning: a_scan_misses_no_match_while_others_come_and_go,
                scanning: an_expired_match_is_not_scanned,
                noticing: a_move_after_watching_is_noticed,
                noticing: every_watcher_gets_a_notice,
                noticing: a_watcher_that_leaves_takes_nothing_from_the_others,
                noticing: a_match_is_watched_again_after_all_have_left,
                noticing: other_matches_are_not_noticed,
                noticing: a_step_of_several_entries_sends_its_last_revision,
                noticing: a_match_can_be_watched_before_it_begins,
                noticing: replicas_get_notices_of_each_others_moves,
                noticing: a_slow_watcher_learns_the_newest_revision,
                noticing: many_matches_are_watched_at_once,
                playing: a_match_stays_in_the_outbox_until_the_newest_write_was_followed,
                playing: an_outbox_is_read_up_to_the_limit,
                playing: the_matches_of_a_player_are_listed_newest_first_in_pages,
                playing: a_match_of_a_player_moves_to_its_new_time_and_is_removed,
                playing: an_index_of_a_player_expires_after_its_last_change,
                playing: an_index_of_a_player_keeps_the_newest_matches,
                pools: a_pool_has_no_more_slots_than_its_limit,
                pools: taking_a_slot_again_keeps_it,
                pools: a_released_slot_is_free,
                pools: a_pool_without_slots_takes_no_match,
                pools: a_slot_is_free_after_its_expiry,
                pools: every_member_of_a_full_pool_is_listed_eventually,
                pools: concurrent_reservations_do_not_exceed_the_limit,
                racing: one_of_many_writers_wins_each_revision_and_nothing_is_lost,
                racing: one_of_many_concurrent_retries_is_written,
                racing: one_of_many_concurrent_creations_succeeds,
                racing: matches_change_independently,
                carrying: big_records_come_back,
                carrying: empty_bytes_come_back,
                carrying: any_bytes_come_back,
                fleet: a_pulse_reports_each_shard_once,
                fleet: a_replica_is_alive_from_its_announcement_until_its_time,
                fleet: a_replica_that_stopped_before_the_clock_went_back_is_not_alive,
                fleet: a_replica_that_leaves_is_gone_and_others_are_notified,
                fleet: the_time_of_the_last_announcement_outlives_its_replica,
                fleet: outages_are_stored_once_and_merged,
                fleet: a_message_reaches_all_replicas,
                fleet: the_number_of_shards_is_stored_once_and_others_are_notified,
                fleet: earlier_deadlines_are_notified_and_later_ones_are_not,
                fleet: a_deadline_that_is_set_again_is_notified_again,
            }
        }
    };
}

/// One test per promise.
#[doc(hidden)]
#[macro_export]
macro_rules! promises {
    ($fixture:ty; $($group:ident: $promise:ident,)+) => {
        $(
            #[test]
            fn $promise() {
                $crate::check($crate::promises::$group::$promise::<$fixture>());
            }
        )+
    };
}
