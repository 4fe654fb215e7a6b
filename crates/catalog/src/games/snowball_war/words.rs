//! The parts that options, actions, events, views and legal actions share, both ways.
//!
//! Invalid values of a client stay invalid, for the game to refuse; a message of a server is parsed completely or not
//! at all.

use tinsel_engine::{BySeat, SeatIndex, SeatSet};
use tinsel_proto::games::snowball_war::v1 as wire;
use tinsel_snowball_war::{
    Card, Character, DiceSet, Die, Ending, Face, FaceAction, Obstacle, Opening, Piece, Point, Reason, SEAT_COUNT,
    Sheet, Slot, Spot, Symbol, Times,
};

use crate::games::seats;

/// Characters are numbered in canonical order, from 1 on.
pub(super) fn character(of: Character) -> i32 {
    let named = match of {
        Character::Stephen => wire::Character::Stephen,
        Character::Paul => wire::Character::Paul,
        Character::Robert => wire::Character::Robert,
        Character::Bianca => wire::Character::Bianca,
        Character::Natasha => wire::Character::Natasha,
        Character::Emily => wire::Character::Emily,
    };
    named.into()
}

pub(super) fn read_character(number: i32) -> Option<Character> {
    match wire::Character::try_from(number).ok()? {
        wire::Character::Unspecified => None,
        wire::Character::Stephen => Some(Character::Stephen),
        wire::Character::Paul => Some(Character::Paul),
        wire::Character::Robert => Some(Character::Robert),
        wire::Character::Bianca => Some(Character::Bianca),
        wire::Character::Natasha => Some(Character::Natasha),
        wire::Character::Emily => Some(Character::Emily),
    }
}

pub(super) fn any_character(of: Option<Character>) -> i32 {
    of.map_or(wire::Character::Unspecified.into(), character)
}

pub(super) fn characters(of: &[Character]) -> Vec<i32> {
    of.iter().copied().map(character).collect()
}

pub(super) fn read_characters(numbers: &[i32]) -> Option<Vec<Character>> {
    numbers.iter().copied().map(read_character).collect()
}

/// Characters have the same numbers as pieces. A snowman of a seat that the match does not have is no piece.
pub(super) fn piece(of: Piece) -> i32 {
    match of {
        Piece::Character(of) => character(of),
        Piece::Snowman(seat) => match seat.get() {
            0 => wire::Piece::Snowman0.into(),
            1 => wire::Piece::Snowman1.into(),
            _ => wire::Piece::Unspecified.into(),
        },
    }
}

pub(super) fn read_piece(number: i32) -> Option<Piece> {
    match wire::Piece::try_from(number).ok()? {
        wire::Piece::Unspecified => None,
        wire::Piece::Snowman0 => Some(Piece::Snowman(SeatIndex::new(0))),
        wire::Piece::Snowman1 => Some(Piece::Snowman(SeatIndex::new(1))),
        wire::Piece::Stephen
        | wire::Piece::Paul
        | wire::Piece::Robert
        | wire::Piece::Bianca
        | wire::Piece::Natasha
        | wire::Piece::Emily => read_character(number).map(Piece::Character),
    }
}

pub(super) fn any_piece(of: Option<Piece>) -> i32 {
    of.map_or(wire::Piece::Unspecified.into(), piece)
}

pub(super) const fn point(point: Point) -> wire::Point {
    wire::Point {
        x: Some(point.x),
        y: Some(point.y),
    }
}

pub(super) fn read_point(point: Option<&wire::Point>) -> Option<Point> {
    let point = point?;
    Some(Point::new(point.x?, point.y?))
}

pub(super) fn spot(spot: Option<Spot>) -> Option<wire::Point> {
    spot.map(|spot| wire::Point { x: spot.x, y: spot.y })
}

/// A requested spot.
pub(super) fn read_spot(point: Option<&wire::Point>) -> Option<Spot> {
    point.map(|point| Spot { x: point.x, y: point.y })
}

pub(super) fn circle(centre: Point, radius: i32) -> wire::Circle {
    wire::Circle {
        centre: Some(point(centre)),
        radius: Some(radius),
    }
}

pub(super) fn obstacle(obstacle: Obstacle) -> wire::Obstacle {
    let shape = match obstacle {
        Obstacle::Circle { centre, radius } => wire::obstacle::Shape::Circle(circle(centre, radius)),
        Obstacle::Rectangle { low, high } => wire::obstacle::Shape::Rectangle(wire::Rectangle {
            low: Some(point(low)),
            high: Some(point(high)),
        }),
    };
    wire::Obstacle { shape: Some(shape) }
}

pub(super) fn read_obstacle(obstacle: &wire::Obstacle) -> Option<Obstacle> {
    match obstacle.shape.as_ref()? {
        wire::obstacle::Shape::Circle(circle) => Some(Obstacle::Circle {
            centre: read_point(circle.centre.as_ref())?,
            radius: circle.radius?,
        }),
        wire::obstacle::Shape::Rectangle(rectangle) => Some(Obstacle::Rectangle {
            low: read_point(rectangle.low.as_ref())?,
            high: read_point(rectangle.high.as_ref())?,
        }),
    }
}

pub(super) fn face_action(action: FaceAction) -> i32 {
    let named = match action {
        FaceAction::Throw => wire::FaceAction::Throw,
        FaceAction::Move => wire::FaceAction::Move,
        FaceAction::Nothing => wire::FaceAction::None,
    };
    named.into()
}

pub(super) fn read_face_action(number: i32) -> Option<FaceAction> {
    match wire::FaceAction::try_from(number).ok()? {
        wire::FaceAction::Unspecified => None,
        wire::FaceAction::Throw => Some(FaceAction::Throw),
        wire::FaceAction::Move => Some(FaceAction::Move),
        wire::FaceAction::None => Some(FaceAction::Nothing),
    }
}

pub(super) const fn read_times(times: u32) -> Option<Times> {
    match times {
        1 => Some(Times::Once),
        2 => Some(Times::Twice),
        _ => None,
    }
}

pub(super) fn sheet(of: Character, sheet: &Sheet) -> wire::Sheet {
    let face = |face: Face| wire::Face {
        action: face_action(face.action),
        times: Some(face.times.number().into()),
        dodge: Some(face.dodge),
    };
    wire::Sheet {
        character: character(of),
        scarf: Some(sheet.scarf.into()),
        faces: sheet.faces.into_iter().map(face).collect(),
    }
}

/// A complete sheet from a server.
pub(super) fn read_sheet(sheet: &wire::Sheet) -> Option<(Character, Sheet)> {
    let face = |face: &wire::Face| {
        Some(Face {
            action: read_face_action(face.action)?,
            times: read_times(face.times?)?,
            dodge: face.dodge?,
        })
    };
    let faces: Option<Vec<Face>> = sheet.faces.iter().map(face).collect();
    let read = Sheet {
        scarf: sheet.scarf?.try_into().ok()?,
        faces: faces?.try_into().ok()?,
    };
    Some((read_character(sheet.character)?, read))
}

pub(super) fn die(number: u32) -> Option<Die> {
    Die::new(number.try_into().ok()?)
}

pub(super) fn values(dice: &[Die]) -> Vec<u32> {
    dice.iter().map(|die| die.get().into()).collect()
}

pub(super) fn read_values(values: &[u32]) -> Option<Vec<Die>> {
    values.iter().copied().map(die).collect()
}

pub(super) fn slot(slot: Slot) -> u32 {
    slot.number().into()
}

pub(super) fn slots(of: &[Slot]) -> Vec<u32> {
    of.iter().copied().map(slot).collect()
}

pub(super) fn read_slots(numbers: &[u32]) -> Option<Vec<Slot>> {
    numbers.iter().copied().map(Slot::from_number).collect()
}

pub(super) fn indices(dice: DiceSet) -> Vec<u32> {
    dice.iter().map(u32::from).collect()
}

pub(super) fn dice_set(dice: DiceSet) -> wire::DiceSet {
    wire::DiceSet { dice: indices(dice) }
}

pub(super) fn read_dice_set(dice: &wire::DiceSet) -> Option<DiceSet> {
    let indices = dice.dice.iter().map(|index| u8::try_from(*index).ok());
    indices.collect()
}

pub(super) fn card(card: &Card) -> wire::Card {
    wire::Card {
        character: character(card.character),
        dice: card.dice.into_iter().map(u32::from).collect(),
    }
}

pub(super) fn read_card(card: &wire::Card) -> Option<Card> {
    let dice: Option<Vec<u8>> = card.dice.iter().map(|index| u8::try_from(*index).ok()).collect();
    Some(Card {
        character: read_character(card.character)?,
        dice: dice?.try_into().ok()?,
    })
}

pub(super) fn symbol(symbol: Symbol) -> i32 {
    let named = match symbol {
        Symbol::Throw => wire::Symbol::Throw,
        Symbol::Move => wire::Symbol::Move,
    };
    named.into()
}

pub(super) fn read_symbol(number: i32) -> Option<Symbol> {
    match wire::Symbol::try_from(number).ok()? {
        wire::Symbol::Unspecified => None,
        wire::Symbol::Throw => Some(Symbol::Throw),
        wire::Symbol::Move => Some(Symbol::Move),
    }
}

pub(super) fn opening(opening: &Opening) -> wire::Opening {
    wire::Opening {
        turn: opening.turn.into(),
        starter: seats::number(opening.starter),
        sums: opening.sums.iter().map(|sum| u32::from(*sum)).collect(),
    }
}

pub(super) fn read_opening(opening: &wire::Opening) -> Option<Opening> {
    Some(Opening {
        turn: opening.turn.try_into().ok()?,
        starter: read_seat(opening.starter)?,
        sums: small_by_seat(&opening.sums)?,
    })
}

pub(super) fn ending(ending: &Ending) -> wire::Ending {
    let reason = match ending.reason {
        Reason::Knockout => wire::EndReason::Knockout,
        Reason::TurnLimit => wire::EndReason::TurnLimit,
    };
    wire::Ending {
        reason: reason.into(),
        winner: ending.winner.map(seats::number),
        snowman_tokens: ending.tokens.iter().map(|tokens| u32::from(*tokens)).collect(),
    }
}

pub(super) fn read_ending(ending: &wire::Ending) -> Option<Ending> {
    let reason = match wire::EndReason::try_from(ending.reason).ok()? {
        wire::EndReason::Unspecified => return None,
        wire::EndReason::Knockout => Reason::Knockout,
        wire::EndReason::TurnLimit => Reason::TurnLimit,
    };
    Some(Ending {
        reason,
        winner: seats::whole(ending.winner.map(read_seat))?,
        tokens: small_by_seat(&ending.snowman_tokens)?,
    })
}

fn small_by_seat(numbers: &[u32]) -> Option<BySeat<u8>> {
    let numbers: Option<Vec<u8>> = numbers.iter().map(|number| u8::try_from(*number).ok()).collect();
    BySeat::from_vec(numbers?).filter(|numbers| numbers.seats() == SEAT_COUNT)
}

pub(super) fn read_seat(number: u32) -> Option<SeatIndex> {
    seats::read(number, SEAT_COUNT)
}

pub(super) fn read_seats(numbers: &[u32]) -> Option<SeatSet> {
    seats::read_all(numbers, SEAT_COUNT)
}

/// All entries of a list, or `None` if one is invalid.
pub(super) fn all<W, T>(list: &[W], read: impl Fn(&W) -> Option<T>) -> Option<Vec<T>> {
    list.iter().map(read).collect()
}
