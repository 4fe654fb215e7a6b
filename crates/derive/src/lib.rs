//! The derives that `tinsel-engine` exports.
//!
//! The README shows the code that they generate for one small type of each form.

mod reject;
mod wire;

use quote::quote;
use syn::{DeriveInput, parse_macro_input};

/// Implements the conversion of this type to and from the message of the same name.
#[proc_macro_derive(Wire, attributes(wire))]
pub fn derive_wire(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let impls = wire::impls(&input).unwrap_or_else(syn::Error::into_compile_error);
    let generated = quote! {
        #[cfg(feature = "wire")]
        const _: () = { #impls };
    };
    generated.into()
}

/// Implements `RejectCode`, `Display` and `Error` for the refusals of a game.
#[proc_macro_derive(RejectCode, attributes(refused, malformed))]
pub fn derive_reject_code(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let impls = reject::impls(&input).unwrap_or_else(syn::Error::into_compile_error);
    impls.into()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let is_refusal = pair[0].contains("refused");
            let impls = if is_refusal {
                reject::impls(&input)
            } else {
                wire::impls(&input)
            };
            let generated = prettyplease::unparse(&syn::parse2(impls.unwrap()).unwrap());
            assert_eq!(pair.get(1), Some(&generated.as_str()), "write:\n{generated}");
        }
    }
}
