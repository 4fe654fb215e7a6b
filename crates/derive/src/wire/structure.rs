//! A struct with named fields, as a message.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Fields, Result, parse_quote};

use super::{
    attributes::Attributes,
    body::Body,
    implementation::{both, message},
};

pub(crate) fn impls(input: &DeriveInput, fields: &Fields) -> Result<TokenStream> {
    let name = &input.ident;
    let attributes = Attributes::parse(&input.attrs, &["as", "also", "entry"])?;
    let message = message(attributes.name.as_ref().unwrap_or(name));
    let entry = attributes.entry;
    let body = Body::parse(fields, attributes)?;
    let (ours, theirs) = (body.ours(), body.theirs());
    let (written, read) = (body.written(&message), body.read(&parse_quote!(Self)));
    if entry {
        return Ok(quote! {
            #[automatically_derived]
            impl ::tinsel_wire::Entry<#message> for #name {
                fn write_at(&self, __seat: ::tinsel_engine::SeatIndex) -> #message {
                    let Self #ours = self;
                    #written
                }

                fn read_at(
                    message: &#message,
                    __seat: ::tinsel_engine::SeatIndex,
                    origin: ::tinsel_wire::Origin,
                ) -> ::core::option::Option<Self> {
                    let #message #theirs = message;
                    if <::tinsel_engine::SeatIndex as ::tinsel_wire::Wire<u32>>::read(__seat_of_entry, origin)? != __seat {
                        return None;
                    }
                    Some(#read)
                }
            }
        });
    }
    let write = quote! { let Self #ours = self; #written };
    let read = quote! { let #message #theirs = message; Some(#read) };
    Ok(both(name, &message, &write, &read))
}
