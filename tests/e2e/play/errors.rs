//! Every reason of a refusal is reached here, with its code, domain and details.

mod of_the_game;
mod of_the_platform;
mod of_users;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tinsel_catalog::{GameId, testkit::Unreachable};
use tinsel_harness::{
    Examples, Reason, Refusal, UNREACHED, all_reasons, asked_to, check_refusal, details_of, examples, keep_examples,
};

/// The reasons of the platform that no call can reach, and why.
const fn unreachable() -> &'static [Unreachable] {
    &[]
}

/// The reached reasons, for comparison with the listed ones.
#[derive(Debug, Default)]
struct Reached {
    reasons: BTreeSet<Reason>,
    /// The details of the first refusal for each reason.
    examples: Examples,
}

impl Reached {
    /// Records a refusal, which must be for `reason`.
    #[track_caller]
    fn note(&mut self, reason: &str, refusal: &Refusal) {
        assert_eq!(refusal.reason, reason, "{refusal:?}");
        self.reasons.insert(check_refusal(refusal).clone());
        let details = || details_of(refusal);
        self.examples.entry(reason.to_owned()).or_insert_with(details);
    }

    fn check_complete(&self, listed: &[Reason], unreachable: &[Unreachable]) {
        let excused: BTreeMap<_, _> = unreachable.iter().copied().collect();
        for reason in listed {
            let reached = self.reasons.contains(reason);
            match excused.get(reason.name.as_str()) {
                None => assert!(reached, "{} is reached by no call", reason.name),
                Some(why) => assert!(!reached, "{} was reached, though {why}", reason.name),
            }
        }
        for name in excused.keys() {
            assert!(listed.iter().any(|reason| reason.name == *name), "{name} is not listed");
        }
        self.check_examples(&listed[0].domain);
    }

    /// Compares the kept examples with the details of this run. With `UPDATE_REFUSALS=1` those of this run are kept.
    fn check_examples(&self, domain: &str) {
        if asked_to("UPDATE_REFUSALS") {
            keep_examples(domain, &self.examples);
        }
        let kept = examples(domain);
        assert!(kept.keys().eq(self.examples.keys()), "{domain}: run `make refusals`");
        for (kept, now) in kept.values().zip(self.examples.values()) {
            assert_eq!(lasting(kept), lasting(now), "{domain}: run `make refusals`");
        }
    }
}

/// An example without the values that differ from run to run.
fn lasting(example: &Value) -> Value {
    let mut example = example.clone();
    for pointer in ["/RetryInfo/retryDelay", "/ErrorInfo/metadata/revision"] {
        if let Some(value) = example.pointer_mut(pointer) {
            value.take();
        }
    }
    example
}

/// The catalogue documents the same reasons as unreachable.
#[test]
fn unreachable_reasons_are_documented_as_such() {
    let said = all_reasons().iter().filter(|reason| reason.remedy == UNREACHED);
    let said: BTreeSet<_> = said
        .map(|reason| (reason.domain.clone(), reason.name.as_str()))
        .collect();
    let mut excused: BTreeSet<_> = unreachable()
        .iter()
        .map(|(name, _)| ("tinsel.v1".to_owned(), *name))
        .collect();
    for game in GameId::ALL {
        let of_game = game.testkit().unreachable().iter();
        excused.extend(of_game.map(|(name, _)| (game.game().domain(), *name)));
    }
    assert_eq!(said, excused);
}
