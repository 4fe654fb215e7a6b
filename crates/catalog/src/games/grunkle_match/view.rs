//! Views, both ways.

mod own;
mod theft;

use tinsel_grunkle_match::{Garnets, PastAuctions, Phase, Round, SeatView, Skills, View};
use tinsel_proto::games::grunkle_match::v1 as wire;

use super::{amounts, each_amount, each_seat, outcome, read_seat, read_seats, round, skill};
use crate::games::seats::{self, whole};

pub(super) fn write(view: &View) -> wire::View {
    wire::View {
        phase: write_phase(view.phase).into(),
        round: view.round.number().into(),
        skills: skill::write_all(view.round.list().iter().copied()),
        rounds: Round::ALL.into_iter().map(write_round).collect(),
        awaited_seats: seats::numbers(view.awaited),
        acted_seats: seats::numbers(view.acted),
        starting_garnets: amounts(&view.starting_garnets),
        past: view.past.iter().map(write_past).collect(),
        seats: view
            .seats
            .enumerate()
            .map(|(seat, shown)| write_seat(seats::number(seat), shown))
            .collect(),
        nullified: skill::write_any(view.nullified),
        treachery_target: view.treachery_target.map(seats::number),
        cool_baller: view.cool_baller.map(seats::number),
        garnet_theft: view.garnet_theft.as_ref().map(theft::write_garnets),
        skill_theft: view.skill_theft.as_ref().map(theft::write_skill),
        own: view.own.as_ref().map(own::write),
        scored: view.scoring.as_ref().map(outcome::write_scoring),
        votes: view.votes.iter().map(outcome::write_vote).collect(),
        outcome: view.ending.as_ref().map(outcome::write_ending),
    }
}

/// The rules define the auctions of each round, so this field is not parsed.
pub(super) fn read(view: &wire::View) -> Option<View> {
    Some(View {
        phase: read_phase(view.phase)?,
        round: round(view.round)?,
        awaited: read_seats(&view.awaited_seats)?,
        acted: read_seats(&view.acted_seats)?,
        starting_garnets: each_amount(&view.starting_garnets)?,
        past: view.past.iter().map(read_past).collect::<Option<_>>()?,
        seats: each_seat(&view.seats, |seat| Some((seat.seat, read_seat_view(seat)?)))?,
        nullified: skill::read_any(view.nullified)?,
        treachery_target: whole(view.treachery_target.map(read_seat))?,
        cool_baller: whole(view.cool_baller.map(read_seat))?,
        garnet_theft: whole(view.garnet_theft.as_ref().map(theft::read_garnets))?,
        skill_theft: whole(view.skill_theft.as_ref().map(theft::read_skill))?,
        own: whole(view.own.as_ref().map(own::read))?,
        scoring: whole(view.scored.as_ref().map(outcome::read_scoring))?,
        votes: view.votes.iter().map(outcome::read_vote).collect::<Option<_>>()?,
        ending: whole(view.outcome.as_ref().map(outcome::read_ending))?,
    })
}

const fn write_phase(phase: Phase) -> wire::Phase {
    match phase {
        Phase::Bidding => wire::Phase::Bidding,
        Phase::TieBreak => wire::Phase::TieBreak,
        Phase::Ended => wire::Phase::Ended,
    }
}

fn read_phase(number: i32) -> Option<Phase> {
    match wire::Phase::try_from(number).ok()? {
        wire::Phase::Unspecified => None,
        wire::Phase::Bidding => Some(Phase::Bidding),
        wire::Phase::TieBreak => Some(Phase::TieBreak),
        wire::Phase::Ended => Some(Phase::Ended),
    }
}

fn write_round(round: Round) -> wire::RoundSkills {
    wire::RoundSkills {
        round: round.number().into(),
        skills: skill::write_all(round.list().iter().copied()),
    }
}

fn write_past(past: &PastAuctions) -> wire::PastRound {
    let auctions = past.round.auctions().map(|(slot, skill)| wire::Auction {
        skill: skill::write(skill),
        winner_seat: past.winners.at(slot).map(seats::number),
    });
    wire::PastRound {
        round: past.round.number().into(),
        auctions: auctions.collect(),
    }
}

fn read_past(past: &wire::PastRound) -> Option<PastAuctions> {
    let round = round(past.round)?;
    let won = past.auctions.iter().filter_map(|auction| {
        let winner = auction.winner_seat?;
        let slot = || round.slot_of(skill::read(auction.skill)?);
        Some(slot().zip(read_seat(winner)))
    });
    Some(PastAuctions {
        round,
        winners: won.collect::<Option<Vec<_>>>()?.into_iter().collect(),
    })
}

fn write_seat(seat: u32, shown: &SeatView) -> wire::SeatView {
    wire::SeatView {
        seat,
        garnets: shown.garnets.map(Garnets::get),
        skills: write_skills(&shown.skills),
    }
}

fn read_seat_view(seat: &wire::SeatView) -> Option<SeatView> {
    let held = |held: &wire::SkillCount| Some((skill::read(held.skill)?, u8::try_from(held.count).ok()?));
    Some(SeatView {
        garnets: seat.garnets.map(Garnets::new),
        skills: seat
            .skills
            .iter()
            .map(held)
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .collect(),
    })
}

pub(super) fn write_skills(skills: &Skills) -> Vec<wire::SkillCount> {
    let held = skills.iter().map(|(skill, copies)| wire::SkillCount {
        skill: skill::write(skill),
        count: copies.into(),
    });
    held.collect()
}
