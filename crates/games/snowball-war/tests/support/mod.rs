//! Helpers that shorten the tests. They name seats by number, and print each event in one line.
#![allow(dead_code, unused_imports, reason = "each test binary uses a part")]

mod lines;

use tinsel_engine::{Chance, Events, GameEngine, RejectCode, SeatSet, Viewer, present::Present};
pub(crate) use tinsel_engine_testkit::written;
use tinsel_engine_testkit::{checks::facts_of, short};
pub(crate) use tinsel_engine_testkit::{
    rng, seat,
    short::{act_with as events_of, default_of, legal, seen, spectated as public},
};
pub(crate) use tinsel_snowball_war::Character::{self, *};
use tinsel_snowball_war::{
    Action, Condition, Config, Die, Draft, Event, Legal, Obstacle, Phase, Piece, SnowballWar, View, draws,
    testkit::{Position, draws as script},
};

pub(crate) use lines::lines;

/// A draw: its name, its bound, and its result, counted from 0.
pub(crate) type Scripted = (&'static str, u32, u32);

pub(crate) const fn snowman(index: u8) -> Piece {
    Piece::Snowman(seat(index))
}

/// Both seats, and a spectator.
pub(crate) fn viewers() -> [Viewer; 3] {
    [Viewer::Seat(seat(0)), Viewer::Seat(seat(1)), Viewer::Spectator]
}

#[track_caller]
pub(crate) fn config(draft: Draft) -> Config {
    SnowballWar::configure(None, draft).unwrap()
}

pub(crate) fn circle(x: i32, y: i32, radius: i32) -> Option<Obstacle> {
    Some(Obstacle::circle(x, y, radius))
}

pub(crate) fn rectangle(x1: i32, y1: i32, x2: i32, y2: i32) -> Option<Obstacle> {
    Some(Obstacle::rectangle(x1, y1, x2, y2))
}

/// The draws of dice at the beginning of a turn.
pub(crate) fn rolled(values: &[i32]) -> Vec<Scripted> {
    script(draws::ROLL, (1, 6), values)
}

/// The draws of a re-roll.
pub(crate) fn redrawn(values: &[i32]) -> Vec<Scripted> {
    script(draws::REROLL, (1, 6), values)
}

/// The draws of a forced re-roll.
pub(crate) fn forced(values: &[i32]) -> Vec<Scripted> {
    script(draws::FORCED, (1, 6), values)
}

/// Applies an action without draws. Returns the events, with their recipients.
#[track_caller]
pub(crate) fn act(game: &mut SnowballWar, index: u8, action: Action) -> Vec<String> {
    act_with(game, index, action, [])
}

/// Applies an action with exactly these draws, in this order.
#[track_caller]
pub(crate) fn act_with(
    game: &mut SnowballWar,
    index: u8,
    action: Action,
    drawn: impl IntoIterator<Item = Scripted>,
) -> Vec<String> {
    lines(&events_of(game, index, &action, drawn))
}

/// Applies a default with exactly these draws.
#[track_caller]
pub(crate) fn away(game: &mut SnowballWar, index: u8, drawn: impl IntoIterator<Item = Scripted>) -> Vec<String> {
    lines(&short::away(game, index, drawn))
}

/// Applies an action with any draws.
#[track_caller]
pub(crate) fn done(game: &mut SnowballWar, index: u8, action: &Action, chance: &mut dyn Chance) -> Events<Event> {
    match game.apply(seat(index), action, chance) {
        Ok(events) => events,
        Err(rejected) => panic!("seat {index}: {} is refused: {}", written(action), rejected.code()),
    }
}

/// `ok`, or the code of the refusal. It also checks that `Legal` agrees.
#[track_caller]
pub(crate) fn code(game: &SnowballWar, index: u8, action: &Action) -> &'static str {
    let answer = game.resolve(seat(index), action).map(|_| "ok");
    let view = game.view(Viewer::Seat(seat(index)), SeatSet::EMPTY);
    let allowed = SnowballWar::allows(&view, &legal(game, index), action);
    assert_eq!(allowed, answer.is_ok(), "what is told as legal: {}", written(action));
    answer.unwrap_or_else(|rejected| rejected.code())
}

/// `ok`, or a refusal in a line: `TOO_FAR SW-41 limit 88`.
#[track_caller]
pub(crate) fn refusal(game: &SnowballWar, index: u8, action: &Action) -> String {
    let code = code(game, index, action);
    let refused = game.resolve(seat(index), action).err();
    refused.map_or_else(|| code.to_owned(), |rejected| facts_of(&rejected))
}

/// Checks one seat's actions, each with `ok`, the code of its refusal, or its refusal in a line.
#[track_caller]
pub(crate) fn codes(game: &SnowballWar, index: u8, cases: &[(Action, &str)]) {
    for (action, expected) in cases {
        let answer = match expected.contains(' ') {
            true => refusal(game, index, action),
            false => code(game, index, action).to_owned(),
        };
        assert_eq!(answer, *expected, "seat {index}: {}", written(action));
    }
}

pub(crate) fn phase(game: &SnowballWar) -> Phase {
    public(game).phase
}

/// The pending decision and its seats: `REROLL 0 1`, `THROWAGAIN 0`, `FINISHED`.
pub(crate) fn now(game: &SnowballWar) -> String {
    let phase = format!("{:?}", phase(game)).to_uppercase();
    let owing = game.owing().iter().map(|seat| format!(" {}", seat.get()));
    phase + &owing.collect::<String>()
}

/// The position of a piece, if it is on the field.
pub(crate) fn at(game: &SnowballWar, piece: impl Into<Piece>) -> Option<(i32, i32)> {
    public(game).position(piece.into()).map(Into::into)
}

pub(crate) fn tokens(game: &SnowballWar, piece: impl Into<Piece>) -> u8 {
    match piece.into() {
        Piece::Character(character) => public(game).characters.at(character).tokens,
        Piece::Snowman(seat) => public(game).snowmen.at(seat).tokens,
    }
}

/// The dice on a card, by slot; 0 for none.
pub(crate) fn dice(game: &SnowballWar, character: Character) -> [u8; 2] {
    let dice = public(game).characters.at(character).dice;
    dice.map(|die| die.map_or(0, Die::get))
}

pub(crate) fn pool(game: &SnowballWar, index: u8) -> Vec<u8> {
    let pool = public(game).pools.at(seat(index)).values.clone();
    pool.into_iter().map(Die::get).collect()
}

pub(crate) fn has_run_away(game: &SnowballWar, character: Character) -> bool {
    public(game).characters.at(character).condition == Some(Condition::RunAway)
}

/// Ranks and scores by seat, and the label that both have.
pub(crate) fn result(game: &SnowballWar) -> ([u8; 2], [i64; 2], [&'static str; 2]) {
    let outcome = game.outcome(SeatSet::EMPTY).unwrap();
    let standings = [0, 1].map(|index| outcome.standings.at(seat(index)));
    let label = |standing: &tinsel_engine::Standing| match standing.labels[..] {
        [] => "",
        [label] => label.0,
        [..] => panic!("{:?}", standing.labels),
    };
    let scores = standings.map(|standing| standing.score.unwrap());
    (standings.map(|standing| standing.rank), scores, standings.map(label))
}

/// A position with only these two in play, seat 0's and seat 1's; the others have run away with two tokens.
pub(crate) fn duel(position: Position, one: Character, other: Character) -> Position {
    let rest = Character::ALL
        .into_iter()
        .filter(|character| ![one, other].contains(character));
    rest.fold(position, |position, character| position.ran_away(character, 2))
}

/// These options, on an open field and with seat 0 as the first picker, as in the worked examples.
#[track_caller]
pub(crate) fn open(draft: Draft) -> Config {
    config(Draft {
        obstacles: Some(Vec::new()),
        first_picker: tinsel_snowball_war::Asked::Given(tinsel_snowball_war::FirstPicker::Seat0),
        ..draft
    })
}

/// A sheet with its faces in short form, such as `T`, `MM`, `D` or `TD`; `-` is a face without an effect.
pub(crate) fn sheet(character: Character, scarf: u32, faces: &str) -> tinsel_snowball_war::SheetDraft {
    use tinsel_snowball_war::{Asked, FaceAction, FaceDraft, SheetDraft};
    let face = |word: &str| FaceDraft {
        action: Asked::Given(match word.chars().next() {
            Some('T') => FaceAction::Throw,
            Some('M') => FaceAction::Move,
            _ => FaceAction::Nothing,
        }),
        times: Some(if word.starts_with("TT") || word.starts_with("MM") {
            2
        } else {
            1
        }),
        dodge: Some(word.ends_with('D')),
    };
    SheetDraft {
        character: Some(character),
        scarf: Some(scarf),
        faces: faces.split(' ').map(face).collect(),
    }
}
