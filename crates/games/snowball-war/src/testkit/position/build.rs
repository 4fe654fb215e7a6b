//! Builds a match from the set facts.

use std::num::NonZeroU32;

use tinsel_engine::{BySeat, Chance, GameEngine, SeatIndex};

use super::{Place, Position, checks::is_possible, die};
use crate::{
    components::{Character, FIRST, Point, SEAT_COUNT},
    field::Field,
    invariants::hold,
    state::{Condition, EndReason, Figure, SnowballWar, Stage, Table},
};

impl Position {
    /// The position.
    ///
    /// # Panics
    ///
    /// The position is impossible; the message contains the reason.
    #[must_use]
    pub fn build(self) -> SnowballWar {
        match self.try_build() {
            Ok(game) => game,
            Err(wrong) => panic!("{wrong}"),
        }
    }

    /// The position.
    ///
    /// # Errors
    ///
    /// Why it is impossible: an invariant that it breaks, a base that extends over the edge or overlaps another, or a
    /// refused action.
    pub fn try_build(mut self) -> Result<SnowballWar, String> {
        let then = std::mem::take(&mut self.then);
        let mut game = self.set_up()?;
        is_possible(&game)?;
        for (seat, action) in then {
            let applied = game.apply(seat, &action, &mut NoDraw);
            applied.map_err(|rejected| format!("what {seat} does then is refused: {rejected}"))?;
        }
        Ok(game)
    }

    fn set_up(self) -> Result<SnowballWar, String> {
        let mut config = self.config.clone();
        if self.obstacles.is_some() {
            config.obstacles.clone_from(&self.obstacles);
        }
        let mut table = Table::empty(self.first_picker, config.obstacles.clone().unwrap_or_default());
        table.turn = self.turn.unwrap_or(match self.stage {
            Stage::Finished {
                reason: EndReason::TurnLimit,
            } => config.turn_limit,
            Stage::Draft { .. } | Stage::Deploy { .. } => 0,
            Stage::Reroll { .. }
            | Stage::Allocate { .. }
            | Stage::Action { .. }
            | Stage::Reaction { .. }
            | Stage::ThrowAgain { .. }
            | Stage::MoveAgain { .. }
            | Stage::Return { .. }
            | Stage::Finished {
                reason: EndReason::Knockout,
            } => 3.min(config.turn_limit),
        });
        table.opening.clone_from(&self.opening);
        for (seat, team) in SEAT_COUNT.iter().zip(&self.teams) {
            for character in team {
                let figure = table.characters.at_mut(*character);
                hold(figure.owner.is_none(), || format!("{character} is in two teams"))?;
                *figure = self.figure(seat, *character)?;
            }
        }
        for (character, figure) in table.characters.iter() {
            let is_said = self.places.at(character).is_some()
                || *self.tokens.at(character) > 0
                || *self.dice.at(character) != [0, 0];
            hold(figure.owner.is_some() || !is_said, || {
                format!("{character} is in no team")
            })?;
        }
        let [first, second] = self.snowmen;
        table.snowmen = BySeat::from_fn(SEAT_COUNT, |seat| if seat == FIRST { first } else { second });
        let mut game = SnowballWar {
            config,
            table,
            stage: self.stage,
        };
        stand_aside(&mut game)?;
        Ok(game)
    }

    fn figure(&self, owner: SeatIndex, character: Character) -> Result<Figure, String> {
        let said = *self.tokens.at(character);
        let (condition, tokens) = match *self.places.at(character) {
            None => (None, said),
            Some(Place::InPlay(at)) => (Some(Condition::InPlay(at)), said),
            Some(Place::RunAway { tokens }) => (Some(Condition::RunAway), tokens),
            Some(Place::Returning) => (Some(Condition::Returning), said),
        };
        let has_run_away = condition == Some(Condition::RunAway);
        hold(!has_run_away || said == 0, || {
            format!("the tokens of {character}, who has run away, are said twice")
        })?;
        Ok(Figure {
            owner: Some(owner),
            condition,
            tokens,
            dice: self.dice.at(character).map(|value| (value > 0).then(|| die(value))),
        })
    }
}

/// Moves characters that no call sets out of the way, once their team's snowman stands.
fn stand_aside(game: &mut SnowballWar) -> Result<(), String> {
    let (rc, step) = (game.config.measures.character_radius, game.config.measures.apart());
    let (depth, breadth) = (game.config.measures.field_depth, game.config.measures.field_breadth);
    for character in Character::ALL {
        let figure = *game.table.characters.at(character);
        let owner = figure.owner.filter(|owner| game.table.snowmen.at(*owner).at.is_some());
        let (None, Some(owner)) = (figure.condition, owner) else {
            continue;
        };
        let away = (0..depth).map(|place| rc.saturating_add(place.saturating_mul(step.saturating_add(10))));
        let spots = away.map(|x| {
            if owner == FIRST {
                Point::new(x, rc)
            } else {
                Point::new(depth.saturating_sub(x), breadth.saturating_sub(rc))
            }
        });
        let field = Field::of(game);
        let spot = spots.take(100).find(|at| field.is_free(character.into(), *at));
        hold(spot.is_some(), || format!("there is no room for {character}"))?;
        game.table.characters.at_mut(character).condition = spot.map(Condition::InPlay);
    }
    Ok(())
}

/// A random source for code that must not draw.
struct NoDraw;

impl Chance for NoDraw {
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32 {
        panic!("{draw:?} below {bound} is drawn; take the action in the test");
    }
}
