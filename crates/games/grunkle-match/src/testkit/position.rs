//! The builder.

mod past;

use std::num::NonZeroU32;

use tinsel_engine::{BySeat, Chance, Events, GameEngine, SeatIndex};

use self::past::Past;
use super::words::{sheet, skill, skills, submit, vote};
use crate::{
    action::Action,
    components::{Garnets, Round, SEAT_COUNT, Skill, Skills},
    config::Config,
    event::{self, Event},
    rules,
    state::{GarnetTheft, GrunkleMatch, SkillTheft, Stage, Table, nothing_sealed},
    submission::Theft,
};

/// What a seat has that is not mentioned.
const GARNETS: Garnets = Garnets::new(20);
/// Who won Skill Nullify if it is said what is nullified, but not by whom.
const NULLIFIER: SeatIndex = SeatIndex::new(6);

/// A position to be set up, in the notation of [`sheet`](super::sheet()).
///
/// Seats that are not mentioned have 20 garnets and no skills. What is set stands as it is set, whether or not it can
/// be reached by play.
///
/// ```
/// use tinsel_grunkle_match::testkit::Position;
///
/// // GM-W10, when the last submission is awaited.
/// let game = Position::round(6)
///     .garnets(0, 8)
///     .skills(0, "SADNESS, DARK_RITUAL")
///     .sealed(0, "")
///     .each_of([1, 2, 3, 4, 5], "BALLER 1")
///     .build();
/// ```
///
/// The rounds before are made to fit:
///
/// - Who won a skill is as said by [`won`](Self::won); otherwise whoever holds it won it, and what nobody holds stayed
///   unsold.
/// - A submission is as said by [`played`](Self::played) and [`defaulted`](Self::defaulted); otherwise it bids 2 on each
///   skill that its seat won, and 1 on slot 1 if it won none.
/// - What is nullified was named by the winner of Skill Nullify, which is P6 if nobody else is; a winner without
///   anything [`nullified`](Self::nullified) named Skill Nullify itself.
///
/// ```
/// use tinsel_grunkle_match::testkit::Position;
///
/// // Round 7, with the zero bid of P0 made in round 6, and its Garnet Thief used in round 2.
/// let position = Position::round(7)
///     .skills(0, "DARK_RITUAL, BALLER")
///     .played(6, 0, "zero BALLER")
///     .won(1, 0, "GARNET_THIEF")
///     .garnet_theft(2, 0, 3, 1);
/// ```
#[derive(Debug, Clone)]
pub struct Position {
    config: Config,
    at: At,
    garnets: BySeat<Garnets>,
    skills: BySeat<Skills>,
    nullified: Option<Skill>,
    garnet_theft: Option<GarnetTheft>,
    skill_theft: Option<SkillTheft>,
    past: Past,
    submissions: Vec<(SeatIndex, Option<Action>)>,
    others: Option<Action>,
}

#[derive(Debug, Clone, Copy)]
enum At {
    Round(Round),
    End,
}

impl Position {
    /// A round, 1 to 7, that has just opened.
    ///
    /// # Panics
    ///
    /// If there is no such round.
    #[must_use]
    pub fn round(number: u8) -> Self {
        Self::at(At::Round(round(number)))
    }

    /// Round 7 is resolved: the match is scored, and ends or goes on with the tie-break.
    #[must_use]
    pub fn end() -> Self {
        Self::at(At::End)
    }

    fn at(at: At) -> Self {
        Self {
            config: Config::default(),
            at,
            garnets: BySeat::from_fn(SEAT_COUNT, |_| GARNETS),
            skills: BySeat::from_fn(SEAT_COUNT, |_| Skills::default()),
            nullified: None,
            garnet_theft: None,
            skill_theft: None,
            past: Past::default(),
            submissions: Vec::new(),
            others: None,
        }
    }

    /// The options.
    #[must_use]
    pub fn config(mut self, config: Config) -> Self {
        self.config = config;
        self
    }

    /// The garnets of a seat.
    #[must_use]
    pub fn garnets(mut self, seat: u8, amount: u32) -> Self {
        *self.garnets.at_mut(SeatIndex::new(seat)) = Garnets::new(amount);
        self
    }

    /// The garnets of all seats.
    #[must_use]
    pub fn all_garnets(self, amounts: [u32; 7]) -> Self {
        let seats = (0u8..).zip(amounts);
        seats.fold(self, |position, (seat, amount)| position.garnets(seat, amount))
    }

    /// What a seat holds, such as `BOOK, MAX_BID_DOWN x2, POP`.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
    #[must_use]
    pub fn skills(mut self, seat: u8, held: &str) -> Self {
        *self.skills.at_mut(SeatIndex::new(seat)) = skills(held);
        self
    }

    /// The Grunko Pops of all seats, beside what they hold.
    #[must_use]
    pub fn all_pops(mut self, pops: [u8; 7]) -> Self {
        for (held, pops) in self.skills.enumerate_mut().map(|(_, held)| held).zip(pops) {
            held.add(Skill::GrunkoPop, pops);
        }
        self
    }

    /// The kind that is nullified.
    ///
    /// # Panics
    ///
    /// If it is no skill.
    #[must_use]
    pub fn nullified(mut self, name: &str) -> Self {
        self.nullified = Some(skill(name));
        self
    }

    /// Who won a skill in a round before, whoever holds it now.
    ///
    /// # Panics
    ///
    /// If the round did not auction it.
    #[must_use]
    pub fn won(mut self, number: u8, seat: u8, name: &str) -> Self {
        self.past.won(round(number), SeatIndex::new(seat), skill(name));
        self
    }

    /// What a seat submitted in a round before. A zero bid won.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
    #[must_use]
    pub fn played(mut self, number: u8, seat: u8, submission: &str) -> Self {
        let (round, seat) = (round(number), SeatIndex::new(seat));
        self.past.played(round, seat, sheet(submission));
        self
    }

    /// What was submitted in a round before for a seat that stayed away.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
    #[must_use]
    pub fn defaulted(mut self, number: u8, seat: u8, submission: &str) -> Self {
        let (round, seat) = (round(number), SeatIndex::new(seat));
        self.past.defaulted(round, seat, sheet(submission));
        self
    }

    /// The use of Garnet Thief in a round before.
    ///
    /// # Panics
    ///
    /// If there is no such round.
    #[must_use]
    pub fn garnet_theft(mut self, number: u8, thief: u8, victim: u8, amount: u32) -> Self {
        self.garnet_theft = Some(GarnetTheft {
            round: round(number),
            thief: SeatIndex::new(thief),
            victim: SeatIndex::new(victim),
            amount: Garnets::new(amount),
        });
        self
    }

    /// The use of Skill Thief in round 7, and whether the skill moved.
    ///
    /// # Panics
    ///
    /// If it is no skill.
    #[must_use]
    pub fn skill_theft(mut self, thief: u8, target: u8, name: &str, moved: bool) -> Self {
        self.skill_theft = Some(SkillTheft {
            thief: SeatIndex::new(thief),
            wanted: Theft {
                target: SeatIndex::new(target),
                skill: skill(name),
            },
            moved,
        });
        self
    }

    /// A submission that is in already.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
    #[must_use]
    pub fn sealed(mut self, seat: u8, submission: &str) -> Self {
        self.submissions.push((SeatIndex::new(seat), Some(submit(submission))));
        self
    }

    /// A default, or an abstention, that is in already.
    #[must_use]
    pub fn absent(mut self, seat: u8) -> Self {
        self.submissions.push((SeatIndex::new(seat), None));
        self
    }

    /// The same submission of each of these seats, in already.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
    #[must_use]
    pub fn each_of<const N: usize>(self, seats: [u8; N], submission: &str) -> Self {
        let seats = seats.into_iter();
        seats.fold(self, |position, seat| position.sealed(seat, submission))
    }

    /// The submission of every seat that does not say something else. The round resolves.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
    #[must_use]
    pub fn others(mut self, submission: &str) -> Self {
        self.others = Some(submit(submission));
        self
    }

    /// A vote that is in already.
    #[must_use]
    pub fn voted(mut self, seat: u8, candidate: u8) -> Self {
        self.submissions.push((SeatIndex::new(seat), Some(vote(candidate))));
        self
    }

    /// The position. Nothing may be drawn while it is set up.
    ///
    /// # Panics
    ///
    /// If a submission is refused, or if the rounds before cannot have been what is said of them.
    #[must_use]
    pub fn build(self) -> GrunkleMatch {
        self.submitted(false, &mut NoDraw).0
    }

    /// The position after every seat that has not submitted, or voted, has defaulted, with the events of the last one;
    /// of the scoring if nothing was awaited.
    ///
    /// # Panics
    ///
    /// If a submission is refused, or if the rounds before cannot have been what is said of them.
    #[must_use]
    pub fn resolve(self, chance: &mut dyn Chance) -> (GrunkleMatch, Events<Event>) {
        self.submitted(true, chance)
    }

    fn submitted(mut self, resolves: bool, chance: &mut dyn Chance) -> (GrunkleMatch, Events<Event>) {
        let mut submissions = std::mem::take(&mut self.submissions);
        let others = self.others.take();
        let (mut game, mut events) = self.opened(chance);
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
            match made {
                Ok(made) => events = game.commit(made, chance),
                Err(rejected) => panic!("{seat} cannot submit {action:?}: {rejected}"),
            }
        }
        (game, events)
    }

    /// The position before the submissions, with the events of the scoring if it is the end.
    fn opened(self, chance: &mut dyn Chance) -> (GrunkleMatch, Events<Event>) {
        let (round, ends) = match self.at {
            At::Round(round) => (round, false),
            At::End => (Round::LAST, true),
        };
        let mut events = Events::new();
        let mut game = GrunkleMatch {
            config: self.config.clone(),
            table: self.table(),
            stage: Stage::Bidding {
                round,
                sealed: nothing_sealed(),
            },
        };
        if ends {
            game.stage = rules::after(&game, round, &GrunkleMatch::FACTS.context(), chance, &mut events);
            event::ended(&game, &GrunkleMatch::FACTS.context(), &mut events);
        }
        (game, events)
    }

    fn table(self) -> Table {
        let rounds: Vec<Round> = Round::ALL
            .into_iter()
            .filter(|round| self.at.is_after(*round))
            .collect();
        let mut table = Table {
            garnets: self.garnets,
            skills: self.skills,
            nullified: self.nullified,
            garnet_theft: self.garnet_theft,
            skill_theft: self.skill_theft,
            past: Vec::new(),
        };
        let mut past = self.past;
        past.infer_winners(&table, &rounds);
        for round in rounds
            .iter()
            .filter(|round| round.slot_of(Skill::SkillNullify).is_some())
        {
            match (table.nullified, past.winner(*round, Skill::SkillNullify)) {
                (Some(_), None) => past.won(*round, NULLIFIER, Skill::SkillNullify),
                (None, Some(_)) => table.nullified = Some(Skill::SkillNullify),
                (Some(_), Some(_)) | (None, None) => {}
            }
        }
        table.past = rounds.iter().map(|round| past.resolved(&table, *round)).collect();
        table
    }
}

impl At {
    fn is_after(self, past: Round) -> bool {
        match self {
            Self::Round(round) => past < round,
            Self::End => true,
        }
    }
}

fn round(number: u8) -> Round {
    Round::new(number).unwrap_or_else(|| panic!("there is no round {number}"))
}

/// Chance for what needs none.
struct NoDraw;

impl Chance for NoDraw {
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32 {
        panic!("{draw:?} below {bound} is drawn; resolve the position with a chance of your own");
    }
}
