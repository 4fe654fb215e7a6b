//! The bounds of each kind of field.

use tinsel_proto::v1::{
    Amount, AmountsField, AssignField, AssignedOption, BorderedShape, FieldPoint, PickField, PickOption, PlaceField,
    Region, shape::Shape,
};

use super::{
    misfit::{Misfit, named, plain},
    rules::distance_squared,
};

pub(super) fn picks(of: &PickField, picked: &[String], path: String) -> Result<(), Misfit> {
    for (index, pick) in picked.iter().enumerate() {
        let at = || format!("{path}.picks[{}]", named(pick, index));
        let option = of.options.iter().find(|option| option.option_id == *pick);
        if let Some(reason) = option.and_then(|option| option.refused.as_ref()) {
            return Err(Misfit::outside(at(), plain(reason)));
        }
        if option.is_none() {
            return Err(Misfit::outside(at(), "Choose one of the options."));
        }
        if picked.iter().take(index).any(|earlier| earlier == pick) {
            return Err(Misfit::outside(at(), "Pick each option at most once."));
        }
    }
    let count = u32::try_from(picked.len()).unwrap_or(u32::MAX);
    if (of.min..=of.max).contains(&count) {
        return Ok(());
    }
    let sentence = format!("{count} picked; pick {} to {}.", of.min, of.max);
    Err(Misfit::outside(path, sentence))
}

pub(super) fn number(number: i64, (min, max, step): (i64, i64, i64), path: String) -> Result<(), Misfit> {
    if (min..=max).contains(&number) && number.checked_rem(step).is_none_or(|rest| rest == 0) {
        return Ok(());
    }
    let steps = if step > 1 {
        format!(" in steps of {step}")
    } else {
        String::new()
    };
    let sentence = format!("{number} is not possible; choose {min} to {max}{steps}.");
    Err(Misfit::outside(path, sentence))
}

pub(super) fn amounts(of: &AmountsField, amounts: &[Amount], path: &str) -> Result<(), Misfit> {
    for (index, amount) in amounts.iter().enumerate() {
        let at = || format!("{path}.amounts[{}]", named(&amount.slot, index));
        if !of.slots.iter().any(|slot| slot.slot_id == amount.slot) {
            return Err(Misfit::outside(at(), "Choose one of the slots."));
        }
        if amounts.iter().take(index).any(|earlier| earlier.slot == amount.slot) {
            return Err(Misfit::outside(at(), "Set each slot once."));
        }
    }
    of.slots.iter().try_for_each(|slot| {
        let amount = amounts.iter().find(|amount| amount.slot == slot.slot_id);
        let amount = amount.map_or(0, |amount| amount.number);
        number(
            amount,
            (slot.min, slot.max, of.step),
            format!("{path}.amounts[{}]", slot.slot_id),
        )
    })
}

pub(super) fn assignment(of: &AssignField, assigned: &[AssignedOption], path: &str) -> Result<(), Misfit> {
    for (index, AssignedOption { slot, option }) in assigned.iter().enumerate() {
        let at = || format!("{path}.assignment[{}]", named(slot, index));
        let earlier = || assigned.iter().take(index);
        if !of.slots.iter().any(|known| known.slot_id == *slot) {
            return Err(Misfit::outside(at(), "Choose one of the slots."));
        }
        if earlier().any(|earlier| earlier.slot == *slot) {
            return Err(Misfit::outside(at(), "Set each slot once."));
        }
        if !of.repeats && earlier().any(|earlier| earlier.option == *option) {
            return Err(Misfit::outside(at(), "Assign each option at most once."));
        }
    }
    of.slots.iter().try_for_each(|slot| {
        let chosen = assigned.iter().find(|assigned| assigned.slot == slot.slot_id);
        let possible = chosen.is_some_and(|chosen| open(&of.options, &slot.options).any(|id| *id == chosen.option));
        if possible {
            return Ok(());
        }
        let at = format!("{path}.assignment[{}]", slot.slot_id);
        Err(Misfit::outside(at, "Choose one of the options."))
    })
}

/// The options of a slot that are possible.
pub(super) fn open<'a>(options: &'a [PickOption], of_slot: &'a [String]) -> impl Iterator<Item = &'a String> {
    of_slot.iter().filter(|id| {
        let option = options.iter().find(|option| option.option_id == **id);
        option.is_some_and(|option| option.refused.is_none())
    })
}

pub(super) fn place(of: &PlaceField, point: Option<FieldPoint>, path: String) -> Result<(), Misfit> {
    match point {
        Some(point) if of.region.as_ref().is_none_or(|region| has(region, point)) => Ok(()),
        Some(_) => Err(Misfit::outside(path, "The point is outside the region.")),
        None => Err(Misfit::outside(path, "A point is missing.")),
    }
}

/// Whether a region contains the point. The server checks shapes of a later release.
pub(super) fn has(region: &Region, point: FieldPoint) -> bool {
    let inside = region.inside.iter().all(|shape| is_inside(shape, point, true));
    inside && !region.outside.iter().any(|shape| is_inside(shape, point, false))
}

fn is_inside(bordered: &BorderedShape, point: FieldPoint, unknown: bool) -> bool {
    let Some((low, high, margin)) = core(bordered) else {
        return unknown;
    };
    let nearest = FieldPoint {
        x: point.x.max(low.x).min(high.x),
        y: point.y.max(low.y).min(high.y),
    };
    let (distance, reach) = (distance_squared(point, nearest), i128::from(margin).pow(2));
    match (bordered.edge, margin) {
        (true, _) => distance <= reach,
        (false, 0) => low.x < point.x && point.x < high.x && low.y < point.y && point.y < high.y,
        (false, _) => distance < reach,
    }
}

/// The shape as a rectangle with a margin: its lowest and its highest corner.
pub(super) fn core(bordered: &BorderedShape) -> Option<(FieldPoint, FieldPoint, i32)> {
    match bordered.shape.as_ref()?.shape.as_ref()? {
        Shape::Circle(circle) => Some((circle.centre?, circle.centre?, circle.radius)),
        Shape::Rectangle(rectangle) => Some((rectangle.low?, rectangle.high?, rectangle.margin)),
    }
}
