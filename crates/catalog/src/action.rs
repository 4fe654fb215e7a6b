//! An action of any game.

use std::{any::Any, fmt, sync::Arc};

use tinsel_proto::v1::GameAction;

use crate::{action_name::action_name, wire::WireGame};

/// An action of any game, parsed once: its message, and the game's own type behind it. It can violate every rule.
#[derive(Clone)]
pub struct Action {
    pub(crate) message: GameAction,
    pub(crate) typed: Arc<dyn Any + Send + Sync>,
}

impl Action {
    pub(crate) fn of<G: WireGame>(action: G::Action) -> Self {
        Self {
            message: G::write_action(&action),
            typed: Arc::new(action),
        }
    }

    /// The action, if it is of the game `G`.
    pub(crate) fn typed<G: WireGame>(&self) -> Option<&G::Action> {
        self.typed.downcast_ref()
    }

    /// The action as a message.
    #[must_use]
    pub const fn message(&self) -> &GameAction {
        &self.message
    }

    /// The action as a message.
    #[must_use]
    pub fn into_message(self) -> GameAction {
        self.message
    }

    /// The name of its kind; see [`action_name`].
    #[must_use]
    pub fn name(&self) -> String {
        action_name(&self.message).unwrap_or_default()
    }
}

/// Shows only the kind: the contents can be secret.
impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Action({}, …)", self.name())
    }
}
