//! What lies on the table.

use tinsel_proto::games::secret_santa::v1::{DeclineScope, FinalGift, OwnView, Phase, Play, SeatView, View};

use super::{Names, Table, notation};

/// The text of a view.
pub(in crate::render) fn view(view: &View, names: &Names) -> String {
    let own = view.own.as_ref().map(|own| self::own(own, view.phase()));
    [
        heading(view, names),
        plays(view, names),
        seats(view, names),
        marks(view, names),
        own.unwrap_or_default(),
    ]
    .concat()
}

fn heading(view: &View, names: &Names) -> String {
    let what = match view.phase() {
        Phase::Unspecified => String::new(),
        Phase::Fruitcake => "before the first round: who has the Fruitcake may play it".to_owned(),
        Phase::Turn => {
            let turn = view.turn_seat.map(|seat| names.of(seat)).unwrap_or_default();
            let lead = if view.plays.is_empty() { " and leads" } else { "" };
            format!("round {}: it is the turn of {turn}{lead}", view.round)
        }
        Phase::Holly => {
            let turn = view.turn_seat.map(|seat| names.of(seat)).unwrap_or_default();
            format!("round {}: Holly cards may follow the turn of {turn}", view.round)
        }
        Phase::Snow => {
            let winner = view.winner.map(|seat| names.of(seat)).unwrap_or_default();
            format!("after round {}, won by {winner}: Snow cards may be played", view.round)
        }
        Phase::Over => "the match is over".to_owned(),
    };
    format!("Deal {}, {what}.\n", view.deal)
}

fn plays(view: &View, names: &Names) -> String {
    let mut table = Table::new("ll");
    for play in &view.plays {
        table.row([names.of(play.seat), laid(play)]);
    }
    for used in &view.specials {
        table.row([names.of(used.seat), notation::special(used.special()).to_owned()]);
    }
    if view.plays.is_empty() && view.specials.is_empty() {
        return String::new();
    }
    format!("  On the table\n{}", table.text(4))
}

fn laid(play: &Play) -> String {
    if play.value == 0 {
        format!("{} as zeros", notation::pile(&play.zeros))
    } else {
        notation::set(play.value, play.gifts, play.elves)
    }
}

/// The seats in the order in which they sit.
fn seats(view: &View, names: &Names) -> String {
    let mut table = Table::new("rlrrll");
    for number in &view.table_order {
        let Some(seat) = view.seats.iter().find(|seat| seat.seat == *number) else {
            continue;
        };
        let deciding = view.awaited_seats.contains(number);
        table.row([
            number.to_string(),
            names.with_conduct(*number),
            notation::cards(seat.hand_size),
            format!("{} points", seat.total),
            state(view, seat),
            if deciding { "deciding" } else { "" }.to_owned(),
        ]);
    }
    format!("  Clockwise\n{}", table.text(4))
}

fn state(view: &View, seat: &SeatView) -> String {
    let place = view.places.iter().position(|placed| *placed == seat.seat);
    let status = match seat.final_gift() {
        FinalGift::Unspecified | FinalGift::None => None,
        FinalGift::Declared => Some("Final Gift!"),
        FinalGift::Undeclared => Some("forgot to declare"),
    };
    let passed = view.passed_seats.contains(&seat.seat);
    let words = [
        place.map(|place| format!("place {}", place.saturating_add(1))),
        (seat.out && place.is_none()).then(|| "out".to_owned()),
        (view.barred_seat == Some(seat.seat)).then(|| "must pass".to_owned()),
        (passed && view.barred_seat != Some(seat.seat) && !seat.out).then(|| "passed".to_owned()),
        status.map(str::to_owned),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn marks(view: &View, names: &Names) -> String {
    let named = view
        .named_seat
        .map(|seat| format!("  {} must pass in the next round.\n", names.of(seat)));
    let pile = if view.discards.is_empty() {
        String::new()
    } else {
        format!("  Discarded: {}\n", notation::pile(&view.discards))
    };
    let hidden = match view.hidden_discards {
        0 => String::new(),
        hidden => format!("  Discarded unseen: {}\n", notation::cards(hidden)),
    };
    [named.unwrap_or_default(), pile, hidden].concat()
}

/// The hand, sorted as at a table, and what the seat has said.
fn own(own: &OwnView, phase: Phase) -> String {
    let answer = own
        .answer
        .as_ref()
        .map(|answer| format!("  Your answer: {}\n", notation::action(answer)));
    let standing = match own.standing_decline() {
        DeclineScope::Unspecified | DeclineScope::Window => "",
        DeclineScope::Round => {
            "  You decline Holly cards for the rest of the round; write withdraw to be asked again.\n"
        }
        DeclineScope::Deal => "  You decline Holly cards for the rest of the deal; write withdraw to be asked again.\n",
    };
    let hand = if phase == Phase::Over && own.hand.is_empty() {
        String::new()
    } else {
        format!("  Your hand: {}\n", notation::fan(&own.hand))
    };
    format!("{}{standing}{hand}", answer.unwrap_or_default())
}
