//! Helpers that shorten the tests. They name seats by number, and print each event in one line.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::fmt::Display;

use tinsel_engine::{
    Addressed, Audience, Chance, Events, GameEngine, MatchRng, RejectCode, SeatIndex, SeatSet, Seed, Viewer,
};
use tinsel_secret_santa::{
    Action, Choice, Config, Draft, Event, Laid, Legal, OwnView, Phase, Play, SecretSanta, Special, Turns, View,
    testkit::{Position, act, cards},
};

pub(crate) use tinsel_secret_santa::testkit::play;

pub(crate) const fn seat(index: u8) -> SeatIndex {
    SeatIndex::new(index)
}

pub(crate) fn rng(seed: u8) -> MatchRng {
    MatchRng::new(Seed::new([seed; 32]))
}

/// Every seat, and a spectator.
pub(crate) fn viewers(game: &SecretSanta) -> Vec<Viewer> {
    let seats = game.config().players.iter().map(Viewer::Seat);
    seats.chain([Viewer::Spectator]).collect()
}

/// Options with this number of deals.
pub(crate) fn deals(deals: u32) -> Draft {
    Draft {
        deals: Some(deals),
        ..Draft::default()
    }
}

/// Options with a single deal, so that its end is the end of the match.
pub(crate) fn one_deal() -> Draft {
    deals(1)
}

/// Options with exactly these special cards.
pub(crate) fn listed(specials: &[Special], elves: u32) -> Draft {
    Draft {
        elves: Some(elves),
        specials: Some(specials.iter().copied().map(Some).collect()),
        ..one_deal()
    }
}

pub(crate) fn config(players: u32, draft: Draft) -> Config {
    SecretSanta::configure(Some(players), draft).unwrap()
}

/// Four seats with these hands; seat 0 leads.
pub(crate) fn four(hands: [&str; 4]) -> Position {
    Position::hands(hands)
}

/// The same with a single deal.
pub(crate) fn last_four(hands: [&str; 4]) -> Position {
    four(hands).options(one_deal())
}

/// Plays a script such as `0 3×2!; 1 ghost; -; 2 pass`, with a seat and its action in each step. `-` stands for a
/// decline of all seats that owe an answer. Returns the events of the last step, in order, with their recipients.
#[track_caller]
pub(crate) fn run(game: &mut SecretSanta, script: &str) -> Vec<String> {
    run_with(game, script, &mut rng(0))
}

/// The same, with exactly these draws.
#[track_caller]
pub(crate) fn run_with(game: &mut SecretSanta, script: &str, chance: &mut dyn Chance) -> Vec<String> {
    lines(&play(game, script, chance))
}

/// `ok`, or the code of the refusal.
pub(crate) fn asked(game: &SecretSanta, index: u8, action: &Action) -> &'static str {
    match game.resolve(seat(index), action) {
        Ok(_) => "ok",
        Err(rejected) => rejected.code(),
    }
}

pub(crate) fn code(game: &SecretSanta, index: u8, words: &str) -> &'static str {
    asked(game, index, &act(words))
}

/// Checks one seat's actions, each with `ok` or the code of its refusal.
#[track_caller]
pub(crate) fn codes(game: &SecretSanta, index: u8, cases: &[(&str, &str)]) {
    for (words, expected) in cases {
        assert_eq!(code(game, index, words), *expected, "seat {index}: {words}");
    }
}

pub(crate) fn phase(game: &SecretSanta) -> Phase {
    public(game).phase
}

/// The pending decision and its seats: `TURN 2`, `HOLLY 1 3`, `OVER`.
pub(crate) fn now(game: &SecretSanta) -> String {
    let phase = format!("{:?}", phase(game)).to_uppercase();
    format!("{phase} {}", joined(game.owing().iter())).trim_end().to_owned()
}

pub(crate) fn public(game: &SecretSanta) -> View {
    game.view(Viewer::Spectator, SeatSet::EMPTY)
}

pub(crate) fn seen(game: &SecretSanta, index: u8) -> View {
    game.view(Viewer::Seat(seat(index)), SeatSet::EMPTY)
}

pub(crate) fn own(game: &SecretSanta, index: u8) -> OwnView {
    seen(game, index).own.unwrap()
}

#[track_caller]
pub(crate) fn holds(game: &SecretSanta, index: u8, hand: &str) {
    let holds = own(game, index).hand.to_string();
    assert_eq!(holds, cards(hand).to_string(), "the hand of seat {index}");
}

#[track_caller]
pub(crate) fn discarded(game: &SecretSanta, more: &str, than: &SecretSanta) {
    let (after, before) = (public(game).discards, public(than).discards);
    assert_eq!(after.to_string(), before.plus(&cards(more)).to_string(), "the pile");
}

/// `None`, `Declared` or `Undeclared`.
pub(crate) fn status(game: &SecretSanta, index: u8) -> String {
    format!("{:?}", public(game).seats.at(seat(index)).final_gift)
}

pub(crate) fn out(game: &SecretSanta) -> Vec<u8> {
    let view = public(game);
    let all = view.seats.enumerate().filter(|(_, seat)| seat.out);
    all.map(|(seat, _)| seat.get()).collect()
}

pub(crate) fn sizes(game: &SecretSanta) -> Vec<u8> {
    public(game).seats.iter().map(|seat| seat.hand_size).collect()
}

pub(crate) fn totals(game: &SecretSanta) -> Vec<u16> {
    public(game).seats.iter().map(|seat| seat.total.get()).collect()
}

pub(crate) fn numbers(seats: impl IntoIterator<Item = SeatIndex>) -> Vec<u8> {
    seats.into_iter().map(SeatIndex::get).collect()
}

pub(crate) fn order(game: &SecretSanta) -> Vec<u8> {
    numbers(public(game).order.iter())
}

/// The seats that a viewer waits for; view and `waiting` must agree.
pub(crate) fn awaited(game: &SecretSanta, viewer: Viewer) -> Vec<u8> {
    let listed = numbers(game.pending_decisions(viewer).into_iter().map(|decision| decision.seat));
    assert_eq!(
        listed,
        numbers(game.view(viewer, SeatSet::EMPTY).awaited.iter()),
        "{viewer} sees one list"
    );
    listed
}

/// The standing plays: `0: 2×5 + Elf`.
pub(crate) fn table(game: &SecretSanta) -> Vec<String> {
    let one = |play: &Play| format!("{}: {}", play.seat.get(), laid(&play.laid));
    public(game).plays.iter().map(one).collect()
}

pub(crate) fn laid(laid: &Laid) -> String {
    match laid {
        Laid::Gifts { gift, gifts, elves } => set(gift, *gifts, *elves),
        Laid::Zeros(cards) => format!("zeros {cards}"),
    }
}

fn set(gift: impl Display, gifts: u8, elves: u8) -> String {
    match elves {
        0 => format!("{gifts}×{gift}"),
        elves => format!("{gifts}×{gift} + {elves} Elves"),
    }
}

pub(crate) fn legal(game: &SecretSanta, index: u8) -> Legal {
    game.legal(Viewer::Seat(seat(index)))
}

/// The possible plays of the turn that a seat owes.
pub(crate) fn turns(game: &SecretSanta, index: u8) -> Turns {
    match legal(game, index).choice {
        Choice::Turn(turns) => turns,
        other @ (Choice::Nothing | Choice::Fruitcake { .. } | Choice::Holly { .. } | Choice::Snow { .. }) => {
            panic!("no turn is owed: {other:?}")
        }
    }
}

/// The default of a seat, as `waiting` shows it; checks that it is legal and that the server would play it.
#[track_caller]
pub(crate) fn default_of(game: &SecretSanta, index: u8) -> Action {
    let waiting = game.pending_decisions(Viewer::Seat(seat(index)));
    let decision = waiting.into_iter().find(|decision| decision.seat == seat(index));
    let action = decision.unwrap().default.action.unwrap();
    let (mut asked, mut absent) = (game.clone(), game.clone());
    let told = asked.apply(seat(index), &action, &mut rng(0)).unwrap();
    let made = absent.absent(seat(index)).unwrap();
    assert_eq!(
        absent.commit(made, SeatSet::EMPTY, &mut rng(0)),
        told,
        "the default is done"
    );
    assert_eq!(absent, asked, "the default is done");
    action
}

/// Each event in a line, with ` -> 1 2` at the end if only these seats receive it.
pub(crate) fn lines(events: &Events<Event>) -> Vec<String> {
    let one = |Addressed { to, event }: &Addressed<Event>| match to {
        Audience::Everyone => line(event),
        Audience::Only(seats) => format!("{} -> {}", line(event), joined(seats.iter())),
    };
    events.iter().map(one).collect()
}

fn joined(seats: impl Iterator<Item = SeatIndex>) -> String {
    let seats: Vec<String> = seats.map(|seat| seat.get().to_string()).collect();
    seats.join(" ")
}

fn listing<T: Display>(items: impl Iterator<Item = T>) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    items.join(" ")
}

/// An event with all its fields.
#[allow(clippy::too_many_lines, reason = "one arm for each event")]
pub(crate) fn line(event: &Event) -> String {
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
