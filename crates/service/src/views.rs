//! What each viewer sees of a match: as data, as a scene and a form, and in sentences.

pub(crate) mod disclosure;
pub(crate) mod narrator;
mod platform_sentences;
pub(crate) mod presented;
pub(crate) mod show;
