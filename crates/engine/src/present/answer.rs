//! A completed form.

use super::{Id, Point};

/// The values of a form's fields. It names everything by ID. An omitted field has its empty value: nothing picked, 0,
/// false, no text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Answer {
    /// The values, each field at most once.
    pub fields: Vec<FieldAnswer>,
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FieldAnswer {
    /// The ID of the field.
    pub field: Id,
    /// Its value.
    pub value: Value,
}

/// A value, by the kind of its field.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// Of a pick: the IDs of options.
    Picks(Vec<Id>),
    /// Of a number.
    Number(i64),
    /// Of amounts: the number of each slot; an omitted slot has 0.
    Amounts(Vec<(Id, i64)>),
    /// Of an assignment: slot and option.
    Assignment(Vec<(Id, Id)>),
    /// Of a flag.
    Flag(bool),
    /// Of a place.
    Point(Point),
    /// Of a text.
    Text(String),
    /// Of a branch.
    Branch {
        /// The ID of the branch.
        id: Id,
        /// The values of its fields.
        fields: Vec<FieldAnswer>,
    },
}

impl Answer {
    /// An answer with these values.
    #[must_use]
    pub fn new<const N: usize>(fields: [FieldAnswer; N]) -> Self {
        Self { fields: fields.into() }
    }

    /// The values, to read.
    #[must_use]
    pub fn read(&self) -> Reader<'_> {
        Reader(&self.fields)
    }
}

impl FieldAnswer {
    /// The value of a field.
    #[must_use]
    pub fn new(field: impl Into<Id>, value: Value) -> Self {
        Self {
            field: field.into(),
            value,
        }
    }

    /// One picked option.
    #[must_use]
    pub fn pick(field: impl Into<Id>, option: impl Into<Id>) -> Self {
        Self::new(field, Value::Picks(vec![option.into()]))
    }

    /// A chosen branch with the values of its fields.
    #[must_use]
    pub fn branch(field: impl Into<Id>, branch: impl Into<Id>, fields: Vec<Self>) -> Self {
        let id = branch.into();
        Self::new(field, Value::Branch { id, fields })
    }
}

/// The values of fields, by ID. Each method returns the empty value for an omitted field, and for a value of another
/// kind.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a>(&'a [FieldAnswer]);

impl<'a> Reader<'a> {
    /// The values of these fields.
    #[must_use]
    pub const fn new(fields: &'a [FieldAnswer]) -> Self {
        Self(fields)
    }

    /// All values.
    pub fn iter(&self) -> impl Iterator<Item = &'a FieldAnswer> {
        self.0.iter()
    }

    /// The value of a field, if it is not omitted.
    #[must_use]
    pub fn value(&self, field: &str) -> Option<&'a Value> {
        self.0
            .iter()
            .find(|answer| answer.field == field)
            .map(|answer| &answer.value)
    }

    /// The picked options.
    #[must_use]
    pub fn picks(&self, field: &str) -> &'a [Id] {
        match self.value(field) {
            Some(Value::Picks(picks)) => picks,
            _ => &[],
        }
    }

    /// The picked option, if exactly one is picked.
    #[must_use]
    pub fn pick(&self, field: &str) -> Option<&'a str> {
        match self.picks(field) {
            [pick] => Some(pick),
            _ => None,
        }
    }

    /// The number.
    #[must_use]
    pub fn number(&self, field: &str) -> i64 {
        match self.value(field) {
            Some(Value::Number(number)) => *number,
            _ => 0,
        }
    }

    /// The numbers of slots.
    #[must_use]
    pub fn amounts(&self, field: &str) -> &'a [(Id, i64)] {
        match self.value(field) {
            Some(Value::Amounts(amounts)) => amounts,
            _ => &[],
        }
    }

    /// The options of slots.
    #[must_use]
    pub fn assignment(&self, field: &str) -> &'a [(Id, Id)] {
        match self.value(field) {
            Some(Value::Assignment(assignment)) => assignment,
            _ => &[],
        }
    }

    /// The option of a slot.
    #[must_use]
    pub fn assigned(&self, field: &str, slot: &str) -> Option<&'a str> {
        let found = self.assignment(field).iter().find(|(of, _)| of == slot);
        found.map(|(_, option)| &**option)
    }

    /// The flag.
    #[must_use]
    pub fn flag(&self, field: &str) -> bool {
        matches!(self.value(field), Some(Value::Flag(true)))
    }

    /// The point, if one is given.
    #[must_use]
    pub fn point(&self, field: &str) -> Option<Point> {
        match self.value(field) {
            Some(Value::Point(point)) => Some(*point),
            _ => None,
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self, field: &str) -> &'a str {
        match self.value(field) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// The chosen branch and the values of its fields, if one is chosen.
    #[must_use]
    pub fn branch(&self, field: &str) -> Option<(&'a str, Self)> {
        match self.value(field) {
            Some(Value::Branch { id, fields }) => Some((id, Reader(fields))),
            _ => None,
        }
    }
}
