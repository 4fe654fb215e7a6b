//! Files that somebody has touched: whatever was changed in one, its first wrong step is named.
//!
//! Every field that is set anywhere in an export is changed, one at a time, and left out. A field is known by its path
//! without the places in lists; of each kind one in the midst and the last are changed.

use std::collections::BTreeMap;

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, ReflectMessage, Value};
use tinsel_catalog::GameId;
use tinsel_harness::{Choice, Replica, Table, creating};
use tinsel_history::{Place, Wrong, verify};
use tinsel_proto::{DESCRIPTORS, v1::MatchExport};

use super::exported;

/// A step into a message: a field by its number, or a place in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Into {
    Field(u32),
    Place(usize),
}

type Path = Vec<Into>;

fn dynamic(export: &MatchExport) -> DynamicMessage {
    let pool = DescriptorPool::decode(DESCRIPTORS).unwrap();
    let descriptor = pool.get_message_by_name("tinsel.v1.MatchExport").unwrap();
    DynamicMessage::decode(descriptor, export.encode_to_vec().as_slice()).unwrap()
}

/// The paths of everything that is set below `value`, itself included, by their kinds, such as `entries.*.time`.
fn paths(value: &Value, path: &mut Path, kind: &str, found: &mut BTreeMap<String, Vec<Path>>) {
    found.entry(kind.to_owned()).or_default().push(path.clone());
    let mut below = |step, name: &str, value: &Value| {
        path.push(step);
        paths(value, path, &format!("{kind}.{name}"), found);
        path.pop();
    };
    match value {
        Value::Message(message) => message
            .fields()
            .for_each(|(field, value)| below(Into::Field(field.number()), field.name(), value)),
        Value::List(list) => list
            .iter()
            .enumerate()
            .for_each(|(place, value)| below(Into::Place(place), "*", value)),
        Value::Bool(_)
        | Value::I32(_)
        | Value::I64(_)
        | Value::U32(_)
        | Value::U64(_)
        | Value::F32(_)
        | Value::F64(_)
        | Value::String(_)
        | Value::Bytes(_)
        | Value::EnumNumber(_)
        | Value::Map(_) => {}
    }
}

/// Another value than this, of the same type.
fn other(value: &Value) -> Value {
    match value {
        Value::Bool(on) => Value::Bool(!on),
        Value::I32(number) => Value::I32(number ^ 1),
        Value::I64(number) => Value::I64(number ^ 1),
        Value::U32(number) => Value::U32(number ^ 1),
        Value::U64(number) => Value::U64(number ^ 1),
        Value::EnumNumber(number) => Value::EnumNumber(number ^ 1),
        Value::String(text) => Value::String(format!("{text}x")),
        Value::Bytes(bytes) => {
            let mut bytes = bytes.to_vec();
            match bytes.last_mut() {
                Some(last) => *last ^= 1,
                None => bytes.push(1),
            }
            Value::Bytes(bytes.into())
        }
        Value::List(list) => {
            let mut list = list.clone();
            list.push(list.last().unwrap().clone());
            Value::List(list)
        }
        Value::F32(_) | Value::F64(_) | Value::Message(_) | Value::Map(_) => value.clone(),
    }
}

/// The message with what is at `path` replaced; left out if by nothing.
fn replaced(message: &DynamicMessage, path: &[Into], by: Option<Value>) -> DynamicMessage {
    let mut changed = message.clone();
    let Some((Into::Field(number), rest)) = path.split_first() else {
        panic!("a path into a message begins with a field: {path:?}")
    };
    let field = message.descriptor().get_field(*number).unwrap();
    let value = message.get_field(&field).into_owned();
    match within(&value, rest, by) {
        Some(value) => changed.set_field(&field, value),
        None => changed.clear_field(&field),
    }
    changed
}

fn within(value: &Value, path: &[Into], by: Option<Value>) -> Option<Value> {
    match (path.split_first(), value) {
        (None, _) => by,
        (Some((Into::Place(place), rest)), Value::List(list)) => {
            let mut list = list.clone();
            match within(&list[*place], rest, by) {
                Some(value) => list[*place] = value,
                None => drop(list.remove(*place)),
            }
            Some(Value::List(list))
        }
        (Some(_), Value::Message(message)) => Some(Value::Message(replaced(message, path, by))),
        (Some(step), value) => panic!("no {step:?} in {value:?}"),
    }
}

fn judged(touched: &DynamicMessage) -> Result<Place, Wrong> {
    let export = MatchExport::decode(touched.encode_to_vec().as_slice()).expect("still an export");
    match verify(&export) {
        Ok(_) => Ok(Place::Match),
        Err(wrong) => Err(wrong),
    }
}

/// Where a change must be found; `None` where it may be at several places, or anywhere.
fn expected(path: &Path, revisions: u64) -> Option<Place> {
    const ENTRIES: u32 = 3;
    match path.first()? {
        Into::Field(ENTRIES) => {
            let Some(Into::Place(place)) = path.get(1) else {
                return None;
            };
            let revision = u64::try_from(*place).unwrap() + 1;
            // The last one repeated or left out is found behind the rest.
            (revision <= revisions).then_some(Place::Revision(revision))
        }
        Into::Field(_) | Into::Place(_) => None,
    }
}

/// Touches an export everywhere; gives how many kinds of places there are and how many changes were made.
fn touch_everywhere(export: &MatchExport) -> (usize, usize) {
    let sound = dynamic(export);
    let revisions = u64::try_from(export.entries.len()).unwrap();
    let mut kinds = BTreeMap::new();
    paths(&Value::Message(sound.clone()), &mut Path::new(), "", &mut kinds);
    kinds.remove("");
    let mut changes = 0;
    for (kind, paths) in &kinds {
        let mut places = vec![paths.len() / 3, paths.len() - 1];
        places.dedup();
        for path in places.into_iter().map(|place| &paths[place]) {
            for by in [None, Some(())] {
                let here = at(&sound, path);
                let touched = replaced(&sound, path, by.map(|()| other(&here)));
                if touched == sound {
                    continue;
                }
                changes += 1;
                let wrong = match judged(&touched) {
                    Err(wrong) => wrong,
                    Ok(_) => panic!("{kind} was touched at {path:?}, and nobody saw it"),
                };
                if let Some(place) = expected(path, revisions) {
                    assert_eq!(wrong.place, place, "{kind} at {path:?}: {wrong}");
                }
            }
        }
    }
    (kinds.len(), changes)
}

/// What is at `path`.
fn at(message: &DynamicMessage, path: &[Into]) -> Value {
    let mut value = Value::Message(message.clone());
    for step in path {
        value = match (step, &value) {
            (Into::Field(number), Value::Message(message)) => {
                message.get_field_by_number(*number).unwrap().into_owned()
            }
            (Into::Place(place), Value::List(list)) => list[*place].clone(),
            (step, value) => panic!("no {step:?} in {value:?}"),
        };
    }
    value
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_changed_in_a_file_is_found_at_the_first_step_that_is_wrong() {
    let replica = Replica::in_memory().await;
    for game in GameId::ALL {
        let table = Table::of_players(&[replica.api()], &creating(&game.testkit().tables()[0], "")).await;
        table.play(&[replica.api()], Choice::Random(2)).await;
        let export = exported(&replica.url(), &table, None).await;
        verify(&export).expect("sound");
        let (kinds, changes) = touch_everywhere(&export);
        assert!(
            kinds > 50 && changes > 200,
            "{game}: {changes} changes of {kinds} kinds only"
        );
    }
}
