//! Views, both ways.

mod duel;
mod parts;

use tinsel_engine::{BySeat, SeatCount, SeatIndex, SeatSet};
use tinsel_jingle_brawl::{Bank, Challengers, Context, GiftId, Part, Phase, View};
use tinsel_proto::games::jingle_brawl::v1 as wire;

use super::{config, gift, kinds::Named, outcome, read_chips, read_gift};
use crate::games::seats::{self, whole};

pub(super) use duel::{write_reports, write_throws};
pub(super) use parts::write_bid;

pub(super) fn write(view: &View) -> wire::View {
    wire::View {
        options: Some(config::write_public(&view.options)),
        seats: view.options.players.get().into(),
        phase: view.phase.write(),
        awaited_seats: seats::numbers(view.awaited),
        submitted_seats: seats::numbers(view.submitted),
        part: view.part.write(),
        turn: view.turn.into(),
        current_seat: view.current.map(seats::number),
        turn_gift: view.turn_gift.map(gift),
        context: view.context.map_or(0, Named::write),
        bids: view.bids.iter().map(write_bid).collect(),
        challengers: view.challengers.map(write_challengers),
        reprisals: view.reprisals.into(),
        excluded_gift: view.excluded.map(gift),
        received_gift: view.received.map(gift),
        duel: view.duel.as_ref().map(duel::write),
        chips: view.chips.iter().map(|chips| chips.get().into()).collect(),
        bank: view.bank.get(),
        pot: view.pot.get().into(),
        head_elf_seat: seats::number(view.head_elf),
        bag_seats: seats::numbers(view.bag),
        gifts: view.gifts.iter().map(parts::write_gift).collect(),
        pile: view.pile.iter().copied().map(gift).collect(),
        own: view.own.as_ref().map(parts::write_own),
        wishes: view.wishes.iter().map(parts::write_wishes).collect(),
        outcome: view.ending.as_ref().map(outcome::write),
    }
}

pub(super) fn read(view: &wire::View) -> Option<View> {
    let players = SeatCount::new(view.seats.try_into().ok()?)?;
    let seat = |number: u32| seats::read(number, players);
    let all = |numbers: &[u32]| seats::read_all::<SeatSet>(numbers, players);
    let gift = |number: u32| read_gift(number, players);
    let chips = view
        .chips
        .iter()
        .map(|amount| read_chips(*amount))
        .collect::<Option<_>>()?;
    Some(View {
        options: config::read_public(view.options.as_ref()?, players)?,
        phase: Phase::read(view.phase)?,
        awaited: all(&view.awaited_seats)?,
        submitted: all(&view.submitted_seats)?,
        part: Part::read(view.part)?,
        turn: view.turn.try_into().ok()?,
        current: whole(view.current_seat.map(seat))?,
        turn_gift: whole(view.turn_gift.map(gift))?,
        context: read_context(view.context)?,
        bids: view
            .bids
            .iter()
            .map(|bid| parts::read_bid(bid, players))
            .collect::<Option<_>>()?,
        challengers: whole(view.challengers.as_ref().map(|both| read_challengers(both, players)))?,
        reprisals: view.reprisals.try_into().ok()?,
        excluded: whole(view.excluded_gift.map(gift))?,
        received: whole(view.received_gift.map(gift))?,
        duel: whole(view.duel.as_ref().map(|duel| duel::read(duel, players)))?,
        chips: BySeat::from_vec(chips).filter(|chips| chips.seats() == players)?,
        bank: Bank::new(view.bank),
        pot: read_chips(view.pot)?,
        head_elf: seat(view.head_elf_seat)?,
        bag: all(&view.bag_seats)?,
        gifts: view
            .gifts
            .iter()
            .map(|gift| parts::read_gift_view(gift, players))
            .collect::<Option<_>>()?,
        pile: view
            .pile
            .iter()
            .map(|number| gift(*number))
            .collect::<Option<Vec<GiftId>>>()?,
        own: whole(view.own.as_ref().map(|own| parts::read_own(own, players)))?,
        wishes: view
            .wishes
            .iter()
            .map(|wishes| parts::read_wishes(wishes, players))
            .collect::<Option<_>>()?,
        ending: whole(view.outcome.as_ref().map(|outcome| outcome::read(outcome, players)))?,
    })
}

/// Unspecified means none; an unknown value is an error.
fn read_context(number: i32) -> Option<Option<Context>> {
    if number == 0 {
        Some(None)
    } else {
        Context::read(number).map(Some)
    }
}

pub(super) fn write_challengers(both: Challengers) -> wire::Challengers {
    wire::Challengers {
        first_seat: seats::number(both.first),
        second_seat: both.second.map(seats::number),
    }
}

fn read_challengers(both: &wire::Challengers, players: SeatCount) -> Option<Challengers> {
    let seat = |number: u32| -> Option<SeatIndex> { seats::read(number, players) };
    Some(Challengers {
        first: seat(both.first_seat)?,
        second: whole(both.second_seat.map(seat))?,
    })
}
