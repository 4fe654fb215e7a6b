//! Random answers.

use tinsel_proto::v1::{
    Amount, Amounts, Answer, AssignField, AssignedOption, Assignment, BranchAnswer, Constraint, FieldAnswer,
    FieldPoint, Form, FormField, PickField, Picks, PlaceField, field_answer::Value, form_field::Kind,
};

use super::{
    bounds::{core, has, open},
    rules,
    values::Values,
};

/// Attempts to satisfy constraints.
const ATTEMPTS: usize = 256;
/// Random points that are tried before a suggestion.
const POINTS: usize = 16;

/// A source of random numbers: from 0 to below its argument, which is 1 or more.
type Chance<'a> = dyn FnMut(u32) -> u32 + 'a;

/// A random answer within the bounds and constraints of a form. Each field is drawn by itself, and all of them again until they
/// keep to the constraints. `chance` returns a number from 0 to below its argument.
///
/// `None` if 256 attempts find no answer, or if the form has a kind of field that this release does not know.
pub fn fill(form: &Form, mut chance: impl FnMut(u32) -> u32) -> Option<Answer> {
    Some(Answer {
        decision: form.decision.clone(),
        fields: filled((&form.fields, &form.constraints), &mut chance)?,
    })
}

fn filled((fields, constraints): (&[FormField], &[Constraint]), chance: &mut Chance<'_>) -> Option<Vec<FieldAnswer>> {
    (0..ATTEMPTS).find_map(|_| {
        let drawn: Option<Vec<FieldAnswer>> = fields.iter().map(|field| drawn(field, chance)).collect();
        drawn.filter(|drawn| {
            constraints
                .iter()
                .all(|constraint| rules::holds(constraint, Values(drawn)))
        })
    })
}

fn drawn(field: &FormField, chance: &mut Chance<'_>) -> Option<FieldAnswer> {
    let value = match field.kind.as_ref()? {
        Kind::Pick(of) => Value::Picks(picks(of, chance)),
        Kind::Number(of) => Value::Number(number((of.min, of.max, of.step), chance)),
        Kind::Amounts(of) => Value::Amounts(Amounts {
            amounts: (of.slots.iter())
                .map(|slot| Amount {
                    slot: slot.slot_id.clone(),
                    number: match chance(2) {
                        0 => slot.min,
                        _ => number((slot.min, slot.max, of.step), chance),
                    },
                })
                .collect(),
        }),
        Kind::Flag(_) => Value::Flag(chance(2) == 0),
        Kind::Assign(of) => Value::Assignment(assignment(of, chance)?),
        Kind::Place(of) => Value::Point(point(of, chance)?),
        Kind::Text(_) => Value::Text(String::new()),
        Kind::Branch(of) => {
            let open: Vec<_> = of.branches.iter().filter(|branch| branch.refused.is_none()).collect();
            let branch = one_of(&open, chance)?;
            Value::Branch(BranchAnswer {
                branch: branch.branch_id.clone(),
                fields: filled((&branch.fields, &branch.constraints), chance)?,
            })
        }
        Kind::Typed(_) => return None,
    };
    Some(FieldAnswer {
        field: field.field_id.clone(),
        value: Some(value),
    })
}

fn one_of<'a, T>(items: &'a [T], chance: &mut Chance<'_>) -> Option<&'a T> {
    let count = u32::try_from(items.len()).ok().filter(|count| *count > 0)?;
    items.get(chance(count) as usize)
}

/// A multiple of `step` within bounds.
fn number((min, max, step): (i64, i64, i64), chance: &mut Chance<'_>) -> i64 {
    let multiple = |number: i64| number.checked_div_euclid(step).unwrap_or(number);
    let (first, last) = (multiple(min.saturating_add(step.saturating_sub(1))), multiple(max));
    let room = u32::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(u32::MAX);
    first
        .saturating_add(chance(room.max(1)).into())
        .saturating_mul(step.max(1))
}

fn picks(of: &PickField, chance: &mut Chance<'_>) -> Picks {
    let mut open: Vec<&String> = (of.options.iter())
        .filter(|option| option.refused.is_none())
        .map(|option| &option.option_id)
        .collect();
    let count = of.min + chance(of.max.saturating_sub(of.min) + 1);
    let options = (0..count).map_while(|_| {
        let index = u32::try_from(open.len())
            .ok()
            .filter(|left| *left > 0)
            .map(&mut *chance)?;
        Some(open.swap_remove(index as usize).clone())
    });
    Picks {
        options: options.collect(),
    }
}

fn assignment(of: &AssignField, chance: &mut Chance<'_>) -> Option<Assignment> {
    let mut slots: Vec<AssignedOption> = Vec::new();
    for slot in &of.slots {
        let free = |id: &&String| of.repeats || !slots.iter().any(|assigned| assigned.option == **id);
        let free: Vec<&String> = open(&of.options, &slot.options).filter(free).collect();
        let option = (*one_of(&free, chance)?).clone();
        slots.push(AssignedOption {
            slot: slot.slot_id.clone(),
            option,
        });
    }
    Some(Assignment { slots })
}

/// A point of the region: a random one if a few attempts find one, or else a suggestion.
fn point(of: &PlaceField, chance: &mut Chance<'_>) -> Option<FieldPoint> {
    let region = of.region.as_ref()?;
    let (low, high) = region.inside.iter().find_map(|shape| {
        let (low, high, margin) = core(shape)?;
        let along = |at: i32, by: i32| at.saturating_add(by);
        Some((
            FieldPoint {
                x: along(low.x, -margin),
                y: along(low.y, -margin),
            },
            FieldPoint {
                x: along(high.x, margin),
                y: along(high.y, margin),
            },
        ))
    })?;
    let suggested = one_of(&of.suggestions, chance).copied();
    if chance(2) == 0 {
        return suggested;
    }
    let between = |low: i32, high: i32, chance: &mut Chance<'_>| {
        let room = u32::try_from(i64::from(high) - i64::from(low) + 1).unwrap_or(u32::MAX);
        low.saturating_add_unsigned(chance(room.max(1)))
    };
    let mut random = (0..POINTS).map(|_| FieldPoint {
        x: between(low.x, high.x, chance),
        y: between(low.y, high.y, chance),
    });
    random.find(|point| has(region, *point)).or(suggested)
}
