//! Options and actions, described for creators of matches and for client developers.

use tinsel_engine::{ActionFacts, OptionFacts, PhaseFacts};

use crate::components::Phase;

/// The options, in the order in which they are checked (section 4 of the rules).
pub(crate) const OPTIONS: &[OptionFacts] = &[
    OptionFacts {
        name: "seats",
        meaning: "how many play; asked for as the match's number of seats, beside its configuration",
        default: "6",
        valid: "3 to 20",
    },
    OptionFacts {
        name: "starting_chips",
        meaning: "the Jingle Chips each seat starts with; public",
        default: "0: by the book, 10 each for up to 10 players and 12 each for more",
        valid: "0, or 1 to 99",
    },
    OptionFacts {
        name: "gift_names",
        meaning: "what the gifts are; dealt to the wrappings at random, each shown when it is opened, and never before",
        default: "empty: \"Gift 1\", \"Gift 2\" and so on",
        valid: "empty, or one name for each player, of 1 to 80 characters after trimming, without control characters",
    },
    OptionFacts {
        name: "head_elf_seat",
        meaning: "who is Head Elf at the start; public",
        default: "0",
        valid: "0 to the number of players less 1",
    },
    OptionFacts {
        name: "duel_methods",
        meaning: "how duels can be fought, in the order in which Defenders are asked; public",
        default: "empty: COIN_FLIP, DICE_ROLL_OFF, HIGH_CARD, ROCK_PAPER_SCISSORS",
        valid: "COIN_FLIP, DICE_ROLL_OFF, HIGH_CARD, ROCK_PAPER_SCISSORS and REPORTED, each at most once",
    },
    OptionFacts {
        name: "rps_max_rounds",
        meaning: "after how many tied rounds of rock-paper-scissors a coin decides; public",
        default: "0: 5 rounds",
        valid: "0, or 1 to 20",
    },
    OptionFacts {
        name: "scoring",
        meaning: "whether the match is ranked, by what gifts are worth to each seat in secret; public",
        default: "NONE",
        valid: "NONE or WISH_POINTS",
    },
];

/// The actions that a seat can owe (sections 6 and 9 of the rules).
pub(crate) const ACTIONS: &[ActionFacts] = &[
    ActionFacts {
        name: OPEN,
        meaning: "owed by the Opener of a Main Game turn: which wrapped gift to open",
        default: "the wrapped gift with the lowest number",
        fields: &[OPEN],
    },
    ActionFacts {
        name: BID,
        meaning: "owed by every seat with chips but for whose turn it is: a sealed bid, 0 for none",
        default: "0",
        fields: &[BID],
    },
    ActionFacts {
        name: RESPOND_TO_BID,
        meaning: "owed by the Opener if there are two Challengers: stand and duel the first, or yield the gift to their \
                  duel",
        default: "it stands",
        fields: &[RESPOND_TO_BID],
    },
    ActionFacts {
        name: GAMBIT,
        meaning: "owed by the Opener or the last player if nobody bid: keep the gift, or pay to challenge for a gift \
                  that another seat holds",
        default: "it keeps the gift",
        fields: &[GAMBIT],
    },
    ActionFacts {
        name: CHOOSE_METHOD,
        meaning: "owed by the Defender of a duel if several methods are in play: how it is fought",
        default: "the first method of the match's list",
        fields: &[CHOOSE_METHOD],
    },
    ActionFacts {
        name: MAKE_THROW,
        meaning: "owed by both duelists in each round of rock-paper-scissors, in secret",
        default: "a throw by chance",
        fields: &[MAKE_THROW],
    },
    ActionFacts {
        name: REPORT,
        meaning: "owed by both duelists of a duel that is fought away from the service, in secret: who won",
        default: "no report",
        fields: &[REPORT],
    },
    ActionFacts {
        name: VERDICT,
        meaning: "owed by the Head Elf if the duelists' reports differ, or there is none: who won",
        default: "a coin decides",
        fields: &[VERDICT],
    },
    ActionFacts {
        name: DISCARD,
        meaning: "owed by a loser who holds two gifts: which one goes to the Misfit pile",
        default: "the gift just received",
        fields: &[DISCARD],
    },
    ActionFacts {
        name: REPRISAL,
        meaning: "owed by the loser of a standard duel, a Gambit or the turn's first Reprisal, in the Main Game: \
                  decline, or pay to challenge for a gift",
        default: "it declines",
        fields: &[REPRISAL],
    },
    ActionFacts {
        name: CHOOSE_PATH,
        meaning: "owed by the Active player of a Lottery turn: pay to challenge for a held gift, or let the others bid \
                  on the Target Misfit",
        default: "the auction",
        fields: &[CHOOSE_PATH],
    },
    ActionFacts {
        name: CHOOSE_DEFENDER,
        meaning: "owed by the Active player of a Lottery turn if nobody bid: whom to duel for the Target Misfit",
        default: "the seat with the next number, after the last one seat 0",
        fields: &[CHOOSE_DEFENDER],
    },
];

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

/// The phases, which can have durations of their own (section 5 of the rules).
pub(crate) const PHASES: &[PhaseFacts] = &[
    PhaseFacts {
        name: Phase::Opening.name(),
        meaning: "the Opener opens a gift",
    },
    PhaseFacts {
        name: Phase::Bidding.name(),
        meaning: "sealed bids",
    },
    PhaseFacts {
        name: Phase::YieldChoice.name(),
        meaning: "the Opener stands or yields",
    },
    PhaseFacts {
        name: Phase::GambitChoice.name(),
        meaning: "nobody bid: the Opener keeps its gift or challenges",
    },
    PhaseFacts {
        name: Phase::PathChoice.name(),
        meaning: "Misfit Lottery: the Active player steals or opens an auction",
    },
    PhaseFacts {
        name: Phase::DefenderChoice.name(),
        meaning: "Misfit Lottery: the Active player names a Defender",
    },
    PhaseFacts {
        name: Phase::DuelMethod.name(),
        meaning: "the Defender chooses how a duel is fought",
    },
    PhaseFacts {
        name: Phase::DuelThrow.name(),
        meaning: "both duelists throw in secret",
    },
    PhaseFacts {
        name: Phase::DuelReport.name(),
        meaning: "both duelists report the winner in secret",
    },
    PhaseFacts {
        name: Phase::DuelVerdict.name(),
        meaning: "the Head Elf decides between two reports",
    },
    PhaseFacts {
        name: Phase::DiscardChoice.name(),
        meaning: "the loser of a duel gives one of two gifts away",
    },
    PhaseFacts {
        name: Phase::ReprisalChoice.name(),
        meaning: "the loser of a duel may challenge once more",
    },
];
