//! The settlement of a duel, in the order of JB-34, and `DISCARD_CHOICE`.

use tinsel_engine::{SeatIndex, never};

use super::commit::{Commit, Next};
use crate::{
    components::{Chips, DuelKind, GiftId, Purse, Reason, Side, Spot},
    event::Event,
    state::{Duel, Stage},
};

/// The smallest pot that pays the Santa Tax.
// JB-21
const TAXED_FROM: Chips = Chips::new(3);

/// Settles a duel, step by step.
// JB-34
pub(super) fn settle(commit: &mut Commit<'_>, duel: Duel, side: Side) -> Next {
    let kind = duel.kind;
    let (winner, loser) = (duel.seat(side), duel.seat(side.other()));
    // (1) The winner is public; a tie-break stops here. JB-44, JB-R19
    commit.everyone(Event::DuelEnded { kind, winner, loser });
    let Some(gift) = duel.gift else {
        return Next::TieBroken { winner, loser };
    };
    // (2) Santa Tax, the pot, the toll.
    take_pot(commit, winner);
    if kind == DuelKind::ChosenDefender && side == Side::Defender {
        pay_toll(commit, loser, winner);
    }
    // (3) The level of the contested gift rises, with either winner. JB-11, JB-12, JB-R20
    let naughty = commit.game.table.naughty(gift).raised();
    commit.game.table.naughty.put(gift, Some(naughty));
    commit.everyone(Event::NaughtyRaised { gift, naughty });
    // (4) Dividend to the loser.
    // JB-22, JB-R33
    if kind.pays_dividend(commit.game.turn.part) {
        commit.pay(Purse::Bank, Purse::Seat(loser), Chips::ONE, Reason::Dividend);
    }
    // (5) Gifts move, the contested one first, and the bag with them.
    // JB-14
    let bag = commit.game.bag();
    let received = hand_over(commit, &duel, gift, side);
    commit.tell_bag(bag);
    // (6) A loser with two gifts discards one, and (7) becomes Head Elf; see `discarded`.
    if let Some(received) = received {
        commit.game.stage = Stage::Discard { duel, loser, received };
        return Next::Decision;
    }
    // (8) Reprisal, or the turn ends.
    let contested = gift;
    Next::Settled { kind, loser, contested }
}

/// The winner takes the pot, less the Santa Tax.
// JB-21, JB-R29, JB-R30
fn take_pot(commit: &mut Commit<'_>, winner: SeatIndex) {
    if commit.game.table.pot >= TAXED_FROM {
        commit.pay(Purse::Pot, Purse::Bank, Chips::ONE, Reason::SantaTax);
    }
    let rest = commit.game.table.pot;
    commit.pay(Purse::Pot, Purse::Seat(winner), rest, Reason::Pot);
}

/// The Active player pays the winning Defender, if it can.
// JB-74, JB-R49
fn pay_toll(commit: &mut Commit<'_>, active: SeatIndex, defender: SeatIndex) {
    let toll = Chips::ONE.min(*commit.game.table.chips.at(active));
    commit.pay(Purse::Seat(active), Purse::Seat(defender), toll, Reason::Toll);
}

/// Moves the gifts. Returns the second gift of the loser, if it received one.
// JB-13: no seat can decline a gift
fn hand_over(commit: &mut Commit<'_>, duel: &Duel, gift: GiftId, side: Side) -> Option<GiftId> {
    let (winner, loser) = (duel.seat(side), duel.seat(side.other()));
    match (duel.kind, side) {
        // JB-62, JB-R43: a seat that was named to defend a Misfit does not take it
        (DuelKind::Reprisal, Side::Defender) => None,
        // JB-77: after a win of a bidder without a gift, the Active player has nothing
        (DuelKind::Standard | DuelKind::Yield | DuelKind::Gambit | DuelKind::Reprisal | DuelKind::LastClaim, _)
        | (DuelKind::Auction, Side::Challenger) => swap(commit, gift, winner, loser),
        // JB-69
        (DuelKind::Steal, Side::Challenger) => {
            commit.move_gift(gift, Spot::Seat(loser), Spot::Seat(winner));
            take_target(commit, loser);
            None
        }
        // JB-70; JB-73, JB-74: the Active player cannot refuse the Misfit; JB-76
        (DuelKind::Steal | DuelKind::Auction, Side::Defender) | (DuelKind::ChosenDefender, _) => {
            let active = commit.game.turn.seat;
            take_target(commit, active);
            None
        }
        (DuelKind::TieBreak, _) => {
            never!("JB-44: a tie-break is about no gift");
            None
        }
    }
}

/// The winner takes the contested gift, and its own old gift goes to the loser.
// JB-50, JB-55, JB-R35, JB-R36, JB-R37
fn swap(commit: &mut Commit<'_>, gift: GiftId, winner: SeatIndex, loser: SeatIndex) -> Option<GiftId> {
    let hand = commit.game.table.hands.at_mut(winner);
    if *hand == Some(gift) {
        return None;
    }
    let old = hand.take();
    let from = commit.game.table.spot(gift);
    commit.move_gift(gift, from, Spot::Seat(winner));
    let (old, from, to) = (old?, Spot::Seat(winner), Spot::Seat(loser));
    if commit.game.table.hands.at(loser).is_none() {
        commit.move_gift(old, from, to);
        return None;
    }
    // JB-51, JB-R34: the stage stores the second gift until the loser discards one
    commit.everyone(Event::GiftMoved { gift: old, from, to });
    Some(old)
}

/// Moves the Target Misfit to a seat.
fn take_target(commit: &mut Commit<'_>, seat: SeatIndex) {
    if let Some(target) = commit.game.table.contested {
        commit.move_gift(target, Spot::Table, Spot::Seat(seat));
    }
}

/// The loser moves one of its two gifts to the back of the pile, and becomes Head Elf.
// JB-51, JB-52, JB-R13
pub(super) fn discarded(commit: &mut Commit<'_>, gift: GiftId) -> Next {
    let Stage::Discard { duel, loser, received } = &commit.game.stage else {
        never!("JB-51: a seat that discards has two gifts");
        return Next::Decision;
    };
    let (kind, contested, loser, received) = (duel.kind, duel.gift, *loser, *received);
    commit.move_gift(gift, Spot::Seat(loser), Spot::Pile);
    let held = commit.game.table.hands.at_mut(loser);
    *held = held.or(Some(received));
    // JB-R14: nothing else changes the title
    if commit.game.table.head_elf != loser {
        commit.game.table.head_elf = loser;
        commit.everyone(Event::HeadElfChanged { seat: loser });
    }
    let contested = contested.unwrap_or(gift);
    Next::Settled { kind, loser, contested }
}
