//! Fields that know their part of an action: they read it from an answer, and write it into one.
//!
//! So the declaration of a form is also that of its answers, of the check of an action, and of a random action:
//!
//! ```text
//! FormField::pick_one("seat", …).picked()       Inputs of an Option<SeatIndex>
//!     .map(|seat| Vote { seat }, |vote| …)      Inputs of a Vote
//!     ──▶ TypedForm::new("VOTE", …)             read an answer, write an action, draw a random one
//! ```

use std::{fmt, rc::Rc};

use super::{
    Answer, Branch, Constraint, FieldAnswer, Fields, Form, FormField, Id, Kind, Reader, Text, Value,
    draw::{self, Draw},
    seat_id, seat_of_id,
};
use crate::{Chance, SeatIndex};

/// A thing that options, slots and branches name by an ID.
pub trait Identified: Sized {
    /// Its ID.
    fn id(&self) -> Id;

    /// The thing with this ID, whether or not the match has it.
    fn of_id(id: &str) -> Option<Self>;
}

impl Identified for SeatIndex {
    fn id(&self) -> Id {
        seat_id(*self)
    }

    fn of_id(id: &str) -> Option<Self> {
        seat_of_id(id)
    }
}

/// The value of type `T` in the answers of some fields.
struct Codec<'a, T> {
    read: Box<Read<'a, T>>,
    write: Rc<Write<'a, T>>,
    draw: Box<Draw<'a>>,
}

type Read<'a, T> = dyn Fn(Reader<'_>) -> Option<T> + 'a;
type Write<'a, T> = dyn Fn(&T) -> Option<Vec<FieldAnswer>> + 'a;

/// Fields that hold a value of type `T` together: an action, or a part of one.
///
/// A value that is read can be outside the bounds of the fields. A value that no field holds is lost when it is written:
/// [`TypedForm::answer`] notices that.
pub struct Inputs<'a, T> {
    fields: Fields,
    codec: Codec<'a, T>,
}

/// A form whose answers are actions of type `A`.
pub struct TypedForm<'a, A> {
    /// The form.
    pub form: Form,
    codec: Codec<'a, A>,
    canonical: Box<dyn Fn(&A) -> A + 'a>,
}

impl<T: Default> Default for Inputs<'_, T> {
    /// No fields. They hold the default, and [`Inputs::part`] adds to it.
    fn default() -> Self {
        Self::new([], |_| Some(T::default()), |_| Some(Vec::new()))
    }
}

impl<'a, T> Inputs<'a, T> {
    /// Fields with their two directions. `read` returns `None` if an ID names nothing that a value can hold, `write` if
    /// the fields cannot hold the value.
    pub fn new(
        fields: impl Into<Fields>,
        read: impl Fn(Reader<'_>) -> Option<T> + 'a,
        write: impl Fn(&T) -> Option<Vec<FieldAnswer>> + 'a,
    ) -> Self {
        Self {
            fields: fields.into(),
            codec: Codec {
                read: Box::new(read),
                write: Rc::new(write),
                draw: Box::new(draw::each),
            },
        }
    }

    /// No fields: the value is always this one.
    pub fn fixed(value: T) -> Self
    where
        T: Clone + PartialEq + 'a,
    {
        let fixed = value.clone();
        let write = move |of: &T| (*of == fixed).then(Vec::new);
        Self::new([], move |_| Some(value.clone()), write)
    }

    /// The same fields, for a value that is made `from` theirs. The way back returns `None` if no value of the fields
    /// makes it.
    pub fn map<U>(self, from: impl Fn(T) -> U + 'a, back: impl Fn(&U) -> Option<T> + 'a) -> Inputs<'a, U>
    where
        T: 'a,
    {
        let Codec { read, write, draw } = self.codec;
        Inputs {
            fields: self.fields,
            codec: Codec {
                read: Box::new(move |answer| read(answer).map(&from)),
                write: Rc::new(move |of| write(&back(of)?)),
                draw,
            },
        }
    }

    /// These fields, then others.
    #[must_use]
    pub fn and<U>(self, other: Inputs<'a, U>) -> Inputs<'a, (T, U)>
    where
        T: 'a,
        U: 'a,
    {
        let (own, others) = (self.codec, other.codec);
        let mut fields = self.fields;
        let count = fields.fields.len();
        fields.fields.extend(other.fields.fields);
        fields.constraints.extend(other.fields.constraints);
        Inputs {
            fields,
            codec: Codec {
                read: Box::new(move |answer| Some(((own.read)(answer)?, (others.read)(answer)?))),
                write: Rc::new(move |(one, other)| Some([(own.write)(one)?, (others.write)(other)?].concat())),
                draw: Box::new(move |fields, chance| {
                    let (first, second) = fields.split_at_checked(count)?;
                    Some([(own.draw)(first, chance)?, (others.draw)(second, chance)?].concat())
                }),
            },
        }
    }

    /// These fields, then those of another part of the value.
    #[must_use]
    pub fn part<V>(self, part: Inputs<'a, V>, get: impl Fn(&T) -> V + 'a, set: impl Fn(&mut T, V) + 'a) -> Self
    where
        T: Clone + 'a,
        V: 'a,
    {
        let with = move |(mut of, value): (T, V)| {
            set(&mut of, value);
            of
        };
        self.and(part).map(with, move |of: &T| Some((of.clone(), get(of))))
    }

    /// The fields with further constraints.
    #[must_use]
    pub fn constrained(mut self, constraints: impl IntoIterator<Item = Constraint>) -> Self {
        self.fields.constraints.extend(constraints);
        self
    }

    /// The fields, where omitting the first one stands for a value.
    #[must_use]
    pub fn or(self, omitted: T) -> Self
    where
        T: Clone + 'a,
    {
        let Codec { read, write, draw } = self.codec;
        let first = self.fields.fields.first().map(|field| field.id.clone());
        let is_omitted = move |answer: Reader<'_>| first.as_ref().is_some_and(|id| answer.value(id).is_none());
        let read: Box<Read<'a, T>> = Box::new(move |answer| match is_omitted(answer) {
            true => Some(omitted.clone()),
            false => read(answer),
        });
        let codec = Codec { read, write, draw };
        Self { codec, ..self }
    }

    /// The fields, with help for the last one.
    #[must_use]
    pub fn help(mut self, help: Text) -> Self {
        if let Some(last) = self.fields.fields.last_mut() {
            last.help = Some(help);
        }
        self
    }

    /// The fields with a source of random values. Without one, each field is drawn by itself.
    #[must_use]
    pub fn drawn(self, random: impl Fn(&mut dyn Chance) -> Option<T> + 'a) -> Self
    where
        T: 'a,
    {
        let write = Rc::clone(&self.codec.write);
        let draw: Box<Draw<'a>> = Box::new(move |_, chance| {
            let written = write(&random(chance)?);
            if written.is_none() {
                crate::never!("Inputs: the fields hold each value that their source draws");
            }
            written
        });
        let codec = Codec { draw, ..self.codec };
        Self { codec, ..self }
    }
}

/// A field for one part of an action. An empty value is written by omitting the field.
impl FormField {
    /// The field with its two directions.
    pub fn holding<'a, V>(
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

    /// A field with several ways to fill it in. A value is written by the first branch that can.
    #[must_use]
    pub fn branches<'a, T: 'a>(
        id: impl Into<Id>,
        title: Text,
        ways: impl IntoIterator<Item = (Branch, Inputs<'a, T>)>,
    ) -> Inputs<'a, T> {
        let (id, mut branches, mut codecs) = (id.into(), Vec::new(), Vec::new());
        for (branch, Inputs { fields, codec }) in ways {
            codecs.push((branch.id.clone(), codec));
            branches.push(Branch { fields, ..branch });
        }
        let field = Self::new(id.clone(), title, Kind::Branch { branches });
        let codecs = Rc::new(codecs);
        let (to_write, to_draw, own) = (Rc::clone(&codecs), Rc::clone(&codecs), id.clone());
        let read = move |answer: Reader<'_>| {
            let (chosen, values) = answer.branch(&id)?;
            let (_, codec) = codecs.iter().find(|(branch, _)| branch == chosen)?;
            (codec.read)(values)
        };
        let write = move |of: &T| {
            let mut written = to_write.iter().map(|(branch, codec)| (branch, (codec.write)(of)));
            let (branch, fields) = written.find_map(|(branch, fields)| Some((branch, fields?)))?;
            Some(vec![FieldAnswer::branch(own.clone(), branch.clone(), fields)])
        };
        let mut inputs = Inputs::new([field], read, write);
        inputs.codec.draw = Box::new(move |fields, chance| {
            let [
                Self {
                    id,
                    kind: Kind::Branch { branches },
                    ..
                },
            ] = fields
            else {
                return None;
            };
            let open = branches
                .iter()
                .zip(to_draw.iter())
                .filter(|(branch, _)| branch.refused.is_none());
            let open: Vec<_> = open.collect();
            let (branch, (_, codec)) = chance.pick("branch", &open)?;
            let values = branch.fields.satisfied(&codec.draw, chance)?;
            Some(vec![FieldAnswer::branch(id.clone(), branch.id.clone(), values)])
        });
        inputs
    }
}

impl<'a, A> TypedForm<'a, A> {
    /// A form with these fields.
    #[must_use]
    pub fn new(decision: &'static str, title: Text, inputs: Inputs<'a, A>) -> Self
    where
        A: Clone + 'a,
    {
        let Inputs { fields, codec } = inputs;
        Self {
            form: Form::new(decision, title, fields),
            codec,
            canonical: Box::new(A::clone),
        }
    }

    /// The form of a game in which different actions mean the same: an answer is read as the canonical one.
    #[must_use]
    pub fn with_canonical(self, canonical: impl Fn(&A) -> A + 'a) -> Self {
        Self {
            canonical: Box::new(canonical),
            ..self
        }
    }

    /// The action of an answer. The values have the kinds of the form's fields, but can be outside their bounds: then the
    /// game refuses the action with its own reason. `None` if the answer names things that no action can name.
    #[must_use]
    pub fn read(&self, answer: Reader<'_>) -> Option<A> {
        (self.codec.read)(answer)
    }

    /// The answer that is read as this action, or as one with the same meaning; `None` if the action is not legal.
    #[must_use]
    pub fn answer(&self, action: &A) -> Option<Answer>
    where
        A: PartialEq,
    {
        let answer = Answer {
            fields: (self.codec.write)(action)?,
        };
        let is_read = || self.read(answer.read()) == Some((self.canonical)(action));
        (self.form.check(&answer).is_ok() && is_read()).then_some(answer)
    }

    /// A random legal action; `None` if none is found.
    #[must_use]
    pub fn random(&self, chance: &mut dyn Chance) -> Option<A> {
        let values = self.form.fields.satisfied(&self.codec.draw, chance)?;
        self.read(Reader::new(&values))
    }
}

impl<T> fmt::Debug for Inputs<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fields.fmt(f)
    }
}

impl<A> fmt::Debug for TypedForm<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.form.fmt(f)
    }
}

/// The inputs of a variant of an enum, made from those of its fields: `variant!(inputs, Action::Vote { seat })`. Several
/// fields are a tuple.
#[macro_export]
macro_rules! variant {
    ($inputs:expr, $of:ident::$variant:ident($part:ident)) => {
        $inputs.map($of::$variant, |of: &$of| match of {
            $of::$variant($part) => Some($part.clone()),
            _ => None,
        })
    };
    ($inputs:expr, $of:ident::$variant:ident { $($part:ident),+ }) => {
        $inputs.map(
            |($($part),+)| $of::$variant { $($part),+ },
            |of: &$of| match of {
                $of::$variant { $($part),+ } => Some(($($part.clone()),+)),
                _ => None,
            },
        )
    };
}
