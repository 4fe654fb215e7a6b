//! The rotation of a match by one seat.

use tinsel_engine::{BySeat, SeatCount, SeatIndex};

use crate::{
    action::Action,
    config::Config,
    state::{Challengers, Deal, Duel, JingleBrawl, Report, Stage, Table, Turn},
};

/// Moves every seat to the next one, the last one to seat 0.
#[derive(Debug, Clone, Copy)]
struct Next(SeatCount);

/// The match with the possessions of each seat moved to the next one, those of the last seat to seat 0.
#[must_use]
pub fn rotated(game: &JingleBrawl) -> JingleBrawl {
    let next = Next(game.config.players);
    JingleBrawl {
        config: Config {
            head_elf_seat: next.seat(game.config.head_elf_seat),
            ..game.config.clone()
        },
        deal: Deal {
            names: game.deal.names.clone(),
            wishes: game.deal.wishes.as_ref().map(|wishes| next.all(wishes)),
        },
        table: Table {
            chips: next.all(&game.table.chips),
            hands: next.all(&game.table.hands),
            head_elf: next.seat(game.table.head_elf),
            ..game.table.clone()
        },
        turn: Turn {
            seat: next.seat(game.turn.seat),
            bids: game.turn.bids.as_ref().map(|bids| next.all(bids)),
            challengers: game.turn.challengers.map(|challengers| Challengers {
                first: next.seat(challengers.first),
                second: challengers.second.map(|seat| next.seat(seat)),
            }),
            ..game.turn.clone()
        },
        stage: next.stage(&game.stage),
    }
}

/// The action with every seat in it moved to the next one.
#[must_use]
pub fn rotated_action(action: &Action, seats: SeatCount) -> Action {
    let next = Next(seats);
    let seat = |seat: Option<SeatIndex>| seat.map(|seat| next.seat(seat));
    match *action {
        Action::Report { winner } => Action::Report { winner: seat(winner) },
        Action::Verdict { winner } => Action::Verdict { winner: seat(winner) },
        Action::Reprisal { choice, defender } => Action::Reprisal {
            choice,
            defender: seat(defender),
        },
        Action::ChooseDefender { defender } => Action::ChooseDefender {
            defender: seat(defender),
        },
        Action::Open { .. }
        | Action::Bid { .. }
        | Action::RespondToBid { .. }
        | Action::Gambit { .. }
        | Action::ChooseMethod { .. }
        | Action::Throw { .. }
        | Action::Discard { .. }
        | Action::ChoosePath { .. } => *action,
    }
}

impl Next {
    /// A seat that the match does not have stays one.
    const fn seat(self, seat: SeatIndex) -> SeatIndex {
        let moved = seat.get().saturating_add(1);
        if moved == self.0.get() {
            SeatIndex::new(0)
        } else if moved < self.0.get() {
            SeatIndex::new(moved)
        } else {
            seat
        }
    }

    fn all<T: Clone>(self, values: &BySeat<T>) -> BySeat<T> {
        let mut rotated = values.clone();
        for (seat, value) in values.enumerate() {
            *rotated.at_mut(self.seat(seat)) = value.clone();
        }
        rotated
    }

    fn duel(self, duel: &Duel) -> Duel {
        Duel {
            challenger: self.seat(duel.challenger),
            defender: self.seat(duel.defender),
            ..duel.clone()
        }
    }

    const fn report(self, report: Report) -> Report {
        match report {
            Report::Winner(seat) => Report::Winner(self.seat(seat)),
            Report::ClockRanOut => report,
        }
    }

    fn stage(self, stage: &Stage) -> Stage {
        match stage {
            Stage::Bidding { sealed } => Stage::Bidding {
                sealed: self.all(sealed),
            },
            Stage::Method { duel } => Stage::Method { duel: self.duel(duel) },
            Stage::Throw { duel, thrown } => Stage::Throw {
                duel: self.duel(duel),
                thrown: *thrown,
            },
            Stage::Report { duel, reports } => Stage::Report {
                duel: self.duel(duel),
                reports: reports.map(|report| report.map(|report| self.report(report))),
            },
            Stage::Verdict { duel, reports } => Stage::Verdict {
                duel: self.duel(duel),
                reports: reports.map(|report| self.report(*report)),
            },
            Stage::Discard { duel, loser, received } => Stage::Discard {
                duel: self.duel(duel),
                loser: self.seat(*loser),
                received: *received,
            },
            Stage::Reprisal { seat, excluded } => Stage::Reprisal {
                seat: self.seat(*seat),
                excluded: *excluded,
            },
            Stage::Opening
            | Stage::YieldChoice
            | Stage::GambitChoice
            | Stage::PathChoice
            | Stage::DefenderChoice
            | Stage::Finished => stage.clone(),
        }
    }
}
