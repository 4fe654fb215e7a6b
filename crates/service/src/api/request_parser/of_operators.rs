//! Parses the fields of requests for operators.

use prost_types::Timestamp;
use tinsel_proto::v1::{self, MatchPhase, erase_player_request::Names};
use tinsel_store::{MatchId, ScanPosition, UnixMillis};

use super::{RequestParser, TIME};
use crate::{
    api::stored_matches::{Condition, Filter},
    auth::operator_token::Operator,
    play::{Audit, Repair},
    settings::Logs,
};

const OPERATOR_MAX: usize = 64;
const REASON_MAX: usize = 200;
const OWNER_MAX: usize = 64;
const LOG_FILTER_MAX: usize = 500;
/// The default and the maximum number of revisions that an operator receives.
const RECENT: (u32, u32) = (20, 200);

impl RequestParser {
    /// The operator and the reason.
    pub(crate) fn audit(&mut self, asked: Option<&v1::Audit>, operator: &Operator) -> Option<Audit> {
        let Some(asked) = asked else {
            return self.required("audit", "required: it contains the reason, which all players see");
        };
        let operator = match operator {
            Operator::Unauthenticated => self.text("audit.operator", &asked.operator, 1..=OPERATOR_MAX),
            Operator::Named(name) if asked.operator.is_empty() => Some(name.clone()),
            Operator::Named(_) => self.required("audit.operator", "must be empty: the token names the operator"),
        };
        let reason = self.text("audit.reason", &asked.reason, 1..=REASON_MAX);
        let (operator, reason) = operator.zip(reason)?;
        Some(Audit { operator, reason })
    }

    /// The number of newest revisions that an operator requests.
    pub(crate) fn recent(&mut self, asked: u32) -> Option<u32> {
        let (usual, most) = RECENT;
        let asked = if asked == 0 { usual } else { asked };
        if asked > most {
            self.wrong("recent", format!("must be 0 to {most}"));
        }
        (asked <= most).then_some(asked)
    }

    /// The match of a call about players; `Some(None)` for all matches of a user of a platform.
    pub(crate) fn match_of_player(&mut self, text: &str, is_user: bool) -> Option<Option<MatchId>> {
        if text.is_empty() && is_user {
            return Some(None);
        }
        self.match_id(text).map(Some)
    }

    /// The names that an operator erases.
    pub(crate) fn names_to_erase(&mut self, asked: Option<&Names>) -> Option<Names> {
        match asked {
            Some(Names::Seat(_) | Names::Player(_) | Names::MatchName(true)) => asked.cloned(),
            Some(Names::MatchName(false)) | None => {
                self.required("names", "must be seat, player, or match_name with true")
            }
        }
    }

    /// The repair that an operator requests.
    pub(crate) fn repair(&mut self, asked: Option<&v1::repair_match_request::Repair>) -> Option<Repair> {
        match asked {
            Some(v1::repair_match_request::Repair::TakeDefaults(take)) => Some(Repair::TakeDefaults(take.seat)),
            Some(v1::repair_match_request::Repair::ExtendDeadlines(extend)) => self
                .milliseconds("extend_deadlines.by", extend.by.as_ref(), TIME)
                .map(Repair::ExtendDeadlines),
            Some(v1::repair_match_request::Repair::Abort(v1::Abort {})) => Some(Repair::Abort),
            None => self.required("repair", "must be one of: take_defaults, extend_deadlines, abort"),
        }
    }

    /// The filter of a list of stored matches.
    pub(crate) fn stored_filter(&mut self, asked: &v1::StoredMatchFilter) -> Option<Filter> {
        let phase = match MatchPhase::try_from(asked.phase) {
            Ok(MatchPhase::Unspecified) => Some(None),
            Ok(phase) => Some(Some(phase)),
            Err(_) => self.required("filter.phase", "must be a value of MatchPhase"),
        };
        let before = self.moment("filter.created_before", asked.created_before.as_ref());
        let after = self.moment("filter.created_after", asked.created_after.as_ref());
        let owner = self.text("filter.owner", &asked.owner, 0..=OWNER_MAX);
        let (((phase, before), after), owner) = phase.zip(before).zip(after).zip(owner)?;
        let condition = Condition {
            phase,
            created_before: before,
            created_after: after,
            owner: Some(owner).filter(|owner| !owner.is_empty()),
            overdue: asked.overdue,
        };
        if asked.unreadable && condition != Condition::default() {
            return self.required(
                "filter.unreadable",
                "must be false if another condition is set, because the server cannot check it",
            );
        }
        Some(Filter::new(asked, condition))
    }

    /// The position at which a list of stored matches continues; `Some(None)` for the first page.
    pub(crate) fn scan_position(&mut self, filter: &Filter, token: &str) -> Option<Option<ScanPosition>> {
        if token.is_empty() {
            return Some(None);
        }
        match filter.position(token) {
            Some(position) => Some(Some(position)),
            None => self.required(
                "page_token",
                "must be the next_page_token of a response for the same filter, or empty",
            ),
        }
    }

    /// A time of day; `Some(None)` if the request has none.
    fn moment(&mut self, field: &str, asked: Option<&Timestamp>) -> Option<Option<UnixMillis>> {
        let Some(asked) = asked else { return Some(None) };
        let nanos = u64::try_from(asked.nanos).ok().filter(|nanos| *nanos < 1_000_000_000);
        let seconds = u64::try_from(asked.seconds).ok();
        let seconds = seconds.filter(|_| asked.seconds <= END_OF_9999);
        match seconds.zip(nanos) {
            Some((seconds, nanos)) => Some(Some(UnixMillis(seconds * 1000 + nanos / 1_000_000))),
            None => self.required(field, "must be a time from 1970 to 9999"),
        }
    }

    /// Applies a log filter if it is valid; returns the filter that is now in effect.
    pub(crate) fn log_filter(&mut self, text: &str, logs: &dyn Logs) -> Option<String> {
        let chosen = (text.len() <= LOG_FILTER_MAX).then(|| logs.choose(text)).flatten();
        if chosen.is_none() {
            let description =
                "must be empty, or a filter with a default level, such as info or tinsel_service=debug,info";
            self.wrong("filter", description.to_owned());
        }
        chosen
    }
}

/// 9999-12-31T23:59:59Z, the last second of a `Timestamp`.
const END_OF_9999: i64 = 253_402_300_799;
