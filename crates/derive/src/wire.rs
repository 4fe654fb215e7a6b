//! `#[derive(Wire)]`: implements the traits of `tinsel-wire` for a type and the generated message of the same name.

mod attributes;
mod body;
mod enumeration;
mod implementation;
mod newtype;
mod oneof;
mod structure;

use proc_macro2::TokenStream;
use syn::{Data, DeriveInput, Fields, Result, spanned::Spanned};

use attributes::error;

pub(crate) fn impls(input: &DeriveInput) -> Result<TokenStream> {
    if !input.generics.params.is_empty() {
        return Err(error(
            input.generics.span(),
            "a generic type has no message of its own: write its `impl Wire` in the game's `wire.rs`",
        ));
    }
    match &input.data {
        Data::Struct(of) => match &of.fields {
            Fields::Unnamed(_) if let [inner] = Vec::from_iter(&of.fields)[..] => newtype::impls(input, &inner.ty),
            Fields::Named(_) => structure::impls(input, &of.fields),
            Fields::Unnamed(_) | Fields::Unit => Err(error(
                input.ident.span(),
                "fields are matched with those of the message by name: name them, or write `impl Wire` in the game's `wire.rs`",
            )),
        },
        Data::Enum(of) if of.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit)) => {
            enumeration::impls(input, of)
        }
        Data::Enum(of) => oneof::impls(input, of),
        Data::Union(_) => Err(error(
            input.ident.span(),
            "a union has no message: use a struct or an enum",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(input: &str) -> String {
        impls(&syn::parse_str(input).unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn a_type_without_a_form_is_refused_with_the_remedy() {
        let refusals = [
            ("struct A<T> { a: T }", "`impl Wire` in the game's `wire.rs`"),
            ("struct A(u8, u8);", "name them"),
            ("#[wire(try_from)] struct A(Vec<u8>);", "write `impl Wire`"),
            ("enum A { B(u8, u8), C { d: u8 } }", "make a struct of them"),
            (
                "enum A { #[wire(unset)] B(u8), C { d: u8 } }",
                "remove those of the variant",
            ),
            ("struct A { #[wire(entry)] b: u8 }", "here, `wire` has only: as, with"),
            (
                "enum A { #[wire(message = X)] B(u8), C { d: u8 } }",
                "`message` has no effect",
            ),
            (
                "enum A { #[wire(with = x, message = Y)] B { c: u8 }, C { d: u8 } }",
                "`message` has no effect",
            ),
        ];
        for (input, remedy) in refusals {
            let refusal = refused(input);
            assert!(refusal.contains(remedy), "{refusal}");
        }
    }
}
