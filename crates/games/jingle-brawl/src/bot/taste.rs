//! The taste of a bot.

use tinsel_engine::SeatIndex;

use crate::{
    components::{GiftId, Place},
    view::View,
};

tinsel_engine::redacted!(Taste);

/// The highest value of a gift.
const BEST: u8 = 10;
/// The expected value of a wrapped gift.
const UNKNOWN: u8 = 5;

/// The value of each gift for a seat, 0 to 10: from its wish points, or else from a fixed pseudo-random taste.
pub(super) struct Taste {
    /// By number of the gift.
    likes: Vec<u8>,
    held: u8,
}

impl Taste {
    pub(super) fn of(view: &View, seat: SeatIndex) -> Self {
        let likes: Vec<u8> = view.gifts.iter().map(|gift| like(view, seat, gift.gift)).collect();
        let own = view.gifts.iter().find(|gift| gift.place == Place::Held(seat));
        let held = own.map_or(UNKNOWN, |gift| {
            likes.get(usize::from(gift.gift.get())).copied().unwrap_or(UNKNOWN)
        });
        Self { likes, held }
    }

    /// The value of a gift.
    pub(super) fn of_gift(&self, gift: GiftId) -> u8 {
        self.likes.get(usize::from(gift.get())).copied().unwrap_or(UNKNOWN)
    }

    /// The value of the gift that it holds, or can expect to get.
    pub(super) const fn held(&self) -> u8 {
        self.held
    }
}

fn like(view: &View, seat: SeatIndex, gift: GiftId) -> u8 {
    let own = view.wishes.iter().find(|wishes| wishes.seat == seat);
    let wish = own.and_then(|own| own.gifts.iter().find(|wish| wish.gift == gift));
    if let Some(wish) = wish {
        let seats = u16::from(view.options.players.get());
        let scaled = u16::from(wish.points)
            .saturating_mul(u16::from(BEST))
            .checked_div(seats);
        return scaled.and_then(|scaled| u8::try_from(scaled).ok()).unwrap_or(UNKNOWN);
    }
    let shown = view.gifts.iter().find(|shown| shown.gift == gift);
    let name = shown.and_then(|shown| shown.name.as_deref());
    name.map_or(UNKNOWN, |name| fancy(seat, name))
}

/// The value of a name for a seat: constant, and different for other names (FNV-1a).
fn fancy(seat: SeatIndex, name: &str) -> u8 {
    let bytes = name.bytes().chain([seat.get()]);
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    let like = (hash >> 16).checked_rem(u32::from(BEST).saturating_add(1));
    like.and_then(|like| u8::try_from(like).ok()).unwrap_or(UNKNOWN)
}
