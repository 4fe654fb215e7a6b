//! Events, and the recipients of every secret event (section 8). The rules send public events where they happen.
//! `present/sentences.rs` has their sentences for players.

use serde::{Deserialize, Serialize};
use tinsel_engine::{Events, SeatIndex, Wire};

use crate::{
    components::{Card, Character, DiceSet, Die, DieUse, Obstacle, Piece, Point, Slot, Symbol},
    score::Ending,
    state::Opening,
};

/// An event. Everyone receives it, unless the variant names other recipients.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub enum Event {
    /// The match has begun.
    MatchCreated {
        /// The first picker.
        first_picker: SeatIndex,
        /// The obstacles, by id.
        obstacles: Vec<Obstacle>,
    },
    /// A character joins a team.
    CharacterPicked {
        /// The seat.
        seat: SeatIndex,
        /// The character.
        character: Character,
        /// Whether it was the last one left, which needs no decision.
        automatic: bool,
    },
    /// A snowman and its team stand on the field.
    TeamDeployed {
        /// The seat.
        seat: SeatIndex,
        /// The position of the snowman.
        snowman: Point,
        /// The positions of the characters, in canonical order.
        #[wire(with = crate::wire::placed)]
        characters: Vec<(Character, Point)>,
    },
    /// A turn begins.
    TurnStarted {
        /// Its number, from 1 on.
        turn: u8,
    },
    /// A seat's pool is rolled.
    DiceRolled {
        /// The seat.
        seat: SeatIndex,
        /// The values, by index.
        values: Vec<Die>,
    },
    /// A seat has chosen the dice to re-roll.
    RerollCommitted {
        /// The seat.
        seat: SeatIndex,
    },
    /// The chosen dice of a seat. Only that seat receives it.
    RerollChoice {
        /// The seat.
        seat: SeatIndex,
        /// The dice.
        dice: DiceSet,
    },
    /// The chosen dice of a seat are re-rolled.
    DiceRerolled {
        /// The seat.
        seat: SeatIndex,
        /// The dice.
        dice: DiceSet,
        /// The new values, by ascending index.
        values: Vec<Die>,
    },
    /// A seat has allocated its dice.
    AllocationCommitted {
        /// The seat.
        seat: SeatIndex,
    },
    /// The allocation of a seat. Only that seat receives it.
    AllocationChoice {
        /// The seat.
        seat: SeatIndex,
        /// The dice of the pool, in canonical order of the characters.
        cards: Vec<Card>,
    },
    /// The dice of a seat lie on its cards.
    DiceAllocated {
        /// The seat.
        seat: SeatIndex,
        /// The values, by slot, in canonical order of the characters.
        cards: Vec<DealtCard>,
    },
    /// The action phase begins.
    ActionPhaseStarted {
        /// The seat that acts first, and the sums that decided it.
        opening: Opening,
        /// Whether the sums were equal.
        tie: bool,
    },
    /// A seat must act.
    ActionDue {
        /// The seat.
        seat: SeatIndex,
    },
    /// A die left a card.
    DieSpent {
        /// The seat that spent it, by an action or a reaction.
        seat: SeatIndex,
        /// The character with the card.
        character: Character,
        /// The slot on the card.
        die: Slot,
        /// Its value.
        value: Die,
        /// The value in use; its own value for uses that need no particular one.
        as_value: Die,
        /// The use.
        #[wire(as = r#use)]
        spent_for: DieUse,
    },
    /// A snowball flies.
    SnowballThrown {
        /// The thrower.
        character: Character,
        /// The target.
        target: Piece,
        /// Number of hits: 1, or 2 with Paul's ability.
        hits: u8,
        /// Whether it is the second throw of a double symbol.
        second: bool,
    },
    /// Emily rushes the snowman.
    SnowmanRushed {
        /// Emily.
        character: Character,
        /// The snowman.
        target: Piece,
        /// Number of hits: 2.
        hits: u8,
    },
    /// A seat must react to a hit.
    HitPending {
        /// The piece that would be hit.
        target: Piece,
        /// The seat that reacts.
        defender: SeatIndex,
        /// The number of the hit in the attack, from 1.
        hit: u8,
        /// Number of hits of the attack.
        hits: u8,
    },
    /// A hit is dodged.
    HitDodged {
        /// The character that dodged.
        character: Character,
    },
    /// A hit lands on Robert.
    HitIntercepted {
        /// The piece that would have been hit.
        target: Piece,
        /// Robert.
        by: Character,
    },
    /// A piece received a token.
    TokenAdded {
        /// The piece.
        piece: Piece,
        /// The new number of its tokens.
        tokens: u8,
    },
    /// A character left the field.
    CharacterRanAway {
        /// The character.
        character: Character,
        /// The remaining dice on its card, in slot order.
        #[wire(as = values)]
        dice: Vec<Die>,
    },
    /// The target is gone, so the remaining hits are lost.
    HitsLost {
        /// The target.
        target: Piece,
        /// Number of lost hits.
        count: u8,
    },
    /// A character moved.
    CharacterMoved {
        /// The character.
        character: Character,
        /// The old position.
        #[wire(as = from_point)]
        from: Point,
        /// The new position.
        #[wire(as = to_point)]
        to: Point,
        /// Whether it is the second move of a double symbol.
        second: bool,
    },
    /// Natasha and a team-mate swapped places.
    PlacesSwapped {
        /// Natasha.
        character: Character,
        /// The team-mate.
        team_mate: Character,
        /// Natasha's new position.
        character_at: Point,
        /// The team-mate's new position.
        team_mate_at: Point,
    },
    /// Dice on a card were rolled again.
    DiceForced {
        /// Bianca, who forces the re-roll.
        by: Character,
        /// The character with the dice.
        target: Character,
        /// Each die, in slot order.
        dice: Vec<ForcedDie>,
    },
    /// A second throw or move waits for a decision.
    SecondDue {
        /// The seat that must decide.
        seat: SeatIndex,
        /// The character that throws or moves.
        character: Character,
        /// Throw or move.
        kind: Symbol,
    },
    /// There is no second throw or move.
    SecondSkipped {
        /// The character.
        character: Character,
        /// Whether there was no target, so that it needed no decision.
        automatic: bool,
    },
    /// A character that has run away loses a token.
    TokenRemoved {
        /// The character.
        character: Character,
        /// The new number of its tokens.
        tokens: u8,
    },
    /// A seat must bring characters back.
    ReturnDue {
        /// The seat.
        seat: SeatIndex,
        /// The characters, in canonical order.
        characters: Vec<Character>,
    },
    /// A character is back on the field.
    CharacterReturned {
        /// The character.
        character: Character,
        /// The position.
        at: Point,
    },
    /// The match is over.
    #[wire(field = ending)]
    MatchEnded(Ending),
}

tinsel_engine::redacted!(Event);

/// The dice on a card after the reveal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct DealtCard {
    /// The character with the card.
    pub character: Character,
    /// The values of its dice, by slot.
    #[wire(as = values)]
    pub dice: [Die; 2],
}

/// A die that was forced to roll again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct ForcedDie {
    /// Its slot.
    #[wire(as = die)]
    pub slot: Slot,
    /// The old value.
    #[wire(as = old_value)]
    pub old: Die,
    /// The new value.
    #[wire(as = new_value)]
    pub new: Die,
}

/// A seat has chosen dice to re-roll: everyone receives the fact, the seat receives the content.
// SW-32
pub(crate) fn reroll_committed(seat: SeatIndex, dice: DiceSet, events: &mut Events<Event>) {
    events.everyone(Event::RerollCommitted { seat });
    events.seat(seat, Event::RerollChoice { seat, dice });
}

/// A seat has allocated its dice: everyone receives the fact, the seat receives the content.
// SW-34
pub(crate) fn allocation_committed(seat: SeatIndex, cards: &[Card], events: &mut Events<Event>) {
    events.everyone(Event::AllocationCommitted { seat });
    let cards = cards.to_vec();
    events.seat(seat, Event::AllocationChoice { seat, cards });
}
