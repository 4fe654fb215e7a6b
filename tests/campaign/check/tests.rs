//! A sound history, and for each promise a history that breaks it.

mod whole_matches;

use tinsel_proto::v1::GameAction;

use super::{Finding, Promise, SETTLED, check};
use crate::{
    history::{
        Affects, Call, Digest, Entry, Fault, Final, Line, Loss, Outcome, Received, Request, Run, State, Watched,
    },
    redis::{FAILOVER, LEFT_BEHIND},
};

const MATCH: &str = "match";
/// The time of the run's start, in milliseconds.
const START: u64 = 1_000_000;

fn action(number: u8) -> Digest {
    let action = GameAction::default();
    Digest::of(vec![&action; usize::from(number)])
}

fn call(begin: u64, end: u64, request: Request, outcome: Outcome) -> Line {
    Line::Call(Call {
        begin,
        end,
        match_id: MATCH.to_owned(),
        request,
        outcome,
    })
}

fn submit((begin, end): (u64, u64), (seat, id): (u32, &str), content: u8, outcome: Outcome) -> Line {
    let request = Request::Submit {
        seat,
        request_id: id.to_owned(),
        action: action(content),
    };
    call(begin, end, request, outcome)
}

const fn done(revision: u64) -> Outcome {
    Outcome::Done { revision, seat: None }
}

fn state(revision: u64, content: u8, deadlines: &[(u32, u64)]) -> State {
    State {
        revision,
        content: action(content),
        deadlines: deadlines.to_vec(),
    }
}

fn watched(at: u64, watcher: u64, message: Received) -> Line {
    Line::Watched(Watched {
        at,
        watcher,
        match_id: MATCH.to_owned(),
        viewer: None,
        message,
    })
}

fn update(revision: u64, events: u8) -> Received {
    Received::Update {
        revision,
        events: action(events),
        state: None,
    }
}

fn entry(unix_millis: u64, decision: Option<(u32, Option<Digest>)>) -> Entry {
    Entry {
        unix_millis,
        events: action(0),
        decision,
        control: None,
        credited: false,
    }
}

/// Revision 1 is the start of the match, 2 an action of seat 0, 3 the default action of seat 1, which ends it.
fn entries() -> Vec<Entry> {
    vec![
        entry(START, None),
        entry(START + 2, Some((0, Some(action(1))))),
        entry(START + 100, Some((1, None))),
    ]
}

fn last(viewer: Option<u32>, entries: Vec<Entry>) -> Line {
    Line::Final(Final {
        read_at: 100_000,
        match_id: MATCH.to_owned(),
        viewer,
        seats: 2,
        finished: true,
        stuck: false,
        unverified: None,
        entries,
    })
}

/// The lines of a sound history.
fn sound() -> Vec<Line> {
    vec![
        Line::Run(Run {
            seed: 1,
            topology: "durable".to_owned(),
            unix_millis: START,
        }),
        submit((1000, 2000), (0, "a"), 1, done(2)),
        submit((1000, 9000), (0, "a"), 1, done(2)),
        submit((3000, 4000), (1, "b"), 2, Outcome::Refused("TOO_LATE".to_owned())),
        call(
            5000,
            6000,
            Request::Read(None),
            Outcome::State(state(2, 5, &[(1, START + 90)])),
        ),
        watched(1, 1, Received::Opened { resumes: true }),
        watched(1500, 1, update(1, 0)),
        watched(2500, 1, update(2, 0)),
        watched(99_000, 1, update(3, 0)),
        watched(99_001, 1, Received::Ended),
        last(None, entries()),
        last(Some(0), entries()),
        last(Some(1), entries()),
        Line::Archived(vec![MATCH.to_owned()]),
    ]
}

/// A failover of a millisecond.
fn failover(begin: u64) -> Line {
    Line::Fault(Fault {
        what: format!("{FAILOVER} of slot 7"),
        affects: Affects::Servers,
        begin,
        end: begin + 1000,
    })
}

/// A loss that a server reported.
fn loss() -> Line {
    Line::Loss(Loss {
        match_id: MATCH.to_owned(),
        line: String::new(),
    })
}

/// The promises that a history breaks, each once.
fn broken(lines: &[Line]) -> Vec<Promise> {
    let mut promises: Vec<_> = check(lines)
        .findings
        .iter()
        .map(|finding: &Finding| finding.promise)
        .collect();
    promises.dedup();
    promises
}

/// The sound history with one more line.
fn with(line: Line) -> Vec<Line> {
    let mut lines = sound();
    lines.push(line);
    lines
}

/// The sound history with other entries, the same for all viewers.
fn with_entries(change: impl Fn(&mut Vec<Entry>)) -> Vec<Line> {
    let mut lines = sound();
    for line in &mut lines {
        if let Line::Final(last) = line {
            change(&mut last.entries);
        }
    }
    lines
}

#[test]
fn a_sound_history_has_no_finding() {
    assert_eq!(check(&sound()).findings, []);
}

#[test]
fn an_acknowledged_command_is_in_the_history_with_its_content() {
    let missing = with_entries(|entries| entries[1].decision = None);
    assert_eq!(broken(&missing), [Promise::AcknowledgedOnce]);
    let other = with_entries(|entries| entries[1].decision = Some((0, Some(action(7)))));
    assert_eq!(broken(&other), [Promise::AcknowledgedOnce]);
}

#[test]
fn a_retry_has_the_revision_of_the_first_attempt() {
    let retry = submit((10_000, 11_000), (0, "a"), 1, done(3));
    assert!(broken(&with(retry)).contains(&Promise::AcknowledgedOnce));
    let refused = submit((10_000, 11_000), (0, "a"), 1, Outcome::Refused("TOO_LATE".to_owned()));
    assert_eq!(broken(&with(refused)), [Promise::AcknowledgedOnce]);
    let earlier = submit((500, 1900), (0, "a"), 1, Outcome::Refused("TOO_EARLY".to_owned()));
    assert_eq!(broken(&with(earlier)), [], "the match has changed meanwhile");
}

#[test]
fn two_commands_have_two_revisions() {
    let other = submit((1000, 2000), (1, "c"), 1, done(2));
    assert!(broken(&with(other)).contains(&Promise::AcknowledgedOnce));
}

#[test]
fn a_decision_needs_a_request() {
    let decided = |entries: &mut Vec<Entry>| entries[2].decision = Some((1, Some(action(9))));
    assert_eq!(broken(&with_entries(decided)), [Promise::AcknowledgedOnce]);
    let mut explained = with_entries(decided);
    let unknown = Outcome::Unknown("no response".to_owned());
    explained.push(submit((3000, 4000), (1, "d"), 9, unknown));
    assert_eq!(broken(&explained), [], "a request without a known result explains it");
}

#[test]
fn a_refused_command_never_takes_effect() {
    let decided = |entries: &mut Vec<Entry>| entries[2].decision = Some((1, Some(action(2))));
    assert_eq!(broken(&with_entries(decided)), [Promise::RefusedNever]);
}

#[test]
fn a_read_is_not_older_than_what_was_known() {
    let stale = call(3000, 4000, Request::Read(None), Outcome::State(state(1, 6, &[])));
    assert_eq!(broken(&with(stale)), [Promise::FreshReads]);
    let concurrent = call(1500, 4000, Request::Read(None), Outcome::State(state(1, 6, &[])));
    assert_eq!(broken(&with(concurrent)), [], "it began before the write was known");
}

#[test]
fn a_watch_has_no_gap_and_no_repeat() {
    for revisions in [&[2][..], &[1, 1], &[1, 3]] {
        let mut lines = sound();
        let messages = revisions
            .iter()
            .map(|revision| watched(99_000, 2, update(*revision, 0)));
        lines.extend(messages);
        assert_eq!(broken(&lines), [Promise::GaplessStreams], "{revisions:?}");
    }
    let ahead = with(watched(99_000, 1, Received::Heartbeat(4)));
    assert_eq!(broken(&ahead), [Promise::GaplessStreams]);
}

#[test]
fn a_watch_resumes_by_updates_unless_its_position_was_lost() {
    let mut lines = sound();
    lines.extend([
        watched(1500, 2, update(1, 0)),
        watched(1600, 2, Received::Opened { resumes: true }),
        watched(99_000, 2, Received::Snapshot(state(3, 6, &[]))),
    ]);
    assert_eq!(broken(&lines), [Promise::GaplessStreams]);
}

#[test]
fn viewers_with_the_same_access_receive_the_same() {
    let other_state = call(5000, 6000, Request::Read(None), Outcome::State(state(2, 8, &[])));
    assert_eq!(broken(&with(other_state)), [Promise::SameForAll]);
    let mut lines = sound();
    lines.extend([watched(1500, 2, update(1, 0)), watched(2600, 2, update(2, 7))]);
    assert_eq!(
        broken(&lines),
        [Promise::SameForAll],
        "other events than in the history"
    );
}

#[test]
fn a_default_action_is_never_early() {
    let early = with_entries(|entries| entries[2].unix_millis = START + 89);
    assert_eq!(broken(&early), [Promise::OnTime]);
    let mut lines = sound();
    lines.extend([
        watched(1500, 2, update(1, 0)),
        watched(2500, 2, update(2, 0)),
        watched(80_000, 2, update(3, 0)),
    ]);
    assert_eq!(
        broken(&lines),
        [Promise::OnTime],
        "a client had it before, whatever its entry states"
    );
}

#[test]
fn a_default_action_is_late_only_through_a_fault() {
    let late = with_entries(|entries| entries[2].unix_millis = START + 1200);
    assert_eq!(broken(&late), [Promise::OnTime]);
    let mut excused = late;
    let fault = |affects, end| {
        Line::Fault(Fault {
            what: "fault".to_owned(),
            affects,
            begin: 80_000,
            end,
        })
    };
    excused.push(fault(Affects::Clients, 500_000));
    assert_eq!(broken(&excused), [Promise::OnTime], "clients take no default actions");
    excused.push(fault(Affects::Machine, 150_000));
    assert_eq!(broken(&excused), [Promise::OnTime], "too short");
    let with = |more| broken(&[excused.clone(), vec![more]].concat());
    assert_eq!(with(fault(Affects::Machine, 500_000)), []);
    assert_eq!(with(fault(Affects::Servers, 150_000)), [], "they recover");
    let forfeited = with_entries(|entries| {
        entries[1].control = Some(0);
        entries[2].unix_millis = START + 50;
    });
    assert_eq!(broken(&forfeited), [], "at most one seat is left");
    let credited = with_entries(|entries| {
        entries[2].unix_millis = START + 1200;
        entries[2].credited = true;
    });
    assert_eq!(broken(&credited), [], "the deadline was extended");
}

#[test]
fn a_seat_is_assigned_to_one_player() {
    let sit = |id: &str| Request::Sit {
        request_id: id.to_owned(),
    };
    let seated = || Outcome::Done {
        revision: 1,
        seat: Some(0),
    };
    let mut lines = sound();
    lines.extend([call(1, 2, sit("x"), seated()), call(1, 2, sit("x"), seated())]);
    assert_eq!(broken(&lines), [], "a retry of the same player");
    lines.push(call(1, 2, sit("y"), seated()));
    assert_eq!(broken(&lines), [Promise::AcknowledgedOnce, Promise::OneSeatEach]);
}

#[test]
fn a_finished_match_verifies_ends_and_is_archived_once() {
    let changed = |change: fn(&mut Final)| {
        let mut lines = sound();
        for line in &mut lines {
            if let Line::Final(last) = line {
                change(last);
            }
        }
        broken(&lines)
    };
    assert_eq!(
        changed(|last| last.unverified = Some("a hash".to_owned())),
        [Promise::Verifies]
    );
    assert_eq!(changed(|last| last.stuck = true), [Promise::Ends]);
    for copies in [0, 2] {
        let mut lines = sound();
        lines.pop();
        lines.push(Line::Archived(vec![MATCH.to_owned(); copies]));
        assert_eq!(broken(&lines), [Promise::ArchivedOnce]);
    }
}

/// Writes may be lost that were not known before a failover, if a server reports a loss.
#[test]
fn a_failover_loses_only_what_was_reported() {
    let lost = with_entries(|entries| entries[1].decision = None);
    let report = loss();
    let with_lines = |more: &[Line]| broken(&[lost.clone(), more.to_vec()].concat());
    let certain = [Promise::AcknowledgedOnce];
    assert_eq!(with_lines(&[failover(1900), report.clone()]), []);
    assert_eq!(
        with_lines(&[failover(900), report.clone()]),
        [],
        "a match that began during the failover"
    );
    assert_eq!(with_lines(&[failover(1900)]), certain, "no report");
    assert_eq!(with_lines(std::slice::from_ref(&report)), certain, "no failover");
    assert_eq!(
        with_lines(&[failover(2100), report.clone()]),
        certain,
        "it was known before"
    );
    let resumed = [
        watched(1500, 2, update(1, 0)),
        watched(1950, 2, Received::Opened { resumes: true }),
        watched(99_000, 2, Received::Snapshot(state(3, 6, &[]))),
    ];
    assert_eq!(
        with_lines(&[&[failover(1900)], &resumed[..]].concat()),
        [],
        "a snapshot is a report"
    );
    let acknowledged_after = |begin| {
        let lost = submit((begin, begin + 1), (0, "z"), 9, done(3));
        broken(&[sound(), vec![failover(1900), report.clone(), lost]].concat())
    };
    assert_eq!(acknowledged_after(2800), [], "during the failover");
    assert_eq!(acknowledged_after(2900 + SETTLED), certain, "after the failover");
}
