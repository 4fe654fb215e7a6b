//! What an operator reads of a match.

use prost_types::Timestamp;
use tinsel_proto::v1::{
    Decision, ExamineMatchResponse, Finding, MatchEvent, MatchState, RecentRevision, RevealMatchResponse, StoredMatch,
};

use super::{Names, Table, Teller};

/// How a match stands, and what is wrong with it.
pub(crate) fn examined(report: &ExamineMatchResponse, teller: &mut Teller) -> String {
    let mut text = String::new();
    if let Some(state) = &report.state {
        teller.names.note_all(state);
        text.push_str(&teller.head(state));
        text.push_str(&waiting(state, report.time.as_ref(), &teller.names));
    }
    text.push_str(&recent(&report.recent, teller));
    if let Some(stored) = &report.stored {
        text.push_str(&store(stored, report.time.as_ref()));
    }
    text.push_str(&findings(&report.findings, report.recent.len()));
    text
}

/// What is hidden in a match: the table as each seat sees it, and what each revision brought.
pub(crate) fn revealed(report: &RevealMatchResponse, teller: &mut Teller) -> String {
    let mut text = String::new();
    for state in &report.seats {
        let seat = state.viewer.as_ref().and_then(|viewer| viewer.seat).unwrap_or_default();
        teller.names.note_all(state);
        text.push_str(&format!("\nAs seat {seat} {} sees it:\n", teller.names.of(seat)));
        text.push_str(&teller.table(state));
    }
    if !report.undecided_seats.is_empty() {
        let owing = teller.names.numbered(&report.undecided_seats);
        text.push_str(&format!("\nNot decided yet: {owing}.\n"));
    }
    text.push_str(&recent(&report.recent, teller));
    text
}

fn waiting(state: &MatchState, now: Option<&Timestamp>, names: &Names) -> String {
    let waiting = state
        .r#match
        .as_ref()
        .map(|of| of.pending_decisions.as_slice())
        .unwrap_or_default();
    if waiting.is_empty() {
        return "Nobody is waited for.\n".to_owned();
    }
    let mut table = Table::new("llllll");
    for decision in waiting {
        table.row([
            format!("seat {}", decision.seat()),
            names.with_conduct(decision.seat()),
            decision.action.clone(),
            since(decision, now),
            due(decision, now),
            decision
                .default_action
                .as_ref()
                .map(|default| default.code.clone())
                .unwrap_or_default(),
        ]);
    }
    format!("Waited for\n{}", table.text(2))
}

fn since(decision: &Decision, now: Option<&Timestamp>) -> String {
    let since = decision.since.as_ref().zip(now);
    since
        .map(|(since, now)| format!("for {}", seconds(ms(now) - ms(since))))
        .unwrap_or_default()
}

/// When the default is taken.
fn due(decision: &Decision, now: Option<&Timestamp>) -> String {
    match decision.deadline.as_ref().zip(now) {
        Some((deadline, now)) => until(ms(deadline) - ms(now)),
        None => "no deadline".to_owned(),
    }
}

fn until(ms: i64) -> String {
    match ms {
        0.. => format!("due in {}", seconds(ms)),
        ..0 => format!("due {} ago", seconds(ms.saturating_neg())),
    }
}

/// The newest revisions, with their traces.
fn recent(recent: &[RecentRevision], teller: &mut Teller) -> String {
    let mut table = Table::new("rllll");
    for revision in recent {
        let entry = revision.entry.as_ref();
        let time = entry.and_then(|entry| entry.time).map(|time| time.to_string());
        let events: Vec<_> = entry
            .map(|entry| entry.events.iter().filter_map(|told| told.event.clone()).collect())
            .unwrap_or_default();
        table.row([
            entry.map(|entry| entry.revision.to_string()).unwrap_or_default(),
            time.unwrap_or_default(),
            trace(revision),
            who(revision, &teller.names),
            story(&events, teller),
        ]);
    }
    format!("Newest revisions\n{}", table.text(2))
}

fn trace(revision: &RecentRevision) -> String {
    match revision.trace_id.as_str() {
        "" => "not traced".to_owned(),
        trace => format!("trace {trace}"),
    }
}

/// Who did what, as far as it may be known.
fn who(revision: &RecentRevision, names: &Names) -> String {
    if !revision.operator.is_empty() {
        return format!("operator {}", revision.operator);
    }
    match (revision.seat, revision.action.as_str()) {
        (Some(seat), action) => format!("{}: {action}", names.of(seat)),
        (None, action) => action.to_owned(),
    }
}

/// What was told, in one line.
fn story(events: &[MatchEvent], teller: &mut Teller) -> String {
    let told: String = events.iter().map(|event| teller.event(event)).collect();
    let lines: Vec<_> = told.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

fn store(stored: &StoredMatch, now: Option<&Timestamp>) -> String {
    let due = match stored.due.as_ref().zip(now) {
        Some((due, now)) => format!("to be looked after: {}", until(ms(due) - ms(now))),
        None => "never to be looked after".to_owned(),
    };
    format!(
        "Stored: the record at revision {}, the log of revisions {} to {}; {due}.\n",
        stored.revision, stored.oldest_revision, stored.newest_revision
    )
}

fn findings(findings: &[Finding], revisions: usize) -> String {
    if findings.is_empty() {
        return format!("Nothing is wrong with it, as far as its newest {revisions} revisions show.\n");
    }
    let mut table = Table::new("ll");
    for finding in findings {
        let code = finding.code().as_str_name();
        let code = code.strip_prefix("FINDING_CODE_").unwrap_or(code);
        table.row([code, &finding.sentence]);
    }
    format!("Wrong\n{}", table.text(2))
}

fn ms(time: &Timestamp) -> i64 {
    time.seconds
        .saturating_mul(1000)
        .saturating_add(i64::from(time.nanos) / 1_000_000)
}

fn seconds(ms: i64) -> String {
    format!("{}.{} s", ms / 1000, (ms % 1000).unsigned_abs() / 100)
}
