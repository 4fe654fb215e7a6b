//! What lies on the table.

use tinsel_proto::games::jingle_brawl::v1::{
    Duel, Part, SeatWishes, View, duel::Fought, gift::Place, own_view::Submitted,
};

use super::{Board, Names, moves, words};

/// The text of a view.
pub(in crate::render) fn view(view: &View, board: &Board, names: &Names) -> String {
    let mut text = format!("{}{}", head(view, board, names), board.table(names));
    text.push_str(&free(view, board));
    if !view.bag_seats.is_empty() {
        text.push_str(&format!("  In the Santa Sack: {}\n", names.all(&view.bag_seats, ", ")));
    }
    text.push_str(&format!(
        "  Head Elf: {}; North Pole Fund: {}\n",
        names.of(view.head_elf_seat),
        view.bank
    ));
    let made = moves::made(&view.bids, names);
    if !made.is_empty() {
        text.push_str(&format!("  Bids: {made}\n"));
    }
    if let Some(challengers) = &view.challengers {
        let second = challengers.second_seat.map(|seat| format!(", then {}", names.of(seat)));
        text.push_str(&format!(
            "  May challenge: {}{}\n",
            names.of(challengers.first_seat),
            second.unwrap_or_default()
        ));
    }
    text.push_str(
        &view
            .duel
            .as_ref()
            .map(|duel| self::duel(duel, view.pot, board, names))
            .unwrap_or_default(),
    );
    text.push_str(&own(view, names));
    text.extend(view.wishes.iter().map(|wishes| self::wishes(wishes, board, names)));
    if let Some(outcome) = &view.outcome {
        text.push_str(&moves::outcome(outcome, names));
    }
    text
}

fn head(view: &View, board: &Board, names: &Names) -> String {
    let part = match view.part() {
        Part::Lottery => "Lottery turn",
        Part::Unspecified | Part::Main => "Turn",
    };
    let of = view
        .current_seat
        .map_or_else(String::new, |seat| format!(" of {}", names.of(seat)));
    let gift = view
        .turn_gift
        .map_or_else(String::new, |gift| format!(", about {}", board.gift(gift)));
    let waiting = if view.awaited_seats.is_empty() {
        String::new()
    } else {
        format!("; waiting for {}", names.all(&view.awaited_seats, ", "))
    };
    format!(
        "{part} {}{of}{gift}: {}{waiting}\n",
        view.turn,
        words::phase(view.phase())
    )
}

/// What nobody holds.
fn free(view: &View, board: &Board) -> String {
    let wrapped = view
        .gifts
        .iter()
        .filter(|gift| matches!(gift.place, Some(Place::Wrapped(_))));
    let wrapped: Vec<_> = wrapped.map(|gift| gift.gift.to_string()).collect();
    let mut text = String::new();
    if !wrapped.is_empty() {
        text.push_str(&format!("  Wrapped: {}\n", wrapped.join(" ")));
    }
    if !view.pile.is_empty() {
        text.push_str(&format!("  Misfits, oldest first: {}\n", board.gifts(&view.pile)));
    }
    text
}

fn duel(duel: &Duel, pot: u32, board: &Board, names: &Names) -> String {
    let (one, other) = (names.of(duel.challenger_seat), names.of(duel.defender_seat));
    let about = duel
        .gift
        .map_or_else(|| "who may challenge".to_owned(), |gift| board.gift(gift));
    let pot = if pot > 0 { format!(", pot {pot}") } else { String::new() };
    let mut text = format!(
        "  {}: {one} against {other} for {about}{pot}\n",
        words::duel(duel.kind())
    );
    match &duel.fought {
        Some(Fought::RockPaperScissors(thrown)) => {
            for (round, throws) in (1..).zip(&thrown.finished) {
                let throws = [throws.challenger_throw(), throws.defender_throw()].map(words::throw);
                text.push_str(&format!("    Round {round}: {}\n", throws.join(" against ")));
            }
        }
        Some(Fought::Reported(reported)) if reported.reports.is_some() => {
            text.push_str(&format!(
                "    Reported: {}\n",
                moves::reports(reported.reports.as_ref(), names)
            ));
        }
        Some(Fought::CoinFlip(_) | Fought::DiceRollOff(_) | Fought::HighCard(_) | Fought::Reported(_)) | None => {}
    }
    text
}

/// What only the viewer knows to be in.
fn own(view: &View, names: &Names) -> String {
    let submitted = view.own.as_ref().and_then(|own| own.submitted.as_ref());
    match submitted {
        None => String::new(),
        Some(Submitted::Bid(amount)) => format!("  You have bid {}.\n", words::chips(*amount)),
        Some(Submitted::Shape(throw)) => {
            let throw = tinsel_proto::games::jingle_brawl::v1::Throw::try_from(*throw).unwrap_or_default();
            format!("  You have thrown {}.\n", words::throw(throw))
        }
        Some(Submitted::Report(winner)) => format!("  You have reported that {} won.\n", names.of(*winner)),
        Some(Submitted::NoReport(_)) => "  You have made no report in time.\n".to_owned(),
    }
}

fn wishes(wishes: &SeatWishes, board: &Board, names: &Names) -> String {
    let each = wishes
        .gifts
        .iter()
        .map(|wish| format!("{} {}", board.gift(wish.gift), wish.points));
    let each: Vec<_> = each.collect();
    if each.is_empty() {
        return String::new();
    }
    format!(
        "  What gifts are worth to {}: {}\n",
        names.of(wishes.seat),
        each.join(", ")
    )
}
