//! Step 9: the effects of skills when a seat wins them (sections 2.5 to 2.7).

use tinsel_engine::{SeatIndex, SeatSet};

use super::{auction, commit::Commit};
use crate::{
    components::{Garnets, SEAT_COUNT, Skill, Slot},
    event::{self, Event, PopCause},
    table::Table,
};

/// Applies the effects of the skills won this round, in slot order, without the nullified kind.
// GM-43, GM-84, GM-87, GM-R23
pub(super) fn on_winning(commit: &mut Commit<'_>) {
    for (slot, skill) in commit.round.auctions() {
        if let Some(winner) = commit.winners.at(slot)
            // GM-R63: in the round of Skill Nullify, too
            && commit.table.nullified != Some(skill)
        {
            take_effect(commit, skill, slot, winner);
        }
    }
}

/// Applies the effect of one skill; its winner's Secret Book raises the integers written in its text.
// GM-83, GM-R58
fn take_effect(commit: &mut Commit<'_>, skill: Skill, slot: Slot, winner: SeatIndex) {
    let only = SeatSet::only(winner);
    let mut earn = |seats: SeatSet, written: u32| {
        let each = commit.table.raised(winner, written);
        commit.earn(seats, each, skill);
    };
    match skill {
        Skill::GarnetPouch => earn(only, 10),
        Skill::GarnetChest => earn(only, 15),
        Skill::GarnetBank => earn(only, 20),
        Skill::GarnetVault => earn(only, 30),
        // GM-R47
        Skill::GarnetBonanza => earn(SEAT_COUNT.all(), 5),
        Skill::Supernova => earn(SEAT_COUNT.all().without(winner), 15),
        Skill::WhispersOfTheVortex => event::whispered(winner, commit.config, commit.events),
        Skill::DarkRitual => forfeit(commit, winner),
        Skill::Baller => commit.events.everyone(Event::CoolBaller { seat: winner }),
        Skill::Treachery => betray(commit, winner),
        Skill::Morphogenetics => morph(commit, slot, winner),
        Skill::GarnetReplenish
        | Skill::GarnetThief
        | Skill::MaxBidUp
        | Skill::MaxBidDown
        | Skill::SecretBook
        | Skill::RightArm
        | Skill::GodDefyingWill
        | Skill::EyesOnThePrize
        | Skill::LeftArm
        | Skill::CorrosiveGreed
        | Skill::SkillNullify
        | Skill::PhantomThieves
        | Skill::EvenSteven
        | Skill::OverwhelmingSadness
        | Skill::SkillThief
        | Skill::RightLeg
        | Skill::LeftLeg
        | Skill::Desecration
        | Skill::Exodia
        | Skill::GrunkoPop => {}
    }
}

// GM-68, GM-R41
fn forfeit(commit: &mut Commit<'_>, winner: SeatIndex) {
    *commit.table.garnets.at_mut(winner) = Garnets::ZERO;
    commit.events.everyone(Event::GarnetsForfeited { seat: winner });
}

// GM-72, GM-R48
fn betray(commit: &mut Commit<'_>, winner: SeatIndex) {
    let count = u8::try_from(commit.table.raised(winner, 1).get()).unwrap_or(u8::MAX);
    let target = commit.submissions.at(winner).treachery_target;
    for seat in [Some(winner), target].into_iter().flatten() {
        commit.give_grunko_pops(seat, count, PopCause::Treachery);
    }
}

// GM-74, GM-R49
fn morph(commit: &mut Commit<'_>, slot: Slot, winner: SeatIndex) {
    let paid = commit.submissions.at(winner).price(slot).unwrap_or_default();
    let bids: Vec<SeatIndex> = auction::bids_on(commit.submissions, slot)
        .map(|(seat, _)| seat)
        .collect();
    for gainer in bids.into_iter().filter(|seat| *seat != winner) {
        commit.give(gainer, paid);
        event::morphed(gainer, paid, commit.events);
    }
}

/// The gain of `seat` from a failed bid on Morphogenetics; `None` without such a bid, or if no gain applies.
// GM-74, GM-R44
pub(crate) fn morphogenetics_gain(table: &Table, seat: SeatIndex) -> Option<Garnets> {
    let winner = table.effective_winner_of(Skill::Morphogenetics)?;
    let (slot, past) = table.auction_of(Skill::Morphogenetics)?;
    let mut failed = auction::bids_on(&past.submissions, slot).filter(|(bidder, _)| *bidder != winner);
    failed.find(|(bidder, _)| *bidder == seat)?;
    past.submissions.at(winner).price(slot)
}
