//! Whether values satisfy the constraints of a form.

use super::{At, Id, Point, Reader, Rule, Value};

impl Rule {
    /// Whether the values satisfy the rule.
    pub(super) fn holds(&self, values: Reader<'_>) -> bool {
        let sum = |of: &[At]| of.iter().map(|at| i128::from(at.number(values))).sum::<i128>();
        match self {
            Self::SumAtMost { of, max } => sum(of) <= i128::from(*max),
            Self::CountAtMost { of, max } => of.iter().map(|at| at.count(values)).sum::<usize>() <= *max as usize,
            Self::AtLeastOneOf { of } => of.iter().any(|at| at.is_filled(values)),
            Self::Distinct { of } => {
                let mut chosen: Vec<&str> = of.iter().flat_map(|at| at.chosen(values)).collect();
                let all = chosen.len();
                chosen.sort_unstable();
                chosen.dedup();
                chosen.len() == all
            }
            Self::ExactlyWhen { field, of, total } => field.is_filled(values) == (sum(of) == i128::from(*total)),
            Self::Distance {
                between: [a, b],
                min,
                max,
            } => match (a.point(values), b.point(values)) {
                (Some(a), Some(b)) => {
                    let distance = a.distance_squared(b);
                    let near_enough = max.is_none_or(|max| distance <= i128::from(max).pow(2));
                    distance >= i128::from(*min).pow(2) && near_enough
                }
                _ => true,
            },
        }
    }

    /// The value to which a refusal points.
    pub(super) fn first(&self) -> Option<&At> {
        match self {
            Self::SumAtMost { of, .. }
            | Self::CountAtMost { of, .. }
            | Self::AtLeastOneOf { of }
            | Self::Distinct { of } => of.first(),
            Self::ExactlyWhen { field, .. } => Some(field),
            Self::Distance {
                between: [_, second], ..
            } => Some(second),
        }
    }
}

impl At {
    fn number(&self, values: Reader<'_>) -> i64 {
        let value = values.value(&self.field);
        match (value, &self.part) {
            (Some(Value::Number(number)), None) => *number,
            (Some(Value::Amounts(amounts)), None) => amounts.iter().fold(0, |sum, (_, n)| sum.saturating_add(*n)),
            (Some(Value::Amounts(amounts)), Some(slot)) => amounts
                .iter()
                .find(|(id, _)| id == slot)
                .map_or(0, |(_, amount)| *amount),
            (Some(Value::Picks(picks)), None) => i64::try_from(picks.len()).unwrap_or(i64::MAX),
            (Some(Value::Assignment(slots)), None) => i64::try_from(slots.len()).unwrap_or(i64::MAX),
            _ => i64::from(self.is_filled(values)),
        }
    }

    /// How many things are chosen; 1 for another filled value.
    fn count(&self, values: Reader<'_>) -> usize {
        match self.chosen(values).len() {
            0 => usize::from(self.is_filled(values)),
            chosen => chosen,
        }
    }

    fn is_filled(&self, values: Reader<'_>) -> bool {
        let Some(value) = values.value(&self.field) else {
            return false;
        };
        match (value, &self.part) {
            (Value::Number(number), _) => *number != 0,
            (Value::Flag(flag), _) => *flag,
            (Value::Text(text), _) => !text.is_empty(),
            (Value::Point(_), _) | (Value::Branch { .. }, None) => true,
            (Value::Branch { id, .. }, Some(branch)) => id == branch,
            (Value::Picks(_) | Value::Amounts(_) | Value::Assignment(_), _) => !self.chosen(values).is_empty(),
        }
    }

    /// The chosen IDs: picked and assigned options, slots with a number other than 0.
    fn chosen<'a>(&self, values: Reader<'a>) -> Vec<&'a str> {
        let part = |id: &Id| self.part.as_ref().is_none_or(|part| part == id);
        match values.value(&self.field) {
            Some(Value::Picks(picks)) => picks.iter().filter(|id| part(id)).map(|id| &**id).collect(),
            Some(Value::Amounts(amounts)) => {
                let filled = amounts.iter().filter(|(id, amount)| *amount != 0 && part(id));
                filled.map(|(id, _)| &**id).collect()
            }
            Some(Value::Assignment(slots)) => slots
                .iter()
                .filter(|(slot, _)| part(slot))
                .map(|(_, option)| &**option)
                .collect(),
            _ => Vec::new(),
        }
    }

    fn point(&self, values: Reader<'_>) -> Option<Point> {
        values.point(&self.field)
    }
}
