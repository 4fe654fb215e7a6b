//! Fields that hold one part of an action.

use super::{
    super::{Branch, FieldAnswer, FormField, Id, Kind, Reader, Text, Value},
    Identified, Inputs,
    codec::{BranchCodec, Branches},
};

/// A field for one part of an action. An empty value is written by omitting the field.
impl FormField {
    /// The field with its two directions.
    pub fn holding<'a, V: 'a>(
        self,
        read: impl Fn(Reader<'_>, &str) -> Option<V> + 'a,
        write: impl Fn(&V) -> Option<Value> + 'a,
    ) -> Inputs<'a, V> {
        let (id, own) = (self.id.clone(), self.id.clone());
        let answer = move |value| FieldAnswer::new(own.clone(), value);
        Inputs::new(
            [self],
            move |answer| read(answer, &id),
            move |of: &V| Some(write(of).map(&answer).into_iter().collect()),
        )
    }

    /// The option that is picked; none if nothing is.
    #[must_use]
    pub fn picked<'a, V: Identified + 'a>(self) -> Inputs<'a, Option<V>> {
        self.holding(
            |answer, id| answer.pick(id).map_or(Some(None), |option| V::of_id(option).map(Some)),
            |value: &Option<V>| Some(Value::Picks(vec![value.as_ref()?.id()])),
        )
    }

    /// The option that is picked, where the option `none` is picked for none.
    #[must_use]
    pub fn picked_or<'a, V: Identified + 'a>(self, none: &'static str) -> Inputs<'a, Option<V>> {
        let named = move |option: &&str| *option != none;
        self.holding(
            move |answer, id| {
                let option = answer.pick(id).filter(named);
                option.map_or(Some(None), |option| V::of_id(option).map(Some))
            },
            move |value: &Option<V>| Some(Value::Picks(vec![value.as_ref().map_or(none.into(), V::id)])),
        )
    }

    /// The number.
    #[must_use]
    pub fn number<'a>(self) -> Inputs<'a, i64> {
        self.holding(
            |answer, id| Some(answer.number(id)),
            |number| Some(Value::Number(*number)),
        )
    }

    /// The amounts of slots.
    #[must_use]
    pub fn amounts<'a, V: Identified + 'a>(self) -> Inputs<'a, Vec<(V, i64)>> {
        let read = |(slot, amount): &(Id, i64)| Some((V::of_id(slot)?, *amount));
        let write = |(slot, amount): &(V, i64)| (slot.id(), *amount);
        self.holding(
            move |answer, id| answer.amounts(id).iter().map(read).collect(),
            move |amounts: &Vec<(V, i64)>| Some(Value::Amounts(amounts.iter().map(write).collect())),
        )
    }

    /// A field with several branches. A value is written by the first branch that can.
    #[must_use]
    pub fn branches<'a, T: 'a>(
        id: impl Into<Id>,
        title: Text,
        branches: impl IntoIterator<Item = (Branch, Inputs<'a, T>)>,
    ) -> Inputs<'a, T> {
        let (id, mut shown, mut codecs, mut weight) = (id.into(), Vec::new(), Vec::new(), 0_u32);
        for (branch, inputs) in branches {
            let own = if branch.refused.is_none() { inputs.weight } else { 0 };
            weight = weight.saturating_add(own);
            codecs.push(BranchCodec {
                branch: branch.id.clone(),
                codec: inputs.codec,
                weight: own,
            });
            shown.push(Branch {
                fields: inputs.fields,
                ..branch
            });
        }
        let field = Self::new(id.clone(), title, Kind::Branch { branches: shown });
        Inputs {
            fields: [field].into(),
            codec: Box::new(Branches { id, codecs, weight }),
            weight,
        }
    }
}
