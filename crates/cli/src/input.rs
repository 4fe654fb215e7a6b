//! What people type to play.

mod grunkle_match;
mod jingle_brawl;
mod presents_of_mine;
mod secret_santa;
mod snowball_war;

use tinsel_proto::v1::{GameAction, GameLegal, game_action, game_legal};

/// How things are written.
pub(crate) const fn help(legal: &GameLegal) -> &'static str {
    match &legal.game {
        Some(game_legal::Game::PresentsOfMine(_)) => presents_of_mine::HELP,
        Some(game_legal::Game::GrunkleMatch(legal)) => grunkle_match::help(legal),
        Some(game_legal::Game::JingleBrawl(_)) => jingle_brawl::HELP,
        Some(game_legal::Game::SecretSanta(legal)) => secret_santa::help(legal),
        Some(game_legal::Game::SnowballWar(_)) => snowball_war::HELP,
        None => "",
    }
}

/// Reads a decision; the error says what would be right. Whether it is allowed is for the server to judge.
pub(crate) fn read(line: &str, legal: &GameLegal) -> Result<GameAction, String> {
    let game = match &legal.game {
        Some(game_legal::Game::PresentsOfMine(legal)) => {
            game_action::Game::PresentsOfMine(presents_of_mine::read(line, legal)?)
        }
        Some(game_legal::Game::GrunkleMatch(legal)) => {
            game_action::Game::GrunkleMatch(grunkle_match::read(line, legal)?)
        }
        Some(game_legal::Game::JingleBrawl(legal)) => game_action::Game::JingleBrawl(jingle_brawl::read(line, legal)?),
        Some(game_legal::Game::SecretSanta(legal)) => game_action::Game::SecretSanta(secret_santa::read(line, legal)?),
        Some(game_legal::Game::SnowballWar(legal)) => game_action::Game::SnowballWar(snowball_war::read(line, legal)?),
        None => return Err("there is nothing to decide now".to_owned()),
    };
    Ok(GameAction { game: Some(game) })
}
