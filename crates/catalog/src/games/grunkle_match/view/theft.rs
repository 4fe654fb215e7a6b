//! Thefts, as far as a viewer may know them.

use tinsel_grunkle_match::{GarnetTheftView, Garnets, Loot, SkillTheftView, Taken};
use tinsel_proto::games::grunkle_match::v1 as wire;
use wire::resolved_skill_theft::Result as Theft;

use super::{read_seat, round, skill};
use crate::games::seats::{self, whole};

pub(super) fn write_garnets(theft: &GarnetTheftView) -> wire::GarnetTheft {
    wire::GarnetTheft {
        round: theft.round.number().into(),
        thief_seat: seats::number(theft.thief),
        taken: theft.taken.map(|taken| wire::GarnetsTaken {
            victim_seat: seats::number(taken.victim),
            amount: taken.amount.get(),
        }),
    }
}

pub(super) fn read_garnets(theft: &wire::GarnetTheft) -> Option<GarnetTheftView> {
    let taken = theft.taken.as_ref().map(|taken| {
        Some(Taken {
            victim: read_seat(taken.victim_seat)?,
            amount: Garnets::new(taken.amount),
        })
    });
    Some(GarnetTheftView {
        round: round(theft.round)?,
        thief: read_seat(theft.thief_seat)?,
        taken: whole(taken)?,
    })
}

pub(super) fn write_skill(theft: &SkillTheftView) -> wire::ResolvedSkillTheft {
    let result = theft.wanted.map(|wanted| {
        let (seat, skill) = (seats::number(wanted.target), skill::write(wanted.skill));
        if theft.moved {
            Theft::Moved(wire::SkillMoved {
                victim_seat: seat,
                skill,
            })
        } else {
            Theft::Failed(wire::SkillNamed {
                target_seat: seat,
                skill,
            })
        }
    });
    wire::ResolvedSkillTheft {
        thief_seat: seats::number(theft.thief),
        result,
    }
}

/// Everyone sees which skill moved, so a theft without a result has failed.
pub(super) fn read_skill(theft: &wire::ResolvedSkillTheft) -> Option<SkillTheftView> {
    let (moved, wanted) = match &theft.result {
        None => (false, None),
        Some(Theft::Moved(moved)) => (true, Some(wanted(moved.victim_seat, moved.skill)?)),
        Some(Theft::Failed(named)) => (false, Some(wanted(named.target_seat, named.skill)?)),
    };
    Some(SkillTheftView {
        thief: read_seat(theft.thief_seat)?,
        moved,
        wanted,
    })
}

fn wanted(seat: u32, skill: i32) -> Option<Loot> {
    Some(Loot {
        target: read_seat(seat)?,
        skill: skill::read(skill)?,
    })
}
