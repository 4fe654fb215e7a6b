//! The details of a refused call.

use std::{collections::BTreeMap, fmt, time::Duration};

use tinsel_proto::v1::ErrorReason;
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// The domain of the platform's own reasons. A game's reasons are in the game's domain.
pub const PLATFORM_DOMAIN: &str = "tinsel.v1";

/// Why a server refused a call, or why a call failed in the network.
///
/// Decide by [`reason`](Self::reason) and [`domain`](Self::domain); [`message`](Self::message) is for people, and may
/// change.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// The status code.
    pub code: Code,
    /// The reason, such as `MATCH_FULL` or `PRESENT_NOT_HELD`; empty for a status without one, for example from the
    /// connection or a proxy.
    pub reason: String,
    /// The domain of the reason: [`PLATFORM_DOMAIN`] or a game's, such as `tinsel.games.presents_of_mine.v1`.
    pub domain: String,
    /// The fault and the remedy, for people.
    pub message: String,
    /// Details, such as `revision`.
    pub metadata: BTreeMap<String, String>,
    /// The fields to blame, if any.
    pub violations: Vec<FieldViolation>,
    /// The time after which a retry can help; `None` if a retry does not help.
    pub retry_after: Option<Duration>,
    /// The trace ID of the call, by which operators find its spans and log lines; empty if the status has none.
    pub trace_id: String,
    /// See [`is_stale`](Self::is_stale); set for the calls that decide.
    pub(crate) is_stale: bool,
}

/// An invalid field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldViolation {
    /// The path of the field in the request.
    pub field: String,
    /// The remedy.
    pub description: String,
}

impl Refusal {
    /// Parses the details of a status.
    #[must_use]
    pub fn of(status: &Status) -> Self {
        let details = status.get_error_details();
        let info = details.error_info();
        let violations = details.bad_request().map(|bad| bad.field_violations.as_slice());
        Self {
            code: status.code(),
            reason: info.map(|info| info.reason.clone()).unwrap_or_default(),
            domain: info.map(|info| info.domain.clone()).unwrap_or_default(),
            message: status.message().to_owned(),
            metadata: info
                .map(|info| info.metadata.clone().into_iter().collect())
                .unwrap_or_default(),
            violations: violations.unwrap_or_default().iter().map(FieldViolation::of).collect(),
            retry_after: details.retry_info().and_then(|info| info.retry_delay),
            trace_id: details
                .request_info()
                .map(|info| info.request_id.clone())
                .unwrap_or_default(),
            is_stale: false,
        }
    }

    /// The platform's reason; `None` if it is a game's, or one that this client does not know.
    #[must_use]
    pub fn platform_reason(&self) -> Option<ErrorReason> {
        if self.domain != PLATFORM_DOMAIN {
            return None;
        }
        ErrorReason::from_str_name(&format!("ERROR_REASON_{}", self.reason))
    }

    /// The revision of the state that the server validated the call on, if the status contains it.
    #[must_use]
    pub fn revision(&self) -> Option<u64> {
        self.metadata.get("revision")?.parse().ok()
    }

    /// The limit that the call exceeds, if the status contains it.
    #[must_use]
    pub fn limit(&self) -> Option<u64> {
        self.metadata.get("limit")?.parse().ok()
    }

    /// Whether the state of the match does not permit this decision: read the new state. Of a typed action, this does
    /// not distinguish a late one from one that the rules refuse in any case: compare the revision of the newest state
    /// before you submit it again. A refused answer to the form of a [`Turn`](crate::Turn) was late. Refusals of other
    /// calls are never stale.
    #[must_use]
    pub const fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// The refusal for a call without an answer.
    pub(crate) fn silent(waited: Duration) -> Self {
        Self::of(&Status::deadline_exceeded(format!("no answer within {waited:?}")))
    }
}

impl FieldViolation {
    fn of(violation: &tonic_types::FieldViolation) -> Self {
        Self {
            field: violation.field.clone(),
            description: violation.description.clone(),
        }
    }
}

/// `REASON: message`, or the name of the code if there is no reason.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.reason.is_empty() {
            write!(f, "{:?}: {}", self.code, self.message)
        } else {
            write!(f, "{}: {}", self.reason, self.message)
        }
    }
}

#[cfg(test)]
mod tests {
    use tonic_types::ErrorDetails;

    use super::*;

    #[test]
    fn a_refusal_is_parsed_with_all_details() {
        let mut details = ErrorDetails::new();
        details.set_error_info(
            "REVISION_MISMATCH",
            PLATFORM_DOMAIN,
            [("revision".to_owned(), "17".to_owned())],
        );
        details.add_bad_request_violation("action", "set it");
        details.set_retry_info(Some(Duration::from_millis(100)));
        let status = Status::with_error_details(Code::Aborted, "read it again", details);
        let refusal = Refusal::of(&status);
        assert_eq!(refusal.code, Code::Aborted);
        assert_eq!(refusal.platform_reason(), Some(ErrorReason::RevisionMismatch));
        assert_eq!(refusal.revision(), Some(17));
        assert_eq!(refusal.violations.len(), 1);
        assert_eq!(refusal.violations[0].field, "action");
        assert_eq!(refusal.retry_after, Some(Duration::from_millis(100)));
        assert_eq!(refusal.to_string(), "REVISION_MISMATCH: read it again");
    }

    #[test]
    fn a_status_without_details_is_read_too() {
        let refusal = Refusal::of(&Status::internal("broken"));
        assert_eq!(refusal.platform_reason(), None);
        assert_eq!(refusal.revision(), None);
        assert_eq!(refusal.to_string(), "Internal: broken");
    }

    #[test]
    fn a_reason_of_a_game_is_not_the_platforms() {
        let details = ErrorDetails::with_error_info("INTERNAL", "tinsel.games.presents_of_mine.v1", []);
        let status = Status::with_error_details(Code::FailedPrecondition, "no", details);
        assert_eq!(Refusal::of(&status).platform_reason(), None);
    }
}
