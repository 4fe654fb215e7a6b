//! The conversion of a game's types to and from messages.
//!
//! `#[derive(tinsel_engine::Wire)]` implements [`Wire`] for actions, events, views and legal actions, and [`Entry`] for
//! what belongs to a seat. This crate implements both for the types that all games share.

use tinsel_engine::{BySeat, SeatCount, SeatIndex, SeatSet, options::Asked};

/// The sender of a message, which decides how invalid values are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A player or a host. Values that the game has to refuse stay invalid values: a seat number that is too large
    /// becomes the last index, which no match has, and an unknown value of an enum counts as none, or as unknown.
    Client,
    /// A server, about a match with so many seats. The message is read completely or not at all: a seat that the match
    /// lacks, a list of another length and an unknown value make it unreadable.
    Server(SeatCount),
}

/// A value that a message `M` contains, or is.
pub trait Wire<M>: Sized {
    /// The value as a message.
    fn write(&self) -> M;

    /// The value of a message; `None` if it has none.
    fn read(message: &M, origin: Origin) -> Option<Self>;
}

/// A value for a seat that a message `M` contains, possibly together with the number of the seat.
pub trait Entry<M>: Sized {
    /// The value of `seat` as a message.
    fn write_at(&self, seat: SeatIndex) -> M;

    /// The value of a message; `None` if it has none, or that of another seat.
    fn read_at(message: &M, seat: SeatIndex, origin: Origin) -> Option<Self>;
}

/// An enum with a number for each of its values, of which none is 0.
pub trait Enumerated: Wire<i32> {
    /// The number of an optional value: 0 for none.
    fn write_optional(value: Option<&Self>) -> i32 {
        value.map_or(0, Self::write)
    }

    /// An optional value: none for 0, and for an unknown number of a client.
    fn read_optional(number: i32, origin: Origin) -> Option<Option<Self>> {
        let value = Some(number).filter(|number| *number != 0);
        match value.map(|number| Self::read(&number, origin)) {
            None => Some(None),
            Some(None) if origin == Origin::Client => Some(None),
            Some(known) => known.map(Some),
        }
    }
}

/// Implements [`Wire`] for an optional message that must be there, which is the form of a required field.
#[macro_export]
macro_rules! required {
    ($Message:ty as $Type:ty) => {
        #[automatically_derived]
        impl $crate::Wire<::core::option::Option<$Message>> for $Type {
            fn write(&self) -> ::core::option::Option<$Message> {
                Some($crate::Wire::<$Message>::write(self))
            }

            fn read(
                message: &::core::option::Option<$Message>,
                origin: $crate::Origin,
            ) -> ::core::option::Option<Self> {
                $crate::Wire::<$Message>::read(message.as_ref()?, origin)
            }
        }
    };
}

impl<T: Wire<M>, M> Entry<M> for T {
    fn write_at(&self, _: SeatIndex) -> M {
        self.write()
    }

    fn read_at(message: &M, _: SeatIndex, origin: Origin) -> Option<Self> {
        Self::read(message, origin)
    }
}

impl<T: Enumerated> Wire<i32> for Option<T> {
    fn write(&self) -> i32 {
        T::write_optional(self.as_ref())
    }

    fn read(number: &i32, origin: Origin) -> Option<Self> {
        T::read_optional(*number, origin)
    }
}

/// A requested word of an option: an unknown one of a client stays unknown, for the game to refuse.
impl<T: Enumerated> Wire<i32> for Asked<T> {
    fn write(&self) -> i32 {
        match self {
            Self::LeftOut => 0,
            Self::Given(value) => value.write(),
            Self::Unknown => -1,
        }
    }

    fn read(number: &i32, origin: Origin) -> Option<Self> {
        match T::read(number, origin) {
            Some(value) => Some(Self::Given(value)),
            None if *number == 0 => Some(Self::LeftOut),
            None => (origin == Origin::Client).then_some(Self::Unknown),
        }
    }
}

impl<T: Wire<M>, M> Wire<Option<M>> for Option<T> {
    fn write(&self) -> Option<M> {
        self.as_ref().map(T::write)
    }

    fn read(message: &Option<M>, origin: Origin) -> Option<Self> {
        match message {
            None => Some(None),
            Some(message) => T::read(message, origin).map(Some),
        }
    }
}

impl<T: Wire<M>, M> Wire<M> for Box<T> {
    fn write(&self) -> M {
        T::write(self)
    }

    fn read(message: &M, origin: Origin) -> Option<Self> {
        T::read(message, origin).map(Self::new)
    }
}

impl<T: Wire<M>, M> Wire<Vec<M>> for Vec<T> {
    fn write(&self) -> Vec<M> {
        self.iter().map(T::write).collect()
    }

    fn read(messages: &Vec<M>, origin: Origin) -> Option<Self> {
        messages.iter().map(|message| T::read(message, origin)).collect()
    }
}

impl<T: Wire<M>, M, const N: usize> Wire<Vec<M>> for [T; N] {
    fn write(&self) -> Vec<M> {
        self.iter().map(T::write).collect()
    }

    fn read(messages: &Vec<M>, origin: Origin) -> Option<Self> {
        <Vec<T> as Wire<Vec<M>>>::read(messages, origin)?.try_into().ok()
    }
}

/// Seats in seat order.
impl<T: Entry<M>, M> Wire<Vec<M>> for BySeat<T> {
    fn write(&self) -> Vec<M> {
        self.enumerate().map(|(seat, value)| value.write_at(seat)).collect()
    }

    fn read(messages: &Vec<M>, origin: Origin) -> Option<Self> {
        let seats = (0..=u8::MAX).map(SeatIndex::new).zip(messages);
        let values: Option<Vec<T>> = seats.map(|(seat, entry)| T::read_at(entry, seat, origin)).collect();
        let complete = match origin {
            Origin::Client => true,
            Origin::Server(seats) => messages.len() == usize::from(seats.get()),
        };
        Self::from_vec(values?).filter(|_| complete)
    }
}

impl Wire<u32> for SeatIndex {
    fn write(&self) -> u32 {
        self.get().into()
    }

    fn read(number: &u32, origin: Origin) -> Option<Self> {
        match origin {
            Origin::Client => Some(Self::new((*number).try_into().unwrap_or(u8::MAX))),
            Origin::Server(seats) => {
                let seat = Self::new((*number).try_into().ok()?);
                seats.has(seat).then_some(seat)
            }
        }
    }
}

required!(u32 as SeatIndex);

impl Wire<Vec<u32>> for SeatSet {
    fn write(&self) -> Vec<u32> {
        self.iter().map(|seat| seat.write()).collect()
    }

    fn read(numbers: &Vec<u32>, origin: Origin) -> Option<Self> {
        numbers.iter().map(|number| SeatIndex::read(number, origin)).collect()
    }
}

macro_rules! numbers {
    ($($Type:ty as $Message:ty),+) => {
        $(
            impl Wire<$Message> for $Type {
                fn write(&self) -> $Message {
                    (*self).into()
                }

                fn read(message: &$Message, _: Origin) -> Option<Self> {
                    (*message).try_into().ok()
                }
            }

            required!($Message as $Type);
        )+
    };
}

numbers!(
    bool as bool,
    u8 as u32,
    u16 as u32,
    u32 as u32,
    u64 as u64,
    i32 as i32,
    i64 as i64
);

impl Wire<Self> for String {
    fn write(&self) -> Self {
        self.clone()
    }

    fn read(text: &Self, _: Origin) -> Option<Self> {
        Some(text.clone())
    }
}
