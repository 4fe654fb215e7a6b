//! Grunkle Match in messages.

mod action;
mod config;
mod event;
mod legal;
mod outcome;
mod skill;
#[cfg(feature = "testkit")]
mod testkit;
mod view;

#[cfg(test)]
mod tests;

use tinsel_engine::{BySeat, SeatIndex, SeatSet};
use tinsel_grunkle_match::{Garnets, Round, SEAT_COUNT};

use super::seats;
use crate::wire::impl_wire;

impl_wire!(GrunkleMatch of tinsel_grunkle_match);

fn round(number: u32) -> Option<Round> {
    Round::new(number.try_into().ok()?)
}

/// The amounts of the seats, in seat order.
fn amounts(of: &BySeat<Garnets>) -> Vec<u32> {
    of.iter().map(|garnets| garnets.get()).collect()
}

fn each_amount(amounts: &[u32]) -> Option<BySeat<Garnets>> {
    let garnets = amounts.iter().copied().map(Garnets::new).collect();
    BySeat::from_vec(garnets).filter(|garnets| garnets.seats() == SEAT_COUNT)
}

fn read_seat(number: u32) -> Option<SeatIndex> {
    seats::read(number, SEAT_COUNT)
}

fn read_seats(numbers: &[u32]) -> Option<SeatSet> {
    seats::read_all(numbers, SEAT_COUNT)
}

/// One value for each seat, from a list in seat order.
fn each_seat<W, T>(list: &[W], read: impl Fn(&W) -> Option<(u32, T)>) -> Option<BySeat<T>> {
    seats::read_each(list, SEAT_COUNT, read)
}
