//! Every reason for which a call fails is reached here, with the code, the domain and the facts that go with it.

mod of_the_game;
mod of_the_platform;

use std::collections::{BTreeMap, BTreeSet};

use tinsel_catalog::{GameId, testkit::Unreachable};
use tinsel_harness::{Reason, Refusal, UNREACHED, all_reasons, check_refusal};

/// The reasons of the platform that no call can reach, and why.
const fn unreachable() -> &'static [Unreachable] {
    &[]
}

/// Collects what was reached, and compares it with what is listed.
#[derive(Debug, Default)]
struct Reached(BTreeSet<Reason>);

impl Reached {
    /// Notes a refusal, which must be for `reason`.
    #[track_caller]
    fn note(&mut self, reason: &str, refusal: &Refusal) {
        assert_eq!(refusal.reason, reason, "{refusal:?}");
        self.0.insert(check_refusal(refusal).clone());
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

/// The catalogue says of the same reasons that no call can reach them.
#[test]
fn what_no_call_can_reach_is_said_to_clients() {
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
