//! Decides which failures to retry, and after which wait.

use std::{error::Error as _, time::Duration};

use tokio::time::{self, Instant};
use tonic::{Code, Response, Status};

use crate::{
    endpoints::{Chosen, Endpoints},
    error::Error,
    options::Options,
    random,
    refusal::Refusal,
    tls::TlsError,
    traced::Traced,
};

/// The failure of one try.
#[derive(Debug)]
pub(crate) struct Failure {
    refusal: Refusal,
    verdict: Verdict,
    /// No server sent this status: the connection broke, or none could be opened.
    broken: bool,
    /// The failure of TLS that broke the connection.
    tls: Option<TlsError>,
}

/// The reaction to a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// The server has refused the call; a retry would not help.
    Refused,
    /// Retry on the same server.
    Again,
    /// Retry on another server.
    Elsewhere,
}

impl Failure {
    /// The failure of a call with a status from a server or from a broken connection.
    pub(crate) fn of(status: &Status) -> Self {
        let refusal = Refusal::of(status);
        // A status from a server has no source; one with a source was made by this client for a broken connection.
        let broken = status.source().is_some();
        let verdict = match (refusal.code, refusal.reason.as_str()) {
            (Code::Unavailable | Code::Aborted, "CONTENDED") => Verdict::Again,
            // A retry on another server would only evade the rate limit.
            (Code::ResourceExhausted, "RATE_LIMITED") => Verdict::Again,
            // All servers share the store.
            (Code::Unavailable, "STORE_REFUSES_WRITES") => Verdict::Again,
            // The limit lasts until one of the caller's matches ends, which can take hours.
            (Code::ResourceExhausted, "OPEN_MATCH_LIMIT_REACHED") => Verdict::Refused,
            // A status without a reason is not from a server: the connection broke, or the deadline of the attempt passed.
            (Code::Cancelled | Code::DeadlineExceeded, "") => Verdict::Elsewhere,
            (Code::Unavailable, _) => Verdict::Elsewhere,
            _ if broken || refusal.retry_after.is_some() => Verdict::Elsewhere,
            _ => Verdict::Refused,
        };
        Self {
            refusal,
            verdict,
            broken,
            tls: status.source().and_then(TlsError::among_causes),
        }
    }

    /// The failure of a call without an answer for this time.
    pub(crate) fn silent(waited: Duration) -> Self {
        Self {
            refusal: Refusal::silent(waited),
            verdict: Verdict::Elsewhere,
            broken: true,
            tls: None,
        }
    }
}

/// The number of failures since the last success, and the end of the retries.
#[derive(Debug)]
pub(crate) struct Patience {
    failures: u32,
    until: Option<Instant>,
}

impl Patience {
    pub(crate) const fn new() -> Self {
        Self {
            failures: 0,
            until: None,
        }
    }

    /// Starts the clock, if it is not running. Returns the end of the retries.
    pub(crate) fn starting_now(&mut self, options: &Options) -> Instant {
        *self.until.get_or_insert_with(|| after(options.deadline))
    }

    /// Waits for the next try, and selects another server if that is better.
    ///
    /// # Errors
    ///
    /// A retry cannot help, or there is no time left for it.
    pub(crate) async fn bear(
        &mut self,
        failure: Failure,
        (endpoints, chosen): (&Endpoints, &Chosen),
        options: &Options,
    ) -> Result<(), Error> {
        let last = Box::new(failure.refusal);
        self.failures = self.failures.saturating_add(1);
        // A retry does not help against a wrong certificate, but another server can have a right one.
        if let Some(error) = failure.tls.filter(|_| self.failed_everywhere(endpoints)) {
            return Err(Error::Tls(error));
        }
        match failure.verdict {
            Verdict::Refused => return Err(Error::Refused(last)),
            Verdict::Again => {}
            Verdict::Elsewhere => endpoints.move_on(chosen),
        }
        let wait = wait(self.failures, endpoints.count(), options).max(last.retry_after.unwrap_or_default());
        let until = self.starting_now(options);
        if Instant::now().checked_add(wait).is_none_or(|then| then >= until) {
            let attempts = self.failures;
            return Err(Error::Unavailable { attempts, last });
        }
        tracing::debug!(
            code = ?last.code,
            reason = last.reason,
            retry_after_ms = last.retry_after.map(|wait| wait.as_millis()),
            broken = failure.broken,
            "attempt failed; another follows"
        );
        time::sleep(wait).await;
        Ok(())
    }
}

impl Patience {
    /// Whether the number of failures reaches the number of servers.
    fn failed_everywhere(&self, endpoints: &Endpoints) -> bool {
        usize::try_from(self.failures).is_ok_and(|failures| failures >= endpoints.count())
    }
}

/// The wait after this number of failures. The first tries, one for each replica, follow without a wait.
fn wait(failures: u32, replicas: usize, options: &Options) -> Duration {
    let replicas = u32::try_from(replicas.max(1)).unwrap_or(u32::MAX);
    let rounds = failures.checked_div(replicas).unwrap_or(failures);
    if rounds == 0 {
        return Duration::ZERO;
    }
    let doubled = 2_u32.saturating_pow(rounds.saturating_sub(1));
    random::jittered(options.backoff.saturating_mul(doubled).min(options.backoff_max))
}

/// The time after `wait` from now.
fn after(wait: Duration) -> Instant {
    const FAR: Duration = Duration::from_secs(60 * 60 * 24 * 365);
    let now = Instant::now();
    now.checked_add(wait.min(FAR)).unwrap_or(now)
}

/// Tries a call until a server answers or refuses it, or until the time is over.
pub(crate) async fn until_answered<A, F, Fut>(endpoints: &Endpoints, options: &Options, send: F) -> Result<A, Error>
where
    F: Fn(Traced) -> Fut,
    Fut: Future<Output = Result<Response<A>, Status>>,
{
    let mut patience = Patience::new();
    let until = patience.starting_now(options);
    loop {
        let chosen = endpoints.choose().ok_or(Error::BadEndpoint { given: String::new() })?;
        let tried = time::timeout_at(until.min(after(options.attempt)), send(chosen.channel.clone())).await;
        let failure = match tried {
            Ok(Ok(answer)) => return Ok(answer.into_inner()),
            Ok(Err(status)) => Failure::of(&status),
            Err(_) => Failure::silent(options.attempt.min(options.deadline)),
        };
        patience.bear(failure, (endpoints, &chosen), options).await?;
    }
}

#[cfg(test)]
mod tests {
    use tonic_types::{ErrorDetails, StatusExt};

    use super::*;

    fn verdict(code: Code, reason: &str, retry: bool) -> Verdict {
        let mut details = ErrorDetails::new();
        details.set_error_info(reason, "tinsel.v1", []);
        if retry {
            details.set_retry_info(Some(Duration::from_millis(100)));
        }
        Failure::of(&Status::with_error_details(code, "", details)).verdict
    }

    #[test]
    fn a_refused_call_is_not_retried() {
        for (code, reason, retry, expected) in [
            (Code::FailedPrecondition, "SEAT_TAKEN", false, Verdict::Refused),
            (Code::Aborted, "REVISION_MISMATCH", false, Verdict::Refused),
            (Code::AlreadyExists, "REQUEST_ID_REUSED", false, Verdict::Refused),
            (Code::Internal, "INTERNAL", false, Verdict::Refused),
            (Code::Unavailable, "CONTENDED", true, Verdict::Again),
            (Code::Aborted, "CONTENDED", false, Verdict::Again),
            (Code::Unavailable, "DRAINING", true, Verdict::Elsewhere),
            (Code::Unavailable, "STORE_UNAVAILABLE", true, Verdict::Elsewhere),
            (Code::Unavailable, "STORE_REFUSES_WRITES", true, Verdict::Again),
            (Code::Unavailable, "", false, Verdict::Elsewhere),
            (Code::Cancelled, "", false, Verdict::Elsewhere),
            (Code::ResourceExhausted, "OVERLOADED", true, Verdict::Elsewhere),
            (Code::ResourceExhausted, "RATE_LIMITED", true, Verdict::Again),
            (Code::ResourceExhausted, "TOO_MANY_STREAMS", true, Verdict::Elsewhere),
            (
                Code::ResourceExhausted,
                "OPEN_MATCH_LIMIT_REACHED",
                true,
                Verdict::Refused,
            ),
            (Code::Unauthenticated, "API_KEY_UNKNOWN", false, Verdict::Refused),
            (Code::ResourceExhausted, "MESSAGE_TOO_LARGE", false, Verdict::Refused),
        ] {
            assert_eq!(verdict(code, reason, retry), expected, "{code:?} {reason}");
        }
    }

    #[test]
    fn waits_grow_to_a_limit_once_every_replica_was_asked() {
        let options = Options::default();
        assert_eq!(wait(1, 3, &options), Duration::ZERO);
        assert_eq!(wait(2, 3, &options), Duration::ZERO);
        for (failures, replicas, longest) in [(3, 3, 50), (1, 1, 50), (2, 1, 100), (6, 3, 100), (50, 1, 2000)] {
            let longest = Duration::from_millis(longest);
            let wait = wait(failures, replicas, &options);
            assert!(
                wait >= longest / 2 && wait <= longest,
                "{failures} of {replicas}: {wait:?}"
            );
        }
    }
}
