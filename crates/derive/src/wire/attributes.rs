//! `#[wire(…)]` on a type, a variant or a field.

use proc_macro2::Span;
use syn::{
    Attribute, Error, Expr, Ident, Path, Result, Token,
    meta::ParseNestedMeta,
    parenthesized,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
};

/// The values of `#[wire(…)]`.
#[derive(Default)]
pub(crate) struct Attributes {
    /// `as = …`: the name of the message, enum, case or field, if it differs.
    pub(crate) name: Option<Ident>,
    /// `message = …`: the message of a case, if its name differs from the case.
    pub(crate) message: Option<Ident>,
    /// `oneof = …`: the oneof of an enum.
    pub(crate) oneof: Option<Path>,
    /// `field = …`: the field of the message of a case that contains the payload.
    pub(crate) field: Option<Ident>,
    /// `with = …`: a module with `write` and `read` for a field.
    pub(crate) with: Option<Path>,
    /// `also(… = …)`: fields that are computed when written, and ignored when read.
    pub(crate) also: Vec<Also>,
    /// `entry`: the message contains the seat to which the value belongs.
    pub(crate) entry: bool,
    /// `unset`: the variant stands for an empty oneof.
    pub(crate) unset: bool,
    /// `try_from`: `TryFrom` and `Into` convert the inner number.
    pub(crate) try_from: bool,
}

/// A field of a message that is computed from others.
pub(crate) struct Also {
    pub(crate) field: Ident,
    pub(crate) value: Expr,
}

impl Parse for Also {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let field = input.parse()?;
        input.parse::<Token![=]>()?;
        let value = input.parse()?;
        Ok(Self { field, value })
    }
}

impl Attributes {
    /// The attributes in this place, where only `allowed` have a meaning.
    pub(crate) fn parse(attributes: &[Attribute], allowed: &[&str]) -> Result<Self> {
        let mut parsed = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("wire")) {
            attribute.parse_nested_meta(|meta| parsed.set(&meta, allowed))?;
        }
        Ok(parsed)
    }

    fn set(&mut self, meta: &ParseNestedMeta<'_>, allowed: &[&str]) -> Result<()> {
        let key = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
        if !allowed.contains(&key.as_str()) {
            return Err(meta.error(format!("here, `wire` has only: {}", allowed.join(", "))));
        }
        match key.as_str() {
            "as" => self.name = Some(meta.value()?.parse()?),
            "message" => self.message = Some(meta.value()?.parse()?),
            "oneof" => self.oneof = Some(meta.value()?.parse()?),
            "field" => self.field = Some(meta.value()?.parse()?),
            "with" => self.with = Some(meta.value()?.parse()?),
            "entry" => self.entry = true,
            "unset" => self.unset = true,
            "try_from" => self.try_from = true,
            _ => {
                let content;
                parenthesized!(content in meta.input);
                self.also
                    .extend(Punctuated::<Also, Token![,]>::parse_terminated(&content)?);
            }
        }
        Ok(())
    }
}

/// A compile-time error, with its remedy.
pub(crate) fn error(at: Span, text: &str) -> Error {
    Error::new(at, format!("`Wire`: {text}"))
}
