//! The builder of positions.

mod build;
mod checks;

use tinsel_engine::{BySeat, SeatIndex};

use crate::{
    action::Action,
    components::{ByCharacter, Card, Character, DiceSet, Die, FIRST, Obstacle, Point, SEAT_COUNT, SECOND},
    config::{Config, FirstPicker},
    state::{EndReason, Opening, Pool, Snowman, Stage},
};

/// A builder of a position.
///
/// Defaults: default options, an open field, seat 0 picked first, seat 0 has Stephen, Paul and Robert, seat 1 the
/// others, the snowmen stand at (15,150) and (485,150), it is turn 3, and there are no tokens. Characters that no call
/// sets are in play along the long edges, where there is room, and have no dice. Those of seat 0 are at y = 10 from
/// x = 10 on, those of seat 1 at y = 290 from x = 490 down.
///
/// The order of the calls does not matter; of repeated calls, the last counts. The builder refuses a position that no
/// match can reach.
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
    /// They replace those of the options.
    obstacles: Option<Vec<Obstacle>>,
    stage: Stage,
    first_picker: SeatIndex,
    teams: [Vec<Character>; 2],
    places: ByCharacter<Option<Place>>,
    /// The tokens of characters in play.
    tokens: ByCharacter<u8>,
    dice: ByCharacter<[u8; 2]>,
    snowmen: [Snowman; 2],
    turn: Option<u8>,
    opening: Option<Opening>,
    then: Vec<(SeatIndex, Action)>,
}

/// The set place of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    InPlay(Point),
    RunAway { tokens: u8 },
    Returning,
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
            obstacles: None,
            stage,
            first_picker: FIRST,
            teams: [
                vec![Character::Stephen, Character::Paul, Character::Robert],
                vec![Character::Bianca, Character::Natasha, Character::Emily],
            ],
            places: ByCharacter::default(),
            tokens: ByCharacter::default(),
            dice: ByCharacter::default(),
            snowmen: [snowman(15), snowman(485)],
            turn: None,
            opening: None,
            then: Vec::new(),
        }
    }

    /// The draft before the first pick; a seat must pick.
    #[must_use]
    pub fn draft(picker: u8) -> Self {
        let draft = Self::at(Stage::Draft { picker: seat(picker) });
        draft.undeployed().team(0, []).team(1, [])
    }

    /// The deployment of a seat; of the other seat, only pieces that a call sets stand on the field.
    #[must_use]
    pub fn deployment(of: u8) -> Self {
        Self::at(Stage::Deploy { seat: seat(of) }).undeployed()
    }

    /// Removes all snowmen from the field.
    fn undeployed(mut self) -> Self {
        self.snowmen = [Snowman::default(), Snowman::default()];
        self
    }

    /// The choice of the dice to re-roll; set the pools.
    #[must_use]
    pub fn rerolling() -> Self {
        Self::at(Stage::Reroll {
            pools: no_pools(),
            chosen: BySeat::from_fn(SEAT_COUNT, |_| None),
        })
    }

    /// The allocation; set the pools.
    #[must_use]
    pub fn allocating() -> Self {
        Self::at(Stage::Allocate {
            pools: no_pools(),
            allocated: BySeat::from_fn(SEAT_COUNT, |_| None),
        })
    }

    /// The bench of the worked examples: the action phase, in which a seat must act, with a die of 1 on the card of its
    /// first character.
    #[must_use]
    pub fn bench(active: u8) -> Self {
        let first = if active == 0 {
            Character::Stephen
        } else {
            Character::Bianca
        };
        Self::action(active).dice(first, [1, 0])
    }

    /// The action phase; a seat must act. Set a die for it.
    #[must_use]
    pub fn action(active: u8) -> Self {
        Self::at(Stage::Action { active: seat(active) })
    }

    /// The end phase; a seat must bring characters back.
    #[must_use]
    pub fn homecoming(of: u8) -> Self {
        Self::at(Stage::Return { seat: seat(of) })
    }

    /// The end; with `TURN_LIMIT`, after the last turn.
    #[must_use]
    pub fn finished(reason: EndReason) -> Self {
        Self::at(Stage::Finished { reason })
    }

    /// The options; set obstacles replace theirs, and there are no generated ones.
    #[must_use]
    pub fn config(mut self, config: Config) -> Self {
        self.config = config;
        self
    }

    /// The obstacles.
    #[must_use]
    pub fn obstacles(mut self, obstacles: impl Into<Vec<Obstacle>>) -> Self {
        self.obstacles = Some(obstacles.into());
        self
    }

    /// The first picker.
    #[must_use]
    pub fn first_picker(mut self, index: u8) -> Self {
        self.first_picker = seat(index);
        self
    }

    /// The team of a seat, in any order.
    #[must_use]
    pub fn team(mut self, index: u8, team: impl Into<Vec<Character>>) -> Self {
        *self.of(index, |position| &mut position.teams) = team.into();
        self
    }

    /// A character in play, with the position of its centre.
    #[must_use]
    pub fn stands(mut self, character: Character, x: i32, y: i32) -> Self {
        *self.places.at_mut(character) = Some(Place::InPlay(Point::new(x, y)));
        self
    }

    /// A character that has run away, with these tokens.
    #[must_use]
    pub fn ran_away(mut self, character: Character, tokens: u8) -> Self {
        *self.places.at_mut(character) = Some(Place::RunAway { tokens });
        self
    }

    /// A character that must return now.
    #[must_use]
    pub fn returning(mut self, character: Character) -> Self {
        *self.places.at_mut(character) = Some(Place::Returning);
        self
    }

    /// The tokens of a character in play.
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

    /// The position of a snowman.
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
        self.turn = Some(turn);
        self
    }

    /// The starter of the latest turn with a starter, that turn, and the sums.
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
    /// The phase has no pools, or a die is not 1 to 6.
    #[must_use]
    pub fn pool(mut self, index: u8, values: &[u8]) -> Self {
        let (Stage::Reroll { pools, .. } | Stage::Allocate { pools, .. }) = &mut self.stage else {
            panic!("there are no pools in this phase");
        };
        *pools.at_mut(seat(index)) = values.iter().map(|value| die(*value)).collect();
        self
    }

    /// The dice that a seat has chosen to re-roll, in secret.
    ///
    /// # Panics
    ///
    /// The position is in another phase.
    #[must_use]
    pub fn chosen(mut self, index: u8, dice: &[u8]) -> Self {
        let Stage::Reroll { chosen, .. } = &mut self.stage else {
            panic!("nothing is chosen in this phase");
        };
        *chosen.at_mut(seat(index)) = Some(dice.iter().copied().collect::<DiceSet>());
        self
    }

    /// The secret allocation of a seat, in canonical order.
    ///
    /// # Panics
    ///
    /// The position is in another phase.
    #[must_use]
    pub fn allocated(mut self, index: u8, cards: &[(Character, [u8; 2])]) -> Self {
        let Stage::Allocate { allocated, .. } = &mut self.stage else {
            panic!("nothing is allocated in this phase");
        };
        let cards = cards.iter().map(|(character, dice)| Card {
            character: *character,
            dice: *dice,
        });
        *allocated.at_mut(seat(index)) = Some(cards.collect());
        self
    }

    /// An action from this position on. It must not draw.
    #[must_use]
    pub fn then(mut self, index: u8, action: Action) -> Self {
        self.then.push((seat(index), action));
        self
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
