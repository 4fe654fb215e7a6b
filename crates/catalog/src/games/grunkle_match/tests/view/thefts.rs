//! Thefts, as far as a viewer may know them. That of a view of everything is known whole.

use tinsel_grunkle_match::{GarnetTheftView, Skill, SkillTheftView, View, Loot};
use tinsel_proto::games::grunkle_match::v1 as wire;
use wire::resolved_skill_theft::Result as Theft;

use super::{
    super::fixtures::{round, seat},
    both_ways, full, full_told,
};

#[test]
fn thefts_are_told_as_far_as_they_are_known() {
    let hidden = View {
        garnet_theft: Some(GarnetTheftView {
            round: round(6),
            thief: seat(3),
            taken: None,
        }),
        skill_theft: Some(SkillTheftView {
            thief: seat(1),
            moved: false,
            wanted: None,
        }),
        ..full()
    };
    let hidden_told = wire::View {
        garnet_theft: Some(wire::GarnetTheft {
            round: 6,
            thief_seat: 3,
            taken: None,
        }),
        skill_theft: Some(wire::ResolvedSkillTheft {
            thief_seat: 1,
            result: None,
        }),
        ..full_told()
    };
    both_ways(&hidden, &hidden_told);
    let failed = View {
        skill_theft: Some(SkillTheftView {
            thief: seat(0),
            moved: false,
            wanted: Some(Loot {
                target: seat(5),
                skill: Skill::GrunkoPop,
            }),
        }),
        ..full()
    };
    let failed_told = wire::View {
        skill_theft: Some(wire::ResolvedSkillTheft {
            thief_seat: 0,
            result: Some(Theft::Failed(wire::SkillNamed {
                target_seat: 5,
                skill: wire::Skill::GrunkoPop.into(),
            })),
        }),
        ..full_told()
    };
    both_ways(&failed, &failed_told);
}
