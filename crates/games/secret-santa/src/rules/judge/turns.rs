//! The checks of turns.

use super::Asked;
use crate::{
    action::{Action, Made, Took},
    components::{Cards, Gift, Special},
    reject::{Field, Rejected},
    state::Laid,
};

/// The validated turn.
pub(super) fn judged(asked: Asked<'_>, action: &Action) -> Result<Made, Rejected> {
    let took = match action {
        Action::PlayGifts {
            value,
            gifts,
            elves,
            with_santa,
            final_gift,
        } => {
            let laid = asked.set(*value, *gifts, *elves)?;
            asked.gifts(laid, *with_santa, *final_gift)?
        }
        Action::PlayZeros { cards, final_gift } => asked.zeros(cards, *final_gift)?,
        Action::PlaySanta { final_gift } => asked.santa(*final_gift)?,
        Action::Pass => asked.pass()?,
        Action::PlayFruitcake { .. }
        | Action::PlayCarol { .. }
        | Action::PlayMouse { .. }
        | Action::PlayGhost { .. }
        | Action::PlayTree { .. }
        | Action::PlayScrooge { .. }
        | Action::Decline { .. }
        | Action::WithdrawDecline => return Err(Rejected::wrong_phase(action)),
    };
    Ok(Made::Took(took))
}

impl Asked<'_> {
    /// A set that is possible in some round with some hand.
    // SS-8, SS-27, SS-28, SS-R1, SS-R8
    fn set(self, value: u32, gifts: u32, elves: u32) -> Result<Laid, Rejected> {
        let field = Field::Lead;
        let gift = Gift::new(value).ok_or(Rejected::ValueOutOfRange { field, value })?;
        if gifts < 1 {
            return Err(Rejected::GiftRequired);
        }
        let most = self.game.config.elves;
        if elves > u32::from(most) {
            return Err(Rejected::CountOutOfRange { elves: most });
        }
        let copies = |asked: u32| u8::try_from(asked).unwrap_or(u8::MAX);
        Ok(Laid::Gifts {
            gift,
            gifts: copies(gifts),
            elves: copies(elves),
        })
    }

    // SS-12, SS-14, SS-33, SS-R10, SS-R16, SS-R56
    fn gifts(self, laid: Laid, santa: bool, final_gift: bool) -> Result<Took, Rejected> {
        let round = &self.game.deal.round;
        let (cards, santas) = (laid.cards(), Cards::of(Special::Santa, u8::from(santa)));
        let leads = self.game.deal.is_leading();
        self.holds(&cards.only_gifts(), if leads { Field::Lead } else { Field::Follow })?;
        self.holds(&cards.only_specials(), Field::Elves)?;
        self.holds(&santas, Field::Santa)?;
        if let Some(count) = round.count().filter(|count| laid.count() != *count) {
            return Err(Rejected::WrongCount { count });
        }
        if let Some(top) = round.to_beat().filter(|top| laid.value() <= *top) {
            return Err(Rejected::ValueTooLow { top });
        }
        let declares = self.declares(cards.plus(&santas).len(), final_gift)?;
        Ok(Took::Laid { laid, santa, declares })
    }

    // SS-29, SS-30, SS-32, SS-R9, SS-R14, SS-R55
    fn zeros(self, cards: &[Option<Special>], final_gift: bool) -> Result<Took, Rejected> {
        let field = Field::Zeros;
        if cards.is_empty() {
            return Err(Rejected::EmptyPlay);
        }
        if let Some(card) = cards.iter().position(Option::is_none) {
            return Err(Rejected::NotASpecial { card });
        }
        if !self.game.deal.is_leading() {
            return Err(Rejected::NotLeading);
        }
        if self.hand().has_gift() {
            return Err(Rejected::GiftsStillHeld);
        }
        let cards: Cards = cards.iter().flatten().map(|special| ((*special).into(), 1)).collect();
        self.holds(&cards, field)?;
        Ok(Took::Laid {
            laid: Laid::Zeros(cards),
            santa: false,
            declares: self.declares(cards.len(), final_gift)?,
        })
    }

    // SS-26, SS-33, SS-R12
    fn santa(self, final_gift: bool) -> Result<Took, Rejected> {
        let field = Field::Santa;
        self.holds(&Cards::of(Special::Santa, 1), field)?;
        let declares = self.declares(1, final_gift)?;
        Ok(Took::Santa { declares })
    }

    // SS-13, SS-15, SS-32, SS-R6, SS-R7, SS-R54
    fn pass(self) -> Result<Took, Rejected> {
        if self.game.deal.is_leading() {
            return Err(Rejected::MustLead);
        }
        Ok(Took::Passed)
    }
}
