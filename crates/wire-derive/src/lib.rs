//! `#[derive(Wire)]`: implements the traits of `tinsel-wire` for a type and the generated message of the same name.
//!
//! The README shows the code that it generates for one small type of each form.

mod attributes;
mod body;
mod enumeration;
mod implementation;
mod newtype;
mod oneof;
mod structure;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Fields, Result, parse_macro_input, spanned::Spanned};

use attributes::error;

/// Implements the conversion of this type to and from the message of the same name.
#[proc_macro_derive(Wire, attributes(wire))]
pub fn derive_wire(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let impls = impls(&input).unwrap_or_else(syn::Error::into_compile_error);
    let generated = quote! {
        #[cfg(feature = "wire")]
        const _: () = { #impls };
    };
    generated.into()
}

fn impls(input: &DeriveInput) -> Result<TokenStream> {
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

    /// Each pair of blocks of code is a type and the code that it becomes.
    #[test]
    fn the_readme_shows_the_code_that_is_generated() {
        let readme = include_str!("../README.md");
        let blocks: Vec<&str> = readme
            .split("```rust\n")
            .skip(1)
            .map(|block| block.split("```").next().unwrap())
            .collect();
        for pair in blocks.chunks(2) {
            let input: DeriveInput = syn::parse_str(pair[0]).unwrap();
            let generated = prettyplease::unparse(&syn::parse2(impls(&input).unwrap()).unwrap());
            assert_eq!(pair.get(1), Some(&generated.as_str()), "write:\n{generated}");
        }
    }
}
