//! An enum with fields, as a oneof, and as a message with nothing but this oneof.

use heck::{ToSnakeCase, ToUpperCamelCase};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DataEnum, DeriveInput, Fields, Ident, Path, Result, Type, Variant, parse_quote};

use super::{
    attributes::{Attributes, error},
    body::Body,
    implementation::{both, implementation, message},
};

pub(crate) fn impls(input: &DeriveInput, of: &DataEnum) -> Result<TokenStream> {
    let name = &input.ident;
    let attributes = Attributes::parse(&input.attrs, &["as", "oneof"])?;
    let cases: Vec<Case<'_>> = of.variants.iter().map(Case::parse).collect::<Result<_>>()?;
    let unset = of
        .variants
        .iter()
        .zip(&cases)
        .find(|(_, case)| matches!(case.payload, Payload::Unset));
    let unset = unset.map(|(variant, _)| &variant.ident);
    let of = attributes.name.as_ref().unwrap_or(name);
    match &attributes.oneof {
        Some(path) if path.segments.len() > 1 => {
            let oneof = parse_quote!(crate::wire::messages::#path);
            Ok(alone(name, &oneof, &cases, unset))
        }
        oneof => {
            let field = match oneof {
                Some(path) => path.require_ident()?.clone(),
                None => format_ident!("{}", of.to_string().to_snake_case()),
            };
            Ok(whole(name, of, &field, &cases, unset))
        }
    }
}

/// The impls for a oneof: for the oneof itself, and for one that must be set; only for an optional one, if a variant
/// stands for one that is not set.
fn alone(name: &Ident, oneof: &Type, cases: &[Case<'_>], unset: Option<&Ident>) -> TokenStream {
    let written = cases.iter().map(|case| case.written(oneof));
    let read = cases.iter().map(|case| case.read(oneof));
    let Some(unset) = unset else {
        let write = quote!(match self { #(#written)* });
        return both(name, oneof, &write, &quote!(Some(match message { #(#read)* })));
    };
    let write = quote!(Some(match self { Self::#unset => return None, #(#written)* }));
    let read = quote! {
        let Some(message) = message else { return Some(Self::#unset) };
        Some(match message { #(#read)* })
    };
    implementation(name, &parse_quote!(::core::option::Option<#oneof>), &write, &read)
}

/// The impls for a message with nothing but a oneof, and for the oneof itself if it is never unset.
fn whole(name: &Ident, of: &Ident, field: &Ident, cases: &[Case<'_>], unset: Option<&Ident>) -> TokenStream {
    let message = message(of);
    let module = format_ident!("{}", of.to_string().to_snake_case());
    let kind = format_ident!("{}", field.to_string().to_upper_camel_case());
    let oneof: Type = parse_quote!(crate::wire::messages::#module::#kind);
    let case = alone(name, &oneof, cases, unset);
    let write = quote!(#message { #field: ::tinsel_wire::Wire::write(self) });
    let read = quote! { let #message { #field } = message; ::tinsel_wire::Wire::read(#field, origin) };
    let whole = both(name, &message, &write, &read);
    quote! { #case #whole }
}

/// A variant and its case of the oneof.
struct Case<'a> {
    variant: &'a Ident,
    name: Ident,
    payload: Payload,
}

/// What a case contains.
enum Payload {
    /// Nothing: the variant stands for an unset oneof.
    Unset,
    /// The value of the variant, which converts itself.
    Itself,
    /// A message with the value of the variant in one of its fields.
    Single(Type, Body),
    /// A message with the fields of the variant.
    Fields(Type, Body),
    /// What the functions of a module make of the fields of the variant, and the names of the fields.
    With(Path, Vec<Ident>),
}

/// An attribute that no form of such a variant uses.
fn ignored(fields: &Fields, attributes: &Attributes) -> Option<&'static str> {
    let (field, with) = (attributes.field.is_some(), attributes.with.is_some());
    let (message, also) = (attributes.message.is_some(), !attributes.also.is_empty());
    let unused = match fields {
        Fields::Unnamed(_) => vec![("message", message && !field), ("also", also), ("with", with)],
        Fields::Named(_) => vec![("field", field), ("message", message && with), ("also", also && with)],
        Fields::Unit => vec![("field", field), ("with", with)],
    };
    unused
        .into_iter()
        .find_map(|(name, is_unused)| is_unused.then_some(name))
}

impl<'a> Case<'a> {
    fn parse(variant: &'a Variant) -> Result<Self> {
        let attributes = Attributes::parse(&variant.attrs, &["as", "message", "field", "also", "unset", "with"])?;
        let wrong = |text| Err(error(variant.ident.span(), text));
        let name = attributes.name.clone().unwrap_or_else(|| variant.ident.clone());
        let message = message(attributes.message.as_ref().unwrap_or(&name));
        if let Some(ignored) = ignored(&variant.fields, &attributes) {
            return wrong(&format!("`{ignored}` has no effect on this variant: remove it"));
        }
        let payload = match (&variant.fields, &attributes.field) {
            (Fields::Unit, _) if attributes.unset => Payload::Unset,
            _ if attributes.unset => return wrong("an unset oneof has no fields: remove those of the variant"),
            (Fields::Unnamed(fields), _) if fields.unnamed.len() != 1 => {
                return wrong(
                    "fields are matched with those of the message by name: name them, or make a struct of them",
                );
            }
            (Fields::Named(fields), _) if let Some(with) = attributes.with => {
                let names = fields.named.iter().filter_map(|field| field.ident.clone());
                Payload::With(with, names.collect())
            }
            (Fields::Unnamed(_), None) => Payload::Itself,
            (Fields::Unnamed(_), Some(field)) => Payload::Single(message, Body::single(field)),
            (fields, _) => Payload::Fields(message, Body::parse(fields, attributes)?),
        };
        let variant = &variant.ident;
        Ok(Self { variant, name, payload })
    }

    /// The arm that writes it.
    fn written(&self, oneof: &Type) -> TokenStream {
        let (variant, case) = (self.variant, &self.name);
        match &self.payload {
            Payload::Unset => TokenStream::new(),
            Payload::Itself => quote!(Self::#variant(value) => #oneof::#case(::tinsel_wire::Wire::write(value)),),
            Payload::Single(message, body) => {
                let written = body.written(message);
                quote!(Self::#variant(value) => #oneof::#case(#written),)
            }
            Payload::Fields(message, body) => {
                let (ours, written) = (body.ours(), body.written(message));
                quote!(Self::#variant #ours => #oneof::#case(#written),)
            }
            Payload::With(with, names) => {
                quote!(Self::#variant { #(#names),* } => #oneof::#case(#with::write(#(#names),*)),)
            }
        }
    }

    /// The arm that reads it.
    fn read(&self, oneof: &Type) -> TokenStream {
        let (variant, case) = (self.variant, &self.name);
        match &self.payload {
            Payload::Unset => TokenStream::new(),
            Payload::Itself => {
                quote!(#oneof::#case(value) => Self::#variant(::tinsel_wire::Wire::read(value, origin)?),)
            }
            Payload::Single(message, body) => {
                let (theirs, value) = (body.theirs(), body.read_single());
                quote!(#oneof::#case(#message #theirs) => Self::#variant(#value),)
            }
            Payload::Fields(message, body) => {
                let (theirs, read) = (body.theirs(), body.read(&parse_quote!(Self::#variant)));
                quote!(#oneof::#case(#message #theirs) => #read,)
            }
            Payload::With(with, names) => {
                let read = match names.as_slice() {
                    [name] => quote!(#name),
                    names => quote!((#(#names),*)),
                };
                quote! {
                    #oneof::#case(value) => {
                        let #read = #with::read(value, origin)?;
                        Self::#variant { #(#names),* }
                    }
                }
            }
        }
    }
}
