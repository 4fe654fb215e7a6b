//! The legal actions of a seat, as data (section 5).

use tinsel_engine::{SeatIndex, SeatSet, Viewer, Wire};

use crate::{
    components::{Cards, Gift, Special, Value},
    state::{SecretSanta, Stage, Turn},
};

/// The actions that are available to a viewer now. It does not depend on the cards and answers of others.
#[derive(Clone, PartialEq, Eq, Wire)]
pub struct Legal {
    /// The decision that the seat owes, if any.
    #[wire(as = decision)]
    pub choice: Choice,
    /// "Final Gift!" is due exactly with an action by which this number of cards leave the hand; 0 if never (SS-49).
    pub final_gift_due_at: u8,
    /// Whether the engine declares every due "Final Gift!", and ignores the flag (SS-53).
    pub auto_final_gift: bool,
    /// Whether the seat has a standing decline to withdraw (SS-75).
    pub can_withdraw: bool,
}

/// The decision that a seat owes.
#[derive(Clone, PartialEq, Eq, Wire)]
#[wire(oneof = legal::Decision)]
pub enum Choice {
    /// No decision.
    #[wire(unset)]
    Nothing,
    /// A turn.
    Turn(Turns),
    /// `Decline`, or the Fruitcake.
    #[wire(message = LegalFruitcake)]
    Fruitcake {
        /// The possible recipients; empty without the Fruitcake, or without a gift to give.
        recipients: SeatSet,
        /// The possible gifts, by ascending value.
        #[wire(as = values)]
        gifts: Vec<Gift>,
    },
    /// `Decline`, for any scope, or one Holly card.
    #[wire(message = LegalHolly)]
    Holly {
        /// The seats to swap places with; empty without the Carol.
        #[wire(as = carol_others)]
        carol: SeatSet,
        /// Whether the seat can play the Mouse.
        mouse: bool,
        /// Whether the seat can play the Ghost.
        ghost: bool,
    },
    /// `Decline`, or one Snow card.
    #[wire(message = LegalSnow)]
    Snow {
        /// Whether the seat can play the Tree, in either direction.
        tree: bool,
        /// The seats that Scrooge can name; empty without him.
        #[wire(as = scrooge_targets)]
        scrooge: SeatSet,
    },
}

/// The possible plays of a turn.
#[derive(Clone, PartialEq, Eq, Wire)]
#[wire(as = LegalTurn)]
pub struct Turns {
    /// Whether the seat may pass; every seat may unless it leads.
    pub can_pass: bool,
    /// Whether the seat can play Santa alone.
    pub can_play_santa: bool,
    /// Whether the seat can add Santa to a set.
    pub can_add_santa: bool,
    /// The required number of cards of a set, gifts and Elves together; `None` for a seat that leads, which may play
    /// any number.
    pub count: Option<u8>,
    /// The playable values, ascending.
    pub sets: Vec<GiftSet>,
    /// The special cards of which the seat can lead any non-empty part as zeros; empty if it cannot.
    pub zeros: Cards,
}

/// The possible sets of one value. With a required number, Elves fill the difference to the number of gifts.
#[derive(Clone, Copy, PartialEq, Eq, Wire)]
pub struct GiftSet {
    /// The gift.
    #[wire(as = value)]
    pub gift: Gift,
    /// Minimum number of real gifts.
    pub gifts_min: u8,
    /// Maximum number of real gifts.
    pub gifts_max: u8,
    /// Maximum number of Elves.
    pub elves_max: u8,
}

tinsel_engine::redacted!(Legal, Choice, Turns, GiftSet);

/// The actions that are available to `viewer` now.
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
