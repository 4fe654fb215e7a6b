//! The answers of an interlude window, and the Snow cards (`SNOW` of section 5).

use tinsel_engine::{SeatIndex, never};

use super::commit::Commit;
use crate::{
    components::{Card, Cards, DealFirst, Gift, Phase, Special},
    event::{self, Event},
    state::{Answer, Answers, Sealed, Stage, Used, all_answered},
};

impl Commit<'_> {
    /// Stores an answer; after the last one a card takes effect, or the interlude ends.
    // SS-61, SS-R28
    pub(super) fn answer_snow(&mut self, seat: SeatIndex, answer: Answer, mut answers: Answers) -> Stage {
        self.answer_openly(seat);
        *answers.at_mut(seat) = Some(answer);
        if !all_answered(&answers, self.deal.eligible_for_snow()) {
            return Stage::Snow { answers };
        }
        self.events.everyone(Event::WindowClosed { phase: Phase::Snow });
        let Some(winner) = self.deal.round.winner else {
            never!("SS-71: the winner is fixed before the interlude");
            return self.end_deal();
        };
        let first = self.first_card(winner, &answers);
        event::not_used(&answers, first.map(|(seat, _)| seat), self.events);
        match first {
            None => self.close_snow(winner),
            Some((seat, sealed)) => {
                self.play_snow(seat, sealed);
                self.out_if_empty_in_interlude(seat);
                self.open_snow(winner)
            }
        }
    }

    fn play_snow(&mut self, seat: SeatIndex, sealed: Sealed) {
        match sealed {
            Sealed::Tree { deal_first, declares } => self.tree(seat, deal_first, declares),
            Sealed::Scrooge { target, declares } => self.scrooge(seat, target, declares),
            Sealed::Fruitcake { .. } | Sealed::Carol { .. } | Sealed::Mouse { .. } | Sealed::Ghost { .. } => {
                never!("SS-59: only Snow cards are played between rounds");
            }
        }
    }

    // SS-64
    fn scrooge(&mut self, seat: SeatIndex, target: SeatIndex, declares: bool) {
        let cards_left = self.use_special(seat, Special::Scrooge);
        self.deal.round.named = Some(target);
        self.events.everyone(Event::ScroogePlayed {
            seat,
            target,
            cards_left,
        });
        self.come_down_to(cards_left, seat, declares);
    }

    // SS-63, SS-R29, SS-R30, SS-R31
    fn tree(&mut self, seat: SeatIndex, deal_first: DealFirst, declares: bool) {
        let cards_left = self.use_special(seat, Special::Tree);
        let pool = self.pool();
        let mut gifts: Vec<Card> = pool.list();
        self.chance.shuffle("SS-63: pool", &mut gifts);
        let gifts = gifts.into_iter().filter_map(|card| match card {
            Card::Gift(gift) => Some(gift),
            Card::Special(_) => None,
        });
        let dealt: Vec<(SeatIndex, Gift)> = self.receivers(seat, deal_first).into_iter().zip(gifts).collect();
        let mut rest = pool;
        for (_, gift) in &dealt {
            rest.take_all(&Cards::of(*gift, 1));
        }
        self.deal.hidden.add_all(&rest);
        self.events.everyone(Event::TreePlayed {
            seat,
            deal_first,
            pool,
            receivers: dealt.iter().map(|(seat, _)| *seat).collect(),
            hidden_discards: rest.len(),
            cards_left,
        });
        self.come_down_to(cards_left, seat, declares);
        event::tree_gifts(&dealt, self.events);
        for (receiver, gift) in dealt {
            self.receive(receiver, &Cards::of(gift, 1));
        }
    }

    /// Takes the gifts of the round from the table; Elves and zeros stay on it.
    // SS-63, SS-R64, SS-R68
    fn pool(&mut self) -> Cards {
        let mut pool = Cards::NONE;
        for play in std::mem::take(&mut self.deal.round.plays) {
            let cards = play.laid.cards();
            pool.add_all(&cards.only_gifts());
            for (special, copies) in cards.specials() {
                let used = Used {
                    seat: play.seat,
                    special,
                };
                self.deal.round.specials.extend((0..copies).map(|_| used));
            }
        }
        pool
    }

    /// All seats that are in, in the order of dealing.
    fn receivers(&self, seat: SeatIndex, deal_first: DealFirst) -> Vec<SeatIndex> {
        let clockwise = self.deal.order.from_left_of(seat);
        let mut receivers: Vec<SeatIndex> = clockwise.filter(|seat| !self.deal.is_out(*seat)).collect();
        match deal_first {
            DealFirst::Oneself => receivers.rotate_right(1),
            DealFirst::Left => {}
        }
        receivers
    }
}
