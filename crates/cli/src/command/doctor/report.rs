//! What an operator reads of a match.

use prost_types::{Duration, Timestamp};
use tinsel_proto::v1::{
    Decision, ExamineMatchResponse, Finding, MatchEvent, MatchState, RecentRevision, RevealMatchResponse, StoredMatch,
};

use crate::{table::TextTable, terminal::Painter};

/// The maximum length of a line of events, in characters.
const LINE_MAX: usize = 200;

/// The state of a match, with its findings.
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

/// The hidden information of a match: the scene of each seat, and the events of each revision.
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
        let owing: Vec<String> = report.undecided_seats.iter().map(|seat| painter.name(*seat)).collect();
        text.push_str(&format!("\nUndecided seats: {}.\n", owing.join(", ")));
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
        return "No pending decisions.\n".to_owned();
    }
    let mut table = TextTable::new("llllll");
    table.row(["SEAT", "PLAYER", "ACTION", "PENDING", "DEADLINE", "DEFAULT"]);
    for decision in waiting {
        table.row([
            decision.seat().to_string(),
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
    format!("\nPending decisions\n{}", table.text(2))
}

fn since(decision: &Decision, now: Option<&Timestamp>) -> String {
    let since = decision.since.as_ref().zip(now);
    since
        .map(|(since, now)| seconds(ms(now) - ms(since)))
        .unwrap_or_default()
}

/// When the default is taken.
fn due(decision: &Decision, now: Option<&Timestamp>) -> String {
    match decision.deadline.as_ref().zip(now) {
        Some((deadline, now)) => until(ms(deadline) - ms(now)),
        None => "none".to_owned(),
    }
}

fn until(ms: i64) -> String {
    match ms {
        0.. => format!("in {}", seconds(ms)),
        ..0 => format!("{} ago", seconds(ms.saturating_neg())),
    }
}

/// The newest revisions with their traces, and the events of each below it.
fn recent(recent: &[RecentRevision], painter: &mut Painter) -> String {
    let mut table = TextTable::new("rlll");
    table.row(["REVISION", "TIME", "TRACE", "ACTION"]);
    let mut stories = vec![String::new()];
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
        ]);
        stories.push(story(&events, painter));
    }
    let rows = table.text(2);
    let lines = rows.lines().zip(&stories);
    let lines: String = lines.map(|(row, story)| format!("{row}\n{story}")).collect();
    format!("\nNewest revisions\n{lines}")
}

fn trace(revision: &RecentRevision) -> String {
    match revision.trace_id.as_str() {
        "" => "not traced".to_owned(),
        trace => trace.to_owned(),
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

/// The events, one below the other.
fn story(events: &[MatchEvent], painter: &mut Painter) -> String {
    let told = painter.events(events);
    let lines = told.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.map(|line| format!("      {}\n", cut(line))).collect()
}

/// The line, or its beginning if it is too long for a screen.
fn cut(line: &str) -> String {
    if line.chars().count() <= LINE_MAX {
        return line.to_owned();
    }
    let beginning: String = line.chars().take(LINE_MAX).collect();
    format!("{beginning} … (tinsel export writes all data of a finished match)")
}

fn store(stored: &StoredMatch, now: Option<&Timestamp>) -> String {
    let due = match stored.due.as_ref().zip(now) {
        Some((due, now)) => format!("due {}", until(ms(due) - ms(now))),
        None => "never due".to_owned(),
    };
    format!(
        "\nStored: the record at revision {}, the log of revisions {} to {}; {due}.\n",
        stored.revision, stored.oldest_revision, stored.newest_revision
    )
}

fn findings(findings: &[Finding], revisions: usize) -> String {
    if findings.is_empty() {
        return format!("No errors found in the record and the newest {revisions} revisions.\n");
    }
    let mut table = TextTable::new("ll");
    for finding in findings {
        table.row([code(finding), finding.sentence.clone()]);
    }
    format!("\nFindings\n{}", table.text(2))
}

/// The code of a finding, such as OVERDUE.
pub(crate) fn code(finding: &Finding) -> String {
    let code = finding.code().as_str_name();
    code.strip_prefix("FINDING_CODE_").unwrap_or(code).to_owned()
}

/// A duration in seconds.
pub(crate) fn duration(time: &Duration) -> String {
    let ms = time.seconds.saturating_mul(1000);
    seconds(ms.saturating_add(i64::from(time.nanos) / 1_000_000))
}

fn ms(time: &Timestamp) -> i64 {
    time.seconds
        .saturating_mul(1000)
        .saturating_add(i64::from(time.nanos) / 1_000_000)
}

fn seconds(ms: i64) -> String {
    format!("{}.{} s", ms / 1000, (ms % 1000).unsigned_abs() / 100)
}

#[cfg(test)]
mod tests {
    use tinsel_proto::v1::{Game, HistoryEntry, HistoryEvent, Text, TextRun};

    use super::*;
    use crate::terminal::Style;

    fn revision(number: u64, reason: &str) -> RecentRevision {
        let run = TextRun {
            text: format!("An operator acts: {reason}"),
            subject: None,
        };
        let sentence = Text {
            runs: vec![run],
            ..Text::default()
        };
        let told = HistoryEvent {
            event: Some(MatchEvent {
                event: None,
                sentence: Some(sentence),
            }),
            ..HistoryEvent::default()
        };
        RecentRevision {
            entry: Some(HistoryEntry {
                revision: number,
                events: vec![told.clone(), told],
                ..HistoryEntry::default()
            }),
            operator: "olga".to_owned(),
            ..RecentRevision::default()
        }
    }

    fn painter() -> Painter {
        Painter::new(Style::PLAIN, Vec::new(), Game::default())
    }

    #[test]
    fn the_events_of_a_revision_stand_below_it() {
        let text = recent(&[revision(9, "one"), revision(10, "two")], &mut painter());
        let lines: Vec<_> = text.lines().collect();
        let event = |reason: &str| format!("      An operator acts: {reason}");
        let (one, two) = (event("one"), event("two"));
        let expected = [
            "",
            "Newest revisions",
            "  REVISION  TIME  TRACE       ACTION",
            "         9        not traced  operator olga",
            &one,
            &one,
            "        10        not traced  operator olga",
            &two,
            &two,
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_line_that_is_too_long_is_cut() {
        let long = revision(9, &"x".repeat(1_000));
        let text = recent(&[long], &mut painter());
        assert!(text.lines().all(|line| line.chars().count() < 300), "{text}");
        assert!(text.contains("x … (tinsel export"), "{text}");
    }
}
