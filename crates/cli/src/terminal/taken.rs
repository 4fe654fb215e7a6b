//! Options that earlier fields of the same form have taken.

use tinsel_proto::v1::{
    Constraint, FieldAnswer, FieldPaths, FormField, constraint::Rule, field_answer::Value, form_field::Kind,
};

/// Gives the options of a field that values of other fields exclude the reason: a constraint that permits each ID once.
pub(super) fn refuse(field: &mut FormField, constraints: &[Constraint], values: &[FieldAnswer]) {
    let options = match &mut field.kind {
        Some(Kind::Pick(pick)) => &mut pick.options,
        Some(Kind::Assign(assign)) => &mut assign.options,
        _ => return,
    };
    for constraint in constraints {
        let Some(Rule::Distinct(FieldPaths { paths })) = &constraint.rule else {
            continue;
        };
        if !paths.iter().any(|path| path.field == field.field_id) {
            continue;
        }
        let others = values
            .iter()
            .filter(|value| paths.iter().any(|path| path.field == value.field));
        let taken: Vec<&String> = others.flat_map(chosen).collect();
        for option in options.iter_mut().filter(|option| taken.contains(&&option.option_id)) {
            option.refused.clone_from(&constraint.text);
        }
    }
}

/// The IDs of the options that a value chooses.
fn chosen(value: &FieldAnswer) -> Vec<&String> {
    match &value.value {
        Some(Value::Picks(picks)) => picks.options.iter().collect(),
        Some(Value::Assignment(assignment)) => assignment.slots.iter().map(|slot| &slot.option).collect(),
        _ => Vec::new(),
    }
}
