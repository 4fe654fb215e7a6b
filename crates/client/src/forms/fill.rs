//! Random answers.

use tinsel_proto::v1::{
    Amount, Amounts, Answer, AssignField, AssignedOption, Assignment, BorderedShape, BranchAnswer, Constraint,
    FieldAnswer, FieldPoint, Form, FormField, PickField, Picks, PlaceField, field_answer::Value, form_field::Kind,
};

use super::{
    bounds::{core, has, open},
    check::check_bounds,
    values::Values,
};

/// Attempts to satisfy constraints.
const ATTEMPTS: usize = 256;
/// Random points that are tried before a suggestion.
const POINTS: usize = 16;
/// More than the suggestions of a field.
const SUGGESTIONS: u32 = 1 << 16;

/// A source of random numbers: from 0 to below its argument, which is 1 or more.
type Chance<'a> = dyn FnMut(u32) -> u32 + 'a;

/// A random answer to a form that [`check`](super::check()) accepts. All fields are drawn, and all of them again
/// until they keep to the constraints. `chance` returns a number from 0 to below its argument.
///
/// If 256 attempts find no answer, or if the form has a kind of field that this release does not know, the answer is the
/// default answer of the form; `None` if it has none.
pub fn fill(form: &Form, mut chance: impl FnMut(u32) -> u32) -> Option<Answer> {
    let drawn = filled((&form.fields, &form.constraints), &mut chance).map(|fields| Answer {
        decision: form.decision.clone(),
        fields,
    });
    drawn.or_else(|| form.default_answer.clone())
}

fn filled((fields, constraints): (&[FormField], &[Constraint]), chance: &mut Chance<'_>) -> Option<Vec<FieldAnswer>> {
    let attempts = if constraints.is_empty() { 1 } else { ATTEMPTS };
    (0..attempts).find_map(|_| {
        // Suggestions with the same index go together: pieces that must touch each other rarely do otherwise.
        let suggestion = (chance(2) == 0).then(|| chance(SUGGESTIONS));
        let drawn: Option<Vec<FieldAnswer>> = (fields.iter()).map(|field| drawn(field, suggestion, chance)).collect();
        drawn.filter(|drawn| check_bounds((fields, constraints), Values(drawn), "").is_ok())
    })
}

fn drawn(field: &FormField, suggestion: Option<u32>, chance: &mut Chance<'_>) -> Option<FieldAnswer> {
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
        Kind::Place(of) => Value::Point(point(of, suggestion, chance)?),
        Kind::Text(of) => Value::Text("text".chars().take(of.max_bytes as usize).collect()),
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
    let step = step.max(1);
    let multiple = |number: i64| number.checked_div_euclid(step).unwrap_or(number);
    let (first, last) = (multiple(min.saturating_add(step.saturating_sub(1))), multiple(max));
    let room = u32::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(u32::MAX);
    first.saturating_add(chance(room.max(1)).into()).saturating_mul(step)
}

fn picks(of: &PickField, chance: &mut Chance<'_>) -> Picks {
    let mut open: Vec<&String> = (of.options.iter())
        .filter(|option| option.refused.is_none())
        .map(|option| &option.option_id)
        .collect();
    let room = of.max.saturating_sub(of.min).saturating_add(1);
    let count = of.min.saturating_add(chance(room));
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

/// A point of the region: the suggestion with this index, or a random one if a few attempts find one.
fn point(of: &PlaceField, suggestion: Option<u32>, chance: &mut Chance<'_>) -> Option<FieldPoint> {
    let region = of.region.as_ref()?;
    let suggested = |index: u32| {
        let index = (index as usize).checked_rem(of.suggestions.len())?;
        of.suggestions.get(index).copied().filter(|point| has(region, *point))
    };
    if let Some(point) = suggestion.and_then(suggested) {
        return Some(point);
    }
    let all = region.inside.iter().filter_map(bounds);
    let (low, high) = all.reduce(|(low, high), (other_low, other_high)| {
        (
            FieldPoint {
                x: low.x.max(other_low.x),
                y: low.y.max(other_low.y),
            },
            FieldPoint {
                x: high.x.min(other_high.x),
                y: high.y.min(other_high.y),
            },
        )
    })?;
    let mut between = |low: i32, high: i32| {
        let room = i64::from(high).saturating_sub(low.into()).saturating_add(1);
        low.saturating_add_unsigned(chance(u32::try_from(room.max(1)).unwrap_or(u32::MAX)))
    };
    let mut random = (0..POINTS).map(|_| FieldPoint {
        x: between(low.x, high.x),
        y: between(low.y, high.y),
    });
    let random = random.find(|point| has(region, *point));
    random.or_else(|| suggested(0))
}

/// A rectangle around a shape: its lowest and its highest corner.
fn bounds(shape: &BorderedShape) -> Option<(FieldPoint, FieldPoint)> {
    let (low, high, margin) = core(shape)?;
    let low = FieldPoint {
        x: low.x.saturating_sub(margin),
        y: low.y.saturating_sub(margin),
    };
    let high = FieldPoint {
        x: high.x.saturating_add(margin),
        y: high.y.saturating_add(margin),
    };
    Some((low, high))
}
