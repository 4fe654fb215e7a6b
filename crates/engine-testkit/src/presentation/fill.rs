//! Random answers of a form.

use tinsel_engine::{
    Chance,
    present::{Answer, AssignSlot, Branch, FieldAnswer, Fields, FormField, Id, Kind, PickOption, Point, Region, Value},
};

use crate::{ask::bound, dice::Dice};

/// Number of attempts to satisfy constraints.
const ATTEMPTS: usize = 256;

/// An answer within the fields and constraints; `None` if no attempt gives one.
pub(super) fn random(fields: &Fields, dice: &mut Dice) -> Option<Answer> {
    (0..ATTEMPTS).find_map(|_| {
        let values = values(fields, dice)?;
        fields.check(&values).is_ok().then_some(Answer { fields: values })
    })
}

fn values(fields: &Fields, dice: &mut Dice) -> Option<Vec<FieldAnswer>> {
    let one = |field: &FormField| Some(FieldAnswer::new(field.id.clone(), value(&field.kind, dice)?));
    fields.fields.iter().map(one).collect()
}

fn value(kind: &Kind, dice: &mut Dice) -> Option<Value> {
    Some(match kind {
        Kind::Pick { options, min, max, .. } => Value::Picks(picks(options, *min, *max, dice)),
        Kind::Number { min, max, step, .. } => Value::Number(number(*min, *max, *step, dice)),
        Kind::Amounts { slots, step, .. } => {
            let amount = |dice: &mut Dice, min, max| if flip(dice) { number(min, max, *step, dice) } else { min };
            Value::Amounts(
                slots
                    .iter()
                    .map(|slot| (slot.id.clone(), amount(dice, slot.min, slot.max)))
                    .collect(),
            )
        }
        Kind::Flag => Value::Flag(flip(dice)),
        Kind::Assign {
            slots,
            options,
            repeats,
        } => Value::Assignment(assignment(slots, options, *repeats, dice)?),
        Kind::Place {
            region, suggestions, ..
        } => Value::Point(point(region, suggestions, dice)?),
        Kind::Text { .. } => Value::Text("text".to_owned()),
        Kind::Branch { branches } => {
            let open: Vec<&Branch> = branches.iter().filter(|branch| branch.refused.is_none()).collect();
            let branch = <dyn Chance>::pick(dice, "branch", &open)?;
            let answer = random(&branch.fields, dice)?;
            Value::Branch {
                id: branch.id.clone(),
                fields: answer.fields,
            }
        }
        Kind::Typed => return None,
    })
}

fn flip(dice: &mut Dice) -> bool {
    dice.below("flip", bound(2)) == 0
}

/// A multiple of `step` within bounds.
fn number(min: i64, max: i64, step: i64, dice: &mut Dice) -> i64 {
    let (first, last) = (min.saturating_add(step - 1).div_euclid(step), max.div_euclid(step));
    let count = u32::try_from(last - first + 1).unwrap_or(u32::MAX);
    (first + i64::from(dice.below("number", bound(count)))) * step
}

fn picks(options: &[PickOption], min: u32, max: u32, dice: &mut Dice) -> Vec<Id> {
    let mut open: Vec<Id> = options
        .iter()
        .filter(|option| option.refused.is_none())
        .map(|option| option.id.clone())
        .collect();
    <dyn Chance>::shuffle(dice, "picks", &mut open);
    let count = min + dice.below("number of picks", bound(max.saturating_sub(min) + 1));
    open.truncate(count as usize);
    open
}

fn assignment(slots: &[AssignSlot], options: &[PickOption], repeats: bool, dice: &mut Dice) -> Option<Vec<(Id, Id)>> {
    let mut assigned: Vec<(Id, Id)> = Vec::new();
    for slot in slots {
        let free = |id: &&Id| repeats || !assigned.iter().any(|(_, taken)| taken == *id);
        let open = |id: &&Id| {
            options
                .iter()
                .any(|option| option.id == **id && option.refused.is_none())
        };
        let ids: Vec<&Id> = slot.options.iter().filter(open).filter(free).collect();
        let id = (*<dyn Chance>::pick(dice, "option", &ids)?).clone();
        assigned.push((slot.id.clone(), id));
    }
    Some(assigned)
}

/// A point of the region: a random one if a few attempts find one, or else a suggestion.
fn point(region: &Region, suggestions: &[Point], dice: &mut Dice) -> Option<Point> {
    const TRIED: usize = 16;
    let (low, high) = region.bounds();
    let along = |low: i32, high: i32, dice: &mut Dice| {
        let width = u32::try_from(i64::from(high) - i64::from(low) + 1).unwrap_or(1);
        low.saturating_add_unsigned(dice.below("coordinate", bound(width)))
    };
    let random = (0..TRIED).map(|_| Point::new(along(low.x, high.x, dice), along(low.y, high.y, dice)));
    let random: Option<Point> = { random }.find(|point| region.has(*point));
    let suggested = <dyn Chance>::pick(dice, "suggestion", suggestions).copied();
    if flip(dice) {
        random.or(suggested)
    } else {
        suggested.or(random)
    }
}
