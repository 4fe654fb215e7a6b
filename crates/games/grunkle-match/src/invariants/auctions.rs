//! GM-I6, GM-I7 and GM-I9: bids and winners.

use tinsel_engine::SeatIndex;
use tinsel_engine_testkit::{Change, Verdict};

use super::{Resolved, hold, resolved, rounds};
use crate::{
    components::{SEAT_COUNT, Skill, Slot},
    state::{GrunkleMatch, Stage},
    submission::Submission,
    table::{PastRound, Table},
};

// GM-I6
/// GM-I6: the bids of every accepted submission are backed, leave the floor, and are between 1 and the max bid.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn bids_keep_their_limits(change: Change<'_, GrunkleMatch>) -> Verdict {
    let Some(before) = change.before else { return Ok(()) };
    for seat in SEAT_COUNT.iter() {
        let max_bid = max_bid(&before.table, seat);
        hold((6..=12).contains(&max_bid), || {
            format!("the max bid of {seat} is {max_bid}")
        })?;
    }
    let accepted = |seat: SeatIndex| match (resolved(change), &change.after.stage) {
        (Some(Resolved { past, .. }), _) => Some(*past.submissions.at(seat)),
        (None, Stage::Bidding { sealed, .. }) => *sealed.at(seat),
        (None, Stage::TieBreak { .. } | Stage::Ended { .. }) => None,
    };
    for seat in before.owing().iter() {
        if let Some(submission) = accepted(seat) {
            backed(&before.table, seat, &submission)?;
        }
    }
    Ok(())
}

fn backed(table: &Table, seat: SeatIndex, submission: &Submission) -> Verdict {
    let available = i64::from(table.garnets.at(seat).get()).saturating_add(i64::from(submission.discards));
    let amounts = || submission.bids.iter().map(|(_, amount)| i64::from(amount.get()));
    let zero_bid = submission.zero_bid.map_or(0, |zero_bid| i64::from(zero_bid.cost.get()));
    let sum = amounts().sum::<i64>().saturating_add(zero_bid);
    hold(sum <= available, || format!("{seat} bids {sum} of {available}"))?;
    let floor = match (count(table, seat, Skill::CorrosiveGreed), book(table, seat)) {
        (0, _) => 0,
        (_, book) => book.saturating_add(5),
    };
    let left = available.saturating_sub(sum);
    hold(sum == 0 || left >= floor, || {
        format!("{seat} may keep {left}, less than {floor}")
    })?;
    let max_bid = max_bid(table, seat);
    let wrong = amounts().find(|amount| !(1..=max_bid).contains(amount));
    hold(wrong.is_none(), || {
        format!("{seat} bids {wrong:?}; its max bid is {max_bid}")
    })
}

/// The number of working copies.
fn count(table: &Table, seat: SeatIndex, skill: Skill) -> i64 {
    let held = i64::from(table.skills.at(seat).copies(skill));
    if table.nullified == Some(skill) { 0 } else { held }
}

fn book(table: &Table, seat: SeatIndex) -> i64 {
    count(table, seat, Skill::SecretBook)
}

fn max_bid(table: &Table, seat: SeatIndex) -> i64 {
    let more = count(table, seat, Skill::MaxBidUp).saturating_sub(count(table, seat, Skill::MaxBidDown));
    more.saturating_mul(book(table, seat).saturating_add(1))
        .saturating_add(10)
}

// GM-I7
/// GM-I7: an ordinary bid wins if no other seat bid the same amount and at least two seats bid each higher amount;
/// without such a bid the auction has no winner; a zero bid wins over all.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn the_highest_unique_bid_wins(game: &GrunkleMatch) -> Verdict {
    for (number, list, past) in rounds(&game.table) {
        for (place, skill) in (1..).zip(list) {
            let wrong = wrong_winner(past, place);
            hold(wrong.is_none(), || {
                format!("{skill} in round {number}: {}", wrong.unwrap_or_default())
            })?;
        }
        let beyond = past
            .winners
            .iter()
            .find(|(slot, _)| usize::from(slot.number()) > list.len());
        hold(beyond.is_none(), || {
            format!("round {number} has a winner of nothing: {beyond:?}")
        })?;
    }
    Ok(())
}

fn wrong_winner(past: &PastRound, place: u8) -> Option<String> {
    let here = |slot: Slot| slot.number() == place;
    let winner = past
        .winners
        .iter()
        .find(|(slot, _)| here(*slot))
        .map(|(_, winner)| winner);
    let mut zero_bids = past.submissions.enumerate();
    let zero_bid = zero_bids.find(|(_, one)| one.zero_bid.is_some_and(|zero_bid| here(zero_bid.slot)));
    if let Some((seat, _)) = zero_bid {
        return (winner != Some(seat)).then(|| format!("{seat} made a zero bid and {winner:?} won"));
    }
    let designated: Vec<SeatIndex> = past.submissions.iter().filter_map(|one| one.phantom_target).collect();
    let counts = |seat: SeatIndex| place == 1 || !designated.contains(&seat);
    let mut bids: Vec<(u32, SeatIndex)> = Vec::new();
    for (seat, submission) in past.submissions.enumerate().filter(|(seat, _)| counts(*seat)) {
        let bid = submission.bids.iter().find(|(slot, _)| here(*slot));
        bids.extend(bid.map(|(_, amount)| (amount.get(), seat)));
    }
    let bidders = |amount: u32| bids.iter().filter(|(other, _)| *other == amount).count();
    let Some(winner) = winner else {
        let unique = bids.iter().find(|(amount, _)| bidders(*amount) == 1);
        return unique.map(|(amount, seat)| format!("{seat} alone bid {amount} and nobody won"));
    };
    let Some((price, _)) = bids.iter().find(|(_, seat)| *seat == winner) else {
        return Some(format!("{winner} won without a bid that counts"));
    };
    if bidders(*price) != 1 {
        return Some(format!("{winner} won with {price}, which others bid, too"));
    }
    let better = bids.iter().find(|(amount, _)| amount > price && bidders(*amount) < 2);
    better.map(|(amount, seat)| format!("{winner} won with {price} against {amount} of {seat}"))
}

// GM-I9
/// GM-I9: one zero bid at most is made, in round 6 or 7, by the winner of Dark Ritual.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn one_zero_bid_at_most(game: &GrunkleMatch) -> Verdict {
    let is_made = |submission: &Submission| submission.zero_bid.is_some();
    let mut made: Vec<(u8, SeatIndex)> = Vec::new();
    for (number, _, past) in rounds(&game.table) {
        let seats = past.submissions.enumerate().filter(|(_, one)| is_made(one));
        made.extend(seats.map(|(seat, _)| (number, seat)));
    }
    if let Stage::Bidding { round, sealed } = &game.stage {
        let seats = sealed.enumerate().filter(|(_, one)| one.as_ref().is_some_and(is_made));
        made.extend(seats.map(|(seat, _)| (round.number(), seat)));
    }
    hold(made.len() <= 1, || format!("zero bids: {made:?}"))?;
    let ritual = rounds(&game.table).find_map(|(_, list, past)| {
        let mut winners = past.winners.iter();
        winners.find(|(slot, _)| list.get(usize::from(slot.number()).saturating_sub(1)) == Some(&Skill::DarkRitual))
    });
    let ritual = ritual.map(|(_, winner)| winner);
    for (number, seat) in made {
        hold((6..=7).contains(&number) && ritual == Some(seat), || {
            format!("{seat} made a zero bid in round {number}; Dark Ritual was won by {ritual:?}")
        })?;
    }
    Ok(())
}
