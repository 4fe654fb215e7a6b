//! The window before the first round (SS-58).

use tinsel_engine::SeatIndex;

use super::commit::Commit;
use crate::{
    components::{Cards, Special},
    event::{self, Event},
    state::{Answer, Answers, Sealed, Stage, all_answered},
};

impl Commit<'_> {
    /// Stores an answer; after the last one the Fruitcake takes effect if a seat plays it, and the first round begins.
    // SS-58, SS-R26
    pub(super) fn answer_fruitcake(&mut self, seat: SeatIndex, answer: Answer, mut answers: Answers) -> Stage {
        self.answer_openly(seat);
        *answers.at_mut(seat) = Some(answer);
        if !all_answered(&answers, self.config.players.all()) {
            return Stage::Fruitcake { answers };
        }
        let played = answers.enumerate().find_map(|(giver, answer)| match answer {
            Some(Answer::Card(Sealed::Fruitcake { recipient, gift })) => Some((giver, *recipient, *gift)),
            _ => None,
        });
        self.events.everyone(Event::FruitcakeWindowClosed {
            played: played.is_some(),
        });
        if let Some((giver, recipient, gift)) = played {
            self.take(giver, &Cards::of(Special::Fruitcake, 1).plus(&Cards::of(gift, 1)));
            self.deal.hands.at_mut(recipient).add(gift, 1);
            self.deal.discards.add(Special::Fruitcake, 1);
            event::regifted(giver, recipient, gift, self.events);
        }
        self.start_round(self.deal.first_leader())
    }
}
