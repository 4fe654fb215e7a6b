//! `impl Wire`, around the code that reads and writes.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Type, parse_quote};

/// The path of a generated message.
pub(crate) fn message(name: &Ident) -> Type {
    parse_quote!(crate::wire::messages::#name)
}

/// `impl Wire` for a message, and for an optional message that must be there: the form of a required field.
pub(crate) fn both(name: &Ident, message: &Type, write: &TokenStream, read: &TokenStream) -> TokenStream {
    let itself = implementation(name, message, write, read);
    quote! { #itself ::tinsel_wire::required!(#message as #name); }
}

/// `impl Wire` for a message. `read` uses `message` and `origin`.
pub(crate) fn implementation(name: &Ident, message: &Type, write: &TokenStream, read: &TokenStream) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl ::tinsel_wire::Wire<#message> for #name {
            fn write(&self) -> #message {
                #write
            }

            fn read(message: &#message, origin: ::tinsel_wire::Origin) -> ::core::option::Option<Self> {
                #read
            }
        }
    }
}
