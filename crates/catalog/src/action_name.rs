//! The names of actions.

use std::sync::LazyLock;

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, Value};
use tinsel_proto::v1::GameAction;

static GAME_ACTION: LazyLock<Option<MessageDescriptor>> = LazyLock::new(|| {
    let protos = DescriptorPool::decode(tinsel_proto::DESCRIPTORS).ok()?;
    protos.get_message_by_name("tinsel.v1.GameAction")
});

/// The name of an action in the protos of its game, such as `submit_round`; `None` if the message holds none.
///
/// The name shows the kind of the action and nothing of its contents.
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
    use std::collections::BTreeSet;

    use tinsel_proto::{
        games::grunkle_match::v1::{Action, SubmitRound, action},
        v1::game_action::Game,
    };

    use super::*;
    use crate::GameId;

    #[test]
    fn decisions_are_named_like_the_only_field_and_all_fields_submit_a_decision() {
        for game in GameId::ALL {
            let of_game = GAME_ACTION.clone().unwrap().get_field_by_name(game.as_str()).unwrap();
            let action = of_game.kind().as_message().unwrap().clone();
            let all: BTreeSet<_> = action.fields().map(|field| field.name().to_owned()).collect();
            let decisions = game.game().facts().actions;
            for decision in decisions {
                assert!(!decision.fields.is_empty(), "{game}: {}", decision.name);
                if let [field] = decision.fields {
                    assert_eq!(*field, decision.name, "{game}");
                }
            }
            let listed = decisions.iter().flat_map(|decision| decision.fields);
            let listed: BTreeSet<_> = listed.map(|field| (*field).to_owned()).collect();
            assert_eq!(listed, all, "{game}");
        }
    }

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
