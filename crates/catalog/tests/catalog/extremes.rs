//! Actions with values that no client of ours sends: each reaches its game, which refuses it in the order of its rules.

use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, Value, prost::Message};
use tinsel_catalog::{Action, GameId};
use tinsel_engine::{SeatIndex, SeatSet, Seed, Viewer};
use tinsel_proto::v1::{GameAction, GameConfig};

/// The values of a field: the extremes of its type, and a message with nothing in it or with extremes in all its fields.
fn values(field: &FieldDescriptor) -> Vec<Value> {
    match field.kind() {
        Kind::Enum(_) => [-1, 99, i32::MAX].map(Value::EnumNumber).to_vec(),
        Kind::Uint32 => [7, 255, 256, u32::MAX].map(Value::U32).to_vec(),
        Kind::Int32 | Kind::Sint32 => [i32::MIN, i32::MAX].map(Value::I32).to_vec(),
        Kind::Bool => vec![Value::Bool(true)],
        Kind::String => vec![Value::String("\u{202e}".repeat(300))],
        Kind::Message(message) => {
            let empty = Value::Message(DynamicMessage::new(message.clone()));
            let filled = messages(&message).into_iter().map(Value::Message);
            std::iter::once(empty).chain(filled).collect()
        }
        other @ (Kind::Double
        | Kind::Float
        | Kind::Int64
        | Kind::Uint64
        | Kind::Sint64
        | Kind::Fixed32
        | Kind::Fixed64
        | Kind::Sfixed32
        | Kind::Sfixed64
        | Kind::Bytes) => panic!("a field of another kind: {other:?}"),
    }
}

/// Messages that set each field alone to each of its values, and then all of them to their last.
fn messages(of: &MessageDescriptor) -> Vec<DynamicMessage> {
    let mut made = Vec::new();
    let mut all = DynamicMessage::new(of.clone());
    for field in of.fields() {
        for value in values(&field) {
            let value = match field.is_list() {
                true => Value::List(vec![value.clone(), value]),
                false => value,
            };
            let mut one = DynamicMessage::new(of.clone());
            one.set_field(&field, value.clone());
            made.push(one);
            if field.containing_oneof().is_none() {
                all.set_field(&field, value);
            }
        }
    }
    made.push(all);
    made
}

#[test]
fn every_action_with_extreme_values_reaches_its_game() {
    let pool = DescriptorPool::decode(tinsel_proto::DESCRIPTORS).unwrap();
    let any = pool.get_message_by_name("tinsel.v1.GameAction").unwrap();
    for game in GameId::ALL {
        let field = any.get_field_by_name(&game.to_string()).unwrap();
        let Kind::Message(actions) = field.kind() else {
            panic!("{field:?}")
        };
        let configured = game
            .game()
            .configure(Some(game.game().facts().seats_min.into()), &GameConfig::default())
            .unwrap();
        let playing = game
            .game()
            .start(&configured.options, Seed::new([1; 32]))
            .unwrap()
            .after;
        let seat = playing.owing().iter().next().unwrap_or(SeatIndex::new(0));
        assert!(
            !playing
                .view(Viewer::Seat(seat), SeatSet::EMPTY)
                .encode_to_vec()
                .is_empty()
        );
        for action in messages(&actions) {
            // No case of the oneof is set.
            if action.fields().next().is_none() {
                continue;
            }
            let mut of_game = DynamicMessage::new(any.clone());
            of_game.set_field(&field, Value::Message(action.clone()));
            let message = GameAction::decode(&*of_game.encode_to_vec()).unwrap();
            let read = Action::read(message).unwrap_or_else(|empty| panic!("{empty:?}: {action:?}"));
            drop(playing.act(seat, &read, SeatSet::EMPTY));
        }
    }
}
