//! Fields that know their part of an action: they read it from an answer, and write it into one.
//!
//! So the declaration of a form is also that of its answers, of the check of an action, and of a random action:
//!
//! ```text
//! FormField::pick_one("seat", …).picked()       Inputs of an Option<SeatIndex>
//!     .map(|seat| Vote { seat }, |vote| …)      Inputs of a Vote
//!     ──▶ TypedForm::new("VOTE", …)             read an answer, write an action, draw a random one
//! ```

mod codec;
mod fields;
#[cfg(test)]
mod tests;

use std::fmt;

use self::codec::{Both, BoxedCodec, Drawn, Mapped, Or, Pair};
use super::{Answer, Constraint, FieldAnswer, Fields, Form, Id, Reader, Text, draw::Draw, seat_id, seat_of_id};
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

/// Fields that hold a value of type `T` together: an action, or a part of one.
///
/// A value that is read can be outside the bounds of the fields. A value that no field holds is lost when it is written:
/// [`TypedForm::answer`] notices that.
pub struct Inputs<'a, T> {
    fields: Fields,
    codec: BoxedCodec<'a, T>,
    /// The weight of a branch with these fields.
    weight: u32,
}

/// A form whose answers are actions of type `A`.
pub struct TypedForm<'a, A> {
    /// The form.
    pub form: Form,
    codec: BoxedCodec<'a, A>,
    canonical: Box<dyn Fn(&A) -> A + 'a>,
}

impl<'a, T: Default + 'a> Default for Inputs<'a, T> {
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
    ) -> Self
    where
        T: 'a,
    {
        Self {
            fields: fields.into(),
            codec: Box::new(Pair { read, write }),
            weight: 1,
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

    /// The fields of several values, in this order.
    pub fn each(values: impl IntoIterator<Item = Self>) -> Inputs<'a, Vec<T>>
    where
        T: Clone + PartialEq + 'a,
    {
        let with = |(mut all, next): (Vec<T>, T)| {
            all.push(next);
            all
        };
        let without = |all: &Vec<T>| all.split_last().map(|(last, others)| (others.to_vec(), last.clone()));
        let none = Inputs::fixed(Vec::new());
        values
            .into_iter()
            .fold(none, |all, next| all.and(next).map(with, without))
    }

    /// The same fields, for a value that is made `from` theirs. The way back returns `None` if no value of the fields
    /// makes it.
    pub fn map<U>(self, from: impl Fn(T) -> U + 'a, back: impl Fn(&U) -> Option<T> + 'a) -> Inputs<'a, U>
    where
        T: 'a,
    {
        Inputs {
            fields: self.fields,
            codec: Box::new(Mapped {
                codec: self.codec,
                from,
                back,
            }),
            weight: self.weight,
        }
    }

    /// These fields, then others.
    #[must_use]
    pub fn and<U>(self, other: Inputs<'a, U>) -> Inputs<'a, (T, U)>
    where
        T: 'a,
        U: 'a,
    {
        let mut fields = self.fields;
        let count = fields.fields.len();
        fields.fields.extend(other.fields.fields);
        fields.constraints.extend(other.fields.constraints);
        Inputs {
            fields,
            codec: Box::new(Both {
                first: self.codec,
                others: other.codec,
                count,
            }),
            weight: self.weight.saturating_mul(other.weight),
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
        let first = self.fields.fields.first().map(|field| field.id.clone());
        let codec = Box::new(Or {
            codec: self.codec,
            first,
            omitted,
        });
        Self { codec, ..self }
    }

    /// The fields with a weight as a branch: random values choose each branch in proportion to its weight. Without one,
    /// it is 1; with branches, it is the sum of the weights of those that can be chosen.
    #[must_use]
    pub fn weight(self, weight: u32) -> Self {
        Self { weight, ..self }
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
        let codec = Box::new(Drawn {
            codec: self.codec,
            random,
        });
        Self { codec, ..self }
    }
}

impl<'a, A> TypedForm<'a, A> {
    /// A form with these fields.
    #[must_use]
    pub fn new(decision: &'static str, title: Text, inputs: Inputs<'a, A>) -> Self
    where
        A: Clone + 'a,
    {
        let Inputs { fields, codec, .. } = inputs;
        Self {
            form: Form::new(decision, title, fields),
            codec,
            canonical: Box::new(A::clone),
        }
    }

    /// The form of a game in which different actions mean the same: the fields read and write the canonical one.
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
        self.codec.read(answer)
    }

    /// The answer that is read as this action, or as one with the same meaning; `None` if the action is not legal.
    #[must_use]
    pub fn answer(&self, action: &A) -> Option<Answer>
    where
        A: PartialEq,
    {
        let canonical = (self.canonical)(action);
        let fields = self.codec.write(&canonical)?;
        let answer = Answer { fields };
        let is_read = || self.read(answer.read()).is_some_and(|read| read == canonical);
        (self.form.check(&answer).is_ok() && is_read()).then_some(answer)
    }

    /// A random legal action; `None` if none is found.
    #[must_use]
    pub fn random(&self, chance: &mut dyn Chance) -> Option<A> {
        let draw: &Draw<'_> = &|fields, chance| self.codec.draw(fields, chance);
        let values = self.form.fields.satisfied(draw, chance)?;
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
/// fields are a tuple; the parts of [`Inputs::and`] are nested ones, such as `((card, seat), bid) => Action::Bid {…}`.
/// Fields behind a semicolon have the values of the variables with their names: `Action::Bid { amount; card }`.
#[macro_export]
macro_rules! variant {
    ($inputs:expr, $of:ident::$variant:ident($part:ident)) => {
        $inputs.map($of::$variant, |of: &$of| match of {
            $of::$variant($part) => Some($part.clone()),
            _ => None,
        })
    };
    ($inputs:expr, $of:ident::$variant:ident { $($part:ident),+ $(; $($given:ident),+)? }) => {
        $crate::variant!($inputs, ($($part),+) => $of::$variant { $($part),+ $(; $($given),+)? })
    };
    ($inputs:expr, $parts:tt => $of:ident::$variant:ident { $($part:ident),+ }) => {
        $inputs.map(
            |$parts| $of::$variant { $($part),+ },
            |of: &$of| match of {
                $of::$variant { $($part),+ } => {
                    $(let $part = $part.clone();)+
                    Some($parts)
                }
                _ => None,
            },
        )
    };
    ($inputs:expr, $parts:tt => $of:ident::$variant:ident { $($part:ident),+; $($given:ident),+ }) => {{
        let given = ($($given.clone(),)+);
        $inputs.map(
            move |$parts| $of::$variant { $($part,)+ $($given: $given.clone()),+ },
            move |of: &$of| match of {
                $of::$variant { $($part,)+ $($given),+ } if given == ($($given.clone(),)+) => {
                    $(let $part = $part.clone();)+
                    Some($parts)
                }
                _ => None,
            },
        )
    }};
}
