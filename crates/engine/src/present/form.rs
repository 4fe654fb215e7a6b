//! The pending decision of a seat, as fields to fill in.

use super::{Id, Region, Text, Value};
use crate::SeatIndex;

/// A decision, with all its possible answers: those that keep to the fields and the constraints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// The name of the decision, as [`Decision::action`](crate::Decision::action) has it.
    pub decision: &'static str,
    /// What to decide, in one sentence.
    pub title: Text,
    /// The fields and their constraints.
    pub fields: Fields,
}

/// Fields that are filled in together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fields {
    /// The fields, in reading order.
    pub fields: Vec<FormField>,
    /// The conditions across them. An answer that keeps to all bounds and constraints is accepted.
    pub constraints: Vec<Constraint>,
}

/// A field of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormField {
    /// Its ID, unique among the fields beside it.
    pub id: Id,
    /// What to fill in.
    pub title: Text,
    /// The consequences, for a player who does not know the rule by heart.
    pub help: Option<Text>,
    /// The kind of value, with its bounds.
    pub kind: Kind,
}

/// The kind of a field's value, with its bounds. Bounds are inclusive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Some of the options, each at most once.
    Pick {
        /// The options.
        options: Vec<PickOption>,
        /// Minimum number of options to pick.
        min: u32,
        /// Maximum number of options to pick.
        max: u32,
        /// Whether the order matters.
        ordered: bool,
    },
    /// A number.
    Number {
        /// Minimum.
        min: i64,
        /// Maximum.
        max: i64,
        /// The difference of neighbouring values, counted from 0: 1 or more.
        step: i64,
        /// The unit in the plural, such as `chips`. Can be empty.
        unit: &'static str,
    },
    /// A number for each of several slots.
    Amounts {
        /// The slots.
        slots: Vec<AmountSlot>,
        /// The difference of neighbouring values, counted from 0: 1 or more.
        step: i64,
        /// The unit in the plural. Can be empty.
        unit: &'static str,
    },
    /// Yes or no.
    Flag,
    /// One of the options for each of several slots.
    Assign {
        /// The slots.
        slots: Vec<AssignSlot>,
        /// The options of all slots.
        options: Vec<PickOption>,
        /// Whether slots can have the same option.
        repeats: bool,
    },
    /// A point on a field.
    Place {
        /// The possible points.
        region: Region,
        /// The unit of the coordinates, such as `mm`.
        unit: &'static str,
        /// Some points of the region, for a quick choice. At least one.
        suggestions: Vec<super::Point>,
    },
    /// A text.
    Text {
        /// Maximum length in bytes.
        max: u32,
    },
    /// Exactly one of several groups of fields.
    Branch {
        /// The groups.
        branches: Vec<Branch>,
    },
    /// A value that only the typed message can set, such as a list of obstacles. Only options of a match have it.
    Typed,
}

/// An option of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PickOption {
    /// Its ID, unique among the options of the field.
    pub id: Id,
    /// Its title.
    pub title: Text,
    /// The component that it is, if any.
    pub component: Option<Id>,
    /// The seat that it is, if any.
    pub seat: Option<SeatIndex>,
    /// Why it cannot be picked; `None` if it can.
    pub refused: Option<Text>,
}

/// A slot for a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmountSlot {
    /// Its ID, unique in the field.
    pub id: Id,
    /// Its title.
    pub title: Text,
    /// The component that it stands for, if any.
    pub component: Option<Id>,
    /// The seat that it stands for, if any.
    pub seat: Option<SeatIndex>,
    /// Minimum.
    pub min: i64,
    /// Maximum.
    pub max: i64,
}

/// A slot for an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssignSlot {
    /// Its ID, unique in the field.
    pub id: Id,
    /// Its title.
    pub title: Text,
    /// The component that it stands for, if any.
    pub component: Option<Id>,
    /// The seat that it stands for, if any.
    pub seat: Option<SeatIndex>,
    /// The IDs of the options that it can have.
    pub options: Vec<Id>,
}

/// A group of fields, of which exactly one group is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Its ID, unique in the field.
    pub id: Id,
    /// Its title.
    pub title: Text,
    /// Its consequences.
    pub help: Option<Text>,
    /// The component that it stands for, if any.
    pub component: Option<Id>,
    /// Why it cannot be chosen; `None` if it can.
    pub refused: Option<Text>,
    /// Its fields; can be empty.
    pub fields: Fields,
}

/// A condition across fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// The condition.
    pub rule: Rule,
    /// The condition as a sentence.
    pub text: Text,
}

/// A condition across the values at [`At`]s.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// Their sum is at most this. [`At`] defines the number of a value.
    SumAtMost {
        /// The values.
        of: Vec<At>,
        /// Maximum.
        max: i64,
    },
    /// At most this number of them is filled. Each slot with a number other than 0, and each picked option, counts.
    CountAtMost {
        /// The values.
        of: Vec<At>,
        /// Maximum.
        max: u32,
    },
    /// At least one of them is filled.
    AtLeastOneOf {
        /// The values.
        of: Vec<At>,
    },
    /// No ID is chosen twice in all of them: picked options, assigned options, and slots with a number other than 0.
    Distinct {
        /// The values.
        of: Vec<At>,
    },
    /// A value is filled exactly if the sum of others is a total.
    ExactlyWhen {
        /// The value.
        field: At,
        /// The summands.
        of: Vec<At>,
        /// The sum.
        total: i64,
    },
    /// Two points, if both are given, have a distance within bounds.
    Distance {
        /// The points.
        between: [At; 2],
        /// Minimum distance, in the fields' unit.
        min: i32,
        /// Maximum distance; `None` if there is none.
        max: Option<i32>,
    },
}

/// A field beside the constraint, or a part of it.
///
/// A value is *filled* if something is picked or assigned, a number is not 0, a flag is true, a text is not empty, or a
/// point or branch is given. The *number* of a value is the number itself; the sum of all amounts; for others how many
/// options are picked or assigned; and 1 for another filled value, 0 for one that is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct At {
    /// The field.
    pub field: Id,
    /// A slot, an option or a branch of it; `None` for the whole field.
    pub part: Option<Id>,
}

/// An option of a new match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionSpec {
    /// The option, as a field: its ID is the name of the option in the game's configuration.
    pub field: FormField,
    /// The value if the option is omitted. `None` for an option that only the typed message can set.
    pub default: Option<Value>,
}

impl Form {
    /// A form of one field or of several without constraints.
    #[must_use]
    pub fn new(decision: &'static str, title: Text, fields: impl Into<Fields>) -> Self {
        Self {
            decision,
            title,
            fields: fields.into(),
        }
    }
}
