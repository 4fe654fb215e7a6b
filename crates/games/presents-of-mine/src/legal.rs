//! The legal actions of a seat, as data.

use tinsel_engine::{SeatIndex, Viewer, Wire};

use crate::{
    action::{Action, Replacement, Selection},
    components::{Hand, Letter, Present, PresentRef, Round},
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

impl Legal {
    /// Whether `action` is allowed.
    #[must_use]
    pub fn allows(&self, action: &Action) -> bool {
        match (self, action) {
            (Self::Select { count, from }, Action::SelectPresents { letters }) => may_select(*count, from, letters),
            (Self::Pass { hand, take, .. }, Action::PassPresents { passes, replacement }) => {
                may_pass(hand, *take, passes, replacement.as_ref())
            }
            (Self::Steal { victims }, Action::StealPresents { steals }) => may_steal(victims, steals),
            (
                Self::Nothing | Self::Select { .. } | Self::Pass { .. } | Self::Steal { .. },
                Action::SelectPresents { .. } | Action::PassPresents { .. } | Action::StealPresents { .. },
            ) => false,
        }
    }
}

fn may_select(count: u8, from: &[Letter], letters: &[Option<Letter>]) -> bool {
    letters.len() == usize::from(count)
        && Selection::judged(letters)
            .is_ok_and(|selected| selected.letters().iter().all(|letter| from.contains(letter)))
}

fn may_pass(hand: &Hand, take: Option<[Letter; 2]>, passes: &[PresentRef], replacement: Option<&Replacement>) -> bool {
    let Some(passed) = three(passes) else { return false };
    let copies = |present: &Present| passed.iter().filter(|other| *other == present).count();
    let held = passed.iter().all(|present| copies(present) <= hand.copies(*present));
    held && match (take, replacement) {
        (None, None) => true,
        (Some(take), Some(replacement)) => {
            let discard = replacement.discard.and_then(PresentRef::well_formed);
            discard.is_some_and(|present| copies(&present) < hand.copies(present))
                && replacement.take.is_some_and(|letter| take.contains(&letter))
        }
        (None, Some(_)) | (Some(_), None) => false,
    }
}

fn may_steal(victims: &[Victim; 3], steals: &[PresentRef]) -> bool {
    three(steals).is_some_and(|steals| {
        let mut pairs = victims.iter().zip(steals);
        pairs.all(|(victim, present)| victim.hand.copies(present) > 0)
    })
}

fn three(references: &[PresentRef]) -> Option<[Present; 3]> {
    let presents: Option<Vec<Present>> = references.iter().map(|reference| reference.well_formed()).collect();
    <[Present; 3]>::try_from(presents?).ok()
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
