//! All parts of a form, for code that treats them alike.

use super::{AmountSlot, AssignSlot, Branch, Fields, FormField, Id, Kind, PickOption, Text};
use crate::SeatIndex;

/// A part of a form with an ID, as [`Fields::parts`] lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<'a> {
    /// Its ID; `None` for a constraint.
    pub id: Option<&'a Id>,
    /// Its texts: title, help, reason.
    pub texts: Vec<&'a Text>,
    /// Its component, if any.
    pub component: Option<&'a Id>,
    /// Its seat, if any.
    pub seat: Option<SeatIndex>,
}

impl Fields {
    /// Every field, option, slot, branch and constraint, those of branches included.
    #[must_use]
    pub fn parts(&self) -> Vec<Part<'_>> {
        let mut parts: Vec<Part<'_>> = self.fields.iter().flat_map(FormField::parts).collect();
        parts.extend(self.constraints.iter().map(|constraint| Part {
            id: None,
            texts: vec![&constraint.text],
            component: None,
            seat: None,
        }));
        parts
    }
}

impl FormField {
    fn parts(&self) -> Vec<Part<'_>> {
        let own = Part {
            id: Some(&self.id),
            texts: [&self.title].into_iter().chain(&self.help).collect(),
            component: None,
            seat: None,
        };
        let inner = match &self.kind {
            Kind::Pick { options, .. } => options.iter().map(PickOption::part).collect(),
            Kind::Amounts { slots, .. } => slots.iter().map(AmountSlot::part).collect(),
            Kind::Assign { slots, options, .. } => {
                let slots = slots.iter().map(AssignSlot::part);
                slots.chain(options.iter().map(PickOption::part)).collect()
            }
            Kind::Branch { branches } => branches.iter().flat_map(Branch::parts).collect(),
            Kind::Number { .. } | Kind::Flag | Kind::Place { .. } | Kind::Text { .. } | Kind::Typed => Vec::new(),
        };
        [own].into_iter().chain(inner).collect()
    }
}

impl AmountSlot {
    fn part(&self) -> Part<'_> {
        Part::new(&self.id, &self.title, self.component.as_ref(), self.seat)
    }
}

impl AssignSlot {
    fn part(&self) -> Part<'_> {
        Part::new(&self.id, &self.title, self.component.as_ref(), self.seat)
    }
}

impl Branch {
    fn parts(&self) -> Vec<Part<'_>> {
        let mut own = Part::new(&self.id, &self.title, self.component.as_ref(), None);
        own.texts.extend(self.help.iter().chain(&self.refused));
        [own].into_iter().chain(self.fields.parts()).collect()
    }
}

impl PickOption {
    fn part(&self) -> Part<'_> {
        let mut part = Part::new(&self.id, &self.title, self.component.as_ref(), self.seat);
        part.texts.extend(&self.refused);
        part
    }
}

impl<'a> Part<'a> {
    fn new(id: &'a Id, title: &'a Text, component: Option<&'a Id>, seat: Option<SeatIndex>) -> Self {
        Self {
            id: Some(id),
            texts: vec![title],
            component,
            seat,
        }
    }
}
