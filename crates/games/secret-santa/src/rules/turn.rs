//! The effects of a turn (`TURN` of section 5).

use tinsel_engine::SeatIndex;

use super::commit::Commit;
use crate::{
    action::Took,
    components::{Gift, Special},
    event::Event,
    state::{Laid, Play, Stage, Turn, Used},
};

/// The number of gold rings that is announced.
// SS-22
const RINGS_SUNG_ABOUT: u8 = 5;

impl Commit<'_> {
    /// Plays or passes, and opens the window after it.
    pub(super) fn take_turn(&mut self, seat: SeatIndex, took: Took) -> Stage {
        match took {
            Took::Laid { laid, santa, declares } => self.lay(seat, laid, santa, declares),
            Took::Santa { declares } => {
                let left = self.use_special(seat, Special::Santa);
                self.events.everyone(Event::SantaPlayed { seat, cards_left: left });
                self.win_by_santa(seat, left, declares)
            }
            Took::Passed => self.pass(seat),
        }
    }

    // SS-12, SS-14, SS-22, SS-27, SS-31, SS-33
    fn lay(&mut self, seat: SeatIndex, laid: Laid, santa: bool, declares: bool) -> Stage {
        let mut leaving = laid.cards();
        leaving.add(Special::Santa, u8::from(santa));
        let left = self.take(seat, &leaving);
        let round = &mut self.deal.round;
        round.plays.push(Play { seat, laid });
        round.played = round.played.with(seat);
        self.deal.last_gift = Some(seat);
        self.events.everyone(laid_down(seat, laid, santa, left));
        if santa {
            let special = Special::Santa;
            self.deal.round.specials.push(Used { seat, special });
            self.events.everyone(Event::SantaPlayed { seat, cards_left: left });
            return self.win_by_santa(seat, left, declares);
        }
        self.come_down_to(left, seat, declares);
        self.open_holly(Turn { seat, stands: true })
    }

    /// Santa wins, without a window for answers.
    // SS-33, SS-R11, SS-R12, SS-R13
    fn win_by_santa(&mut self, seat: SeatIndex, left: u8, declares: bool) -> Stage {
        self.come_down_to(left, seat, declares);
        self.out_if_empty(seat);
        self.end_round(seat)
    }

    // SS-15, SS-18, SS-35, SS-R19
    fn pass(&mut self, seat: SeatIndex) -> Stage {
        self.mark_passed(seat, false);
        if self.deal.next_active(seat).is_none() {
            return self.end_round_on_top();
        }
        self.open_holly(Turn { seat, stands: false })
    }
}

// SS-22
fn laid_down(seat: SeatIndex, laid: Laid, with_santa: bool, cards_left: u8) -> Event {
    match laid {
        Laid::Gifts { gift, gifts, elves } => Event::GiftsPlayed {
            seat,
            gift,
            gifts,
            elves,
            with_santa,
            cards_left,
            five_gold_rings: gift == Gift::GOLD_RINGS && laid.count() == RINGS_SUNG_ABOUT,
        },
        Laid::Zeros(cards) => Event::ZerosPlayed {
            seat,
            cards,
            cards_left,
        },
    }
}
