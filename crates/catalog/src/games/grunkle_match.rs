//! Grunkle Match in messages.

mod action;
mod config;
mod event;
mod legal;
mod outcome;
mod skill;
#[cfg(feature = "testkit")]
mod testkit;
mod view;

#[cfg(test)]
mod tests;

use tinsel_engine::{BySeat, Chance, SeatIndex, SeatSet, Viewer};
use tinsel_grunkle_match::{self as game, Garnets, GrunkleMatch, Round, SEAT_COUNT};
use tinsel_proto::v1::{
    GameAction, GameConfig, GameEvent, GameLegal, GameView, game_action, game_config, game_event, game_legal, game_view,
};

use super::seats;
use crate::wire::Wire;

impl Wire for GrunkleMatch {
    fn read_draft(config: &GameConfig) -> Option<game::Draft> {
        let game_config::Game::GrunkleMatch(config) = config.game.as_ref()? else {
            return None;
        };
        Some(config::read_draft(config))
    }

    fn write_config(config: &game::Config, _viewer: Viewer) -> GameConfig {
        GameConfig {
            game: Some(game_config::Game::GrunkleMatch(config::write(config))),
        }
    }

    fn read_action(action: &GameAction) -> Option<game::Action> {
        let game_action::Game::GrunkleMatch(action) = action.game.as_ref()? else {
            return None;
        };
        action::read(action)
    }

    fn write_action(action: &game::Action) -> GameAction {
        GameAction {
            game: Some(game_action::Game::GrunkleMatch(action::write(action))),
        }
    }

    fn write_event(event: &game::Event) -> GameEvent {
        GameEvent {
            game: Some(game_event::Game::GrunkleMatch(event::write(event))),
        }
    }

    fn write_view(view: &game::View) -> GameView {
        GameView {
            game: Some(game_view::Game::GrunkleMatch(view::write(view))),
        }
    }

    fn read_view(view: &GameView) -> Option<game::View> {
        let game_view::Game::GrunkleMatch(view) = view.game.as_ref()? else {
            return None;
        };
        view::read(view)
    }

    fn write_legal(legal: &game::Legal) -> GameLegal {
        GameLegal {
            game: Some(game_legal::Game::GrunkleMatch(legal::write(legal))),
        }
    }

    fn read_legal(legal: &GameLegal) -> Option<game::Legal> {
        let game_legal::Game::GrunkleMatch(legal) = legal.game.as_ref()? else {
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

fn round(number: u32) -> Option<Round> {
    Round::new(number.try_into().ok()?)
}

/// What each seat has, in seat order.
fn amounts(of: &BySeat<Garnets>) -> Vec<u32> {
    of.iter().map(|garnets| garnets.get()).collect()
}

fn each_amount(amounts: &[u32]) -> Option<BySeat<Garnets>> {
    let garnets = amounts.iter().copied().map(Garnets::new).collect();
    BySeat::from_vec(garnets).filter(|garnets| garnets.seats() == SEAT_COUNT)
}

fn read_seat(number: u32) -> Option<SeatIndex> {
    seats::read(number, SEAT_COUNT)
}

fn read_seats(numbers: &[u32]) -> Option<SeatSet> {
    seats::read_all(numbers, SEAT_COUNT)
}

/// One value for each seat, from a list in seat order.
fn each_seat<W, T>(list: &[W], read: impl Fn(&W) -> Option<(u32, T)>) -> Option<BySeat<T>> {
    seats::read_each(list, SEAT_COUNT, read)
}
