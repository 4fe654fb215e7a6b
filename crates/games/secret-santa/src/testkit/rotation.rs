//! The rotation of a match by one seat.

use tinsel_engine::{BySeat, SeatCount, SeatIndex, SeatSet};

use crate::{
    action::Action,
    components::TableOrder,
    config::Config,
    state::{Answer, Answers, Deal, Play, Round, Sealed, SecretSanta, Stage, Turn, Used},
};

/// The match with the possessions of each seat moved to the next one, those of the last seat to seat 0.
#[must_use]
pub fn rotated(game: &SecretSanta) -> SecretSanta {
    let turned = Turned(game.config.players);
    SecretSanta {
        config: Config {
            first_dealer: turned.option(game.config.first_dealer),
            ..game.config.clone()
        },
        sheet: game.sheet.iter().map(moved).collect(),
        deal: turned.deal(&game.deal),
        stage: match &game.stage {
            Stage::Fruitcake { answers } => Stage::Fruitcake {
                answers: turned.answers(answers),
            },
            Stage::Turn { seat } => Stage::Turn {
                seat: turned.seat(*seat),
            },
            Stage::Holly { turn, answers } => Stage::Holly {
                turn: Turn {
                    seat: turned.seat(turn.seat),
                    stands: turn.stands,
                },
                answers: turned.answers(answers),
            },
            Stage::Snow { answers } => Stage::Snow {
                answers: turned.answers(answers),
            },
            Stage::Over => Stage::Over,
        },
    }
}

/// The action with every seat in it moved to the next one.
#[must_use]
pub fn rotated_action(action: &Action, seats: SeatCount) -> Action {
    let turned = Turned(seats);
    match action {
        Action::PlayFruitcake { recipient, value } => Action::PlayFruitcake {
            recipient: turned.option(*recipient),
            value: *value,
        },
        Action::PlayCarol { other, final_gift } => Action::PlayCarol {
            other: turned.option(*other),
            final_gift: *final_gift,
        },
        Action::PlayScrooge { target, final_gift } => Action::PlayScrooge {
            target: turned.option(*target),
            final_gift: *final_gift,
        },
        Action::PlayGifts { .. }
        | Action::PlayZeros { .. }
        | Action::PlaySanta { .. }
        | Action::Pass
        | Action::PlayMouse { .. }
        | Action::PlayGhost { .. }
        | Action::PlayTree { .. }
        | Action::Decline { .. }
        | Action::WithdrawDecline => action.clone(),
    }
}

/// Each value moved to the next seat.
fn moved<T: Clone>(values: &BySeat<T>) -> BySeat<T> {
    let last = values.seats().get().saturating_sub(1);
    BySeat::from_fn(values.seats(), |seat| {
        let from = seat.get().checked_sub(1).unwrap_or(last);
        values.at(SeatIndex::new(from)).clone()
    })
}

/// A rotation by one seat, for this number of seats.
#[derive(Clone, Copy)]
struct Turned(SeatCount);

impl Turned {
    /// The next seat; one that the match does not have stays unchanged.
    fn seat(self, seat: SeatIndex) -> SeatIndex {
        if !self.0.has(seat) {
            return seat;
        }
        let next = SeatIndex::new(seat.get().saturating_add(1));
        if self.0.has(next) { next } else { SeatIndex::new(0) }
    }

    fn option(self, seat: Option<SeatIndex>) -> Option<SeatIndex> {
        seat.map(|seat| self.seat(seat))
    }

    fn set(self, seats: SeatSet) -> SeatSet {
        seats.iter().map(|seat| self.seat(seat)).collect()
    }

    fn list(self, seats: &[SeatIndex]) -> Vec<SeatIndex> {
        seats.iter().map(|seat| self.seat(*seat)).collect()
    }

    /// Positions rotate with the seats, so that the order at the start of a deal stays equal.
    fn order(self, order: &TableOrder) -> TableOrder {
        let mut seats: Vec<SeatIndex> = order.iter().map(|seat| self.seat(seat)).collect();
        seats.rotate_right(1);
        seats.into_iter().collect()
    }

    fn answers(self, answers: &Answers) -> Answers {
        moved(&answers.map(|_, answer| answer.map(|answer| self.answer(answer))))
    }

    fn answer(self, answer: Answer) -> Answer {
        let Answer::Card(sealed) = answer else {
            return answer;
        };
        Answer::Card(match sealed {
            Sealed::Fruitcake { recipient, gift } => Sealed::Fruitcake {
                recipient: self.seat(recipient),
                gift,
            },
            Sealed::Carol { other, declares } => Sealed::Carol {
                other: self.seat(other),
                declares,
            },
            Sealed::Scrooge { target, declares } => Sealed::Scrooge {
                target: self.seat(target),
                declares,
            },
            Sealed::Mouse { .. } | Sealed::Ghost { .. } | Sealed::Tree { .. } => sealed,
        })
    }

    fn deal(self, deal: &Deal) -> Deal {
        Deal {
            dealer: self.seat(deal.dealer),
            order: self.order(&deal.order),
            hands: moved(&deal.hands),
            undeclared: self.set(deal.undeclared),
            places: self.list(&deal.places),
            last_gift: self.option(deal.last_gift),
            declines: moved(&deal.declines),
            discards: deal.discards,
            hidden: deal.hidden,
            round: self.round(&deal.round),
        }
    }

    fn round(self, round: &Round) -> Round {
        let plays = round.plays.iter().map(|play| Play {
            seat: self.seat(play.seat),
            laid: play.laid,
        });
        let specials = round.specials.iter().map(|used| Used {
            seat: self.seat(used.seat),
            special: used.special,
        });
        Round {
            number: round.number,
            leader: self.option(round.leader),
            passed: self.set(round.passed),
            played: self.set(round.played),
            barred: self.option(round.barred),
            named: self.option(round.named),
            plays: plays.collect(),
            specials: specials.collect(),
            gone: self.list(&round.gone),
            winner: self.option(round.winner),
        }
    }
}
