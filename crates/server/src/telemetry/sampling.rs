//! Trace sampling.

use opentelemetry::{
    Context, KeyValue,
    trace::{Link, SpanKind, TraceId, TraceState},
};
use opentelemetry_sdk::trace::{Sampler, SamplingDecision, SamplingResult, ShouldSample};
use tinsel_store::MatchId;

/// The sampler of this share. It follows the caller's decision if the call has one.
pub(super) fn sampler(per_thousand: u16) -> Sampler {
    Sampler::ParentBased(Box::new(ByMatch::new(per_thousand)))
}

/// Samples traces that begin here. A match is sampled completely or not at all, on every replica, so that the traces of
/// a sampled match are complete. Of other traces it samples a share.
#[derive(Debug, Clone)]
struct ByMatch {
    per_thousand: u64,
    others: Sampler,
}

impl ByMatch {
    fn new(per_thousand: u16) -> Self {
        #[expect(clippy::float_arithmetic, reason = "the sampler takes a share as a float")]
        let ratio = f64::from(per_thousand) / 1000.0;
        Self {
            per_thousand: per_thousand.into(),
            others: Sampler::TraceIdRatioBased(ratio),
        }
    }

    fn keeps(&self, id: MatchId) -> bool {
        let hash = blake3::hash(id.to_string().as_bytes());
        let first = hash.as_bytes().first_chunk().copied();
        u64::from_le_bytes(first.unwrap_or_default()) % 1000 < self.per_thousand
    }
}

impl ShouldSample for ByMatch {
    fn should_sample(
        &self,
        parent: Option<&Context>,
        trace: TraceId,
        name: &str,
        kind: &SpanKind,
        attributes: &[KeyValue],
        links: &[Link],
    ) -> SamplingResult {
        let Some(id) = match_of(attributes) else {
            return self.others.should_sample(parent, trace, name, kind, attributes, links);
        };
        SamplingResult {
            decision: if self.keeps(id) {
                SamplingDecision::RecordAndSample
            } else {
                SamplingDecision::Drop
            },
            attributes: Vec::new(),
            trace_state: TraceState::NONE,
        }
    }
}

/// The match id of a span, if it is known when the span begins.
fn match_of(attributes: &[KeyValue]) -> Option<MatchId> {
    let mut all = attributes.iter();
    let id = all.find(|attribute| attribute.key.as_str() == "tinsel.match")?;
    id.value.as_str().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u128) -> MatchId {
        // Random bytes are uniform; a hash simulates them here.
        let entropy = *blake3::hash(&number.to_be_bytes()).as_bytes().first_chunk().unwrap();
        MatchId::from_entropy(entropy, 256)
    }

    fn kept(per_thousand: u16, trace: u128, attributes: &[KeyValue]) -> bool {
        let sampler = ByMatch::new(per_thousand);
        let trace = TraceId::from_bytes(trace.to_be_bytes());
        let sampled = sampler.should_sample(None, trace, "call", &SpanKind::Server, attributes, &[]);
        sampled.decision == SamplingDecision::RecordAndSample
    }

    fn about(id: MatchId) -> [KeyValue; 2] {
        [
            KeyValue::new("rpc.system.name", "grpc"),
            KeyValue::new("tinsel.match", id.to_string()),
        ]
    }

    /// The sampled ones of two thousand matches.
    fn matches_kept(per_thousand: u16) -> Vec<u128> {
        let all = 0..2000;
        all.filter(|number| kept(per_thousand, 0, &about(id(*number))))
            .collect()
    }

    #[test]
    fn all_traces_of_a_match_are_sampled_or_none() {
        for number in 0..100 {
            let by_trace = |trace: u128| kept(500, trace << 64 | trace, &about(id(number)));
            let first = by_trace(1);
            assert!(
                [7, u128::from(u64::MAX / 2), u128::from(u64::MAX)]
                    .into_iter()
                    .all(|trace| by_trace(trace) == first)
            );
        }
    }

    #[test]
    fn a_larger_share_samples_more_matches() {
        assert_eq!(matches_kept(0), []);
        assert_eq!(matches_kept(1000).len(), 2000);
        let (some, more) = (matches_kept(100), matches_kept(500));
        assert!((150..250).contains(&some.len()), "{}", some.len());
        assert!((900..1100).contains(&more.len()), "{}", more.len());
        assert!(some.iter().all(|number| more.contains(number)));
    }

    /// Replicas of different releases must agree.
    #[test]
    fn the_selection_of_sampled_matches_is_stable() {
        assert_eq!(
            matches_kept(5),
            [33, 164, 268, 534, 818, 870, 872, 929, 961, 1255, 1434, 1762, 1844, 1956]
        );
    }

    #[test]
    fn a_span_without_a_match_is_sampled_by_its_trace() {
        let nonsense = [KeyValue::new("tinsel.match", "no id of a match")];
        for attributes in [&[][..], &nonsense] {
            assert!(kept(500, 1, attributes) && !kept(500, u128::from(u64::MAX), attributes));
        }
    }
}
