//! Whether values satisfy the constraints of a form.

use std::collections::BTreeSet;

use tinsel_proto::v1::{Constraint, FieldPath, FieldPoint, constraint::Rule, field_answer::Value};

use super::values::Values;

/// Whether the values satisfy a constraint. The server checks one of a later release.
pub(super) fn holds(constraint: &Constraint, values: Values<'_>) -> bool {
    let sum = |paths: &[FieldPath]| paths.iter().map(|path| number(path, values)).sum::<i128>();
    match &constraint.rule {
        None => true,
        Some(Rule::SumAtMost(rule)) => sum(&rule.paths) <= i128::from(rule.max),
        Some(Rule::CountAtMost(rule)) => {
            rule.paths.iter().map(|path| count(path, values)).sum::<usize>() <= rule.max as usize
        }
        Some(Rule::AtLeastOneOf(rule)) => rule.paths.iter().any(|path| is_filled(path, values)),
        Some(Rule::Distinct(rule)) => {
            let chosen: Vec<&str> = rule.paths.iter().flat_map(|path| chosen(path, values)).collect();
            chosen.iter().collect::<BTreeSet<_>>().len() == chosen.len()
        }
        Some(Rule::ExactlyWhen(rule)) => {
            let filled = rule.path.as_ref().is_some_and(|path| is_filled(path, values));
            filled == (sum(&rule.paths) == i128::from(rule.total))
        }
        Some(Rule::Distance(rule)) => {
            let point = |path: &Option<FieldPath>| values.point(&path.as_ref()?.field);
            let (Some(first), Some(second)) = (point(&rule.first), point(&rule.second)) else {
                return true;
            };
            let distance = distance_squared(first, second);
            distance >= i128::from(rule.min).pow(2) && rule.max.is_none_or(|max| distance <= i128::from(max).pow(2))
        }
    }
}

/// The field to which a refusal of the constraint points.
pub(super) fn first(constraint: &Constraint) -> Option<&str> {
    let path = match constraint.rule.as_ref()? {
        Rule::SumAtMost(rule) => rule.paths.first(),
        Rule::CountAtMost(rule) => rule.paths.first(),
        Rule::AtLeastOneOf(rule) | Rule::Distinct(rule) => rule.paths.first(),
        Rule::ExactlyWhen(rule) => rule.path.as_ref(),
        Rule::Distance(rule) => rule.second.as_ref(),
    };
    Some(&path?.field)
}

pub(super) fn distance_squared(one: FieldPoint, other: FieldPoint) -> i128 {
    let along = |one: i32, other: i32| (i128::from(one) - i128::from(other)).pow(2);
    along(one.x, other.x) + along(one.y, other.y)
}

fn number(path: &FieldPath, values: Values<'_>) -> i128 {
    match (values.get(&path.field), path.part.as_str()) {
        (Some(Value::Number(number)), "") => (*number).into(),
        (Some(Value::Amounts(amounts)), part) => {
            let of_part = amounts
                .amounts
                .iter()
                .filter(|amount| part.is_empty() || amount.slot == part);
            of_part.map(|amount| i128::from(amount.number)).sum()
        }
        (Some(Value::Picks(picks)), "") => picks.options.len() as i128,
        (Some(Value::Assignment(assignment)), "") => assignment.slots.len() as i128,
        _ => is_filled(path, values).into(),
    }
}

/// How many things are chosen; 1 for another filled value.
fn count(path: &FieldPath, values: Values<'_>) -> usize {
    match chosen(path, values).len() {
        0 => is_filled(path, values).into(),
        chosen => chosen,
    }
}

fn is_filled(path: &FieldPath, values: Values<'_>) -> bool {
    match (values.get(&path.field), path.part.as_str()) {
        (None, _) => false,
        (Some(Value::Number(number)), _) => *number != 0,
        (Some(Value::Flag(flag)), _) => *flag,
        (Some(Value::Text(text)), _) => !text.is_empty(),
        (Some(Value::Point(_)), _) => true,
        (Some(Value::Branch(branch)), part) => part.is_empty() || branch.branch == part,
        (Some(Value::Picks(_) | Value::Amounts(_) | Value::Assignment(_)), _) => !chosen(path, values).is_empty(),
    }
}

/// The chosen IDs: picked and assigned options, slots with a number other than 0.
fn chosen<'a>(path: &FieldPath, values: Values<'a>) -> Vec<&'a str> {
    let of_part = |id: &str| path.part.is_empty() || path.part == id;
    match values.get(&path.field) {
        Some(Value::Picks(picks)) => picks
            .options
            .iter()
            .map(String::as_str)
            .filter(|id| of_part(id))
            .collect(),
        Some(Value::Amounts(amounts)) => {
            let filled = amounts
                .amounts
                .iter()
                .filter(|amount| amount.number != 0 && of_part(&amount.slot));
            filled.map(|amount| amount.slot.as_str()).collect()
        }
        Some(Value::Assignment(assignment)) => {
            let of_part = assignment.slots.iter().filter(|assigned| of_part(&assigned.slot));
            of_part.map(|assigned| assigned.option.as_str()).collect()
        }
        _ => Vec::new(),
    }
}
