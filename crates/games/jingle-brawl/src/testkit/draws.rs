//! What is drawn, by name, for scripts of draws (JB-R60).

use crate::rules::draws;

/// The dealing of names to gifts: a shuffle.
pub const GIFT_NAMES: &str = draws::GIFT_NAMES;
/// The dealing of wish points: a shuffle for each seat.
pub const WISH_POINTS: &str = draws::WISH_POINTS;
/// The name that is drawn.
pub const NAME: &str = draws::NAME;
/// One of three or more seats that share the highest bid.
pub const TIED_DUELIST: &str = draws::TIED_DUELIST;
/// Challenger 2 among those that share the second-highest bid.
pub const SECOND_CHALLENGER: &str = draws::SECOND_CHALLENGER;
/// A coin: 0 is heads.
pub const COIN: &str = draws::COIN;
/// A die: the number less 1.
pub const DIE: &str = draws::DIE;
/// A card among those left, low to high.
pub const CARD: &str = draws::CARD;
/// The throw of a seat whose clock ran out: rock, paper, scissors.
pub const THROW: &str = draws::THROW;
