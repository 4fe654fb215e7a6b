//! A form, asked field by field.

use tinsel_proto::v1::{
    AmountSlot, Answer, Branch, BranchAnswer, Constraint, FieldAnswer, FieldPoint, Form, FormField, OptionSpec,
    PickOption, Text, constraint::Rule, field_answer::Value, form_field::Kind,
};

use super::{Painter, reading, taken};

/// Maximum number of suggested points that are listed.
const SUGGESTED: usize = 8;

/// Maximum length of a default that a question repeats, in characters.
const SHOWN: usize = 300;

/// A form that a player fills in.
#[derive(Debug)]
pub(crate) struct Dialog {
    form: Form,
    /// The fields that are being filled in: those of the form, and those of each open branch.
    groups: Vec<Group>,
    /// The lines that have filled them in.
    lines: Vec<String>,
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
            lines: Vec::new(),
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
            default_text: spec.default_text.clone(),
            ..Form::default()
        })
    }

    /// The same form from its beginning.
    pub(crate) fn again(self) -> Self {
        Self::new(self.form)
    }

    /// The same form without its last line, after a refusal.
    pub(crate) fn last_again(self) -> Self {
        let mut dialog = Self::new(self.form);
        self.lines.iter().for_each(|line| drop(dialog.enter(line)));
        dialog
    }

    /// The title of the first field, with the default.
    pub(crate) fn summary(&self, painter: &Painter) -> String {
        let title = self.field().map(|field| painter.text(field.title.as_ref()));
        let default = self.default(painter).replace("Enter for", "default:");
        format!("  {}{default}\n", title.unwrap_or_default())
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
        let mut example = kind.map(reading::example).unwrap_or_default();
        let is_required = |constraint: &Constraint| matches!(constraint.rule, Some(Rule::AtLeastOneOf(_)));
        let mut constrained = self.groups.iter().flat_map(|group| &group.constraints);
        if constrained.any(is_required) {
            example = example.replace("), or none", ")");
        }
        format!("{title}{heading}\n{help}{options}{constraints}  Type {example}{default}.\n")
    }

    /// Takes a line. Returns the answer when the form is complete.
    ///
    /// # Errors
    ///
    /// The line is no value of the open field: the sentence says what to type.
    pub(crate) fn enter(&mut self, line: &str) -> Result<Option<Answer>, String> {
        let answer = self.take(line.trim())?;
        if answer.is_none() {
            self.lines.push(line.to_owned());
        }
        Ok(answer)
    }

    fn take(&mut self, line: &str) -> Result<Option<Answer>, String> {
        if line.is_empty() && self.is_untouched() && self.form.default_answer.is_some() {
            return Ok(self.form.default_answer.clone());
        }
        let Some(field) = self.field().cloned() else {
            return Ok(self.finished());
        };
        match &field.kind {
            Some(Kind::Branch(of)) => {
                let open: Vec<&Branch> = of.branches.iter().filter(|branch| branch.refused.is_none()).collect();
                let branch = reading::one_of(&open, |branch| &branch.branch_id, line)?;
                self.groups.push(Group {
                    branch: Some((field.field_id.clone(), branch.branch_id.clone())),
                    fields: branch.fields.clone(),
                    constraints: branch.constraints.clone(),
                    values: Vec::new(),
                });
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
            let components = self.things().into_iter().filter_map(|(id, ..)| painter.component(id));
            return indented(components.collect());
        }
        let mut lines = painter.find(word);
        for (_, title, _, reason) in self.things().into_iter().filter(|(.., reason)| reason.is_some()) {
            let title = painter.text(title);
            if title.to_lowercase().contains(&word.to_lowercase()) {
                lines.push(format!("{title} is not possible: {}", painter.text(reason)));
            }
        }
        lines.dedup();
        if lines.is_empty() {
            lines.push(format!("Nothing here is named {word:?}."));
        }
        indented(lines)
    }

    /// How to take the default, if the open question has one.
    fn default(&self, painter: &Painter) -> String {
        if self.form.default_answer.is_none() || !self.is_untouched() {
            return String::new();
        }
        let shown = painter.plain().text(self.form.default_text.as_ref());
        let is_short = (1..=SHOWN).contains(&shown.chars().count());
        format!("; Enter for {}", if is_short { &shown } else { "the default" })
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
            if let Some(next) = group.fields.get_mut(group.values.len())
                && let value @ Some(_) = taken::refuse(next, &group.constraints, &group.values)
            {
                let field = next.field_id.clone();
                self.fill(FieldAnswer { field, value });
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

    /// The things of the open field.
    fn things(&self) -> Vec<Thing<'_>> {
        let kind = self.field().and_then(|field| field.kind.as_ref());
        kind.map(things).unwrap_or_default()
    }
}

/// Something that can be chosen, or not: the ID of its component, its title, its consequences, and the reason if not.
type Thing<'a> = (&'a str, Option<&'a Text>, Option<&'a Text>, Option<&'a Text>);

fn things(kind: &Kind) -> Vec<Thing<'_>> {
    fn option(of: &PickOption) -> Thing<'_> {
        (&of.component, of.title.as_ref(), None, of.refused.as_ref())
    }
    fn branch(of: &Branch) -> Thing<'_> {
        (&of.component, of.title.as_ref(), of.help.as_ref(), of.refused.as_ref())
    }
    match kind {
        Kind::Pick(field) => field.options.iter().map(option).collect(),
        Kind::Assign(field) => field.options.iter().map(option).collect(),
        Kind::Branch(field) => field.branches.iter().map(branch).collect(),
        Kind::Amounts(field) => { field.slots.iter() }
            .map(|slot| (&*slot.component, None, None, None))
            .collect(),
        Kind::Number(_) | Kind::Flag(_) | Kind::Place(_) | Kind::Text(_) | Kind::Typed(_) => Vec::new(),
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
    let mut number = 0;
    let line = |(_, title, help, refused): Thing<'_>| {
        let (title, style) = (painter.text(title), painter.style);
        if refused.is_some() {
            return style.dim(&format!("  -  {title}: {}", painter.text(refused))) + "\n";
        }
        number += 1;
        let help = help.map(|help| format!(" – {}", style.dim(&painter.text(Some(help)))));
        format!("  {number}. {title}{}\n", help.unwrap_or_default())
    };
    match kind {
        Kind::Assign(field) => {
            let slots = field.slots.iter().map(|slot| painter.text(slot.title.as_ref()));
            let slots: Vec<String> = slots.collect();
            let options = things(kind).into_iter().map(line).collect::<String>();
            format!("{options}  In this order: {}\n", slots.join("; "))
        }
        Kind::Amounts(field) => {
            let line = |(slot, number): (&AmountSlot, usize)| {
                let title = painter.text(slot.title.as_ref());
                format!("  {number}. {title} ({} to {})\n", slot.min, slot.max)
            };
            field.slots.iter().zip(1..).map(line).collect()
        }
        Kind::Place(field) => {
            let shown = field.suggestions.iter().take(SUGGESTED).zip(1..);
            let line = |(point, number): (&FieldPoint, usize)| format!("  {number}. {},{}\n", point.x, point.y);
            shown.map(line).collect()
        }
        Kind::Pick(_) | Kind::Number(_) | Kind::Flag(_) | Kind::Text(_) | Kind::Branch(_) | Kind::Typed(_) => {
            things(kind).into_iter().map(line).collect()
        }
    }
}
