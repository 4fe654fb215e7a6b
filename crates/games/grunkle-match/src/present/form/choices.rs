//! Options and branches that several fields have.

use tinsel_engine::{
    SeatSet,
    present::{PickOption, Text},
};

use super::super::words;
use crate::{
    components::{SEAT_COUNT, Skill},
    naming::skill_id,
};

/// All seats as options: these are available, and the others are refused.
pub(super) fn seats(open: SeatSet, refused: &Text) -> Vec<PickOption> {
    let option = |seat| match PickOption::seat(seat) {
        option if open.contains(seat) => option,
        option => option.refused(refused.clone()),
    };
    SEAT_COUNT.iter().map(option).collect()
}

/// A skill as an option.
pub(super) fn of_skill(skill: Skill) -> PickOption {
    PickOption::new(skill_id(skill), words::skill(skill)).component(skill_id(skill))
}

/// Why a seat cannot name itself.
pub(super) fn not_itself() -> Text {
    Text::new("not_itself", "You must name another player.")
}
