//! The outcome, both ways.

use tinsel_engine::SeatCount;
use tinsel_jingle_brawl::{Bank, Ending, Naughty, ResultKind, SeatEnding};
use tinsel_proto::games::jingle_brawl::v1 as wire;

use super::{gift, kinds::Named, read_chips, read_gift};
use crate::games::seats::{self, whole};

pub(super) fn write(ending: &Ending) -> wire::Outcome {
    let seats = ending.seats.enumerate().map(|(seat, ended)| wire::SeatOutcome {
        seat: seats::number(seat),
        gift: gift(ended.gift),
        name: ended.name.clone(),
        naughty_level: ended.naughty.get().into(),
        chips: ended.chips.get().into(),
        rank: ended.rank.into(),
        score: ended.score.map(u32::from),
    });
    wire::Outcome {
        result: ending.result.write(),
        seats: seats.collect(),
        bank: ending.bank.get(),
        head_elf_seat: seats::number(ending.head_elf),
    }
}

pub(super) fn read(outcome: &wire::Outcome, seats: SeatCount) -> Option<Ending> {
    let ended = |ended: &wire::SeatOutcome| {
        let read = SeatEnding {
            gift: read_gift(ended.gift, seats)?,
            name: ended.name.clone(),
            naughty: Naughty::new(ended.naughty_level.try_into().ok()?),
            chips: read_chips(ended.chips)?,
            rank: ended.rank.try_into().ok()?,
            score: whole(ended.score.map(|score| score.try_into().ok()))?,
        };
        Some((ended.seat, read))
    };
    Some(Ending {
        result: ResultKind::read(outcome.result)?,
        seats: seats::read_each(&outcome.seats, seats, ended)?,
        bank: Bank::new(outcome.bank),
        head_elf: seats::read(outcome.head_elf_seat, seats)?,
    })
}
