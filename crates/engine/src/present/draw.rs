//! Random values of fields.

use super::{AssignSlot, Branch, FieldAnswer, Fields, FormField, Id, Kind, PickOption, Point, Region, Value};
use crate::Chance;

/// Number of attempts to satisfy constraints.
const ATTEMPTS: usize = 256;

impl Fields {
    /// Random values within the fields and constraints; `None` if no attempt gives them. Each field is drawn by itself.
    pub fn random(&self, chance: &mut dyn Chance) -> Option<Vec<FieldAnswer>> {
        self.satisfied(&each, chance)
    }

    /// Values of a source that keep to the constraints; `None` if no attempt gives them.
    pub(super) fn satisfied(&self, draw: &Draw<'_>, chance: &mut dyn Chance) -> Option<Vec<FieldAnswer>> {
        if self.constraints.is_empty() {
            return draw(&self.fields, chance);
        }
        let mut attempts = (0..ATTEMPTS).map(|_| draw(&self.fields, chance));
        attempts.find_map(|values| values.filter(|values| self.keeps_constraints(values)))
    }
}

/// Random values of some fields.
pub(super) type Draw<'a> = dyn Fn(&[FormField], &mut dyn Chance) -> Option<Vec<FieldAnswer>> + 'a;

/// A random value of each field, drawn by itself.
pub(super) fn each(fields: &[FormField], chance: &mut dyn Chance) -> Option<Vec<FieldAnswer>> {
    fields.iter().map(|field| field.random(chance)).collect()
}

impl FormField {
    /// A random value within the bounds.
    fn random(&self, chance: &mut dyn Chance) -> Option<FieldAnswer> {
        let value = match &self.kind {
            Kind::Pick { options, min, max, .. } => Value::Picks(picks(options, *min, *max, chance)),
            Kind::Number { min, max, step, .. } => Value::Number(number(*min, *max, *step, chance)),
            Kind::Amounts { slots, step, .. } => {
                let mut amount = |min, max| {
                    if flip(chance) {
                        number(min, max, *step, chance)
                    } else {
                        min
                    }
                };
                let amounts = slots.iter().map(|slot| (slot.id.clone(), amount(slot.min, slot.max)));
                Value::Amounts(amounts.collect())
            }
            Kind::Flag => Value::Flag(flip(chance)),
            Kind::Assign {
                slots,
                options,
                repeats,
            } => Value::Assignment(assignment(slots, options, *repeats, chance)?),
            Kind::Place {
                region, suggestions, ..
            } => Value::Point(point(region, suggestions, chance)?),
            Kind::Text { .. } => Value::Text("text".to_owned()),
            Kind::Branch { branches } => {
                let branch = open(branches, chance)?;
                Value::Branch {
                    id: branch.id.clone(),
                    fields: branch.fields.random(chance)?,
                }
            }
            Kind::Typed => return None,
        };
        Some(FieldAnswer::new(self.id.clone(), value))
    }
}

/// One of the available branches.
fn open<'a>(branches: &'a [Branch], chance: &mut dyn Chance) -> Option<&'a Branch> {
    let open: Vec<&Branch> = branches.iter().filter(|branch| branch.refused.is_none()).collect();
    chance.pick("branch", &open).copied()
}

fn flip(chance: &mut dyn Chance) -> bool {
    chance.once_in("flip", 2)
}

/// A multiple of `step` within bounds.
fn number(min: i64, max: i64, step: i64, chance: &mut dyn Chance) -> i64 {
    let multiple = |number: i64| number.checked_div_euclid(step).unwrap_or(number);
    let (first, last) = (multiple(min.saturating_add(step.saturating_sub(1))), multiple(max));
    let room = u32::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(u32::MAX);
    let drawn = i64::from(chance.number("number", room));
    first.saturating_add(drawn).saturating_mul(step)
}

fn picks(options: &[PickOption], min: u32, max: u32, chance: &mut dyn Chance) -> Vec<Id> {
    let open = options.iter().filter(|option| option.refused.is_none());
    let mut open: Vec<&Id> = open.map(|option| &option.id).collect();
    if (min, max) == (1, 1) {
        return chance.pick("pick", &open).map(|id| (*id).clone()).into_iter().collect();
    }
    chance.shuffle("picks", &mut open);
    let room = max.saturating_sub(min).saturating_add(1);
    let count = min.saturating_add(chance.number("number of picks", room));
    let picked = open.into_iter().zip(0..count);
    picked.map(|(id, _)| id.clone()).collect()
}

fn assignment(
    slots: &[AssignSlot],
    options: &[PickOption],
    repeats: bool,
    chance: &mut dyn Chance,
) -> Option<Vec<(Id, Id)>> {
    let mut assigned: Vec<(Id, Id)> = Vec::new();
    for slot in slots {
        let free = |id: &&Id| repeats || !assigned.iter().any(|(_, taken)| taken == *id);
        let open = |id: &&Id| {
            let option = options.iter().find(|option| option.id == **id);
            option.is_some_and(|option| option.refused.is_none())
        };
        let ids: Vec<&Id> = slot.options.iter().filter(open).filter(free).collect();
        let id = (*chance.pick("option", &ids)?).clone();
        assigned.push((slot.id.clone(), id));
    }
    Some(assigned)
}

/// A point of the region: a random one if a few attempts find one, or else a suggestion.
fn point(region: &Region, suggestions: &[Point], chance: &mut dyn Chance) -> Option<Point> {
    const TRIED: usize = 16;
    let (low, high) = region.bounds();
    let random = (0..TRIED).map(|_| {
        let x = chance.between("x", low.x, high.x);
        Point::new(x, chance.between("y", low.y, high.y))
    });
    let random = { random }.find(|point| region.has(*point));
    let suggested = chance.pick("suggestion", suggestions).copied();
    if flip(chance) {
        random.or(suggested)
    } else {
        suggested.or(random)
    }
}
