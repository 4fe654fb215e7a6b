//! The checks of the specification, section 6, in their order.

mod answers;
mod turns;

use tinsel_engine::SeatIndex;

use crate::{
    action::{Action, Made},
    components::{Cards, Phase},
    reject::{Field, Rejected},
    state::{SecretSanta, Stage},
};

/// The validated action of a seat.
pub(super) fn judged(game: &SecretSanta, seat: SeatIndex, action: &Action) -> Result<Made, Rejected> {
    // SS-70
    if game.phase() == Phase::Over {
        return Err(Rejected::MatchOver);
    }
    // SS-75: a withdrawal belongs to no decision, so the seat need not owe one
    if *action == Action::WithdrawDecline {
        let standing = game.deal.declines.get(seat).copied().flatten();
        return standing.map(|_| Made::Withdrew).ok_or(Rejected::NoStandingDecline);
    }
    // SS-39: answers cannot be changed
    if !game.owing().contains(seat) {
        return Err(Rejected::NoDecisionOwed { phase: game.phase() });
    }
    let asked = Asked { game, seat };
    match (&game.stage, action) {
        (Stage::Fruitcake { .. }, Action::PlayFruitcake { recipient, value }) => asked.fruitcake(*recipient, *value),
        (Stage::Holly { .. }, Action::PlayCarol { other, final_gift }) => asked.carol(*other, *final_gift),
        (Stage::Holly { .. }, Action::PlayMouse { final_gift }) => asked.mouse(*final_gift),
        (Stage::Holly { turn, .. }, Action::PlayGhost { final_gift }) => asked.ghost(turn.stands, *final_gift),
        (Stage::Snow { .. }, Action::PlayTree { deal_first, final_gift }) => asked.tree(*deal_first, *final_gift),
        (Stage::Snow { .. }, Action::PlayScrooge { target, final_gift }) => asked.scrooge(*target, *final_gift),
        (Stage::Fruitcake { .. } | Stage::Holly { .. } | Stage::Snow { .. }, Action::Decline { scope }) => {
            asked.decline(*scope)
        }
        (Stage::Turn { .. }, action) => turns::judged(asked, action),
        (Stage::Fruitcake { .. } | Stage::Holly { .. } | Stage::Snow { .. } | Stage::Over, _) => {
            Err(Rejected::wrong_phase(action))
        }
    }
}

/// A seat that owes a decision, with its requested action.
#[derive(Clone, Copy)]
struct Asked<'a> {
    game: &'a SecretSanta,
    seat: SeatIndex,
}

impl<'a> Asked<'a> {
    fn hand(self) -> &'a Cards {
        self.game.deal.hands.at(self.seat)
    }

    fn holds(self, cards: &Cards, field: Field) -> Result<(), Rejected> {
        if self.hand().contains(cards) {
            Ok(())
        } else {
            Err(Rejected::CardNotInHand { field })
        }
    }

    /// A named seat that the match has.
    fn known(self, named: Option<SeatIndex>, field: Field) -> Result<SeatIndex, Rejected> {
        let known = named.filter(|seat| self.game.config.players.has(*seat));
        known.ok_or(Rejected::UnknownSeat { field })
    }

    /// A named seat other than the acting one.
    fn other(self, named: Option<SeatIndex>, field: Field) -> Result<SeatIndex, Rejected> {
        let seat = self.known(named, field)?;
        if seat == self.seat {
            return Err(Rejected::SelfTarget { field });
        }
        Ok(seat)
    }

    /// Whether the seat declares "Final Gift!" by its flag, if this number of cards leave the hand.
    // SS-50, SS-53
    fn declares(self, leaving: u8, flag: bool) -> Result<bool, Rejected> {
        if self.game.config.auto_final_gift {
            return Ok(false);
        }
        if flag && self.game.final_gift_due_at(self.seat) != leaving {
            return Err(Rejected::FinalGiftNotDue);
        }
        Ok(flag)
    }
}
