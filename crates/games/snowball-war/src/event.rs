//! Events, and what is told to one seat only: every secret has its audience here (section 8). What everyone is told is
//! told where it happens.

use serde::{Deserialize, Serialize};
use tinsel_engine::{Events, SeatIndex};

use crate::{
    components::{Card, Character, DiceSet, Die, Obstacle, Piece, Point, Slot, Symbol, Use},
    score::Ending,
    state::Opening,
};

/// What happened. To all unless it says otherwise.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The match has begun.
    MatchCreated {
        /// Who picks first.
        first_picker: SeatIndex,
        /// The obstacles, by id.
        obstacles: Vec<Obstacle>,
    },
    /// A character joins a team.
    CharacterPicked {
        /// Whose.
        seat: SeatIndex,
        /// Who.
        character: Character,
        /// Whether it was the last one left, which is nobody's decision.
        automatic: bool,
    },
    /// A snowman and its team stand on the field.
    TeamDeployed {
        /// Whose.
        seat: SeatIndex,
        /// Where the snowman stands.
        snowman: Point,
        /// Where the characters stand, in canonical order.
        characters: Vec<(Character, Point)>,
    },
    /// A turn begins.
    TurnStarted {
        /// Its number, from 1 on.
        turn: u8,
    },
    /// A seat's pool is rolled.
    DiceRolled {
        /// Whose.
        seat: SeatIndex,
        /// What it shows, by index.
        values: Vec<Die>,
    },
    /// A seat has chosen what to re-roll.
    RerollCommitted {
        /// Who.
        seat: SeatIndex,
    },
    /// What it has chosen. To that seat.
    RerollChoice {
        /// Who.
        seat: SeatIndex,
        /// Which dice.
        dice: DiceSet,
    },
    /// What a seat had chosen is re-rolled.
    DiceRerolled {
        /// Whose.
        seat: SeatIndex,
        /// Which dice.
        dice: DiceSet,
        /// What they show now, by ascending index.
        values: Vec<Die>,
    },
    /// A seat has allocated its dice.
    AllocationCommitted {
        /// Who.
        seat: SeatIndex,
    },
    /// How it has allocated them. To that seat.
    AllocationChoice {
        /// Who.
        seat: SeatIndex,
        /// Which dice of the pool, in canonical order of the characters.
        cards: Vec<Card>,
    },
    /// The dice of a seat lie on its cards.
    DiceAllocated {
        /// Whose.
        seat: SeatIndex,
        /// What they show, by slot, in canonical order of the characters.
        cards: Vec<DealtCard>,
    },
    /// The action phase begins.
    ActionPhaseStarted {
        /// Who acts first, and the sums that decided it.
        opening: Opening,
        /// Whether the sums were equal.
        tie: bool,
    },
    /// A seat is to act.
    ActionDue {
        /// Which.
        seat: SeatIndex,
    },
    /// A die left a card.
    DieSpent {
        /// Whose turn, or reaction, it was spent in.
        seat: SeatIndex,
        /// From whose card.
        character: Character,
        /// From which slot.
        die: Slot,
        /// What it shows.
        value: Die,
        /// As what it was used; the same for what needs no certain value.
        as_value: Die,
        /// For what.
        spent_for: Use,
    },
    /// A snowball flies.
    SnowballThrown {
        /// Who threw it.
        character: Character,
        /// At what.
        target: Piece,
        /// How many hits it is: 1, or 2 with Paul's ability.
        hits: u8,
        /// Whether it is the second throw of a double symbol.
        second: bool,
    },
    /// Emily is at the snowman.
    SnowmanRushed {
        /// She.
        character: Character,
        /// The snowman.
        target: Piece,
        /// How many hits: 2.
        hits: u8,
    },
    /// A seat is to react to a hit.
    HitPending {
        /// What would be hit.
        target: Piece,
        /// Whose it is.
        defender: SeatIndex,
        /// Which hit of the attack, from 1 on.
        hit: u8,
        /// How many hits the attack has in all.
        hits: u8,
    },
    /// A hit is ignored.
    HitDodged {
        /// Who dodged.
        character: Character,
    },
    /// A hit lands on Robert.
    HitIntercepted {
        /// What would have been hit.
        target: Piece,
        /// He.
        by: Character,
    },
    /// A piece took a token.
    TokenAdded {
        /// Which.
        piece: Piece,
        /// How many it has now.
        tokens: u8,
    },
    /// A character left the field.
    CharacterRanAway {
        /// Who.
        character: Character,
        /// The dice that were left on its card, in slot order.
        dice: Vec<Die>,
    },
    /// The target is gone, and with it the hits that were left.
    HitsLost {
        /// The target.
        target: Piece,
        /// How many.
        count: u8,
    },
    /// A character moved.
    CharacterMoved {
        /// Who.
        character: Character,
        /// From where.
        from: Point,
        /// Where to.
        to: Point,
        /// Whether it is the second move of a double symbol.
        second: bool,
    },
    /// Natasha and a team-mate swapped places.
    PlacesSwapped {
        /// She.
        character: Character,
        /// With whom.
        team_mate: Character,
        /// Where she stands now.
        character_at: Point,
        /// Where the team-mate stands now.
        team_mate_at: Point,
    },
    /// Dice on a card were rolled again.
    DiceForced {
        /// By whom.
        by: Character,
        /// Whose.
        target: Character,
        /// Each die, in slot order.
        dice: Vec<ForcedDie>,
    },
    /// A second throw or move waits for a decision.
    SecondDue {
        /// Whose decision.
        seat: SeatIndex,
        /// Who throws or moves.
        character: Character,
        /// Which of the two.
        kind: Symbol,
    },
    /// A second throw or move is left out.
    SecondSkipped {
        /// Whose it was.
        character: Character,
        /// Whether there was nothing to throw at, so that nobody decided it.
        automatic: bool,
    },
    /// A character that has run away warms up.
    TokenRemoved {
        /// Who.
        character: Character,
        /// How many tokens it has now.
        tokens: u8,
    },
    /// A seat is to bring characters back.
    ReturnDue {
        /// Which.
        seat: SeatIndex,
        /// Whom, in canonical order.
        characters: Vec<Character>,
    },
    /// A character is back on the field.
    CharacterReturned {
        /// Who.
        character: Character,
        /// Where.
        at: Point,
    },
    /// The match is over.
    MatchEnded(Ending),
}

tinsel_engine::redacted!(Event);

/// What lies on a card after the reveal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealtCard {
    /// Whose card.
    pub character: Character,
    /// What its dice show, by slot.
    pub dice: [Die; 2],
}

/// A die that was rolled again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForcedDie {
    /// Where it lies.
    pub slot: Slot,
    /// What it showed.
    pub old: Die,
    /// What it shows now.
    pub new: Die,
}

/// A choice of dice to re-roll is in: the fact to all, the content to its seat.
// SW-32
pub(crate) fn reroll_committed(seat: SeatIndex, dice: DiceSet, events: &mut Events<Event>) {
    events.everyone(Event::RerollCommitted { seat });
    events.seat(seat, Event::RerollChoice { seat, dice });
}

/// An allocation is in: the fact to all, the content to its seat.
// SW-34
pub(crate) fn allocation_committed(seat: SeatIndex, cards: &[Card], events: &mut Events<Event>) {
    events.everyone(Event::AllocationCommitted { seat });
    let cards = cards.to_vec();
    events.seat(seat, Event::AllocationChoice { seat, cards });
}
