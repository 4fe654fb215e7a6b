//! Chips and gifts on their way, and the end.

use tinsel_proto::games::jingle_brawl::v1::{
    BidsRevealed, ChipsMoved, ChipsReason, GiftMoved, Outcome, Purse, Reports, SeatBid, Spot, purse, spot,
};

use super::{Board, Names, Table, words};

pub(super) fn chips(moved: &ChipsMoved, names: &Names) -> String {
    let amount = words::chips(moved.amount);
    let (from, to) = (
        owner(moved.from_purse.as_ref(), names),
        owner(moved.to_purse.as_ref(), names),
    );
    match moved.reason() {
        ChipsReason::Unspecified => format!("  {amount} go from {from} to {to}.\n"),
        ChipsReason::Bid => format!("  {from} stakes {amount}.\n"),
        ChipsReason::HalfBid => format!("  {from} stakes {amount}, half of the bid.\n"),
        ChipsReason::MinimumCost => format!("  {from} pays the Minimum Cost, {amount}, to the North Pole Fund.\n"),
        ChipsReason::SantaTax => format!("  Santa Tax: {amount} of the pot goes to the North Pole Fund.\n"),
        ChipsReason::Pot => format!("  {to} takes the pot, {amount}.\n"),
        ChipsReason::Toll => format!("  {from} pays {to} the Misfit Toll, {amount}.\n"),
        ChipsReason::Dividend => format!("  {to} gets the Loser's Dividend, {amount}.\n"),
    }
}

fn owner(purse: Option<&Purse>, names: &Names) -> String {
    match purse.and_then(|purse| purse.purse.as_ref()) {
        Some(purse::Purse::Seat(seat)) => names.of(*seat),
        Some(purse::Purse::Bank(_)) => "the North Pole Fund".to_owned(),
        Some(purse::Purse::Pot(_)) => "the pot".to_owned(),
        None => "?".to_owned(),
    }
}

pub(super) fn gift(moved: &GiftMoved, board: &Board, names: &Names) -> String {
    let gift = board.gift(moved.gift);
    let spot = |spot: Option<&Spot>| spot.and_then(|spot| spot.spot);
    let from = match spot(moved.from_spot.as_ref()) {
        Some(spot::Spot::Seat(seat)) => format!(" from {}", names.of(seat)),
        Some(spot::Spot::Pile(_)) => " from the Misfit pile".to_owned(),
        Some(spot::Spot::Table(_)) | None => String::new(),
    };
    match spot(moved.to_spot.as_ref()) {
        Some(spot::Spot::Seat(seat)) => format!("  {gift} goes{from} to {}.\n", names.of(seat)),
        Some(spot::Spot::Pile(_)) => format!("  {gift} goes{from} to the Misfit pile.\n"),
        Some(spot::Spot::Table(_)) | None => format!("  {gift} goes{from} to the table.\n"),
    }
}

/// The bids above 0, by seat; empty if there is none.
pub(super) fn made(bids: &[SeatBid], names: &Names) -> String {
    let made = bids.iter().filter(|bid| bid.amount > 0);
    let made = made.map(|bid| format!("{} {}", names.of(bid.seat), bid.amount));
    made.collect::<Vec<_>>().join(", ")
}

pub(super) fn bids(revealed: &BidsRevealed, names: &Names) -> String {
    let made = made(&revealed.bids, names);
    let made = if made.is_empty() {
        "Nobody bids".to_owned()
    } else {
        format!("The bids: {made}")
    };
    format!("  {made}{}.\n", by_clock(&revealed.by_clock_seats, names))
}

/// Whose clock decided.
pub(super) fn by_clock(seats: &[u32], names: &Names) -> String {
    if seats.is_empty() {
        String::new()
    } else {
        format!(" (out of time: {})", names.all(seats, ", "))
    }
}

pub(super) fn reports(reports: Option<&Reports>, names: &Names) -> String {
    let said =
        |report: Option<u32>| report.map_or_else(|| "no report".to_owned(), |seat| format!("{} won", names.of(seat)));
    let reports = reports.copied().unwrap_or_default();
    let (one, other) = (said(reports.challenger_report), said(reports.defender_report));
    format!("the Challenger says {one}, the Defender {other}")
}

/// What everybody ended with.
pub(super) fn outcome(outcome: &Outcome, names: &Names) -> String {
    let mut table = Table::new("rlllrr");
    for ended in &outcome.seats {
        let score = ended.score.map_or_else(String::new, |score| format!("worth {score}"));
        let naughty = format!("Naughty Level {}", ended.naughty_level);
        let (name, chips) = (names.of(ended.seat), words::chips(ended.chips));
        table.row([
            ended.seat.to_string(),
            name,
            format!("“{}”", ended.name),
            naughty,
            chips,
            score,
        ]);
    }
    let elf = names.of(outcome.head_elf_seat);
    format!("{}  Head Elf: {elf}\n", table.text(2))
}
