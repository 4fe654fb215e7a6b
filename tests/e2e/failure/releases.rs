//! Matches of other releases: earlier ones are served for ever, later ones are left alone.

mod earlier;
mod later;

use tinsel_proto::v1::{TimeBank, TimeControl, time_control::Control};

/// A minute for all decisions of a seat together, and a little more for each.
fn bank() -> TimeControl {
    let seconds = |seconds| Some(prost_types::Duration { seconds, nanos: 0 });
    let bank = TimeBank {
        initial: seconds(60),
        increment: seconds(5),
    };
    TimeControl {
        control: Some(Control::Bank(bank)),
        ..TimeControl::default()
    }
}
