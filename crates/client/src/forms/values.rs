//! The values of an answer, by field. An omitted field has its empty value.

use tinsel_proto::v1::{Amount, AssignedOption, FieldAnswer, FieldPoint, field_answer::Value};

/// Values of some fields.
#[derive(Clone, Copy)]
pub(super) struct Values<'a>(pub(super) &'a [FieldAnswer]);

impl<'a> Values<'a> {
    pub(super) fn get(self, field: &str) -> Option<&'a Value> {
        let answer = self.0.iter().find(|answer| answer.field == field)?;
        answer.value.as_ref()
    }

    pub(super) fn picks(self, field: &str) -> &'a [String] {
        match self.get(field) {
            Some(Value::Picks(picks)) => &picks.options,
            _ => &[],
        }
    }

    pub(super) fn number(self, field: &str) -> i64 {
        match self.get(field) {
            Some(Value::Number(number)) => *number,
            _ => 0,
        }
    }

    pub(super) fn amounts(self, field: &str) -> &'a [Amount] {
        match self.get(field) {
            Some(Value::Amounts(amounts)) => &amounts.amounts,
            _ => &[],
        }
    }

    pub(super) fn assignment(self, field: &str) -> &'a [AssignedOption] {
        match self.get(field) {
            Some(Value::Assignment(assignment)) => &assignment.slots,
            _ => &[],
        }
    }

    pub(super) fn point(self, field: &str) -> Option<FieldPoint> {
        match self.get(field) {
            Some(Value::Point(point)) => Some(*point),
            _ => None,
        }
    }

    /// The chosen branch with its values.
    pub(super) fn branch(self, field: &str) -> Option<(&'a str, Self)> {
        match self.get(field) {
            Some(Value::Branch(branch)) => Some((&branch.branch, Self(&branch.fields))),
            _ => None,
        }
    }
}
