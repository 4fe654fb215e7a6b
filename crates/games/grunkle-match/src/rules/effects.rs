//! Step 9: what skills do when they are won (sections 2.5 to 2.7).

use tinsel_engine::{SeatIndex, SeatSet};

use super::{auction, resolution::Resolution};
use crate::{
    components::{Garnets, SEAT_COUNT, Skill, Slot},
    event::{self, Event, PopCause},
    state::Table,
};

/// Lets the skills won this round take effect, in slot order, without the nullified kind.
// GM-43, GM-84, GM-87
pub(super) fn on_winning(steps: &mut Resolution<'_>) {
    for (slot, skill) in steps.round.auctions() {
        if let Some(winner) = steps.winners.at(slot)
            && steps.table.nullified != Some(skill)
        {
            take_effect(steps, skill, slot, winner);
        }
    }
}

/// One skill takes effect; the integers written in its text are raised by its winner's Secret Book.
// GM-81, GM-83
fn take_effect(steps: &mut Resolution<'_>, skill: Skill, slot: Slot, winner: SeatIndex) {
    let book = steps.table.book(winner);
    let raised = |written: u32| Garnets::new(written.saturating_add(book));
    let only = SeatSet::only(winner);
    match skill {
        Skill::GarnetPouch => steps.earn(only, raised(10), skill),
        Skill::GarnetChest => steps.earn(only, raised(15), skill),
        Skill::GarnetBank => steps.earn(only, raised(20), skill),
        Skill::GarnetVault => steps.earn(only, raised(30), skill),
        // GM-R47
        Skill::GarnetBonanza => steps.earn(SEAT_COUNT.all(), raised(5), skill),
        Skill::Supernova => steps.earn(SEAT_COUNT.all().without(winner), raised(15), skill),
        Skill::WhispersOfTheVortex => event::whispered(winner, steps.config, steps.events),
        Skill::DarkRitual => forfeit(steps, winner),
        Skill::Baller => steps.events.everyone(Event::CoolBaller { seat: winner }),
        Skill::Treachery => betray(steps, winner, raised(1)),
        Skill::Morphogenetics => morph(steps, slot, winner),
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
fn forfeit(steps: &mut Resolution<'_>, winner: SeatIndex) {
    *steps.table.garnets.at_mut(winner) = Garnets::ZERO;
    steps.events.everyone(Event::GarnetsForfeited { seat: winner });
}

// GM-72, GM-R48
fn betray(steps: &mut Resolution<'_>, winner: SeatIndex, pops: Garnets) {
    let count = u8::try_from(pops.get()).unwrap_or(u8::MAX);
    let target = steps.submissions.at(winner).treachery_target;
    for seat in [Some(winner), target].into_iter().flatten() {
        steps.give_grunko_pops(seat, count, PopCause::Treachery);
    }
}

// GM-74, GM-R49
fn morph(steps: &mut Resolution<'_>, slot: Slot, winner: SeatIndex) {
    let paid = steps.submissions.at(winner).price(slot).unwrap_or_default();
    let bids: Vec<SeatIndex> = auction::bids_on(steps.submissions, slot)
        .map(|(seat, _)| seat)
        .collect();
    for gainer in bids.into_iter().filter(|seat| *seat != winner) {
        steps.give(gainer, paid);
        event::morphed(gainer, paid, steps.events);
    }
}

/// What a failed bid of `seat` on Morphogenetics gained; `None` if it made none, or nothing was gained.
// GM-74, GM-R44
pub(crate) fn morphogenetics_gain(table: &Table, seat: SeatIndex) -> Option<Garnets> {
    let skill = Skill::Morphogenetics;
    let winner = table.effective_winner_of(skill)?;
    let (round, past) = table.past_rounds().find(|(round, _)| round.slot_of(skill).is_some())?;
    let slot = round.slot_of(skill)?;
    let mut failed = auction::bids_on(&past.submissions, slot).filter(|(bidder, _)| *bidder != winner);
    failed.find(|(bidder, _)| *bidder == seat)?;
    past.submissions.at(winner).price(slot)
}
