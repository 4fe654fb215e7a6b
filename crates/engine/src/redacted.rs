//! `Debug` of types that hold hidden information.

/// Implements `Debug` for types so that it shows their names and nothing else, such as `Move(…)`.
///
/// For every type of a game that can hold hidden cards, sealed submissions, bids or chance: whatever is formatted with
/// `{:?}` may end in a log or in the message of a panic.
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
