//! What a seat alone knows.

use tinsel_grunkle_match::{Ballot, DeathMatchInfo, Garnets, OwnSubmission, OwnView, Payment, Skill, View};
use tinsel_proto::games::grunkle_match::v1 as wire;

use super::{
    super::fixtures::{plain_sheet, plain_submit_round, round, seat, sheet, submit_round},
    both_ways, full, full_told,
};

pub(super) fn own() -> OwnView {
    OwnView {
        submissions: vec![
            OwnSubmission {
                round: round(6),
                sheet: plain_sheet(),
                by_default: true,
                payments: Some(vec![
                    Payment {
                        skill: Skill::GarnetBank,
                        amount: Garnets::new(1),
                    },
                    Payment {
                        skill: Skill::LeftLeg,
                        amount: Garnets::new(0),
                    },
                ]),
            },
            OwnSubmission {
                round: round(7),
                sheet: sheet(),
                by_default: false,
                payments: None,
            },
        ],
        zero_bid_spent: Some(true),
        morphogenetics_gain: Some(Garnets::new(8)),
        death_match_info: Some(DeathMatchInfo::new("Bring a spoon.")),
        vote: Some(Ballot::For(seat(6))),
    }
}

/// The same on the wire.
pub(super) fn told() -> wire::OwnView {
    wire::OwnView {
        submissions: vec![
            wire::OwnSubmission {
                round: 6,
                submission: Some(plain_submit_round()),
                by_default: true,
                payments: Some(wire::Payments {
                    payments: vec![
                        wire::Payment {
                            skill: wire::Skill::GarnetBank.into(),
                            amount: 1,
                        },
                        wire::Payment {
                            skill: wire::Skill::LeftLeg.into(),
                            amount: 0,
                        },
                    ],
                }),
            },
            wire::OwnSubmission {
                round: 7,
                submission: Some(submit_round()),
                by_default: false,
                payments: None,
            },
        ],
        dark_ritual_spent: Some(true),
        morphogenetics_gain: Some(8),
        death_match_info: Some("Bring a spoon.".to_owned()),
        ballot: Some(wire::Ballot {
            candidate_seat: Some(6),
        }),
    }
}

#[test]
fn what_a_seat_alone_does_not_know_yet_is_left_out() {
    let nothing = OwnView {
        submissions: vec![],
        zero_bid_spent: None,
        morphogenetics_gain: None,
        death_match_info: None,
        vote: None,
    };
    let unspent = OwnView {
        zero_bid_spent: Some(false),
        vote: Some(Ballot::Abstained),
        ..nothing.clone()
    };
    let unspent_told = wire::OwnView {
        dark_ritual_spent: Some(false),
        ballot: Some(wire::Ballot { candidate_seat: None }),
        ..wire::OwnView::default()
    };
    for (own, told) in [(nothing, wire::OwnView::default()), (unspent, unspent_told)] {
        let told = wire::View {
            own: Some(told),
            ..full_told()
        };
        both_ways(
            &View {
                own: Some(own),
                ..full()
            },
            &told,
        );
    }
}
