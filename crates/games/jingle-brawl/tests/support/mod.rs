//! Helpers that shorten the tests.
#![allow(dead_code, unused_imports, reason = "each test binary uses a part")]

pub(crate) mod lines;

use tinsel_engine::{Addressed, Audience, Events, GameEngine, RejectCode, SeatIndex, SeatSet, Viewer};
use tinsel_engine_testkit::Draws;
pub(crate) use tinsel_engine_testkit::{
    rng, seat,
    short::{act_with, away, legal, numbers, seen, spectated},
};
use tinsel_jingle_brawl::{
    Action, Bar, Config, Draft, Event, GiftId, JingleBrawl, Legal, Phase, Place, Target, Targets,
    testkit::{Position, bid, draws, report},
};

pub(crate) use self::lines::caps;
use self::lines::{g, joined, line, list};

/// A match with the events of its last decision.
pub(crate) type Played = (JingleBrawl, Events<Event>);

/// A draw of a script: its name, its bound, and its result.
pub(crate) type Scripted = (&'static str, u32, u32);

pub(crate) const fn gift(number: u8) -> GiftId {
    GiftId::new(number)
}

/// The draw of a name among `bag` names: the one at `place`, from 0.
pub(crate) const fn name(bag: u32, place: u32) -> Scripted {
    (draws::NAME, bag, place)
}

/// A coin.
pub(crate) const HEADS: Scripted = (draws::COIN, 2, 0);
pub(crate) const TAILS: Scripted = (draws::COIN, 2, 1);

/// The position after exactly these draws.
#[track_caller]
pub(crate) fn drawn(position: &Position, script: impl IntoIterator<Item = Scripted>) -> Played {
    let mut chance = Draws::new(script);
    let played = position.clone().resolve(&mut chance);
    chance.assert_all_used();
    played
}

/// The position after draws that do not matter.
pub(crate) fn any(position: &Position) -> JingleBrawl {
    position.clone().resolve(&mut rng(0)).0
}

/// The events of the last decision, after draws that do not matter.
pub(crate) fn lines_after(position: &Position) -> Vec<String> {
    lines(&position.clone().resolve(&mut rng(0)).1)
}

pub(crate) fn config(players: u32, draft: Draft) -> Config {
    JingleBrawl::configure(Some(players), draft).unwrap()
}

pub(crate) fn viewers(players: u8) -> Vec<Viewer> {
    let seats = (0..players).map(|index| Viewer::Seat(seat(index)));
    seats.chain([Viewer::Spectator]).collect()
}

pub(crate) fn set(seats: SeatSet) -> Vec<u8> {
    numbers(seats.iter())
}

pub(crate) fn phase(game: &JingleBrawl) -> Phase {
    spectated(game).phase
}

/// The seats that owe a decision.
pub(crate) fn owing(game: &JingleBrawl) -> Vec<u8> {
    set(game.owing())
}

pub(crate) fn chips(game: &JingleBrawl) -> Vec<u16> {
    spectated(game).chips.iter().map(|chips| chips.get()).collect()
}

pub(crate) fn bank(game: &JingleBrawl) -> i32 {
    spectated(game).bank.get()
}

pub(crate) fn pot(game: &JingleBrawl) -> u16 {
    spectated(game).pot.get()
}

pub(crate) fn elf(game: &JingleBrawl) -> u8 {
    spectated(game).head_elf.get()
}

pub(crate) fn bag(game: &JingleBrawl) -> Vec<u8> {
    set(spectated(game).bag)
}

pub(crate) fn current(game: &JingleBrawl) -> Option<u8> {
    spectated(game).current.map(SeatIndex::get)
}

fn gifts(game: &JingleBrawl) -> Vec<(u8, Place, Option<u8>)> {
    let one = |gift: &tinsel_jingle_brawl::GiftView| (gift.gift.get(), gift.place, gift.naughty.map(|n| n.get()));
    spectated(game).gifts.iter().map(one).collect()
}

/// The gifts of the seats, in the notation of the examples: `0:g0(N1) 1:g4(N0)`.
pub(crate) fn hands(game: &JingleBrawl) -> String {
    let held = gifts(game).into_iter().filter_map(|(gift, place, level)| match place {
        Place::Held(seat) => Some((seat.get(), gift, level.unwrap())),
        Place::Wrapped | Place::Pile(_) | Place::Table => None,
    });
    let mut held: Vec<_> = held.collect();
    held.sort_unstable();
    joined(
        held.iter()
            .map(|(seat, gift, level)| format!("{seat}:g{gift}(N{level})")),
    )
}

/// The Misfits, oldest first: `g3(N0) g0(N1)`.
pub(crate) fn pile(game: &JingleBrawl) -> String {
    let view = spectated(game);
    let level = |gift: GiftId| view.gifts.iter().find(|of| of.gift == gift).unwrap().naughty.unwrap();
    joined(
        view.pile
            .iter()
            .map(|gift| format!("g{}(N{})", gift.get(), level(*gift).get())),
    )
}

/// The gift on the table.
pub(crate) fn table(game: &JingleBrawl) -> Option<u8> {
    let on = gifts(game).into_iter().find(|(_, place, _)| *place == Place::Table);
    on.map(|(gift, _, _)| gift)
}

pub(crate) fn wrapped(game: &JingleBrawl) -> Vec<u8> {
    let all = gifts(game).into_iter();
    all.filter(|(_, place, _)| *place == Place::Wrapped)
        .map(|(gift, _, _)| gift)
        .collect()
}

/// The level of a gift; `None` for a wrapped one.
pub(crate) fn naughty(game: &JingleBrawl, number: u8) -> Option<u8> {
    gifts(game).into_iter().find(|(gift, _, _)| *gift == number).unwrap().2
}

fn offered(game: &JingleBrawl, index: u8) -> Targets {
    match legal(game, index) {
        Legal::Gambit(targets) | Legal::Path(targets) | Legal::Reprisal { targets, .. } => targets,
        other => panic!("no targets are offered: {other:?}"),
    }
}

/// The possible targets of a seat: `g1@1 of 2`, `g3@2 Misfit`.
pub(crate) fn targets(game: &JingleBrawl, index: u8) -> Vec<String> {
    let one = |target: Target| {
        let from = target.holder.map(|seat| format!("of {}", seat.get()));
        let (gift, from) = (g(target.gift), from.unwrap_or_else(|| "Misfit".to_owned()));
        format!("{gift}@{} {from}", target.cost)
    };
    offered(game, index).affordable.into_iter().map(one).collect()
}

/// The impossible targets, with reasons.
pub(crate) fn barred(game: &JingleBrawl, index: u8) -> Vec<(u8, Bar)> {
    let barred = offered(game, index).barred.into_iter();
    barred.map(|barred| (barred.gift.get(), barred.why)).collect()
}

/// `accepted`, or the code of the refusal.
pub(crate) fn asked(game: &JingleBrawl, index: u8, action: &Action) -> &'static str {
    match game.resolve(seat(index), action) {
        Ok(_) => "accepted",
        Err(rejected) => rejected.code(),
    }
}

/// A seat decides, without a draw.
#[track_caller]
pub(crate) fn act(game: &mut JingleBrawl, index: u8, action: &Action) -> Events<Event> {
    act_with(game, index, action, [])
}

/// All seats that owe a bid make one, with these amounts and 0 for all others; the last bid causes exactly these draws.
#[track_caller]
pub(crate) fn all_bid(
    game: &mut JingleBrawl,
    bids: &[(u8, u32)],
    script: impl IntoIterator<Item = Scripted>,
) -> Events<Event> {
    let owing = owing(game);
    let of = |index: u8| {
        bids.iter()
            .find(|(bidder, _)| *bidder == index)
            .map_or(0, |(_, bid)| *bid)
    };
    let (last, others) = owing.split_last().unwrap();
    for index in others {
        act(game, *index, &bid(of(*index)));
    }
    act_with(game, *last, &bid(of(*last)), script)
}

/// Both duelists report this winner; the second report causes exactly these draws.
#[track_caller]
pub(crate) fn both_report(
    game: &mut JingleBrawl,
    winner: u8,
    script: impl IntoIterator<Item = Scripted>,
) -> Events<Event> {
    let [first, second] = owing(game)[..] else {
        panic!("no duel waits for both reports")
    };
    act(game, first, &report(winner));
    act_with(game, second, &report(winner), script)
}

/// The running duel: `STANDARD 1 against 0 for g2`.
pub(crate) fn duel(game: &JingleBrawl) -> String {
    let duel = spectated(game).duel.unwrap();
    format!(
        "{} {} against {} for {}",
        caps(&duel.kind),
        duel.challenger.get(),
        duel.defender.get(),
        duel.gift.map_or("nothing".to_owned(), g)
    )
}

/// The public events, each as a line.
pub(crate) fn lines(events: &Events<Event>) -> Vec<String> {
    events.seen_by(Viewer::Spectator).map(line).collect()
}

/// All events, each with its recipients unless everyone receives it: `(to 2) own bid 4`.
pub(crate) fn addressed(events: &Events<Event>) -> Vec<String> {
    let one = |Addressed { to, event }: &Addressed<Event>| match to {
        Audience::Everyone => line(event),
        Audience::Only(seats) => format!("(to {}) {}", list(*seats), line(event)),
    };
    events.iter().map(one).collect()
}
