//! Answers, from and to messages.

use tinsel_engine::present::{Answer, FieldAnswer, Id, Point, Value};
use tinsel_proto::v1::{self, field_answer};

/// Why a message is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAnAnswer {
    /// The field without a value, such as `fields[2]`.
    pub path: String,
}

/// The values of an answer.
///
/// # Errors
///
/// A field has no value.
pub fn read(answer: v1::Answer) -> Result<Answer, NotAnAnswer> {
    Ok(Answer {
        fields: read_fields(answer.fields, "")?,
    })
}

fn read_fields(fields: Vec<v1::FieldAnswer>, within: &str) -> Result<Vec<FieldAnswer>, NotAnAnswer> {
    let read = |(index, v1::FieldAnswer { field, value })| {
        let path = format!("{within}fields[{index}]");
        let value = match value {
            Some(value) => read_value(value, &path)?,
            None => return Err(NotAnAnswer { path }),
        };
        Ok(FieldAnswer::new(field, value))
    };
    fields.into_iter().enumerate().map(read).collect()
}

fn read_value(value: field_answer::Value, path: &str) -> Result<Value, NotAnAnswer> {
    Ok(match value {
        field_answer::Value::Picks(picks) => Value::Picks(picks.options.into_iter().map(Id::from).collect()),
        field_answer::Value::Number(number) => Value::Number(number),
        field_answer::Value::Amounts(amounts) => {
            let amounts = amounts.amounts.into_iter();
            Value::Amounts(amounts.map(|amount| (amount.slot.into(), amount.number)).collect())
        }
        field_answer::Value::Assignment(assignment) => {
            let slots = assignment.slots.into_iter();
            Value::Assignment(slots.map(|slot| (slot.slot.into(), slot.option.into())).collect())
        }
        field_answer::Value::Flag(flag) => Value::Flag(flag),
        field_answer::Value::Point(point) => Value::Point(Point::new(point.x, point.y)),
        field_answer::Value::Text(text) => Value::Text(text),
        field_answer::Value::Branch(branch) => Value::Branch {
            fields: read_fields(branch.fields, &format!("{path}.branch."))?,
            id: branch.branch.into(),
        },
    })
}

/// An answer of a decision.
#[must_use]
pub fn write(decision: &str, answer: &Answer) -> v1::Answer {
    v1::Answer {
        decision: decision.to_owned(),
        fields: write_fields(&answer.fields),
    }
}

fn write_fields(fields: &[FieldAnswer]) -> Vec<v1::FieldAnswer> {
    let write = |answer: &FieldAnswer| write_field(&answer.field, &answer.value);
    fields.iter().map(write).collect()
}

pub(super) fn write_field(field: &str, value: &Value) -> v1::FieldAnswer {
    let value = match value {
        Value::Picks(picks) => field_answer::Value::Picks(v1::Picks {
            options: picks.iter().map(ToString::to_string).collect(),
        }),
        Value::Number(number) => field_answer::Value::Number(*number),
        Value::Amounts(amounts) => field_answer::Value::Amounts(v1::Amounts {
            amounts: amounts.iter().map(|(slot, number)| amount(slot, *number)).collect(),
        }),
        Value::Assignment(slots) => field_answer::Value::Assignment(v1::Assignment {
            slots: slots.iter().map(|(slot, option)| assigned(slot, option)).collect(),
        }),
        Value::Flag(flag) => field_answer::Value::Flag(*flag),
        Value::Point(of) => field_answer::Value::Point(super::scene::point(*of)),
        Value::Text(text) => field_answer::Value::Text(text.clone()),
        Value::Branch { id, fields } => field_answer::Value::Branch(v1::BranchAnswer {
            branch: id.to_string(),
            fields: write_fields(fields),
        }),
    };
    v1::FieldAnswer {
        field: field.to_owned(),
        value: Some(value),
    }
}

fn amount(slot: &Id, number: i64) -> v1::Amount {
    v1::Amount {
        slot: slot.to_string(),
        number,
    }
}

fn assigned(slot: &Id, option: &Id) -> v1::AssignedOption {
    v1::AssignedOption {
        slot: slot.to_string(),
        option: option.to_string(),
    }
}
