//! Why an action is refused.

mod catalogue;

use std::borrow::Cow;

use tinsel_engine::{Fault, Reason, RejectCode};

use crate::{
    action::Action,
    components::{Gift, Phase, Value},
};

/// Why an action is refused. The sentences are the specification's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The match is over.
    #[error("The match has ended.")]
    MatchOver,
    /// The seat has nothing to decide.
    #[error("You owe no decision now.")]
    NotYourDecision {
        /// What the match waits for.
        phase: Phase,
    },
    /// The action answers another decision.
    #[error("This action is not one of the answers to the decision you owe.")]
    WrongPhase {
        /// The rule that says when the action can be used.
        rule: &'static str,
    },
    /// A seat that the match does not have.
    #[error("There is no such seat in this match.")]
    SeatUnknown {
        /// Where it was named.
        named: Named,
    },
    /// The seat itself, where another one is needed.
    #[error("Choose another player.")]
    SelfTarget {
        /// Where it was named.
        named: Named,
    },
    /// A value that no gift has.
    #[error("Gift values are 1 to 12.")]
    ValueOutOfRange {
        /// Where it was named.
        named: Named,
        /// What was named.
        value: u32,
    },
    /// Elves without a gift to copy.
    #[error("A gift play needs at least one real gift card; Elves only copy one.")]
    GiftRequired,
    /// More Elves than there are.
    #[error("The number of Elves must be 0 to {elves}.")]
    CountOutOfRange {
        /// How many there are.
        elves: u8,
    },
    /// Cards that the seat does not hold.
    #[error("You do not hold the cards named.")]
    CardNotInHand {
        /// What was to be played.
        named: Named,
    },
    /// Another number of cards than the round's.
    #[error("This round is played with sets of {count} cards.")]
    WrongCount {
        /// The round's.
        count: u8,
    },
    /// A value that does not beat.
    #[error("The value must be higher than {top}.")]
    ValueTooLow {
        /// What is to be beaten.
        top: Value,
    },
    /// Zeros without a card.
    #[error("Name at least one card.")]
    EmptyPlay,
    /// Something else than a special card among the zeros.
    #[error("Only special cards can be played as zeros.")]
    NotASpecial {
        /// Which.
        card: usize,
    },
    /// Zeros on top of something.
    #[error("Zeros beat nothing; they can only be led.")]
    NotLeading,
    /// Zeros of a seat that has gifts.
    #[error("You may play special cards as gifts only when you hold no gift card.")]
    GiftsStillHeld,
    /// A pass of a seat that leads.
    #[error("You lead: play at least one card.")]
    MustLead,
    /// A Mouse on an empty table.
    #[error("The Mouse needs a play on the table.")]
    NothingInPlay,
    /// A Ghost after something else than a play that stands.
    #[error("The Ghost can only follow a turn whose play still stands.")]
    NoGiftJustPlayed,
    /// The Tree begins with nobody who is known.
    #[error("deal_first must be SELF or LEFT.")]
    BadDirection,
    /// Scrooge names a seat that is out.
    #[error("That player is out of this deal.")]
    TargetOut,
    /// Scrooge names a seat that gave a gift, or did not pass.
    #[error("Name a player who passed in the last round without playing gift cards.")]
    TargetNotAMiser,
    /// "Final Gift!" without being down to one card.
    #[error("This action does not leave you with exactly one card.")]
    FinalGiftNotDue,
    /// A decline for longer than can be declined here.
    #[error("The scope must be WINDOW, or in a Holly window ROUND or DEAL.")]
    ScopeNotAllowed,
    /// A withdrawal of nothing.
    #[error("You have no standing decline.")]
    NoStandingDecline,
}

/// What something was named in: an action, or a part of one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// `PlayFruitcake`.
    Fruitcake,
    /// `PlayGifts`, of a seat that leads.
    Lead,
    /// `PlayGifts`, of a seat that follows.
    Follow,
    /// The Elves of `PlayGifts`.
    Elves,
    /// `PlayZeros`.
    Zeros,
    /// `PlaySanta`, or Santa in `PlayGifts`.
    Santa,
    /// `PlayCarol`.
    Carol,
    /// `PlayMouse`.
    Mouse,
    /// `PlayGhost`.
    Ghost,
    /// `PlayTree`.
    Tree,
    /// `PlayScrooge`.
    Scrooge,
}

tinsel_engine::redacted!(Named);

impl Named {
    /// The rule of the card that is played so.
    const fn rule(self) -> &'static str {
        match self {
            Self::Fruitcake => "SS-58",
            Self::Lead => "SS-12",
            Self::Follow => "SS-14",
            Self::Elves => "SS-R56",
            Self::Zeros => "SS-29",
            Self::Santa => "SS-33",
            Self::Carol => "SS-44",
            Self::Mouse => "SS-45",
            Self::Ghost => "SS-46",
            Self::Tree => "SS-63",
            Self::Scrooge => "SS-64",
        }
    }
}

impl Rejected {
    /// An action that answers another decision than the one that is owed.
    pub(crate) const fn wrong_phase(action: &Action) -> Self {
        let rule = match action {
            Action::PlayFruitcake { .. } => "SS-58",
            Action::PlayGifts { .. } | Action::PlayZeros { .. } | Action::Pass => "SS-23",
            Action::PlaySanta { .. } => "SS-26",
            Action::PlayCarol { .. } | Action::PlayMouse { .. } | Action::PlayGhost { .. } => "SS-34",
            Action::PlayTree { .. } | Action::PlayScrooge { .. } => "SS-59",
            Action::Decline { .. } => "SS-40",
            Action::WithdrawDecline => "SS-75",
        };
        Self::WrongPhase { rule }
    }
}

impl RejectCode for Rejected {
    const CATALOGUE: &'static [Reason] = catalogue::REASONS;

    fn code(&self) -> &'static str {
        match self {
            Self::MatchOver => "MATCH_OVER",
            Self::NotYourDecision { .. } => "NOT_YOUR_DECISION",
            Self::WrongPhase { .. } => "WRONG_PHASE",
            Self::SeatUnknown { .. } => "SEAT_UNKNOWN",
            Self::SelfTarget { .. } => "SELF_TARGET",
            Self::ValueOutOfRange { .. } => "VALUE_OUT_OF_RANGE",
            Self::GiftRequired => "GIFT_REQUIRED",
            Self::CountOutOfRange { .. } => "COUNT_OUT_OF_RANGE",
            Self::CardNotInHand { .. } => "CARD_NOT_IN_HAND",
            Self::WrongCount { .. } => "WRONG_COUNT",
            Self::ValueTooLow { .. } => "VALUE_TOO_LOW",
            Self::EmptyPlay => "EMPTY_PLAY",
            Self::NotASpecial { .. } => "NOT_A_SPECIAL",
            Self::NotLeading => "NOT_LEADING",
            Self::GiftsStillHeld => "GIFTS_STILL_HELD",
            Self::MustLead => "MUST_LEAD",
            Self::NothingInPlay => "NOTHING_IN_PLAY",
            Self::NoGiftJustPlayed => "NO_GIFT_JUST_PLAYED",
            Self::BadDirection => "BAD_DIRECTION",
            Self::TargetOut => "TARGET_OUT",
            Self::TargetNotAMiser => "TARGET_NOT_A_MISER",
            Self::FinalGiftNotDue => "FINAL_GIFT_NOT_DUE",
            Self::ScopeNotAllowed => "SCOPE_NOT_ALLOWED",
            Self::NoStandingDecline => "NO_STANDING_DECLINE",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::MatchOver => "SS-70",
            Self::NotYourDecision { phase } => match phase {
                Phase::Fruitcake => "SS-58",
                Phase::Turn => "SS-23",
                Phase::Holly => "SS-39",
                Phase::Snow => "SS-61",
                Phase::Over => "SS-70",
            },
            Self::WrongPhase { rule } => rule,
            Self::SeatUnknown { named } | Self::SelfTarget { named } | Self::CardNotInHand { named } => named.rule(),
            Self::ValueOutOfRange { .. } => "SS-8",
            Self::GiftRequired => "SS-27",
            Self::CountOutOfRange { .. } => "SS-R1",
            Self::WrongCount { .. } | Self::ValueTooLow { .. } => "SS-14",
            Self::EmptyPlay | Self::NotASpecial { .. } | Self::NotLeading | Self::GiftsStillHeld => "SS-29",
            Self::MustLead => "SS-13",
            Self::NothingInPlay => "SS-45",
            Self::NoGiftJustPlayed => "SS-46",
            Self::BadDirection => "SS-63",
            Self::TargetOut | Self::TargetNotAMiser => "SS-64",
            Self::FinalGiftNotDue => "SS-50",
            Self::ScopeNotAllowed => "SS-40",
            Self::NoStandingDecline => "SS-75",
        }
    }

    fn limit(&self) -> Option<u64> {
        match self {
            Self::ValueOutOfRange { value: 0, .. } | Self::GiftRequired | Self::EmptyPlay => Some(1),
            Self::ValueOutOfRange { .. } => Gift::ALL.last().map(|gift| u64::from(gift.get())),
            Self::CountOutOfRange { elves } => Some(u64::from(*elves)),
            Self::WrongCount { count } => Some(u64::from(*count)),
            Self::ValueTooLow { top } => Some(u64::from(top.get().saturating_add(1))),
            Self::MatchOver
            | Self::NotYourDecision { .. }
            | Self::WrongPhase { .. }
            | Self::SeatUnknown { .. }
            | Self::SelfTarget { .. }
            | Self::CardNotInHand { .. }
            | Self::NotASpecial { .. }
            | Self::NotLeading
            | Self::GiftsStillHeld
            | Self::MustLead
            | Self::NothingInPlay
            | Self::NoGiftJustPlayed
            | Self::BadDirection
            | Self::TargetOut
            | Self::TargetNotAMiser
            | Self::FinalGiftNotDue
            | Self::ScopeNotAllowed
            | Self::NoStandingDecline => None,
        }
    }

    fn fault(&self) -> Fault {
        let malformed = |field: &'static str| Fault::Malformed {
            field: Cow::Borrowed(field),
        };
        match self {
            Self::ValueOutOfRange {
                named: Named::Fruitcake,
                ..
            } => malformed("play_fruitcake.value"),
            Self::ValueOutOfRange { .. } => malformed("play_gifts.value"),
            Self::GiftRequired => malformed("play_gifts.gifts"),
            Self::EmptyPlay => malformed("play_zeros.cards"),
            Self::NotASpecial { card } => Fault::Malformed {
                field: Cow::Owned(format!("play_zeros.cards[{card}]")),
            },
            Self::BadDirection => malformed("play_tree.deal_first"),
            Self::MatchOver
            | Self::NotYourDecision { .. }
            | Self::WrongPhase { .. }
            | Self::SeatUnknown { .. }
            | Self::SelfTarget { .. }
            | Self::CountOutOfRange { .. }
            | Self::CardNotInHand { .. }
            | Self::WrongCount { .. }
            | Self::ValueTooLow { .. }
            | Self::NotLeading
            | Self::GiftsStillHeld
            | Self::MustLead
            | Self::NothingInPlay
            | Self::NoGiftJustPlayed
            | Self::TargetOut
            | Self::TargetNotAMiser
            | Self::FinalGiftNotDue
            | Self::ScopeNotAllowed
            | Self::NoStandingDecline => Fault::Refused,
        }
    }
}
