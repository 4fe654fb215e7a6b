//! The checks of the places of pieces at the deployment and at a return.

use tinsel_engine::SeatIndex;

use super::exactly;
use crate::{
    action::{Deployment, Made},
    components::{Character, FIRST, Phase, Piece, Point},
    config::Measures,
    field::Field,
    reject::Rejected,
    state::SnowballWar,
};

pub(super) fn deploy(
    game: &SnowballWar,
    seat: SeatIndex,
    snowman: Point,
    characters: &[(Character, Point)],
) -> Result<Made, Rejected> {
    let measures = &game.config.measures;
    let team: Vec<Character> = game.table.team(seat).map(|(character, _)| character).collect();
    let characters = exactly(Phase::Deploy, &team, characters)?;
    let mut field = Field::of(game);
    let own = Piece::Snowman(seat);
    field.inside(own, snowman)?;
    // SW-24, SW-R8
    let limit = measures.move_distance;
    if edge_distance(measures, seat, snowman) > limit {
        return Err(Rejected::TooFarFromEdge { limit });
    }
    field.clear(own, snowman)?;
    field.put(own, snowman);
    for (character, at) in &characters {
        let piece = Piece::Character(*character);
        field.inside(piece, *at)?;
        field.clear(piece, *at)?;
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
    for (character, y) in exactly(Phase::Return, &due, characters)? {
        let (piece, at) = (Piece::Character(character), Point::new(x, y));
        field.inside(piece, at)?;
        field.clear(piece, at)?;
        field.put(piece, at);
        arrivals.push((character, at));
    }
    Ok(Made::Returned(arrivals))
}
