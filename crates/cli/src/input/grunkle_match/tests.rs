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

fn reads_as(legal: &Legal, lines: &[(&str, &str)]) {
    for (line, read_as) in lines {
        let action = read(line, legal).map(|action| typed(&action));
        assert_eq!(action.as_deref(), Ok(*read_as), "{line:?}");
    }
}

#[test]
fn bids_are_read_by_words_of_the_skill() {
    reads_as(
        &legal(round(&FIRST)),
        &[
            ("pouch 3, book 10", "garnet pouch 3, secret book 10"),
            ("  GARNET_POUCH   3 ,", "garnet pouch 3"),
            ("max bid up 1,up 2", "max bid up 1, max bid up 2"),
            ("thief 3", "garnet thief 3"),
            ("bid thief 99", "garnet thief 99"),
            ("Nothing", "nothing"),
        ],
    );
}

#[test]
fn what_else_is_submitted_is_read() {
    reads_as(
        &legal(round(&FIRST)),
        &[
            ("thief on 3", "thief on 3"),
            ("treachery 4, phantom 2", "treachery on 4, phantom on 2"),
            ("discard", "discard"),
            ("zero book", "zero secret book"),
            ("name garnet chest", "name garnet chest"),
            ("name pop", "name grunko pop"),
            ("steal 1 left leg", "steal 1 left leg of the forbidden one"),
        ],
    );
    reads_as(
        &legal(everything()),
        &[
            ("steal 1 leg", "steal 1 left leg of the forbidden one"),
            ("steal 2 left leg", "steal 2 left leg of the forbidden one"),
            (
                "bid treachery 4, treachery on 2, phantom 0, thief on 1, discard",
                "bid treachery 4, discard, treachery on 2, phantom on 0, thief on 1",
            ),
        ],
    );
}

#[test]
fn votes_are_read() {
    reads_as(&voting(), &[("vote 5", "vote 5"), (" Vote  0 ", "vote 0")]);
}

#[test]
fn what_is_shown_reads_back() {
    for line in [
        "nothing",
        "garnet vault 3",
        "bid treachery 4, treachery on 2",
        "zero treachery, treachery on 2",
        "skill thief 2, discard, phantom on 6, thief on 1, steal 1 baller",
    ] {
        reads_as(&legal(everything()), &[(line, line)]);
    }
}

fn answered_with(legal: &Legal, lines: &[(&str, &str)]) {
    for (line, told) in lines {
        assert_eq!(read(line, legal).unwrap_err(), *told, "{line:?}");
    }
}

#[test]
fn bad_bids_are_answered_with_what_would_be_right() {
    answered_with(
        &legal(round(&FIRST)),
        &[
            (
                "pouch",
                "\"pouch\" is no bid; write a skill and an amount, such as garnet pouch 1",
            ),
            (
                "pouch -3",
                "\"pouch -3\" is no bid; write a skill and an amount, such as garnet pouch 1",
            ),
            (
                "vault 3",
                "\"vault\" is none of: Garnet Pouch, Garnet Thief, Max Bid Up, Secret Book",
            ),
            (
                "garnet 3",
                "\"garnet\" may be Garnet Pouch or Garnet Thief; write more of the name",
            ),
            ("nothing, pouch 3", "nothing stands with a bid; write one of them"),
        ],
    );
    answered_with(
        &legal(everything()),
        &[(
            "treachery 4",
            "\"treachery 4\" may be a bid or a seat; write bid treachery 4, or treachery on 4",
        )],
    );
}

#[test]
fn bad_words_are_answered_with_what_would_be_right() {
    answered_with(
        &legal(round(&FIRST)),
        &[
            ("zero", "name a skill, such as garnet pouch"),
            (
                "name arm",
                "\"arm\" may be Right Arm of the Forbidden One or Left Arm of the Forbidden One; write more of the name",
            ),
            (
                "discard pouch 3",
                "behind discard stands a comma: discard, garnet pouch 3",
            ),
            ("thief", "thief wants a seat, such as thief on 3"),
            ("thief on Ada", "\"Ada\" is not a seat; seats are numbers from 0 to 6"),
            ("steal 1", "steal wants a seat and a skill, such as steal 1 left leg"),
            ("steal Ada book", "\"Ada\" is not a seat; seats are numbers from 0 to 6"),
            ("discard, discard", "discard stands twice; write it once"),
            ("thief on 1, thief on 2", "thief stands twice; write it once"),
        ],
    );
    answered_with(
        &legal(everything()),
        &[(
            "steal 1 book",
            "\"book\" is none of: Left Leg of the Forbidden One, Baller",
        )],
    );
}

#[test]
fn other_bad_lines_are_answered_with_what_would_be_right() {
    answered_with(
        &voting(),
        &[
            ("5", "vote for one of the tied seats, such as vote 5"),
            ("vote Ada", "\"Ada\" is not a seat; seats are numbers from 0 to 6"),
        ],
    );
    answered_with(&Legal::default(), &[("pouch 3", "there is nothing to decide now")]);
}
