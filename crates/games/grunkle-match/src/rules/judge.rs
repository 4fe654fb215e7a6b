//! The checks of submissions and votes, in the order of the specification, section 6.

use tinsel_engine::SeatIndex;

use crate::{
    absent::default_of,
    action::{Action, Bid, Named, RequestedTheft, SubmitRound},
    components::{BySlot, Garnets, Phase, Round, SEAT_COUNT, Skill, Slot},
    limits::Limits,
    reject::{Field, Rejected, Wanted},
    score,
    state::{GrunkleMatch, Stage},
    submission::{Ballot, Made, SkillTheft, Submission, ZeroBid},
    table::Table,
    verdict::Ballots,
};

/// The cost of a zero bid without Secret Book.
// GM-22
const ZERO_BID: u32 = 0;

/// Refuses if the match is over or does not have this seat.
// GM-1, GM-R84
fn seated_in_play(game: &GrunkleMatch, seat: SeatIndex) -> Result<(), Rejected> {
    match game.phase() {
        Phase::Ended => Err(Rejected::MatchOver),
        Phase::Bidding | Phase::TieBreak if SEAT_COUNT.has(seat) => Ok(()),
        Phase::Bidding | Phase::TieBreak => Err(Rejected::NoDecisionOwed { phase: None }),
    }
}

/// The default of an inactive seat (section 9).
pub(super) fn by_default(game: &GrunkleMatch, seat: SeatIndex) -> Result<Made, Rejected> {
    seated_in_play(game, seat)?;
    let phase = Some(game.phase());
    let default = default_of(game, seat).filter(|_| game.owing().contains(seat));
    default.ok_or(Rejected::NoDecisionOwed { phase })
}

/// The validated action of a seat.
pub(super) fn judged(game: &GrunkleMatch, seat: SeatIndex, action: &Action) -> Result<Made, Rejected> {
    seated_in_play(game, seat)?;
    match action {
        Action::SubmitRound(sheet) => {
            let Stage::Bidding { round, sealed } = &game.stage else {
                let wanted = Wanted::Submission;
                return Err(Rejected::WrongPhase { wanted });
            };
            // GM-8, GM-R5
            if sealed.at(seat).is_some() {
                return Err(Rejected::AlreadySubmitted);
            }
            submission(&game.table, *round, seat, sheet).map(Made::Submitted)
        }
        Action::VoteElimination { seat: candidate } => {
            let Stage::TieBreak { ballots } = &game.stage else {
                let wanted = Wanted::Vote;
                return Err(Rejected::WrongPhase { wanted });
            };
            vote(&game.table, ballots, seat, *candidate).map(Made::Voted)
        }
    }
}

/// Validates a vote by the checks of the specification, section 6.2.
// GM-97, GM-R78
fn vote(table: &Table, ballots: &Ballots, seat: SeatIndex, candidate: Option<SeatIndex>) -> Result<Ballot, Rejected> {
    let scoring = score::scoring(table);
    if !scoring.winners.contains(seat) {
        return Err(Rejected::NotYourDecision);
    }
    if ballots.at(seat).is_some() {
        return Err(Rejected::AlreadyVoted);
    }
    let tied = candidate.filter(|candidate| scoring.candidates.contains(*candidate));
    tied.map(Ballot::For).ok_or(Rejected::NotACandidate)
}

/// Checks 4 to 33: the validated submission of a sheet.
fn submission(table: &Table, round: Round, seat: SeatIndex, sheet: &SubmitRound) -> Result<Submission, Rejected> {
    let bids = ordinary_bids(round, &sheet.bids)?;
    let zero_bid = match sheet.dark_ritual_skill {
        Some(named) => Some(zero_bid_on(table, round, seat, (named, &bids))?),
        // GM-R40
        None => None,
    };
    if sheet.discard_grunko_pop {
        discard(table, seat)?;
    }
    let submission = Submission {
        bids,
        zero_bid,
        discards: sheet.discard_grunko_pop,
        ..Submission::default()
    };
    checked_bids(table, round, seat, &submission)?;
    let bids_on = |skill| {
        round
            .slot_of(skill)
            .is_some_and(|slot| submission.price(slot).is_some())
    };
    Ok(Submission {
        nullify_name: nullify_name(sheet.nullify_name, bids_on(Skill::SkillNullify))?,
        treachery_target: treachery_target(seat, sheet.treachery_target, bids_on(Skill::Treachery))?,
        phantom_target: phantom_target(table, seat, sheet.phantom_target)?,
        garnet_thief_target: garnet_thief_target(table, seat, sheet.garnet_thief_target)?,
        skill_thief: skill_thief(table, seat, sheet.skill_thief)?,
        ..submission
    })
}

/// Checks 4 to 6.
// GM-9, GM-R6
fn ordinary_bids(round: Round, bids: &[Bid]) -> Result<BySlot<Option<Garnets>>, Rejected> {
    let slots = bids.iter().enumerate().map(|(index, bid)| {
        let slot = bid.skill.and_then(|skill| round.slot_of(skill));
        let field = Field::Bid(index);
        slot.ok_or(Rejected::SkillNotOnAuction { field })
    });
    let slots: Vec<Slot> = slots.collect::<Result<_, _>>()?;
    let mut by_slot = BySlot::default();
    for (index, (slot, bid)) in slots.into_iter().zip(bids).enumerate() {
        if by_slot.at(slot).is_some() {
            let field = Field::Bid(index);
            return Err(Rejected::DuplicateBid { field });
        }
        by_slot.put(slot, Garnets::new(bid.amount));
    }
    match bids.iter().position(|bid| bid.amount < 1) {
        Some(bid) => Err(Rejected::BidNotPositive { bid }),
        None => Ok(by_slot),
    }
}

/// Checks 7 to 11.
fn zero_bid_on(
    table: &Table,
    round: Round,
    seat: SeatIndex,
    (named, bids): (Named, &BySlot<Option<Garnets>>),
) -> Result<ZeroBid, Rejected> {
    let cost = zero_bid(table, seat)?;
    let slot = named.skill().and_then(|skill| round.slot_of(skill));
    let field = Field::DarkRitualSkill;
    let slot = slot.ok_or(Rejected::SkillNotOnAuction { field })?;
    if bids.at(slot).is_some() {
        return Err(Rejected::DuplicateBid { field });
    }
    Ok(ZeroBid { slot, cost })
}

/// Checks 7 to 9: the cost of a zero bid of `seat`.
// GM-22, GM-R56
pub(crate) fn zero_bid(table: &Table, seat: SeatIndex) -> Result<Garnets, Rejected> {
    usable(table, seat, Skill::DarkRitual, Field::DarkRitualSkill)?;
    if table.has_spent_zero_bid(seat) {
        return Err(Rejected::DarkRitualSpent);
    }
    Ok(table.raised(seat, ZERO_BID))
}

/// Checks 12 and 13.
// GM-21, GM-R34
pub(crate) fn discard(table: &Table, seat: SeatIndex) -> Result<(), Rejected> {
    usable(table, seat, Skill::GodDefyingWill, Field::DiscardGrunkoPop)?;
    if table.skills.at(seat).has(Skill::GrunkoPop) {
        Ok(())
    } else {
        Err(Rejected::NoGrunkoPop)
    }
}

/// Checks 14 to 20.
fn checked_bids(table: &Table, round: Round, seat: SeatIndex, submission: &Submission) -> Result<(), Rejected> {
    let limits = Limits::of(table, round, seat);
    let bids: Vec<Garnets> = round
        .auctions()
        .filter_map(|(slot, _)| submission.price(slot))
        .collect();
    within(&limits, &bids, submission.discards)?;
    // GM-17, GM-18, GM-R7, GM-R10, GM-R37
    if bids.is_empty() && limits.is_able(submission.discards) {
        return Err(Rejected::MustBid);
    }
    Ok(())
}

/// Checks 14 to 19: the bids of a submission together, a zero bid at its cost.
pub(crate) fn within(limits: &Limits, bids: &[Garnets], discards: bool) -> Result<(), Rejected> {
    // GM-16, GM-R36
    if limits.barred && !bids.is_empty() {
        return Err(Rejected::CannotBidThisRound);
    }
    // GM-15, GM-R33
    let most = limits.skills_max;
    if bids.len() > usize::from(most) {
        return Err(Rejected::TooManySkills { most });
    }
    // GM-11
    let max_bid = limits.max_bid;
    if bids.iter().any(|bid| *bid > max_bid) {
        return Err(Rejected::BidOverMax { max_bid });
    }
    // GM-14, GM-R32
    if bids.iter().any(|bid| !bid.is_multiple_of(limits.unit)) {
        return Err(Rejected::BidNotEven);
    }
    // GM-12, GM-R8
    let sum: Garnets = bids.iter().copied().sum();
    let available = limits.available(discards);
    if sum > available {
        return Err(Rejected::OverBudget { available });
    }
    // GM-13
    let budget = limits.budget(discards);
    if sum > Garnets::ZERO && sum > budget {
        return Err(Rejected::BelowFloor { budget });
    }
    Ok(())
}

/// Checks 21 to 23.
// GM-19, GM-R60
fn nullify_name(name: Option<Named>, bids_on_it: bool) -> Result<Option<Skill>, Rejected> {
    let Some(name) = name else {
        return if bids_on_it {
            Err(Rejected::NullifyNameRequired)
        } else {
            Ok(None)
        };
    };
    let auctioned = name.skill().filter(|skill| *skill != Skill::GrunkoPop);
    let name = auctioned.ok_or(Rejected::NullifyNameInvalid)?;
    if bids_on_it {
        Ok(Some(name))
    } else {
        Err(Rejected::NullifyNameNotAllowed)
    }
}

/// Checks 24 to 27.
// GM-20, GM-R48, GM-R65
fn treachery_target(
    seat: SeatIndex,
    target: Option<SeatIndex>,
    bids_on_it: bool,
) -> Result<Option<SeatIndex>, Rejected> {
    let Some(target) = target else {
        return if bids_on_it {
            Err(Rejected::TreacheryTargetRequired)
        } else {
            Ok(None)
        };
    };
    let target = another_seat(seat, target, Field::TreacheryTarget)?;
    if bids_on_it {
        Ok(Some(target))
    } else {
        Err(Rejected::TreacheryTargetNotAllowed)
    }
}

/// Checks 28 to 30.
// GM-23, GM-R43
fn phantom_target(table: &Table, seat: SeatIndex, target: Option<SeatIndex>) -> Result<Option<SeatIndex>, Rejected> {
    let Some(target) = target else {
        return if table.works(seat, Skill::PhantomThieves) {
            Err(Rejected::PhantomTargetRequired)
        } else {
            Ok(None)
        };
    };
    usable(table, seat, Skill::PhantomThieves, Field::PhantomTarget)?;
    a_seat(target, Field::PhantomTarget).map(Some)
}

/// Check 31.
// GM-24, GM-R28
fn garnet_thief_target(
    table: &Table,
    seat: SeatIndex,
    target: Option<SeatIndex>,
) -> Result<Option<SeatIndex>, Rejected> {
    let Some(target) = target else { return Ok(None) };
    usable(table, seat, Skill::GarnetThief, Field::GarnetThiefTarget)?;
    another_seat(seat, target, Field::GarnetThiefTarget).map(Some)
}

/// Checks 32 and 33.
// GM-25, GM-R66, GM-R67
fn skill_thief(table: &Table, seat: SeatIndex, theft: Option<RequestedTheft>) -> Result<Option<SkillTheft>, Rejected> {
    let Some(RequestedTheft { target, skill }) = theft else {
        return Ok(None);
    };
    let field = Field::SkillThiefTarget;
    usable(table, seat, Skill::SkillThief, field)?;
    // GM-R70: the only Skill Thief cannot be stolen
    let target = another_seat(seat, target.ok_or(Rejected::UnknownSeat { field })?, field)?;
    // GM-R71: Grunko Pops are skills
    let held = skill.filter(|skill| table.skills.at(target).has(*skill));
    let skill = held.ok_or(Rejected::TargetLacksSkill)?;
    Ok(Some(SkillTheft { target, skill }))
}

/// Refuses unless `seat` holds a working copy of `skill`, which `field` needs.
// GM-7, GM-87
fn usable(table: &Table, seat: SeatIndex, skill: Skill, field: Field) -> Result<(), Rejected> {
    if !table.skills.at(seat).has(skill) {
        return Err(Rejected::SkillNotHeld { field });
    }
    if table.works(seat, skill) {
        Ok(())
    } else {
        Err(Rejected::SkillIsNullified { field })
    }
}

// GM-1
fn a_seat(target: SeatIndex, field: Field) -> Result<SeatIndex, Rejected> {
    if SEAT_COUNT.has(target) {
        Ok(target)
    } else {
        Err(Rejected::UnknownSeat { field })
    }
}

fn another_seat(seat: SeatIndex, target: SeatIndex, field: Field) -> Result<SeatIndex, Rejected> {
    let target = a_seat(target, field)?;
    if target == seat {
        Err(Rejected::TargetIsSelf { field })
    } else {
        Ok(target)
    }
}
