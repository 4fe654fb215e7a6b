//! Random requests: of the right structure with random values, or valid ones with random changes of bytes.

use std::collections::BTreeMap;

use prost::Message as _;
use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MapKey, MessageDescriptor, Value};
use tinsel_catalog::GameId;
use tinsel_harness::{Chance, Method, TestMatch, creating, some_action, usual_setups};
use tinsel_proto::DESCRIPTORS;

/// Levels of nested messages; deeper ones are empty.
const DEPTH: usize = 8;

/// Generates requests.
pub struct Generator {
    requests: BTreeMap<String, MessageDescriptor>,
    match_ids: Vec<String>,
    tokens: Vec<String>,
    /// Valid requests of `CreateMatch`, `JoinMatch` and `SubmitAction`.
    valid: Vec<(&'static str, Vec<u8>)>,
}

impl Generator {
    /// Generates requests about these matches.
    pub fn new(tables: &[TestMatch]) -> Self {
        let pool = DescriptorPool::decode(DESCRIPTORS).expect("descriptors");
        let methods = pool
            .services()
            .flat_map(|service| service.methods().collect::<Vec<_>>());
        let path = |method: &prost_reflect::MethodDescriptor| {
            format!("/{}/{}", method.parent_service().full_name(), method.name())
        };
        let requests = methods.map(|method| (path(&method), method.input())).collect();
        let mut valid = Vec::new();
        for (game, table) in GameId::ALL.iter().zip(tables) {
            let create = creating(&usual_setups(*game).swap_remove(0), "");
            let submit = table.submitting("", some_action(*game));
            valid.push(("/tinsel.v1.MatchService/CreateMatch", create.encode_to_vec()));
            valid.push(("/tinsel.v1.MatchService/SubmitAction", submit.encode_to_vec()));
            valid.push(("/tinsel.v1.MatchService/JoinMatch", table.joining(0).encode_to_vec()));
        }
        Self {
            requests,
            match_ids: tables.iter().map(|table| table.match_id.clone()).collect(),
            tokens: tables
                .iter()
                .flat_map(|table| {
                    table
                        .viewers()
                        .into_iter()
                        .flatten()
                        .map(str::to_owned)
                        .collect::<Vec<_>>()
                })
                .collect(),
            valid,
        }
    }

    /// A token: mostly one of the matches, sometimes another text, sometimes none.
    pub fn token(&self, chance: &mut Chance) -> Option<String> {
        match chance.below(8) {
            0 => None,
            1 => Some(format!("{:x}", chance.next())),
            _ => Some(self.tokens[chance.below(self.tokens.len())].clone()),
        }
    }

    /// A request of this method.
    pub fn request(&self, method: Method, chance: &mut Chance) -> Vec<u8> {
        let valid: Vec<_> = self.valid.iter().filter(|(path, _)| *path == method.path).collect();
        if !valid.is_empty() && chance.below(2) == 0 {
            let (_, bytes) = valid[chance.below(valid.len())];
            return chance.changed(bytes);
        }
        let message = self.message(&self.requests[method.path], chance, DEPTH).encode_to_vec();
        match chance.below(8) {
            0 => chance.changed(&message),
            _ => message,
        }
    }

    fn message(&self, of: &MessageDescriptor, chance: &mut Chance, depth: usize) -> DynamicMessage {
        let mut message = DynamicMessage::new(of.clone());
        if depth == 0 {
            return message;
        }
        for field in of.fields() {
            if chance.below(4) == 0 {
                continue;
            }
            let value = if field.is_map() {
                Value::Map([(MapKey::String("key".to_owned()), Value::String(String::new()))].into())
            } else if field.is_list() {
                // Some lists are longer than any limit.
                let length = if chance.below(50) == 0 { 300 } else { chance.below(4) };
                Value::List((0..length).map(|_| self.value(&field, chance, depth)).collect())
            } else {
                self.value(&field, chance, depth)
            };
            // A map of another type keeps its default.
            drop(message.try_set_field(&field, value));
        }
        message
    }

    fn value(&self, field: &FieldDescriptor, chance: &mut Chance, depth: usize) -> Value {
        let number = number(chance);
        match field.kind() {
            Kind::Double => Value::F64([0.0, -1.0, f64::NAN, f64::INFINITY][chance.below(4)]),
            Kind::Float => Value::F32([0.0, -1.0, f32::NAN, f32::INFINITY][chance.below(4)]),
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Value::I32(number as i32),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Value::I64(number),
            Kind::Uint32 | Kind::Fixed32 => Value::U32(number as u32),
            Kind::Uint64 | Kind::Fixed64 => Value::U64(number as u64),
            Kind::Bool => Value::Bool(chance.below(2) == 0),
            Kind::String => Value::String(self.text(field.name(), chance)),
            Kind::Bytes => {
                let most = if chance.below(20) == 0 { 5000 } else { 40 };
                Value::Bytes(chance.bytes(most).into())
            }
            Kind::Enum(values) => {
                let known: Vec<_> = values.values().map(|value| value.number()).collect();
                match chance.below(8) {
                    0 => Value::EnumNumber(number as i32),
                    _ => Value::EnumNumber(known[chance.below(known.len())]),
                }
            }
            Kind::Message(of) => Value::Message(self.message(&of, chance, depth - 1)),
        }
    }

    fn text(&self, field: &str, chance: &mut Chance) -> String {
        if field == "match_id" && chance.below(8) > 0 {
            return self.match_ids[chance.below(self.match_ids.len())].clone();
        }
        match chance.below(12) {
            0 => String::new(),
            1 => "x".repeat(chance.below(5000)),
            2 => "\u{202e}\u{0}\u{feff}\u{1f385}".to_owned(),
            3 => format!("{:016x}", chance.next()),
            4 => GameId::ALL[chance.below(GameId::ALL.len())].as_str().to_owned(),
            5 => String::from_utf8_lossy(&chance.bytes(30)).into_owned(),
            6 => "../../etc/passwd%00{}$(x)'\"<script>".to_owned(),
            7 => self.match_ids[chance.below(self.match_ids.len())].clone(),
            8 => self.tokens[chance.below(self.tokens.len())].clone(),
            _ => format!("name-{}", chance.below(100)),
        }
    }
}

/// A number: small, at the limit of a type, or any.
const fn number(chance: &mut Chance) -> i64 {
    let any = chance.next();
    match any % 8 {
        0 => i64::MAX,
        1 => i64::MIN,
        2 => u32::MAX as i64,
        3 => -1,
        4 => any as i64,
        _ => (any >> 8) as i64 % 32,
    }
}
