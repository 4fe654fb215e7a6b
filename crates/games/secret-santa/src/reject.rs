//! Why an action is refused.

mod catalogue;

use tinsel_engine::{Reason, RejectCode, RejectInfo};

use crate::{
    action::Action,
    components::{Gift, Phase, Value},
};

/// Why an action is refused. The sentences come from the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The match is over.
    #[error("The match has ended.")]
    MatchOver,
    /// The seat has no pending decision.
    #[error("You have no pending decision.")]
    NotYourDecision {
        /// The phase of the match.
        phase: Phase,
    },
    /// The action belongs to another decision.
    #[error("This action does not belong to your pending decision.")]
    WrongPhase {
        /// The rule that states when the action is possible.
        rule: &'static str,
    },
    /// A seat that the match does not have.
    #[error("There is no such seat in this match.")]
    SeatUnknown {
        /// The part of the action that names it.
        named: Named,
    },
    /// The action names the seat itself, but needs another one.
    #[error("Choose another player.")]
    SelfTarget {
        /// The part of the action that names it.
        named: Named,
    },
    /// A value that no gift has.
    #[error("Gift values are 1 to 12.")]
    ValueOutOfRange {
        /// The part of the action that names it.
        named: Named,
        /// The named value.
        value: u32,
    },
    /// Elves without a gift to copy.
    #[error("A gift play needs at least one real gift card; Elves only copy one.")]
    GiftRequired,
    /// More Elves than the deck has.
    #[error("The number of Elves must be 0 to {elves}.")]
    CountOutOfRange {
        /// The number of Elves in the deck.
        elves: u8,
    },
    /// Cards that the seat does not hold.
    #[error("You do not hold the cards named.")]
    CardNotInHand {
        /// The play with the missing cards.
        named: Named,
    },
    /// A number of cards that differs from the round's.
    #[error("This round is played with sets of {count} cards.")]
    WrongCount {
        /// The required number.
        count: u8,
    },
    /// A value that does not beat the top play.
    #[error("The value must be higher than {top}.")]
    ValueTooLow {
        /// The value to beat.
        top: Value,
    },
    /// Zeros without a card.
    #[error("Name at least one card.")]
    EmptyPlay,
    /// A card among the zeros that is no special card.
    #[error("Only special cards can be played as zeros.")]
    NotASpecial {
        /// The card.
        card: usize,
    },
    /// Zeros on top of a play.
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
    /// A Ghost after a turn without a play that stands.
    #[error("The Ghost can only follow a turn with a play that still stands.")]
    NoGiftJustPlayed,
    /// An unknown first receiver of the Tree.
    #[error("deal_first must be SELF or LEFT.")]
    BadDirection,
    /// Scrooge names a seat that is out.
    #[error("That player is out of this deal.")]
    TargetOut,
    /// Scrooge names a seat that gave a gift, or did not pass.
    #[error("Name a player who passed in the last round without playing gift cards.")]
    TargetNotAMiser,
    /// "Final Gift!" with another number of cards left than one.
    #[error("This action does not leave you with exactly one card.")]
    FinalGiftNotDue,
    /// A decline with a scope that this window does not allow.
    #[error("The scope must be WINDOW, or in a Holly window ROUND or DEAL.")]
    ScopeNotAllowed,
    /// A withdrawal without a standing decline.
    #[error("You have no standing decline.")]
    NoStandingDecline,
}

/// The action, or the part of it, that a refusal is about.
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
    /// The rule of the played card.
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
    /// The refusal of an action that belongs to another decision.
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

    fn info(&self) -> RejectInfo {
        match self {
            Self::MatchOver => RejectInfo::refused("MATCH_OVER", "SS-70"),
            Self::NotYourDecision { phase } => {
                let rule = match phase {
                    Phase::Fruitcake => "SS-58",
                    Phase::Turn => "SS-23",
                    Phase::Holly => "SS-39",
                    Phase::Snow => "SS-61",
                    Phase::Over => "SS-70",
                };
                RejectInfo::refused("NOT_YOUR_DECISION", rule)
            }
            Self::WrongPhase { rule } => RejectInfo::refused("WRONG_PHASE", rule),
            Self::SeatUnknown { named } => RejectInfo::refused("SEAT_UNKNOWN", named.rule()),
            Self::SelfTarget { named } => RejectInfo::refused("SELF_TARGET", named.rule()),
            Self::ValueOutOfRange { value, named } => {
                let is_fruitcake = matches!(named, Named::Fruitcake);
                let field = if is_fruitcake {
                    "play_fruitcake.value"
                } else {
                    "play_gifts.value"
                };
                let info = RejectInfo::malformed("VALUE_OUT_OF_RANGE", "SS-8", field);
                match Gift::ALL.last() {
                    Some(highest) if *value > 0 => info.beyond(highest.get()),
                    Some(_) | None => info.beyond(1_u64),
                }
            }
            Self::GiftRequired => RejectInfo::malformed("GIFT_REQUIRED", "SS-27", "play_gifts.gifts").beyond(1_u64),
            Self::CountOutOfRange { elves } => RejectInfo::refused("COUNT_OUT_OF_RANGE", "SS-R1").beyond(*elves),
            Self::CardNotInHand { named } => RejectInfo::refused("CARD_NOT_IN_HAND", named.rule()),
            Self::WrongCount { count } => RejectInfo::refused("WRONG_COUNT", "SS-14").beyond(*count),
            Self::ValueTooLow { top } => {
                RejectInfo::refused("VALUE_TOO_LOW", "SS-14").beyond(top.get().saturating_add(1))
            }
            Self::EmptyPlay => RejectInfo::malformed("EMPTY_PLAY", "SS-29", "play_zeros.cards").beyond(1_u64),
            Self::NotASpecial { card } => {
                RejectInfo::malformed("NOT_A_SPECIAL", "SS-29", format!("play_zeros.cards[{card}]"))
            }
            Self::NotLeading => RejectInfo::refused("NOT_LEADING", "SS-29"),
            Self::GiftsStillHeld => RejectInfo::refused("GIFTS_STILL_HELD", "SS-29"),
            Self::MustLead => RejectInfo::refused("MUST_LEAD", "SS-13"),
            Self::NothingInPlay => RejectInfo::refused("NOTHING_IN_PLAY", "SS-45"),
            Self::NoGiftJustPlayed => RejectInfo::refused("NO_GIFT_JUST_PLAYED", "SS-46"),
            Self::BadDirection => RejectInfo::malformed("BAD_DIRECTION", "SS-63", "play_tree.deal_first"),
            Self::TargetOut => RejectInfo::refused("TARGET_OUT", "SS-64"),
            Self::TargetNotAMiser => RejectInfo::refused("TARGET_NOT_A_MISER", "SS-64"),
            Self::FinalGiftNotDue => RejectInfo::refused("FINAL_GIFT_NOT_DUE", "SS-50"),
            Self::ScopeNotAllowed => RejectInfo::refused("SCOPE_NOT_ALLOWED", "SS-40"),
            Self::NoStandingDecline => RejectInfo::refused("NO_STANDING_DECLINE", "SS-75"),
        }
    }
}
