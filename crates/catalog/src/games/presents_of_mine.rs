//! Presents of Mine in messages.

mod config;
mod event;
mod legal;
mod read;
#[cfg(feature = "testkit")]
mod testkit;
mod view;
mod write;

#[cfg(test)]
mod tests;

use tinsel_engine::{Chance, Viewer};
use tinsel_presents_of_mine::{self as game, PresentsOfMine};
use tinsel_proto::v1::{
    GameAction, GameConfig, GameEvent, GameLegal, GameView, game_action, game_config, game_event, game_legal, game_view,
};

use crate::wire::Wire;

impl Wire for PresentsOfMine {
    fn read_draft(config: &GameConfig) -> Option<game::Draft> {
        let game_config::Game::PresentsOfMine(config) = config.game.as_ref()? else {
            return None;
        };
        Some(config::read_draft(config))
    }

    fn write_config(config: &game::Config, _viewer: Viewer) -> GameConfig {
        GameConfig {
            game: Some(game_config::Game::PresentsOfMine(config::write(config))),
        }
    }

    fn read_action(action: &GameAction) -> Option<game::Action> {
        let game_action::Game::PresentsOfMine(action) = action.game.as_ref()? else {
            return None;
        };
        read::action(action)
    }

    fn write_action(action: &game::Action) -> GameAction {
        GameAction {
            game: Some(game_action::Game::PresentsOfMine(write::action(action))),
        }
    }

    fn write_event(event: &game::Event) -> GameEvent {
        GameEvent {
            game: Some(game_event::Game::PresentsOfMine(event::write(event))),
        }
    }

    fn write_view(view: &game::View) -> GameView {
        GameView {
            game: Some(game_view::Game::PresentsOfMine(view::write(view))),
        }
    }

    fn read_view(view: &GameView) -> Option<game::View> {
        let game_view::Game::PresentsOfMine(view) = view.game.as_ref()? else {
            return None;
        };
        view::read(view)
    }

    fn write_legal(legal: &game::Legal) -> GameLegal {
        GameLegal {
            game: Some(game_legal::Game::PresentsOfMine(legal::write(legal))),
        }
    }

    fn read_legal(legal: &GameLegal) -> Option<game::Legal> {
        let game_legal::Game::PresentsOfMine(legal) = legal.game.as_ref()? else {
            return None;
        };
        legal::read(legal)
    }

    fn bot(view: &game::View, legal: &game::Legal, chance: &mut dyn Chance) -> Option<game::Action> {
        game::bot::decide(view, legal, chance)
    }

    fn random(legal: &game::Legal, chance: &mut dyn Chance) -> Option<game::Action> {
        game::bot::random(legal, chance)
    }
}
