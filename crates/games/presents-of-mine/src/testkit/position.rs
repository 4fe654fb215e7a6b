//! The builder.

mod last_round;

use std::num::NonZeroU32;

use tinsel_engine::{BySeat, Chance, Events, GameEngine, SeatIndex};

use self::last_round::LastRound;
use super::words::{hand, letter, list, parsed, present};
use crate::{
    action::{Action, Sealed, Selection, Swap},
    components::{Hand, List, Points, Round, SEAT_COUNT},
    config::{Config, ListReveal},
    event::Event,
    state::{Last, PresentsOfMine, Stage, Table, nothing_sealed},
};

/// What a seat holds that is not mentioned.
const FILLER: &str = "A0 B0 F0 G0 I0 I0";

/// A position to be set up.
///
/// Seats that are not mentioned hold `A0 B0 F0 G0 I0 I0`, have 0 points, and are recorded as having selected A to E.
/// The list is 0, 1, …, 7 as it stands in the round; in the pregame there is none unless it is set or
/// `BEFORE_SELECTION` has drawn it. The last resolved step is a pregame with these hands.
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
/// As soon as [`scored`](Self::scored), [`swapped`](Self::swapped), [`named`](Self::named) or
/// [`played_by_default`](Self::played_by_default) says something of the round before, that round is the last resolved
/// step, and the rest follows:
///
/// - A hand that is not set is the scored one, exploded and aged; points that are not set are what was gained.
/// - A seat whose scored hand is not said has played a filler hand: it received what it named in round 4, otherwise
///   A0, B0, F0 from its first, second, third above, and kept G0, I0, I0.
/// - A seat whose swap is not said discarded G0 and took what its scored hand shows, otherwise what the default takes.
/// - A seat whose thefts are not said got what it named.
///
/// What is set stands as it is set, whether or not it can be reached by play.
///
/// ```
/// use tinsel_presents_of_mine::testkit::Position;
///
/// // W-3, the first row, when round 3 begins.
/// let game = (1..5).fold(Position::round(3), |position, seat| position.swapped(seat, "G0", "K"));
/// let game = game.scored(0, "A0*1 A1 A1 B0*2 F0*3 K2(6)").swapped(0, "A2", "K").build();
/// ```
#[derive(Debug, Clone)]
pub struct Position {
    config: Config,
    at: At,
    list: Option<List>,
    hands: BySeat<Option<Hand>>,
    totals: BySeat<Option<Points>>,
    selected: BySeat<Sealed<Selection>>,
    last_round: Option<LastRound>,
    submissions: Vec<(SeatIndex, Option<Action>)>,
}

#[derive(Debug, Clone, Copy)]
enum At {
    Pregame,
    Round(Round),
    End,
}

impl Position {
    /// The pregame. The list is drawn already if it is set, or with `BEFORE_SELECTION`.
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
            list: None,
            hands: BySeat::from_fn(SEAT_COUNT, |_| None),
            totals: BySeat::from_fn(SEAT_COUNT, |_| None),
            selected: BySeat::from_fn(SEAT_COUNT, |_| selected),
            last_round: None,
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
        self.list = Some(list(order));
        self
    }

    /// The hand of a seat, such as `A0 C0 D0 G1 H0 K3(4)`.
    ///
    /// # Panics
    ///
    /// If it is not six presents.
    #[must_use]
    pub fn hand(mut self, seat: u8, presents: &str) -> Self {
        *self.hands.at_mut(SeatIndex::new(seat)) = Some(hand(presents));
        self
    }

    /// The points of a seat.
    #[must_use]
    pub fn total(mut self, seat: u8, points: i64) -> Self {
        *self.totals.at_mut(SeatIndex::new(seat)) = Some(Points::new(points));
        self
    }

    /// The points of all seats.
    #[must_use]
    pub fn totals(self, points: [i64; 8]) -> Self {
        let seats = (0u8..).zip(points);
        seats.fold(self, |position, (seat, points)| position.total(seat, points))
    }

    /// What a seat is recorded to have selected itself before round 1, such as `ABCDE`.
    ///
    /// # Panics
    ///
    /// If it is not five different letters from A to J.
    #[must_use]
    pub fn selected(mut self, seat: u8, letters: &str) -> Self {
        *self.selected.at_mut(SeatIndex::new(seat)) = Sealed {
            content: parsed(letters),
            defaulted: false,
        };
        self
    }

    /// A seat that stayed away before round 1: A to E were selected for it, with the mark of a default.
    #[must_use]
    pub fn selected_by_default(mut self, seat: u8) -> Self {
        *self.selected.at_mut(SeatIndex::new(seat)) = Sealed {
            content: Selection::DEFAULT,
            defaulted: true,
        };
        self
    }

    /// The hand a seat was scored with in the round before, such as `B0*1 C0*2 D0 F0*3 H0 J0`; a K with its layers
    /// before that scoring. The stars are distances along the list as it stood in that round.
    ///
    /// # Panics
    ///
    /// If it is not six presents, of which one came over each distance.
    #[must_use]
    pub fn scored(mut self, seat: u8, presents: &str) -> Self {
        self.last_round().scored(SeatIndex::new(seat), parsed(presents));
        self
    }

    /// What a seat swapped in the round before, if that was round 2 or 3: what left, and the letter that entered.
    ///
    /// # Panics
    ///
    /// If it is no present, or no letter.
    #[must_use]
    pub fn swapped(mut self, seat: u8, discard: &str, take: &str) -> Self {
        let swap = Swap {
            discard: present(discard),
            take: letter(take),
        };
        self.last_round().swapped(SeatIndex::new(seat), swap);
        self
    }

    /// What a seat wanted from its first, second and third above in round 4, if that was the round before.
    ///
    /// What it got shows in what it is scored with; where the two differ, chance decided.
    ///
    /// # Panics
    ///
    /// If it is not three presents.
    #[must_use]
    pub fn named(mut self, seat: u8, steals: &str) -> Self {
        self.last_round().named(SeatIndex::new(seat), parsed(steals));
        self
    }

    /// A seat whose submission of the round before was a default.
    #[must_use]
    pub fn played_by_default(mut self, seat: u8) -> Self {
        self.last_round().played_by_default(SeatIndex::new(seat));
        self
    }

    fn last_round(&mut self) -> &mut LastRound {
        self.last_round.get_or_insert_with(LastRound::default)
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
    /// If a submission is refused, or if the round before cannot have been what is said of it.
    #[must_use]
    pub fn build(self) -> PresentsOfMine {
        self.submitted(&mut NoDraw).0
    }

    /// The position after every seat that has not submitted has defaulted, with the events of the last submission.
    ///
    /// # Panics
    ///
    /// If a submission is refused, or if the round before cannot have been what is said of it.
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

    /// The position before the submissions.
    fn empty(self) -> PresentsOfMine {
        let stage = match self.at {
            At::Pregame => self.selecting(),
            At::Round(round) => Stage::of_round(round, self.table(round, round_before(round))),
            At::End => Stage::Finished {
                table: self.table(Round::Monopoly, Some(Round::Monopoly)),
            },
        };
        PresentsOfMine {
            config: self.config,
            stage,
        }
    }

    // Section 7: there is no list in the pregame before it is drawn.
    fn selecting(&self) -> Stage {
        assert!(self.last_round.is_none(), "no round is resolved in the pregame");
        let drawn = match self.config.list_reveal {
            ListReveal::AfterSelection => self.list,
            ListReveal::BeforeSelection => Some(self.list_or_filler()),
        };
        Stage::Selecting {
            list: drawn,
            sealed: nothing_sealed(),
        }
    }

    /// What lies open in `round` after `before`, the last round that is over.
    fn table(&self, round: Round, before: Option<Round>) -> Table {
        // Turning it back gives what was drawn.
        let list = self.list_or_filler().in_round(round);
        let last = match (&self.last_round, before) {
            (None, _) => Last::Pregame,
            (Some(said), Some(before)) => said.resolved(&self.config, before),
            (Some(_), None) => panic!("no round is resolved before round 1"),
        };
        let left = last_round::left(&last, list);
        let followed = |seat: SeatIndex| left.as_ref().map(|left| *left.at(seat));
        Table {
            list,
            selected: self.selected.clone(),
            hands: self.hands.map(|seat, said| {
                let followed = || followed(seat).map(|(hand, _)| hand);
                said.or_else(followed).unwrap_or_else(|| hand(FILLER))
            }),
            totals: self.totals.map(|seat, said| {
                let followed = || followed(seat).map(|(_, gained)| gained);
                said.or_else(followed).unwrap_or(Points::ZERO)
            }),
            last,
        }
    }

    fn list_or_filler(&self) -> List {
        self.list.unwrap_or_else(|| list([0, 1, 2, 3, 4, 5, 6, 7]))
    }
}

fn round_before(round: Round) -> Option<Round> {
    Round::ALL.into_iter().find(|before| before.next() == Some(round))
}

/// Chance for what needs none.
struct NoDraw;

impl Chance for NoDraw {
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32 {
        panic!("{draw:?} below {bound} is drawn; resolve the step with a chance of your own");
    }
}
