//! The checks of answers in windows.

use tinsel_engine::SeatIndex;

use super::Asked;
use crate::{
    action::Made,
    components::{Cards, DealFirst, Gift, Phase, Scope, Special},
    reject::{Field, Rejected},
    state::{Answer, Sealed},
};

const fn card(sealed: Sealed) -> Made {
    Made::Answered(Answer::Card(sealed), None)
}

impl Asked<'_> {
    // SS-58, SS-R27
    pub(super) fn fruitcake(self, recipient: Option<SeatIndex>, value: u32) -> Result<Made, Rejected> {
        let field = Field::Fruitcake;
        let recipient = self.other(recipient, field)?;
        let gift = Gift::new(value).ok_or(Rejected::ValueOutOfRange { field, value })?;
        self.holds(&Cards::of(Special::Fruitcake, 1).plus(&Cards::of(gift, 1)), field)?;
        Ok(card(Sealed::Fruitcake { recipient, gift }))
    }

    // SS-44, SS-R23
    pub(super) fn carol(self, other: Option<SeatIndex>, final_gift: bool) -> Result<Made, Rejected> {
        let field = Field::Carol;
        let other = self.other(other, field)?;
        let declares = self.single(Special::Carol, final_gift, field)?;
        Ok(card(Sealed::Carol { other, declares }))
    }

    // SS-45, SS-R24
    pub(super) fn mouse(self, final_gift: bool) -> Result<Made, Rejected> {
        let field = Field::Mouse;
        self.holds(&Cards::of(Special::Mouse, 1), field)?;
        if self.game.deal.is_leading() {
            return Err(Rejected::NothingInPlay);
        }
        let declares = self.declares(1, final_gift)?;
        Ok(card(Sealed::Mouse { declares }))
    }

    // SS-46, SS-R25
    pub(super) fn ghost(self, stands: bool, final_gift: bool) -> Result<Made, Rejected> {
        let field = Field::Ghost;
        self.holds(&Cards::of(Special::Ghost, 1), field)?;
        if !stands {
            return Err(Rejected::NoGiftJustPlayed);
        }
        let declares = self.declares(1, final_gift)?;
        Ok(card(Sealed::Ghost { declares }))
    }

    // SS-63
    pub(super) fn tree(self, deal_first: Option<DealFirst>, final_gift: bool) -> Result<Made, Rejected> {
        let deal_first = deal_first.ok_or(Rejected::BadDirection)?;
        let declares = self.single(Special::Tree, final_gift, Field::Tree)?;
        Ok(card(Sealed::Tree { deal_first, declares }))
    }

    // SS-64, SS-R32
    pub(super) fn scrooge(self, target: Option<SeatIndex>, final_gift: bool) -> Result<Made, Rejected> {
        let field = Field::Scrooge;
        let target = self.known(target, field)?;
        self.holds(&Cards::of(Special::Scrooge, 1), field)?;
        if self.game.deal.is_out(target) {
            return Err(Rejected::TargetOut);
        }
        if !self.game.deal.misers().contains(target) {
            return Err(Rejected::TargetNotAMiser);
        }
        let declares = self.declares(1, final_gift)?;
        Ok(card(Sealed::Scrooge { target, declares }))
    }

    // SS-40
    pub(super) fn decline(self, scope: Option<Scope>) -> Result<Made, Rejected> {
        let scope = scope.ok_or(Rejected::ScopeNotAllowed)?;
        let standing = scope.standing();
        if standing.is_some() && self.game.phase() != Phase::Holly {
            return Err(Rejected::ScopeNotAllowed);
        }
        Ok(Made::Answered(Answer::Declined, standing))
    }

    /// Checks a card that needs no further check than its presence in the hand.
    fn single(self, special: Special, final_gift: bool, field: Field) -> Result<bool, Rejected> {
        self.holds(&Cards::of(special, 1), field)?;
        self.declares(1, final_gift)
    }
}
