//! Every reason for which a call fails is reached here, with the code, the domain and the facts that go with it.

mod of_the_game;
mod of_the_platform;

use std::collections::{BTreeMap, BTreeSet};

use tinsel_catalog::{GameId, testkit::Unreachable};
use tinsel_harness::{Reason, Refusal, known_reason, platform_reasons};
use tinsel_proto::v1::ErrorReason;

/// The reasons of the platform that no call can reach, and why.
fn unreachable() -> Vec<Unreachable> {
    let of_one_game = "there is one game so far, and an action of no game is MALFORMED_REQUEST";
    match GameId::ALL {
        [_] => vec![("WRONG_GAME", of_one_game)],
        _ => Vec::new(),
    }
}

/// What is checked of every refusal: it is listed, and comes with the code that is listed, a sentence, and a retry
/// where, and only where, that helps.
pub(crate) fn check(refusal: &Refusal) -> Reason {
    let reason = known_reason(&refusal.domain, &refusal.reason);
    let reason = reason.unwrap_or_else(|| panic!("not listed: {refusal:?}"));
    assert_eq!(name_of(refusal.code), reason.code, "{refusal:?}");
    assert!(!refusal.message.is_empty(), "{refusal:?}");
    let retry = ["UNAVAILABLE", "DEADLINE_EXCEEDED"].contains(&reason.code.as_str()) || reason.name == "OVERLOADED";
    assert_eq!(refusal.retry_after.is_some(), retry, "{refusal:?}");
    assert_eq!(
        !refusal.violations.is_empty(),
        reason.code == "INVALID_ARGUMENT" && reason.name != "MALFORMED_MESSAGE",
        "a field is named where, and only where, one is to blame: {refusal:?}"
    );
    for secret in ["redis://", "panicked", "src/", ".rs", "0x"] {
        assert!(!refusal.message.contains(secret), "{refusal:?}");
    }
    reason
}

/// The name of a code, as the protos write it.
pub(crate) fn name_of(code: tonic::Code) -> String {
    let mut name = String::new();
    for letter in format!("{code:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}

/// Collects what was reached, and compares it with what is listed.
#[derive(Debug, Default)]
struct Reached(BTreeSet<Reason>);

impl Reached {
    /// Notes a refusal, which must be for `reason`.
    #[track_caller]
    fn note(&mut self, reason: &str, refusal: &Refusal) {
        assert_eq!(refusal.reason, reason, "{refusal:?}");
        self.0.insert(check(refusal));
    }

    fn check_complete(&self, listed: &[Reason], unreachable: &[Unreachable]) {
        let excused: BTreeMap<_, _> = unreachable.iter().copied().collect();
        for reason in listed {
            let reached = self.0.contains(reason);
            match excused.get(reason.name.as_str()) {
                None => assert!(reached, "{} is reached by no call", reason.name),
                Some(why) => assert!(!reached, "{} was reached, though {why}", reason.name),
            }
        }
        for name in excused.keys() {
            assert!(listed.iter().any(|reason| reason.name == *name), "{name} is not listed");
        }
    }
}

#[test]
fn the_protos_list_every_reason_of_the_code() {
    let listed: BTreeSet<_> = platform_reasons().into_iter().map(|reason| reason.name).collect();
    let of_code = (1..1000).filter_map(|number| ErrorReason::try_from(number).ok());
    let of_code: BTreeSet<_> = of_code
        .map(|reason| reason.as_str_name().replace("ERROR_REASON_", ""))
        .collect();
    assert_eq!(listed, of_code);
}
