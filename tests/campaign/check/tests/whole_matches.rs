//! Histories of whole matches.

use super::*;

/// The sound history without the lines that `remove` matches.
fn without(remove: impl Fn(&Line) -> bool) -> Vec<Line> {
    sound().into_iter().filter(|line| !remove(line)).collect()
}

#[test]
fn an_acknowledged_match_can_be_read_after_the_run() {
    let all = without(|line| matches!(line, Line::Final(_)));
    assert_eq!(broken(&all), [Promise::AcknowledgedOnce, Promise::Ends]);
    let of_seat = without(|line| matches!(line, Line::Final(last) if last.viewer == Some(0)));
    assert_eq!(broken(&of_seat), [Promise::AcknowledgedOnce]);
}

#[test]
fn a_default_action_is_taken() {
    let mut lines = with_entries(|entries| entries.truncate(2));
    lines.retain(|line| !matches!(line, Line::Watched(watched) if watched.at == 99_000));
    assert_eq!(broken(&lines), [], "it is not yet late");
    for line in &mut lines {
        if let Line::Final(last) = line {
            last.read_at = 1_200_000;
        }
    }
    assert_eq!(broken(&lines), [Promise::OnTime]);
}

#[test]
fn a_heartbeat_confirms_everything_until_it_was_sent() {
    let mut lines = without(|line| matches!(line, Line::Watched(watched) if watched.at >= 99_000));
    let read = Outcome::State(state(3, 6, &[]));
    lines.push(call(99_000, 99_500, Request::Read(None), read));
    lines.push(watched(10_000_000, 1, Received::Heartbeat(2)));
    assert_eq!(broken(&lines), [], "it may have been sent before");
    lines.push(watched(10_200_000, 1, Received::Heartbeat(2)));
    assert_eq!(broken(&lines), [Promise::FreshReads]);
}

#[test]
fn a_snapshot_before_all_failovers_reports_no_loss() {
    let resumed = [
        watched(1500, 2, update(1, 0)),
        watched(1600, 2, Received::Opened { resumes: true }),
        watched(99_000, 2, Received::Snapshot(state(3, 6, &[]))),
    ];
    let with = |failover| broken(&[sound(), resumed.to_vec(), vec![failover]].concat());
    assert_eq!(with(failover(200_000)), [Promise::GaplessStreams]);
    assert_eq!(with(failover(3000)), []);
}

#[test]
fn a_match_of_certain_revisions_is_not_lost_as_a_whole() {
    let gone = without(|line| matches!(line, Line::Final(_) | Line::Archived(_)));
    let with = |failover| broken(&[gone.clone(), vec![loss(), failover]].concat());
    assert!(with(failover(50_000)).contains(&Promise::AcknowledgedOnce));
    assert!(!with(failover(1400)).contains(&Promise::AcknowledgedOnce));
}

#[test]
fn a_panic_is_a_finding() {
    assert_eq!(broken(&with(Line::Panic("panicked".to_owned()))), [Promise::NoPanic]);
}

#[test]
fn a_loss_is_reported_only_after_a_failover() {
    assert_eq!(broken(&with(loss())), [Promise::AcknowledgedOnce]);
}

#[test]
fn an_acknowledged_forfeit_changes_the_control_of_a_seat() {
    let request = Request::Command {
        method: "ForfeitMatch".to_owned(),
        request_id: "f".to_owned(),
    };
    let forfeit = call(3000, 99_500, request, done(3));
    assert_eq!(broken(&with(forfeit.clone())), [Promise::AcknowledgedOnce]);
    let mut changed = with_entries(|entries| entries[2].control = Some(1));
    changed.push(forfeit);
    assert_eq!(broken(&changed), []);
}

#[test]
fn a_copy_of_a_command_returns_the_first_response() {
    let request = || Request::Command {
        method: "AddBot".to_owned(),
        request_id: "bot".to_owned(),
    };
    let first = call(100, 200, request(), done(1));
    let then = |outcome| {
        let copy = call(99_600, 99_700, request(), outcome);
        broken(&[sound(), vec![first.clone(), copy]].concat())
    };
    assert_eq!(then(done(1)), []);
    assert_eq!(then(done(2)), [Promise::AcknowledgedOnce]);
    let refused = || Outcome::Refused("SEAT_TAKEN".to_owned());
    assert_eq!(then(refused()), [Promise::AcknowledgedOnce]);
    // It may be refused before another attempt is accepted.
    let before = call(90, 150, request(), refused());
    assert_eq!(broken(&[sound(), vec![before, first.clone()]].concat()), []);
}

#[test]
fn a_watch_ends_at_the_last_revision_and_begins_without_a_snapshot() {
    let short = without(|line| matches!(line, Line::Watched(watched) if watched.at == 99_000));
    assert_eq!(broken(&short), [Promise::GaplessStreams]);
    let mut lines = sound();
    lines.extend([
        watched(1, 2, Received::Opened { resumes: true }),
        watched(99_000, 2, Received::Snapshot(state(3, 6, &[]))),
    ]);
    assert_eq!(broken(&lines), [Promise::GaplessStreams]);
    let behind = with(watched(99_002, 1, Received::Heartbeat(2)));
    assert_eq!(broken(&behind), [Promise::GaplessStreams]);
}

#[test]
fn a_retried_join_returns_the_same_seat() {
    let sit = |seat| {
        let request = Request::Sit {
            request_id: "x".to_owned(),
        };
        let outcome = Outcome::Done {
            revision: 1,
            seat: Some(seat),
        };
        call(1, 2, request, outcome)
    };
    assert_eq!(
        broken(&[sound(), vec![sit(0), sit(1)]].concat()),
        [Promise::OneSeatEach]
    );
}

/// The first attempt of a quick match can take effect without a response, so that it names no match.
#[test]
fn a_retried_quick_match_may_return_an_older_revision() {
    let request = Request::Sit {
        request_id: "x".to_owned(),
    };
    let mut first = call(1, 2, request.clone(), Outcome::Unknown("no response".to_owned()));
    if let Line::Call(first) = &mut first {
        first.match_id.clear();
    }
    let outcome = Outcome::Done {
        revision: 1,
        seat: Some(0),
    };
    let retry = call(5000, 6000, request, outcome);
    assert_eq!(broken(&[sound(), vec![first, retry.clone()]].concat()), []);
    assert_eq!(broken(&with(retry)), [Promise::FreshReads]);
}

#[test]
fn faults_before_a_deadline_do_not_add_to_the_excuse() {
    const LATE: u64 = 40_000;
    let mut lines = with_entries(|entries| {
        entries[1].unix_millis = START + 2;
        entries[2].unix_millis = START + 60_000 + LATE;
    });
    for line in &mut lines {
        if let Line::Call(Call {
            outcome: Outcome::State(state),
            ..
        }) = line
        {
            state.deadlines = vec![(1, START + 60_000)];
        }
        if let Line::Watched(watched) = line
            && watched.at >= 99_000
        {
            watched.at = 101_000_000;
        }
    }
    lines.push(Line::Fault(Fault {
        what: "frozen".to_owned(),
        affects: Affects::Servers,
        begin: 31_000_000,
        end: 54_000_000,
    }));
    assert_eq!(broken(&lines), [Promise::OnTime]);
}

#[test]
fn a_watch_is_not_refused() {
    let refused = Received::Refused("MATCH_NOT_FOUND".to_owned());
    assert_eq!(broken(&with(watched(99_000, 1, refused))), [Promise::GaplessStreams]);
}

#[test]
fn no_player_loses_the_time_in_which_no_server_runs() {
    let fault = Line::Fault(Fault {
        what: "all servers killed".to_owned(),
        affects: Affects::Fleet,
        begin: 80_000,
        end: 8_080_000,
    });
    let default_at = |at| {
        let mut lines = with_entries(|entries| {
            entries[1].unix_millis = START + 2;
            entries[2].unix_millis = START + at;
        });
        for line in &mut lines {
            match line {
                Line::Watched(watched) if watched.at >= 99_000 => watched.at += at * 1000,
                Line::Call(Call {
                    outcome: Outcome::State(state),
                    ..
                }) => state.deadlines = vec![(1, START + 190)],
                _ => {}
            }
        }
        lines.push(fault.clone());
        broken(&lines)
    };
    assert_eq!(default_at(8_082), [Promise::NoTimeLost]);
    assert_eq!(default_at(8_195), [], "at its extended deadline");
}

#[test]
fn a_master_that_is_left_behind_answers_with_old_states_for_some_seconds() {
    let left_behind = |begin: u64| {
        Line::Fault(Fault {
            what: LEFT_BEHIND.to_owned(),
            affects: Affects::Servers,
            begin,
            end: begin + 1000,
        })
    };
    let stale = |(begin, end)| call(begin, end, Request::Read(None), Outcome::State(state(1, 6, &[])));
    let read = |fault: Line, times: (u64, u64)| broken(&[with(stale(times)), vec![fault]].concat());
    assert_eq!(read(left_behind(2500), (3000, 4000)), []);
    assert_eq!(
        read(left_behind(2500), (3499 + SETTLED, 9_000_000)),
        [],
        "it answered late"
    );
    assert_eq!(
        read(left_behind(2500), (3500 + SETTLED, 9_000_000)),
        [Promise::FreshReads]
    );
    assert_eq!(
        read(left_behind(4000), (3000, 4000)),
        [],
        "it answers during the failover"
    );
    assert_eq!(read(left_behind(4001), (3000, 4000)), [Promise::FreshReads]);
    assert_eq!(
        read(failover(2500), (3000, 4000)),
        [Promise::FreshReads],
        "another master is gone"
    );
    let mut lost = with_entries(|entries| entries.truncate(1));
    assert!(broken(&lost).contains(&Promise::AcknowledgedOnce));
    lost.extend([left_behind(1900), loss()]);
    assert!(broken(&lost).contains(&Promise::AcknowledgedOnce), "no write is lost");
}
