//! What a seat may do now, as data (section 5).

use tinsel_engine::{SeatIndex, SeatSet, Viewer};

use crate::{
    components::{Cards, Gift, Special, Value},
    state::{SecretSanta, Stage, Turn},
};

/// What a viewer may do now. The same whatever others hold or have answered.
#[derive(Clone, PartialEq, Eq)]
pub struct Legal {
    /// What the seat owes, if it owes something.
    pub choice: Choice,
    /// "Final Gift!" is due exactly with an action by which that many cards leave the hand; 0 if never (SS-49).
    pub final_gift_due_at: u8,
    /// Whether every due "Final Gift!" is declared for the seat, and the flag ignored (SS-53).
    pub auto_final_gift: bool,
    /// Whether there is a standing decline to withdraw (SS-75).
    pub can_withdraw: bool,
}

/// The decision that a seat owes.
#[derive(Clone, PartialEq, Eq)]
pub enum Choice {
    /// None.
    Nothing,
    /// A turn.
    Turn(Turns),
    /// `Decline`, or the Fruitcake.
    Fruitcake {
        /// Whom it can go to; empty without the Fruitcake, or without a gift to give.
        recipients: SeatSet,
        /// What can be given, by ascending value.
        gifts: Vec<Gift>,
    },
    /// `Decline`, for any scope, or one Holly card.
    Holly {
        /// With whom the seat can change places; empty without the Carol.
        carol: SeatSet,
        /// Whether the Mouse can be played.
        mouse: bool,
        /// Whether the Ghost can be played.
        ghost: bool,
    },
    /// `Decline`, or one Snow card.
    Snow {
        /// Whether the Tree can be played, either way.
        tree: bool,
        /// Whom Scrooge can name; empty without him.
        scrooge: SeatSet,
    },
}

/// What can be done with a turn.
#[derive(Clone, PartialEq, Eq)]
pub struct Turns {
    /// Whether the seat may pass; it may unless it leads.
    pub can_pass: bool,
    /// Whether Santa can be played alone.
    pub can_play_santa: bool,
    /// Whether Santa can be added to a set.
    pub can_add_santa: bool,
    /// How many cards a set must have, gifts and Elves together; `None` for a seat that leads: any number.
    pub count: Option<u8>,
    /// The values that can be played, ascending.
    pub sets: Vec<GiftSet>,
    /// The special cards of which any part, but not none, can be led as zeros; none if that cannot be done.
    pub zeros: Cards,
}

/// How a value can be played. With a count the Elves make up what the gifts lack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct GiftSet {
    /// Which.
    pub gift: Gift,
    /// The fewest real gifts.
    pub gifts_min: u8,
    /// The most real gifts.
    pub gifts_max: u8,
    /// The most Elves.
    pub elves_max: u8,
}

tinsel_engine::redacted!(Legal, Choice, Turns, GiftSet);

/// What `viewer` may do now.
pub(crate) fn legal(game: &SecretSanta, viewer: Viewer) -> Legal {
    let owing = viewer.seat().filter(|seat| game.owing().contains(*seat));
    let standing = viewer.seat().and_then(|seat| game.deal.declines.get(seat));
    Legal {
        choice: owing.map_or(Choice::Nothing, |seat| choice(game, seat)),
        final_gift_due_at: owing.map_or(0, |seat| game.final_gift_due_at(seat)),
        auto_final_gift: game.config.auto_final_gift,
        can_withdraw: standing.is_some_and(Option::is_some),
    }
}

fn choice(game: &SecretSanta, seat: SeatIndex) -> Choice {
    let (deal, hand) = (&game.deal, game.deal.hands.at(seat));
    let others = |held: bool| {
        let all = game.config.players.all();
        if held { all.without(seat) } else { SeatSet::EMPTY }
    };
    match &game.stage {
        Stage::Over => Choice::Nothing,
        Stage::Turn { .. } => Choice::Turn(turns(game, hand)),
        Stage::Fruitcake { .. } => {
            let can_give = hand.has(Special::Fruitcake) && hand.has_gift();
            let gifts = hand.gifts().map(|(gift, _)| gift).filter(|_| can_give);
            Choice::Fruitcake {
                recipients: others(can_give),
                gifts: gifts.collect(),
            }
        }
        Stage::Holly {
            turn: Turn { stands, .. },
            ..
        } => Choice::Holly {
            carol: others(hand.has(Special::Carol)),
            mouse: hand.has(Special::Mouse) && !deal.is_leading(),
            ghost: hand.has(Special::Ghost) && *stands,
        },
        Stage::Snow { .. } => Choice::Snow {
            tree: hand.has(Special::Tree),
            scrooge: if hand.has(Special::Scrooge) {
                deal.misers()
            } else {
                SeatSet::EMPTY
            },
        },
    }
}

// SS-12, SS-13, SS-14, SS-27, SS-29, SS-33
fn turns(game: &SecretSanta, hand: &Cards) -> Turns {
    let round = &game.deal.round;
    let top = round.to_beat();
    let (count, elves) = (round.count(), hand.copies(Special::Elves));
    let above = |value: Value| top.is_none_or(|top| value > top);
    let sets = hand.gifts().filter(|(gift, _)| above(gift.value()));
    let sets: Vec<GiftSet> = sets.filter_map(|(gift, held)| set(gift, held, elves, count)).collect();
    let has_santa = hand.has(Special::Santa);
    Turns {
        can_pass: top.is_some(),
        can_play_santa: has_santa,
        can_add_santa: has_santa && !sets.is_empty(),
        count,
        zeros: if top.is_none() && !hand.has_gift() {
            hand.only_specials()
        } else {
            Cards::NONE
        },
        sets,
    }
}

fn set(gift: Gift, held: u8, elves: u8, count: Option<u8>) -> Option<GiftSet> {
    let (gifts_min, gifts_max, elves_max) = match count {
        None => (1, held, elves),
        Some(count) => {
            let fewest = count.saturating_sub(elves).max(1);
            (fewest, held.min(count), elves.min(count.saturating_sub(1)))
        }
    };
    (gifts_min <= gifts_max).then_some(GiftSet {
        gift,
        gifts_min,
        gifts_max,
        elves_max,
    })
}
