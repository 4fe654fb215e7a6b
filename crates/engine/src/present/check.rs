//! Whether an answer keeps to the fields and constraints of its form.

use super::{
    Answer, Branch, FieldAnswer, Fields, Form, FormField, Id, Kind, PickOption, Reader, Value, form::AmountSlot,
    form::AssignSlot,
};

/// Why an answer is not one of a form's answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// The value with the fault, such as `fields[bids].amounts[garnet_thief]`. Anything that cannot be an ID is replaced by
    /// its index.
    pub path: String,
    /// The kind of fault.
    pub fault: Fault,
    /// The fault and the valid values, in one sentence.
    pub sentence: String,
}

/// The kind of fault of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It is wrong in every state: an unknown field, a field twice, a value of another kind, a text that is too long.
    Malformed,
    /// It is outside the options, bounds or constraints of this form.
    Outside,
}

impl Form {
    /// Checks an answer: see [`Fields::check`].
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn check(&self, answer: &Answer) -> Result<(), Misfit> {
        self.fields.check(&answer.fields)
    }
}

impl Fields {
    /// Checks values: first that each belongs to a field and has its kind, then bounds, then constraints.
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn check(&self, values: &[FieldAnswer]) -> Result<(), Misfit> {
        self.check_kinds(values, "")?;
        self.check_bounds(Reader::new(values), "")
    }

    /// Checks only these values, without constraints: omitted fields can have defaults.
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn check_given(&self, values: &[FieldAnswer]) -> Result<(), Misfit> {
        self.check_kinds(values, "")?;
        let mut given = values.iter().filter_map(|value| self.field(&value.field));
        given.try_for_each(|field| field.check_bounds(Reader::new(values), &format!("fields[{}]", field.id)))
    }

    fn check_kinds(&self, values: &[FieldAnswer], within: &str) -> Result<(), Misfit> {
        for (index, FieldAnswer { field: id, value }) in values.iter().enumerate() {
            let Some(field) = self.field(id) else {
                let ids: Vec<&str> = self.fields.iter().map(|field| &*field.id).collect();
                let sentence = format!("The form has no such field. Its fields: {}.", listed(&ids));
                return Err(malformed(format!("{within}fields[{}]", named(id, index)), sentence));
            };
            let path = format!("{within}fields[{id}]");
            if values.iter().take(index).any(|earlier| earlier.field == *id) {
                return Err(malformed(
                    path,
                    "The answer has this field twice; set each field once.".to_owned(),
                ));
            }
            field.check_kind(value, &path)?;
        }
        Ok(())
    }

    fn check_bounds(&self, values: Reader<'_>, within: &str) -> Result<(), Misfit> {
        for field in &self.fields {
            field.check_bounds(values, &format!("{within}fields[{}]", field.id))?;
        }
        for constraint in &self.constraints {
            if !constraint.rule.holds(values) {
                let path = constraint
                    .rule
                    .first()
                    .map_or_else(String::new, |at| format!("{within}fields[{}]", at.field));
                return Err(outside(path, constraint.text.to_plain(&|seat| seat.to_string())));
            }
        }
        Ok(())
    }

    /// Whether the values satisfy all constraints.
    pub(super) fn keeps_constraints(&self, values: &[FieldAnswer]) -> bool {
        let values = Reader::new(values);
        self.constraints.iter().all(|constraint| constraint.rule.holds(values))
    }

    fn field(&self, id: &str) -> Option<&FormField> {
        self.fields.iter().find(|field| field.id == id)
    }
}

impl FormField {
    fn check_kind(&self, value: &Value, path: &str) -> Result<(), Misfit> {
        match (&self.kind, value) {
            (Kind::Branch { branches }, Value::Branch { id, fields }) => {
                match branches.iter().find(|branch| branch.id == *id) {
                    Some(branch) => branch.fields.check_kinds(fields, &format!("{path}.branch[{id}].")),
                    None => Ok(()),
                }
            }
            (Kind::Text { max }, Value::Text(text)) if text.len() > *max as usize => {
                let sentence = format!("The text has {} bytes; it may have at most {max}.", text.len());
                Err(malformed(path.to_owned(), sentence))
            }
            (Kind::Pick { .. }, Value::Picks(_))
            | (Kind::Number { .. }, Value::Number(_))
            | (Kind::Amounts { .. }, Value::Amounts(_))
            | (Kind::Flag, Value::Flag(_))
            | (Kind::Assign { .. }, Value::Assignment(_))
            | (Kind::Place { .. }, Value::Point(_))
            | (Kind::Text { .. }, Value::Text(_)) => Ok(()),
            (kind, _) => {
                let sentence = format!("The field needs a value of the kind {}.", kind.name());
                Err(malformed(path.to_owned(), sentence))
            }
        }
    }

    fn check_bounds(&self, values: Reader<'_>, path: &str) -> Result<(), Misfit> {
        let id = &*self.id;
        match &self.kind {
            Kind::Flag | Kind::Text { .. } | Kind::Typed => Ok(()),
            Kind::Pick { options, min, max, .. } => {
                check_picks(options, *min as usize..=*max as usize, values.picks(id), path)
            }
            Kind::Number { min, max, step, .. } => check_number(values.number(id), *min, *max, *step, path),
            Kind::Amounts { slots, step, .. } => check_amounts(slots, *step, values.amounts(id), path),
            Kind::Assign {
                slots,
                options,
                repeats,
            } => check_assignment(slots, options, *repeats, values.assignment(id), path),
            Kind::Place { region, unit, .. } => match values.point(id) {
                Some(point) if region.has(point) => Ok(()),
                given => {
                    let fault = if given.is_some() {
                        "The point is outside the region"
                    } else {
                        "A point is missing"
                    };
                    let sentence = format!("{fault}; choose a point of the form's region, in {unit}.");
                    Err(outside(path.to_owned(), sentence))
                }
            },
            Kind::Branch { branches } => check_branch(branches, values.branch(id), path),
        }
    }
}

fn check_branch(branches: &[Branch], chosen: Option<(&str, Reader<'_>)>, path: &str) -> Result<(), Misfit> {
    let open = || branches.iter().filter(|branch| branch.refused.is_none());
    let known = chosen.and_then(|(id, values)| Some((branches.iter().find(|branch| branch.id == id)?, values)));
    match known {
        Some((
            Branch {
                refused: Some(reason), ..
            },
            _,
        )) => Err(outside(path.to_owned(), reason.to_plain(&|seat| seat.to_string()))),
        Some((branch, values)) => branch
            .fields
            .check_bounds(values, &format!("{path}.branch[{}].", branch.id)),
        None => Err(outside(path.to_owned(), one_of(open().map(|branch| &branch.id)))),
    }
}

impl Kind {
    /// The name of the kind on the wire.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Pick { .. } => "picks",
            Self::Number { .. } => "number",
            Self::Amounts { .. } => "amounts",
            Self::Flag => "flag",
            Self::Assign { .. } => "assignment",
            Self::Place { .. } => "point",
            Self::Text { .. } => "text",
            Self::Branch { .. } => "branch",
            Self::Typed => "typed",
        }
    }
}

fn check_picks(
    options: &[PickOption],
    count: std::ops::RangeInclusive<usize>,
    picks: &[Id],
    path: &str,
) -> Result<(), Misfit> {
    let open = || {
        options
            .iter()
            .filter(|option| option.refused.is_none())
            .map(|option| &option.id)
    };
    for (index, pick) in picks.iter().enumerate() {
        let path = || format!("{path}.picks[{}]", named(pick, index));
        if let Some(refused) = options
            .iter()
            .find(|option| option.id == *pick)
            .and_then(|option| option.refused.as_ref())
        {
            return Err(outside(path(), refused.to_plain(&|seat| seat.to_string())));
        }
        if !open().any(|option| option == pick) {
            return Err(outside(path(), one_of(open())));
        }
        if picks.iter().take(index).any(|earlier| earlier == pick) {
            let option = options.iter().find(|option| option.id == *pick);
            let title = option.map_or_else(
                || pick.to_string(),
                |option| option.title.to_plain(&|seat| seat.to_string()),
            );
            return Err(outside(
                path(),
                format!("{title} is picked twice; pick each option at most once."),
            ));
        }
    }
    if count.contains(&picks.len()) {
        return Ok(());
    }
    let needed = match (count.start(), count.end()) {
        (min, max) if min == max => format!("exactly {min}"),
        (min, max) => format!("{min} to {max}"),
    };
    Err(outside(
        path.to_owned(),
        format!(
            "{} picked; pick {needed} of {}.",
            picks.len(),
            listed(&open().map(|id| &**id).collect::<Vec<_>>())
        ),
    ))
}

fn check_number(number: i64, min: i64, max: i64, step: i64, path: &str) -> Result<(), Misfit> {
    if (min..=max).contains(&number) && number.checked_rem(step).is_none_or(|rest| rest == 0) {
        return Ok(());
    }
    let steps = if step > 1 {
        format!(" in steps of {step}")
    } else {
        String::new()
    };
    Err(outside(
        path.to_owned(),
        format!("{number} is not possible; choose {min} to {max}{steps}."),
    ))
}

fn check_amounts(slots: &[AmountSlot], step: i64, amounts: &[(Id, i64)], path: &str) -> Result<(), Misfit> {
    for (index, (slot, _)) in amounts.iter().enumerate() {
        let path = || format!("{path}.amounts[{}]", named(slot, index));
        if !slots.iter().any(|known| known.id == *slot) {
            return Err(outside(path(), one_of(slots.iter().map(|slot| &slot.id))));
        }
        if amounts.iter().take(index).any(|(earlier, _)| earlier == slot) {
            return Err(outside(path(), format!("{slot} has two amounts; set each slot once.")));
        }
    }
    slots.iter().try_for_each(|slot| {
        let amount = amounts
            .iter()
            .find(|(id, _)| *id == slot.id)
            .map_or(0, |(_, amount)| *amount);
        check_number(
            amount,
            slot.min,
            slot.max,
            step,
            &format!("{path}.amounts[{}]", slot.id),
        )
    })
}

fn check_assignment(
    slots: &[AssignSlot],
    options: &[PickOption],
    repeats: bool,
    assignment: &[(Id, Id)],
    path: &str,
) -> Result<(), Misfit> {
    for (index, (slot, option)) in assignment.iter().enumerate() {
        let path = || format!("{path}.assignment[{}]", named(slot, index));
        let earlier = || assignment.iter().take(index);
        if !slots.iter().any(|known| known.id == *slot) {
            return Err(outside(path(), one_of(slots.iter().map(|slot| &slot.id))));
        }
        if earlier().any(|(earlier, _)| earlier == slot) {
            return Err(outside(path(), format!("{slot} has two options; set each slot once.")));
        }
        if !repeats && earlier().any(|(_, earlier)| earlier == option) {
            return Err(outside(
                path(),
                format!("{option} is assigned twice; assign each option at most once."),
            ));
        }
    }
    slots.iter().try_for_each(|slot| {
        let assigned = assignment.iter().find(|(id, _)| *id == slot.id);
        let open = slot.options.iter().filter(|id| {
            let option = options.iter().find(|option| option.id == **id);
            option.is_some_and(|option| option.refused.is_none())
        });
        if assigned.is_some_and(|(_, option)| open.clone().any(|id| id == option)) {
            return Ok(());
        }
        Err(outside(format!("{path}.assignment[{}]", slot.id), one_of(open)))
    })
}

/// An ID as the client wrote it, if it can be one; otherwise its index.
fn named(id: &str, index: usize) -> String {
    const LONGEST: usize = 64;
    let of_ids = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-');
    if !id.is_empty() && id.len() <= LONGEST && id.chars().all(of_ids) {
        id.to_owned()
    } else {
        index.to_string()
    }
}

fn malformed(path: String, sentence: String) -> Misfit {
    Misfit {
        path,
        fault: Fault::Malformed,
        sentence,
    }
}

fn outside(path: String, sentence: String) -> Misfit {
    Misfit {
        path,
        fault: Fault::Outside,
        sentence,
    }
}

fn one_of<'a>(ids: impl Iterator<Item = &'a Id>) -> String {
    format!("Choose one of {}.", listed(&ids.map(|id| &**id).collect::<Vec<_>>()))
}

/// The first of these IDs, and how many more there are.
fn listed(ids: &[&str]) -> String {
    const SHOWN: usize = 24;
    let (shown, more) = ids.split_at_checked(SHOWN).unwrap_or((ids, &[]));
    match (shown.is_empty(), more.len()) {
        (true, _) => "none".to_owned(),
        (false, 0) => shown.join(", "),
        (false, more) => format!("{} and {more} more", shown.join(", ")),
    }
}
