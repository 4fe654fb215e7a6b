//! What a seat may do, and how to type it.

use tinsel_proto::games::jingle_brawl::v1::{
    Bar, Legal, LegalGifts, LegalMethods, LegalSeats, LegalTargets, legal::Decision,
};

use super::{Board, Names, Table, words};

/// The text of what may be done; empty if nothing is owed.
pub(in crate::render) fn legal(legal: &Legal, board: &Board, names: &Names) -> String {
    match &legal.decision {
        None => String::new(),
        Some(Decision::Open(gifts)) => {
            let numbers: Vec<_> = gifts.gifts.iter().map(ToString::to_string).collect();
            format!(
                "Open a wrapped gift, such as: open {}\n  of: {}\n",
                first(&gifts.gifts),
                numbers.join(" ")
            )
        }
        Some(Decision::Bid(bid)) => {
            let most = words::chips(bid.max);
            format!(
                "Bid, up to {most}, such as: bid {}; or bid 0 for no bid\n",
                bid.max.min(2)
            )
        }
        Some(Decision::RespondToBid(_)) => {
            "Write stand to duel the first Challenger, or yield to let the two of them fight for the gift\n".to_owned()
        }
        Some(Decision::Gambit(targets)) => {
            let ask = format!(
                "Write keep, or try the Grinch's Gambit for a gift that you would rather have, such as: {}\n",
                take(targets)
            );
            format!("{ask}{}", self::targets(targets, board, names))
        }
        Some(Decision::ChooseMethod(methods)) => self::methods(methods),
        Some(Decision::MakeThrow(_)) => "Throw: rock, paper or scissors\n".to_owned(),
        Some(Decision::Report(seats)) => winner("Fight it out, and say who won", seats, names),
        Some(Decision::Verdict(seats)) => winner(
            "The duelists did not agree. You are Head Elf; say who won",
            seats,
            names,
        ),
        Some(Decision::Discard(gifts)) => discard(gifts, board),
        Some(Decision::Reprisal(targets)) => {
            let ask = format!(
                "Write decline, or declare a Reindeer Reprisal for a gift, such as: {}\n",
                take(targets)
            );
            format!("{ask}{}", self::targets(targets, board, names))
        }
        Some(Decision::ChoosePath(targets)) => {
            let ask = "Write auction for Path B, the Misfit, or for Path A steal a gift that somebody holds, such as:";
            format!("{ask} {}\n{}", take(targets), self::targets(targets, board, names))
        }
        Some(Decision::ChooseDefender(seats)) => {
            let first = first(&seats.seats);
            let seats = names.numbered(&seats.seats);
            format!("Pick whom to duel for the Misfit, such as: against {first}\n  of: {seats}\n")
        }
    }
}

fn first(numbers: &[u32]) -> u32 {
    numbers.first().copied().unwrap_or_default()
}

/// How a challenge is typed.
fn take(targets: &LegalTargets) -> String {
    targets.targets.first().map_or_else(String::new, |target| {
        let named = target.holder_seat.is_none();
        let against = if named {
            format!(" against {}", first(&targets.defenders))
        } else {
            String::new()
        };
        format!("take {}{against}", target.gift)
    })
}

/// What can be challenged for, and what cannot be and why.
fn targets(legal: &LegalTargets, board: &Board, names: &Names) -> String {
    let mut table = Table::new("rllr");
    for target in &legal.targets {
        let holder = target
            .holder_seat
            .map_or_else(|| "a Misfit".to_owned(), |seat| names.of(seat));
        let cost = words::chips(target.cost);
        table.row([target.gift.to_string(), board.gift(target.gift), holder, cost]);
    }
    let mut text = table.text(2);
    let not = legal.barred.iter().filter_map(|barred| {
        let why = match barred.why() {
            Bar::Unspecified | Bar::Wrapped | Bar::OwnGift => return None,
            Bar::NotHeld => "nobody holds it".to_owned(),
            Bar::Excluded => "the duel you just lost was about it".to_owned(),
            Bar::TooDear => format!("it costs {}", words::chips(barred.cost.unwrap_or_default())),
        };
        Some(format!("{} ({why})", board.gift(barred.gift)))
    });
    let not: Vec<_> = not.collect();
    if !not.is_empty() {
        text.push_str(&format!("  not: {}\n", not.join(", ")));
    }
    if legal.targets.iter().any(|target| target.holder_seat.is_none()) {
        let seats = names.numbered(&legal.defenders);
        text.push_str(&format!("  a Misfit is defended by whom you name: {seats}\n"));
    }
    text
}

fn methods(methods: &LegalMethods) -> String {
    let mut table = Table::new("ll");
    for (word, _, meaning) in words::METHODS
        .iter()
        .filter(|(_, method, _)| methods.methods().any(|of| of == *method))
    {
        table.row([*word, *meaning]);
    }
    format!("You are challenged. Choose how to duel:\n{}", table.text(2))
}

fn winner(ask: &str, seats: &LegalSeats, names: &Names) -> String {
    format!(
        "{ask}, such as: won {}\n  of: {}\n",
        first(&seats.seats),
        names.numbered(&seats.seats)
    )
}

fn discard(gifts: &LegalGifts, board: &Board) -> String {
    let mut table = Table::new("rl");
    for gift in &gifts.gifts {
        table.row([gift.to_string(), board.gift(*gift)]);
    }
    let first = first(&gifts.gifts);
    format!(
        "You hold two gifts. Send one to the Misfits, such as: discard {first}\n{}",
        table.text(2)
    )
}
