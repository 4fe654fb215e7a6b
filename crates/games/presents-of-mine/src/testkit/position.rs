//! The builder of positions.

mod build;

use std::num::NonZeroU32;

use tinsel_engine::{BySeat, Chance, Events, GameEngine, SeatIndex, redacted};

use super::words::{hand, list, parsed};
use crate::{
    action::{Action, Sealed, Selection},
    components::{Hand, List, Points, Round, SEAT_COUNT},
    config::{Config, ListReveal},
    event::Event,
    invariants::{self, hold},
    state::{Last, PresentsOfMine, Stage, Table, nothing_sealed},
};

/// The hand of a seat that no call sets.
const FILLER: &str = "A0 B0 F0 G0 I0 I0";

/// A builder of a position.
///
/// A seat that no call sets holds `A0 B0 F0 G0 I0 I0`, has 0 points, and counts as having selected A to E. The list is
/// 0, 1, …, 7 in the order of the round; the pregame has a list with `BEFORE_SELECTION` only. The last resolved step is
/// a pregame with these hands.
///
/// ```
/// use tinsel_presents_of_mine::testkit::{Position, swap};
///
/// let game = Position::round(3)
///     .list([7, 6, 5, 4, 3, 2, 1, 0])
///     .hand(0, "A0 C0 D0 G1 H0 I4")
///     .total(0, 40)
///     .sealed(0, swap("A0 C0 D0", "G1", "N"))
///     .build();
/// ```
///
/// The order of the calls does not matter. Setting a fact twice is an error. It is also an error to set a fact that
/// does not exist in the pregame, or to break an invariant that can be checked without the earlier match.
///
/// Hands and totals stay as set, even if play cannot reach them: many worked examples are such positions.
#[derive(Clone)]
pub struct Position {
    config: Config,
    at: At,
    list: Option<List>,
    hands: BySeat<Option<Hand>>,
    totals: BySeat<Option<Points>>,
    selected: BySeat<Option<Sealed<Selection>>>,
    submissions: Vec<(SeatIndex, Option<Action>)>,
}

redacted!(Position);

#[derive(Clone, Copy)]
enum At {
    Pregame,
    Round(Round),
    End,
}

impl Position {
    /// The pregame. With `BEFORE_SELECTION` the list is already drawn, and only then can it be set.
    #[must_use]
    pub fn pregame() -> Self {
        Self::at(At::Pregame)
    }

    /// A round, 1 to 5.
    ///
    /// # Panics
    ///
    /// There is no such round.
    #[must_use]
    pub fn round(number: u8) -> Self {
        match Round::from_number(number) {
            Some(round) => Self::at(At::Round(round)),
            None => panic!("there is no round {number}"),
        }
    }

    /// The end of the match.
    #[must_use]
    pub fn finished() -> Self {
        Self::at(At::End)
    }

    fn at(at: At) -> Self {
        Self {
            config: Config::default(),
            at,
            list: None,
            hands: BySeat::from_fn(SEAT_COUNT, |_| None),
            totals: BySeat::from_fn(SEAT_COUNT, |_| None),
            selected: BySeat::from_fn(SEAT_COUNT, |_| None),
            submissions: Vec::new(),
        }
    }

    /// The options.
    #[must_use]
    pub fn config(mut self, config: Config) -> Self {
        self.config = config;
        self
    }

    /// The list, top to bottom, in its order of this round.
    ///
    /// # Panics
    ///
    /// The list does not contain every seat once.
    #[must_use]
    pub fn list(mut self, order: [u8; 8]) -> Self {
        self.list = Some(list(order));
        self
    }

    /// The hand of a seat, such as `A0 C0 D0 G1 H0 K3(4)`.
    ///
    /// # Panics
    ///
    /// The text does not name six presents.
    #[must_use]
    pub fn hand(mut self, seat: u8, presents: &str) -> Self {
        once(self.hands.at_mut(SeatIndex::new(seat)), hand(presents));
        self
    }

    /// The points of a seat.
    #[must_use]
    pub fn total(mut self, seat: u8, points: i64) -> Self {
        once(self.totals.at_mut(SeatIndex::new(seat)), Points::new(points));
        self
    }

    /// The points of all seats.
    #[must_use]
    pub fn totals(self, points: [i64; 8]) -> Self {
        let seats = (0u8..).zip(points);
        seats.fold(self, |position, (seat, points)| position.total(seat, points))
    }

    /// The selection of a seat before round 1, made by itself, such as `ABCDE`.
    ///
    /// # Panics
    ///
    /// The text does not name five different letters from A to J.
    #[must_use]
    pub fn selected(mut self, seat: u8, letters: &str) -> Self {
        let (content, by_default) = (parsed(letters), false);
        once(
            self.selected.at_mut(SeatIndex::new(seat)),
            Sealed { content, by_default },
        );
        self
    }

    /// The selection of an inactive seat before round 1: the default A to E, with its mark.
    #[must_use]
    pub fn selected_by_default(mut self, seat: u8) -> Self {
        let (content, by_default) = (Selection::DEFAULT, true);
        once(
            self.selected.at_mut(SeatIndex::new(seat)),
            Sealed { content, by_default },
        );
        self
    }

    /// An earlier submission of the open round.
    #[must_use]
    pub fn sealed(mut self, seat: u8, action: Action) -> Self {
        self.submissions.push((SeatIndex::new(seat), Some(action)));
        self
    }

    /// An earlier default of the open step.
    #[must_use]
    pub fn absent(mut self, seat: u8) -> Self {
        self.submissions.push((SeatIndex::new(seat), None));
        self
    }
}

/// Sets a value; a second call for the same value is an error.
fn once<T>(place: &mut Option<T>, said: T) {
    assert!(place.is_none(), "already set for this seat");
    *place = Some(said);
}
