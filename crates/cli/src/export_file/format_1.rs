//! Exports of format version 1. Format version 2 renamed fields and enum values, and changed nothing else.

use serde_json::Value;

/// Renamed fields: the field that contains the message, the old name, the new name. The first two are names of version 1.
const FIELDS: [(&str, &str, &str); 20] = [
    ("seats", "conduct", "control"),
    ("seat", "conduct", "control"),
    ("event", "conductChanged", "seatControlChanged"),
    ("conductChanged", "conduct", "control"),
    ("operatorActed", "deed", "action"),
    ("entries", "seal", "commitment"),
    ("entries", "link", "chainHash"),
    ("jingleBrawl", "throw", "makeThrow"),
    ("throw", "throw", "shape"),
    ("throwRecorded", "throw", "shape"),
    ("throwsRevealed", "throws", "shapes"),
    ("chipsMoved", "from", "fromPurse"),
    ("chipsMoved", "to", "toPurse"),
    ("giftMoved", "from", "fromSpot"),
    ("giftMoved", "to", "toSpot"),
    ("secretSanta", "pass", "passTurn"),
    ("snowballWar", "throw", "throwSnowball"),
    ("snowballWar", "return", "returnCharacters"),
    ("characterMoved", "from", "fromPoint"),
    ("characterMoved", "to", "toPoint"),
];

/// Renamed enum values: the field that contains the message, the field, the old prefix, the new prefix.
const VALUES: [(&str, &str, &str, &str); 5] = [
    ("seats", "conduct", "CONDUCT_", "SEAT_CONTROL_"),
    ("seat", "conduct", "CONDUCT_", "SEAT_CONTROL_"),
    ("conductChanged", "conduct", "CONDUCT_", "SEAT_CONTROL_"),
    ("operatorActed", "deed", "OPERATOR_DEED_", "OPERATOR_ACTION_"),
    ("forceReroll", "target", "PIECE_", "CHARACTER_"),
];

/// Whether this is an export of version 1.
pub(super) fn is_format_1(export: &Value) -> bool {
    export.get("formatVersion") == Some(&Value::from(1))
}

/// Changes an export to version 2.
pub(super) fn upgrade(export: &mut Value) {
    rename("", export);
    if let Some(version) = export.get_mut("formatVersion") {
        *version = Value::from(2);
    }
}

/// Renames within the message, or the messages, that the field `parent` contains.
fn rename(parent: &str, value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| rename(parent, value)),
        Value::Object(fields) => {
            let renamed = std::mem::take(fields).into_iter().map(|(name, mut value)| {
                rename(&name, &mut value);
                replace_prefix(parent, &name, &mut value);
                let new = FIELDS
                    .iter()
                    .find(|(of, old, _)| (*of, *old) == (parent, name.as_str()));
                (new.map_or(name, |(_, _, new)| (*new).to_owned()), value)
            });
            *fields = renamed.collect();
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn replace_prefix(parent: &str, name: &str, value: &mut Value) {
    let listed = VALUES.iter().filter(|(of, field, ..)| (*of, *field) == (parent, name));
    for (_, _, old, new) in listed {
        if let Some(rest) = value.as_str().and_then(|text| text.strip_prefix(old)) {
            *value = Value::from(format!("{new}{rest}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds all values that are neither objects nor arrays, with the enum values of version 2.
    fn leaves(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| leaves(value, found)),
            Value::Object(fields) => fields.values().for_each(|value| leaves(value, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                let mut leaf = value.to_string();
                for (.., old, new) in VALUES {
                    leaf = leaf.replace(&format!("\"{old}"), &format!("\"{new}"));
                }
                found.push(leaf);
            }
        }
    }

    #[test]
    fn an_upgrade_changes_names_alone() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/format_1");
        for entry in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let before: Value = serde_json::from_str(&text).unwrap();
            let mut after = before.clone();
            upgrade(&mut after);
            assert_eq!(after["formatVersion"], 2);
            after["formatVersion"] = before["formatVersion"].clone();
            let [old, new] = [&before, &after].map(|export| {
                let mut found = Vec::new();
                leaves(export, &mut found);
                found.sort();
                found
            });
            assert_eq!(old, new);
        }
    }
}
