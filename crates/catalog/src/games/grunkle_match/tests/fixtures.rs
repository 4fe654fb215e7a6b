//! Values of the game, and what they are on the wire. No two numbers of one value are alike, so that none can take
//! another's place unnoticed.

use tinsel_engine::{BySeat, SeatIndex, SeatSet};
use tinsel_grunkle_match::{Bid, Garnets, Grab, Named, Round, Sheet, Skill, Skills};
use tinsel_proto::games::grunkle_match::v1 as wire;

pub(super) fn seat(number: u8) -> SeatIndex {
    SeatIndex::new(number)
}

pub(super) fn seats<const N: usize>(numbers: [u8; N]) -> SeatSet {
    numbers.map(seat).into_iter().collect()
}

pub(super) fn by_seat<T>(values: [T; 7]) -> BySeat<T> {
    BySeat::from_vec(values.into()).unwrap()
}

pub(super) fn amounts(of: [u32; 7]) -> BySeat<Garnets> {
    by_seat(of.map(Garnets::new))
}

pub(super) fn round(number: u8) -> Round {
    Round::new(number).unwrap()
}

pub(super) fn numbers<const N: usize>(skills: [wire::Skill; N]) -> Vec<i32> {
    skills.map(i32::from).into()
}

pub(super) const fn count(skill: wire::Skill, count: u32) -> wire::SkillCount {
    wire::SkillCount {
        skill: skill as i32,
        count,
    }
}

/// What each seat holds.
pub(super) fn held() -> BySeat<Skills> {
    let none = || Skills::default();
    let some = [
        (Skill::GrunkoPop, 3),
        (Skill::RightArm, 1),
        (Skill::MaxBidDown, 2),
        (Skill::GarnetPouch, 1),
    ];
    let pop = [(Skill::GrunkoPop, 1)];
    by_seat([
        none(),
        some.into_iter().collect(),
        none(),
        none(),
        pop.into_iter().collect(),
        none(),
        none(),
    ])
}

/// The same on the wire.
pub(super) fn held_counts() -> [Vec<wire::SkillCount>; 7] {
    let some = vec![
        count(wire::Skill::GarnetPouch, 1),
        count(wire::Skill::MaxBidDown, 2),
        count(wire::Skill::RightArm, 1),
        count(wire::Skill::GrunkoPop, 3),
    ];
    let pop = vec![count(wire::Skill::GrunkoPop, 1)];
    [vec![], some, vec![], vec![], pop, vec![], vec![]]
}

/// A submission with everything in it.
pub(super) fn sheet() -> Sheet {
    Sheet {
        bids: vec![
            Bid {
                skill: Some(Skill::GarnetVault),
                amount: 7,
            },
            Bid {
                skill: Some(Skill::Treachery),
                amount: 3,
            },
        ],
        dark_ritual_skill: Some(Named::Skill(Skill::Exodia)),
        discard_grunko_pop: true,
        nullify_name: Some(Named::Skill(Skill::SecretBook)),
        treachery_target: Some(seat(6)),
        phantom_target: Some(seat(0)),
        garnet_thief_target: Some(seat(5)),
        skill_thief: Some(Grab {
            target: Some(seat(4)),
            skill: Some(Skill::Baller),
        }),
    }
}

/// The same on the wire.
pub(super) fn submit_round() -> wire::SubmitRound {
    wire::SubmitRound {
        bids: vec![
            wire::Bid {
                skill: wire::Skill::GarnetVault.into(),
                amount: 7,
            },
            wire::Bid {
                skill: wire::Skill::Treachery.into(),
                amount: 3,
            },
        ],
        dark_ritual_skill: wire::Skill::Exodia.into(),
        discard_grunko_pop: true,
        nullify_name: wire::Skill::SecretBook.into(),
        treachery_target: Some(6),
        phantom_target: Some(0),
        garnet_thief_target: Some(5),
        skill_thief: Some(wire::SkillTheft {
            target: Some(4),
            skill: wire::Skill::Baller.into(),
        }),
    }
}

/// A submission with next to nothing in it.
pub(super) fn plain_sheet() -> Sheet {
    Sheet {
        bids: vec![Bid {
            skill: Some(Skill::GarnetBank),
            amount: 1,
        }],
        ..Sheet::default()
    }
}

/// The same on the wire.
pub(super) fn plain_submit_round() -> wire::SubmitRound {
    wire::SubmitRound {
        bids: vec![wire::Bid {
            skill: wire::Skill::GarnetBank.into(),
            amount: 1,
        }],
        dark_ritual_skill: 0,
        discard_grunko_pop: false,
        nullify_name: 0,
        treachery_target: None,
        phantom_target: None,
        garnet_thief_target: None,
        skill_thief: None,
    }
}
