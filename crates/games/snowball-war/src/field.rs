//! The positions of all pieces and obstacles, with the questions about them: free spots, and obstruction of throws.
//!
//! The rules make it from a state, the bot makes it from a view.

use crate::{
    components::{Character, DieUse, Disc, Obstacle, Piece, Point, disc_blocks},
    config::{Config, Measures},
    ground::Ground,
    reject::Rejected,
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

    /// Refuses a spot for a piece unless its base lies inside the field.
    // SW-5
    pub(crate) fn inside(&self, piece: Piece, at: Point) -> Result<(), Rejected> {
        let (depth, breadth) = (self.measures.field_depth, self.measures.field_breadth);
        match self.base(piece, at).broken_bound(depth, breadth) {
            Some(limit) => Err(Rejected::OutOfField { limit }),
            None => Ok(()),
        }
    }

    /// Refuses a spot for a piece if its base would overlap an obstacle or another piece. Its own present base does
    /// not count.
    // SW-9
    pub(crate) fn clear(&self, piece: Piece, at: Point) -> Result<(), Rejected> {
        let base = self.base(piece, at);
        if self.obstacles.iter().any(|obstacle| obstacle.overlaps(base)) {
            return Err(Rejected::OverlapsObstacle { piece });
        }
        let mut others = self.standing().filter(|(other, _)| *other != piece);
        if others.any(|(other, at)| self.base(other, at).overlaps(base)) {
            return Err(Rejected::OverlapsPiece { piece });
        }
        Ok(())
    }

    /// Refuses a spot to move to.
    // SW-41, SW-R12: pieces and obstacles between do not matter
    pub(crate) fn reachable(&self, character: Character, to: Point) -> Result<(), Rejected> {
        self.inside(character.into(), to)?;
        let limit = self.measures.move_distance;
        if self
            .position(character.into())
            .is_none_or(|from| !from.is_within(limit, to))
        {
            return Err(Rejected::TooFar { limit });
        }
        self.clear(character.into(), to)
    }

    /// Refuses a target that is not on the field, or beyond the reach of this action.
    // SW-4
    pub(crate) fn reach(&self, action: DieUse, from: Character, to: Piece) -> Result<(), Rejected> {
        if self.position(to).is_none() {
            return Err(Rejected::TargetNotInPlay { action });
        }
        let limit = match action {
            DieUse::Throw | DieUse::DoubleThrow => self.measures.snowball_distance,
            DieUse::Move
            | DieUse::Discard
            | DieUse::ForceReroll
            | DieUse::Swap
            | DieUse::Rush
            | DieUse::Dodge
            | DieUse::Intercept => self.measures.move_distance,
        };
        if self.is_within(limit, from.into(), to) {
            Ok(())
        } else {
            Err(Rejected::OutOfRange { action, limit })
        }
    }

    /// Refuses a target of a throw that is out of range or hidden.
    // SW-40
    pub(crate) fn aim(&self, action: DieUse, thrower: Character, target: Piece) -> Result<(), Rejected> {
        self.reach(action, thrower, target)?;
        if self.is_line_clear(thrower, target) {
            Ok(())
        } else {
            Err(Rejected::NoLineOfSight)
        }
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
    fn is_line_clear(&self, thrower: Character, target: Piece) -> bool {
        let (obstacles, pieces) = self.in_the_way(thrower, target);
        obstacles.is_empty() && pieces.is_empty()
    }

    /// Whether a throw is legal.
    pub(crate) fn can_throw(&self, thrower: Character, target: Piece) -> bool {
        self.aim(DieUse::Throw, thrower, target).is_ok()
    }

    /// The possible centres of a base of this radius, without regard to the piece itself.
    pub(crate) fn ground(&self, piece: Piece) -> Ground {
        let own = self.base(piece, Point::default()).radius;
        let others = self.standing().filter(|(other, _)| *other != piece);
        let bases = others.map(|(other, at)| self.base(other, at));
        Ground::of(self.measures, own, bases, self.obstacles)
    }
}
