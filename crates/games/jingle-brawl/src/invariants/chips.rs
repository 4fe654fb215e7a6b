//! Invariants about chips, the pot and the Bank.

use std::collections::BTreeMap;

use tinsel_engine::{BySeat, SeatIndex};
use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold};
use crate::{
    components::{Chips, DuelKind, Part, Purse, Reason},
    event::Event,
    state::JingleBrawl,
};

/// JB-I1: no purse and no pot is ever below 0, and the events of moved chips add up to the state.
pub fn chips_are_never_below_0(change: Change<'_, JingleBrawl>) -> Verdict {
    let mut purses = purses(change.before, change.after);
    for event in change.public_events() {
        if let Event::ChipsMoved { from, to, amount, .. } = event {
            hold(!amount.is_none(), || "an event moves no chips".to_owned())?;
            for (purse, sign) in [(from, -1), (to, 1)] {
                let entry = purses.entry(key(*purse)).or_default();
                *entry = entry.saturating_add(sign * i64::from(amount.get()));
                let bank = *purse == Purse::Bank;
                hold(bank || *entry >= 0, || format!("{purse:?} has {entry}"))?;
            }
        }
    }
    equal(
        "what the chips come to",
        &purses,
        &self::purses(Some(change.after), change.after),
    )
}

fn key(purse: Purse) -> u16 {
    match purse {
        Purse::Seat(seat) => u16::from(seat.get()),
        Purse::Bank => 256,
        Purse::Pot => 257,
    }
}

/// The chips of all purses; without a state, the starting chips.
fn purses(game: Option<&JingleBrawl>, any: &JingleBrawl) -> BTreeMap<u16, i64> {
    let started = || BySeat::from_fn(any.config.players, |_| any.config.starting_chips);
    let chips = game.map_or_else(started, |game| game.table.chips.clone());
    let seats = chips
        .enumerate()
        .map(|(seat, chips)| (u16::from(seat.get()), i64::from(chips.get())));
    let bank = game.map_or(0, |game| i64::from(game.table.bank.get()));
    let pot = game.map_or(0, |game| i64::from(game.table.pot.get()));
    seats.chain([(256, bank), (257, pot)]).collect()
}

/// JB-I2: chips, pot and Bank add up to the starting chips of all seats.
pub fn chips_are_conserved(game: &JingleBrawl) -> Verdict {
    let seats: i64 = game.table.chips.iter().map(|chips| i64::from(chips.get())).sum();
    let sum = seats + i64::from(game.table.pot.get()) + i64::from(game.table.bank.get());
    let started = i64::from(game.config.players.get()) * i64::from(game.config.starting_chips.get());
    equal("chips in all", &sum, &started)
}

/// JB-I11: the pot is empty except during a duel that bids were paid for.
pub fn the_pot_is_there_while_bids_are_fought_over(game: &JingleBrawl) -> Verdict {
    // The pot is settled before a discard.
    let fought = game.duel().filter(|_| game.received().is_none());
    let bid = |seat: SeatIndex| {
        let bids = game.turn.bids.as_ref();
        bids.map_or(0, |bids| bids.at(seat).get())
    };
    let staked = match fought.map(|duel| (duel.kind, duel)) {
        Some((DuelKind::Standard | DuelKind::Auction | DuelKind::LastClaim, duel)) => bid(duel.challenger),
        Some((DuelKind::Yield, duel)) => bid(duel.challenger) / 2 + bid(duel.defender) / 2,
        Some((
            DuelKind::TieBreak | DuelKind::Gambit | DuelKind::Reprisal | DuelKind::Steal | DuelKind::ChosenDefender,
            _,
        ))
        | None => 0,
    };
    equal("the pot", &game.table.pot, &Chips::new(staked))
}

/// JB-I12: in the Lottery the Bank's value never falls, the pile never grows, and the Head Elf stays.
pub fn the_lottery_gives_nothing_away(change: Change<'_, JingleBrawl>) -> Verdict {
    let Some(before) = change.before.filter(|before| before.turn.part == Part::Lottery) else {
        return Ok(());
    };
    let (one, two) = (&before.table, &change.after.table);
    hold(two.bank >= one.bank, || {
        format!("the Bank paid: {} and then {}", one.bank, two.bank)
    })?;
    hold(two.pile.len() <= one.pile.len(), || "the pile has grown".to_owned())?;
    equal("the Head Elf", &two.head_elf, &one.head_elf)
}

/// JB-I20: seats pay for their own bids and challenges, and for the toll of their own auction; defending costs nothing.
pub fn only_aggressors_pay(change: Change<'_, JingleBrawl>) -> Verdict {
    let mut turn = change.before.map(|before| before.turn.clone());
    let mut challengers = turn
        .as_ref()
        .and_then(|turn| turn.challengers)
        .map(|both| (both.first, both.second));
    let mut paid: Vec<(SeatIndex, Reason)> = Vec::new();
    let mut ended = None;
    for event in change.public_events() {
        match event {
            Event::NameDrawn {
                part,
                turn: number,
                seat,
            } => turn = Some(crate::state::Turn::new(*part, *number, *seat)),
            Event::ChallengersNamed { first, second } => challengers = Some((*first, *second)),
            Event::ChipsMoved {
                from: Purse::Seat(seat),
                to,
                reason,
                ..
            } => {
                let current = turn.as_ref().map(|turn| turn.seat);
                let allowed = match reason {
                    Reason::Bid => challengers.is_some_and(|(first, _)| first == *seat),
                    Reason::HalfBid => {
                        challengers.is_some_and(|(first, second)| first == *seat || second == Some(*seat))
                    }
                    Reason::Toll => current == Some(*seat) && ended == Some((DuelKind::ChosenDefender, *to)),
                    Reason::MinimumCost => *to == Purse::Bank,
                    Reason::SantaTax | Reason::Pot | Reason::Dividend => false,
                };
                hold(allowed, || format!("{seat} pays for {reason:?}"))?;
                paid.push((*seat, *reason));
            }
            Event::DuelEnded { kind, winner, .. } => ended = Some((*kind, Purse::Seat(*winner))),
            Event::DuelStarted {
                challenger,
                defender,
                kind,
                ..
            } => {
                for (seat, reason) in paid.drain(..).filter(|(_, reason)| *reason != Reason::Toll) {
                    let pays = seat == *challenger || (*kind == DuelKind::Yield && seat == *defender);
                    hold(pays, || {
                        format!("{seat} pays for {reason:?} in a duel of {challenger} and {defender}")
                    })?;
                }
            }
            _ => {}
        }
    }
    let owed: Vec<_> = paid.iter().filter(|(_, reason)| *reason != Reason::Toll).collect();
    hold(owed.is_empty(), || format!("{owed:?} is paid for no duel"))
}
