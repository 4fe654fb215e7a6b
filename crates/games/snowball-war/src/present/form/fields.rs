//! Places and targets as fields of forms.

use tinsel_engine::present::{
    Arg, FormField, Id, Identified, Inputs, Kind, PickOption, Point, Region, Shape, Text, Value,
};

use super::{
    super::{
        shapes::{circle, point, rectangle},
        words,
    },
    field,
};
use crate::{
    action::Spot,
    components::{self, Character, Piece},
    ground::{Area, Ground},
    legal::Target,
    naming::{character_id, character_of, piece, piece_id, piece_of, short},
};

impl Identified for Character {
    fn id(&self) -> Id {
        short(*self).into()
    }

    fn of_id(id: &str) -> Option<Self> {
        character_of(id)
    }
}

impl Identified for Piece {
    fn id(&self) -> Id {
        piece_id(*self)
    }

    fn of_id(id: &str) -> Option<Self> {
        piece_of(id)
    }
}

/// The spots of a ground.
pub(super) fn ground(ground: &Ground) -> Region {
    let forbidden = ground.forbidden.iter().map(|shape| match *shape {
        crate::ground::Shape::Disc(disc) => circle(disc.centre, disc.radius),
        crate::ground::Shape::Rectangle { low, high, margin } => rectangle(low, high, margin),
    });
    Region {
        inside: vec![rectangle(ground.low, ground.high, 0).with_edge()],
        outside: forbidden.map(Shape::without_edge).collect(),
    }
}

/// A field for the end of a move.
pub(super) fn destination(area: &Area) -> FormField {
    let mut region = ground(&area.ground);
    region.inside.push(circle(area.origin, area.max_distance).with_edge());
    let help = Text::new(
        "move_help",
        "Any free place within {distance} mm of {origin}; only the end of the move must be free.",
    )
    .with("distance", area.max_distance)
    .with("origin", words::point(area.origin));
    place(
        field::TO,
        Text::new("destination", "Move to"),
        region,
        suggestions(area),
    )
    .help(help)
}

/// A field for a point.
pub(super) fn place(id: impl Into<Id>, title: Text, region: Region, suggestions: Vec<Point>) -> FormField {
    FormField::new(
        id,
        title,
        Kind::Place {
            region,
            unit: "mm",
            suggestions,
        },
    )
}

/// Ends of a move in eight directions, far and near, and the present position.
fn suggestions(area: &Area) -> Vec<Point> {
    const DIRECTIONS: [(i32, i32); 8] = [(10, 0), (-10, 0), (0, 10), (0, -10), (7, 7), (7, -7), (-7, 7), (-7, -7)];
    let at = |(right, up): (i32, i32), share: i32| {
        let along = |from: i32, way: i32| {
            from.saturating_add(area.max_distance.saturating_mul(way).div_euclid(10).div_euclid(share))
        };
        components::Point::new(along(area.origin.x, right), along(area.origin.y, up))
    };
    let all = [1, 2]
        .into_iter()
        .flat_map(|share| DIRECTIONS.map(|direction| at(direction, share)));
    all.chain([area.origin])
        .filter(|spot| area.has(*spot))
        .map(point)
        .collect()
}

/// A field for the target of a throw, with the reasons why others are not possible.
pub(super) fn target(targets: &[Target]) -> FormField {
    FormField::pick_one(field::TARGET, Text::new("target", "Target"), targets.iter().map(aim))
}

fn aim(target: &Target) -> PickOption {
    let distance = words::distance(target.distance_squared);
    let title = Text::new("aim", "{target}, {distance} mm away")
        .with("target", piece(target.piece))
        .with("distance", distance);
    let option = option(target.piece, title);
    match (target.in_range, target.line_clear()) {
        (true, true) => option,
        (false, _) => option.refused(Text::new("out_of_range", "It is out of range.")),
        (true, false) => {
            let obstacles = target.obstacles.iter().map(|number| {
                Text::new("obstacle", "obstacle {number}")
                    .with("number", number.saturating_add(1))
                    .into()
            });
            let blocking = obstacles.chain(target.pieces.iter().map(|blocking| piece(*blocking)));
            let blocking = Arg::List(blocking.collect());
            option.refused(Text::new("blocked", "The line is blocked by {blocking}.").with("blocking", blocking))
        }
    }
}

/// A piece as an option.
pub(super) fn option(piece: Piece, title: Text) -> PickOption {
    let option = PickOption::new(piece_id(piece), title);
    match piece {
        Piece::Character(character) => option.component(character_id(character)),
        Piece::Snowman(seat) => PickOption {
            seat: Some(seat),
            ..option.component("piece.snowman")
        },
    }
}

/// The spot of a place.
pub(super) fn spot<'a>(place: FormField) -> Inputs<'a, Option<Spot>> {
    let spot = |Point { x, y }| Spot { x: Some(x), y: Some(y) };
    place.holding(
        move |answer, id| Some(answer.point(id).map(spot)),
        |spot: &Option<Spot>| spot.and_then(|Spot { x, y }| Some(Value::Point(Point::new(x?, y?)))),
    )
}
