//! The metadata of each refusal, which the comments of the reasons list.

use std::collections::BTreeMap;

use crate::error::RpcError;

/// The metadata of a failure.
pub(super) fn metadata(error: &RpcError) -> BTreeMap<String, String> {
    let entries = if let RpcError::Refused { refusal, revision } = error {
        let rule = refusal.rule.map(ToString::to_string);
        vec![
            ("rule", rule),
            ("limit", refusal.limit.map(|limit| limit.to_string())),
            ("revision", revision.map(|revision| revision.to_string())),
        ]
    } else if let RpcError::SeatsOpen { open } = error {
        vec![("open_seats", Some(open.to_string()))]
    } else if let RpcError::SeatNotPlayerControlled { control } = error {
        let name = control.as_str_name();
        let name = name.strip_prefix("SEAT_CONTROL_").unwrap_or(name);
        vec![("control", Some(name.to_owned()))]
    } else if let RpcError::PlayerSeated { seat } = error {
        vec![("seat", Some(seat.get().to_string()))]
    } else if let RpcError::WrongGame { game } = error {
        vec![("game_id", Some((*game).to_owned()))]
    } else if let RpcError::RevisionMismatch { revision } | RpcError::RevisionNotStored { newest: revision } = error {
        vec![("revision", Some(revision.to_string()))]
    } else if let RpcError::DecisionMismatch { decision } = error {
        vec![("decision", Some(decision.to_string()))]
    } else if let RpcError::StartReserved { wait } | RpcError::SeatReserved { wait } = error {
        vec![("seconds", Some(crate::error::seconds(*wait).to_string()))]
    } else if let RpcError::MessageTooLarge { limit_bytes } = error {
        vec![("limit_bytes", Some(limit_bytes.to_string()))]
    } else if let RpcError::TooManyStreams { limit } = error {
        vec![("limit", Some(limit.to_string()))]
    } else if let RpcError::OpenMatchLimitReached { limit } = error {
        vec![("limit", Some(limit.to_string()))]
    } else {
        Vec::new()
    };
    let there = entries
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), value?)));
    there.collect()
}
