//! How things stand while a round is open.

use super::*;

fn seats() -> Vec<wire::SeatView> {
    let seat = |seat, garnets, skills: &[wire::SkillCount]| wire::SeatView {
        seat,
        garnets,
        skills: skills.to_vec(),
    };
    vec![
        seat(0, Some(9), &[held(Skill::MaxBidDown, 2), held(Skill::GrunkoPop, 1)]),
        seat(1, None, &[]),
    ]
}

fn own() -> wire::OwnView {
    let submission = |round, submission, payments| wire::OwnSubmission {
        round,
        submission: Some(submission),
        by_default: false,
        payments,
    };
    let paid = wire::Payment {
        skill: Skill::GarnetPouch.into(),
        amount: 3,
    };
    wire::OwnView {
        submissions: vec![
            submission(1, full_submission(), Some(wire::Payments { payments: vec![paid] })),
            submission(2, wire::SubmitRound::default(), Some(wire::Payments::default())),
            submission(3, wire::SubmitRound::default(), None),
        ],
        dark_ritual_spent: Some(false),
        morphogenetics_gain: Some(4),
        death_match_info: Some("Bring a spoon.".to_owned()),
        ballot: Some(wire::Ballot {
            candidate_seat: Some(5),
        }),
    }
}

#[test]
fn a_view_of_a_round() {
    let auction = |skill: Skill, winner_seat| wire::Auction {
        skill: skill.into(),
        winner_seat,
    };
    let text = shown(wire::View {
        phase: wire::Phase::Bidding.into(),
        round: 3,
        skills: numbers(&[Skill::GarnetChest, Skill::SkillNullify]),
        awaited_seats: vec![0],
        past: vec![wire::PastRound {
            round: 1,
            auctions: vec![
                auction(Skill::GarnetPouch, Some(1)),
                auction(Skill::MaxBidUp, None),
                auction(Skill::MaxBidDown, Some(0)),
                auction(Skill::SecretBook, Some(1)),
            ],
        }],
        seats: seats(),
        nullified: Skill::GarnetBank.into(),
        treachery_target: Some(2),
        cool_baller: Some(1),
        garnet_theft: Some(wire::GarnetTheft {
            round: 2,
            thief_seat: 0,
            taken: Some(wire::GarnetsTaken {
                victim_seat: 1,
                amount: 3,
            }),
        }),
        skill_theft: Some(wire::ResolvedSkillTheft {
            thief_seat: 1,
            result: None,
        }),
        own: Some(own()),
        ..wire::View::default()
    });
    assert_eq!(
        text,
        "Round 3: Garnet Chest, Skill Nullify.
  Won
    1  Ada: Max Bid Down; Boris: Garnet Pouch, Secret Book; nobody: Max Bid Up
    0  Ada    9 garnets  Max Bid Down x2, Grunko Pop  deciding
    1  Boris
  Garnet Bank is nullified.
  Ada used Garnet Thief in round 2 and took 3 garnets from Boris.
  Boris used Skill Thief in vain.
  Treachery named Zoë.
  Boris is the cool baller.
  You know about the Death Match:
    Bring a spoon.
  You have not made the zero bid of Dark Ritual.
  Your bid on Morphogenetics earned 4 garnets.
  Round 1, you: garnet chest 3, bid treachery 1, zero baller, discard, name garnet bank, treachery on 0, phantom on 1, thief on 2, steal 1 left leg of the forbidden one; you paid Garnet Pouch 3.
  Round 2, you: nothing; you won nothing.
  Round 3, you: nothing.
  You voted for seat 5.
"
    );
}
