//! Small changes of submissions. The replay of the match validates them.

use tinsel_engine::{BySeat, Chance, GameEngine, SeatIndex};

use super::any_submission;
use crate::{
    components::{BySlot, Garnets, Round, SEAT_COUNT, Skill, Slot},
    limits::Limits,
    rules,
    state::GrunkleMatch,
    submission::{Made, SkillTheft, Submission, ZeroBid},
};

/// An auction that was won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Win {
    /// The index of its round.
    pub(super) round: usize,
    pub(super) slot: Slot,
}

/// Makes `seat` pay more for one of its wins and equally less for another, so that its final garnets stay the same.
/// Returns the index of the first changed round; `None` if there are no two such wins.
pub(super) fn shift(
    rounds: &mut [BySeat<Submission>],
    seat: SeatIndex,
    wins: &[Win],
    chance: &mut dyn Chance,
) -> Option<usize> {
    let more = *chance.pick("worlds: dearer", wins)?;
    let less = *chance.pick("worlds: cheaper", wins)?;
    if more == less {
        return None;
    }
    let by = Garnets::new(chance.number("redeal", 2).saturating_add(1));
    for (win, dearer) in [(more, true), (less, false)] {
        let submission = rounds.get_mut(win.round)?.at_mut(seat);
        let bid = submission.bids.at(win.slot)?;
        let changed = if dearer { bid.plus(by) } else { bid.less(by) };
        submission.bids.put(win.slot, changed);
        submission.by_default = false;
    }
    Some(more.round.min(less.round))
}

/// Whether a submission names something, makes the zero bid, or could make it.
pub(super) fn is_rich(opened: &GrunkleMatch, seat: SeatIndex, submission: &Submission) -> bool {
    submission.nullify_name.is_some()
        || submission.treachery_target.is_some()
        || submission.phantom_target.is_some()
        || submission.garnet_thief_target.is_some()
        || submission.skill_thief.is_some()
        || rules::zero_bid(&opened.table, seat).is_ok()
}

/// The part to change.
#[derive(Clone, Copy)]
enum Edit {
    Amount,
    Auctions,
    Targets,
    ZeroBid,
    Everything,
}

/// Each with the frequency of its entries: small changes are more often legal, and have fewer consequences.
const EDITS: [Edit; 9] = [
    Edit::Amount,
    Edit::Amount,
    Edit::Amount,
    Edit::Auctions,
    Edit::Auctions,
    Edit::Targets,
    Edit::Targets,
    Edit::ZeroBid,
    Edit::Everything,
];

/// The submission with one change.
pub(super) fn edited(
    submission: &Submission,
    opened: &GrunkleMatch,
    seat: SeatIndex,
    chance: &mut dyn Chance,
) -> Submission {
    let mut edited = Submission {
        by_default: false,
        ..*submission
    };
    let any = chance.pick("worlds: edit", &EDITS).copied();
    let any = any.filter(|_| !is_rich(opened, seat, submission) || !chance.once_in("redeal", 2));
    match any.unwrap_or(Edit::Targets) {
        Edit::Amount => other_amount(&mut edited, chance),
        Edit::Auctions => other_auctions(&mut edited, opened.round(), chance),
        Edit::Targets => other_targets(&mut edited, opened, seat, chance),
        Edit::ZeroBid => other_zero_bid(&mut edited, opened, seat, chance),
        Edit::Everything => return any_submission(opened, seat, chance).unwrap_or(*submission),
    }
    complete(&mut edited, opened.round(), seat, chance);
    let default = default_of(opened, seat);
    match default {
        Some(default) if alike(&default, &edited) && chance.once_in("redeal", 2) => default,
        Some(_) | None => edited,
    }
}

fn default_of(opened: &GrunkleMatch, seat: SeatIndex) -> Option<Submission> {
    match opened.absent(seat).ok()?.made {
        Made::Submitted(default) => Some(default),
        Made::Voted(_) => None,
    }
}

/// Whether both are equal except for the default mark.
fn alike(default: &Submission, submission: &Submission) -> bool {
    let unmarked = Submission {
        by_default: false,
        ..*default
    };
    unmarked == *submission
}

/// Makes one of the bids slightly higher or lower.
fn other_amount(submission: &mut Submission, chance: &mut dyn Chance) {
    let bids: Vec<(Slot, Garnets)> = submission.bids.iter().collect();
    let Some((slot, amount)) = chance.pick("worlds: bid", &bids).copied() else {
        return;
    };
    let by = Garnets::new(chance.number("redeal", 3).saturating_add(1));
    let changed = if chance.once_in("redeal", 2) {
        amount.plus(by)
    } else {
        amount.less(by)
    };
    submission.bids.put(slot, changed);
}

/// Bids on one more skill, or on one less.
fn other_auctions(submission: &mut Submission, round: Round, chance: &mut dyn Chance) {
    let slots: Vec<Slot> = round.auctions().map(|(slot, _)| slot).collect();
    let Some(slot) = chance.pick("worlds: slot", &slots).copied() else {
        return;
    };
    if submission.price(slot).is_none() {
        let amount = chance.number("redeal", 10).saturating_add(1);
        submission.bids.put(slot, Garnets::new(amount));
    } else {
        submission.bids = without(&submission.bids, slot);
    }
}

fn without(bids: &BySlot<Option<Garnets>>, slot: Slot) -> BySlot<Option<Garnets>> {
    let mut rest = BySlot::default();
    for (other, amount) in bids.iter().filter(|(other, _)| *other != slot) {
        rest.put(other, amount);
    }
    rest
}

/// Replaces every name and target.
fn other_targets(submission: &mut Submission, opened: &GrunkleMatch, seat: SeatIndex, chance: &mut dyn Chance) {
    submission.nullify_name = submission.nullify_name.and_then(|_| any_name(chance));
    submission.treachery_target = submission.treachery_target.and_then(|_| any_other(seat, chance));
    submission.garnet_thief_target = submission.garnet_thief_target.and_then(|_| any_other(seat, chance));
    submission.phantom_target = submission.phantom_target.and_then(|_| any_seat(chance));
    if let Some(theft) = &mut submission.skill_thief {
        *theft = other_theft(opened, seat, chance).unwrap_or(*theft);
    }
}

/// Half of the time it steals a skill that the holder may use up in the same round, so that a failed theft fails
/// differently.
fn other_theft(opened: &GrunkleMatch, seat: SeatIndex, chance: &mut dyn Chance) -> Option<SkillTheft> {
    let target = any_other(seat, chance)?;
    let fleeting = chance.once_in("redeal", 2);
    let theft = |skill: &Skill| !fleeting || [Skill::GarnetThief, Skill::GrunkoPop].contains(skill);
    let kinds: Vec<Skill> = opened.table.skills.at(target).kinds().filter(theft).collect();
    let skill = chance.pick("worlds: theft", &kinds).copied()?;
    Some(SkillTheft { target, skill })
}

/// Turns a bid into a zero bid, or a zero bid into a bid.
fn other_zero_bid(submission: &mut Submission, opened: &GrunkleMatch, seat: SeatIndex, chance: &mut dyn Chance) {
    if let Some(ZeroBid { slot, .. }) = submission.zero_bid.take() {
        let limits = Limits::of(&opened.table, opened.round(), seat);
        let most = limits.max_bid.min(limits.budget(submission.discards));
        let amount = chance.number("redeal", most.get()).saturating_add(1);
        submission.bids.put(slot, Garnets::new(amount));
    } else if let Ok(cost) = rules::zero_bid(&opened.table, seat) {
        let bids: Vec<(Slot, Garnets)> = submission.bids.iter().collect();
        if let Some((slot, _)) = chance.pick("worlds: zero bid", &bids).copied() {
            submission.bids = without(&submission.bids, slot);
            submission.zero_bid = Some(ZeroBid { slot, cost });
        }
    }
}

/// Adds the name or target that a bid needs, and removes the others.
fn complete(submission: &mut Submission, round: Round, seat: SeatIndex, chance: &mut dyn Chance) {
    let bids_on = |skill| {
        let slot = round.slot_of(skill);
        slot.is_some_and(|slot| submission.price(slot).is_some())
    };
    let (nullifies, betrays) = (bids_on(Skill::SkillNullify), bids_on(Skill::Treachery));
    let name = submission.nullify_name.or_else(|| any_name(chance));
    submission.nullify_name = name.filter(|_| nullifies);
    let target = submission.treachery_target.or_else(|| any_other(seat, chance));
    submission.treachery_target = target.filter(|_| betrays);
}

fn any_name(chance: &mut dyn Chance) -> Option<Skill> {
    let names: Vec<Skill> = Skill::auctioned().collect();
    chance.pick("worlds: name", &names).copied()
}

fn any_seat(chance: &mut dyn Chance) -> Option<SeatIndex> {
    let seats: Vec<SeatIndex> = SEAT_COUNT.iter().collect();
    chance.pick("worlds: target", &seats).copied()
}

fn any_other(seat: SeatIndex, chance: &mut dyn Chance) -> Option<SeatIndex> {
    let others: Vec<SeatIndex> = SEAT_COUNT.iter().filter(|other| *other != seat).collect();
    chance.pick("worlds: target", &others).copied()
}
