//! Events.

use std::mem;

use tinsel_grunkle_match::{DeathMatchInfo, DecidedBy, Event, Garnets, PopCause, Skill};
use tinsel_proto::games::grunkle_match::v1 as wire;
use wire::event::Event as Kind;

use super::{
    super::event,
    fixtures::{
        amounts, held, held_counts, numbers, plain_sheet, plain_submit_round, round, seat, seats, sheet, submit_round,
    },
    outcome::{DECIDED_BY, ended, ending, scored, scoring, votes, wire_votes},
};

/// Events, each with what it is on the wire.
type Rows = Vec<(Event, Kind)>;

fn opening() -> Rows {
    let started = Event::MatchStarted {
        starting_garnets: amounts([20, 0, 3, 40, 7, 1, 1000]),
    };
    let started_told = wire::MatchStarted {
        starting_garnets: vec![20, 0, 3, 40, 7, 1, 1000],
    };
    let opened_told = wire::RoundOpened {
        round: 6,
        skills: numbers([
            wire::Skill::GarnetBank,
            wire::Skill::SkillThief,
            wire::Skill::Baller,
            wire::Skill::RightLeg,
            wire::Skill::LeftLeg,
        ]),
    };
    vec![
        (started, Kind::MatchStarted(started_told)),
        (Event::RoundOpened { round: round(6) }, Kind::RoundOpened(opened_told)),
    ]
}

fn submissions() -> Rows {
    let received = Event::SubmissionReceived {
        round: round(2),
        seat: seat(5),
    };
    let recorded = |sheet, by_default| Event::SubmissionRecorded {
        round: round(7),
        sheet,
        by_default,
    };
    let recorded_told = |submission, by_default| {
        Kind::SubmissionRecorded(wire::SubmissionRecorded {
            round: 7,
            submission: Some(submission),
            by_default,
        })
    };
    vec![
        (
            received,
            Kind::SubmissionReceived(wire::SubmissionReceived { round: 2, seat: 5 }),
        ),
        (recorded(sheet(), false), recorded_told(submit_round(), false)),
        (recorded(plain_sheet(), true), recorded_told(plain_submit_round(), true)),
    ]
}

fn auctions() -> Rows {
    let discarded = Event::GrunkoPopDiscarded {
        round: round(4),
        seat: seat(6),
    };
    let result = |winner| Event::AuctionResult {
        round: round(1),
        skill: Skill::SecretBook,
        winner,
    };
    let result_told = |winner_seat| {
        Kind::AuctionResult(wire::AuctionResult {
            round: 1,
            skill: wire::Skill::SecretBook.into(),
            winner_seat,
        })
    };
    let paid = Event::BidPaid {
        round: round(5),
        skill: Skill::EvenSteven,
        amount: Garnets::new(8),
    };
    let paid_told = wire::BidPaid {
        round: 5,
        skill: wire::Skill::EvenSteven.into(),
        amount: 8,
    };
    vec![
        (
            discarded,
            Kind::GrunkoPopDiscarded(wire::GrunkoPopDiscarded { round: 4, seat: 6 }),
        ),
        (result(Some(seat(0))), result_told(Some(0))),
        (result(None), result_told(None)),
        (paid, Kind::BidPaid(paid_told)),
    ]
}

fn thefts() -> Rows {
    let (thief, victim, target) = (seat(4), seat(1), seat(0));
    let used = Event::SkillUsed {
        round: round(3),
        seat: seat(6),
        skill: Skill::GarnetThief,
    };
    let used_told = wire::SkillUsed {
        round: 3,
        seat: 6,
        skill: wire::Skill::GarnetThief.into(),
    };
    let garnets = Event::GarnetsStolen {
        round: round(6),
        thief,
        victim,
        amount: Garnets::new(3),
    };
    let garnets_told = wire::GarnetsStolen {
        round: 6,
        thief_seat: 4,
        victim_seat: 1,
        amount: 3,
    };
    let skill = Skill::Baller;
    let stolen_told = wire::SkillStolen {
        thief_seat: 4,
        victim_seat: 1,
        skill: wire::Skill::Baller.into(),
    };
    let failed_told = wire::SkillTheftFailed {
        thief_seat: 4,
        target_seat: 0,
        skill: wire::Skill::Baller.into(),
    };
    vec![
        (used, Kind::SkillUsed(used_told)),
        (garnets, Kind::GarnetsStolen(garnets_told)),
        (
            Event::SkillStolen { thief, victim, skill },
            Kind::SkillStolen(stolen_told),
        ),
        (
            Event::SkillTheftFailed { thief, target, skill },
            Kind::SkillTheftFailed(failed_told),
        ),
    ]
}

fn effects() -> Rows {
    let skill = Skill::MaxBidDown;
    let nullified_told = wire::SkillNullified {
        skill: wire::Skill::MaxBidDown.into(),
    };
    let earned = Event::GarnetsEarned {
        round: round(2),
        seats: seats([0, 3, 6]),
        each: Garnets::new(11),
        cause: Skill::GarnetPouch,
    };
    let earned_told = wire::GarnetsEarned {
        round: 2,
        seats: vec![0, 3, 6],
        amount: 11,
        cause: wire::Skill::GarnetPouch.into(),
    };
    let text = "Bring a spoon.";
    let info = Event::DeathMatchInfo {
        text: DeathMatchInfo::new(text),
    };
    let info_told = wire::DeathMatchInfo { text: text.to_owned() };
    let forfeited_told = wire::GarnetsForfeited { seat: 5 };
    let baller_told = wire::CoolBaller { seat: 2 };
    let amount = Garnets::new(9);
    vec![
        (Event::SkillNullified { skill }, Kind::SkillNullified(nullified_told)),
        (earned, Kind::GarnetsEarned(earned_told)),
        (info, Kind::DeathMatchInfo(info_told)),
        (
            Event::GarnetsForfeited { seat: seat(5) },
            Kind::GarnetsForfeited(forfeited_told),
        ),
        (Event::CoolBaller { seat: seat(2) }, Kind::CoolBaller(baller_told)),
        (
            Event::MorphogeneticsGain { amount },
            Kind::MorphogeneticsGain(wire::MorphogeneticsGain { amount: 9 }),
        ),
    ]
}

fn pops() -> Rows {
    let causes = [
        (PopCause::Treachery, wire::PopCause::Treachery),
        (PopCause::NoWin, wire::PopCause::NoWin),
    ];
    let row = |(cause, number): (PopCause, wire::PopCause)| {
        let gained = Event::GrunkoPopsGained {
            round: round(7),
            seat: seat(3),
            count: 2,
            cause,
        };
        let told = wire::GrunkoPopsGained {
            round: 7,
            seat: 3,
            count: 2,
            cause: number.into(),
        };
        (gained, Kind::GrunkoPopsGained(told))
    };
    causes.map(row).into()
}

fn closing() -> Rows {
    let balance = Event::Balance {
        round: round(4),
        garnets: Garnets::new(17),
    };
    let closed = Event::RoundClosed {
        round: round(5),
        skills: held(),
    };
    let seats = (0..)
        .zip(held_counts())
        .map(|(seat, skills)| wire::SeatSkills { seat, skills });
    let closed_told = wire::RoundClosed {
        round: 5,
        seats: seats.collect(),
    };
    vec![
        (balance, Kind::Balance(wire::Balance { round: 4, garnets: 17 })),
        (closed, Kind::RoundClosed(closed_told)),
    ]
}

fn scoring_and_vote() -> Rows {
    let opened = Event::TieBreakOpened {
        voters: seats([0, 2, 4]),
        candidates: seats([1, 3]),
    };
    let opened_told = wire::TieBreakOpened {
        voters: vec![0, 2, 4],
        candidates: vec![1, 3],
    };
    let received_told = wire::VoteReceived { seat: 4 };
    vec![
        (Event::MatchScored(scoring()), Kind::MatchScored(scored())),
        (opened, Kind::TieBreakOpened(opened_told)),
        (Event::VoteReceived { seat: seat(4) }, Kind::VoteReceived(received_told)),
    ]
}

fn ends() -> Rows {
    let resolved = |votes, candidate, decided_by| Event::TieBreakResolved {
        votes,
        candidate: seat(candidate),
        decided_by,
    };
    let resolved_told = |votes, elimination_candidate, decided_by: wire::DecidedBy| {
        Kind::TieBreakResolved(wire::TieBreakResolved {
            votes,
            elimination_candidate,
            decided_by: decided_by.into(),
        })
    };
    let ended = DECIDED_BY.map(|(decided_by, number)| {
        let outcome = Some(ended(number));
        (
            Event::MatchEnded(ending(decided_by)),
            Kind::MatchEnded(wire::MatchEnded { outcome }),
        )
    });
    let mut rows = vec![
        (
            resolved(votes(), 3, DecidedBy::Vote),
            resolved_told(wire_votes(), 3, wire::DecidedBy::Vote),
        ),
        (
            resolved(vec![], 6, DecidedBy::Draw),
            resolved_told(vec![], 6, wire::DecidedBy::Draw),
        ),
    ];
    rows.extend(ended);
    rows
}

#[test]
fn every_event_is_told_field_by_field() {
    let tables = [
        opening(),
        submissions(),
        auctions(),
        thefts(),
        effects(),
        pops(),
        closing(),
        scoring_and_vote(),
        ends(),
    ];
    let mut met = Vec::new();
    for (happened, kind) in tables.into_iter().flatten() {
        let of = mem::discriminant(&happened);
        if !met.contains(&of) {
            met.push(of);
        }
        assert_eq!(event::write(&happened), wire::Event { event: Some(kind) });
    }
    assert_eq!(met.len(), 25, "as many as the game has");
}
