//! Parsing an action of any game.

use tinsel_proto::v1::GameAction;

use crate::{action::Action, game_id::GameId};

/// Why a message is no action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAnAction {
    /// It belongs to no game.
    NoGame,
    /// It belongs to this game, but contains none of its actions.
    Empty(GameId),
}

impl Action {
    /// Parses an action.
    ///
    /// # Errors
    ///
    /// The message contains no action.
    pub fn read(message: GameAction) -> Result<Self, NotAnAction> {
        let game = GameId::of_action(&message).ok_or(NotAnAction::NoGame)?;
        let typed = game.game().read_action(&message).ok_or(NotAnAction::Empty(game))?;
        Ok(Self { message, typed })
    }
}
