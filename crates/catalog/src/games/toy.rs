//! The toy of the engine's testkit, as JSON in each message. Only for tests, with the feature `toy`.

use serde::{Serialize, de::DeserializeOwned};
use tinsel_engine::{Chance, SeatCount, present::Present};
use tinsel_engine_testkit::toy::{Bid, Draft, Event, Legal, Sound, View};
use tinsel_proto::v1::{
    GameAction, GameConfig, GameEvent, GameLegal, GameView, game_action, game_config, game_event, game_legal, game_view,
};

use crate::wire::WireGame;

impl WireGame for Sound {
    fn read_draft(config: &GameConfig) -> Option<Draft> {
        let game_config::Game::Toy(draft) = config.game.as_ref()? else {
            return None;
        };
        read(draft)
    }

    fn write_draft(draft: &Draft) -> GameConfig {
        let game = Some(game_config::Game::Toy(write(draft)));
        GameConfig { game }
    }

    fn read_action(action: &GameAction) -> Option<Bid> {
        let game_action::Game::Toy(action) = action.game.as_ref()? else {
            return None;
        };
        read(action)
    }

    fn write_action(action: &Bid) -> GameAction {
        let game = Some(game_action::Game::Toy(write(action)));
        GameAction { game }
    }

    fn write_event(event: &Event) -> GameEvent {
        let game = Some(game_event::Game::Toy(write(event)));
        GameEvent { game }
    }

    fn read_event(event: &GameEvent, _: SeatCount) -> Option<Event> {
        let game_event::Game::Toy(event) = event.game.as_ref()? else {
            return None;
        };
        read(event)
    }

    fn write_view(view: &View) -> GameView {
        let game = Some(game_view::Game::Toy(write(view)));
        GameView { game }
    }

    fn read_view(view: &GameView) -> Option<View> {
        let game_view::Game::Toy(view) = view.game.as_ref()? else {
            return None;
        };
        read(view)
    }

    fn write_legal(legal: &Legal) -> GameLegal {
        let game = Some(game_legal::Game::Toy(write(legal)));
        GameLegal { game }
    }

    fn read_legal(legal: &GameLegal) -> Option<Legal> {
        let game_legal::Game::Toy(legal) = legal.game.as_ref()? else {
            return None;
        };
        read(legal)
    }

    fn bot(view: &View, legal: &Legal, chance: &mut dyn Chance) -> Option<Bid> {
        Self::random(view, legal, chance)
    }
}

fn write(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}
