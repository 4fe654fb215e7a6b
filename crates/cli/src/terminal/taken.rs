//! What earlier fields of the same form leave to a field.

use tinsel_proto::v1::{
    Constraint, FieldAnswer, FieldPath, FieldPaths, FormField, PickOption, Picks, constraint::Rule,
    field_answer::Value, form_field::Kind,
};

/// Gives the options of a field that values of other fields exclude the reason: a constraint that permits each ID once.
/// Returns the value of the field if other values determine it.
pub(super) fn refuse(field: &mut FormField, constraints: &[Constraint], values: &[FieldAnswer]) -> Option<Value> {
    let picks = |options| Some(Value::Picks(Picks { options }));
    let id = field.field_id.clone();
    for constraint in constraints {
        match (&constraint.rule, &mut field.kind) {
            (Some(Rule::Distinct(FieldPaths { paths })), Some(kind)) if paths.iter().any(|path| path.field == id) => {
                let is_other = |value: &&FieldAnswer| paths.iter().any(|path| path.field == value.field);
                let taken: Vec<&String> = values.iter().filter(is_other).flat_map(chosen).collect();
                let is_taken = |option: &&mut PickOption| taken.contains(&&option.option_id);
                for option in options(kind).iter_mut().filter(is_taken) {
                    option.refused.clone_from(&constraint.text);
                }
            }
            (Some(Rule::ExactlyWhen(rule)), Some(Kind::Pick(pick))) => {
                let is_known = |path: &FieldPath| values.iter().any(|value| value.field == path.field);
                let own = rule.path.as_ref().filter(|path| path.field == id);
                let Some(FieldPath { part, .. }) = own.filter(|_| rule.paths.iter().all(is_known)) else {
                    continue;
                };
                let is_due = rule.paths.iter().map(|path| number(path, values)).sum::<i64>() == rule.total;
                match (is_due, part.as_str()) {
                    (true, "") => pick.min = pick.min.max(1),
                    (true, option) => return picks(vec![option.to_owned()]),
                    (false, "") => return picks(Vec::new()),
                    (false, option) => pick.options.retain(|other| other.option_id != option),
                }
            }
            _ => {}
        }
    }
    None
}

fn options(kind: &mut Kind) -> &mut [PickOption] {
    match kind {
        Kind::Pick(pick) => &mut pick.options,
        Kind::Assign(assign) => &mut assign.options,
        Kind::Number(_)
        | Kind::Amounts(_)
        | Kind::Flag(_)
        | Kind::Place(_)
        | Kind::Text(_)
        | Kind::Branch(_)
        | Kind::Typed(_) => &mut [],
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

/// The number of a value, as constraints count it.
fn number(path: &FieldPath, values: &[FieldAnswer]) -> i64 {
    let value = values.iter().find(|value| value.field == path.field);
    let is_part = |id: &String| i64::from(path.part.is_empty() || *id == path.part);
    match value.and_then(|value| value.value.as_ref()) {
        Some(Value::Number(number)) => *number,
        Some(Value::Flag(flag)) => i64::from(*flag),
        Some(Value::Amounts(of)) => of.amounts.iter().map(|of| of.number * is_part(&of.slot)).sum(),
        Some(Value::Picks(picks)) => picks.options.iter().map(is_part).sum(),
        Some(_) => 1,
        None => 0,
    }
}
