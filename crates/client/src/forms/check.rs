//! Whether an answer keeps to the fields and constraints of its form. The server decides the same.

use tinsel_proto::v1::{
    Answer, Branch, Constraint, FieldAnswer, Form, FormField, field_answer::Value, form_field::Kind,
};

use super::{
    bounds,
    misfit::{Misfit, named, plain},
    rules,
    values::Values,
};

/// Checks an answer: first that each value belongs to a field and has its kind, then bounds, then constraints.
///
/// # Errors
///
/// The first fault.
pub fn check(form: &Form, answer: &Answer) -> Result<(), Misfit> {
    check_kinds(&form.fields, &answer.fields, "")?;
    check_bounds((&form.fields, &form.constraints), Values(&answer.fields), "")
}

fn check_kinds(fields: &[FormField], answers: &[FieldAnswer], within: &str) -> Result<(), Misfit> {
    for (index, answer) in answers.iter().enumerate() {
        let path = format!("{within}fields[{}]", named(&answer.field, index));
        let Some(field) = fields.iter().find(|field| field.field_id == answer.field) else {
            return Err(Misfit::malformed(path, "The form has no such field."));
        };
        if answers.iter().take(index).any(|earlier| earlier.field == answer.field) {
            return Err(Misfit::malformed(
                path,
                "The answer has this field twice; set each field once.",
            ));
        }
        check_kind(field, answer.value.as_ref(), path)?;
    }
    Ok(())
}

fn check_kind(field: &FormField, value: Option<&Value>, path: String) -> Result<(), Misfit> {
    match (&field.kind, value) {
        (Some(Kind::Branch(of)), Some(Value::Branch(chosen))) => {
            match of.branches.iter().find(|branch| branch.branch_id == chosen.branch) {
                Some(branch) => check_kinds(
                    &branch.fields,
                    &chosen.fields,
                    &format!("{path}.branch[{}].", branch.branch_id),
                ),
                None => Ok(()),
            }
        }
        (Some(Kind::Text(of)), Some(Value::Text(text))) if text.len() > of.max_bytes as usize => {
            let (bytes, most) = (text.len(), of.max_bytes);
            let sentence = format!("The text has {bytes} bytes; it may have at most {most}.");
            Err(Misfit::malformed(path, sentence))
        }
        (Some(Kind::Pick(_)), Some(Value::Picks(_)))
        | (Some(Kind::Number(_)), Some(Value::Number(_)))
        | (Some(Kind::Amounts(_)), Some(Value::Amounts(_)))
        | (Some(Kind::Flag(_)), Some(Value::Flag(_)))
        | (Some(Kind::Assign(_)), Some(Value::Assignment(_)))
        | (Some(Kind::Place(_)), Some(Value::Point(_)))
        | (Some(Kind::Text(_)), Some(Value::Text(_))) => Ok(()),
        // Only the server can check a kind of a later release.
        (None, _) => Ok(()),
        _ => Err(Misfit::malformed(path, "The field needs a value of another kind.")),
    }
}

pub(super) fn check_bounds(
    (fields, constraints): (&[FormField], &[Constraint]),
    values: Values<'_>,
    within: &str,
) -> Result<(), Misfit> {
    for field in fields {
        check_field(field, values, format!("{within}fields[{}]", field.field_id))?;
    }
    match constraints.iter().find(|constraint| !rules::holds(constraint, values)) {
        None => Ok(()),
        Some(broken) => {
            let path = rules::first(broken).map(|field| format!("{within}fields[{field}]"));
            let text = broken.text.as_ref().map(plain);
            Err(Misfit::outside(path.unwrap_or_default(), text.unwrap_or_default()))
        }
    }
}

fn check_field(field: &FormField, values: Values<'_>, path: String) -> Result<(), Misfit> {
    let id = &field.field_id;
    match &field.kind {
        Some(Kind::Pick(of)) => bounds::picks(of, values.picks(id), path),
        Some(Kind::Number(of)) => bounds::number(values.number(id), (of.min, of.max, of.step), path),
        Some(Kind::Amounts(of)) => bounds::amounts(of, values.amounts(id), &path),
        Some(Kind::Assign(of)) => bounds::assignment(of, values.assignment(id), &path),
        Some(Kind::Place(of)) => bounds::place(of, values.point(id), path),
        Some(Kind::Branch(of)) => check_branch(&of.branches, values.branch(id), path),
        // A later release may have kinds that only the server can check.
        Some(Kind::Flag(_) | Kind::Text(_) | Kind::Typed(_)) | None => Ok(()),
    }
}

fn check_branch(branches: &[Branch], chosen: Option<(&str, Values<'_>)>, path: String) -> Result<(), Misfit> {
    let known = chosen.and_then(|(id, values)| Some((branches.iter().find(|branch| branch.branch_id == id)?, values)));
    match known {
        Some((branch, values)) => match &branch.refused {
            Some(reason) => Err(Misfit::outside(path, plain(reason))),
            None => check_bounds(
                (&branch.fields, &branch.constraints),
                values,
                &format!("{path}.branch[{}].", branch.branch_id),
            ),
        },
        None => Err(Misfit::outside(path, "Choose one of the branches.")),
    }
}
