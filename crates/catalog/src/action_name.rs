//! What an action is called.

use std::sync::LazyLock;

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, Value};
use tinsel_proto::v1::GameAction;

static GAME_ACTION: LazyLock<Option<MessageDescriptor>> = LazyLock::new(|| {
    let protos = DescriptorPool::decode(tinsel_proto::DESCRIPTORS).ok()?;
    protos.get_message_by_name("tinsel.v1.GameAction")
});

/// What an action is called in the protos of its game, such as `submit_round`; `None` if it holds none.
///
/// It says what kind of action it is, and nothing of what is decided in it.
#[must_use]
pub fn action_name(action: &GameAction) -> Option<String> {
    let game_action = GAME_ACTION.clone()?;
    let action = DynamicMessage::decode(game_action, action.encode_to_vec().as_slice()).ok()?;
    let (_, of_game) = action.fields().next()?;
    let Value::Message(of_game) = of_game else {
        return None;
    };
    let (chosen, _) = of_game.fields().next()?;
    Some(chosen.name().to_owned())
}

#[cfg(test)]
mod tests {
    use tinsel_proto::{
        games::grunkle_match::v1::{Action, SubmitRound, action},
        v1::game_action::Game,
    };

    use super::*;

    #[test]
    fn an_action_is_called_as_in_the_protos_of_its_game() {
        let game_action = |action| GameAction {
            game: Some(Game::GrunkleMatch(Action { action })),
        };
        let submitted = game_action(Some(action::Action::SubmitRound(SubmitRound::default())));
        assert_eq!(action_name(&submitted).as_deref(), Some("submit_round"));
        assert_eq!(action_name(&game_action(None)), None);
        assert_eq!(action_name(&GameAction::default()), None);
    }
}
