//! What may be done.

use tinsel_engine::SeatSet;
use tinsel_grunkle_match::{Form, Garnets, Legal, Loot, Means, Skill};
use tinsel_proto::games::grunkle_match::v1 as wire;
use wire::legal::Decision;

use super::{
    super::legal,
    fixtures::{numbers, round, seat, seats},
};

/// A form with everything in it.
fn full() -> Form {
    Form {
        round: round(5),
        max_bid: Garnets::new(12),
        unit: Garnets::new(2),
        floor: Garnets::new(6),
        skills_max: 3,
        barred: true,
        means: Means {
            available: Garnets::new(20),
            budget: Garnets::new(14),
            able_to_bid: true,
            zero_bid_alone: false,
        },
        means_with_discard: Some(Means {
            available: Garnets::new(21),
            budget: Garnets::new(15),
            able_to_bid: false,
            zero_bid_alone: true,
        }),
        zero_bid_cost: Some(Garnets::new(1)),
        nullify_names: vec![Skill::GarnetPouch, Skill::Exodia],
        treachery_targets: seats([0, 2]),
        phantom_targets: seats([1, 3, 6]),
        garnet_thief_targets: seats([4, 5]),
        skill_thefts: vec![
            Loot {
                target: seat(0),
                skill: Skill::MaxBidUp,
            },
            Loot {
                target: seat(6),
                skill: Skill::GrunkoPop,
            },
        ],
    }
}

/// The same on the wire.
fn full_told() -> wire::LegalSubmission {
    wire::LegalSubmission {
        round: 5,
        skills: numbers([
            wire::Skill::GarnetBank,
            wire::Skill::EvenSteven,
            wire::Skill::OverwhelmingSadness,
            wire::Skill::DarkRitual,
        ]),
        max_bid: 12,
        unit: 2,
        floor: 6,
        max_skills: 3,
        barred: true,
        zero_bid_cost: Some(1),
        without_discard: Some(wire::Means {
            available: 20,
            budget: 14,
            able_to_bid: true,
            zero_bid_alone: false,
        }),
        with_discard: Some(wire::Means {
            available: 21,
            budget: 15,
            able_to_bid: false,
            zero_bid_alone: true,
        }),
        nullify_names: numbers([wire::Skill::GarnetPouch, wire::Skill::Exodia]),
        treachery_targets: vec![0, 2],
        phantom_targets: vec![1, 3, 6],
        garnet_thief_targets: vec![4, 5],
        skill_thief_choices: vec![
            wire::SkillTheft {
                target: Some(0),
                skill: wire::Skill::MaxBidUp.into(),
            },
            wire::SkillTheft {
                target: Some(6),
                skill: wire::Skill::GrunkoPop.into(),
            },
        ],
    }
}

/// A form with next to nothing in it.
fn plain() -> Form {
    Form {
        floor: Garnets::ZERO,
        barred: false,
        means_with_discard: None,
        zero_bid_cost: None,
        nullify_names: vec![],
        treachery_targets: SeatSet::EMPTY,
        phantom_targets: SeatSet::EMPTY,
        garnet_thief_targets: SeatSet::EMPTY,
        skill_thefts: vec![],
        ..full()
    }
}

/// The same on the wire.
fn plain_told() -> wire::LegalSubmission {
    wire::LegalSubmission {
        floor: 0,
        barred: false,
        with_discard: None,
        zero_bid_cost: None,
        nullify_names: vec![],
        treachery_targets: vec![],
        phantom_targets: vec![],
        garnet_thief_targets: vec![],
        skill_thief_choices: vec![],
        ..full_told()
    }
}

#[test]
fn what_may_be_done_is_told_field_by_field() {
    let vote = Legal::Vote {
        candidates: seats([1, 3, 6]),
    };
    let vote_told = wire::LegalVote {
        candidates: vec![1, 3, 6],
    };
    for (may, decision) in [
        (Legal::Nothing, None),
        (
            Legal::Submit(Box::new(full())),
            Some(Decision::SubmitRound(full_told())),
        ),
        (
            Legal::Submit(Box::new(plain())),
            Some(Decision::SubmitRound(plain_told())),
        ),
        (vote, Some(Decision::VoteElimination(vote_told))),
    ] {
        let told = wire::Legal { decision };
        assert_eq!(legal::write(&may), told);
        assert_eq!(legal::read(&told), Some(may));
    }
}
