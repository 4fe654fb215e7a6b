//! The positions of all pieces and obstacles, with the questions about them: free spots, and obstruction of throws.
//!
//! The rules make it from a state, the bot makes it from a view.

use crate::{
    components::{Character, Disc, Obstacle, Piece, Point, disc_blocks},
    config::{Config, Measures},
    ground::Ground,
    state::{SnowballWar, Table},
    view::View,
};

/// The field with everything on it.
#[derive(Debug, Clone)]
pub(crate) struct Field<'a> {
    pub(crate) measures: &'a Measures,
    snowmen_block_sight: bool,
    obstacles: &'a [Obstacle],
    /// In the order of [`Piece::ALL`].
    standing: Vec<(Piece, Point)>,
}

/// What a base would overlap.
pub(crate) enum Overlap {
    /// An obstacle.
    Obstacle,
    /// Another piece.
    Piece,
}

impl<'a> Field<'a> {
    /// The field of a match.
    pub(crate) fn of(game: &'a SnowballWar) -> Self {
        Self::on(&game.config, &game.table)
    }

    /// The field of a match with these options.
    pub(crate) fn on(config: &'a Config, table: &'a Table) -> Self {
        let (measures, blocking) = (&config.measures, config.snowmen_block_sight);
        Self::with(measures, blocking, &table.obstacles, |piece| table.position(piece))
    }

    /// The field of a view.
    pub(crate) fn seen(view: &'a View) -> Self {
        Self::with(&view.measures, view.snowmen_block_sight, &view.obstacles, |piece| {
            view.position(piece)
        })
    }

    fn with(
        measures: &'a Measures,
        snowmen_block_sight: bool,
        obstacles: &'a [Obstacle],
        position: impl Fn(Piece) -> Option<Point>,
    ) -> Self {
        let standing = Piece::ALL
            .into_iter()
            .filter_map(|piece| Some((piece, position(piece)?)));
        Self {
            measures,
            snowmen_block_sight,
            obstacles,
            standing: standing.collect(),
        }
    }

    /// Moves a piece to a position, from any place.
    pub(crate) fn put(&mut self, piece: Piece, at: Point) {
        self.take_off(piece);
        self.standing.push((piece, at));
        self.standing.sort_unstable();
    }

    /// Removes a piece from the field, if it is there.
    pub(crate) fn take_off(&mut self, piece: Piece) {
        self.standing.retain(|(other, _)| *other != piece);
    }

    /// All pieces on the field, in the order of [`Piece::ALL`].
    pub(crate) fn standing(&self) -> impl Iterator<Item = (Piece, Point)> {
        self.standing.iter().copied()
    }

    /// The position of a piece, if it is on the field.
    pub(crate) fn position(&self, piece: Piece) -> Option<Point> {
        self.standing
            .iter()
            .find(|(other, _)| *other == piece)
            .map(|(_, at)| *at)
    }

    /// The base of a piece.
    // SW-2
    pub(crate) const fn base(&self, piece: Piece, at: Point) -> Disc {
        let radius = match piece {
            Piece::Character(_) => self.measures.character_radius,
            Piece::Snowman(_) => self.measures.snowman_radius,
        };
        Disc::new(at, radius)
    }

    /// The bound of the field that the base of a piece crosses at a spot.
    // SW-5
    pub(crate) fn broken_bound(&self, piece: Piece, at: Point) -> Option<i32> {
        let (depth, breadth) = (self.measures.field_depth, self.measures.field_breadth);
        self.base(piece, at).broken_bound(depth, breadth)
    }

    /// What the base of a piece would overlap at a spot: first obstacles, then other pieces. Its own present base does
    /// not count.
    // SW-9
    pub(crate) fn overlap(&self, piece: Piece, at: Point) -> Option<Overlap> {
        let base = self.base(piece, at);
        if self.obstacles.iter().any(|obstacle| obstacle.overlaps(base)) {
            return Some(Overlap::Obstacle);
        }
        let mut others = self.standing().filter(|(other, _)| *other != piece);
        let overlaps = others.any(|(other, at)| self.base(other, at).overlaps(base));
        overlaps.then_some(Overlap::Piece)
    }

    /// Whether a piece can stand at a spot.
    pub(crate) fn is_free(&self, piece: Piece, at: Point) -> bool {
        self.broken_bound(piece, at).is_none() && self.overlap(piece, at).is_none()
    }

    /// The square of the distance between two pieces on the field.
    pub(crate) fn distance_squared(&self, from: Piece, to: Piece) -> Option<i64> {
        Some(self.position(from)?.distance_squared(self.position(to)?))
    }

    /// Whether the distance of two pieces is at most `distance`.
    // SW-4
    pub(crate) fn is_within(&self, distance: i32, from: Piece, to: Piece) -> bool {
        let (from, to) = (self.position(from), self.position(to));
        from.zip(to).is_some_and(|(from, to)| from.is_within(distance, to))
    }

    /// The things that block a throw: obstacles by index, then pieces in the order of [`Piece::ALL`].
    // SW-10, SW-R33, SW-R34
    pub(crate) fn in_the_way(&self, thrower: Character, target: Piece) -> (Vec<u8>, Vec<Piece>) {
        let ends = (self.position(thrower.into()), self.position(target));
        let (Some(from), Some(to)) = ends else {
            return (Vec::new(), Vec::new());
        };
        let obstacles = (0u8..)
            .zip(self.obstacles)
            .filter(|(_, obstacle)| obstacle.blocks(from, to));
        let counts = |piece: Piece| match piece {
            Piece::Character(character) => character != thrower && piece != target,
            Piece::Snowman(_) => self.snowmen_block_sight && piece != target,
        };
        let pieces = self
            .standing()
            .filter(|(piece, at)| counts(*piece) && disc_blocks(from, to, self.base(*piece, *at)));
        (
            obstacles.map(|(index, _)| index).collect(),
            pieces.map(|(piece, _)| piece).collect(),
        )
    }

    /// Whether an obstacle blocks the line between two points.
    pub(crate) fn is_hidden(&self, from: Point, to: Point) -> bool {
        self.obstacles.iter().any(|obstacle| obstacle.blocks(from, to))
    }

    /// Whether the line of a throw is clear.
    pub(crate) fn is_line_clear(&self, thrower: Character, target: Piece) -> bool {
        let (obstacles, pieces) = self.in_the_way(thrower, target);
        obstacles.is_empty() && pieces.is_empty()
    }

    /// Whether a target is in range with a clear line.
    // SW-40
    pub(crate) fn can_throw(&self, thrower: Character, target: Piece) -> bool {
        self.is_within(self.measures.snowball_distance, thrower.into(), target) && self.is_line_clear(thrower, target)
    }

    /// The possible centres of a base of this radius, without regard to the piece itself.
    pub(crate) fn ground(&self, piece: Piece) -> Ground {
        let own = self.base(piece, Point::default()).radius;
        let others = self.standing().filter(|(other, _)| *other != piece);
        let bases = others.map(|(other, at)| self.base(other, at));
        Ground::of(self.measures, own, bases, self.obstacles)
    }
}
