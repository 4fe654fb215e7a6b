//! Lines as they are typed.

use tinsel_proto::games::grunkle_match::v1::{LegalVote, Skill, SkillTheft};

use super::*;
use crate::render::grunkle_match::notation;

const FIRST: [Skill; 4] = [
    Skill::GarnetPouch,
    Skill::GarnetThief,
    Skill::MaxBidUp,
    Skill::SecretBook,
];
const LAST: [Skill; 3] = [Skill::GarnetVault, Skill::Treachery, Skill::SkillThief];

fn round(skills: &[Skill]) -> LegalSubmission {
    LegalSubmission {
        skills: skills.iter().map(|skill| i32::from(*skill)).collect(),
        unit: 1,
        ..LegalSubmission::default()
    }
}

/// A round in which everything can be named.
fn everything() -> LegalSubmission {
    let theft = |skill: Skill| SkillTheft {
        target: Some(1),
        skill: skill.into(),
    };
    LegalSubmission {
        treachery_targets: vec![1, 2],
        phantom_targets: vec![0, 1],
        garnet_thief_targets: vec![1, 2],
        skill_thief_choices: vec![theft(Skill::LeftLeg), theft(Skill::Baller)],
        ..round(&LAST)
    }
}

fn legal(submission: LegalSubmission) -> Legal {
    Legal {
        decision: Some(Decision::SubmitRound(submission)),
    }
}

fn voting() -> Legal {
    Legal {
        decision: Some(Decision::VoteElimination(LegalVote { candidates: vec![4, 5] })),
    }
}

/// An action as it would be typed.
fn typed(action: &Action) -> String {
    match action.action.as_ref().unwrap() {
        action::Action::SubmitRound(submission) => notation::submission(submission),
        action::Action::VoteElimination(vote) => format!("vote {}", vote.seat.unwrap()),
    }
}

#[test]
fn good_lines_are_read() {
    for (legal, line, read_as) in [
        (
            legal(round(&FIRST)),
            "pouch 3, book 10",
            "garnet pouch 3, secret book 10",
        ),
        (legal(round(&FIRST)), "  GARNET_POUCH   3 ,", "garnet pouch 3"),
        (legal(round(&FIRST)), "max bid up 1,up 2", "max bid up 1, max bid up 2"),
        (legal(round(&FIRST)), "thief 3", "garnet thief 3"),
        (legal(round(&FIRST)), "thief on 3", "thief on 3"),
        (legal(round(&FIRST)), "bid thief 99", "garnet thief 99"),
        (
            legal(round(&FIRST)),
            "treachery 4, phantom 2",
            "treachery on 4, phantom on 2",
        ),
        (legal(round(&FIRST)), "Nothing", "nothing"),
        (legal(round(&FIRST)), "discard", "discard"),
        (legal(round(&FIRST)), "zero book", "zero secret book"),
        (legal(round(&FIRST)), "name garnet chest", "name garnet chest"),
        (legal(round(&FIRST)), "name pop", "name grunko pop"),
        (
            legal(round(&FIRST)),
            "steal 1 left leg",
            "steal 1 left leg of the forbidden one",
        ),
        (
            legal(everything()),
            "steal 1 leg",
            "steal 1 left leg of the forbidden one",
        ),
        (
            legal(everything()),
            "steal 2 left leg",
            "steal 2 left leg of the forbidden one",
        ),
        (
            legal(everything()),
            "bid treachery 4, treachery on 2, phantom 0, thief on 1, discard, nothing",
            "",
        ),
        (
            legal(everything()),
            "bid treachery 4, treachery on 2, phantom 0, thief on 1, discard",
            "bid treachery 4, discard, treachery on 2, phantom on 0, thief on 1",
        ),
        (
            legal(everything()),
            "zero treachery, treachery on 2",
            "zero treachery, treachery on 2",
        ),
        (voting(), "vote 5", "vote 5"),
        (voting(), " Vote  0 ", "vote 0"),
    ] {
        if read_as.is_empty() {
            assert!(read(line, &legal).is_err(), "{line:?}");
            continue;
        }
        assert_eq!(
            read(line, &legal).map(|action| typed(&action)).as_deref(),
            Ok(read_as),
            "{line:?}"
        );
    }
}

#[test]
fn what_is_typed_reads_back() {
    for line in [
        "nothing",
        "garnet vault 3",
        "bid treachery 4, treachery on 2",
        "zero treachery, treachery on 2",
        "skill thief 2, discard, phantom on 6, thief on 1, steal 1 baller",
    ] {
        assert_eq!(typed(&read(line, &legal(everything())).unwrap()), line);
    }
}

#[test]
fn bad_lines_are_answered_with_what_would_be_right() {
    let first = || legal(round(&FIRST));
    for (legal, line, told) in [
        (
            first(),
            "pouch",
            "\"pouch\" is no bid; write a skill and an amount, such as garnet pouch 1",
        ),
        (
            first(),
            "pouch -3",
            "\"pouch -3\" is no bid; write a skill and an amount, such as garnet pouch 1",
        ),
        (
            first(),
            "vault 3",
            "\"vault\" is none of: Garnet Pouch, Garnet Thief, Max Bid Up, Secret Book",
        ),
        (
            first(),
            "garnet 3",
            "\"garnet\" may be Garnet Pouch or Garnet Thief; write more of the name",
        ),
        (
            first(),
            "zero",
            "\"\" is none of: Garnet Pouch, Garnet Thief, Max Bid Up, Secret Book",
        ),
        (
            first(),
            "name arm",
            "\"arm\" may be Right Arm of the Forbidden One or Left Arm of the Forbidden One; write more of the name",
        ),
        (
            first(),
            "discard pouch 3",
            "behind discard stands a comma: discard, garnet pouch 3",
        ),
        (first(), "thief", "thief wants a seat, such as thief on 3"),
        (
            first(),
            "thief on Ada",
            "\"Ada\" is not a seat; seats are numbers from 0 to 6",
        ),
        (
            first(),
            "steal 1",
            "steal wants a seat and a skill, such as steal 1 left leg",
        ),
        (
            first(),
            "steal Ada book",
            "\"Ada\" is not a seat; seats are numbers from 0 to 6",
        ),
        (first(), "discard, discard", "discard stands twice; write it once"),
        (first(), "thief on 1, thief on 2", "thief stands twice; write it once"),
        (
            first(),
            "nothing, pouch 3",
            "nothing stands with a bid; write one of them",
        ),
        (
            legal(everything()),
            "treachery 4",
            "\"treachery 4\" may be a bid or a seat; write bid treachery 4, or treachery on 4",
        ),
        (
            legal(everything()),
            "steal 1 book",
            "\"book\" is none of: Left Leg of the Forbidden One, Baller",
        ),
        (voting(), "5", "vote for one of the tied seats, such as vote 5"),
        (
            voting(),
            "vote Ada",
            "\"Ada\" is not a seat; seats are numbers from 0 to 6",
        ),
        (Legal::default(), "pouch 3", "there is nothing to decide now"),
    ] {
        assert_eq!(read(line, &legal).unwrap_err(), told, "{line:?}");
    }
}
