//! A struct around one value, in the form of that value.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Result, Type, parse_quote, spanned::Spanned};

use super::{
    attributes::{Attributes, error},
    implementation::implementation,
};

pub(crate) fn impls(input: &DeriveInput, inner: &Type) -> Result<TokenStream> {
    let name = &input.ident;
    let attributes = Attributes::parse(&input.attrs, &["try_from"])?;
    let write = quote!(::tinsel_wire::Wire::write(&self.0));
    let read = quote!(::tinsel_wire::Wire::read(message, origin).map(Self));
    match number(inner) {
        Some(message) if attributes.try_from => {
            let write = quote!(::tinsel_wire::Wire::write(&#inner::from(*self)));
            let inner = quote!(<#inner as ::tinsel_wire::Wire<#message>>::read(message, origin)?);
            Ok(implementation(
                name,
                &message,
                &write,
                &quote!(Self::try_from(#inner).ok()),
            ))
        }
        None if attributes.try_from => Err(error(
            inner.span(),
            "`try_from` checks a number: write `impl Wire` in the game's `wire.rs`",
        )),
        Some(message) => Ok(implementation(name, &message, &write, &read)),
        None => Ok(quote! {
            #[automatically_derived]
            impl<M> ::tinsel_wire::Wire<M> for #name where #inner: ::tinsel_wire::Wire<M> {
                fn write(&self) -> M {
                    #write
                }

                fn read(message: &M, origin: ::tinsel_wire::Origin) -> ::core::option::Option<Self> {
                    #read
                }
            }
        }),
    }
}

/// The form of a number or a text in messages.
fn number(inner: &Type) -> Option<Type> {
    let Type::Path(path) = inner else { return None };
    let name = path.path.get_ident()?.to_string();
    match name.as_str() {
        "u8" | "u16" | "u32" => Some(parse_quote!(u32)),
        "u64" | "i32" | "i64" | "String" => Some(inner.clone()),
        _ => None,
    }
}
