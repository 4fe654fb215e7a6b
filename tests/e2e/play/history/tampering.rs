//! Changed exports: verification names the first wrong revision, whatever was changed.
//!
//! The test changes every field of an export, one at a time, and also removes it. It identifies fields by their path
//! without list indexes. Of each kind of field, it changes one in the middle and the last one.

use std::collections::BTreeMap;

use prost::Message;
use prost_reflect::{DynamicMessage, ReflectMessage, Value};
use tinsel_catalog::GameId;
use tinsel_harness::{Api, Choice, Replica, Seated, TestMatch, creating, message_of_the_api};
use tinsel_history::{Location, VerifyError, verify};
use tinsel_proto::v1::{CreateMatchRequest, HistoryEntry, JoinMatchRequest, MatchExport};

use super::exported;

/// A step into a message: the number of a field, or an index of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Into {
    Field(u32),
    Index(usize),
}

type Path = Vec<Into>;

fn dynamic(export: &MatchExport) -> DynamicMessage {
    let descriptor = message_of_the_api("MatchExport");
    DynamicMessage::decode(descriptor, export.encode_to_vec().as_slice()).unwrap()
}

/// The paths of all set values below `value`, itself included, by kind, such as `entries.*.time`.
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
            .for_each(|(index, value)| below(Into::Index(index), "*", value)),
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

/// Another value of the same type.
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

/// Puts `by` at `path`, or removes the value there. Returns the old value.
fn change(root: &mut Value, path: &[Into], by: Option<Value>) -> Value {
    let (last, way) = path.split_last().expect("a path into the message");
    let old = at(root, path).clone();
    match (last, at(root, way), by) {
        (Into::Field(number), Value::Message(message), by) => {
            let field = message.descriptor().get_field(*number).expect("a field");
            match by {
                Some(value) => message.set_field(&field, value),
                None => message.clear_field(&field),
            }
        }
        (Into::Index(index), Value::List(list), Some(value)) => list[*index] = value,
        (Into::Index(index), Value::List(list), None) => drop(list.remove(*index)),
        (step, value, _) => panic!("no {step:?} in {value:?}"),
    }
    old
}

/// Undoes [`change`].
fn restore(root: &mut Value, path: &[Into], old: Value, was_removed: bool) {
    let (last, way) = path.split_last().expect("a path into the message");
    match (last, at(root, way)) {
        (Into::Index(index), Value::List(list)) if was_removed => list.insert(*index, old),
        (Into::Field(number), Value::Message(message)) => message.set_field_by_number(*number, old),
        (Into::Index(index), Value::List(list)) => list[*index] = old,
        (step, value) => panic!("no {step:?} in {value:?}"),
    }
}

/// The field of an export with its entries.
const ENTRIES: u32 = 3;

/// The changed message as an export. Encoding a dynamic message takes far longer than `verify`, so that only the entry
/// is encoded if the change is within one.
fn typed(root: &mut Value, path: &[Into], sound: &MatchExport) -> MatchExport {
    let (within, decoded) = match path {
        [entries @ Into::Field(ENTRIES), Into::Index(index), _, ..] => {
            (&[*entries, Into::Index(*index)][..], Some(*index))
        }
        _ => (&[][..], None),
    };
    let bytes = at(root, within).as_message().expect("a message").encode_to_vec();
    match decoded {
        None => MatchExport::decode(bytes.as_slice()).expect("still an export"),
        Some(index) => {
            let mut export = sound.clone();
            export.entries[index] = HistoryEntry::decode(bytes.as_slice()).expect("still an entry");
            export
        }
    }
}

fn judged(export: &MatchExport) -> Result<Location, VerifyError> {
    match verify(export) {
        Ok(_) => Ok(Location::Match),
        Err(wrong) => Err(wrong),
    }
}

/// The expected location of the error; `None` if several locations are correct.
fn expected(path: &Path, revisions: u64) -> Option<Location> {
    match path.first()? {
        Into::Field(ENTRIES) => {
            let Some(Into::Index(index)) = path.get(1) else {
                return None;
            };
            let revision = u64::try_from(*index).unwrap() + 1;
            // If the last element is repeated or removed, the error is at the next revision.
            (revision <= revisions).then_some(Location::Revision(revision))
        }
        Into::Field(_) | Into::Index(_) => None,
    }
}

/// Changes every field of an export. Returns the number of kinds of fields, and the number of changes.
fn touch_everywhere(export: &MatchExport) -> (usize, usize) {
    let mut root = Value::Message(dynamic(export));
    let revisions = u64::try_from(export.entries.len()).unwrap();
    let mut kinds = BTreeMap::new();
    paths(&root, &mut Path::new(), "", &mut kinds);
    kinds.remove("");
    let mut changes = 0;
    for (kind, paths) in &kinds {
        let mut indexes = vec![paths.len() / 3, paths.len() - 1];
        indexes.dedup();
        for path in indexes.into_iter().map(|index| &paths[index]) {
            let here = at(&mut root, path).clone();
            let by = Some(other(&here)).filter(|by| *by != here);
            for by in [None].into_iter().chain(by.map(Some)) {
                let removes = by.is_none();
                let old = change(&mut root, path, by);
                let judged = judged(&typed(&mut root, path, export));
                restore(&mut root, path, old, removes);
                let Err(wrong) = judged else {
                    panic!("{kind} was touched at {path:?}, and `verify` found nothing")
                };
                changes += 1;
                if let Some(location) = expected(path, revisions) {
                    assert_eq!(wrong.location, location, "{kind} at {path:?}: {wrong}");
                }
            }
        }
    }
    assert!(root == Value::Message(dynamic(export)), "the changes were undone");
    (kinds.len(), changes)
}

/// The value at `path`.
fn at<'a>(mut value: &'a mut Value, path: &[Into]) -> &'a mut Value {
    for step in path {
        value = match (step, value) {
            (Into::Field(number), Value::Message(message)) => {
                message.get_field_by_number_mut(*number).expect("a field")
            }
            (Into::Index(index), Value::List(list)) => &mut list[*index],
            (step, value) => panic!("no {step:?} in {value:?}"),
        };
    }
    value
}

/// A match of players. Their names are not those of players whose names were erased, who need no salts.
async fn named_players(api: &Api, asked: &CreateMatchRequest) -> TestMatch {
    let mut table = TestMatch::create(api, asked).await;
    for seat in 0..table.seats.len() {
        let joining = JoinMatchRequest {
            display_name: format!("Guest {seat}"),
            ..table.joining(seat)
        };
        let joined = api.ask(&joining, None).await.expect("a seat");
        table.seats[seat] = Seated::Player(joined.seat_token);
    }
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_change_of_an_export_is_found_at_its_first_wrong_revision() {
    let replica = Replica::in_memory().await;
    for game in GameId::ALL {
        let table = named_players(replica.api(), &creating(&game.testkit().setups()[0], "")).await;
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
