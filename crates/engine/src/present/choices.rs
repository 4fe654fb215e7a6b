//! All answers to a form, one by one, if there are few.

use super::{Answer, Arg, Branch, FieldAnswer, Fields, Form, FormField, Id, Kind, PickOption, Text, Value};

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
        let choices = all.into_iter().map(|Group { words, values }| Choice {
            title: joined(words),
            answer: Answer { fields: values },
        });
        Some(choices.collect::<Vec<_>>()).filter(|choices| choices.len() <= CHOICES_MAX)
    }
}

/// Values of some fields, in words.
#[derive(Clone, Default)]
struct Group {
    words: Vec<Arg>,
    values: Vec<FieldAnswer>,
}

/// All values of the fields that satisfy bounds and constraints.
fn groups(fields: &Fields) -> Option<Vec<Group>> {
    let alone = fields.fields.len() == 1;
    let mut groups = vec![Group::default()];
    for field in &fields.fields {
        let values = values(field)?;
        if groups.len().checked_mul(values.len())? > TRIED_MAX {
            return None;
        }
        let extended = |group: &Group| {
            let group = group.clone();
            values.iter().map(move |(words, value)| {
                let mut group = group.clone();
                group.words.push(labelled(field, words.clone(), alone));
                group.values.push(FieldAnswer::new(field.id.clone(), value.clone()));
                group
            })
        };
        groups = groups.iter().flat_map(extended).collect();
    }
    groups.retain(|group| fields.check(&group.values).is_ok());
    Some(groups)
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

fn pair(name: Arg, value: Arg) -> Arg {
    Text::new("choice_value", "{name}: {value}")
        .with("name", name)
        .with("value", value)
        .into()
}

fn joined(words: Vec<Arg>) -> Text {
    Text::new("choice", "{choice}").with("choice", Arg::List(words))
}

/// Every value of a field, in words. `None` if there are too many.
fn values(field: &FormField) -> Option<Vec<(Arg, Value)>> {
    match &field.kind {
        Kind::Pick {
            options,
            min,
            max,
            ordered,
        } => picks(options, *min, *max, *ordered),
        Kind::Number { min, max, step, .. } => {
            let numbers = numbers(*min, *max, *step)?;
            Some(
                numbers
                    .into_iter()
                    .map(|n| (Arg::Number(n), Value::Number(n)))
                    .collect(),
            )
        }
        Kind::Amounts { slots, step, .. } => {
            let slots = slots
                .iter()
                .map(|slot| Some((slot, numbers(slot.min, slot.max, *step)?)));
            product(
                slots.collect::<Option<Vec<_>>>()?,
                |slot| &slot.id,
                |slot, n| pair(slot.title.clone().into(), Arg::Number(*n)),
            )
            .map(|all| {
                all.into_iter()
                    .map(|(words, amounts)| (words, Value::Amounts(amounts)))
                    .collect()
            })
        }
        Kind::Flag => Some(flags(&field.title)),
        Kind::Assign { slots, options, .. } => {
            let slots = slots.iter().map(|slot| (slot, slot.options.clone())).collect();
            product(
                slots,
                |slot| &slot.id,
                |slot, option| pair(slot.title.clone().into(), title_of(options, option)),
            )
            .map(|all| {
                all.into_iter()
                    .map(|(words, slots)| (words, Value::Assignment(slots)))
                    .collect()
            })
        }
        Kind::Branch { branches } => branched(branches),
        Kind::Place { .. } | Kind::Text { .. } | Kind::Typed => None,
    }
}

/// Every value of every available branch, in words.
fn branched(branches: &[Branch]) -> Option<Vec<(Arg, Value)>> {
    let mut all = Vec::new();
    for branch in branches.iter().filter(|branch| branch.refused.is_none()) {
        for Group { words, values } in groups(&branch.fields)? {
            let title: Arg = branch.title.clone().into();
            let title = if words.is_empty() {
                title
            } else {
                pair(title, Arg::List(words))
            };
            let id = branch.id.clone();
            all.push((title, Value::Branch { id, fields: values }));
        }
    }
    Some(all)
}

/// Yes and no.
fn flags(title: &Text) -> Vec<(Arg, Value)> {
    let no = Text::new("choice_no", "no {title}").with("title", title.clone());
    vec![
        (title.clone().into(), Value::Flag(true)),
        (no.into(), Value::Flag(false)),
    ]
}

fn title_of(options: &[PickOption], id: &Id) -> Arg {
    let option = options.iter().find(|option| option.id == *id);
    option.map_or_else(|| Arg::word(id.clone()), |option| option.title.clone().into())
}

/// The multiples of `step` within bounds, if there are few.
fn numbers(min: i64, max: i64, step: i64) -> Option<Vec<i64>> {
    let few = max.checked_sub(min)? < i64::try_from(TRIED_MAX).ok()?;
    let fits = |number: &i64| number.checked_rem(step).is_none_or(|rest| rest == 0);
    few.then(|| (min..=max).filter(fits).collect())
}

/// Every choice of one value for each slot, in words.
#[expect(clippy::type_complexity, reason = "a list of words with the values of all slots")]
fn product<S, V: Clone>(
    slots: Vec<(&S, Vec<V>)>,
    id: fn(&S) -> &Id,
    words: impl Fn(&S, &V) -> Arg,
) -> Option<Vec<(Arg, Vec<(Id, V)>)>> {
    let mut all = vec![(Vec::new(), Vec::new())];
    for (slot, values) in slots {
        if all.len().checked_mul(values.len())? > TRIED_MAX {
            return None;
        }
        let mut next = Vec::new();
        for (said, chosen) in &all {
            for value in &values {
                let (mut said, mut chosen): (Vec<Arg>, Vec<(Id, V)>) = (said.clone(), chosen.clone());
                said.push(words(slot, value));
                chosen.push((id(slot).clone(), value.clone()));
                next.push((said, chosen));
            }
        }
        all = next;
    }
    Some(
        all.into_iter()
            .map(|(said, chosen)| (Arg::List(said), chosen))
            .collect(),
    )
}

/// Every set of `min` to `max` available options, or every sequence if they are ordered.
fn picks(options: &[PickOption], min: u32, max: u32, ordered: bool) -> Option<Vec<(Arg, Value)>> {
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
    let answer = |picked: Vec<usize>| {
        let picked: Vec<&PickOption> = picked
            .into_iter()
            .filter_map(|index| open.get(index).copied())
            .collect();
        let words = match picked.as_slice() {
            [one] => one.title.clone().into(),
            several => Arg::list(several.iter().map(|option| option.title.clone())),
        };
        (
            words,
            Value::Picks(picked.into_iter().map(|option| option.id.clone()).collect()),
        )
    };
    Some(all.into_iter().map(answer).collect())
}
