//! What a game's conversion owes.

use tinsel_engine::{Chance, GameEngine, Viewer};
use tinsel_proto::v1::{GameAction, GameConfig, GameEvent, GameLegal, GameView};

/// How a game's types are said in messages. One implementation for each game, below `games`.
///
/// Towards the wire nothing can fail. From the wire, actions and options keep their nonsense, because the game judges
/// it in the order of its specification; views and legal actions come from a server and are read whole or not at all.
pub(crate) trait Wire: GameEngine {
    /// Options as asked for; `None` if the configuration is another game's.
    fn read_draft(config: &GameConfig) -> Option<Self::Draft>;

    /// Options as `viewer` may know them.
    fn write_config(config: &Self::Config, viewer: Viewer) -> GameConfig;

    /// An action as asked for; `None` if it is another game's or holds none.
    fn read_action(action: &GameAction) -> Option<Self::Action>;

    /// An action.
    fn write_action(action: &Self::Action) -> GameAction;

    /// An event.
    fn write_event(event: &Self::Event) -> GameEvent;

    /// A view.
    fn write_view(view: &Self::View) -> GameView;

    /// A view that a server sent; `None` if it is not one of this game.
    fn read_view(view: &GameView) -> Option<Self::View>;

    /// What may be done.
    fn write_legal(legal: &Self::Legal) -> GameLegal;

    /// What may be done, as a server said it; `None` if it is not of this game.
    fn read_legal(legal: &GameLegal) -> Option<Self::Legal>;

    /// What a sensible player does who sees this and may do that; `None` if it owes nothing.
    fn bot(view: &Self::View, legal: &Self::Legal, chance: &mut dyn Chance) -> Option<Self::Action>;
}
