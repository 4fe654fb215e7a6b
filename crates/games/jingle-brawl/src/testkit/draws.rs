//! What is drawn, by name, for scripts of draws (JB-R60).

pub use crate::rules::draws::{CARD, COIN, DIE, GIFT_NAMES, NAME, SECOND_CHALLENGER, THROW, TIED_DUELIST, WISH_POINTS};
