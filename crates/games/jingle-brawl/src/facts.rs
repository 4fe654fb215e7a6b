//! Actions and phases, described for creators of matches and for client developers.

use tinsel_engine::{ActionFacts, DefaultFacts, PhaseFacts};

use crate::components::Phase;

pub(crate) const OPEN: &str = "open";
pub(crate) const BID: &str = "bid";
pub(crate) const RESPOND_TO_BID: &str = "respond_to_bid";
pub(crate) const GAMBIT: &str = "gambit";
pub(crate) const CHOOSE_METHOD: &str = "choose_method";
pub(crate) const MAKE_THROW: &str = "make_throw";
pub(crate) const REPORT: &str = "report";
pub(crate) const VERDICT: &str = "verdict";
pub(crate) const DISCARD: &str = "discard";
pub(crate) const REPRISAL: &str = "reprisal";
pub(crate) const CHOOSE_PATH: &str = "choose_path";
pub(crate) const CHOOSE_DEFENDER: &str = "choose_defender";

pub(crate) const LOWEST_GIFT: DefaultFacts =
    DefaultFacts::new(OPEN, "LOWEST_GIFT", "Opens the wrapped gift with the lowest number.");
pub(crate) const NO_BID: DefaultFacts = DefaultFacts::new(BID, "NO_BID", "Bids 0, which is no bid.");
pub(crate) const STAND: DefaultFacts = DefaultFacts::new(RESPOND_TO_BID, "STAND", "Stands and duels Challenger 1.");
pub(crate) const KEEP: DefaultFacts = DefaultFacts::new(GAMBIT, "KEEP", "Keeps the gift.");
pub(crate) const FIRST_METHOD: DefaultFacts = DefaultFacts::new(
    CHOOSE_METHOD,
    "FIRST_METHOD",
    "Chooses the first method of the match's list.",
);
pub(crate) const RANDOM_THROW: DefaultFacts = DefaultFacts::new(
    MAKE_THROW,
    "RANDOM_THROW",
    "Rock, paper or scissors is thrown by chance.",
);
pub(crate) const NO_REPORT: DefaultFacts = DefaultFacts::new(
    REPORT,
    "NO_REPORT",
    "No report is made; the other duelist's stands, if there is one.",
);
pub(crate) const COIN: DefaultFacts =
    DefaultFacts::new(VERDICT, "COIN", "A coin decides: heads, and the Challenger wins.");
pub(crate) const DISCARD_RECEIVED: DefaultFacts =
    DefaultFacts::new(DISCARD, "DISCARD_RECEIVED", "Discards the gift just received.");
pub(crate) const DECLINE: DefaultFacts = DefaultFacts::new(REPRISAL, "DECLINE", "Declines the Reprisal.");
pub(crate) const AUCTION: DefaultFacts = DefaultFacts::new(CHOOSE_PATH, "AUCTION", "Takes Path B, the auction.");
pub(crate) const NEXT_SEAT: DefaultFacts = DefaultFacts::new(
    CHOOSE_DEFENDER,
    "NEXT_SEAT",
    "Names the next seat clockwise, the seat with the next number.",
);

/// The defaults of inactive seats (section 9 of the rules).
pub(crate) const DEFAULTS: &[DefaultFacts] = &[
    LOWEST_GIFT,
    NO_BID,
    STAND,
    KEEP,
    FIRST_METHOD,
    RANDOM_THROW,
    NO_REPORT,
    COIN,
    DISCARD_RECEIVED,
    DECLINE,
    AUCTION,
    NEXT_SEAT,
];

/// The actions of pending decisions (sections 6 and 9 of the rules).
pub(crate) const ACTIONS: &[ActionFacts] = &[
    ActionFacts {
        name: OPEN,
        meaning: "the Opener of a Main Game turn: the wrapped gift to open",
        default: LOWEST_GIFT.sentence,
        fields: &[OPEN],
    },
    ActionFacts {
        name: BID,
        meaning: "every seat with chips except the one at its turn: a sealed bid, or 0 for no bid",
        default: NO_BID.sentence,
        fields: &[BID],
    },
    ActionFacts {
        name: RESPOND_TO_BID,
        meaning: "the Opener, if there are two Challengers: stand and duel the first one, or yield the gift to \
                  their duel",
        default: STAND.sentence,
        fields: &[RESPOND_TO_BID],
    },
    ActionFacts {
        name: GAMBIT,
        meaning: "the Opener or the last player, if there is no bid: keep the gift, or pay to challenge for a gift \
                  of another seat",
        default: KEEP.sentence,
        fields: &[GAMBIT],
    },
    ActionFacts {
        name: CHOOSE_METHOD,
        meaning: "the Defender of a duel, if several methods are possible: the method",
        default: FIRST_METHOD.sentence,
        fields: &[CHOOSE_METHOD],
    },
    ActionFacts {
        name: MAKE_THROW,
        meaning: "both duelists, in each round of rock-paper-scissors, in secret: rock, paper or scissors",
        default: RANDOM_THROW.sentence,
        fields: &[MAKE_THROW],
    },
    ActionFacts {
        name: REPORT,
        meaning: "both duelists of a duel that they play in person, in secret: the winner",
        default: NO_REPORT.sentence,
        fields: &[REPORT],
    },
    ActionFacts {
        name: VERDICT,
        meaning: "the Head Elf, if the reports of the duelists differ or are both missing: the winner",
        default: COIN.sentence,
        fields: &[VERDICT],
    },
    ActionFacts {
        name: DISCARD,
        meaning: "a loser with two gifts: the gift that goes to the Misfit pile",
        default: DISCARD_RECEIVED.sentence,
        fields: &[DISCARD],
    },
    ActionFacts {
        name: REPRISAL,
        meaning: "the loser of a standard duel, a Gambit or the first Reprisal of a turn, in the Main Game: \
                  decline, or pay to challenge for a gift",
        default: DECLINE.sentence,
        fields: &[REPRISAL],
    },
    ActionFacts {
        name: CHOOSE_PATH,
        meaning: "the Active player of a Lottery turn: pay to challenge for a held gift, or start an auction of the \
                  Target Misfit",
        default: AUCTION.sentence,
        fields: &[CHOOSE_PATH],
    },
    ActionFacts {
        name: CHOOSE_DEFENDER,
        meaning: "the Active player of a Lottery turn, if there is no bid: the opponent of a duel for the Target \
                  Misfit",
        default: NEXT_SEAT.sentence,
        fields: &[CHOOSE_DEFENDER],
    },
];

/// The phases, which can have durations of their own (section 5 of the rules).
pub(crate) const PHASES: &[PhaseFacts] = &[
    PhaseFacts::new(Phase::Opening.name(), "the Opener opens a gift"),
    PhaseFacts::new(Phase::Bidding.name(), "sealed bids"),
    PhaseFacts::new(Phase::YieldChoice.name(), "the Opener stands or yields"),
    PhaseFacts::new(
        Phase::GambitChoice.name(),
        "there is no bid: the Opener keeps its gift or challenges",
    ),
    PhaseFacts::new(
        Phase::PathChoice.name(),
        "Misfit Lottery: the Active player steals or opens an auction",
    ),
    PhaseFacts::new(
        Phase::DefenderChoice.name(),
        "Misfit Lottery: the Active player names a Defender",
    ),
    PhaseFacts::new(Phase::DuelMethod.name(), "the Defender chooses the method of a duel"),
    PhaseFacts::new(Phase::DuelThrow.name(), "both duelists throw in secret"),
    PhaseFacts::new(Phase::DuelReport.name(), "both duelists report the winner in secret"),
    PhaseFacts::new(Phase::DuelVerdict.name(), "the Head Elf decides between two reports"),
    PhaseFacts::new(
        Phase::DiscardChoice.name(),
        "the loser of a duel gives one of two gifts away",
    ),
    PhaseFacts::new(
        Phase::ReprisalChoice.name(),
        "the loser of a duel may challenge once more",
    ),
];
