//! An enum without fields, as an enum of the messages.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DataEnum, DeriveInput, Ident, Result, parse_quote};

use super::{
    attributes::Attributes,
    implementation::{implementation, message},
};

pub(crate) fn impls(input: &DeriveInput, of: &DataEnum) -> Result<TokenStream> {
    let name = &input.ident;
    let attributes = Attributes::parse(&input.attrs, &["as"])?;
    let numbers = message(attributes.name.as_ref().unwrap_or(name));
    let ours: Vec<&Ident> = of.variants.iter().map(|variant| &variant.ident).collect();
    let theirs = of.variants.iter().map(|variant| {
        let attributes = Attributes::parse(&variant.attrs, &["as"])?;
        Ok(attributes.name.unwrap_or_else(|| variant.ident.clone()))
    });
    let theirs: Vec<Ident> = theirs.collect::<Result<_>>()?;
    let write = quote! {
        let number = match self { #(Self::#ours => #numbers::#theirs,)* };
        number as i32
    };
    let read = quote! {
        match #numbers::try_from(*message).ok()? {
            #numbers::Unspecified => None,
            #(#numbers::#theirs => Some(Self::#ours),)*
        }
    };
    let implemented = implementation(name, &parse_quote!(i32), &write, &read);
    Ok(quote! {
        #implemented

        #[automatically_derived]
        impl ::tinsel_wire::Enumerated for #name {}
    })
}
