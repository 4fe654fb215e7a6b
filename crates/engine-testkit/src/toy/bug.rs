//! The mistakes of the toy: one number for each.

use std::collections::BTreeSet;

use tinsel_engine::{Outcome, Standing};

macro_rules! bugs {
    ($($(#[$doc:meta])* $name:ident = $number:literal;)*) => {
        $($(#[$doc])* pub const $name: u8 = $number;)*
    };
}

bugs! {
    NONE = 0;
    /// `decisions_max` is one too small.
    ENDS_LATE = 1;
    /// The last round has an outcome before it is played.
    OUTCOME_EARLY = 2;
    /// `waiting` omits the last seat.
    WAITS_FOR_FEWER = 3;
    /// A spectator sees the action of the default.
    WAITING_TELLS = 4;
    /// Legal actions contain one chip too many.
    OFFERS_TOO_MUCH = 5;
    /// The game accepts a bid of four from a seat with three chips.
    ACCEPTS_TOO_MUCH = 6;
    /// A seat may seal again.
    SEALS_TWICE = 7;
    /// A refused bid draws.
    REFUSAL_DRAWS = 8;
    /// The lowest integer overflows.
    PANICS = 9;
    /// A refusal has a code that is not in the catalogue.
    UNKNOWN_CODE = 10;
    /// A refusal blames the match for a malformed bid.
    WRONG_FAULT = 11;
    /// A refusal has an empty sentence.
    SILENT = 12;
    /// A seat may bid after the end.
    AFTER_END = 13;
    /// A clock decides ties.
    OWN_CHANCE = 14;
    /// Copies share a counter.
    SHARED = 15;
    /// The round is saved wrongly.
    NOT_SAVED = 16;
    /// Saves of the first version do not load.
    OLD_SAVES = 17;
    /// The state is big.
    BIG = 18;
    /// The view shows whether a seat bid more than one chip.
    VIEW_LEAKS = 19;
    /// Legal actions show the number of chips in play.
    LEGAL_LEAKS = 20;
    /// A refusal shows the highest bid.
    REFUSAL_LEAKS = 21;
    /// Pending decisions show every viewer the default action of a seat, which depends on its chips.
    WAITING_LEAKS = 22;
    /// All viewers receive the sealed amount.
    EVENT_LEAKS = 23;
    /// Seats receive the bids, spectators do not.
    SPECTATOR_MISSES = 24;
    /// A spectator sees the chips of the first seat.
    SPECTATOR_KNOWS = 25;
    /// Defaults change nothing.
    DEFAULT_IDLE = 26;
    /// The default is named as a bid that is refused.
    DEFAULT_ILLEGAL = 27;
    /// The default of a seat is refused.
    DEFAULT_REFUSED = 28;
    /// Ranks after a tie are not skipped.
    DENSE_RANKS = 29;
    /// Points count twice in the end.
    DOUBLE_SCORE = 30;
    /// The first of equal bids wins.
    FIRST_WINS = 31;
    /// Four rounds can be played.
    FOUR_ROUNDS = 32;
    /// The wrong option is blamed.
    WRONG_OPTION = 33;
    /// In the second round, a bid of two chips by seat 1 after seat 0 has sealed is worth a point.
    PLANTED = 34;
    /// A seat that has sealed has a default.
    DEFAULT_AGAIN = 35;
    /// The transcript's words differ.
    OTHER_FLOW = 36;
    /// All viewers receive the first deal.
    START_LEAKS = 37;
    /// All viewers receive a later deal.
    DEAL_LEAKS = 38;
    /// There are no files.
    NO_FILES = 39;
    /// The subject never gives another world.
    NEVER_REDEALS = 40;
    /// The subject declares that nothing is hidden, and redeals.
    SAYS_OPEN = 41;
    /// A seat that has sealed may seal again, and its legal actions show this.
    OFFERS_AGAIN = 42;
    /// The same, and the subject declares volunteers.
    VOLUNTEERS = 43;
    /// A seat that the match does not have may bid for the first seat.
    STRANGERS = 44;
    /// A seat count beyond the maximum wraps to a smaller one.
    SEATS_WRAP = 45;
    /// The outcome ignores forfeits.
    FORFEITS_WIN = 46;
    /// A secret step omits one of its seats.
    STEP_OF_FEWER = 47;
    /// An event shows a default.
    DEFAULT_SHOWS = 48;
    /// A form offers one chip too many.
    FORM_OFFERS_TOO_MUCH = 49;
    /// The answer of a bid is another bid.
    ANSWER_DIFFERS = 50;
    /// The scene omits the own bid.
    SCENE_OMITS = 51;
    /// A sentence uses its key for two patterns.
    KEY_TWICE = 52;
    /// A scene names a component that does not exist.
    NO_COMPONENT = 53;
    /// A card gets a new ID in each round.
    NEW_IDS = 54;
    /// Two cards have the same ID.
    SAME_IDS = 55;
    /// The subject begins with another setup than the default one.
    DEFAULT_LATER = 56;
    /// The seat that seals last gets a point.
    LAST_WINS = 57;
}

/// Ranks 1, 2, 2, 3 instead of 1, 2, 2, 4.
pub(super) fn rank_densely(outcome: &mut Outcome) {
    let ranks: BTreeSet<u8> = outcome.standings.iter().map(|standing| standing.rank).collect();
    let dense = |rank: u8| u8::try_from(ranks.iter().filter(|other| **other <= rank).count()).unwrap();
    outcome.standings = outcome.standings.map(|_, standing| Standing {
        rank: dense(standing.rank),
        ..standing.clone()
    });
}
