//! Branches that a rule forbids.

/// Marks a branch that cannot be reached, with the rule that forbids it.
///
/// In builds with debug assertions it panics, so that a test finds the mistake. In release builds it does nothing and
/// the code after it must be a safe fallback: a broken match is better than a broken process.
///
/// ```should_panic
/// tinsel_engine::never!("PM-4: only an owing seat resolves");
/// ```
#[macro_export]
macro_rules! never {
    ($rule:expr) => {
        $crate::impossible($rule)
    };
}

/// The body of [`never!`]; call the macro instead.
///
/// # Panics
///
/// With debug assertions, always.
#[track_caller]
pub fn impossible(rule: &str) {
    #[cfg(debug_assertions)]
    #[expect(clippy::panic, reason = "stopping a test is the purpose")]
    {
        panic!("this cannot happen: {rule}");
    }
    #[cfg(not(debug_assertions))]
    {
        let _ = rule;
    }
}
