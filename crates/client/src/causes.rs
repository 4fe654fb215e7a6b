//! The chain of causes of an error.

use std::{error::Error, iter};

/// An error and its causes, from the outermost to the innermost.
pub(crate) fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(Some(error), |error| (*error).source())
}
