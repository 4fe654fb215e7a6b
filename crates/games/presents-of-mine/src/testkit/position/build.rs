//! Building a position, and refusing those that no match can reach.

use super::*;

impl Position {
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

/// Chance for what needs none.
struct NoDraw;

impl Chance for NoDraw {
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32 {
        panic!("{draw:?} below {bound} is drawn; resolve the step with a chance of your own");
    }
}
