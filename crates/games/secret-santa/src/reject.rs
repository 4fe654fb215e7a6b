//! Why an action is refused.

use tinsel_engine::RejectCode;

use crate::{
    action::Action,
    components::{Gift, Phase, Value},
};

/// Why an action is refused. The sentences come from the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, RejectCode)]
pub enum Rejected {
    /// The match is over.
    #[refused(rule = "SS-70", sentence = "The match has ended.", remedy = "Send no more actions.")]
    MatchOver,
    /// The seat has no pending decision, or has already answered.
    #[refused(
        rule = rule_of(*phase),
        sentence = "You have no pending decision.",
        remedy = "Wait until `awaited_seats` contains the seat."
    )]
    NoDecisionOwed {
        /// The phase of the match.
        phase: Phase,
    },
    /// The action does not answer the pending decision of the seat.
    #[refused(
        rule = rule,
        sentence = "This action does not belong to your pending decision.",
        remedy = "Send one of its legal actions."
    )]
    WrongPhase {
        /// The rule that states when the action is possible.
        rule: &'static str,
    },
    /// The named seat is missing or not a seat of the match.
    #[refused(rule = field.rule(), sentence = "There is no such seat in this match.", remedy = "Name a seat of the match.")]
    UnknownSeat {
        /// The part of the action that names it.
        field: Field,
    },
    /// The seat names itself.
    #[refused(rule = field.rule(), sentence = "Choose another player.", remedy = "Name another seat.")]
    SelfTarget {
        /// The part of the action that names it.
        field: Field,
    },
    /// No gift has that value.
    #[malformed(
        rule = "SS-8",
        field = field.value_field(),
        sentence = "Gift values are 1 to 12.",
        remedy = "Send a value of 1 to 12.",
        limit = nearest(*value)
    )]
    ValueOutOfRange {
        /// The part of the action that names it.
        field: Field,
        /// The named value.
        value: u32,
    },
    /// A set of gifts has no real gift, and Elves only copy one.
    #[malformed(
        rule = "SS-27",
        field = "play_gifts.gifts",
        sentence = "A gift play needs at least one real gift card; Elves only copy one.",
        remedy = "Play at least one real gift.",
        limit = 1_u64
    )]
    GiftRequired,
    /// The action names more Elves than the deck has.
    #[refused(
        rule = "SS-R1",
        sentence = "The number of Elves must be 0 to {elves}.",
        remedy = "Play fewer Elves, within the legal actions.",
        limit = *elves
    )]
    CountOutOfRange {
        /// The number of Elves in the deck.
        elves: u8,
    },
    /// The seat does not hold all the named cards.
    #[refused(
        rule = field.rule(),
        sentence = "You do not hold the cards named.",
        remedy = "Play cards that the legal actions list."
    )]
    CardNotInHand {
        /// The play with the missing cards.
        field: Field,
    },
    /// The round is played with another number of cards.
    #[refused(
        rule = "SS-14",
        sentence = "This round is played with sets of {count} cards.",
        remedy = "Play the number of cards in the legal actions, gifts and Elves together.",
        limit = *count
    )]
    WrongCount {
        /// The required number.
        count: u8,
    },
    /// The value does not beat the top play.
    #[refused(
        rule = "SS-14",
        sentence = "The value must be higher than {top}.",
        remedy = "Play a higher value, or pass.",
        limit = top.get().saturating_add(1)
    )]
    ValueTooLow {
        /// The value to beat.
        top: Value,
    },
    /// The action names no card to play as a zero.
    #[malformed(
        rule = "SS-29",
        field = "play_zeros.cards",
        sentence = "Name at least one card.",
        remedy = "Name at least one card.",
        limit = 1_u64
    )]
    EmptyPlay,
    /// The zeros contain an unspecified or unknown card.
    #[malformed(
        rule = "SS-29",
        field = format!("play_zeros.cards[{card}]"),
        sentence = "Only special cards can be played as zeros.",
        remedy = "Name only special cards."
    )]
    NotASpecial {
        /// The card.
        card: usize,
    },
    /// Zeros beat nothing, and there is a standing play.
    #[refused(
        rule = "SS-29",
        sentence = "Zeros beat nothing; they can only be led.",
        remedy = "Pass, or play a higher value."
    )]
    NotLeading,
    /// The seat still holds a gift card.
    #[refused(
        rule = "SS-29",
        sentence = "You may play special cards as gifts only when you hold no gift card.",
        remedy = "Play gifts, and zeros only when the hand has no gift card."
    )]
    GiftsStillHeld,
    /// The seat leads, and a leading seat cannot pass.
    #[refused(
        rule = "SS-13",
        sentence = "You lead: play at least one card.",
        remedy = "Play at least one card."
    )]
    MustLead,
    /// The Mouse needs a standing play that wins the round.
    #[refused(
        rule = "SS-45",
        sentence = "The Mouse needs a play on the table.",
        remedy = "Decline, or play another card."
    )]
    NothingInPlay,
    /// The turn was not a play that still stands.
    #[refused(
        rule = "SS-46",
        sentence = "The Ghost can only follow a turn with a play that still stands.",
        remedy = "Decline, or play another card than the Ghost."
    )]
    NoGiftJustPlayed,
    /// `deal_first` is unspecified or unknown.
    #[malformed(
        rule = "SS-63",
        field = "play_tree.deal_first",
        sentence = "deal_first must be SELF or LEFT.",
        remedy = "Send DEAL_FIRST_SELF or DEAL_FIRST_LEFT."
    )]
    BadDirection,
    /// The seat that Scrooge names is out of this deal.
    #[refused(
        rule = "SS-64",
        sentence = "That player is out of this deal.",
        remedy = "Name one of the targets in the legal actions."
    )]
    TargetOut,
    /// The seat that Scrooge names did not pass in the last round, or played gifts in it.
    #[refused(
        rule = "SS-64",
        sentence = "Name a player who passed in the last round without playing gift cards.",
        remedy = "Name one of the targets in the legal actions."
    )]
    TargetNotAMiser,
    /// The action declares a Final Gift but does not leave exactly one card.
    #[refused(
        rule = "SS-50",
        sentence = "This action does not leave you with exactly one card.",
        remedy = "Send the action without `final_gift`."
    )]
    FinalGiftNotDue,
    /// The scope is unknown, or a standing decline is sent outside a Holly window.
    #[refused(
        rule = "SS-40",
        sentence = "The scope must be WINDOW, or in a Holly window ROUND or DEAL.",
        remedy = "Decline with DECLINE_SCOPE_WINDOW."
    )]
    ScopeNotAllowed,
    /// The seat has no standing decline to withdraw.
    #[refused(
        rule = "SS-75",
        sentence = "You have no standing decline.",
        remedy = "No action is needed."
    )]
    NoStandingDecline,
}

/// The action, or the part of it, that a refusal is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Field {
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

tinsel_engine::redacted!(Field);

impl Field {
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

    /// The field of the value.
    const fn value_field(self) -> &'static str {
        if matches!(self, Self::Fruitcake) {
            "play_fruitcake.value"
        } else {
            "play_gifts.value"
        }
    }
}

/// The value of a gift that is nearest to this one, which no gift has.
fn nearest(value: u32) -> u8 {
    let highest = Gift::ALL.last().filter(|_| value > 0);
    highest.map_or(1, |highest| highest.get())
}

/// The rule by which a seat owes a decision in this phase.
const fn rule_of(phase: Phase) -> &'static str {
    match phase {
        Phase::Fruitcake => "SS-58",
        Phase::Turn => "SS-23",
        Phase::Holly => "SS-39",
        Phase::Snow => "SS-61",
        Phase::Over => "SS-70",
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
