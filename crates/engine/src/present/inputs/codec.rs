//! The value of some fields: how it is read, written and drawn. Forms are built for each decision, so each step of a
//! declaration is one allocation.

use super::super::{
    FieldAnswer, FormField, Id, Kind, Reader,
    draw::{self, Draw},
};
use crate::Chance;

pub(super) type Values = Option<Vec<FieldAnswer>>;

/// The value of type `T` in the answers of some fields.
pub(super) trait Codec<T> {
    fn read(&self, answer: Reader<'_>) -> Option<T>;

    fn write(&self, of: &T) -> Values;

    /// Random values of the fields, without regard to constraints.
    fn draw(&self, fields: &[FormField], chance: &mut dyn Chance) -> Values;
}

pub(super) type BoxedCodec<'a, T> = Box<dyn Codec<T> + 'a>;

/// Two functions; each field is drawn by itself.
pub(super) struct Pair<R, W> {
    pub(super) read: R,
    pub(super) write: W,
}

impl<T, R: Fn(Reader<'_>) -> Option<T>, W: Fn(&T) -> Values> Codec<T> for Pair<R, W> {
    fn read(&self, answer: Reader<'_>) -> Option<T> {
        (self.read)(answer)
    }

    fn write(&self, of: &T) -> Values {
        (self.write)(of)
    }

    fn draw(&self, fields: &[FormField], chance: &mut dyn Chance) -> Values {
        draw::each(fields, chance)
    }
}

/// A value that is made from another one.
pub(super) struct Mapped<'a, T, F, B> {
    pub(super) codec: BoxedCodec<'a, T>,
    pub(super) from: F,
    pub(super) back: B,
}

impl<T, U, F: Fn(T) -> U, B: Fn(&U) -> Option<T>> Codec<U> for Mapped<'_, T, F, B> {
    fn read(&self, answer: Reader<'_>) -> Option<U> {
        self.codec.read(answer).map(&self.from)
    }

    fn write(&self, of: &U) -> Values {
        self.codec.write(&(self.back)(of)?)
    }

    fn draw(&self, fields: &[FormField], chance: &mut dyn Chance) -> Values {
        self.codec.draw(fields, chance)
    }
}

/// The value of the first fields, and that of the others.
pub(super) struct Both<'a, T, U> {
    pub(super) first: BoxedCodec<'a, T>,
    pub(super) others: BoxedCodec<'a, U>,
    /// Number of first fields.
    pub(super) count: usize,
}

impl<T, U> Codec<(T, U)> for Both<'_, T, U> {
    fn read(&self, answer: Reader<'_>) -> Option<(T, U)> {
        Some((self.first.read(answer)?, self.others.read(answer)?))
    }

    fn write(&self, (first, others): &(T, U)) -> Values {
        let mut values = self.first.write(first)?;
        values.extend(self.others.write(others)?);
        Some(values)
    }

    fn draw(&self, fields: &[FormField], chance: &mut dyn Chance) -> Values {
        let (first, others) = fields.split_at_checked(self.count)?;
        let mut values = self.first.draw(first, chance)?;
        values.extend(self.others.draw(others, chance)?);
        Some(values)
    }
}

/// A value with its own source of random values.
pub(super) struct Drawn<'a, T, D> {
    pub(super) codec: BoxedCodec<'a, T>,
    pub(super) random: D,
}

impl<T, D: Fn(&mut dyn Chance) -> Option<T>> Codec<T> for Drawn<'_, T, D> {
    fn read(&self, answer: Reader<'_>) -> Option<T> {
        self.codec.read(answer)
    }

    fn write(&self, of: &T) -> Values {
        self.codec.write(of)
    }

    fn draw(&self, _: &[FormField], chance: &mut dyn Chance) -> Values {
        let written = self.codec.write(&(self.random)(chance)?);
        if written.is_none() {
            crate::never!("Inputs: the fields hold each value that their source draws");
        }
        written
    }
}

/// A value that is another one if the first field is omitted.
pub(super) struct Or<'a, T> {
    pub(super) codec: BoxedCodec<'a, T>,
    pub(super) first: Option<Id>,
    pub(super) omitted: T,
}

impl<T: Clone> Codec<T> for Or<'_, T> {
    fn read(&self, answer: Reader<'_>) -> Option<T> {
        let is_omitted = |id: &Id| answer.value(id).is_none();
        match self.first.as_ref().is_some_and(is_omitted) {
            true => Some(self.omitted.clone()),
            false => self.codec.read(answer),
        }
    }

    fn write(&self, of: &T) -> Values {
        self.codec.write(of)
    }

    fn draw(&self, fields: &[FormField], chance: &mut dyn Chance) -> Values {
        self.codec.draw(fields, chance)
    }
}

/// The value of one of several branches.
pub(super) struct Branches<'a, T> {
    pub(super) id: Id,
    pub(super) codecs: Vec<BranchCodec<'a, T>>,
    /// The sum of their weights.
    pub(super) weight: u32,
}

/// A branch.
pub(super) struct BranchCodec<'a, T> {
    pub(super) branch: Id,
    pub(super) codec: BoxedCodec<'a, T>,
    /// 0 if it cannot be chosen.
    pub(super) weight: u32,
}

impl<T> Codec<T> for Branches<'_, T> {
    fn read(&self, answer: Reader<'_>) -> Option<T> {
        let (chosen, values) = answer.branch(&self.id)?;
        let own = self.codecs.iter().find(|own| own.branch == chosen)?;
        own.codec.read(values)
    }

    fn write(&self, of: &T) -> Values {
        let mut written = self.codecs.iter().map(|own| Some((own, own.codec.write(of)?)));
        let (own, values) = written.find_map(|written| written)?;
        Some(vec![FieldAnswer::branch(self.id.clone(), own.branch.clone(), values)])
    }

    fn draw(&self, fields: &[FormField], chance: &mut dyn Chance) -> Values {
        let [
            FormField {
                kind: Kind::Branch { branches },
                ..
            },
        ] = fields
        else {
            return None;
        };
        let mut drawn = chance.number("branch", self.weight);
        let (branch, own) = branches.iter().zip(&self.codecs).find(|(_, own)| {
            let is_drawn = drawn < own.weight;
            drawn = drawn.saturating_sub(own.weight);
            is_drawn
        })?;
        let draw: &Draw<'_> = &|fields, chance| own.codec.draw(fields, chance);
        let values = branch.fields.satisfied(draw, chance)?;
        Some(vec![FieldAnswer::branch(self.id.clone(), branch.id.clone(), values)])
    }
}
