//! Phrases that events, scenes and forms share.

use tinsel_engine::{
    SeatIndex,
    present::{Arg, Text},
};

use crate::{
    components::{Card, Character, DiceSet, Die, DieUse, Face, Point, Sheet},
    naming::{face_name, named},
    score::Ending,
    state::{EndReason, Opening},
};

/// A point in millimetres.
pub(super) fn point(point: Point) -> Text {
    Text::new("point", "{x},{y} mm").with("x", point.x).with("y", point.y)
}

/// The whole part of a distance.
pub(super) fn distance(squared: i64) -> i64 {
    i64::try_from(squared.unsigned_abs().isqrt()).unwrap_or(i64::MAX)
}

/// Values of dice.
pub(super) fn dice(dice: impl IntoIterator<Item = Die>) -> Arg {
    Arg::list(dice.into_iter().map(Die::get))
}

/// Dice of a pool, by number from 1.
pub(super) fn numbers(dice: DiceSet) -> Arg {
    Arg::list(dice.iter().map(number))
}

/// A die of a pool by its number from 1, which is not its value.
fn number(index: u8) -> Text {
    Text::new("die_number", "no. {number}").with("number", index.saturating_add(1))
}

/// An allocation: pool dice by number from 1.
pub(super) fn allocation(cards: &[Card]) -> Arg {
    let card = |card: &Card| {
        let [first, second] = card.dice.map(number);
        Text::new("allocated", "{character} {first} and {second}")
            .with("character", named(card.character))
            .with("first", first)
            .with("second", second)
    };
    Arg::list(cards.iter().map(card))
}

/// The use of a die.
pub(super) const fn use_of(used: DieUse) -> &'static str {
    match used {
        DieUse::Throw => "to throw",
        DieUse::Move => "to move",
        DieUse::Discard => "for nothing",
        DieUse::DoubleThrow => "for one throw of two hits with both dice",
        DieUse::ForceReroll => "to force a re-roll",
        DieUse::Swap => "to swap places",
        DieUse::Rush => "to rush the snowman",
        DieUse::Dodge => "to dodge",
        DieUse::Intercept => "to take the hit",
    }
}

/// A sheet: the scarf number and what each value does.
pub(super) fn sheet(character: Character, sheet: &Sheet) -> Text {
    let face = |(face, value): (&Face, u8)| Arg::word(format!("{value}: {}", face_name(*face)));
    Text::new("sheet", "{character}, scarf number {scarf}: {faces}")
        .with("character", named(character))
        .with("scarf", sheet.scarf)
        .with("faces", Arg::list(sheet.faces.iter().zip(1..).map(face)))
}

/// Who acts first, and why.
pub(super) fn opening(opening: &Opening) -> Text {
    let sum = |(seat, sum): (SeatIndex, &u8)| {
        Text::new("sum", "{sum} for {player}")
            .with("player", seat)
            .with("sum", *sum)
    };
    Text::new("opening", "Turn {turn}: {player} acts first (sums of dice: {sums})")
        .with("turn", opening.turn)
        .with("player", opening.starter)
        .with("sums", Arg::list(opening.sums.enumerate().map(sum)))
}

/// The result.
pub(super) fn ending(ending: &Ending) -> Text {
    let reason = match ending.reason {
        EndReason::Knockout => Text::new("knocked_out", "A snowman is knocked out"),
        EndReason::TurnLimit => Text::new("turn_limit_reached", "The last turn is over"),
    };
    let tokens = |(seat, tokens): (SeatIndex, &u8)| {
        Text::new("end_tokens", "{tokens} for {player}")
            .with("player", seat)
            .with("tokens", *tokens)
    };
    let text = match ending.winner {
        Some(winner) => {
            Text::new("won", "{reason}. {winner} wins. Cold tokens on the snowmen: {tokens}.").with("winner", winner)
        }
        None => Text::new(
            "drawn",
            "{reason}. The match is a draw. Cold tokens on the snowmen: {tokens}.",
        ),
    };
    text.with("reason", reason)
        .with("tokens", Arg::list(ending.tokens.enumerate().map(tokens)))
}
