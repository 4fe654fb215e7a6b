//! Submissions and votes, both ways. Invalid values of a client stay invalid, for the game to refuse.

use tinsel_engine::SeatIndex;
use tinsel_grunkle_match::{Action, Bid, Grab, Loot, Sheet};
use tinsel_proto::games::grunkle_match::v1 as wire;

use super::skill;
use crate::games::seats;

pub(super) fn write(action: &Action) -> wire::Action {
    let action = match action {
        Action::SubmitRound(sheet) => wire::action::Action::SubmitRound(write_sheet(sheet)),
        Action::VoteElimination { seat } => wire::action::Action::VoteElimination(wire::VoteElimination {
            seat: seat.map(seats::number),
        }),
    };
    wire::Action { action: Some(action) }
}

/// A requested action; `None` if none is set.
pub(super) fn read(action: &wire::Action) -> Option<Action> {
    Some(match action.action.as_ref()? {
        wire::action::Action::SubmitRound(asked) => Action::SubmitRound(read_sheet(asked)),
        wire::action::Action::VoteElimination(asked) => Action::VoteElimination {
            seat: target(asked.seat),
        },
    })
}

pub(super) fn write_sheet(sheet: &Sheet) -> wire::SubmitRound {
    wire::SubmitRound {
        bids: sheet.bids.iter().map(write_bid).collect(),
        dark_ritual_skill: skill::write_named(sheet.dark_ritual_skill),
        discard_grunko_pop: sheet.discard_grunko_pop,
        nullify_name: skill::write_named(sheet.nullify_name),
        treachery_target: sheet.treachery_target.map(seats::number),
        phantom_target: sheet.phantom_target.map(seats::number),
        garnet_thief_target: sheet.garnet_thief_target.map(seats::number),
        skill_thief: sheet.skill_thief.map(|grab| wire::SkillTheft {
            target: grab.target.map(seats::number),
            skill: skill::write_any(grab.skill),
        }),
    }
}

pub(super) fn read_sheet(sheet: &wire::SubmitRound) -> Sheet {
    Sheet {
        bids: sheet.bids.iter().map(read_bid).collect(),
        dark_ritual_skill: skill::read_named(sheet.dark_ritual_skill),
        discard_grunko_pop: sheet.discard_grunko_pop,
        nullify_name: skill::read_named(sheet.nullify_name),
        treachery_target: target(sheet.treachery_target),
        phantom_target: target(sheet.phantom_target),
        garnet_thief_target: target(sheet.garnet_thief_target),
        skill_thief: sheet.skill_thief.as_ref().map(|theft| Grab {
            target: target(theft.target),
            skill: skill::read(theft.skill),
        }),
    }
}

/// A possible skill theft is encoded like a request for it.
pub(super) fn write_loot(loot: &Loot) -> wire::SkillTheft {
    wire::SkillTheft {
        target: Some(seats::number(loot.target)),
        skill: skill::write(loot.skill),
    }
}

fn write_bid(bid: &Bid) -> wire::Bid {
    wire::Bid {
        skill: skill::write_any(bid.skill),
        amount: bid.amount,
    }
}

fn read_bid(bid: &wire::Bid) -> Bid {
    Bid {
        skill: skill::read(bid.skill),
        amount: bid.amount,
    }
}

fn target(number: Option<u32>) -> Option<SeatIndex> {
    number.map(seats::asked)
}
