//! Duels, both ways: each method has its own message.

use tinsel_engine::{SeatCount, SeatIndex};
use tinsel_jingle_brawl::{DuelKind, DuelView, Method, Pair, Throw};
use tinsel_proto::games::jingle_brawl::v1 as wire;
use wire::duel::Fought;

use crate::games::{
    jingle_brawl::{gift, kinds::Named, read_gift},
    seats::{self, whole},
};

pub(super) fn write(duel: &DuelView) -> wire::Duel {
    wire::Duel {
        kind: duel.kind.write(),
        challenger_seat: seats::number(duel.challenger),
        defender_seat: seats::number(duel.defender),
        gift: duel.gift.map(gift),
        fought: duel.method.map(|method| fought(method, duel)),
    }
}

fn fought(method: Method, duel: &DuelView) -> Fought {
    match method {
        Method::CoinFlip => Fought::CoinFlip(wire::CoinFlipDuel {}),
        Method::DiceRollOff => Fought::DiceRollOff(wire::DiceRollOffDuel {}),
        Method::HighCard => Fought::HighCard(wire::HighCardDuel {}),
        Method::RockPaperScissors => Fought::RockPaperScissors(wire::RockPaperScissorsDuel {
            round: duel.round.into(),
            finished: duel.rounds.iter().map(write_throws).collect(),
        }),
        Method::Reported => Fought::Reported(wire::ReportedDuel {
            reports: duel.reports.as_ref().map(write_reports),
        }),
    }
}

pub(super) fn read(duel: &wire::Duel, players: SeatCount) -> Option<DuelView> {
    let undecided = DuelView {
        kind: DuelKind::read(duel.kind)?,
        challenger: seats::read(duel.challenger_seat, players)?,
        defender: seats::read(duel.defender_seat, players)?,
        gift: whole(duel.gift.map(|number| read_gift(number, players)))?,
        method: None,
        round: 0,
        rounds: Vec::new(),
        reports: None,
    };
    let with = |method| DuelView {
        method: Some(method),
        ..undecided.clone()
    };
    Some(match &duel.fought {
        None => undecided,
        Some(Fought::CoinFlip(wire::CoinFlipDuel {})) => with(Method::CoinFlip),
        Some(Fought::DiceRollOff(wire::DiceRollOffDuel {})) => with(Method::DiceRollOff),
        Some(Fought::HighCard(wire::HighCardDuel {})) => with(Method::HighCard),
        Some(Fought::RockPaperScissors(thrown)) => DuelView {
            round: thrown.round.try_into().ok()?,
            rounds: thrown.finished.iter().map(read_throws).collect::<Option<_>>()?,
            ..with(Method::RockPaperScissors)
        },
        Some(Fought::Reported(reported)) => DuelView {
            reports: whole(reported.reports.as_ref().map(|reports| read_reports(reports, players)))?,
            ..with(Method::Reported)
        },
    })
}

pub(in crate::games::jingle_brawl) fn write_throws(throws: &Pair<Throw>) -> wire::ThrowRound {
    wire::ThrowRound {
        challenger_throw: throws.challenger.write(),
        defender_throw: throws.defender.write(),
    }
}

fn read_throws(round: &wire::ThrowRound) -> Option<Pair<Throw>> {
    Some(Pair {
        challenger: Throw::read(round.challenger_throw)?,
        defender: Throw::read(round.defender_throw)?,
    })
}

pub(in crate::games::jingle_brawl) fn write_reports(reports: &Pair<Option<SeatIndex>>) -> wire::Reports {
    wire::Reports {
        challenger_report: reports.challenger.map(seats::number),
        defender_report: reports.defender.map(seats::number),
    }
}

fn read_reports(reports: &wire::Reports, players: SeatCount) -> Option<Pair<Option<SeatIndex>>> {
    let seat = |number: u32| seats::read(number, players);
    Some(Pair {
        challenger: whole(reports.challenger_report.map(seat))?,
        defender: whole(reports.defender_report.map(seat))?,
    })
}
