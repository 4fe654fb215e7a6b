//! What may be done.

use super::*;

fn form(submission: wire::LegalSubmission) -> String {
    let decision = Some(wire::legal::Decision::SubmitRound(submission));
    let game = Some(v1::game_legal::Game::GrunkleMatch(wire::Legal { decision }));
    teller(Detail::Story).legal(&v1::GameLegal { game })
}

fn means(available: u32, budget: u32, able_to_bid: bool) -> Option<wire::Means> {
    Some(wire::Means {
        available,
        budget,
        able_to_bid,
        zero_bid_alone: true,
    })
}

#[test]
fn the_form_of_a_round() {
    let plain = wire::LegalSubmission {
        round: 1,
        skills: numbers(&[Skill::GarnetPouch, Skill::SecretBook]),
        max_bid: 10,
        unit: 1,
        max_skills: 2,
        without_discard: means(20, 20, true),
        ..wire::LegalSubmission::default()
    };
    assert_eq!(
        form(plain),
        "Bid on at least one skill, such as: garnet pouch 1
  Garnet Pouch  earns 10 garnets
  Secret Book   the numbers of the holder's other skills are 1 higher
  You have 20 garnets and can bid 20 in all: a bid is 1 to 10.
"
    );
}

#[test]
fn the_form_of_a_round_with_everything() {
    let theft = |target, skill: Skill| wire::SkillTheft {
        target: Some(target),
        skill: skill.into(),
    };
    let everything = wire::LegalSubmission {
        round: 7,
        skills: numbers(&[Skill::GarnetVault, Skill::Treachery]),
        max_bid: 8,
        unit: 2,
        floor: 5,
        max_skills: 1,
        barred: false,
        zero_bid_cost: Some(0),
        without_discard: means(5, 0, false),
        with_discard: means(6, 1, false),
        nullify_names: numbers(&[Skill::GarnetPouch]),
        treachery_targets: vec![1, 2],
        phantom_targets: vec![0, 1, 2],
        garnet_thief_targets: vec![1, 2],
        skill_thief_choices: vec![
            theft(1, Skill::LeftLeg),
            theft(1, Skill::GrunkoPop),
            theft(2, Skill::Baller),
        ],
    };
    assert_eq!(
        form(everything),
        "You need not bid, such as: phantom on 0
  Garnet Vault  earns 30 garnets
  Treachery     a Grunko Pop for its winner and the seat that it names
  You have 5 garnets and can bid 0 in all: a bid is 2 to 8, even, on 1 skill at the most, together they must leave 5 garnets.
  discard            turn a Grunko Pop into a garnet, and bid 1 in all
  zero SKILL         a bid that always wins and costs 0 garnets
  name SKILL         with a bid on Skill Nullify: any skill but Grunko Pop
  treachery on SEAT  with a bid on Treachery: 1 Boris, 2 Zoë
  phantom on SEAT    must be said: whose bids to ignore: 0 Ada, 1 Boris, 2 Zoë
  thief on SEAT      use Garnet Thief: 1 Boris, 2 Zoë
  steal SEAT SKILL, to use Skill Thief on
    1  Boris  Left Leg of the Forbidden One, Grunko Pop
    2  Zoë    Baller
"
    );
}

#[test]
fn the_form_of_a_seat_that_is_barred_and_of_a_vote() {
    let barred = wire::LegalSubmission {
        round: 6,
        skills: numbers(&[Skill::GarnetBank]),
        max_bid: 10,
        unit: 1,
        max_skills: 1,
        barred: true,
        without_discard: means(8, 8, false),
        ..wire::LegalSubmission::default()
    };
    let text = form(barred);
    assert!(
        text.starts_with("You cannot bid in this round, such as: nothing\n"),
        "{text}"
    );
    let candidates = vec![1, 2];
    let decision = Some(wire::legal::Decision::VoteElimination(wire::LegalVote { candidates }));
    let game = Some(v1::game_legal::Game::GrunkleMatch(wire::Legal { decision }));
    assert_eq!(
        teller(Detail::Story).legal(&v1::GameLegal { game }),
        "Vote who is to be eliminated, such as: vote 1\n  of: 1 Boris, 2 Zoë\n"
    );
}
