//! The names of all draws, for the rules and for scripts of draws (JB-R60).

/// Assigns names to gifts: a shuffle.
pub const GIFT_NAMES: &str = "JB-4 gift names";
/// Assigns wish points: a shuffle for each seat.
pub const WISH_POINTS: &str = "JB-R57 wish points";
/// The draw of a name from the bag.
pub const NAME: &str = "JB-16 name";
/// One of three or more seats that share the highest bid.
pub const TIED_DUELIST: &str = "JB-42 tied duelist";
/// Challenger 2 among those that share the second-highest bid.
pub const SECOND_CHALLENGER: &str = "JB-41 Challenger 2";
/// A coin: 0 is heads.
pub const COIN: &str = "JB-R60 coin";
/// A die: the number less 1.
pub const DIE: &str = "JB-R60 die";
/// A card of the remaining deck, low to high.
pub const CARD: &str = "JB-R60 card";
/// The throw of a seat after its clock ran out: rock, paper, scissors.
pub const THROW: &str = "JB-R60 throw";
