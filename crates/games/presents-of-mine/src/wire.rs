//! The conversions to and from messages that no derive can write.

use tinsel_engine::{BySeat, SeatIndex};
use tinsel_wire::{Entry, Origin, Wire, required};

pub(crate) use tinsel_messages::games::presents_of_mine::v1 as messages;

use crate::{
    Distance, Hand, Layers, LayersScored, Letter, List, Points, PregameView, Present, PresentRef, Round, ScoredPresent,
    Selected, Selection, Staleness, Step,
};

macro_rules! numbered {
    ($($Type:ident with $number:ident and $from:ident),+) => {
        $(
            impl Wire<u32> for $Type {
                fn write(&self) -> u32 {
                    self.$number().into()
                }

                fn read(number: &u32, origin: Origin) -> Option<Self> {
                    Self::$from(u8::read(number, origin)?)
                }
            }
        )+
    };
}

numbered!(Distance with get and new, Round with number and from_number, Step with number and from_number);

/// Points that are never below 0 and, over six rounds, far below the maximum of the type.
impl Wire<u32> for Points {
    fn write(&self) -> u32 {
        u32::try_from(self.get()).unwrap_or(0)
    }

    fn read(amount: &u32, _: Origin) -> Option<Self> {
        Some(Self::new((*amount).into()))
    }
}

/// Points that can be negative.
impl Wire<i32> for Points {
    fn write(&self) -> i32 {
        i32::try_from(self.get()).unwrap_or(i32::MIN)
    }

    fn read(amount: &i32, _: Origin) -> Option<Self> {
        Some(Self::new((*amount).into()))
    }
}

impl Wire<messages::Present> for Present {
    fn write(&self) -> messages::Present {
        self.reference().write()
    }

    fn read(present: &messages::Present, origin: Origin) -> Option<Self> {
        <PresentRef as Wire<_>>::read(present, origin)?.well_formed()
    }
}

required!(messages::Present as Present);

impl Wire<Vec<messages::Present>> for Hand {
    fn write(&self) -> Vec<messages::Present> {
        self.presents().write()
    }

    fn read(presents: &Vec<messages::Present>, origin: Origin) -> Option<Self> {
        Wire::read(presents, origin).map(Self::new)
    }
}

impl Entry<messages::Hand> for Hand {
    fn write_at(&self, seat: SeatIndex) -> messages::Hand {
        messages::Hand {
            seat: seat.write(),
            presents: self.write(),
        }
    }

    fn read_at(hand: &messages::Hand, seat: SeatIndex, origin: Origin) -> Option<Self> {
        let (of, hand) = own_hand::of(hand, origin)?;
        (of == seat).then_some(hand)
    }
}

impl Wire<Vec<i32>> for Selection {
    fn write(&self) -> Vec<i32> {
        self.letters().write()
    }

    fn read(letters: &Vec<i32>, origin: Origin) -> Option<Self> {
        Self::new(Wire::read(letters, origin)?)
    }
}

impl Wire<Vec<u32>> for List {
    fn write(&self) -> Vec<u32> {
        self.order().write()
    }

    fn read(seats: &Vec<u32>, origin: Origin) -> Option<Self> {
        Self::new(<[u8; 8]>::read(seats, origin)?)
    }
}

/// Before it is open, a pregame has no counts, and only the selection of the viewer.
impl Wire<messages::Pregame> for PregameView {
    fn write(&self) -> messages::Pregame {
        match self {
            Self::All(pregame) => pregame.write(),
            Self::Own { seat, selected } => messages::Pregame {
                seats: vec![selected.write_at(*seat)],
                letters: Vec::new(),
            },
        }
    }

    fn read(pregame: &messages::Pregame, origin: Origin) -> Option<Self> {
        if !pregame.letters.is_empty() {
            return Wire::read(pregame, origin).map(Self::All);
        }
        let own = pregame.seats.first()?;
        let seat = SeatIndex::read(&own.seat, origin)?;
        let selected = Selected::read_at(own, seat, origin)?;
        Some(Self::Own { seat, selected })
    }
}

/// No layers and no distance are 0.
impl Wire<messages::ScoredPresent> for ScoredPresent {
    fn write(&self) -> messages::ScoredPresent {
        messages::ScoredPresent {
            letter: self.letter.write(),
            staleness: self.staleness.write(),
            layers_before: self.layers.map_or(0, |layers| layers.before.write()),
            layers_after: self.layers.map_or(0, |layers| layers.after),
            distance: self.distance.map_or(0, |distance| distance.write()),
            points: self.points.write(),
        }
    }

    fn read(scored: &messages::ScoredPresent, origin: Origin) -> Option<Self> {
        let some = |number: u32| Some(number).filter(|number| *number != 0);
        let layers = Option::<Layers>::read(&some(scored.layers_before), origin)?;
        Some(Self {
            letter: Letter::read(&scored.letter, origin)?,
            staleness: Staleness::read(&scored.staleness, origin)?,
            layers: layers.map(|before| LayersScored {
                before,
                after: scored.layers_after,
            }),
            distance: Wire::read(&some(scored.distance), origin)?,
            points: Points::read(&scored.points, origin)?,
        })
    }
}

/// A list that is empty if there is none.
pub(crate) mod if_any {
    use super::{Origin, Wire};

    pub(crate) fn write<T: Wire<Vec<M>>, M>(list: &Option<T>) -> Vec<M> {
        list.as_ref().map(T::write).unwrap_or_default()
    }

    pub(crate) fn read<T: Wire<Vec<M>>, M>(list: &Vec<M>, origin: Origin) -> Option<Option<T>> {
        if list.is_empty() {
            return Some(None);
        }
        T::read(list, origin).map(Some)
    }
}

/// How often each letter was taken.
pub(crate) mod taken {
    use super::{Letter, Origin, Wire, messages};

    pub(crate) fn write(counts: &[(Letter, u8); 2]) -> Vec<messages::TakenCount> {
        let count = |(letter, count): &(Letter, u8)| messages::TakenCount {
            letter: letter.write(),
            count: count.write(),
        };
        counts.iter().map(count).collect()
    }

    pub(crate) fn read(counts: &[messages::TakenCount], origin: Origin) -> Option<[(Letter, u8); 2]> {
        let count = |taken: &messages::TakenCount| {
            Some((Letter::read(&taken.letter, origin)?, u8::read(&taken.count, origin)?))
        };
        let counts: Option<Vec<_>> = counts.iter().map(count).collect();
        counts?.try_into().ok()
    }
}

/// Marks of seats, as a list of those that have it.
pub(crate) mod marked {
    use super::{BySeat, Origin, Wire};
    use crate::SEAT_COUNT;
    use tinsel_engine::SeatSet;

    pub(crate) fn write(marks: &BySeat<bool>) -> Vec<u32> {
        let marked = marks.enumerate().filter(|(_, marked)| **marked);
        marked.map(|(seat, _)| seat.write()).collect()
    }

    pub(crate) fn read(seats: &Vec<u32>, origin: Origin) -> Option<BySeat<bool>> {
        let marked = SeatSet::read(seats, origin)?;
        Some(BySeat::from_fn(SEAT_COUNT, |seat| marked.contains(seat)))
    }
}

/// A sealed submission, with its action and its mark in a message of their own.
pub(crate) mod sealed {
    use super::{Origin, SeatIndex, Step, Wire, messages};
    use crate::{Action, OwnSubmission};

    pub(crate) fn write(
        seat: &SeatIndex,
        step: &Step,
        content: &Action,
        by_default: &bool,
    ) -> messages::SubmissionSealed {
        messages::SubmissionSealed {
            seat: seat.write(),
            step: step.write(),
            submission: Some(messages::Submission {
                action: content.write(),
                defaulted: *by_default,
            }),
        }
    }

    pub(crate) fn read(sealed: &messages::SubmissionSealed, origin: Origin) -> Option<(SeatIndex, Step, Action, bool)> {
        let submission = OwnSubmission::read(&sealed.submission, origin)?;
        Some((
            SeatIndex::read(&sealed.seat, origin)?,
            Step::read(&sealed.step, origin)?,
            submission.content,
            submission.by_default,
        ))
    }
}

/// A hand, together with its seat.
pub(crate) mod own_hand {
    use super::{Entry, Hand, Origin, SeatIndex, Wire, messages};

    pub(crate) fn write(seat: &SeatIndex, hand: &Hand) -> messages::OwnPregameHand {
        messages::OwnPregameHand {
            hand: Some(hand.write_at(*seat)),
        }
    }

    pub(crate) fn read(own: &messages::OwnPregameHand, origin: Origin) -> Option<(SeatIndex, Hand)> {
        of(own.hand.as_ref()?, origin)
    }

    pub(super) fn of(hand: &messages::Hand, origin: Origin) -> Option<(SeatIndex, Hand)> {
        Some((
            SeatIndex::read(&hand.seat, origin)?,
            Hand::read(&hand.presents, origin)?,
        ))
    }
}
