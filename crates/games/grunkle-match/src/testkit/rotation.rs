//! The rotation of a match by one seat.

use tinsel_engine::{BySeat, SeatIndex};

use crate::{
    action::{Action, RequestedTheft, SubmitRound},
    components::{BySlot, SEATS},
    config::Config,
    state::{GrunkleMatch, Stage},
    submission::{Ballot, SkillTheft, Submission},
    table::{GarnetTheft, PastRound, ResolvedSkillTheft, Table},
    verdict::{Ballots, Verdict},
};

/// The match with the possessions of each seat moved to the next one, those of seat 6 to seat 0.
#[must_use]
pub fn rotated(game: &GrunkleMatch) -> GrunkleMatch {
    GrunkleMatch {
        config: Config {
            starting_garnets_per_seat: game.config.starting_garnets_per_seat.as_ref().map(next),
            ..game.config.clone()
        },
        table: next_table(&game.table),
        stage: match &game.stage {
            Stage::Bidding { round, sealed } => Stage::Bidding {
                round: *round,
                sealed: next(&sealed.map(|_, submission| submission.as_ref().map(next_submission))),
            },
            Stage::TieBreak { ballots } => Stage::TieBreak {
                ballots: next_ballots(ballots),
            },
            Stage::Ended { verdict } => Stage::Ended {
                verdict: Verdict {
                    candidate: next_seat(verdict.candidate),
                    decided_by: verdict.decided_by,
                    ballots: next_ballots(&verdict.ballots),
                },
            },
        },
    }
}

/// The action with every seat in it moved to the next one.
#[must_use]
pub fn rotated_action(action: &Action) -> Action {
    match action {
        Action::SubmitRound(sheet) => Action::SubmitRound(SubmitRound {
            treachery_target: sheet.treachery_target.map(next_seat),
            phantom_target: sheet.phantom_target.map(next_seat),
            garnet_thief_target: sheet.garnet_thief_target.map(next_seat),
            skill_thief: sheet.skill_thief.map(|theft| RequestedTheft {
                target: theft.target.map(next_seat),
                ..theft
            }),
            ..sheet.clone()
        }),
        Action::VoteElimination { seat } => Action::VoteElimination {
            seat: seat.map(next_seat),
        },
    }
}

fn next_table(table: &Table) -> Table {
    Table {
        garnets: next(&table.garnets),
        skills: next(&table.skills),
        nullified: table.nullified,
        garnet_theft: table.garnet_theft.map(|theft| GarnetTheft {
            thief: next_seat(theft.thief),
            victim: next_seat(theft.victim),
            ..theft
        }),
        skill_theft: table.skill_theft.map(|theft| ResolvedSkillTheft {
            thief: next_seat(theft.thief),
            wanted: next_theft(theft.wanted),
            ..theft
        }),
        past: table.past.iter().map(next_round).collect(),
    }
}

fn next_round(past: &PastRound) -> PastRound {
    let mut winners = BySlot::default();
    for (slot, winner) in past.winners.iter() {
        winners.put(slot, next_seat(winner));
    }
    PastRound {
        submissions: next(&past.submissions.map(|_, submission| next_submission(submission))),
        winners,
    }
}

fn next_submission(submission: &Submission) -> Submission {
    Submission {
        treachery_target: submission.treachery_target.map(next_seat),
        phantom_target: submission.phantom_target.map(next_seat),
        garnet_thief_target: submission.garnet_thief_target.map(next_seat),
        skill_thief: submission.skill_thief.map(next_theft),
        ..*submission
    }
}

fn next_theft(theft: SkillTheft) -> SkillTheft {
    SkillTheft {
        target: next_seat(theft.target),
        ..theft
    }
}

fn next_ballots(ballots: &Ballots) -> Ballots {
    let ballots = ballots.map(|_, ballot| {
        ballot.map(|ballot| match ballot {
            Ballot::For(seat) => Ballot::For(next_seat(seat)),
            Ballot::Abstained => Ballot::Abstained,
        })
    });
    next(&ballots)
}

/// A seat that the match does not have stays one.
const fn next_seat(seat: SeatIndex) -> SeatIndex {
    let last = SEATS.saturating_sub(1);
    if seat.get() == last {
        SeatIndex::new(0)
    } else if seat.get() < last {
        SeatIndex::new(seat.get().saturating_add(1))
    } else {
        seat
    }
}

fn next<T: Clone>(values: &BySeat<T>) -> BySeat<T> {
    let mut rotated = values.clone();
    for (seat, value) in values.enumerate() {
        *rotated.at_mut(next_seat(seat)) = value.clone();
    }
    rotated
}
