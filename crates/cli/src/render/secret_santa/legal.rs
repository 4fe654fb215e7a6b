//! What a seat may do, and how to type it.

use tinsel_proto::games::secret_santa::v1::{
    GiftSet, Legal, LegalFruitcake, LegalHolly, LegalSnow, LegalTurn, Special, card_count::Kind, legal::Decision,
};

use super::{Names, Table, notation};

/// The text of what may be done; empty if nothing is owed.
pub(in crate::render) fn legal(legal: &Legal, names: &Names) -> String {
    let Some(decision) = &legal.decision else {
        return String::new();
    };
    let mut table = Table::new("ll");
    let ask = match decision {
        Decision::Turn(turn) => format!(
            "{}, such as: {}",
            self::turn(turn, &mut table),
            example(turn, legal.final_gift_due_at)
        ),
        Decision::Fruitcake(cake) => fruitcake(cake, names, &mut table),
        Decision::Holly(holly) => self::holly(holly, names, &mut table),
        Decision::Snow(snow) => self::snow(snow, names, &mut table),
    };
    if legal.can_withdraw {
        table.row(["withdraw", "end your standing decline"]);
    }
    format!("{ask}\n{}{}", table.text(2), due(legal))
}

/// When "Final Gift!" must be said.
fn due(legal: &Legal) -> String {
    match legal.final_gift_due_at {
        0 => String::new(),
        due => format!(
            "  Playing {} leaves you one: say so with ! at the end.\n",
            notation::cards(due)
        ),
    }
}

/// The least that can be done, in the form in which it can be typed.
fn example(turn: &LegalTurn, due: u32) -> String {
    if turn.can_pass {
        return "pass".to_owned();
    }
    let declared = if due == 1 { "!" } else { "" };
    let lowest = turn.sets.first().map(|set| format!("1x{}", set.value));
    let zero = turn.zeros.first().and_then(|card| match card.kind {
        Some(Kind::Special(number)) => Special::try_from(number).ok(),
        Some(Kind::GiftValue(_)) | None => None,
    });
    let zero = zero.map(|special| format!("zeros {}", notation::special(special).to_lowercase()));
    format!("{}{declared}", lowest.or(zero).unwrap_or_default())
}

fn turn(turn: &LegalTurn, table: &mut Table) -> String {
    for set in &turn.sets {
        table.row([typed(set, turn.count), notation::set(set.value, set.gifts_max, 0)]);
    }
    if !turn.zeros.is_empty() {
        let zeros = format!("any of {}, as zeros", notation::pile(&turn.zeros));
        table.row(["zeros CARDS".to_owned(), zeros]);
    }
    if turn.can_play_santa {
        table.row(["santa", "win the round at once"]);
    }
    if turn.can_add_santa {
        table.row(["SET santa", "the same, with a set of gifts"]);
    }
    if turn.can_pass {
        table.row(["pass", "no more turns in this round"]);
    }
    match turn.count {
        None => "You lead: play any number of cards of one value".to_owned(),
        Some(1) => "Beat it with one card of a higher value, or pass".to_owned(),
        Some(count) => format!("Beat it with {} of a higher value, or pass", notation::cards(count)),
    }
}

/// The most of a value that can be played, as it can be typed.
fn typed(set: &GiftSet, count: Option<u32>) -> String {
    let gifts = set.gifts_max;
    let elves = count.map_or(0, |count| count.saturating_sub(gifts));
    let elves = match (count, elves, set.elves_max) {
        (None, _, 0) | (Some(_), 0, _) => String::new(),
        (None, _, 1) => " (elf)".to_owned(),
        (None, _, most) => format!(" ({most} elves)"),
        (Some(_), 1, _) => " elf".to_owned(),
        (Some(_), elves, _) => format!(" {elves} elves"),
    };
    format!("{gifts}x{}{elves}", set.value)
}

fn fruitcake(cake: &LegalFruitcake, names: &Names, table: &mut Table) -> String {
    if let Some(value) = cake.values.first().filter(|_| !cake.recipients.is_empty()) {
        let example = format!("fruitcake {value} to SEAT");
        table.row([
            example,
            format!("give a gift of yours to: {}", names.numbered(&cake.recipients)),
        ]);
        table.row(["decline", "keep it; later it is only a zero"]);
        return "Play the Fruitcake, or decline, such as: decline".to_owned();
    }
    "You do not hold the Fruitcake, so there is one thing to say, such as: decline".to_owned()
}

fn holly(holly: &LegalHolly, names: &Names, table: &mut Table) -> String {
    if !holly.carol_others.is_empty() {
        let others = names.numbered(&holly.carol_others);
        table.row(["carol SEAT".to_owned(), format!("swap places with: {others}")]);
    }
    if holly.mouse {
        table.row(["mouse", "end the round; the top play wins it"]);
    }
    if holly.ghost {
        table.row(["ghost", "give the play back"]);
    }
    table.row(["decline", "play no Holly card now"]);
    table.row(["decline round", "nor in later windows of this round"]);
    table.row(["decline deal", "nor in later windows of this deal"]);
    "Answer the turn with a Holly card, or decline, such as: decline".to_owned()
}

fn snow(snow: &LegalSnow, names: &Names, table: &mut Table) -> String {
    if snow.tree {
        table.row(["tree self", "deal the gifts of the round out, beginning with you"]);
        table.row(["tree left", "the same, beginning to your left"]);
    }
    if !snow.scrooge_targets.is_empty() {
        let targets = names.numbered(&snow.scrooge_targets);
        table.row([
            "scrooge SEAT".to_owned(),
            format!("must pass in the next round: {targets}"),
        ]);
    }
    table.row(["decline", "play no Snow card now"]);
    "Play a Snow card before the next round, or decline, such as: decline".to_owned()
}
