//! Forms as messages.

use tinsel_engine::present::{
    AmountSlot, Answer, AssignSlot, At, Branch, Choice, Constraint, Fields, Form, FormField, Kind, OptionSpec,
    PickOption, Rule,
};
use tinsel_proto::v1::{self, constraint, form_field};

use super::{
    Writer,
    answer::{write as write_answer, write_field},
    scene::{id, number, point, region},
};

impl Writer<'_> {
    /// A form, with its default if it is known, and with its choices.
    #[must_use]
    pub fn form(&self, form: &Form, default: Option<&Answer>, choices: &[Choice]) -> v1::Form {
        let to = self;
        let (fields, constraints) = fields(to, &form.fields);
        let choices = choices.iter().map(|choice| v1::Choice {
            title: Some(to.text(&choice.title)),
            answer: Some(write_answer(form.decision, &choice.answer)),
        });
        v1::Form {
            decision: form.decision.to_owned(),
            title: Some(to.text(&form.title)),
            fields,
            constraints,
            default_answer: default.map(|default| write_answer(form.decision, default)),
            choices: choices.collect(),
            default_text: default.map(|default| to.text(&form.fields.words(&default.fields))),
        }
    }

    /// An option of a match, with its default.
    #[must_use]
    pub fn option(&self, option: &OptionSpec) -> v1::OptionSpec {
        let default = option.default.as_ref();
        v1::OptionSpec {
            field: Some(field(self, &option.field)),
            default_answer: default.map(|value| write_field(&option.field.id, value)),
            default_text: self.text_if(option.default_words().as_ref()),
        }
    }
}

fn fields(to: &Writer<'_>, fields: &Fields) -> (Vec<v1::FormField>, Vec<v1::Constraint>) {
    let constraints = fields
        .constraints
        .iter()
        .map(|constraint| self::constraint(to, constraint));
    (
        fields.fields.iter().map(|field| self::field(to, field)).collect(),
        constraints.collect(),
    )
}

/// A field of a form, or an option of a match.
fn field(to: &Writer<'_>, field: &FormField) -> v1::FormField {
    v1::FormField {
        field_id: field.id.to_string(),
        title: Some(to.text(&field.title)),
        help: to.text_if(field.help.as_ref()),
        kind: Some(kind(to, &field.kind)),
    }
}

fn kind(to: &Writer<'_>, kind: &Kind) -> form_field::Kind {
    let options = |options: &[PickOption]| options.iter().map(|option| self::option(to, option)).collect();
    match kind {
        Kind::Pick {
            options: of,
            min,
            max,
            ordered,
        } => form_field::Kind::Pick(v1::PickField {
            options: options(of),
            min: *min,
            max: *max,
            ordered: *ordered,
        }),
        Kind::Number { min, max, step, unit } => form_field::Kind::Number(v1::NumberField {
            min: *min,
            max: *max,
            step: *step,
            unit: (*unit).to_owned(),
        }),
        Kind::Amounts { slots, step, unit } => form_field::Kind::Amounts(v1::AmountsField {
            slots: slots.iter().map(|slot| amount_slot(to, slot)).collect(),
            step: *step,
            unit: (*unit).to_owned(),
        }),
        Kind::Flag => form_field::Kind::Flag(v1::FlagField {}),
        Kind::Assign {
            slots,
            options: of,
            repeats,
        } => form_field::Kind::Assign(v1::AssignField {
            slots: slots.iter().map(|slot| assign_slot(to, slot)).collect(),
            options: options(of),
            repeats: *repeats,
        }),
        Kind::Place {
            region: of,
            unit,
            suggestions,
        } => form_field::Kind::Place(v1::PlaceField {
            region: Some(region(of)),
            unit: (*unit).to_owned(),
            suggestions: suggestions.iter().copied().map(point).collect(),
        }),
        Kind::Text { max } => form_field::Kind::Text(v1::TextField { max_bytes: *max }),
        Kind::Branch { branches } => form_field::Kind::Branch(v1::BranchField {
            branches: branches.iter().map(|of| branch(to, of)).collect(),
        }),
        Kind::Typed => form_field::Kind::Typed(v1::TypedField {}),
    }
}

fn option(to: &Writer<'_>, option: &PickOption) -> v1::PickOption {
    v1::PickOption {
        option_id: option.id.to_string(),
        title: Some(to.text(&option.title)),
        component: id(option.component.as_ref()),
        seat: option.seat.map(number),
        refused: to.text_if(option.refused.as_ref()),
    }
}

fn amount_slot(to: &Writer<'_>, slot: &AmountSlot) -> v1::AmountSlot {
    v1::AmountSlot {
        slot_id: slot.id.to_string(),
        title: Some(to.text(&slot.title)),
        component: id(slot.component.as_ref()),
        seat: slot.seat.map(number),
        min: slot.min,
        max: slot.max,
    }
}

fn assign_slot(to: &Writer<'_>, slot: &AssignSlot) -> v1::AssignSlot {
    v1::AssignSlot {
        slot_id: slot.id.to_string(),
        title: Some(to.text(&slot.title)),
        component: id(slot.component.as_ref()),
        seat: slot.seat.map(number),
        options: slot.options.iter().map(ToString::to_string).collect(),
    }
}

fn branch(to: &Writer<'_>, branch: &Branch) -> v1::Branch {
    let (fields, constraints) = fields(to, &branch.fields);
    v1::Branch {
        branch_id: branch.id.to_string(),
        title: Some(to.text(&branch.title)),
        help: to.text_if(branch.help.as_ref()),
        component: id(branch.component.as_ref()),
        refused: to.text_if(branch.refused.as_ref()),
        fields,
        constraints,
    }
}

fn constraint(to: &Writer<'_>, constraint: &Constraint) -> v1::Constraint {
    v1::Constraint {
        text: Some(to.text(&constraint.text)),
        rule: Some(rule(&constraint.rule)),
    }
}

fn rule(rule: &Rule) -> constraint::Rule {
    match rule {
        Rule::SumAtMost { of, max } => constraint::Rule::SumAtMost(v1::SumAtMost {
            paths: paths(of),
            max: *max,
        }),
        Rule::CountAtMost { of, max } => constraint::Rule::CountAtMost(v1::CountAtMost {
            paths: paths(of),
            max: *max,
        }),
        Rule::AtLeastOneOf { of } => constraint::Rule::AtLeastOneOf(v1::FieldPaths { paths: paths(of) }),
        Rule::Distinct { of } => constraint::Rule::Distinct(v1::FieldPaths { paths: paths(of) }),
        Rule::ExactlyWhen { field, of, total } => constraint::Rule::ExactlyWhen(v1::ExactlyWhen {
            path: Some(path(field)),
            paths: paths(of),
            total: *total,
        }),
        Rule::Distance {
            between: [first, second],
            min,
            max,
        } => constraint::Rule::Distance(v1::DistanceBetween {
            first: Some(path(first)),
            second: Some(path(second)),
            min: *min,
            max: *max,
        }),
    }
}

fn paths(of: &[At]) -> Vec<v1::FieldPath> {
    of.iter().map(path).collect()
}

fn path(at: &At) -> v1::FieldPath {
    v1::FieldPath {
        field: at.field.to_string(),
        part: id(at.part.as_ref()),
    }
}
