//! What can be wrong with the toy: one number for each mistake.

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
    /// Waiting leaves out the last seat.
    WAITS_FOR_FEWER = 3;
    /// A spectator is told what the default does.
    WAITING_TELLS = 4;
    /// Legal offers one chip too many.
    OFFERS_TOO_MUCH = 5;
    /// A bid of four is accepted from whoever has three chips.
    ACCEPTS_TOO_MUCH = 6;
    /// A seat may seal again.
    SEALS_TWICE = 7;
    /// A refused bid draws.
    REFUSAL_DRAWS = 8;
    /// The lowest integer overflows.
    PANICS = 9;
    /// A refusal has a code of its own.
    UNKNOWN_CODE = 10;
    /// A refusal blames the match for a malformed bid.
    WRONG_FAULT = 11;
    /// A refusal says nothing.
    SILENT = 12;
    /// Somebody may bid when all is over.
    AFTER_END = 13;
    /// A clock decides who wins a tie.
    OWN_CHANCE = 14;
    /// Copies share a counter.
    SHARED = 15;
    /// The round is not saved as it is.
    NOT_SAVED = 16;
    /// Saves of the first version are not understood.
    OLD_SAVES = 17;
    /// The state is big.
    BIG = 18;
    /// The view tells whether anybody bid more than one chip.
    VIEW_LEAKS = 19;
    /// Legal tells how many chips are out.
    LEGAL_LEAKS = 20;
    /// A refusal tells the highest bid.
    REFUSAL_LEAKS = 21;
    /// Waiting tells everybody what the default of a seat does, which depends on its chips.
    WAITING_LEAKS = 22;
    /// Everybody is told the amount that is sealed.
    EVENT_LEAKS = 23;
    /// Seats are told the bids, spectators are not.
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
    /// The first deal is told to everybody.
    START_LEAKS = 37;
    /// A later deal is told to everybody.
    DEAL_LEAKS = 38;
    /// There are no files.
    NO_FILES = 39;
    /// No world is ever dealt anew.
    NEVER_REDEALS = 40;
    /// It says that nothing is hidden, and redeals.
    SAYS_OPEN = 41;
    /// A seat that has sealed is offered to seal again, and may.
    OFFERS_AGAIN = 42;
    /// The same, and declared.
    VOLUNTEERS = 43;
    /// The seats beyond the table may bid for the first one.
    STRANGERS = 44;
    /// A player count beyond the table's is taken for fewer.
    SEATS_WRAP = 45;
    /// The outcome ignores forfeits.
    FORFEITS_WIN = 46;
    /// A secret step leaves one of its seats out.
    STEP_OF_FEWER = 47;
    /// An event shows a default.
    DEFAULT_SHOWS = 48;
}
