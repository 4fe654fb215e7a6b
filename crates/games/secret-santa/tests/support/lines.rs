//! Events, each in a line with all its fields. The sentences for players omit some of them.

use std::fmt::Display;

use tinsel_engine::{Addressed, Audience, Events, SeatIndex};
use tinsel_secret_santa::Event;

/// Each event in a line, with ` -> 1 2` at the end if only these seats receive it.
pub(crate) fn lines(events: &Events<Event>) -> Vec<String> {
    let one = |Addressed { to, event }: &Addressed<Event>| match to {
        Audience::Everyone => line(event),
        Audience::Only(seats) => format!("{} -> {}", line(event), joined(seats.iter())),
    };
    events.iter().map(one).collect()
}

pub(super) fn joined(seats: impl Iterator<Item = SeatIndex>) -> String {
    let seats: Vec<String> = seats.map(|seat| seat.get().to_string()).collect();
    seats.join(" ")
}

fn listing<T: Display>(items: impl Iterator<Item = T>) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    items.join(" ")
}

/// An event with all its fields, also those that no sentence contains.
#[allow(clippy::too_many_lines, reason = "one arm for each event")]
fn line(event: &Event) -> String {
    match event {
        Event::DealStarted {
            deal,
            dealer,
            leader,
            hand_sizes,
        } => format!(
            "deal {deal} by {} led by {}: {}",
            dealer.get(),
            leader.get(),
            listing(hand_sizes.iter())
        ),
        Event::HandDealt { cards } => format!("dealt {}", cards.len()),
        Event::DecisionsOwed { phase, seats } => {
            format!("owed {} {}", format!("{phase:?}").to_uppercase(), joined(seats.iter()))
        }
        Event::Answered { seat } => format!("answered {}", seat.get()),
        Event::StandingDecline { scope: None } => "standing NONE".to_owned(),
        Event::StandingDecline { scope: Some(scope) } => format!("standing {}", format!("{scope:?}").to_uppercase()),
        Event::FruitcakePlayed { seat, recipient } => format!("fruitcake {} to {}", seat.get(), recipient.get()),
        Event::FruitcakeGift { giver, recipient, gift } => {
            format!("gave {gift}: {} to {}", giver.get(), recipient.get())
        }
        Event::FruitcakeWindowClosed { played } => format!("fruitcake closed, played {played}"),
        Event::RoundStarted { round, leader, barred } => match barred {
            None => format!("round {round} led by {}", leader.get()),
            Some(barred) => format!("round {round} led by {}, barred {}", leader.get(), barred.get()),
        },
        Event::GiftsPlayed {
            seat,
            gift,
            gifts,
            elves,
            with_santa,
            cards_left,
            five_gold_rings,
        } => {
            let santa = if *with_santa { " + Santa" } else { "" };
            let song = if *five_gold_rings { ", five gold rings" } else { "" };
            let set = set(gift, *gifts, *elves);
            format!("{} plays {set}{santa}, left {cards_left}{song}", seat.get())
        }
        Event::ZerosPlayed {
            seat,
            cards,
            cards_left,
        } => format!("{} plays zeros {cards}, left {cards_left}", seat.get()),
        Event::SantaPlayed { seat, cards_left } => format!("santa {}, left {cards_left}", seat.get()),
        Event::FinalGiftDeclared { seat } => format!("declared {}", seat.get()),
        Event::FinalGiftForgotten { seat } => format!("forgotten {}", seat.get()),
        Event::Passed { seat, forced: false } => format!("{} passes", seat.get()),
        Event::Passed { seat, forced: true } => format!("{} passes by force", seat.get()),
        Event::TurnMissed { seat, round_over } => format!("missed {}, over {round_over}", seat.get()),
        Event::CarolPlayed {
            seat,
            other,
            order,
            cards_left,
        } => format!(
            "carol {} with {}: {}, left {cards_left}",
            seat.get(),
            other.get(),
            joined(order.iter())
        ),
        Event::MousePlayed {
            seat,
            winner,
            cards_left,
        } => format!("mouse {}, won by {}, left {cards_left}", seat.get(), winner.get()),
        Event::GhostPlayed {
            seat,
            haunted,
            cards,
            cards_left,
        } => format!("ghost {} on {}: {cards}, left {cards_left}", seat.get(), haunted.get()),
        Event::AnswerNotUsed { special } => format!("not used {special}"),
        Event::WindowClosed { phase } => format!("closed {}", format!("{phase:?}").to_uppercase()),
        Event::PlayerOut { seat, place: None } => format!("out {}", seat.get()),
        Event::PlayerOut {
            seat,
            place: Some(place),
        } => format!("out {} at {place}", seat.get()),
        Event::RoundEnded { round, winner, placed } => {
            let placed = placed
                .iter()
                .map(|placed| format!("{} at {}", placed.seat.get(), placed.place));
            let placed: Vec<String> = placed.collect();
            format!("round {round} won by {}: {}", winner.get(), placed.join(", "))
                .trim_end_matches(": ")
                .to_owned()
        }
        Event::TreePlayed {
            seat,
            deal_first,
            pool,
            receivers,
            hidden_discards,
            cards_left,
        } => format!(
            "tree {} {deal_first:?}: {pool} to {}, hidden {hidden_discards}, left {cards_left}",
            seat.get(),
            joined(receivers.iter().copied())
        ),
        Event::TreeGift { gift } => format!("tree gift {gift}"),
        Event::ScroogePlayed {
            seat,
            target,
            cards_left,
        } => {
            format!("scrooge {} on {}, left {cards_left}", seat.get(), target.get())
        }
        Event::TableCleared => "cleared".to_owned(),
        Event::DealEnded {
            deal,
            places,
            points,
            totals,
        } => format!(
            "deal {deal} ends: {}, points {}, totals {}",
            joined(places.iter().copied()),
            listing(points.iter()),
            listing(totals.iter())
        ),
        Event::MatchEnded { ranking, totals } => {
            format!(
                "match ends: {}, totals {}",
                joined(ranking.iter().copied()),
                listing(totals.iter())
            )
        }
    }
}

pub(super) fn set(gift: impl Display, gifts: u8, elves: u8) -> String {
    match elves {
        0 => format!("{gifts}×{gift}"),
        elves => format!("{gifts}×{gift} + {elves} Elves"),
    }
}
