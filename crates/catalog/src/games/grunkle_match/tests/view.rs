//! Views.

mod own;
mod thefts;

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_grunkle_match::{
    DecidedBy, GarnetTheftView, Garnets, GrunkleMatch, PastAuctions, Phase, SeatView, Skill, SkillTheftView, Skills,
    Taken, View, Wanted,
};
use tinsel_proto::games::grunkle_match::v1 as wire;
use wire::resolved_skill_theft::Result as Theft;

use super::{
    super::view,
    fixtures::{amounts, by_seat, held, held_counts, numbers, round, seat, seats},
    outcome::{ended, ending, scored, scoring, votes, wire_votes},
};

/// What the table of section 1.1 of the rules says: a list for each round, each skill by its name.
fn auctioned() -> Vec<wire::RoundSkills> {
    let (_, section) = GrunkleMatch::FACTS.rules.split_once("### 1.1 The auctions").unwrap();
    let (_, rows) = section.split_once("|---|---|---|---|---|---|---|---|\n").unwrap();
    let rows = rows.lines().take_while(|line| line.starts_with('|'));
    let read = |row: &str| {
        let mut cells = row.split('|').map(str::trim).filter(|cell| !cell.is_empty());
        let number = cells.next().unwrap().parse().unwrap();
        let skills = cells.map(|name| wire::Skill::from_str_name(&format!("SKILL_{name}")).unwrap().into());
        wire::RoundSkills {
            round: number,
            skills: skills.collect(),
        }
    };
    rows.map(read).collect()
}

/// A view of everything that there can be.
fn full() -> View {
    let past = round(5);
    let won = [(Skill::EvenSteven, seat(6)), (Skill::DarkRitual, seat(0))];
    let garnets = [Some(11), None, Some(0), None, None, Some(15), None];
    let mut garnets = garnets.into_iter();
    View {
        phase: Phase::TieBreak,
        round: round(3),
        awaited: seats([0, 2]),
        acted: seats([1, 4, 5]),
        starting_garnets: amounts([20, 0, 3, 40, 7, 1, 1000]),
        past: vec![PastAuctions {
            round: past,
            winners: won
                .map(|(skill, winner)| (past.slot_of(skill).unwrap(), winner))
                .into_iter()
                .collect(),
        }],
        seats: held().map(|_, skills| SeatView {
            garnets: garnets.next().unwrap().map(Garnets::new),
            skills: *skills,
        }),
        nullified: Some(Skill::RightLeg),
        treachery_target: Some(seat(3)),
        cool_baller: Some(seat(4)),
        garnet_theft: Some(GarnetTheftView {
            round: round(2),
            thief: seat(5),
            taken: Some(Taken {
                victim: seat(1),
                amount: Garnets::new(4),
            }),
        }),
        skill_theft: Some(SkillTheftView {
            thief: seat(6),
            moved: true,
            wanted: Some(Wanted {
                target: seat(2),
                skill: Skill::MaxBidUp,
            }),
        }),
        own: Some(own::own()),
        scoring: Some(scoring()),
        votes: votes(),
        ending: Some(ending(DecidedBy::Vote)),
    }
}

fn past_told() -> wire::PastRound {
    let auction = |skill: wire::Skill, winner_seat| wire::Auction {
        skill: skill.into(),
        winner_seat,
    };
    wire::PastRound {
        round: 5,
        auctions: vec![
            auction(wire::Skill::GarnetBank, None),
            auction(wire::Skill::EvenSteven, Some(6)),
            auction(wire::Skill::OverwhelmingSadness, None),
            auction(wire::Skill::DarkRitual, Some(0)),
        ],
    }
}

fn seats_told(garnets: [Option<u32>; 7], skills: [Vec<wire::SkillCount>; 7]) -> Vec<wire::SeatView> {
    let seats = (0..).zip(garnets).zip(skills);
    let seats = seats.map(|((seat, garnets), skills)| wire::SeatView { seat, garnets, skills });
    seats.collect()
}

/// The same on the wire.
fn full_told() -> wire::View {
    let garnets = [Some(11), None, Some(0), None, None, Some(15), None];
    wire::View {
        phase: wire::Phase::TieBreak.into(),
        round: 3,
        skills: numbers([
            wire::Skill::GarnetChest,
            wire::Skill::WhispersOfTheVortex,
            wire::Skill::GarnetBonanza,
            wire::Skill::CorrosiveGreed,
            wire::Skill::SkillNullify,
        ]),
        rounds: auctioned(),
        awaited_seats: vec![0, 2],
        acted_seats: vec![1, 4, 5],
        starting_garnets: vec![20, 0, 3, 40, 7, 1, 1000],
        past: vec![past_told()],
        seats: seats_told(garnets, held_counts()),
        nullified: wire::Skill::RightLeg.into(),
        treachery_target: Some(3),
        cool_baller: Some(4),
        garnet_theft: Some(wire::GarnetTheft {
            round: 2,
            thief_seat: 5,
            taken: Some(wire::GarnetsTaken {
                victim_seat: 1,
                amount: 4,
            }),
        }),
        skill_theft: Some(wire::ResolvedSkillTheft {
            thief_seat: 6,
            result: Some(Theft::Moved(wire::SkillMoved {
                victim_seat: 2,
                skill: wire::Skill::MaxBidUp.into(),
            })),
        }),
        own: Some(own::told()),
        scored: Some(scored()),
        votes: wire_votes(),
        outcome: Some(ended(wire::DecidedBy::Vote)),
    }
}

/// What a spectator sees of a match that has just begun.
fn plain() -> View {
    View {
        phase: Phase::Bidding,
        round: round(1),
        awaited: seats([0, 1, 2, 3, 4, 5, 6]),
        acted: SeatSet::EMPTY,
        starting_garnets: amounts([20; 7]),
        past: vec![],
        seats: by_seat(
            [SeatView {
                garnets: None,
                skills: Skills::default(),
            }; 7],
        ),
        nullified: None,
        treachery_target: None,
        cool_baller: None,
        garnet_theft: None,
        skill_theft: None,
        own: None,
        scoring: None,
        votes: vec![],
        ending: None,
    }
}

/// The same on the wire.
fn plain_told() -> wire::View {
    wire::View {
        phase: wire::Phase::Bidding.into(),
        round: 1,
        skills: numbers([
            wire::Skill::GarnetPouch,
            wire::Skill::GarnetReplenish,
            wire::Skill::GarnetThief,
            wire::Skill::MaxBidUp,
            wire::Skill::MaxBidDown,
            wire::Skill::SecretBook,
            wire::Skill::RightArm,
        ]),
        rounds: auctioned(),
        awaited_seats: vec![0, 1, 2, 3, 4, 5, 6],
        acted_seats: vec![],
        starting_garnets: vec![20; 7],
        past: vec![],
        seats: seats_told([None; 7], Default::default()),
        nullified: 0,
        treachery_target: None,
        cool_baller: None,
        garnet_theft: None,
        skill_theft: None,
        own: None,
        scored: None,
        votes: vec![],
        outcome: None,
    }
}

fn both_ways(view: &View, told: &wire::View) {
    assert_eq!(view::write(view), *told);
    assert_eq!(view::read(told).as_ref(), Some(view));
}

#[test]
fn a_view_is_told_field_by_field() {
    both_ways(&full(), &full_told());
    both_ways(&plain(), &plain_told());
}

#[test]
fn what_the_rounds_auction_is_told_as_the_rules_list_it() {
    let listed = auctioned();
    assert_eq!(listed.len(), 7);
    assert_eq!(listed.iter().map(|round| round.skills.len()).sum::<usize>(), 38);
    for (number, of_round) in (1..).zip(&listed) {
        assert_eq!(of_round.round, u32::from(number));
        let told = view::write(&View {
            round: round(number),
            ..full()
        });
        assert_eq!(told.skills, of_round.skills, "round {number}");
        assert_eq!(told.rounds, listed, "round {number}");
    }
}

#[test]
fn each_phase_is_told_as_it_is() {
    for (phase, number) in [
        (Phase::Bidding, wire::Phase::Bidding),
        (Phase::TieBreak, wire::Phase::TieBreak),
        (Phase::Ended, wire::Phase::Ended),
    ] {
        let told = wire::View {
            phase: number.into(),
            ..full_told()
        };
        both_ways(&View { phase, ..full() }, &told);
    }
}
