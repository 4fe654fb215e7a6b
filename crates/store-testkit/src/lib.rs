//! What every match store owes, as one suite of named tests, and real Redis servers to run it against: one alone,
//! one behind TLS, a master with sentinels, and a Cluster.
//!
//! ```ignore
//! tinsel_store_testkit::store_suite!(memory, MemoryFixture);
//! ```
//!
//! makes a module `memory` with one test per promise. There are no exceptions: a store keeps all of them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::cognitive_complexity,
    clippy::print_stderr,
    reason = "tests fail by panicking, their assertions count as branches, and the servers of one that fails say why"
)]

mod cluster;
mod process;
pub mod promises;
mod secured;
mod sentinels;
mod server;
mod table;

use std::{future::Future, time::Duration};

use tinsel_store::{Limits, MatchStore};

pub use cluster::RedisCluster;
pub use secured::SecuredRedis;
pub use sentinels::RedisSentinels;
pub use server::RedisServer;
pub use table::{Table, answer, answered, asked, created, id, next, request, shard, until, write, written};

/// How long a test waits for what must happen before it fails. Only a hung test waits so long.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What a store lends the suite.
pub trait Fixture: Send + Sync + Sized + 'static {
    /// The store.
    type Store: MatchStore;

    /// A store to test; what other tests do in shards of their own is not to be noticed.
    fn open(limits: Limits) -> impl Future<Output = Self> + Send;

    /// The store as one replica holds it.
    fn store(&self) -> Self::Store;

    /// The same matches as another replica holds them.
    fn replica(&self) -> Self::Store;

    /// Lets time pass, as far as the store's expiry sees it. Does nothing where time passes by itself: whoever calls
    /// this waits for a condition afterwards.
    fn pass(&self, time: Duration);
}

/// Servers of which one takes over when another dies.
pub trait Failover {
    /// The address for a store.
    fn url(&self) -> String;

    /// The slot of the keys of a shard, which is known by its name. Where there is one master only, every slot is its.
    fn slot(&self, shard: &str) -> u16;

    /// Whether one master has both slots.
    fn share_a_master(&self, one: u16, other: u16) -> bool;

    /// Lets the replicas of the slot's master hear no more of it: what it says to be written from now on dies with it.
    fn cut_replicas(&self, slot: u16);

    /// Kills the slot's master with signal 9. The others wait for it until they are told [not to](Self::take_over).
    fn kill_master(&mut self, slot: u16);

    /// Has the others take the master's silence for its end, and waits until one has taken over by their vote.
    fn take_over(&mut self, slot: u16);

    /// Starts the servers again that were killed, and waits until they have joined as replicas.
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
                beginning: a_match_that_is_there_is_left_as_it_is,
                beginning: beginning_again_by_the_same_write_is_the_same_beginning,
                beginning: what_never_began_is_not_found,
                replacing: everything_is_written_together,
                replacing: nothing_is_written_on_conflict,
                replacing: a_conflict_carries_the_newest_record,
                replacing: another_nonce_at_the_same_revision_is_a_conflict,
                replacing: a_version_ahead_of_the_match_is_a_conflict,
                replacing: a_step_of_several_entries_raises_the_revision_by_as_many,
                replacing: a_step_of_thousands_of_entries_is_written_whole,
                replacing: the_same_write_again_is_written_once,
                replacing: the_same_write_after_another_is_a_conflict,
                replacing: what_is_kept_stays,
                replacing: replicas_read_what_the_other_wrote,
                repeating: a_repeated_request_gets_the_first_answer_and_writes_nothing,
                repeating: a_repeated_request_is_answered_whatever_version_it_expects,
                repeating: the_same_write_with_its_request_gets_its_own_answer,
                repeating: another_question_under_the_same_name_is_visible,
                repeating: the_answer_of_a_beginning_is_remembered,
                repeating: a_conflict_remembers_no_answer,
                repeating: answers_can_be_asked_for,
                repeating: the_oldest_answers_are_forgotten_and_no_other,
                history: a_log_is_read_in_pages_without_gap,
                history: a_log_read_from_the_head_or_beyond_is_empty,
                history: a_trimmed_log_says_where_it_begins,
                history: a_step_longer_than_the_log_leaves_its_end,
                history: a_beginning_longer_than_the_log_leaves_its_end,
                indexes: deadlines_are_set_moved_and_cleared,
                indexes: deadlines_come_in_order_and_no_more_than_asked_for,
                indexes: deadlines_that_move_keep_all_in_order,
                indexes: a_deadline_that_moves_is_found_whether_anybody_looked_meanwhile_or_not,
                indexes: a_deadline_that_was_cleared_is_set_again,
                indexes: deadlines_are_of_their_shard_alone,
                indexes: a_shard_is_its_holders_until_the_lease_ends,
                seeking: all_who_seek_the_same_are_given_one_match_until_it_is_full,
                seeking: without_a_fresh_match_nobody_is_remembered_where_none_is_being_filled,
                seeking: a_seeker_is_given_the_same_match_however_often_it_asks,
                seeking: pools_know_nothing_of_each_other,
                seeking: of_many_who_seek_at_once_all_are_given_one_match,
                seeking: who_was_given_what_is_forgotten_in_time,
                indexes: a_lobby_is_in_order_of_ids_and_read_in_pages,
                indexes: a_lobby_entry_is_replaced_and_removed,
                indexes: lobbies_are_of_their_shard_alone,
                expiring: an_expired_match_is_gone_with_all_it_had,
                expiring: an_expired_match_hides_no_other_in_the_indexes,
                expiring: expiry_stays_unless_it_is_changed,
                expiring: what_is_kept_for_ever_outlives_what_is_not,
                expiring: an_expired_match_can_begin_again,
                noticing: a_move_after_watching_is_noticed,
                noticing: every_watcher_is_told,
                noticing: a_watcher_that_leaves_takes_nothing_from_the_others,
                noticing: a_match_is_watched_again_after_all_have_left,
                noticing: other_matches_are_not_noticed,
                noticing: a_step_of_several_entries_is_told_by_its_last_revision,
                noticing: a_match_can_be_watched_before_it_begins,
                noticing: replicas_are_told_of_each_others_moves,
                noticing: a_slow_watcher_learns_the_newest_revision,
                noticing: many_matches_are_watched_at_once,
                pools: a_pool_has_so_many_places_and_no_more,
                pools: who_has_a_place_keeps_it_however_often_it_is_taken,
                pools: a_place_that_is_given_back_is_free,
                pools: a_pool_without_places_takes_nobody,
                pools: a_place_is_free_when_its_time_is_over,
                pools: every_member_of_a_full_pool_is_named_sooner_or_later,
                pools: of_many_at_once_only_so_many_get_a_place,
                racing: of_many_writers_one_wins_each_revision_and_nothing_is_lost,
                racing: of_many_repetitions_one_is_written,
                racing: of_many_beginnings_one_counts,
                racing: matches_move_beside_each_other,
                carrying: big_records_come_back,
                carrying: empty_bytes_come_back,
                carrying: any_bytes_come_back,
                carrying: a_store_that_answers_is_ready,
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
