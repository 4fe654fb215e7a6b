//! A round as it is heard.

use super::*;

fn result(skill: Skill, winner_seat: Option<u32>) -> Kind {
    Kind::AuctionResult(wire::AuctionResult {
        round: 3,
        skill: skill.into(),
        winner_seat,
    })
}

fn earned(seats: &[u32], amount: u32, cause: Skill) -> Kind {
    Kind::GarnetsEarned(wire::GarnetsEarned {
        round: 3,
        seats: seats.to_vec(),
        amount,
        cause: cause.into(),
    })
}

fn pops(seat: u32, count: u32, cause: wire::PopCause) -> Kind {
    Kind::GrunkoPopsGained(wire::GrunkoPopsGained {
        round: 3,
        seat,
        count,
        cause: cause.into(),
    })
}

#[test]
fn a_round_as_a_seat_hears_it() {
    let text = told(
        Detail::Story,
        [
            Kind::RoundOpened(wire::RoundOpened {
                round: 3,
                skills: numbers(&[Skill::GarnetChest, Skill::WhispersOfTheVortex]),
            }),
            Kind::SubmissionReceived(wire::SubmissionReceived { round: 3, seat: 1 }),
            Kind::SubmissionRecorded(wire::SubmissionRecorded {
                round: 3,
                submission: Some(full_submission()),
                by_default: true,
            }),
            Kind::GrunkoPopDiscarded(wire::GrunkoPopDiscarded { round: 3, seat: 2 }),
            result(Skill::GarnetChest, Some(0)),
            result(Skill::RightArm, None),
            Kind::BidPaid(wire::BidPaid {
                round: 3,
                skill: Skill::GarnetChest.into(),
                amount: 1,
            }),
            Kind::Balance(wire::Balance { round: 3, garnets: 1 }),
            Kind::RoundClosed(wire::RoundClosed {
                round: 3,
                seats: vec![wire::SeatSkills {
                    seat: 0,
                    skills: vec![held(Skill::MaxBidDown, 1), held(Skill::GrunkoPop, 2)],
                }],
            }),
        ],
    );
    assert_eq!(
        text,
        "
Round 3: Garnet Chest, Whispers of the Vortex.
  You: garnet chest 3, bid treachery 1, zero baller, discard, name garnet bank, treachery on 0, phantom on 1, thief on 2, steal 1 left leg of the forbidden one (by default).
  Zoë turns a Grunko Pop into a garnet.
  Garnet Chest                    Ada
  Right Arm of the Forbidden One  nobody
  You pay 1 garnet for Garnet Chest.
  You have 1 garnet.
  Held after the round
    0  Ada  Max Bid Down, Grunko Pop x2
"
    );
}

#[test]
fn what_skills_do_on_winning() {
    let text = told(
        Detail::Story,
        [
            Kind::SkillNullified(wire::SkillNullified {
                skill: Skill::GarnetBank.into(),
            }),
            earned(&[0], 15, Skill::GarnetChest),
            earned(&[0, 1], 1, Skill::Supernova),
            earned(&[0, 1, 2, 3, 4, 5, 6], 5, Skill::GarnetBonanza),
            Kind::GarnetsForfeited(wire::GarnetsForfeited { seat: 1 }),
            Kind::CoolBaller(wire::CoolBaller { seat: 2 }),
            pops(1, 1, wire::PopCause::NoWin),
            pops(2, 2, wire::PopCause::Treachery),
            Kind::MorphogeneticsGain(wire::MorphogeneticsGain { amount: 0 }),
        ],
    );
    assert_eq!(
        text,
        "  Garnet Bank is nullified.
  Ada earns 15 garnets by Garnet Chest.
  Ada, Boris earn 1 garnet each by Supernova.
  Everyone earns 5 garnets by Garnet Bonanza.
  Boris loses all garnets.
  Zoë is the cool baller.
  Boris gets 1 Grunko Pop for winning nothing.
  Zoë gets 2 Grunko Pops by Treachery.
  Your bid on Morphogenetics earned 0 garnets.
"
    );
}

#[test]
fn thefts() {
    let used = |skill: Skill| {
        Kind::SkillUsed(wire::SkillUsed {
            round: 7,
            seat: 0,
            skill: skill.into(),
        })
    };
    let text = told(
        Detail::Story,
        [
            used(Skill::GarnetThief),
            Kind::GarnetsStolen(wire::GarnetsStolen {
                round: 7,
                thief_seat: 0,
                victim_seat: 1,
                amount: 1,
            }),
            used(Skill::SkillThief),
            Kind::SkillStolen(wire::SkillStolen {
                thief_seat: 0,
                victim_seat: 2,
                skill: Skill::LeftArm.into(),
            }),
            Kind::SkillTheftFailed(wire::SkillTheftFailed {
                thief_seat: 0,
                target_seat: 9,
                skill: Skill::GrunkoPop.into(),
            }),
        ],
    );
    assert_eq!(
        text,
        "  Ada uses Garnet Thief.
  Ada takes 1 garnet from Boris.
  Ada uses Skill Thief.
  Ada takes Left Arm of the Forbidden One from Zoë.
  Ada takes nothing: seat 9 no longer has Grunko Pop.
"
    );
}

#[test]
fn the_text_about_the_death_match_cannot_play_tricks_on_a_terminal() {
    let info = Kind::DeathMatchInfo(wire::DeathMatchInfo {
        text: "Bring \u{1b}[31ma spoon.\r\nAnd \u{7}a hat.".to_owned(),
    });
    assert_eq!(
        told(Detail::Story, [info]),
        "  You know about the Death Match:\n    Bring [31ma spoon.\n    And a hat.\n"
    );
}

#[test]
fn how_a_match_begins() {
    let started = |starting_garnets: &[u32]| {
        let starting_garnets = starting_garnets.to_vec();
        told(
            Detail::Story,
            [Kind::MatchStarted(wire::MatchStarted { starting_garnets })],
        )
    };
    assert_eq!(started(&[20; 7]), "\nEveryone begins with 20 garnets.\n");
    assert_eq!(
        started(&[20, 1, 0]),
        "\nThey begin: Ada with 20 garnets, Boris with 1 garnet, Zoë with 0 garnets.\n"
    );
}

#[test]
fn only_a_watcher_is_told_that_somebody_has_decided() {
    let received = Kind::SubmissionReceived(wire::SubmissionReceived { round: 1, seat: 1 });
    let voted = Kind::VoteReceived(wire::VoteReceived { seat: 2 });
    assert_eq!(told(Detail::Story, [received.clone(), voted.clone()]), "");
    assert_eq!(
        told(Detail::All, [received, voted]),
        "  Boris has decided.\n  Zoë has decided.\n"
    );
}
