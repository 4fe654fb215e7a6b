//! Matches of other releases: every release serves earlier ones, and leaves later ones unchanged.

mod earlier;
mod later;

use tinsel_proto::v1::{TimeBank, TimeControl, time_control::Control};

/// One minute for all decisions of a seat together, plus a little for each.
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
