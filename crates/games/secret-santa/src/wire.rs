//! The conversions to and from messages that no derive can write.

use tinsel_engine::{BySeat, SeatIndex};
use tinsel_wire::{Enumerated, Origin, Wire};

pub(crate) use tinsel_messages::games::secret_santa::v1 as messages;

use crate::{Card, Cards, Gift, Laid, Place, Play, Scope, Standing};

/// A number that no scope has. It encodes a wrong scope, because an omitted one has a meaning.
const UNKNOWN: i32 = -1;

impl Wire<i32> for Scope {
    fn write(&self) -> i32 {
        let scope = match self {
            Self::Window => messages::DeclineScope::Window,
            Self::Round => messages::DeclineScope::Round,
            Self::Deal => messages::DeclineScope::Deal,
        };
        scope.into()
    }

    /// The default is this window.
    fn read(number: &i32, _: Origin) -> Option<Self> {
        Some(match messages::DeclineScope::try_from(*number).ok()? {
            messages::DeclineScope::Unspecified | messages::DeclineScope::Window => Self::Window,
            messages::DeclineScope::Round => Self::Round,
            messages::DeclineScope::Deal => Self::Deal,
        })
    }
}

impl Enumerated for Scope {
    fn write_optional(scope: Option<&Self>) -> i32 {
        scope.map_or(UNKNOWN, Self::write)
    }

    fn read_optional(number: i32, origin: Origin) -> Option<Option<Self>> {
        let scope = Self::read(&number, origin);
        (scope.is_some() || origin == Origin::Client).then_some(scope)
    }
}

impl Wire<i32> for Standing {
    fn write(&self) -> i32 {
        Scope::of(Some(*self)).write()
    }

    fn read(number: &i32, origin: Origin) -> Option<Self> {
        Scope::read(number, origin)?.standing()
    }
}

impl Enumerated for Standing {}

/// Each kind once, in canonical order.
impl Wire<Vec<messages::CardCount>> for Cards {
    fn write(&self) -> Vec<messages::CardCount> {
        let count = |(card, copies): (Card, u8)| messages::CardCount {
            kind: card.write(),
            count: copies.write(),
        };
        self.kinds().map(count).collect()
    }

    fn read(counts: &Vec<messages::CardCount>, origin: Origin) -> Option<Self> {
        let one = |counted: &messages::CardCount| {
            Some((Card::read(&counted.kind, origin)?, u8::read(&counted.count, origin)?))
        };
        counts.iter().map(one).collect()
    }
}

impl Wire<messages::Play> for Play {
    fn write(&self) -> messages::Play {
        let (gifts, elves, zeros) = match &self.laid {
            Laid::Gifts { gifts, elves, .. } => (*gifts, *elves, Vec::new()),
            Laid::Zeros(zeros) => (0, 0, zeros.write()),
        };
        messages::Play {
            seat: self.seat.write(),
            value: self.laid.value().get().into(),
            gifts: gifts.write(),
            elves: elves.write(),
            zeros,
        }
    }

    fn read(play: &messages::Play, origin: Origin) -> Option<Self> {
        let laid = if play.value == 0 {
            Laid::Zeros(Cards::read(&play.zeros, origin)?)
        } else {
            Laid::Gifts {
                gift: Gift::read(&play.value, origin)?,
                gifts: u8::read(&play.gifts, origin)?,
                elves: u8::read(&play.elves, origin)?,
            }
        };
        let seat = SeatIndex::read(&play.seat, origin)?;
        Some(Self { seat, laid })
    }
}

/// The finished deals. Their points follow from the places.
pub(crate) mod sheet {
    use super::{BySeat, Origin, Place, Wire, messages};

    pub(crate) fn write(deals: &[BySeat<Place>]) -> Vec<messages::FinishedDeal> {
        let deal = |places: &BySeat<Place>| messages::FinishedDeal {
            places: places.write(),
            points: places.map(|_, place| place.points(places.seats())).write(),
        };
        deals.iter().map(deal).collect()
    }

    pub(crate) fn read(deals: &[messages::FinishedDeal], origin: Origin) -> Option<Vec<BySeat<Place>>> {
        deals.iter().map(|deal| BySeat::read(&deal.places, origin)).collect()
    }
}

/// An omitted list differs from an empty one.
pub(crate) mod special_list {
    use super::{Origin, Wire, messages};
    use crate::Special;

    type Kinds = Option<Vec<Option<Special>>>;

    pub(crate) fn write(kinds: &Kinds) -> Option<messages::SpecialList> {
        let kinds = kinds.as_ref()?.write();
        Some(messages::SpecialList { kinds })
    }

    pub(crate) fn read(message: &Option<messages::SpecialList>, origin: Origin) -> Option<Kinds> {
        let kinds = message.as_ref().map(|list| Wire::read(&list.kinds, origin));
        kinds.map_or(Some(None), |kinds| kinds.map(Some))
    }
}
