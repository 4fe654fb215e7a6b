//! Helpers that shorten the tests. They name seats by number, and print each event in one line.
#![allow(dead_code, unused_imports, reason = "each test binary uses a part")]

mod lines;

use tinsel_engine::{Chance, GameEngine, RejectCode, SeatSet, Viewer};
pub(crate) use tinsel_engine_testkit::{
    rng, seat,
    short::{default_of, legal, numbers, seen, spectated as public},
};
use tinsel_secret_santa::{
    Action, Choice, Config, Draft, Laid, OwnView, Phase, Play, SecretSanta, Special, Turns,
    testkit::{Position, act, cards},
};

pub(crate) use self::lines::lines;
use self::lines::{joined, set};
pub(crate) use tinsel_secret_santa::testkit::play;

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

/// The possible plays of the turn that a seat owes.
pub(crate) fn turns(game: &SecretSanta, index: u8) -> Turns {
    match legal(game, index).choice {
        Choice::Turn(turns) => turns,
        other @ (Choice::Nothing | Choice::Fruitcake { .. } | Choice::Holly { .. } | Choice::Snow { .. }) => {
            panic!("no turn is owed: {other:?}")
        }
    }
}
