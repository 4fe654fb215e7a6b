//! Events.

use tinsel_grunkle_match::{Event, PopCause};
use tinsel_proto::games::grunkle_match::v1 as wire;

use super::{action, amounts, outcome, skill, view};
use crate::games::seats;

pub(super) fn write(event: &Event) -> wire::Event {
    wire::Event {
        event: Some(kind(event)),
    }
}

#[expect(clippy::too_many_lines, reason = "one row for each event reads best in one place")]
fn kind(event: &Event) -> wire::event::Event {
    use wire::event::Event as Kind;
    match event {
        Event::MatchStarted { starting_garnets } => Kind::MatchStarted(wire::MatchStarted {
            starting_garnets: amounts(starting_garnets),
        }),
        Event::RoundOpened { round } => Kind::RoundOpened(wire::RoundOpened {
            round: round.number().into(),
            skills: skill::write_all(round.list().iter().copied()),
        }),
        Event::SubmissionReceived { round, seat } => Kind::SubmissionReceived(wire::SubmissionReceived {
            round: round.number().into(),
            seat: seats::number(*seat),
        }),
        Event::SubmissionRecorded {
            round,
            sheet,
            by_default,
        } => Kind::SubmissionRecorded(wire::SubmissionRecorded {
            round: round.number().into(),
            submission: Some(action::write_sheet(sheet)),
            by_default: *by_default,
        }),
        Event::GrunkoPopDiscarded { round, seat } => Kind::GrunkoPopDiscarded(wire::GrunkoPopDiscarded {
            round: round.number().into(),
            seat: seats::number(*seat),
        }),
        Event::AuctionResult { round, skill, winner } => Kind::AuctionResult(wire::AuctionResult {
            round: round.number().into(),
            skill: skill::write(*skill),
            winner_seat: winner.map(seats::number),
        }),
        Event::BidPaid { round, skill, amount } => Kind::BidPaid(wire::BidPaid {
            round: round.number().into(),
            skill: skill::write(*skill),
            amount: amount.get(),
        }),
        Event::SkillUsed { round, seat, skill } => Kind::SkillUsed(wire::SkillUsed {
            round: round.number().into(),
            seat: seats::number(*seat),
            skill: skill::write(*skill),
        }),
        Event::GarnetsStolen {
            round,
            thief,
            victim,
            amount,
        } => Kind::GarnetsStolen(wire::GarnetsStolen {
            round: round.number().into(),
            thief_seat: seats::number(*thief),
            victim_seat: seats::number(*victim),
            amount: amount.get(),
        }),
        Event::SkillStolen { thief, victim, skill } => Kind::SkillStolen(wire::SkillStolen {
            thief_seat: seats::number(*thief),
            victim_seat: seats::number(*victim),
            skill: skill::write(*skill),
        }),
        Event::SkillTheftFailed { thief, target, skill } => Kind::SkillTheftFailed(wire::SkillTheftFailed {
            thief_seat: seats::number(*thief),
            target_seat: seats::number(*target),
            skill: skill::write(*skill),
        }),
        Event::SkillNullified { skill } => Kind::SkillNullified(wire::SkillNullified {
            skill: skill::write(*skill),
        }),
        Event::GarnetsEarned {
            round,
            seats,
            each,
            cause,
        } => Kind::GarnetsEarned(wire::GarnetsEarned {
            round: round.number().into(),
            seats: seats::numbers(*seats),
            amount: each.get(),
            cause: skill::write(*cause),
        }),
        Event::DeathMatchInfo { text } => Kind::DeathMatchInfo(wire::DeathMatchInfo {
            text: text.text().to_owned(),
        }),
        Event::GarnetsForfeited { seat } => Kind::GarnetsForfeited(wire::GarnetsForfeited {
            seat: seats::number(*seat),
        }),
        Event::CoolBaller { seat } => Kind::CoolBaller(wire::CoolBaller {
            seat: seats::number(*seat),
        }),
        Event::GrunkoPopsGained {
            round,
            seat,
            count,
            cause,
        } => Kind::GrunkoPopsGained(wire::GrunkoPopsGained {
            round: round.number().into(),
            seat: seats::number(*seat),
            count: (*count).into(),
            cause: pop_cause(*cause).into(),
        }),
        Event::MorphogeneticsGain { amount } => {
            Kind::MorphogeneticsGain(wire::MorphogeneticsGain { amount: amount.get() })
        }
        Event::Balance { round, garnets } => Kind::Balance(wire::Balance {
            round: round.number().into(),
            garnets: garnets.get(),
        }),
        Event::RoundClosed { round, skills } => Kind::RoundClosed(wire::RoundClosed {
            round: round.number().into(),
            seats: skills
                .enumerate()
                .map(|(seat, skills)| wire::SeatSkills {
                    seat: seats::number(seat),
                    skills: view::write_skills(skills),
                })
                .collect(),
        }),
        Event::MatchScored(scoring) => Kind::MatchScored(outcome::write_scoring(scoring)),
        Event::TieBreakOpened { voters, candidates } => Kind::TieBreakOpened(wire::TieBreakOpened {
            voters: seats::numbers(*voters),
            candidates: seats::numbers(*candidates),
        }),
        Event::VoteReceived { seat } => Kind::VoteReceived(wire::VoteReceived {
            seat: seats::number(*seat),
        }),
        Event::TieBreakResolved {
            votes,
            candidate,
            decided_by,
        } => Kind::TieBreakResolved(wire::TieBreakResolved {
            votes: votes.iter().map(outcome::write_vote).collect(),
            elimination_candidate: seats::number(*candidate),
            decided_by: outcome::write_decided_by(*decided_by).into(),
        }),
        Event::MatchEnded(ending) => Kind::MatchEnded(wire::MatchEnded {
            outcome: Some(outcome::write_ending(ending)),
        }),
    }
}

const fn pop_cause(cause: PopCause) -> wire::PopCause {
    match cause {
        PopCause::Treachery => wire::PopCause::Treachery,
        PopCause::NoWin => wire::PopCause::NoWin,
    }
}
