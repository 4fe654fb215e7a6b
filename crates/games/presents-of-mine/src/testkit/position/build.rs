//! Builds positions, and refuses those that no match can reach.

use super::*;
use tinsel_engine::SeatSet;
use tinsel_engine_testkit::{Change, Verdict};

impl Position {
    /// The position. The setup must not draw.
    ///
    /// # Panics
    ///
    /// The game refuses a submission, or the position is impossible.
    #[must_use]
    pub fn build(self) -> PresentsOfMine {
        match self.try_build() {
            Ok(game) => game,
            Err(wrong) => panic!("{wrong}"),
        }
    }

    /// The same as [`build`](Self::build), with an error instead of a panic.
    ///
    /// # Errors
    ///
    /// The refused submission, or why the position is impossible.
    pub fn try_build(self) -> Result<PresentsOfMine, String> {
        self.submitted(&mut NoDraw).map(|(game, _)| game)
    }

    /// The position after the defaults of all seats that have not submitted, with the events of all submissions.
    ///
    /// # Panics
    ///
    /// The game refuses a submission, or the position is impossible.
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
        Self::is_possible(&game)?;
        let mut events = Events::new();
        for (seat, action) in &self.submissions {
            let made = match action {
                Some(action) => game.resolve(*seat, action),
                None => game.absent(*seat),
            };
            let made = made.map_err(|rejected| format!("{seat} cannot submit this: {rejected}"))?;
            events.append(game.commit(made, SeatSet::EMPTY, chance));
        }
        Ok((game, events))
    }

    /// The invariants of a position that need no earlier match; the staleness of hands is not checked.
    fn is_possible(game: &PresentsOfMine) -> Verdict {
        invariants::eight_hands_of_six(game)?;
        invariants::layers_are_one_to_six_and_never_grow(Change {
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
            At::Round(round) => Stage::of_round(round, self.table(round)?),
            At::End => Stage::Finished {
                table: self.table(Round::Monopoly)?,
            },
        })
    }

    // PM-13; section 7: in the pregame there is no list before its draw.
    fn selecting(&self) -> Result<Stage, String> {
        let is_said = |said: bool, what: &str| hold(!said, || format!("there are no {what} in the pregame"));
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

    /// The public state in `round`.
    fn table(&self, round: Round) -> Result<Table, String> {
        let unsaid = Sealed {
            content: Selection::DEFAULT,
            by_default: false,
        };
        let table = Table {
            // A second reversal restores the drawn order.
            list: self.list_or_filler().in_round(round),
            selected: self.selected.map(|_, said| said.unwrap_or(unsaid)),
            hands: self.hands.map(|_, said| said.unwrap_or_else(|| hand(FILLER))),
            totals: self.totals.map(|_, said| said.unwrap_or(Points::ZERO)),
            last: Last::Pregame,
        };
        hold(table.totals.iter().all(|total| *total >= Points::ZERO), || {
            "a total is below 0".to_owned()
        })?;
        Ok(table)
    }

    fn list_or_filler(&self) -> List {
        self.list.unwrap_or_else(|| list([0, 1, 2, 3, 4, 5, 6, 7]))
    }
}

/// A random source for code that must not draw.
struct NoDraw;

impl Chance for NoDraw {
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32 {
        panic!("{draw:?} below {bound} is drawn; resolve the step with a chance of your own");
    }
}
