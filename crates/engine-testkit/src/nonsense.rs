//! Actions that no correct client sends, from the declaration of a game's actions.

use serde::{
    Deserializer, Serialize,
    de::{
        DeserializeOwned, DeserializeSeed, EnumAccess, IntoDeserializer, SeqAccess, VariantAccess, Visitor,
        value::Error,
    },
    forward_to_deserialize_any,
};
use serde_json::Value;
use tinsel_engine::Chance;

/// Numbers around the bounds of games and of integers. Small ones are frequent, because they name seats, cards and dice.
const NUMBERS: &[i64] = &[
    0,
    0,
    0,
    1,
    1,
    1,
    2,
    2,
    3,
    3,
    4,
    5,
    6,
    6,
    7,
    9,
    10,
    11,
    12,
    13,
    20,
    31,
    32,
    99,
    100,
    250,
    290,
    490,
    500,
    2000,
    255,
    256,
    257,
    46_340,
    65_535,
    65_536,
    1_i64 << 31,
    1_i64 << 32,
    i64::MAX,
    -1,
    -10,
    -46_341,
    i64::MIN,
];
/// Lengths of lists.
const LENGTHS: &[usize] = &[0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 5, 5, 6, 7, 40, 300];
/// An optional value is unset, or in a sparse action set, once in so many times.
const SELDOM: u32 = 8;
/// Attempts to draw a value that its type accepts.
const ATTEMPTS: usize = 64;

/// A nonsensical action: any variant, with unset, duplicate and out-of-range fields, and extreme numbers. It is
/// occasionally a valid one.
///
/// # Panics
///
/// The type refuses whatever is drawn, or has a part that is neither a number, a flag, a list, an option, a struct nor an
/// enum.
pub fn nonsense<T: DeserializeOwned>(chance: &mut dyn Chance) -> T {
    let sparse = chance.once_in("sparse", 2);
    let mut attempts = (0..ATTEMPTS).map(|_| T::deserialize(Nonsense(&mut *chance, sparse)));
    let drawn = attempts.find_map(Result::ok);
    drawn.unwrap_or_else(|| panic!("no action of {ATTEMPTS} can be drawn"))
}

/// An action with one number, flag or list changed; `None` if it has none, or if the changed form is no action.
pub(crate) fn changed<T: Serialize + DeserializeOwned>(action: &T, chance: &mut dyn Chance) -> Option<T> {
    let mut form = serde_json::to_value(action).ok()?;
    let mut parts = 0;
    each_part(&mut form, &mut |_| parts += 1);
    if parts == 0 {
        return None;
    }
    let mut left = chance.number("part", parts);
    each_part(&mut form, &mut |part| {
        if left == 0 {
            change(part, chance);
        }
        left = left.wrapping_sub(1);
    });
    serde_json::from_value(form).ok()
}

/// Visits each number, flag and list.
fn each_part(form: &mut Value, visit: &mut dyn FnMut(&mut Value)) {
    match form {
        Value::Bool(_) | Value::Number(_) => visit(form),
        Value::Array(_) => {
            visit(form);
            for item in form.as_array_mut().into_iter().flatten() {
                each_part(item, visit);
            }
        }
        Value::Object(fields) => fields.values_mut().for_each(|field| each_part(field, visit)),
        Value::Null | Value::String(_) => {}
    }
}

fn change(part: &mut Value, chance: &mut dyn Chance) {
    match part {
        Value::Bool(flag) => *flag = !*flag,
        Value::Array(list) if chance.once_in("shorter", 2) => drop(list.pop()),
        Value::Array(list) => list.extend(list.last().cloned()),
        Value::Null | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            *part = chance.pick("number", NUMBERS).copied().into();
        }
    }
}

/// Draws a value of the type that is read from it, with few or with most optional values set.
struct Nonsense<'a>(&'a mut dyn Chance, bool);

/// Draws the given number of items.
struct Items<'a>(&'a mut dyn Chance, usize, bool);

macro_rules! numbers {
    ($($deserialize:ident $visit:ident $Type:ty),+) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let possible = NUMBERS.iter().filter_map(|number| <$Type>::try_from(*number).ok());
            let possible: Vec<$Type> = possible.chain([<$Type>::MIN, <$Type>::MAX]).collect();
            visitor.$visit(self.0.pick("number", &possible).copied().unwrap_or_default())
        })+
    };
}

impl<'de> Deserializer<'de> for Nonsense<'_> {
    type Error = Error;

    numbers! {
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64, deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32, deserialize_u64 visit_u64 u64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.0.once_in("flag", 3))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.once_in("seldom", SELDOM) != self.1 {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let length = self.0.pick("length", LENGTHS).copied().unwrap_or_default();
        visitor.visit_seq(Items(self.0, length, self.1))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(Items(self.0, length, self.1))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_seq(Items(self.0, fields.len(), self.1))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let variants: Vec<&str> = variants.to_vec();
        let drawn = self.0.pick("variant", &variants).copied().unwrap_or_default();
        visitor.visit_enum(Variant(self.0, drawn, self.1))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(serde::de::Error::custom("a type of an action declares its form"))
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple_struct map identifier ignored_any
    }
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(left) = self.1.checked_sub(1) else {
            return Ok(None);
        };
        self.1 = left;
        seed.deserialize(Nonsense(&mut *self.0, self.2)).map(Some)
    }
}

/// A variant, by its name.
struct Variant<'a>(&'a mut dyn Chance, &'static str, bool);

impl<'de, 'a> EnumAccess<'de> for Variant<'a> {
    type Error = Error;
    type Variant = Nonsense<'a>;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Nonsense<'a>), Error> {
        Ok((seed.deserialize(self.1.into_deserializer())?, Nonsense(self.0, self.2)))
    }
}

impl<'de> VariantAccess<'de> for Nonsense<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.deserialize_tuple(fields.len(), visitor)
    }
}
