//! Decides which failures to retry, and after which wait.

use std::{error::Error as _, io, time::Duration};

use tokio::time::{self, Instant};
use tonic::{Code, Response, Status, TimeoutExpired};

use crate::{
    causes::causes,
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
    /// No response came in time, so the connection may be silent.
    silent: bool,
    /// The port is closed.
    closed_port: bool,
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
            silent: has_timed_out(status),
            closed_port: is_closed_port(status),
            refusal,
            verdict,
            broken,
            tls: status.source().and_then(TlsError::among_causes),
        }
    }

    /// The failure of opening a stream. Over the limit of streams only a stream that resumes is retried: the server may
    /// still count its broken predecessor.
    pub(crate) fn of_opening(status: &Status, resumes: bool) -> Self {
        let failure = Self::of(status);
        let verdict = match failure.refusal.reason.as_str() {
            "TOO_MANY_STREAMS" if !resumes => Verdict::Refused,
            _ => failure.verdict,
        };
        Self { verdict, ..failure }
    }

    /// The failure of a call without an answer for this time.
    pub(crate) fn silent(waited: Duration) -> Self {
        Self {
            refusal: Refusal::silent(waited),
            verdict: Verdict::Elsewhere,
            broken: true,
            tls: None,
            silent: true,
            closed_port: false,
        }
    }

    /// The failure of a call that got less time than an attempt: its connection may be alive.
    fn cut_short(waited: Duration) -> Self {
        Self {
            silent: false,
            ..Self::silent(waited)
        }
    }
}

/// Whether the client itself has ended an attempt, which sends its time along.
fn has_timed_out(status: &Status) -> bool {
    causes(status).any(|error| error.is::<TimeoutExpired>())
}

/// Whether no connection could be opened because the port is closed.
fn is_closed_port(status: &Status) -> bool {
    let is_refused = |error: &io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
    causes(status).any(|error| error.downcast_ref().is_some_and(is_refused))
}

/// The number of failures since the last success, and the end of the retries.
#[derive(Debug)]
pub(crate) struct Patience {
    failures: u32,
    /// The number of failures because a port is closed.
    closed_ports: u32,
    until: Option<Instant>,
}

impl Patience {
    pub(crate) const fn new() -> Self {
        Self {
            failures: 0,
            closed_ports: 0,
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
        if !last.reason.is_empty() {
            endpoints.reach();
        }
        self.failures = self.failures.saturating_add(1);
        self.closed_ports = self.closed_ports.saturating_add(failure.closed_port.into());
        // A retry does not help against a wrong certificate, but another server can have a right one.
        if let Some(error) = failure.tls.filter(|_| self.failed_everywhere(endpoints)) {
            return Err(Error::Tls(error));
        }
        match failure.verdict {
            Verdict::Refused => return Err(Error::Refused(last)),
            Verdict::Again => {}
            Verdict::Elsewhere => endpoints.move_on(chosen),
        }
        if failure.silent {
            endpoints.replace(chosen);
        }
        let wait = wait(self.failures, endpoints.count(), options).max(last.retry_after.unwrap_or_default());
        let until = self.starting_now(options);
        let late = Instant::now().checked_add(wait).is_none_or(|then| then >= until);
        if late || self.finds_no_server(endpoints) {
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
        self.rounds(endpoints) >= 1
    }

    /// Whether every port was closed twice, and no server has ever responded to this client: the addresses are probably
    /// wrong. A client that had a response waits for the restart of a server.
    fn finds_no_server(&self, endpoints: &Endpoints) -> bool {
        let only_closed = self.closed_ports == self.failures;
        only_closed && self.rounds(endpoints) >= 2 && !endpoints.is_reached()
    }

    fn rounds(&self, endpoints: &Endpoints) -> u32 {
        rounds(self.failures, endpoints.count())
    }
}

/// The number of rounds over all servers.
fn rounds(failures: u32, replicas: usize) -> u32 {
    let replicas = u32::try_from(replicas.max(1)).unwrap_or(u32::MAX);
    failures.checked_div(replicas).unwrap_or(failures)
}

/// The wait after this number of failures. The first tries, one for each replica, follow without a wait.
fn wait(failures: u32, replicas: usize, options: &Options) -> Duration {
    let rounds = rounds(failures, replicas);
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
        let (begun, attempt) = (Instant::now(), after(options.attempt));
        let tried = time::timeout_at(until.min(attempt), send(chosen.channel.clone())).await;
        let failure = match tried {
            Ok(Ok(answer)) => {
                endpoints.reach();
                return Ok(answer.into_inner());
            }
            Ok(Err(status)) => Failure::of(&status),
            Err(_) if attempt <= until => Failure::silent(options.attempt),
            Err(_) => Failure::cut_short(begun.elapsed()),
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
