//! Constructors for the parts of forms.

use super::{At, Branch, Constraint, Fields, FormField, Id, Kind, PickOption, Rule, Text, seat_id};
use crate::SeatIndex;

impl From<Vec<FormField>> for Fields {
    fn from(fields: Vec<FormField>) -> Self {
        Self {
            fields,
            constraints: Vec::new(),
        }
    }
}

impl<const N: usize> From<[FormField; N]> for Fields {
    fn from(fields: [FormField; N]) -> Self {
        Vec::from(fields).into()
    }
}

impl Fields {
    /// The fields with one more constraint.
    #[must_use]
    pub fn constrained(mut self, rule: Rule, text: Text) -> Self {
        self.constraints.push(Constraint { rule, text });
        self
    }
}

impl FormField {
    /// A field without help.
    #[must_use]
    pub fn new(id: impl Into<Id>, title: Text, kind: Kind) -> Self {
        Self {
            id: id.into(),
            title,
            help: None,
            kind,
        }
    }

    /// A field that picks exactly one option.
    #[must_use]
    pub fn pick_one(id: impl Into<Id>, title: Text, options: impl IntoIterator<Item = PickOption>) -> Self {
        Self::pick(id, title, options, 1, 1)
    }

    /// A field that picks `min` to `max` options, in any order.
    #[must_use]
    pub fn pick(
        id: impl Into<Id>,
        title: Text,
        options: impl IntoIterator<Item = PickOption>,
        min: u32,
        max: u32,
    ) -> Self {
        let options = options.into_iter().collect();
        Self::new(
            id,
            title,
            Kind::Pick {
                options,
                min,
                max,
                ordered: false,
            },
        )
    }

    /// The field with help.
    #[must_use]
    pub fn help(mut self, help: Text) -> Self {
        self.help = Some(help);
        self
    }
}

impl PickOption {
    /// An option that is neither a component nor a seat.
    #[must_use]
    pub fn new(id: impl Into<Id>, title: Text) -> Self {
        Self {
            id: id.into(),
            title,
            component: None,
            seat: None,
            refused: None,
        }
    }

    /// A seat as an option, with the ID of [`seat_id`].
    #[must_use]
    pub fn seat(seat: SeatIndex) -> Self {
        Self {
            seat: Some(seat),
            ..Self::new(seat_id(seat), Text::new("seat", "{seat}").with("seat", seat))
        }
    }

    /// The option as a copy of a component.
    #[must_use]
    pub fn component(mut self, id: impl Into<Id>) -> Self {
        self.component = Some(id.into());
        self
    }

    /// The option, shown but not available.
    #[must_use]
    pub fn refused(mut self, reason: Text) -> Self {
        self.refused = Some(reason);
        self
    }
}

impl Branch {
    /// A branch without help.
    #[must_use]
    pub fn new(id: impl Into<Id>, title: Text, fields: impl Into<Fields>) -> Self {
        Self {
            id: id.into(),
            title,
            help: None,
            component: None,
            refused: None,
            fields: fields.into(),
        }
    }

    /// The branch with help.
    #[must_use]
    pub fn help(mut self, help: Text) -> Self {
        self.help = Some(help);
        self
    }

    /// The branch, shown but not available.
    #[must_use]
    pub fn refused(mut self, reason: Text) -> Self {
        self.refused = Some(reason);
        self
    }
}

impl At {
    /// A whole field.
    #[must_use]
    pub fn field(field: impl Into<Id>) -> Self {
        Self {
            field: field.into(),
            part: None,
        }
    }

    /// A slot, an option or a branch of a field.
    #[must_use]
    pub fn part(field: impl Into<Id>, part: impl Into<Id>) -> Self {
        Self {
            field: field.into(),
            part: Some(part.into()),
        }
    }
}
