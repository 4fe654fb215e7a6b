//! The builder.

mod last_round;

use std::num::NonZeroU32;

use tinsel_engine::{BySeat, Chance, Events, GameEngine, SeatIndex, redacted};

use self::last_round::Said;
use super::words::{hand, letter, list, parsed, present};
use crate::{
    action::{Action, Sealed, Selection, Swap},
    components::{Hand, List, Points, Round, SEAT_COUNT},
    config::{Config, ListReveal},
    event::Event,
    invariants::{self, Kept, Passage, hold},
    rules, score,
    state::{Last, PresentsOfMine, Stage, Table, nothing_sealed},
};

/// What a seat holds that is not mentioned.
const FILLER: &str = "A0 B0 F0 G0 I0 I0";

/// A position to be set up.
///
/// Seats that are not mentioned hold `A0 B0 F0 G0 I0 I0`, have 0 points, and are recorded as having selected A to E.
/// The list is 0, 1, …, 7 as it stands in the round; in the pregame there is one with `BEFORE_SELECTION` only. The last resolved step is a pregame with these hands.
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
/// - Hands are the scored ones, exploded and aged; points that are not set are what was gained.
/// - A seat whose scored hand is not said has played a filler hand: it received what it named in round 4, otherwise
///   A0, B0, F0 from its first, second, third above, and kept G0, I0, I0.
/// - A seat whose swap is not said discarded G0 and took what its scored hand shows, otherwise what the default takes.
/// - A seat whose thefts are not said got what it named.
///
/// The order of the calls does not matter, and a second value for a seat is refused. A position is also refused if
///
/// - it sets something that does not exist in the pregame, or in the round before;
/// - a hand or a total does not follow from the scored hand;
/// - a scored hand does not show the replacement, or a theft was random without need;
/// - it breaks an invariant that can be checked without the match before it.
///
/// Without a round before, hands and totals stand as they are set, even if play cannot reach them: many worked
/// examples are such positions.
///
/// ```
/// use tinsel_presents_of_mine::testkit::Position;
///
/// // W-3, the first row, when round 3 begins.
/// let game = (1..5).fold(Position::round(3), |position, seat| position.swapped(seat, "G0", "K"));
/// let game = game.scored(0, "A0*1 A1 A1 B0*2 F0*3 K2(6)").swapped(0, "A2", "K").build();
/// ```
#[derive(Clone)]
pub struct Position {
    config: Config,
    at: At,
    list: Option<List>,
    hands: BySeat<Option<Hand>>,
    totals: BySeat<Option<Points>>,
    selected: BySeat<Option<Sealed<Selection>>>,
    last_round: Option<BySeat<Said>>,
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
    /// The pregame. The list is drawn already with `BEFORE_SELECTION`, and only then can it be set.
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
        Self {
            config: Config::default(),
            at,
            list: None,
            hands: BySeat::from_fn(SEAT_COUNT, |_| None),
            totals: BySeat::from_fn(SEAT_COUNT, |_| None),
            selected: BySeat::from_fn(SEAT_COUNT, |_| None),
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

    /// What a seat is recorded to have selected itself before round 1, such as `ABCDE`.
    ///
    /// # Panics
    ///
    /// If it is not five different letters from A to J.
    #[must_use]
    pub fn selected(mut self, seat: u8, letters: &str) -> Self {
        let (content, defaulted) = (parsed(letters), false);
        once(
            self.selected.at_mut(SeatIndex::new(seat)),
            Sealed { content, defaulted },
        );
        self
    }

    /// A seat that stayed away before round 1: A to E were selected for it, with the mark of a default.
    #[must_use]
    pub fn selected_by_default(mut self, seat: u8) -> Self {
        let (content, defaulted) = (Selection::DEFAULT, true);
        once(
            self.selected.at_mut(SeatIndex::new(seat)),
            Sealed { content, defaulted },
        );
        self
    }

    /// The hand a seat was scored with in the round before, such as `B0*1 C0*2 D0 F0*3 H0 J0`; a K with its layers
    /// before that scoring. The stars are distances along the list as it stood in that round.
    ///
    /// # Panics
    ///
    /// If it is not six presents.
    #[must_use]
    pub fn scored(mut self, seat: u8, presents: &str) -> Self {
        once(&mut self.said(seat).picture, parsed(presents));
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
        once(&mut self.said(seat).swap, swap);
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
        once(&mut self.said(seat).named, parsed(steals));
        self
    }

    /// A seat whose submission of the round before was a default.
    #[must_use]
    pub fn played_by_default(mut self, seat: u8) -> Self {
        self.said(seat).defaulted = true;
        self
    }

    fn said(&mut self, seat: u8) -> &mut Said {
        let nothing = || BySeat::from_fn(SEAT_COUNT, |_| Said::default());
        self.last_round.get_or_insert_with(nothing).at_mut(SeatIndex::new(seat))
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
    /// If a submission is refused, or if the position is impossible.
    #[must_use]
    pub fn build(self) -> PresentsOfMine {
        match self.try_build() {
            Ok(game) => game,
            Err(wrong) => panic!("{wrong}"),
        }
    }

    /// The same.
    ///
    /// # Errors
    ///
    /// Which submission is refused, or why the position is impossible.
    pub fn try_build(self) -> Result<PresentsOfMine, String> {
        self.submitted(&mut NoDraw).map(|(game, _)| game)
    }

    /// The position after every seat that has not submitted has defaulted, with the events of all submissions.
    ///
    /// # Panics
    ///
    /// If a submission is refused, or if the position is impossible.
    #[must_use]
    pub fn resolve(mut self, chance: &mut dyn Chance) -> (PresentsOfMine, Events<Event>) {
        let named: Vec<SeatIndex> = self.submissions.iter().map(|(seat, _)| *seat).collect();
        let others = SEAT_COUNT.iter().filter(|seat| !named.contains(seat));
        self.submissions.extend(others.map(|seat| (seat, None)));
        match self.submitted(chance) {
            Ok(resolved) => resolved,
            Err(wrong) => panic!("{wrong}"),
        }
    }

    fn submitted(self, chance: &mut dyn Chance) -> Result<(PresentsOfMine, Events<Event>), String> {
        let mut game = PresentsOfMine {
            config: self.config,
            stage: self.stage()?,
        };
        self.is_possible(&game)?;
        let mut events = Events::new();
        for (seat, action) in &self.submissions {
            let made = match action {
                Some(action) => game.resolve(*seat, action),
                None => game.absent(*seat),
            };
            let made = made.map_err(|rejected| format!("{seat} cannot submit this: {rejected}"))?;
            events.append(game.commit(made, chance));
        }
        Ok((game, events))
    }

    /// The invariants of a position that need no match before it; the staleness of hands that are only set is free.
    fn is_possible(&self, game: &PresentsOfMine) -> Kept {
        invariants::eight_hands_of_six(game)?;
        if self.last_round.is_some() {
            invariants::staleness_is_bounded(game)?;
        }
        invariants::layers_are_one_to_six_and_never_grow(Passage {
            before: None,
            after: game,
            events: &Events::new(),
            draws: &[],
        })?;
        invariants::points_per_copy_are_in_range(game)?;
        invariants::an_i_earns_six_where_it_is_stalest(game)?;
        invariants::chains_and_diameters_are_mutual(game)?;
        invariants::monopoly_points_add_up(game)
    }

    /// The position before the submissions.
    fn stage(&self) -> Result<Stage, String> {
        Ok(match self.at {
            At::Pregame => self.selecting()?,
            At::Round(round) => Stage::of_round(round, self.table(round, round_before(round))?),
            At::End => Stage::Finished {
                table: self.table(Round::Monopoly, Some(Round::Monopoly))?,
            },
        })
    }

    // PM-13; section 7: there is no list in the pregame before it is drawn.
    fn selecting(&self) -> Result<Stage, String> {
        let is_said = |said: bool, what: &str| hold(!said, || format!("there are no {what} in the pregame"));
        is_said(self.last_round.is_some(), "resolved rounds")?;
        is_said(self.hands.iter().any(Option::is_some), "hands")?;
        is_said(self.totals.iter().any(Option::is_some), "points")?;
        is_said(self.selected.iter().any(Option::is_some), "resolved selections")?;
        let drawn = match self.config.list_reveal {
            ListReveal::AfterSelection => None,
            ListReveal::BeforeSelection => Some(self.list_or_filler()),
        };
        hold(drawn.is_some() || self.list.is_none(), || {
            "the list is drawn after the selection".to_owned()
        })?;
        Ok(Stage::Selecting {
            list: drawn,
            sealed: nothing_sealed(),
        })
    }

    /// What lies open in `round` after `before`, the last round that is over.
    fn table(&self, round: Round, before: Option<Round>) -> Result<Table, String> {
        let unsaid = Sealed {
            content: Selection::DEFAULT,
            defaulted: false,
        };
        let mut table = Table {
            // Turning it back gives what was drawn.
            list: self.list_or_filler().in_round(round),
            selected: self.selected.map(|_, said| said.unwrap_or(unsaid)),
            hands: self.hands.map(|_, said| said.unwrap_or_else(|| hand(FILLER))),
            totals: self.totals.map(|_, said| said.unwrap_or(Points::ZERO)),
            last: Last::Pregame,
        };
        if let Some(said) = &self.last_round {
            let before = before.ok_or("no round is resolved before round 1")?;
            table.last = last_round::resolved(said, &self.config, before, table.list)?;
            self.follow(&mut table)?;
        }
        hold(table.totals.iter().all(|total| *total >= Points::ZERO), || {
            "a total is below 0".to_owned()
        })?;
        Ok(table)
    }

    /// Hands and points as the last round left them.
    fn follow(&self, table: &mut Table) -> Kept {
        let scores = score::of_last_step(table);
        table.hands = table.pictures().map(|_, picture| rules::aged(picture));
        for (seat, score) in scores.enumerate() {
            let (left, said) = (*table.hands.at(seat), *self.hands.at(seat));
            hold(said.is_none_or(|said| said == left), || {
                format!("the scored hand of {seat} becomes {left}, and another one is set")
            })?;
            let (gained, said) = (score.gained(), *self.totals.at(seat));
            hold(said.is_none_or(|said| said >= gained), || {
                format!("{seat} gained {gained}, and fewer points are set")
            })?;
            *table.totals.at_mut(seat) = said.unwrap_or(gained);
        }
        Ok(())
    }

    fn list_or_filler(&self) -> List {
        self.list.unwrap_or_else(|| list([0, 1, 2, 3, 4, 5, 6, 7]))
    }
}

/// Sets a value, for the first time.
fn once<T>(place: &mut Option<T>, said: T) {
    assert!(place.is_none(), "already set for this seat");
    *place = Some(said);
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
