//! A form, asked field by field.

use tinsel_proto::v1::{
    Answer, Branch, BranchAnswer, Constraint, FieldAnswer, Form, FormField, OptionSpec, PickOption,
    field_answer::Value, form_field::Kind,
};

use super::{Painter, reading, taken};

/// Maximum number of suggested points that are listed.
const SUGGESTED: usize = 8;

/// Maximum length of a default that a question repeats, in characters.
const SHOWN: usize = 40;

/// A form that a player fills in.
#[derive(Debug)]
pub(crate) struct Dialog {
    form: Form,
    /// The fields that are being filled in: those of the form, and those of each open branch.
    groups: Vec<Group>,
}

/// Fields that are filled in one after the other.
#[derive(Debug)]
struct Group {
    /// The field and the branch that these fields belong to; `None` for the form itself.
    branch: Option<(String, String)>,
    fields: Vec<FormField>,
    constraints: Vec<Constraint>,
    values: Vec<FieldAnswer>,
}

impl Dialog {
    pub(crate) fn new(form: Form) -> Self {
        let group = Group {
            branch: None,
            fields: form.fields.clone(),
            constraints: form.constraints.clone(),
            values: Vec::new(),
        };
        Self {
            form,
            groups: vec![group],
        }
    }

    /// A form that asks for an option of a new match.
    pub(crate) fn of_option(spec: &OptionSpec) -> Self {
        let default_answer = spec.default_answer.clone().map(|value| Answer {
            decision: String::new(),
            fields: vec![value],
        });
        Self::new(Form {
            fields: spec.field.clone().into_iter().collect(),
            default_answer,
            ..Form::default()
        })
    }

    /// The same form from its beginning.
    pub(crate) fn again(self) -> Self {
        Self::new(self.form)
    }

    /// The question that is open, with its numbered options.
    pub(crate) fn question(&self, painter: &Painter) -> String {
        let title = match &self.form.title {
            Some(title) if self.is_untouched() => format!("{}\n", painter.text(Some(title))),
            Some(_) | None => String::new(),
        };
        let Some(field) = self.field() else { return title };
        let default = self.default(painter);
        let kind = field.kind.as_ref();
        let heading = painter.style.bold(&painter.text(field.title.as_ref()));
        let help = field.help.as_ref().map_or_else(String::new, |help| {
            format!("  {}\n", painter.style.dim(&painter.text(Some(help))))
        });
        let constraints = self.constraints(painter);
        let options = kind.map(|kind| options(painter, kind)).unwrap_or_default();
        let example = kind.map(reading::example).unwrap_or_default();
        format!("{title}{heading}\n{help}{options}{constraints}  Type {example}{default}.\n")
    }

    /// Takes a line. Returns the answer when the form is complete.
    ///
    /// # Errors
    ///
    /// The line is no value of the open field: the sentence says what to type.
    pub(crate) fn enter(&mut self, line: &str) -> Result<Option<Answer>, String> {
        let line = line.trim();
        if line.is_empty() && self.is_untouched() && self.form.default_answer.is_some() {
            return Ok(self.form.default_answer.clone());
        }
        let Some(field) = self.field().cloned() else {
            return Ok(self.finished());
        };
        match &field.kind {
            Some(Kind::Branch(of)) => {
                let open: Vec<&Branch> = of.branches.iter().filter(|branch| branch.refused.is_none()).collect();
                let index = reading::one_of(
                    open.iter()
                        .map(|branch| branch.branch_id.as_str())
                        .collect::<Vec<_>>()
                        .into_iter(),
                    line,
                )?;
                if let Some(branch) = open.get(index) {
                    self.groups.push(Group {
                        branch: Some((field.field_id.clone(), branch.branch_id.clone())),
                        fields: branch.fields.clone(),
                        constraints: branch.constraints.clone(),
                        values: Vec::new(),
                    });
                }
            }
            Some(kind) => {
                let value = reading::value(kind, line)?;
                self.fill(FieldAnswer {
                    field: field.field_id,
                    value: Some(value),
                });
            }
            None => return Err("this release of tinsel does not know this kind of field; update it".to_owned()),
        }
        Ok(self.finished())
    }

    /// Explains the things of the open question, or those whose names begin with a word.
    pub(crate) fn explain(&self, word: &str, painter: &Painter) -> String {
        let indented = |lines: Vec<String>| lines.into_iter().map(|line| format!("  {line}\n")).collect::<String>();
        if word.is_empty() {
            return indented(self.components().filter_map(|id| painter.component(id)).collect());
        }
        let mut lines = painter.find(word);
        let refused = self.refused(painter).into_iter();
        let named = refused.filter(|(title, _)| title.to_lowercase().contains(&word.to_lowercase()));
        lines.extend(named.map(|(title, reason)| format!("{title} is not possible: {reason}")));
        if lines.is_empty() {
            lines.push(format!("Nothing here is named {word:?}."));
        }
        indented(lines)
    }

    /// How to take the default, if the open question has one.
    fn default(&self, painter: &Painter) -> String {
        let Some(answer) = self.form.default_answer.as_ref().filter(|_| self.is_untouched()) else {
            return String::new();
        };
        let shown = match (self.form.fields.as_slice(), answer.fields.as_slice()) {
            ([FormField { kind: Some(kind), .. }], [value]) => shown(painter, kind, value.value.as_ref()),
            _ => None,
        };
        let shown = shown.filter(|shown| shown.chars().count() <= SHOWN);
        format!("; Enter for {}", shown.as_deref().unwrap_or("the default"))
    }

    fn is_untouched(&self) -> bool {
        matches!(self.groups.as_slice(), [group] if group.values.is_empty())
    }

    fn field(&self) -> Option<&FormField> {
        let group = self.groups.last()?;
        group.fields.get(group.values.len())
    }

    fn fill(&mut self, value: FieldAnswer) {
        if let Some(group) = self.groups.last_mut() {
            group.values.push(value);
            if let Some(next) = group.fields.get_mut(group.values.len()) {
                taken::refuse(next, &group.constraints, &group.values);
            }
        }
    }

    /// Fills in fields with one possible value, and closes complete branches. Returns the answer if the form is complete.
    fn finished(&mut self) -> Option<Answer> {
        loop {
            if let Some(field) = self.field() {
                let value = only_value(field)?;
                self.fill(value);
                continue;
            }
            let group = self.groups.pop()?;
            let Some((field, branch)) = group.branch else {
                let fields = group.values;
                self.groups = Self::new(self.form.clone()).groups;
                return Some(Answer {
                    decision: self.form.decision.clone(),
                    fields,
                });
            };
            let answer = BranchAnswer {
                branch,
                fields: group.values,
            };
            self.fill(FieldAnswer {
                field,
                value: Some(Value::Branch(answer)),
            });
        }
    }

    /// The conditions across fields, before the first of them is filled in.
    fn constraints(&self, painter: &Painter) -> String {
        let group = self.groups.last().filter(|group| group.values.is_empty());
        let constraints = group.map(|group| group.constraints.as_slice()).unwrap_or_default();
        constraints
            .iter()
            .map(|constraint| format!("  {}\n", painter.text(constraint.text.as_ref())))
            .collect()
    }

    /// The components of the open field.
    fn components(&self) -> impl Iterator<Item = &str> {
        let kind = self.field().and_then(|field| field.kind.as_ref());
        let ids: Vec<&str> = match kind {
            Some(Kind::Pick(field)) => field.options.iter().map(|option| option.component.as_str()).collect(),
            Some(Kind::Assign(field)) => field.options.iter().map(|option| option.component.as_str()).collect(),
            Some(Kind::Amounts(field)) => field.slots.iter().map(|slot| slot.component.as_str()).collect(),
            Some(Kind::Branch(field)) => field.branches.iter().map(|branch| branch.component.as_str()).collect(),
            _ => Vec::new(),
        };
        ids.into_iter().filter(|id| !id.is_empty())
    }

    /// What cannot be chosen in the open field, with the reason.
    fn refused(&self, painter: &Painter) -> Vec<(String, String)> {
        let kind = self.field().and_then(|field| field.kind.as_ref());
        let of_options = |options: &[PickOption]| {
            let refused = options.iter().filter(|option| option.refused.is_some());
            refused
                .map(|option| {
                    (
                        painter.text(option.title.as_ref()),
                        painter.text(option.refused.as_ref()),
                    )
                })
                .collect()
        };
        match kind {
            Some(Kind::Pick(field)) => of_options(&field.options),
            Some(Kind::Assign(field)) => of_options(&field.options),
            Some(Kind::Branch(field)) => {
                let refused = field.branches.iter().filter(|branch| branch.refused.is_some());
                refused
                    .map(|branch| {
                        (
                            painter.text(branch.title.as_ref()),
                            painter.text(branch.refused.as_ref()),
                        )
                    })
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The value of a field that has one possible value.
fn only_value(field: &FormField) -> Option<FieldAnswer> {
    let Some(Kind::Number(number)) = &field.kind else {
        return None;
    };
    (number.min == number.max).then(|| FieldAnswer {
        field: field.field_id.clone(),
        value: Some(Value::Number(number.min)),
    })
}

/// The options of a field, numbered; those that are not possible without a number.
fn options(painter: &Painter, kind: &Kind) -> String {
    let listed = |options: &[PickOption]| {
        let mut number = 0;
        let line = |option: &PickOption| {
            let title = painter.text(option.title.as_ref());
            if let Some(refused) = &option.refused {
                return painter
                    .style
                    .dim(&format!("  -  {title}: {}", painter.text(Some(refused))))
                    + "\n";
            }
            number += 1;
            format!("  {number}. {title}\n")
        };
        options.iter().map(line).collect::<String>()
    };
    match kind {
        Kind::Pick(field) => listed(&field.options),
        Kind::Assign(field) => {
            let slots: Vec<String> = field
                .slots
                .iter()
                .map(|slot| painter.text(slot.title.as_ref()))
                .collect();
            format!("{}  For, in this order: {}\n", listed(&field.options), slots.join("; "))
        }
        Kind::Amounts(field) => {
            let line = |(slot, number): (&tinsel_proto::v1::AmountSlot, usize)| {
                format!(
                    "  {number}. {} ({} to {})\n",
                    painter.text(slot.title.as_ref()),
                    slot.min,
                    slot.max
                )
            };
            field.slots.iter().zip(1..).map(line).collect()
        }
        Kind::Branch(field) => branches(painter, &field.branches),
        Kind::Place(field) => {
            let shown = field.suggestions.iter().take(SUGGESTED).zip(1..);
            shown
                .map(|(point, number)| format!("  {number}. {},{}\n", point.x, point.y))
                .collect()
        }
        Kind::Number(_) | Kind::Flag(_) | Kind::Text(_) | Kind::Typed(_) => String::new(),
    }
}

fn branches(painter: &Painter, branches: &[Branch]) -> String {
    let mut number = 0;
    let line = |branch: &Branch| {
        let title = painter.text(branch.title.as_ref());
        if let Some(refused) = &branch.refused {
            return painter
                .style
                .dim(&format!("  -  {title}: {}", painter.text(Some(refused))))
                + "\n";
        }
        number += 1;
        let help = branch.help.as_ref().map_or_else(String::new, |help| {
            format!(" – {}", painter.style.dim(&painter.text(Some(help))))
        });
        format!("  {number}. {title}{help}\n")
    };
    branches.iter().map(line).collect()
}

/// A value in words, if it is short.
fn shown(painter: &Painter, kind: &Kind, value: Option<&Value>) -> Option<String> {
    match (kind, value?) {
        (Kind::Number(field), Value::Number(number)) => Some(format!("{number} {}", field.unit).trim_end().to_owned()),
        (Kind::Flag(_), Value::Flag(flag)) => Some(if *flag { "yes" } else { "no" }.to_owned()),
        (Kind::Text(_), Value::Text(text)) if text.is_empty() => Some("no text".to_owned()),
        (Kind::Pick(field), Value::Picks(picks)) if picks.options.len() == 1 => {
            let picked = field
                .options
                .iter()
                .find(|option| picks.options.contains(&option.option_id))?;
            Some(painter.text(picked.title.as_ref()))
        }
        (Kind::Branch(field), Value::Branch(chosen)) if chosen.fields.is_empty() => {
            let branch = field.branches.iter().find(|branch| branch.branch_id == chosen.branch)?;
            Some(painter.text(branch.title.as_ref()))
        }
        _ => None,
    }
}
