//! The fields of a struct or of a variant, and those of its message.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Fields, Ident, Path, Result, Type};

use super::attributes::{Also, Attributes};

/// The fields of a struct or of a variant.
pub(crate) struct Body {
    fields: Vec<Field>,
    also: Vec<Also>,
    /// Whether the message contains the seat, too.
    entry: bool,
}

struct Field {
    name: Ident,
    /// Its name in the message.
    theirs: Ident,
    with: Option<Path>,
}

impl Body {
    pub(crate) fn parse(fields: &Fields, of: Attributes) -> Result<Self> {
        let named = fields.iter().filter_map(|field| Some((field.ident.clone()?, field)));
        let fields = named.map(|(name, field)| {
            let attributes = Attributes::parse(&field.attrs, &["as", "with"])?;
            Ok(Field {
                theirs: attributes.name.unwrap_or_else(|| name.clone()),
                with: attributes.with,
                name,
            })
        });
        Ok(Self {
            fields: fields.collect::<Result<_>>()?,
            also: of.also,
            entry: of.entry,
        })
    }

    /// One value without a name, in this field of a message.
    pub(crate) fn single(theirs: &Ident) -> Self {
        let (name, theirs) = (format_ident!("value"), theirs.clone());
        Self {
            fields: vec![Field {
                name,
                theirs,
                with: None,
            }],
            also: Vec::new(),
            entry: false,
        }
    }

    /// The pattern of the value: each field under its own name.
    pub(crate) fn ours(&self) -> TokenStream {
        let names = self.fields.iter().map(|field| &field.name);
        quote!({ #(#names),* })
    }

    /// The pattern of the message: each field under a name that no expression of the game can mean.
    pub(crate) fn theirs(&self) -> TokenStream {
        let read = self.fields.iter().map(|field| {
            let (theirs, bound) = (&field.theirs, bound(field));
            quote!(#theirs: #bound,)
        });
        let also = self.also.iter().map(|also| &also.field);
        let seat = self.entry.then(|| quote!(seat: __seat_of_entry,));
        quote!({ #(#read)* #(#also: _,)* #seat })
    }

    /// The message, out of the bindings of [`ours`](Self::ours).
    pub(crate) fn written(&self, message: &Type) -> TokenStream {
        let fields = self.fields.iter().map(|Field { name, theirs, with }| match with {
            None => quote!(#theirs: ::tinsel_wire::Wire::write(#name),),
            Some(with) => quote!(#theirs: #with::write(#name),),
        });
        let also = self
            .also
            .iter()
            .map(|Also { field, value }| quote!(#field: ::tinsel_wire::Wire::write(&(#value)),));
        let seat = self.entry.then(|| quote!(seat: ::tinsel_wire::Wire::write(&__seat),));
        quote!(#message { #(#fields)* #(#also)* #seat })
    }

    /// The value, out of the bindings of [`theirs`](Self::theirs).
    pub(crate) fn read(&self, constructor: &Path) -> TokenStream {
        let fields = self.fields.iter().map(|field| {
            let (name, value) = (&field.name, Self::value(field));
            quote!(#name: #value,)
        });
        quote!(#constructor { #(#fields)* })
    }

    /// The one value of [`single`](Self::single), out of the binding of [`theirs`](Self::theirs).
    pub(crate) fn read_single(&self) -> TokenStream {
        self.fields.iter().map(Self::value).collect()
    }

    fn value(field: &Field) -> TokenStream {
        let bound = bound(field);
        match &field.with {
            None => quote!(::tinsel_wire::Wire::read(#bound, origin)?),
            Some(with) => quote!(#with::read(#bound, origin)?),
        }
    }
}

fn bound(field: &Field) -> Ident {
    format_ident!("__{}", field.name)
}
