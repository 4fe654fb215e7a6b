//! The builder.

use std::{fmt::Display, num::NonZeroU32, str::FromStr};

use tinsel_engine::{BySeat, Chance, Events, GameEngine, SeatIndex};

use crate::{
    action::{Action, Replacement, Sealed, Selection},
    components::{Hand, Letter, List, Points, Present, PresentRef, Round, SEAT_COUNT},
    config::Config,
    event::Event,
    state::{Last, PassingRound, PresentsOfMine, Stage, Table, nothing_sealed},
};

/// What a seat holds that is not mentioned.
const FILLER: &str = "A0 B0 F0 G0 I0 I0";

/// A position to be set up.
///
/// Seats that are not mentioned hold `A0 B0 F0 G0 I0 I0`, have 0 points, and are recorded as having selected A to E.
/// The list is 0, 1, …, 7 as it stands in the round. The last resolved step is a pregame with these hands.
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
#[derive(Debug, Clone)]
pub struct Position {
    config: Config,
    at: At,
    list: List,
    hands: BySeat<Hand>,
    totals: BySeat<Points>,
    selected: BySeat<Sealed<Selection>>,
    submissions: Vec<(SeatIndex, Option<Action>)>,
}

#[derive(Debug, Clone, Copy)]
enum At {
    Pregame,
    Round(Round),
    End,
}

impl Position {
    /// The pregame. A list that is set is known already.
    #[must_use]
    pub fn pregame() -> Self {
        Self::at(At::Pregame)
    }

    /// A round, 1 to 5.
    ///
    /// # Panics
    ///
    /// If there is no such round.
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
        let selected = Sealed {
            content: Selection::DEFAULT,
            defaulted: false,
        };
        Self {
            config: Config::default(),
            at,
            list: list([0, 1, 2, 3, 4, 5, 6, 7]),
            hands: BySeat::from_fn(SEAT_COUNT, |_| hand(FILLER)),
            totals: BySeat::from_fn(SEAT_COUNT, |_| Points::ZERO),
            selected: BySeat::from_fn(SEAT_COUNT, |_| selected),
            submissions: Vec::new(),
        }
    }

    /// The options.
    #[must_use]
    pub fn config(mut self, config: Config) -> Self {
        self.config = config;
        self
    }

    /// The list, top to bottom, as it stands in this round.
    ///
    /// # Panics
    ///
    /// If it is not every seat once.
    #[must_use]
    pub fn list(mut self, order: [u8; 8]) -> Self {
        self.list = list(order);
        self
    }

    /// The hand of a seat, such as `A0 C0 D0 G1 H0 K3(4)`.
    ///
    /// # Panics
    ///
    /// If it is not six presents.
    #[must_use]
    pub fn hand(mut self, seat: u8, presents: &str) -> Self {
        *self.hands.at_mut(SeatIndex::new(seat)) = hand(presents);
        self
    }

    /// The points of a seat.
    #[must_use]
    pub fn total(mut self, seat: u8, points: i64) -> Self {
        *self.totals.at_mut(SeatIndex::new(seat)) = Points::new(points);
        self
    }

    /// The points of all seats.
    #[must_use]
    pub fn totals(self, points: [i64; 8]) -> Self {
        let seats = (0u8..).zip(points);
        seats.fold(self, |position, (seat, points)| position.total(seat, points))
    }

    /// What a seat is recorded to have selected before round 1, such as `ABCDE`.
    ///
    /// # Panics
    ///
    /// If it is not five different letters from A to J.
    #[must_use]
    pub fn selected(mut self, seat: u8, letters: &str) -> Self {
        self.selected.at_mut(SeatIndex::new(seat)).content = parsed(letters);
        self
    }

    /// A submission that is in already.
    #[must_use]
    pub fn sealed(mut self, seat: u8, action: Action) -> Self {
        self.submissions.push((SeatIndex::new(seat), Some(action)));
        self
    }

    /// A default that is in already.
    #[must_use]
    pub fn absent(mut self, seat: u8) -> Self {
        self.submissions.push((SeatIndex::new(seat), None));
        self
    }

    /// The position. Nothing may be drawn while it is set up.
    ///
    /// # Panics
    ///
    /// If a submission is refused.
    #[must_use]
    pub fn build(self) -> PresentsOfMine {
        self.submitted(&mut NoDraw).0
    }

    /// The position after every seat that has not submitted has defaulted, with the events of the last submission.
    ///
    /// # Panics
    ///
    /// If a submission is refused.
    #[must_use]
    pub fn resolve(mut self, chance: &mut dyn Chance) -> (PresentsOfMine, Events<Event>) {
        let named: Vec<SeatIndex> = self.submissions.iter().map(|(seat, _)| *seat).collect();
        let others = SEAT_COUNT.iter().filter(|seat| !named.contains(seat));
        self.submissions.extend(others.map(|seat| (seat, None)));
        self.submitted(chance)
    }

    fn submitted(self, chance: &mut dyn Chance) -> (PresentsOfMine, Events<Event>) {
        let submissions = self.submissions.clone();
        let mut game = self.empty();
        let mut events = Events::new();
        for (seat, action) in submissions {
            let made = match &action {
                Some(action) => game.resolve(seat, action),
                None => game.absent(seat),
            };
            match made {
                Ok(made) => events = game.commit(made, chance),
                Err(rejected) => panic!("{seat} cannot submit {action:?}: {rejected}"),
            }
        }
        (game, events)
    }

    fn empty(self) -> PresentsOfMine {
        let drawn = match self.at {
            At::Pregame => self.list,
            // Turning it back gives what was drawn.
            At::Round(round) => self.list.in_round(round),
            At::End => self.list.in_round(Round::Monopoly),
        };
        let table = Table {
            list: drawn,
            selected: self.selected,
            hands: self.hands,
            totals: self.totals,
            last: Last::Pregame,
        };
        let passing = |round, table| Stage::Passing {
            round,
            sealed: nothing_sealed(),
            table,
        };
        let stage = match self.at {
            At::Pregame => Stage::Selecting {
                list: Some(drawn),
                sealed: nothing_sealed(),
            },
            At::Round(Round::Theme) => passing(PassingRound::Theme, table),
            At::Round(Round::BombSquad) => passing(PassingRound::BombSquad, table),
            At::Round(Round::CleaningSupplies) => passing(PassingRound::CleaningSupplies, table),
            At::Round(Round::Monopoly) => passing(PassingRound::Monopoly, table),
            At::Round(Round::Yoink) => Stage::Stealing {
                sealed: nothing_sealed(),
                table,
            },
            At::End => Stage::Finished { table },
        };
        PresentsOfMine {
            config: self.config,
            stage,
        }
    }
}

/// The list of these seats, top to bottom.
///
/// # Panics
///
/// If it is not every seat once.
#[must_use]
pub fn list(order: [u8; 8]) -> List {
    List::new(order).unwrap_or_else(|| panic!("{order:?} is not every seat once"))
}

/// A hand, such as `A0 C0 D0 G1 H0 K3(4)`.
///
/// # Panics
///
/// If it is not six presents.
#[must_use]
pub fn hand(presents: &str) -> Hand {
    parsed(presents)
}

/// A present, such as `K3(4)`.
///
/// # Panics
///
/// If it is none.
#[must_use]
pub fn present(text: &str) -> Present {
    parsed(text)
}

/// References to presents, such as `A0 B0 K3(4)`; to none for the empty text.
///
/// # Panics
///
/// If one is no present.
#[must_use]
pub fn references(presents: &str) -> Vec<PresentRef> {
    presents
        .split_whitespace()
        .map(|text| present(text).reference())
        .collect()
}

/// `SelectPresents` with these letters, such as `ABCDE`; what is no letter is an unknown one.
#[must_use]
pub fn select(letters: &str) -> Action {
    Action::SelectPresents {
        letters: letters.chars().map(Letter::from_symbol).collect(),
    }
}

/// `PassPresents` without a replacement.
///
/// # Panics
///
/// If one is no present.
#[must_use]
pub fn pass(passes: &str) -> Action {
    Action::PassPresents {
        passes: references(passes),
        replacement: None,
    }
}

/// `PassPresents` with a replacement: what leaves, and the letter that enters.
///
/// # Panics
///
/// If one is no present.
#[must_use]
pub fn swap(passes: &str, discard: &str, take: &str) -> Action {
    Action::PassPresents {
        passes: references(passes),
        replacement: Some(Replacement {
            discard: references(discard).first().copied(),
            take: take.chars().next().and_then(Letter::from_symbol),
        }),
    }
}

/// `StealPresents`.
///
/// # Panics
///
/// If one is no present.
#[must_use]
pub fn steal(steals: &str) -> Action {
    Action::StealPresents {
        steals: references(steals),
    }
}

fn parsed<T: FromStr<Err: Display>>(text: &str) -> T {
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// Chance for what needs none.
struct NoDraw;

impl Chance for NoDraw {
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32 {
        panic!("{draw:?} below {bound} is drawn; resolve the step with a chance of your own");
    }
}
