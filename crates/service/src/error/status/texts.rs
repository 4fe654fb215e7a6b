//! The texts of a status, and their size in headers.
//!
//! A client can refuse a response whose headers exceed its limit: gRPC's C core accepts 8 KiB with certainty. The caller
//! then sees `RESOURCE_EXHAUSTED` without a reason.

use tonic::Status;
use tonic_types::pb::bad_request::FieldViolation;

use crate::error::RpcError;

/// The maximum of bytes with which headers carry a status.
const HEADERS_MAX: usize = 4 * 1024;

/// The part of [`HEADERS_MAX`] for the names of the headers, and for the trace ID that the server adds to the details.
const RESERVED: usize = 256;

/// The maximum of bytes of a text in a refusal of which otherwise not even one violation could be sent.
const TEXT_MAX: usize = 256;

/// How much of a refusal is sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    violations: usize,
    text_bytes: usize,
}

/// The status of a failure, small enough for headers. Reason, metadata and retry delay stay; as many violations as possible
/// are sent whole.
pub(super) fn limited(error: &RpcError, encode: impl Fn(&RpcError, Extent) -> Status) -> Status {
    let sent = |violations, text_bytes| encode(error, Extent { violations, text_bytes });
    let whole = sent(usize::MAX, usize::MAX);
    if is_small(&whole) {
        return whole;
    }
    let numbers: Vec<_> = (1..violations(error).len()).collect();
    match numbers.partition_point(|number| is_small(&sent(*number, usize::MAX))) {
        0 => sent(1, TEXT_MAX),
        number => sent(number, usize::MAX),
    }
}

fn is_small(status: &Status) -> bool {
    percent_encoded(status.message()) + base64(status.details()) <= HEADERS_MAX - RESERVED
}

/// The number of bytes of a text in `grpc-message`, at most.
fn percent_encoded(text: &str) -> usize {
    let bytes = text.bytes();
    bytes.map(|byte| if byte.is_ascii_alphanumeric() { 1 } else { 3 }).sum()
}

/// The number of bytes of `bytes` in a header with the suffix `-bin`.
const fn base64(bytes: &[u8]) -> usize {
    bytes.len().div_ceil(3) * 4
}

impl Extent {
    /// Reduces violations to the extent. Returns the number of those that are left out.
    pub(super) fn reduce(self, violations: &mut Vec<FieldViolation>) -> usize {
        let all = violations.len();
        violations.truncate(self.violations);
        for violation in violations.iter_mut() {
            violation.field = self.cut(std::mem::take(&mut violation.field));
            violation.description = self.cut(std::mem::take(&mut violation.description));
        }
        all - violations.len()
    }

    /// Cuts a text to the extent, at the end of a character.
    pub(super) fn cut(self, mut text: String) -> String {
        if text.len() > self.text_bytes {
            text.truncate(text.floor_char_boundary(self.text_bytes));
            text.push('…');
        }
        text
    }
}

/// The fields that a failure names.
pub(super) fn violations(error: &RpcError) -> Vec<FieldViolation> {
    let violation = |field: &str, description: &str| FieldViolation {
        field: field.to_owned(),
        description: description.to_owned(),
        ..Default::default()
    };
    if let RpcError::Malformed(violations) = error {
        return violations
            .iter()
            .map(|each| violation(&each.field, &each.description))
            .collect();
    }
    if let RpcError::AnswerNotInForm { field, sentence } = error {
        return vec![violation(field, sentence)];
    }
    let RpcError::Refused { refusal, .. } = error else {
        return Vec::new();
    };
    refusal
        .field
        .iter()
        .map(|field| violation(field, &refusal.sentence))
        .collect()
}

/// The message about violations, with the number of those that are left out.
pub(super) fn message(violations: &[FieldViolation], left_out: usize) -> String {
    let sentences = violations
        .iter()
        .map(|each| format!("{}: {}", each.field, each.description));
    let more = (left_out > 0).then(|| format!("{left_out} more are listed after these are corrected"));
    sentences.chain(more).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use tonic::Code;
    use tonic_types::StatusExt as _;

    use super::*;
    use crate::error::Violation;

    /// The bytes of a status as they are sent.
    fn in_headers(status: &Status) -> usize {
        let mut headers = http::HeaderMap::new();
        status.add_header(&mut headers).unwrap();
        headers
            .iter()
            .map(|(name, value)| name.as_str().len() + value.len())
            .sum()
    }

    // E2
    #[test]
    fn the_size_is_at_least_that_of_the_headers() {
        for text in ["", "plain text 7", "\"#%<>`?{}~^|\\[]", "ñ𝔘\u{7f}\n"] {
            let status = Status::with_details(Code::Internal, text, text.to_owned().into());
            let names = "grpc-status0".len() + "grpc-messagegrpc-status-details-bin".len();
            let size = percent_encoded(text) + base64(text.as_bytes());
            assert!(in_headers(&status) <= size + names + 4, "{text:?}");
        }
    }

    // E2
    #[test]
    fn as_many_violations_as_fit_are_sent_whole() {
        let violation = |number| Violation {
            field: format!("options.values[{number}]"),
            description: "must be a value that GetGame lists for the game".to_owned(),
        };
        let status = Status::from(RpcError::Malformed((0..100).map(violation).collect()));
        assert!((HEADERS_MAX / 2..HEADERS_MAX - RESERVED / 2).contains(&in_headers(&status)));
        let listed = status.get_details_bad_request().unwrap().field_violations.len();
        let end = format!("; {} more are listed after these are corrected", 100 - listed);
        assert!(status.message().ends_with(&end), "{status:?}");
    }

    // E2
    #[test]
    fn long_texts_are_cut_and_the_reason_stays() {
        let long = || "𝔘".repeat(2_000);
        let errors = [
            RpcError::Malformed(vec![Violation {
                field: long(),
                description: long(),
            }]),
            RpcError::AnswerNotInForm {
                field: long(),
                sentence: long(),
            },
            RpcError::MalformedMessage { cause: long() },
        ];
        for error in errors {
            let reason = super::super::reason_name(&error);
            let status = Status::from(error);
            assert!(in_headers(&status) < HEADERS_MAX - RESERVED / 2, "{status:?}");
            assert!(status.message().ends_with('…'), "{status:?}");
            assert_eq!(status.get_details_error_info().unwrap().reason, reason);
        }
    }
}
