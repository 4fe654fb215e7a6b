//! The answers of a Holly window, and the Holly cards (`HOLLY` of section 5).

use tinsel_engine::{SeatIndex, never};

use super::commit::Commit;
use crate::{
    components::{Phase, Special},
    event::{self, Event},
    state::{Answer, Answers, Sealed, Stage, Turn, all_answered},
};

impl Commit<'_> {
    /// Stores an answer; after the last one a card takes effect, or the window closes.
    // SS-34, SS-39, SS-41
    pub(super) fn answer_holly(&mut self, seat: SeatIndex, answer: Answer, turn: Turn, mut answers: Answers) -> Stage {
        *answers.at_mut(seat) = Some(answer);
        if !all_answered(&answers, self.deal.eligible_for_holly(turn.seat)) {
            return Stage::Holly { turn, answers };
        }
        self.events.everyone(Event::WindowClosed { phase: Phase::Holly });
        let first = self.first_card(turn.seat, &answers);
        event::not_used(&answers, first.map(|(seat, _)| seat), self.events);
        match first {
            None => self.close_holly(turn),
            Some((seat, sealed)) => self.play_holly(seat, sealed, turn),
        }
    }

    /// The first seat clockwise from the left of `from` that answered with a card, independent of the time of its
    /// answer.
    // SS-41, SS-61, SS-R17
    pub(super) fn first_card(&self, from: SeatIndex, answers: &Answers) -> Option<(SeatIndex, Sealed)> {
        let mut cards = self.deal.order.from_left_of(from).filter_map(|seat| {
            let answer = answers.get(seat)?.as_ref()?;
            Some((seat, answer.card()?))
        });
        cards.next()
    }

    /// Applies the card, and tests the window again; after a Mouse the round ends.
    // SS-42, SS-60, SS-R22
    fn play_holly(&mut self, seat: SeatIndex, sealed: Sealed, turn: Turn) -> Stage {
        match sealed {
            Sealed::Carol { other, declares } => {
                self.carol(seat, other, declares);
                self.out_if_empty(seat);
                self.open_holly(turn)
            }
            Sealed::Ghost { declares } => {
                self.ghost(seat, declares);
                self.out_if_empty(seat);
                self.open_holly(Turn { stands: false, ..turn })
            }
            Sealed::Mouse { declares } => {
                self.mouse(seat, declares);
                // SS-60: the player of the card goes out before the turn's seat
                self.out_if_empty(seat);
                self.out_if_empty(turn.seat);
                self.end_round_on_top()
            }
            Sealed::Fruitcake { .. } | Sealed::Tree { .. } | Sealed::Scrooge { .. } => {
                never!("SS-34: only Holly cards answer a turn");
                self.close_holly(turn)
            }
        }
    }

    // SS-44, SS-R23
    fn carol(&mut self, seat: SeatIndex, other: SeatIndex, declares: bool) {
        let cards_left = self.use_special(seat, Special::Carol);
        self.deal.order.swap(seat, other);
        self.events.everyone(Event::CarolPlayed {
            seat,
            other,
            order: self.deal.order.clone(),
            cards_left,
        });
        self.come_down_to(cards_left, seat, declares);
    }

    // SS-45, SS-R63
    fn mouse(&mut self, seat: SeatIndex, declares: bool) {
        let Some(winner) = self.deal.round.top().map(|play| play.seat) else {
            never!("SS-45: the Mouse needs something in play");
            return;
        };
        let cards_left = self.use_special(seat, Special::Mouse);
        self.events.everyone(Event::MousePlayed {
            seat,
            winner,
            cards_left,
        });
        self.come_down_to(cards_left, seat, declares);
    }

    // SS-46, SS-47, SS-R25
    fn ghost(&mut self, seat: SeatIndex, declares: bool) {
        let Some(play) = self.deal.round.plays.pop() else {
            never!("SS-46: the Ghost follows a play that stands");
            return;
        };
        let cards_left = self.use_special(seat, Special::Ghost);
        let cards = play.laid.cards();
        self.receive(play.seat, &cards);
        self.events.everyone(Event::GhostPlayed {
            seat,
            haunted: play.seat,
            cards,
            cards_left,
        });
        self.come_down_to(cards_left, seat, declares);
    }
}
