//! Invalid time controls.

use prost_types::Duration;
use tinsel_proto::v1::{PhaseTime, TimeBank, time_control::Control};

/// Invalid time controls, and the fields that refusals must name.
pub(super) fn no_time_controls() -> Vec<(Option<Control>, &'static str)> {
    let duration = |seconds, nanos| Some(Duration { seconds, nanos });
    let month = 30 * 24 * 60 * 60;
    let no_times = [
        duration(0, 0),
        duration(0, 999_999_999),
        duration(-1, 0),
        duration(month, 1),
        duration(month + 1, 0),
        duration(i64::MAX, i32::MAX),
        duration(i64::MIN, i32::MIN),
    ];
    let bank = |initial, increment| Some(Control::Bank(TimeBank { initial, increment }));
    let mut wrong = vec![(None, "time_control"), (bank(None, None), "time_control.bank.initial")];
    for time in no_times {
        wrong.push((time.map(Control::PerDecision), "time_control.per_decision"));
        wrong.push((bank(time, None), "time_control.bank.initial"));
    }
    for increment in [duration(-1, 0), duration(24 * 60 * 60, 1), duration(i64::MAX, 0)] {
        wrong.push((bank(duration(1, 0), increment), "time_control.bank.increment"));
    }
    wrong
}

pub(super) fn no_phase_times() -> [(Vec<PhaseTime>, &'static str); 4] {
    let time = |phase: &str, seconds| PhaseTime {
        phase: phase.to_owned(),
        duration: Some(Duration { seconds, nanos: 0 }),
    };
    let unset = PhaseTime {
        duration: None,
        ..time("PASSING", 60)
    };
    [
        (
            vec![time("PASSING", 60), time("passing", 60)],
            "time_control.phases[1].phase",
        ),
        (
            vec![time("PASSING", 60), time("PASSING", 60)],
            "time_control.phases[1].phase",
        ),
        (vec![time("PASSING", 0)], "time_control.phases[0].duration"),
        (vec![unset], "time_control.phases[0].duration"),
    ]
}
