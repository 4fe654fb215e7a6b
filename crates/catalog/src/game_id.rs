//! The games of this server.

use std::fmt;

use tinsel_grunkle_match as grunkle_match;
use tinsel_jingle_brawl as jingle_brawl;
use tinsel_presents_of_mine as presents_of_mine;
use tinsel_proto::v1::{GameAction, GameConfig, game_action, game_config};
use tinsel_secret_santa as secret_santa;
use tinsel_snowball_war as snowball_war;

use crate::any_game::{AnyGame, Of};

/// A game of this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameId {
    /// Grunkle Match.
    GrunkleMatch,
    /// Jingle Brawl.
    JingleBrawl,
    /// Presents of Mine.
    PresentsOfMine,
    /// Secret Santa.
    SecretSanta,
    /// Jingle Bells WAR IS HELL SNOWMAN'S GONNA PAY.
    SnowballWar,
    /// A game of the tests, which [`GameId::ALL`] omits.
    #[cfg(feature = "toy")]
    Toy,
}

impl GameId {
    /// Every game, ordered by id.
    pub const ALL: &'static [Self] = &[
        Self::GrunkleMatch,
        Self::JingleBrawl,
        Self::PresentsOfMine,
        Self::SecretSanta,
        Self::SnowballWar,
    ];

    /// The game itself, which provides everything else about it.
    #[must_use]
    pub fn game(self) -> &'static dyn AnyGame {
        match self {
            Self::GrunkleMatch => &Of::<grunkle_match::GrunkleMatch>::GAME,
            Self::JingleBrawl => &Of::<jingle_brawl::JingleBrawl>::GAME,
            Self::PresentsOfMine => &Of::<presents_of_mine::PresentsOfMine>::GAME,
            Self::SecretSanta => &Of::<secret_santa::SecretSanta>::GAME,
            Self::SnowballWar => &Of::<snowball_war::SnowballWar>::GAME,
            #[cfg(feature = "toy")]
            Self::Toy => &Of::<tinsel_engine_testkit::toy::Sound>::GAME,
        }
    }

    /// The game with this id, such as `presents_of_mine`.
    #[must_use]
    pub fn parse(id: &str) -> Option<Self> {
        let games = Self::ALL.iter().copied();
        #[cfg(feature = "toy")]
        let games = games.chain([Self::Toy]);
        games.into_iter().find(|game| game.as_str() == id)
    }

    /// The game's id, such as `presents_of_mine`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.game().facts().id
    }

    /// The game that a configuration chooses; `None` if it chooses none.
    #[must_use]
    pub fn of_config(config: &GameConfig) -> Option<Self> {
        config.game.as_ref().map(|game| match game {
            game_config::Game::GrunkleMatch(_) => Self::GrunkleMatch,
            game_config::Game::JingleBrawl(_) => Self::JingleBrawl,
            game_config::Game::PresentsOfMine(_) => Self::PresentsOfMine,
            game_config::Game::SecretSanta(_) => Self::SecretSanta,
            game_config::Game::SnowballWar(_) => Self::SnowballWar,
            #[cfg(feature = "toy")]
            game_config::Game::Toy(_) => Self::Toy,
        })
    }

    /// The game that an action belongs to; `None` if nothing is set.
    #[must_use]
    pub fn of_action(action: &GameAction) -> Option<Self> {
        action.game.as_ref().map(|game| match game {
            game_action::Game::GrunkleMatch(_) => Self::GrunkleMatch,
            game_action::Game::JingleBrawl(_) => Self::JingleBrawl,
            game_action::Game::PresentsOfMine(_) => Self::PresentsOfMine,
            game_action::Game::SecretSanta(_) => Self::SecretSanta,
            game_action::Game::SnowballWar(_) => Self::SnowballWar,
            #[cfg(feature = "toy")]
            game_action::Game::Toy(_) => Self::Toy,
        })
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
