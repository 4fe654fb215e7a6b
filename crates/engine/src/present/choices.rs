//! Answers in words; and all answers to a form, one by one, if there are few.

use super::{Answer, Arg, Branch, FieldAnswer, Fields, Form, FormField, Id, Kind, OptionSpec, PickOption, Text, Value};

/// Maximum number of choices of a form. A form with more answers has no list of choices.
pub const CHOICES_MAX: usize = 16;

/// Maximum number of combinations that are tried against the constraints.
const TRIED_MAX: usize = 1024;

/// One complete answer, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The answer in words.
    pub title: Text,
    /// The answer.
    pub answer: Answer,
}

impl Form {
    /// All answers with their titles, if there are at most [`CHOICES_MAX`].
    #[must_use]
    pub fn choices(&self) -> Option<Vec<Choice>> {
        let all = groups(&self.fields)?;
        let choices = all.into_iter().map(|fields| Choice {
            title: self.fields.words(&fields),
            answer: Answer { fields },
        });
        Some(choices.collect::<Vec<_>>()).filter(|choices| choices.len() <= CHOICES_MAX)
    }
}

impl Fields {
    /// Values of these fields in words.
    #[must_use]
    pub fn words(&self, values: &[FieldAnswer]) -> Text {
        Text::new("choice", "{choice}").with("choice", Arg::List(words(self, values)))
    }
}

impl OptionSpec {
    /// The default in words, if there is one.
    #[must_use]
    pub fn default_words(&self) -> Option<Text> {
        let default = self.default.as_ref()?;
        Some(Text::new("choice", "{choice}").with("choice", value_words(&self.field, default)))
    }
}

fn words(fields: &Fields, values: &[FieldAnswer]) -> Vec<Arg> {
    let alone = fields.fields.len() == 1;
    let named = |given: &FieldAnswer| {
        let field = fields.fields.iter().find(|field| field.id == given.field)?;
        Some(labelled(field, value_words(field, &given.value), alone))
    };
    values.iter().filter_map(named).collect()
}

/// A value after the title of its field, unless it is the only field or says enough by itself.
fn labelled(field: &FormField, words: Arg, alone: bool) -> Arg {
    match field.kind {
        Kind::Branch { .. } | Kind::Flag => words,
        Kind::Pick { .. } if alone => words,
        Kind::Pick { .. }
        | Kind::Number { .. }
        | Kind::Amounts { .. }
        | Kind::Assign { .. }
        | Kind::Place { .. }
        | Kind::Text { .. }
        | Kind::Typed => pair(field.title.clone().into(), words),
    }
}

/// A value of a field, in words; no word for a value of another kind.
fn value_words(field: &FormField, value: &Value) -> Arg {
    match (&field.kind, value) {
        (Kind::Pick { options, .. }, Value::Picks(picks)) => match picks.as_slice() {
            [one] => title_of(options, one),
            several => Arg::list(several.iter().map(|id| title_of(options, id))),
        },
        (_, Value::Number(number)) => Arg::Number(*number),
        (Kind::Amounts { slots, .. }, Value::Amounts(amounts)) => {
            let named = |(slot, amount): &(Id, i64)| {
                let slot = slots.iter().find(|known| known.id == *slot)?;
                Some(pair(slot.title.clone().into(), Arg::Number(*amount)))
            };
            Arg::List(amounts.iter().filter_map(named).collect())
        }
        (_, Value::Flag(true)) => field.title.clone().into(),
        (_, Value::Flag(false)) => Text::new("choice_no", "no {title}")
            .with("title", field.title.clone())
            .into(),
        (Kind::Assign { slots, options, .. }, Value::Assignment(assigned)) => {
            let named = |(slot, option): &(Id, Id)| {
                let slot = slots.iter().find(|known| known.id == *slot)?;
                Some(pair(slot.title.clone().into(), title_of(options, option)))
            };
            Arg::List(assigned.iter().filter_map(named).collect())
        }
        (Kind::Branch { branches }, Value::Branch { id, fields }) => {
            let Some(branch) = branches.iter().find(|branch| branch.id == *id) else {
                return Arg::word("");
            };
            match words(&branch.fields, fields) {
                words if words.is_empty() => branch.title.clone().into(),
                words => pair(branch.title.clone().into(), Arg::List(words)),
            }
        }
        (_, Value::Point(point)) => Arg::word(format!("{},{}", point.x, point.y)),
        (_, Value::Text(text)) => Arg::word(text.clone()),
        _ => Arg::word(""),
    }
}

fn pair(name: Arg, value: Arg) -> Arg {
    Text::new("choice_value", "{name}: {value}")
        .with("name", name)
        .with("value", value)
        .into()
}

fn title_of(options: &[PickOption], id: &Id) -> Arg {
    let option = options.iter().find(|option| option.id == *id);
    option.map_or_else(|| Arg::word(id.clone()), |option| option.title.clone().into())
}

/// All values of the fields that satisfy bounds and constraints.
fn groups(fields: &Fields) -> Option<Vec<Vec<FieldAnswer>>> {
    let all = fields.fields.iter().map(|field| Some((field, values(field)?)));
    let groups = product(all.collect::<Option<Vec<_>>>()?, |field, value| {
        FieldAnswer::new(field.id.clone(), value.clone())
    });
    let mut groups = groups?;
    groups.retain(|group| fields.check(group).is_ok());
    Some(groups)
}

/// Every value of a field. `None` if there are too many.
fn values(field: &FormField) -> Option<Vec<Value>> {
    Some(match &field.kind {
        Kind::Pick {
            options,
            min,
            max,
            ordered,
        } => picks(options, *min, *max, *ordered)?,
        Kind::Number { min, max, step, .. } => {
            let numbers = numbers(*min, *max, *step)?;
            numbers.into_iter().map(Value::Number).collect()
        }
        Kind::Amounts { slots, step, .. } => {
            let slots = slots
                .iter()
                .map(|slot| Some((slot, numbers(slot.min, slot.max, *step)?)));
            let all = product(slots.collect::<Option<Vec<_>>>()?, |slot, n| (slot.id.clone(), *n))?;
            all.into_iter().map(Value::Amounts).collect()
        }
        Kind::Flag => vec![Value::Flag(true), Value::Flag(false)],
        Kind::Assign { slots, .. } => {
            let slots = slots.iter().map(|slot| (slot, slot.options.clone())).collect();
            let all = product(slots, |slot, option| (slot.id.clone(), option.clone()))?;
            all.into_iter().map(Value::Assignment).collect()
        }
        Kind::Branch { branches } => branched(branches)?,
        Kind::Place { .. } | Kind::Text { .. } | Kind::Typed => return None,
    })
}

/// Every value of every available branch.
fn branched(branches: &[Branch]) -> Option<Vec<Value>> {
    let mut all = Vec::new();
    for branch in branches.iter().filter(|branch| branch.refused.is_none()) {
        let groups = groups(&branch.fields)?.into_iter();
        all.extend(groups.map(|fields| Value::Branch {
            id: branch.id.clone(),
            fields,
        }));
    }
    Some(all)
}

/// The multiples of `step` within bounds, if there are few.
fn numbers(min: i64, max: i64, step: i64) -> Option<Vec<i64>> {
    let few = max.checked_sub(min)? < i64::try_from(TRIED_MAX).ok()?;
    let fits = |number: &i64| number.checked_rem(step).is_none_or(|rest| rest == 0);
    few.then(|| (min..=max).filter(fits).collect())
}

/// Every choice of one value for each slot.
fn product<S, V, T: Clone>(slots: Vec<(&S, Vec<V>)>, one: impl Fn(&S, &V) -> T) -> Option<Vec<Vec<T>>> {
    let mut all = vec![Vec::new()];
    for (slot, values) in slots {
        if all.len().checked_mul(values.len())? > TRIED_MAX {
            return None;
        }
        let longer = |chosen: &Vec<T>| {
            let chosen = chosen.clone();
            let values = values.iter().map(|value| one(slot, value));
            values
                .map(move |value| [chosen.as_slice(), &[value]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    Some(all)
}

/// Every set of `min` to `max` available options, or every sequence if they are ordered.
fn picks(options: &[PickOption], min: u32, max: u32, ordered: bool) -> Option<Vec<Value>> {
    let open: Vec<&PickOption> = options.iter().filter(|option| option.refused.is_none()).collect();
    let mut all: Vec<Vec<usize>> = Vec::new();
    let mut longest: Vec<Vec<usize>> = vec![Vec::new()];
    for length in 0..=(max as usize).min(open.len()) {
        if length >= min as usize {
            all.extend(longest.iter().cloned());
        }
        let longer = |picked: &Vec<usize>| {
            let picked = picked.clone();
            let next = picked.last().map_or(0, |last| last.saturating_add(1));
            let candidates = (if ordered { 0 } else { next })..open.len();
            candidates
                .filter(|option| !picked.contains(option))
                .map(|option| [picked.as_slice(), &[option]].concat())
                .collect::<Vec<_>>()
        };
        longest = longest.iter().flat_map(longer).collect();
        if all.len().saturating_add(longest.len()) > TRIED_MAX {
            return None;
        }
    }
    let ids =
        |picked: Vec<usize>| { picked.into_iter().filter_map(|index| open.get(index)) }.map(|option| option.id.clone());
    Some(
        all.into_iter()
            .map(|picked| Value::Picks(ids(picked).collect()))
            .collect(),
    )
}
