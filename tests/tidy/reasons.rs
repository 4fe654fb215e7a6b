//! Reasons ⇄ proto.

use std::collections::BTreeMap;

use tinsel_catalog::GameId;
use tinsel_harness::{game_reasons, platform_reasons};

/// The names of the status codes of gRPC.
const CODES: &[&str] = &[
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

#[test]
fn the_comment_of_every_reason_begins_with_its_code() {
    let games = GameId::ALL.iter().flat_map(|game| game_reasons(game.as_str()));
    for reason in platform_reasons().into_iter().chain(games) {
        assert!(CODES.contains(&reason.code.as_str()), "{reason:?}");
    }
}

#[test]
fn the_reasons_of_a_game_and_of_its_proto_are_the_same() {
    for game in GameId::ALL {
        let code = |malformed| {
            if malformed {
                "INVALID_ARGUMENT"
            } else {
                "FAILED_PRECONDITION"
            }
        };
        let catalogued = game.game().reasons().iter();
        let catalogued: BTreeMap<_, _> = catalogued
            .map(|reason| (reason.code.to_owned(), code(reason.malformed)))
            .collect();
        let listed = game_reasons(game.as_str());
        let in_proto: BTreeMap<_, _> = listed
            .iter()
            .map(|reason| (reason.name.clone(), reason.code.as_str()))
            .collect();
        assert_eq!(catalogued, in_proto, "{game}");
        assert_eq!(listed.len(), in_proto.len(), "{game} lists a reason twice");
        assert_eq!(game.game().domain(), listed[0].domain);
    }
}

#[test]
fn no_reason_of_a_game_has_the_name_of_another_domain_and_code() {
    let platform: BTreeMap<_, _> = platform_reasons()
        .into_iter()
        .map(|reason| (reason.name, reason.code))
        .collect();
    for game in GameId::ALL {
        for reason in game_reasons(game.as_str()) {
            if let Some(code) = platform.get(&reason.name) {
                assert_eq!(code, &reason.code, "{} comes with two codes", reason.name);
            }
        }
    }
}
