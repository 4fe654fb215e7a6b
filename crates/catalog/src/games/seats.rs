//! Conversions that all games share: seats, and values for each seat.

use tinsel_engine::{BySeat, SeatCount, SeatIndex, SeatSet};

/// A seat's number.
pub(super) fn number(seat: SeatIndex) -> u32 {
    seat.get().into()
}

/// The numbers of several seats, in seat order.
pub(super) fn numbers(seats: SeatSet) -> Vec<u32> {
    seats.iter().map(number).collect()
}

/// The seat with this number; `None` if there is none.
pub(super) fn read(number: u32, seats: SeatCount) -> Option<SeatIndex> {
    let seat = SeatIndex::new(number.try_into().ok()?);
    seats.has(seat).then_some(seat)
}

/// The seats with these numbers; `None` if the match lacks one of them.
pub(super) fn read_all<C: FromIterator<SeatIndex>>(numbers: &[u32], seats: SeatCount) -> Option<C> {
    numbers.iter().map(|number| read(*number, seats)).collect()
}

/// One value for each seat, from a list in seat order.
pub(super) fn read_each<W, T>(
    list: &[W],
    seats: SeatCount,
    read: impl Fn(&W) -> Option<(u32, T)>,
) -> Option<BySeat<T>> {
    let in_order = |(seat, entry): (SeatIndex, &W)| {
        let (number, value) = read(entry)?;
        (self::number(seat) == number).then_some(value)
    };
    let values: Option<Vec<T>> = seats.iter().zip(list).map(in_order).collect();
    let complete = list.len() == usize::from(seats.get());
    BySeat::from_vec(values?).filter(|_| complete)
}

/// An optional field: an absent one stays absent, a present one must be valid.
pub(super) fn whole<T>(field: Option<Option<T>>) -> Option<Option<T>> {
    match field {
        None => Some(None),
        Some(read) => read.map(Some),
    }
}
