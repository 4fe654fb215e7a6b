//! Golden texts, of messages as a server would send them.

use tinsel_proto::{
    games::grunkle_match::v1 as wire,
    v1::{self, MatchEvent, match_event},
};
use wire::{Skill, event::Event as Kind};

use crate::render::{Detail, Teller};

fn teller(detail: Detail) -> Teller {
    let mut teller = Teller::new(detail);
    for (seat, name) in (0..).zip(["Ada", "Boris", "Zoë"]) {
        teller.names.note(&v1::Seat {
            seat,
            display_name: name.to_owned(),
            ..v1::Seat::default()
        });
    }
    teller
}

fn told(detail: Detail, kinds: impl IntoIterator<Item = Kind>) -> String {
    let events = kinds.into_iter().map(|kind| {
        let game = v1::game_event::Game::GrunkleMatch(wire::Event { event: Some(kind) });
        let event = match_event::Event::Game(v1::GameEvent { game: Some(game) });
        MatchEvent { event: Some(event) }
    });
    let update = v1::Update {
        events: events.collect(),
        ..v1::Update::default()
    };
    teller(detail).tell(&tinsel_client::Watched::Update(update))
}

fn numbers(skills: &[Skill]) -> Vec<i32> {
    skills.iter().map(|skill| i32::from(*skill)).collect()
}

fn held(skill: Skill, count: u32) -> wire::SkillCount {
    wire::SkillCount {
        skill: skill.into(),
        count,
    }
}

fn bid(skill: Skill, amount: u32) -> wire::Bid {
    wire::Bid {
        skill: skill.into(),
        amount,
    }
}

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

/// A submission with everything in it.
fn full_submission() -> wire::SubmitRound {
    wire::SubmitRound {
        bids: vec![bid(Skill::GarnetChest, 3), bid(Skill::Treachery, 1)],
        dark_ritual_skill: Skill::Baller.into(),
        discard_grunko_pop: true,
        nullify_name: Skill::GarnetBank.into(),
        treachery_target: Some(0),
        phantom_target: Some(1),
        garnet_thief_target: Some(2),
        skill_thief: Some(wire::SkillTheft {
            target: Some(1),
            skill: Skill::LeftLeg.into(),
        }),
    }
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
  Garnet Bank is nullified.
  Ada earns 15 garnets by Garnet Chest.
  Ada, Boris earn 1 garnet each by Supernova.
  Everyone earns 5 garnets by Garnet Bonanza.
  Boris loses all garnets.
  Zoë is the cool baller.
  Boris gets 1 Grunko Pop for winning nothing.
  Zoë gets 2 Grunko Pops by Treachery.
  Your bid on Morphogenetics earned 0 garnets.
  You have 1 garnet.
  Held after the round
    0  Ada  Max Bid Down, Grunko Pop x2
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

fn score(seat: u32, garnets: u32, grunko_pops: u32, pop_value: u32, tokens: u32) -> wire::SeatScore {
    wire::SeatScore {
        seat,
        garnets,
        grunko_pops,
        pop_value,
        total: garnets + grunko_pops * pop_value,
        tokens,
    }
}

fn scored() -> wire::MatchScored {
    wire::MatchScored {
        seats: vec![score(0, 8, 0, 20, 2), score(1, 100, 3, 17, 0), score(2, 91, 3, 20, 1)],
        tokens_nullified: false,
        winners: vec![0, 2],
        bonus_token_seat: Some(0),
        candidates: vec![1, 5],
    }
}

fn vote(voter_seat: u32, candidate_seat: Option<u32>) -> wire::Vote {
    wire::Vote {
        voter_seat,
        ballot: Some(wire::Ballot { candidate_seat }),
    }
}

fn outcome(decided_by: wire::DecidedBy) -> wire::Outcome {
    wire::Outcome {
        winners: vec![0, 2],
        elimination_candidate: 1,
        decided_by: decided_by.into(),
        cool_baller: Some(2),
        ..wire::Outcome::default()
    }
}

#[test]
fn the_end_with_a_vote() {
    let text = told(
        Detail::Story,
        [
            Kind::MatchScored(scored()),
            Kind::TieBreakOpened(wire::TieBreakOpened {
                voters: vec![0, 2],
                candidates: vec![1, 5],
            }),
            Kind::TieBreakResolved(wire::TieBreakResolved {
                votes: vec![vote(0, Some(1)), vote(2, None)],
                elimination_candidate: 1,
                decided_by: wire::DecidedBy::Vote.into(),
            }),
            Kind::MatchEnded(wire::MatchEnded {
                outcome: Some(outcome(wire::DecidedBy::Vote)),
            }),
        ],
    );
    assert_eq!(
        text,
        "  Totals
              garnets     Pops  total
    0  Ada          8        -      8  2 Tokens
    1  Boris      100  3 at 17    151
    2  Zoë         91  3 at 20    151  1 Token
  Winners: Ada, Zoë.
  Ada holds the Forbidden One, which earns a Token.

A tie for the highest total: Ada, Zoë vote on Boris, seat 5.
  Ada votes for Boris.
  Zoë abstains.

The match is over.
  Elimination Candidate: Boris, by the winners' vote.
  Zoë is the cool baller.
"
    );
}

#[test]
fn tokens_that_are_nullified() {
    let scored = wire::MatchScored {
        seats: vec![score(0, 8, 0, 20, 0)],
        tokens_nullified: true,
        ..wire::MatchScored::default()
    };
    let text = told(Detail::Story, [Kind::MatchScored(scored)]);
    assert!(
        text.ends_with("\n  Five or more have the lowest totals: their Tokens are nullified.\n"),
        "{text}"
    );
}

fn shown(view: wire::View) -> String {
    let game = Some(v1::game_view::Game::GrunkleMatch(view));
    teller(Detail::Story).table(&v1::MatchState {
        view: Some(v1::GameView { game }),
        ..v1::MatchState::default()
    })
}

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
  Your zero bid is unspent.
  Your bid on Morphogenetics earned 4 garnets.
  Round 1, you: garnet chest 3, bid treachery 1, zero baller, discard, name garnet bank, treachery on 0, phantom on 1, thief on 2, steal 1 left leg of the forbidden one; you paid Garnet Pouch 3.
  Round 2, you: nothing; you won nothing.
  Round 3, you: nothing.
  You voted for seat 5.
"
    );
}

#[test]
fn a_view_of_the_tie_break_and_of_the_end() {
    let view = |phase: wire::Phase, outcome| wire::View {
        phase: phase.into(),
        round: 7,
        scored: Some(scored()),
        outcome,
        ..wire::View::default()
    };
    let tied = shown(view(wire::Phase::TieBreak, None));
    assert!(
        tied.starts_with("A tie for the highest total: Ada, Zoë vote on Boris, seat 5.\n  Totals\n"),
        "{tied}"
    );
    let ended = shown(wire::View {
        votes: vec![vote(0, Some(1))],
        cool_baller: Some(2),
        ..view(wire::Phase::Ended, Some(outcome(wire::DecidedBy::Draw)))
    });
    assert!(ended.starts_with("The match is over.\n  Totals\n"), "{ended}");
    let end = "  Ada votes for Boris.
  Elimination Candidate: Boris, drawn by chance from those that are tied.
  Zoë is the cool baller.
";
    assert!(ended.ends_with(end), "{ended}");
    assert_eq!(ended.matches("cool baller").count(), 1);
}

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
