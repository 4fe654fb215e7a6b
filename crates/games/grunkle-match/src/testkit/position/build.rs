//! Builds positions, and refuses those that no match can reach.

use super::*;
use tinsel_engine::SeatSet;
use tinsel_engine_testkit::Change;

impl Position {
    /// The position. The setup must not draw.
    ///
    /// # Panics
    ///
    /// No match can reach this position.
    #[must_use]
    pub fn build(self) -> GrunkleMatch {
        self.try_build().unwrap_or_else(|wrong| panic!("{wrong}"))
    }

    /// The position, as [`build`](Self::build) returns it.
    ///
    /// # Errors
    ///
    /// Why no match can reach this position.
    pub fn try_build(self) -> Result<GrunkleMatch, String> {
        Ok(self.submitted(false, &mut NoDraw)?.0)
    }

    /// The position after the defaults of all seats that still owe a decision, with the events of the last one, or of
    /// the scoring if no seat owed a decision.
    ///
    /// # Panics
    ///
    /// No match can reach this position.
    #[must_use]
    pub fn resolve(self, chance: &mut dyn Chance) -> (GrunkleMatch, Events<Event>) {
        self.submitted(true, chance).unwrap_or_else(|wrong| panic!("{wrong}"))
    }

    fn submitted(mut self, resolves: bool, chance: &mut dyn Chance) -> Result<(GrunkleMatch, Events<Event>), String> {
        let mut submissions = std::mem::take(&mut self.submissions);
        let others = self.others.take();
        let (mut game, mut events) = self.opened(chance)?;
        let said: Vec<SeatIndex> = submissions.iter().map(|(seat, _)| *seat).collect();
        if resolves || others.is_some() {
            let left = game.owing().iter().filter(|seat| !said.contains(seat));
            submissions.extend(left.map(|seat| (seat, others.clone())));
        }
        for (seat, action) in submissions {
            let made = match &action {
                Some(action) => game.resolve(seat, action),
                None => game.absent(seat),
            };
            let submission = action.as_ref().map_or_else(|| "a default".to_owned(), written);
            let made = made.map_err(|rejected| format!("{seat} cannot submit {submission:?}: {rejected}"))?;
            events = game.commit(made, SeatSet::EMPTY, chance);
        }
        Ok((game, events))
    }

    /// The position before the submissions, with the events of the scoring if it is the end.
    fn opened(self, chance: &mut dyn Chance) -> Result<(GrunkleMatch, Events<Event>), String> {
        let (round, ends) = match self.at {
            At::Round(round) => (round, false),
            At::End => (Round::LAST, true),
        };
        if let Some(twice) = self.twice {
            return Err(twice);
        }
        let config = self.config.clone().unwrap_or_default();
        let mut game = GrunkleMatch {
            table: self.table(&config)?,
            config,
            stage: Stage::Bidding {
                round,
                sealed: nothing_sealed(),
            },
        };
        let mut events = Events::new();
        if ends {
            game.stage = rules::after(&game, round, SeatSet::EMPTY, chance, &mut events);
            event::ended(&game, SeatSet::EMPTY, &mut events);
        }
        possible(&game)?;
        Ok((game, events))
    }

    fn table(self, config: &Config) -> Result<Table, String> {
        let rounds: Vec<Round> = Round::ALL
            .into_iter()
            .filter(|round| self.at.is_after(*round))
            .collect();
        let seats = self.garnets.keys().chain(self.skills.keys());
        if let Some(stranger) = seats.copied().find(|seat| !SEAT_COUNT.has(*seat)) {
            return Err(format!("{stranger} is no seat"));
        }
        if self.nullified == Some(Skill::GrunkoPop) {
            return Err("Grunko Pops cannot be nullified".to_owned());
        }
        let mut table = Table {
            garnets: BySeat::from_fn(SEAT_COUNT, |seat| {
                let said = self.garnets.get(&seat).copied();
                said.unwrap_or_else(|| config.starting(seat))
            }),
            skills: BySeat::from_fn(SEAT_COUNT, |seat| self.skills.get(&seat).copied().unwrap_or_default()),
            nullified: self.nullified,
            garnet_theft: self.garnet_theft,
            skill_theft: self.skill_theft,
            past: Vec::new(),
        };
        for ((_, held), pops) in table.skills.enumerate_mut().zip(self.pops.unwrap_or_default()) {
            held.add(Skill::GrunkoPop, pops);
        }
        let mut past = self.past;
        past.check_thefts(&table, &rounds)?;
        if table.nullified.is_some() && !past.is_won(&table, Skill::SkillNullify) {
            table.skills.at_mut(NULLIFIER).add(Skill::SkillNullify, 1);
        }
        past.infer_winners(&table, &rounds)?;
        if past.is_won(&table, Skill::SkillNullify) {
            table.nullified = table.nullified.or(Some(Skill::SkillNullify));
        }
        table.past = rounds
            .iter()
            .map(|round| past.resolved(&table, *round))
            .collect::<Result<_, _>>()?;
        past::check_pops(&table)?;
        Ok(table)
    }
}

/// The invariants of a state that hold without the exact garnets and Grunko Pops of earlier rounds.
fn possible(game: &GrunkleMatch) -> Result<(), String> {
    invariants::garnets_are_bounded(game)?;
    invariants::skills_are_conserved(game)?;
    invariants::the_highest_unique_bid_wins(game)?;
    invariants::one_zero_bid_at_most(game)?;
    invariants::it_ends_after_49_submissions_and_the_votes(game)?;
    invariants::every_awaited_seat_has_a_legal_submission(game)?;
    invariants::tokens_and_the_candidate(game)?;
    invariants::rounds_go_forwards_and_all_seven_submit(Change {
        before: None,
        after: game,
        events: &Events::new(),
        draws: &[],
    })
}

/// A random source for code that must not draw.
struct NoDraw;

impl Chance for NoDraw {
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32 {
        panic!("{draw:?} below {bound} is drawn; resolve the position with a chance of your own");
    }
}
