//! Helpers that shorten the tests.
#![allow(dead_code, unused_imports, reason = "each test binary uses a part")]

use tinsel_engine::{BySeat, Events, GameEngine, RejectCode, Viewer};
use tinsel_engine_testkit::{Draws, event_name};
pub(crate) use tinsel_engine_testkit::{
    rng, seat,
    short::{all_absent, names, seen, spectated},
};
use tinsel_presents_of_mine::{
    Action, Config, Distance, Event, ListReveal, Picture, PregameHands, Present, PresentsOfMine, Round3Majority,
    ScoreLine,
    testkit::{DRAW_OF_A_THEFT, DRAW_OF_THE_LIST, Position, list, pass, select, steal},
};

/// The list of W-1.
pub(crate) const LIST_OF_W1: [usize; 8] = [3, 0, 6, 1, 7, 4, 2, 5];
/// List V of the examples.
pub(crate) const V: [u8; 8] = [7, 6, 5, 4, 3, 2, 1, 0];
/// The selections of the seats in W-1, by seat.
pub(crate) const SELECTIONS_OF_W1: [&str; 8] = ["ABCHI", "CDFHI", "AEFGI", "BCEHJ", "CDEHJ", "DEGHJ", "DEFHJ", "BDEHJ"];
/// The passes of the seats in W-2, by seat.
pub(crate) const PASSES_OF_W2: [&str; 8] = [
    "H3 A0 C2", "H3 D2 F1", "E3 G0 F1", "E3 C2 J2", "E3 H3 D2", "J2 H3 G0", "E3 F1 A0", "B1 E3 H3",
];

pub(crate) fn viewers() -> Vec<Viewer> {
    let seats = (0..8).map(|index| Viewer::Seat(seat(index)));
    seats.chain([Viewer::Spectator]).collect()
}

/// A seat's hand in the public view.
pub(crate) fn hand_of(game: &PresentsOfMine, index: u8) -> String {
    spectated(game).seats.at(seat(index)).hand.unwrap().to_string()
}

pub(crate) fn total_of(game: &PresentsOfMine, index: u8) -> i64 {
    spectated(game).seats.at(seat(index)).total.unwrap().get()
}

/// A seat's line of the last scoring in the public view.
pub(crate) fn line_of(game: &PresentsOfMine, index: u8) -> ScoreLine {
    let scored = spectated(game).last.unwrap().scored;
    scored.lines.into_iter().find(|line| line.seat == seat(index)).unwrap()
}

/// A scored hand in the specification's notation.
pub(crate) fn scored_hand(line: &ScoreLine) -> String {
    let presents = line.presents.iter().map(|present| {
        let layers = present.layers.map(|layers| format!("({})", layers.before.get()));
        let distance = present.distance.map(|distance| format!("*{}", distance.get()));
        let (letter, staleness) = (present.letter, present.staleness);
        format!(
            "{letter}{staleness}{}{}",
            layers.unwrap_or_default(),
            distance.unwrap_or_default()
        )
    });
    presents.collect::<Vec<_>>().join(" ")
}

/// The points of each present of a scored hand.
pub(crate) fn points(line: &ScoreLine) -> Vec<i64> {
    line.presents.iter().map(|present| present.points.get()).collect()
}

/// The points of the first copy of a letter in a seat's last scored hand.
pub(crate) fn points_of(game: &PresentsOfMine, index: u8, letter: char) -> i64 {
    let line = line_of(game, index);
    let present = line.presents.iter().find(|present| present.letter.symbol() == letter);
    present.unwrap().points.get()
}

/// The parts of a line: ability, monopoly, egg, explosion, staleness, raw.
pub(crate) fn sums(line: &ScoreLine) -> [i64; 6] {
    [
        line.ability,
        line.monopoly,
        line.egg_loss,
        line.explosion_loss,
        line.staleness_loss,
        line.raw,
    ]
    .map(|points| points.get())
}

pub(crate) fn config(list_reveal: ListReveal, pregame_hands: PregameHands, round3_majority: Round3Majority) -> Config {
    Config {
        list_reveal,
        pregame_hands,
        round3_majority,
    }
}

pub(crate) fn private() -> Config {
    Config {
        pregame_hands: PregameHands::Private,
        ..Config::default()
    }
}

pub(crate) fn before_selection() -> Config {
    Config {
        list_reveal: ListReveal::BeforeSelection,
        ..Config::default()
    }
}

pub(crate) fn skip() -> Config {
    Config {
        round3_majority: Round3Majority::Skip,
        ..Config::default()
    }
}

pub(crate) fn start(config: Config) -> PresentsOfMine {
    PresentsOfMine::start(&config, &mut Draws::none()).0
}

/// A script of draws for the list of W-1 only.
pub(crate) fn list_of_w1() -> Draws {
    Draws::new(Draws::shuffle(DRAW_OF_THE_LIST, &LIST_OF_W1))
}

/// A script of draws for stolen presents: the number of presents left, and the drawn index.
pub(crate) fn thefts_drawn(draws: &[(u32, u32)]) -> Draws {
    Draws::new(draws.iter().map(|(left, index)| (DRAW_OF_A_THEFT, *left, *index)))
}

/// Every seat submits its action; returns the events of the last one.
pub(crate) fn all(game: &mut PresentsOfMine, actions: &[Action; 8], chance: &mut Draws) -> Events<Event> {
    let mut events = Events::new();
    for (index, action) in (0u8..).zip(actions) {
        events = game.apply(seat(index), action, chance).unwrap();
    }
    events
}

/// The match of W-1 after all selections.
pub(crate) fn after_w1(config: Config) -> PresentsOfMine {
    let mut game = start(config);
    all(&mut game, &SELECTIONS_OF_W1.map(select), &mut list_of_w1());
    game
}

/// The match of W-1 and W-2 at the start of round 2.
pub(crate) fn after_w2(config: Config) -> PresentsOfMine {
    let mut game = after_w1(config);
    let passes = PASSES_OF_W2.map(pass);
    all(&mut game, &passes, &mut Draws::none());
    game
}

/// The code of the refusal of an action.
pub(crate) fn refusal(game: &PresentsOfMine, index: u8, action: &Action) -> &'static str {
    game.resolve(seat(index), action).unwrap_err().code()
}

/// An event's name.
pub(crate) fn name(event: &Event) -> String {
    event_name(event)
}

pub(crate) fn by_seat<T>(values: impl IntoIterator<Item = T>) -> BySeat<T> {
    BySeat::from_vec(values.into_iter().collect()).unwrap()
}

/// List U of the examples.
pub(crate) const U: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
/// The scored hand of a filler if all seats default.
const FILLER_SCORED: &str = "A0*1 B0*2 F0*3 G0 I0 I0";

/// Round 1 or 5 resolved by passes, or round 4 by thefts, so that seats have these scored hands.
///
/// Seats without an entry are scored with `A0*1 B0*2 F0*3 G0 I0 I0`.
pub(crate) fn scored_as(round: u8, order: [u8; 8], hands: &[(u8, &str)]) -> PresentsOfMine {
    scored_from(Position::round(round), round, order, hands).0
}

/// The same from a given position, with the events.
pub(crate) fn scored_from(
    position: Position,
    round: u8,
    order: [u8; 8],
    hands: &[(u8, &str)],
) -> (PresentsOfMine, Events<Event>) {
    let pictures: Vec<Picture> = (0..8)
        .map(|index| {
            let mentioned = hands.iter().find(|(seat, _)| *seat == index);
            mentioned.map_or(FILLER_SCORED, |(_, hand)| hand).parse().unwrap()
        })
        .collect();
    let loop_of_eight = list(order);
    let mut position = position.list(order);
    for (index, picture) in (0u8..).zip(&pictures) {
        let gave = Distance::ALL.map(|distance| {
            let to = loop_of_eight.below(seat(index), distance);
            pictures.get(usize::from(to.get())).unwrap().received(distance).unwrap()
        });
        let got = Distance::ALL.map(|distance| picture.received(distance).unwrap());
        let kept = picture
            .iter()
            .filter(|held| held.distance.is_none())
            .map(|held| held.present);
        let before: Vec<Present> = kept.chain(gave).collect();
        position = position.hand(index, &text(&before));
        let action = if round == 4 {
            steal(&text(&got))
        } else {
            pass(&text(&gave))
        };
        position = position.sealed(index, action);
    }
    position.resolve(&mut Draws::none())
}

/// Presents separated by spaces.
pub(crate) fn text(presents: &[Present]) -> String {
    presents.iter().map(Present::to_string).collect::<Vec<_>>().join(" ")
}
