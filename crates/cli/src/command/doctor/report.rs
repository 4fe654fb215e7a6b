//! What an operator reads of a match.

use prost_types::Timestamp;
use tinsel_proto::v1::{
    Decision, ExamineMatchResponse, Finding, MatchEvent, MatchState, RecentRevision, RevealMatchResponse, StoredMatch,
};

use crate::{table::Table, terminal::Painter};

/// How a match stands, and what is wrong with it.
pub(crate) fn examined(report: &ExamineMatchResponse, painter: &mut Painter) -> String {
    let mut text = String::new();
    if let Some(state) = &report.state {
        painter.note(state);
        text.push_str(&state.r#match.as_ref().map(|of| painter.head(of)).unwrap_or_default());
        text.push_str(&waiting(state, report.time.as_ref(), painter));
    }
    text.push_str(&recent(&report.recent, painter));
    if let Some(stored) = &report.stored {
        text.push_str(&store(stored, report.time.as_ref()));
    }
    text.push_str(&findings(&report.findings, report.recent.len()));
    text
}

/// What is hidden in a match: the table as each seat sees it, and what each revision brought.
pub(crate) fn revealed(report: &RevealMatchResponse, painter: &mut Painter) -> String {
    let mut text = String::new();
    for state in &report.seats {
        let seat = state.viewer.as_ref().and_then(|viewer| viewer.seat).unwrap_or_default();
        painter.note(state);
        text.push_str(&format!("\nAs seat {seat} {} sees it:\n", painter.name(seat)));
        text.push_str(
            &state
                .scene
                .as_ref()
                .map(|scene| painter.scene(scene))
                .unwrap_or_default(),
        );
    }
    if !report.undecided_seats.is_empty() {
        let owing = report
            .undecided_seats
            .iter()
            .map(|seat| painter.name(*seat))
            .collect::<Vec<_>>()
            .join(", ");
        text.push_str(&format!("\nNot decided yet: {owing}.\n"));
    }
    text.push_str(&recent(&report.recent, painter));
    text
}

fn waiting(state: &MatchState, now: Option<&Timestamp>, painter: &Painter) -> String {
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
            painter.name(decision.seat()),
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
fn recent(recent: &[RecentRevision], painter: &mut Painter) -> String {
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
            who(revision, painter),
            story(&events, painter),
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
fn who(revision: &RecentRevision, painter: &Painter) -> String {
    if !revision.operator.is_empty() {
        return format!("operator {}", revision.operator);
    }
    match (revision.seat, revision.action.as_str()) {
        (Some(seat), action) => format!("{}: {action}", painter.name(seat)),
        (None, action) => action.to_owned(),
    }
}

/// What was told, in one line.
fn story(events: &[MatchEvent], painter: &mut Painter) -> String {
    let told = painter.events(events);
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
