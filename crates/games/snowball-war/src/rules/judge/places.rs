//! The checks of positions and targets. `field.rs` measures.

use tinsel_engine::SeatIndex;

use super::parse::exactly;
use crate::{
    action::{Deployment, Made},
    components::{Character, DieUse, FIRST, Piece, Point, other},
    config::Measures,
    field::{Field, Overlap},
    reject::Rejected,
    state::SnowballWar,
};

/// Validates a deployment.
pub(super) fn deploy(
    game: &SnowballWar,
    seat: SeatIndex,
    snowman: Point,
    characters: &[(Character, Point)],
) -> Result<Made, Rejected> {
    let measures = &game.config.measures;
    let team: Vec<Character> = game.table.team(seat).map(|(character, _)| character).collect();
    let characters = exactly("SW-23", &team, characters)?;
    let mut field = Field::of(game);
    let own = Piece::Snowman(seat);
    inside(&field, own, snowman)?;
    // SW-24, SW-R8
    let limit = measures.move_distance;
    if edge_distance(measures, seat, snowman) > limit {
        return Err(Rejected::TooFarFromEdge { limit });
    }
    clear(&field, own, snowman)?;
    field.put(own, snowman);
    for (character, at) in &characters {
        let piece = Piece::Character(*character);
        inside(&field, piece, *at)?;
        clear(&field, piece, *at)?;
        // SW-25, SW-R6: `clear` has already checked that they are not nearer than contact
        let limit = measures.contact_most();
        if !at.is_within(limit, snowman) {
            return Err(Rejected::NotInContact { limit });
        }
        field.put(piece, *at);
    }
    Ok(Made::Deployed(Deployment { snowman, characters }))
}

/// The distance of a point from a seat's own home edge.
// SW-1, SW-R20
fn edge_distance(measures: &Measures, seat: SeatIndex, at: Point) -> i32 {
    if seat == FIRST {
        at.x
    } else {
        measures.field_depth.saturating_sub(at.x)
    }
}

/// Validates the positions of returning characters.
pub(super) fn come_back(
    game: &SnowballWar,
    seat: SeatIndex,
    characters: &[(Character, i32)],
) -> Result<Made, Rejected> {
    // SW-72, SW-74, SW-R62: all due characters return, in one action
    let due: Vec<Character> = game.table.returning(seat).collect();
    let mut field = Field::of(game);
    let x = game.config.measures.home_line(seat);
    let mut arrivals = Vec::new();
    for (character, y) in exactly("SW-74", &due, characters)? {
        let (piece, at) = (Piece::Character(character), Point::new(x, y));
        inside(&field, piece, at)?;
        clear(&field, piece, at)?;
        field.put(piece, at);
        arrivals.push((character, at));
    }
    Ok(Made::Returned(arrivals))
}

/// Refuses a spot for a piece unless its base lies inside the field.
// SW-5
fn inside(field: &Field<'_>, piece: Piece, at: Point) -> Result<(), Rejected> {
    let broken = field.broken_bound(piece, at);
    broken.map_or(Ok(()), |limit| Err(Rejected::OutOfField { limit }))
}

/// Refuses a spot for a piece if its base would overlap an obstacle or another piece.
// SW-9
fn clear(field: &Field<'_>, piece: Piece, at: Point) -> Result<(), Rejected> {
    match field.overlap(piece, at) {
        Some(Overlap::Obstacle) => Err(Rejected::OverlapsObstacle { piece }),
        Some(Overlap::Piece) => Err(Rejected::OverlapsPiece { piece }),
        None => Ok(()),
    }
}

/// Refuses a spot to move to.
// SW-41, SW-R12: pieces and obstacles between do not matter
pub(super) fn reachable(game: &SnowballWar, character: Character, to: Point) -> Result<(), Rejected> {
    let (field, piece) = (Field::of(game), character.into());
    inside(&field, piece, to)?;
    let limit = field.measures.move_distance;
    if field.position(piece).is_none_or(|from| !from.is_within(limit, to)) {
        return Err(Rejected::TooFar { limit });
    }
    clear(&field, piece, to)
}

/// Refuses a target that is not on the field, or beyond the range of this action.
// SW-4
pub(super) fn reach(field: &Field<'_>, action: DieUse, from: Character, to: Piece) -> Result<(), Rejected> {
    if field.position(to).is_none() {
        return Err(Rejected::TargetNotInPlay { action });
    }
    let limit = match action {
        DieUse::Throw | DieUse::DoubleThrow => field.measures.snowball_distance,
        DieUse::Move
        | DieUse::Discard
        | DieUse::ForceReroll
        | DieUse::Swap
        | DieUse::Rush
        | DieUse::Dodge
        | DieUse::Intercept => field.measures.move_distance,
    };
    if field.is_within(limit, from.into(), to) {
        Ok(())
    } else {
        Err(Rejected::OutOfRange { action, limit })
    }
}

/// Refuses a target of a throw by a character of a seat.
// SW-40, SW-45, SW-R32
pub(super) fn aim(
    game: &SnowballWar,
    (seat, thrower): (SeatIndex, Character),
    target: Piece,
    action: DieUse,
) -> Result<(), Rejected> {
    if game.table.owner(target) != Some(other(seat)) {
        return Err(Rejected::BadTarget { action });
    }
    let field = Field::of(game);
    reach(&field, action, thrower, target)?;
    if field.is_line_clear(thrower, target) {
        Ok(())
    } else {
        Err(Rejected::NoLineOfSight)
    }
}
