//! `Debug` of types that hold hidden information.

/// Implements `Debug` for types so that the output is the type's name only, such as `Move(…)`.
///
/// Use it for every type of a game that can hold hidden cards, sealed submissions, bids or draws: text formatted with
/// `{:?}` can reach a log or a panic message.
///
/// ```
/// struct Bid(u8);
/// tinsel_engine::redacted!(Bid);
/// assert_eq!(format!("{:?}", Bid(7)), "Bid(…)");
/// ```
#[macro_export]
macro_rules! redacted {
    ($($of:ident),+ $(,)?) => {$(
        impl ::core::fmt::Debug for $of {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(concat!(stringify!($of), "(…)"))
            }
        }
    )+};
}
