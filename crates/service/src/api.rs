//! The calls, one file for each: parse the request into a command, run it, build the response.

mod abort_match;
mod add_bot;
mod call;
mod check_store;
mod create_match;
mod delete_match;
mod dispatch;
mod examine;
mod examine_match;
mod forfeit_match;
mod games;
mod get_match;
mod join_match;
mod leave_match;
mod list_history;
mod list_legal_actions;
mod list_matches;
mod list_stored_matches;
mod quick_match;
mod remove_player;
mod repair_match;
mod request_parser;
mod return_to_seat;
mod reveal_match;
mod service;
mod set_log_filter;
mod spectate_match;
mod start_match;
mod stored_matches;
mod submit_action;
mod substitute_seat;
mod transfer_host;
mod validate_action;
mod watch_match;

pub use dispatch::dispatch;
pub(crate) use service::{AdminService, GameService, MatchService};
