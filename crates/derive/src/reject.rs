//! `#[derive(RejectCode)]`: the refusals of a game, each with all its facts as attributes of its variant.

use heck::ToShoutySnakeCase;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Error, Expr, Fields, Lit, Meta, Result, Token, Variant,
    meta::ParseNestedMeta, parenthesized,
};

pub(crate) fn impls(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let Data::Enum(DataEnum { variants, .. }) = &input.data else {
        return Err(error(name.span(), "make each refusal a variant of an enum"));
    };
    let refusals: Vec<Refusal<'_>> = variants.iter().map(Refusal::parse).collect::<Result<_>>()?;
    let reasons = refusals.iter().map(Refusal::reason);
    let infos = refusals.iter().map(Refusal::info);
    let sentences = refusals.iter().map(Refusal::sentence);
    Ok(quote! {
        #[automatically_derived]
        impl ::tinsel_engine::RejectCode for #name {
            const CATALOGUE: &'static [::tinsel_engine::Reason] = &[#(#reasons),*];

            fn info(&self) -> ::tinsel_engine::RejectInfo {
                match self { #(#infos,)* }
            }
        }

        #[automatically_derived]
        impl ::core::fmt::Display for #name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self { #(#sentences,)* }
            }
        }

        #[automatically_derived]
        impl ::core::error::Error for #name {}
    })
}

/// A variant with its attribute.
struct Refusal<'a> {
    variant: &'a Variant,
    /// Its reason: the name of the variant in `UPPER_SNAKE`.
    code: String,
    /// Its documentation.
    meaning: String,
    attributes: Attributes,
}

/// The values of `#[refused(…)]` or `#[malformed(…)]`.
#[derive(Default)]
struct Attributes {
    rule: TokenStream,
    /// The arguments of `write!`.
    sentence: TokenStream,
    remedy: TokenStream,
    /// The path of the field to correct, if the request is malformed.
    field: Option<Expr>,
    limit: Option<Expr>,
}

impl<'a> Refusal<'a> {
    fn parse(variant: &'a Variant) -> Result<Self> {
        let at = variant.ident.span();
        if let Fields::Unnamed(_) = variant.fields {
            return Err(error(at, "name the fields of the variant"));
        }
        let is_kind = |of: &&Attribute| of.path().is_ident("refused") || of.path().is_ident("malformed");
        let mut of_kind = variant.attrs.iter().filter(is_kind);
        let (Some(attribute), None) = (of_kind.next(), of_kind.next()) else {
            return Err(error(at, "add one `#[refused(…)]` or `#[malformed(…)]`"));
        };
        let mut attributes = Attributes::default();
        attribute.parse_nested_meta(|meta| attributes.set(&meta))?;
        let Attributes {
            rule, sentence, remedy, ..
        } = &attributes;
        if [rule, sentence, remedy].iter().any(|tokens| tokens.is_empty()) {
            return Err(error(at, "add what is missing of: rule, sentence, remedy"));
        }
        if attribute.path().is_ident("malformed") != attributes.field.is_some() {
            return Err(error(
                at,
                "name the `field` to correct if, and only if, it is `malformed`",
            ));
        }
        Ok(Self {
            variant,
            code: variant.ident.to_string().to_shouty_snake_case(),
            meaning: documentation(&variant.attrs),
            attributes,
        })
    }

    /// The entry of the catalogue.
    fn reason(&self) -> TokenStream {
        let Self {
            code,
            meaning,
            attributes,
            ..
        } = self;
        let Attributes {
            remedy, field, limit, ..
        } = attributes;
        let (malformed, limit) = (field.is_some(), limit.is_some());
        quote! {
            ::tinsel_engine::Reason {
                code: #code,
                malformed: #malformed,
                limit: #limit,
                meaning: #meaning,
                remedy: #remedy,
            }
        }
    }

    fn info(&self) -> TokenStream {
        let (code, Attributes { rule, field, limit, .. }) = (&self.code, &self.attributes);
        let pattern = self.pattern(&quote!(#rule #field #limit));
        let limit = limit.as_ref().map(|limit| quote!(.beyond(#limit)));
        let info = match field {
            None => quote!(::tinsel_engine::RejectInfo::refused(#code, #rule)),
            Some(field) => quote!(::tinsel_engine::RejectInfo::malformed(#code, #rule, #field)),
        };
        quote!(#pattern => #info #limit)
    }

    fn sentence(&self) -> TokenStream {
        let sentence = &self.attributes.sentence;
        let pattern = self.pattern(sentence);
        quote!(#pattern => ::core::write!(f, #sentence))
    }

    /// The pattern of the variant, with those of its fields that the code uses.
    fn pattern(&self, code: &TokenStream) -> TokenStream {
        let name = &self.variant.ident;
        let fields = self.variant.fields.iter().filter_map(|field| field.ident.as_ref());
        let used: Vec<_> = fields.filter(|field| uses(code, &field.to_string())).collect();
        match self.variant.fields {
            Fields::Unit => quote!(Self::#name),
            Fields::Named(_) | Fields::Unnamed(_) => quote!(Self::#name { #(#used,)* .. }),
        }
    }
}

impl Attributes {
    fn set(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        let key = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
        let is_set = match key.as_str() {
            "rule" => !self.rule.is_empty(),
            "sentence" => !self.sentence.is_empty(),
            "remedy" => !self.remedy.is_empty(),
            "field" => self.field.is_some(),
            "limit" => self.limit.is_some(),
            _ => false,
        };
        if is_set {
            return Err(meta.error("state it once"));
        }
        match key.as_str() {
            "sentence" if !meta.input.peek(Token![=]) => {
                let content;
                parenthesized!(content in meta.input);
                self.sentence = content.parse()?;
            }
            "rule" => self.rule = meta.value()?.parse::<Expr>()?.into_token_stream(),
            "sentence" => self.sentence = meta.value()?.parse::<Lit>()?.into_token_stream(),
            "remedy" => self.remedy = meta.value()?.parse::<Lit>()?.into_token_stream(),
            "field" => self.field = Some(meta.value()?.parse()?),
            "limit" => self.limit = Some(meta.value()?.parse()?),
            _ => return Err(meta.error("the attribute has only: rule, sentence, remedy, field, limit")),
        }
        Ok(())
    }
}

/// Whether the code contains the name of the field, as an identifier or as an argument of a format.
fn uses(code: &TokenStream, field: &str) -> bool {
    code.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => uses(&group.stream(), field),
        TokenTree::Ident(ident) => ident == field,
        TokenTree::Literal(literal) => literal.to_string().contains(&format!("{{{field}}}")),
        TokenTree::Punct(_) => false,
    })
}

/// The documentation, as one line.
fn documentation(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(of) if of.path.is_ident("doc") => Some(of.value.to_token_stream()),
        Meta::NameValue(_) | Meta::Path(_) | Meta::List(_) => None,
    });
    let lines = lines.filter_map(|line| syn::parse2::<syn::LitStr>(line).ok());
    let lines: Vec<String> = lines.map(|line| line.value().trim().to_owned()).collect();
    lines.join(" ")
}

/// A compile-time error, with its remedy.
fn error(at: Span, text: &str) -> Error {
    Error::new(at, format!("`RejectCode`: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_without_its_facts_is_refused_with_the_remedy() {
        let refusals = [
            ("struct A;", "a variant of an enum"),
            ("enum A { #[refused(rule = \"X-1\")] B(u8) }", "name the fields"),
            ("enum A { B }", "add one `#[refused(…)]`"),
            (
                "enum A { #[refused(rule = \"X-1\")] #[malformed(rule = \"X-1\")] B }",
                "add one",
            ),
            (
                "enum A { #[refused(rule = \"X-1\", rule = \"X-2\")] B }",
                "state it once",
            ),
            ("enum A { #[refused(rule = \"X-1\", sentence = \"B.\")] B }", "remedy"),
            (
                "enum A { #[malformed(rule = \"X-1\", sentence = \"B.\", remedy = \"C.\")] B }",
                "name the `field`",
            ),
            (
                "enum A { #[refused(rule = \"X-1\", sentence = \"B.\", remedy = \"C.\", field = \"d\")] B }",
                "only if",
            ),
            ("enum A { #[refused(code = \"B\")] B }", "has only: rule"),
        ];
        for (input, remedy) in refusals {
            let refusal = impls(&syn::parse_str(input).unwrap()).unwrap_err().to_string();
            assert!(refusal.contains(remedy), "{refusal}");
        }
    }
}
