//! The windows after turns, and the Holly cards (A4, A5 and `HOLLY` of section 5).

use tinsel_engine::{SeatIndex, SeatSet, never};

use super::course::Course;
use crate::{
    components::{Phase, Special, Standing},
    event::{self, Event},
    state::{Answer, Answers, Sealed, Stage, Turn, answered, nothing_answered},
};

impl Course<'_> {
    /// A4: everybody eligible is asked, unless nothing could come of it by what everybody knows.
    // SS-35, SS-38, SS-39, SS-40, SS-42, SS-76
    pub(super) fn open_holly(&mut self, turn: Turn) -> Stage {
        if !self.deal.opens_holly(self.config, turn) {
            return self.close_holly(turn);
        }
        let eligible = self.deal.eligible_for_holly(turn.seat);
        self.owe(Phase::Holly, eligible);
        let mut answers = nothing_answered(self.config.players);
        for seat in eligible.iter().filter(|seat| self.deal.declines.at(*seat).is_some()) {
            *answers.at_mut(seat) = Some(Answer::Declined);
        }
        if self.is_answered(&answers, eligible) {
            self.events.everyone(Event::WindowClosed { phase: Phase::Holly });
            return self.close_holly(turn);
        }
        Stage::Holly { turn, answers }
    }

    /// Takes an answer in; with the last one a card is played, or the window closes.
    // SS-34, SS-39, SS-41
    pub(super) fn answer_holly(
        &mut self,
        seat: SeatIndex,
        (answer, standing): (Answer, Option<Standing>),
        turn: Turn,
        mut answers: Answers,
    ) -> Stage {
        event::answered_secretly(seat, standing, self.events);
        *answers.at_mut(seat) = Some(answer);
        if !self.is_answered(&answers, self.deal.eligible_for_holly(turn.seat)) {
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

    fn is_answered(&self, answers: &Answers, eligible: SeatSet) -> bool {
        let answered = answered(answers);
        eligible.iter().all(|seat| answered.contains(seat))
    }

    /// The first clockwise from the left of `from` who answered with a card, whenever it did.
    // SS-41, SS-61, SS-R17
    pub(super) fn first_card(&self, from: SeatIndex, answers: &Answers) -> Option<(SeatIndex, Sealed)> {
        let mut cards = self.deal.order.from_left_of(from).filter_map(|seat| {
            let answer = answers.get(seat)?.as_ref()?;
            Some((seat, answer.card()?))
        });
        cards.next()
    }

    fn play_holly(&mut self, seat: SeatIndex, sealed: Sealed, turn: Turn) -> Stage {
        let declares = sealed.declares();
        match sealed {
            Sealed::Carol { other, .. } => self.carol(seat, (other, declares), turn),
            Sealed::Mouse { .. } => self.mouse(seat, declares, turn),
            Sealed::Ghost { .. } => self.ghost(seat, declares, turn),
            Sealed::Fruitcake { .. } | Sealed::Tree { .. } | Sealed::Scrooge { .. } => {
                never!("SS-34: only Holly cards answer a turn");
                self.close_holly(turn)
            }
        }
    }

    // SS-42, SS-44, SS-R22, SS-R23
    fn carol(&mut self, seat: SeatIndex, (other, declares): (SeatIndex, bool), turn: Turn) -> Stage {
        let cards_left = self.use_special(seat, Special::Carol);
        self.deal.order.swap(seat, other);
        self.events.everyone(Event::CarolPlayed {
            seat,
            other,
            order: self.deal.order.clone(),
            cards_left,
        });
        self.come_down_to(cards_left, seat, declares);
        self.out_if_empty(seat);
        self.open_holly(turn)
    }

    // SS-45, SS-R63; SS-60: the player goes out before the turn's seat
    fn mouse(&mut self, seat: SeatIndex, declares: bool, turn: Turn) -> Stage {
        let cards_left = self.use_special(seat, Special::Mouse);
        let Some(winner) = self.deal.round.top().map(|play| play.seat) else {
            never!("SS-45: the Mouse needs something in play");
            return self.close_holly(turn);
        };
        self.events.everyone(Event::MousePlayed {
            seat,
            winner,
            cards_left,
        });
        self.come_down_to(cards_left, seat, declares);
        self.out_if_empty(seat);
        self.out_if_empty(turn.seat);
        self.end_round(winner)
    }

    // SS-42, SS-46, SS-47, SS-R25
    fn ghost(&mut self, seat: SeatIndex, declares: bool, turn: Turn) -> Stage {
        let cards_left = self.use_special(seat, Special::Ghost);
        let Some(play) = self.deal.round.plays.pop() else {
            never!("SS-46: the Ghost follows a play that stands");
            return self.close_holly(turn);
        };
        let cards = play.laid.cards();
        self.receive(play.seat, &cards);
        self.events.everyone(Event::GhostPlayed {
            seat,
            haunted: play.seat,
            cards,
            cards_left,
        });
        self.come_down_to(cards_left, seat, declares);
        self.out_if_empty(seat);
        self.open_holly(Turn {
            seat: turn.seat,
            stands: false,
        })
    }

    /// A5: the turn is over.
    // SS-43
    fn close_holly(&mut self, turn: Turn) -> Stage {
        self.out_if_empty(turn.seat);
        self.next_turn(turn.seat)
    }
}
