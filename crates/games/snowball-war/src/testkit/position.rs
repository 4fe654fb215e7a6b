//! The builder.

use std::num::NonZeroU32;

use tinsel_engine::{BySeat, Chance, GameEngine, SeatIndex};

use crate::{
    action::Action,
    components::{ByCharacter, Card, Character, DiceSet, Die, FIRST, Obstacle, Piece, Point, SEAT_COUNT, SECOND},
    config::{Config, FirstPicker},
    field::Field,
    score::Reason,
    state::{Condition, Figure, Opening, Pool, SnowballWar, Snowman, Stage, Table},
};

/// A position to be set up.
///
/// Unless it is said otherwise: default options, an open field, seat 0 picked first, seat 0 has Stephen, Paul and Robert,
/// seat 1 the others, the snowmen stand at (15,150) and (485,150), it is turn 3, and there are no tokens. Characters that
/// are not mentioned are in play along the long edges, seat 0's at y = 10 from x = 10 on, seat 1's at y = 290 from
/// x = 490 down, where there is room; they have no dice.
///
/// ```
/// use tinsel_engine::{GameEngine, SeatIndex};
/// use tinsel_snowball_war::{Character, testkit::{Position, throw}};
///
/// let mut game = Position::action(0)
///     .stands(Character::Stephen, 200, 150)
///     .dice(Character::Stephen, [4, 6])
///     .stands(Character::Bianca, 340, 198)
///     .build();
/// assert!(game.resolve(SeatIndex::new(0), &throw(Character::Stephen, 0, Character::Bianca)).is_ok());
/// ```
#[derive(Debug, Clone)]
pub struct Position {
    config: Config,
    stage: Stage,
    first_picker: SeatIndex,
    teams: [Vec<Character>; 2],
    conditions: ByCharacter<Option<Condition>>,
    tokens: ByCharacter<u8>,
    dice: ByCharacter<[u8; 2]>,
    snowmen: [Snowman; 2],
    turn: u8,
    opening: Option<Opening>,
    then: Vec<(SeatIndex, Action)>,
}

impl Position {
    fn at(stage: Stage) -> Self {
        let snowman = |x| Snowman {
            at: Some(Point::new(x, 150)),
            tokens: 0,
        };
        Self {
            config: Config {
                obstacles: Some(Vec::new()),
                first_picker: FirstPicker::Seat0,
                ..Config::default()
            },
            stage,
            first_picker: FIRST,
            teams: [
                vec![Character::Stephen, Character::Paul, Character::Robert],
                vec![Character::Bianca, Character::Natasha, Character::Emily],
            ],
            conditions: ByCharacter::default(),
            tokens: ByCharacter::default(),
            dice: ByCharacter::default(),
            snowmen: [snowman(15), snowman(485)],
            turn: 3,
            opening: None,
            then: Vec::new(),
        }
    }

    /// The draft, with nothing picked; a seat is to pick.
    #[must_use]
    pub fn draft(picker: u8) -> Self {
        let draft = Self::at(Stage::Draft { picker: seat(picker) });
        draft.undeployed().team(0, []).team(1, [])
    }

    /// The deployment, by a seat; of the other only what is said stands on the field.
    #[must_use]
    pub fn deployment(of: u8) -> Self {
        Self::at(Stage::Deploy { seat: seat(of) }).undeployed()
    }

    /// Before the first turn, with no snowman on the field.
    fn undeployed(mut self) -> Self {
        self.snowmen = [Snowman::default(), Snowman::default()];
        self.turn(0)
    }

    /// The choice of what to re-roll; pools are to be said.
    #[must_use]
    pub fn rerolling() -> Self {
        Self::at(Stage::Reroll {
            pools: no_pools(),
            chosen: BySeat::from_fn(SEAT_COUNT, |_| None),
        })
    }

    /// The allocation; pools are to be said.
    #[must_use]
    pub fn allocating() -> Self {
        Self::at(Stage::Allocate {
            pools: no_pools(),
            allocated: BySeat::from_fn(SEAT_COUNT, |_| None),
        })
    }

    /// The action phase; a seat is to act.
    #[must_use]
    pub fn action(active: u8) -> Self {
        Self::at(Stage::Action { active: seat(active) })
    }

    /// The end phase; a seat is to bring characters back.
    #[must_use]
    pub fn homecoming(of: u8) -> Self {
        Self::at(Stage::Return { seat: seat(of) })
    }

    /// The end.
    #[must_use]
    pub fn finished(reason: Reason) -> Self {
        Self::at(Stage::Finished { reason })
    }

    /// The options. Generated obstacles are left out.
    #[must_use]
    pub fn config(mut self, config: Config) -> Self {
        self.config = config;
        self
    }

    /// The obstacles.
    #[must_use]
    pub fn obstacles(mut self, obstacles: impl Into<Vec<Obstacle>>) -> Self {
        self.config.obstacles = Some(obstacles.into());
        self
    }

    /// Who picked first.
    #[must_use]
    pub fn first_picker(mut self, index: u8) -> Self {
        self.first_picker = seat(index);
        self
    }

    /// Who is in a seat's team, in any order.
    #[must_use]
    pub fn team(mut self, index: u8, team: impl Into<Vec<Character>>) -> Self {
        *self.of(index, |position| &mut position.teams) = team.into();
        self
    }

    /// A character in play, with its centre there.
    #[must_use]
    pub fn stands(mut self, character: Character, x: i32, y: i32) -> Self {
        *self.conditions.at_mut(character) = Some(Condition::InPlay(Point::new(x, y)));
        self
    }

    /// A character that has run away, with these tokens.
    #[must_use]
    pub fn ran_away(mut self, character: Character, tokens: u8) -> Self {
        *self.conditions.at_mut(character) = Some(Condition::RunAway);
        self.tokens(character, tokens)
    }

    /// A character that is to come back now.
    #[must_use]
    pub fn returning(mut self, character: Character) -> Self {
        *self.conditions.at_mut(character) = Some(Condition::Returning);
        self
    }

    /// The tokens of a character.
    #[must_use]
    pub fn tokens(mut self, character: Character, tokens: u8) -> Self {
        *self.tokens.at_mut(character) = tokens;
        self
    }

    /// The dice on a card, by slot; 0 for none.
    #[must_use]
    pub fn dice(mut self, character: Character, dice: [u8; 2]) -> Self {
        *self.dice.at_mut(character) = dice;
        self
    }

    /// Where a snowman stands.
    #[must_use]
    pub fn snowman(mut self, index: u8, x: i32, y: i32) -> Self {
        self.of(index, |position| &mut position.snowmen).at = Some(Point::new(x, y));
        self
    }

    /// The tokens on a snowman.
    #[must_use]
    pub fn snowman_tokens(mut self, index: u8, tokens: u8) -> Self {
        self.of(index, |position| &mut position.snowmen).tokens = tokens;
        self
    }

    /// The turn.
    #[must_use]
    pub const fn turn(mut self, turn: u8) -> Self {
        self.turn = turn;
        self
    }

    /// Who started the latest turn that had a starter, which turn that was, and the sums.
    #[must_use]
    pub fn started(mut self, index: u8, turn: u8, sums: [u8; 2]) -> Self {
        let [first, second] = sums;
        self.opening = Some(Opening {
            turn,
            starter: seat(index),
            sums: BySeat::from_fn(SEAT_COUNT, |seat| if seat == FIRST { first } else { second }),
        });
        self
    }

    /// A seat's pool, by index.
    ///
    /// # Panics
    ///
    /// If the phase has no pools, or a die does not show 1 to 6.
    #[must_use]
    pub fn pool(mut self, index: u8, values: &[u8]) -> Self {
        let (Stage::Reroll { pools, .. } | Stage::Allocate { pools, .. }) = &mut self.stage else {
            panic!("there are no pools in {:?}", self.stage);
        };
        *pools.at_mut(seat(index)) = values.iter().map(|value| die(*value)).collect();
        self
    }

    /// What a seat has chosen to re-roll, in secret.
    ///
    /// # Panics
    ///
    /// If it is not the phase for it.
    #[must_use]
    pub fn chosen(mut self, index: u8, dice: &[u8]) -> Self {
        let Stage::Reroll { chosen, .. } = &mut self.stage else {
            panic!("nothing is chosen in {:?}", self.stage);
        };
        *chosen.at_mut(seat(index)) = Some(dice.iter().copied().collect::<DiceSet>());
        self
    }

    /// How a seat has allocated its dice, in secret; in canonical order.
    ///
    /// # Panics
    ///
    /// If it is not the phase for it.
    #[must_use]
    pub fn allocated(mut self, index: u8, cards: &[(Character, [u8; 2])]) -> Self {
        let Stage::Allocate { allocated, .. } = &mut self.stage else {
            panic!("nothing is allocated in {:?}", self.stage);
        };
        let cards = cards.iter().map(|(character, dice)| Card {
            character: *character,
            dice: *dice,
        });
        *allocated.at_mut(seat(index)) = Some(cards.collect());
        self
    }

    /// An action that is taken from there on. Nothing may be drawn for it.
    #[must_use]
    pub fn then(mut self, index: u8, action: Action) -> Self {
        self.then.push((seat(index), action));
        self
    }

    /// The position.
    ///
    /// # Panics
    ///
    /// If it cannot be: a base hangs over the edge or overlaps something, or an action is refused.
    #[must_use]
    pub fn build(self) -> SnowballWar {
        let then = self.then.clone();
        let mut game = self.set_up();
        for (seat, action) in then {
            if let Err(rejected) = game.apply(seat, &action, &mut NoDraw) {
                panic!("{seat} cannot take {action:?}: {rejected}");
            }
        }
        game
    }

    fn set_up(self) -> SnowballWar {
        let obstacles = self.config.obstacles.clone().unwrap_or_default();
        let mut table = Table::empty(self.first_picker, obstacles);
        table.turn = self.turn;
        table.opening.clone_from(&self.opening);
        for (seat, team) in SEAT_COUNT.iter().zip(&self.teams) {
            for character in team {
                let figure = table.characters.at_mut(*character);
                assert_eq!(figure.owner, None, "{character} is in two teams");
                *figure = self.figure(seat, *character);
            }
        }
        let [first, second] = self.snowmen;
        table.snowmen = BySeat::from_fn(SEAT_COUNT, |seat| if seat == FIRST { first } else { second });
        let mut game = SnowballWar {
            config: self.config,
            table,
            stage: self.stage,
        };
        stand_aside(&mut game);
        stands_well(&game);
        game
    }

    fn figure(&self, owner: SeatIndex, character: Character) -> Figure {
        Figure {
            owner: Some(owner),
            condition: *self.conditions.at(character),
            tokens: *self.tokens.at(character),
            dice: self.dice.at(character).map(|value| (value > 0).then(|| die(value))),
        }
    }

    /// The seat's part of a pair.
    fn of<T>(&mut self, index: u8, pair: impl Fn(&mut Self) -> &mut [T; 2]) -> &mut T {
        let [first, second] = pair(self);
        match index {
            0 => first,
            1 => second,
            _ => panic!("there is no seat {index}"),
        }
    }
}

/// Puts whoever is in a team, and was not mentioned, out of the way, once its snowman stands.
fn stand_aside(game: &mut SnowballWar) {
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
        let piece = Piece::Character(character);
        let free = |at: &Point| field.inside(piece, *at).is_ok() && field.clear(piece, *at).is_ok();
        let spot = spots.take(100).find(free);
        assert!(spot.is_some(), "there is no room for {character}");
        game.table.characters.at_mut(character).condition = spot.map(Condition::InPlay);
    }
}

fn stands_well(game: &SnowballWar) {
    let field = Field::of(game);
    for (piece, at) in field.standing() {
        let wrong = field.inside(piece, at).and_then(|()| field.clear(piece, at)).err();
        if let Some(wrong) = wrong {
            panic!("{piece} cannot stand at {at}: {wrong}");
        }
    }
}

fn no_pools() -> BySeat<Pool> {
    BySeat::from_fn(SEAT_COUNT, |_| Pool::new())
}

fn seat(index: u8) -> SeatIndex {
    let seat = SeatIndex::new(index);
    assert!(seat == FIRST || seat == SECOND, "there is no {seat}");
    seat
}

fn die(value: u8) -> Die {
    Die::new(value).unwrap_or_else(|| panic!("no die shows {value}"))
}

/// Chance for what needs none.
struct NoDraw;

impl Chance for NoDraw {
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32 {
        panic!("{draw:?} below {bound} is drawn; play on from the position with a chance of your own");
    }
}
