//! The legal actions of a seat, as data.

use tinsel_engine::{SeatIndex, Viewer, Wire};

use crate::{
    components::{Hand, Letter, Round},
    state::{PresentsOfMine, Stage},
};

tinsel_engine::redacted!(Legal, Victim);

/// The actions that are available to a viewer now. It does not depend on the submissions of the other seats.
#[derive(Clone, PartialEq, Eq, Wire)]
#[wire(oneof = decision)]
pub enum Legal {
    /// No action: the viewer has no pending decision.
    #[wire(unset)]
    Nothing,
    /// `SelectPresents` with different letters.
    #[wire(as = SelectPresents, message = LegalSelection)]
    Select {
        /// The number of letters: five.
        count: u8,
        /// The letters to choose from, A–J.
        #[wire(as = letters)]
        from: Vec<Letter>,
    },
    /// `PassPresents` with three presents in order, each at most as often as the seat holds it.
    #[wire(as = PassPresents, message = LegalPasses)]
    Pass {
        /// The seat's own hand.
        hand: Hand,
        /// The first, second and third below.
        #[wire(as = target_seats)]
        targets: [SeatIndex; 3],
        /// The letters of which the seat must take one for a present that it does not pass; `None` in a round without
        /// replacement.
        #[wire(with = crate::wire::if_any)]
        take: Option<[Letter; 2]>,
    },
    /// `StealPresents` with one present from each victim, in order.
    #[wire(as = StealPresents, message = LegalSteals)]
    Steal {
        /// The first, second and third above.
        victims: [Victim; 3],
    },
}

/// A seat to steal from.
#[derive(Clone, Copy, PartialEq, Eq, Wire)]
pub struct Victim {
    /// The seat.
    pub seat: SeatIndex,
    /// The presents that the thief can name.
    pub hand: Hand,
}

/// The actions that are available to `viewer` now.
pub(crate) fn legal(game: &PresentsOfMine, viewer: Viewer) -> Legal {
    match viewer.seat().filter(|seat| game.owing().contains(*seat)) {
        Some(seat) => owed(game, seat),
        None => Legal::Nothing,
    }
}

fn owed(game: &PresentsOfMine, seat: SeatIndex) -> Legal {
    match &game.stage {
        Stage::Selecting { .. } => Legal::Select {
            count: 5,
            from: Letter::STARTING.to_vec(),
        },
        Stage::Passing { round, table, .. } => Legal::Pass {
            hand: *table.hands.at(seat),
            targets: table.list.in_round(round.round()).three_below(seat),
            take: round.round().takes(),
        },
        Stage::Stealing { table, .. } => Legal::Steal {
            victims: table.list.in_round(Round::Yoink).three_above(seat).map(|seat| Victim {
                seat,
                hand: *table.hands.at(seat),
            }),
        },
        Stage::Finished { .. } => Legal::Nothing,
    }
}
