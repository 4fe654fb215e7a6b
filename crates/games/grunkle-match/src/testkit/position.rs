//! The builder of positions.

mod build;
mod past;

use std::{collections::BTreeMap, num::NonZeroU32};

use tinsel_engine::{BySeat, Chance, Events, GameEngine, SeatIndex};

use self::past::Past;
use super::words::{sheet, skill, skills, submit, vote, written};
use crate::{
    action::Action,
    components::{Garnets, Round, SEAT_COUNT, Skill, Skills},
    config::Config,
    event::{self, Event},
    invariants::{self},
    rules,
    state::{GrunkleMatch, Stage, nothing_sealed},
    submission::SkillTheft,
    table::{GarnetTheft, ResolvedSkillTheft, Table},
};

/// The holder of Skill Nullify if a kind is nullified and no seat is set to have won it.
const NULLIFIER: SeatIndex = SeatIndex::new(6);

/// A position to be set up, in the notation of [`sheet`](super::sheet()).
///
/// A seat that no call sets has its starting garnets and no skills. Garnets and Grunko Pops stay as set, within the
/// limits of a match: the builder does not compute payments and gains of earlier rounds. The order of the calls does
/// not matter, except for submissions and votes, which arrive in that order. Setting a fact twice is an error.
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
/// The builder derives the earlier rounds:
///
/// - [`won`](Self::won) sets the winner of a skill. Otherwise the seat that holds it, used it up or lost it to Skill
///   Thief won it; skills without a winner stayed unsold.
/// - [`played`](Self::played) and [`defaulted`](Self::defaulted) set a submission. Otherwise it bids 2 on each skill
///   that its seat won, and 1 on slot 1 if it won none.
/// - The winner of Skill Nullify, P6 if no other is set, named the nullified kind; a winner without a
///   [`nullified`](Self::nullified) kind named Skill Nullify itself.
///
/// ```
/// use tinsel_grunkle_match::testkit::Position;
///
/// // Round 7, with the zero bid of P0 made in round 6, and its Garnet Thief used in round 2.
/// let position = Position::round(7)
///     .skills(0, "DARK_RITUAL, BALLER")
///     .played(6, 0, "zero BALLER")
///     .garnet_theft(2, 0, 3, 1);
/// ```
#[derive(Clone)]
pub struct Position {
    at: At,
    config: Option<Config>,
    garnets: BTreeMap<SeatIndex, Garnets>,
    skills: BTreeMap<SeatIndex, Skills>,
    pops: Option<[u8; 7]>,
    nullified: Option<Skill>,
    garnet_theft: Option<GarnetTheft>,
    skill_theft: Option<ResolvedSkillTheft>,
    past: Past,
    submissions: Vec<(SeatIndex, Option<Action>)>,
    others: Option<Action>,
    /// The first fact that was set twice.
    twice: Option<String>,
}

tinsel_engine::redacted!(Position);

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
    /// There is no such round.
    #[must_use]
    pub fn round(number: u8) -> Self {
        Self::at(At::Round(round(number)))
    }

    /// The end of round 7: the match is scored, and ends or continues with the tie-break.
    #[must_use]
    pub fn end() -> Self {
        Self::at(At::End)
    }

    fn at(at: At) -> Self {
        Self {
            at,
            config: None,
            garnets: BTreeMap::new(),
            skills: BTreeMap::new(),
            pops: None,
            nullified: None,
            garnet_theft: None,
            skill_theft: None,
            past: Past::default(),
            submissions: Vec::new(),
            others: None,
            twice: None,
        }
    }

    /// Records a second setting of a fact, if it had a value before.
    fn once<T>(&mut self, what: impl FnOnce() -> String, before: Option<T>) {
        if before.is_some() && self.twice.is_none() {
            self.twice = Some(format!("{} twice", what()));
        }
    }

    /// The options.
    #[must_use]
    pub fn config(mut self, config: Config) -> Self {
        let before = self.config.replace(config);
        self.once(|| "options".to_owned(), before);
        self
    }

    /// The garnets of a seat.
    #[must_use]
    pub fn garnets(mut self, seat: u8, amount: u32) -> Self {
        let before = self.garnets.insert(SeatIndex::new(seat), Garnets::new(amount));
        self.once(|| format!("the garnets of P{seat}"), before);
        self
    }

    /// The garnets of all seats.
    #[must_use]
    pub fn all_garnets(self, amounts: [u32; 7]) -> Self {
        let seats = (0u8..).zip(amounts);
        seats.fold(self, |position, (seat, amount)| position.garnets(seat, amount))
    }

    /// The skills of a seat, such as `BOOK, MAX_BID_DOWN x2, POP`.
    ///
    /// # Panics
    ///
    /// The text is not in the notation.
    #[must_use]
    pub fn skills(mut self, seat: u8, held: &str) -> Self {
        let before = self.skills.insert(SeatIndex::new(seat), skills(held));
        self.once(|| format!("the skills of P{seat}"), before);
        self
    }

    /// The Grunko Pops of all seats, in addition to their set skills.
    #[must_use]
    pub fn all_pops(mut self, pops: [u8; 7]) -> Self {
        let before = self.pops.replace(pops);
        self.once(|| "the Grunko Pops of all".to_owned(), before);
        self
    }

    /// The nullified kind.
    ///
    /// # Panics
    ///
    /// The name belongs to no skill.
    #[must_use]
    pub fn nullified(mut self, name: &str) -> Self {
        let before = self.nullified.replace(skill(name));
        self.once(|| "the nullified kind".to_owned(), before);
        self
    }

    /// The winner of a skill in an earlier round, even if another seat holds it now.
    ///
    /// # Panics
    ///
    /// The round did not auction it.
    #[must_use]
    pub fn won(mut self, number: u8, seat: u8, name: &str) -> Self {
        let before = self.past.won(round(number), SeatIndex::new(seat), skill(name));
        self.once(|| format!("the winner of {name} in round {number}"), before);
        self
    }

    /// The submission of a seat in an earlier round. A zero bid in it won.
    ///
    /// # Panics
    ///
    /// The text is not in the notation.
    #[must_use]
    pub fn played(self, number: u8, seat: u8, submission: &str) -> Self {
        self.past(number, seat, submission, false)
    }

    /// The default of an inactive seat in an earlier round.
    ///
    /// # Panics
    ///
    /// The text is not in the notation.
    #[must_use]
    pub fn defaulted(self, number: u8, seat: u8, submission: &str) -> Self {
        self.past(number, seat, submission, true)
    }

    fn past(mut self, number: u8, seat: u8, submission: &str, by_default: bool) -> Self {
        let played = (sheet(submission), by_default);
        let before = self.past.played(round(number), SeatIndex::new(seat), played);
        self.once(|| format!("what P{seat} submitted in round {number}"), before);
        self
    }

    /// The use of Garnet Thief in an earlier round.
    ///
    /// # Panics
    ///
    /// There is no such round.
    #[must_use]
    pub fn garnet_theft(mut self, number: u8, thief: u8, victim: u8, amount: u32) -> Self {
        let before = self.garnet_theft.replace(GarnetTheft {
            round: round(number),
            thief: SeatIndex::new(thief),
            victim: SeatIndex::new(victim),
            amount: Garnets::new(amount),
        });
        self.once(|| "Garnet Thief".to_owned(), before);
        self
    }

    /// The use of Skill Thief in round 7, and whether the skill moved.
    ///
    /// # Panics
    ///
    /// The name belongs to no skill.
    #[must_use]
    pub fn skill_theft(mut self, thief: u8, target: u8, name: &str, moved: bool) -> Self {
        let before = self.skill_theft.replace(ResolvedSkillTheft {
            thief: SeatIndex::new(thief),
            wanted: SkillTheft {
                target: SeatIndex::new(target),
                skill: skill(name),
            },
            moved,
        });
        self.once(|| "Skill Thief".to_owned(), before);
        self
    }

    /// An earlier submission of the open round.
    ///
    /// # Panics
    ///
    /// The text is not in the notation.
    #[must_use]
    pub fn sealed(mut self, seat: u8, submission: &str) -> Self {
        self.submissions.push((SeatIndex::new(seat), Some(submit(submission))));
        self
    }

    /// An earlier default or abstention of the open step.
    #[must_use]
    pub fn absent(mut self, seat: u8) -> Self {
        self.submissions.push((SeatIndex::new(seat), None));
        self
    }

    /// The same earlier submission for each of these seats.
    ///
    /// # Panics
    ///
    /// The text is not in the notation.
    #[must_use]
    pub fn each_of<const N: usize>(self, seats: [u8; N], submission: &str) -> Self {
        let seats = seats.into_iter();
        seats.fold(self, |position, seat| position.sealed(seat, submission))
    }

    /// The submission of every seat without one of its own. The round then resolves.
    ///
    /// # Panics
    ///
    /// The text is not in the notation.
    #[must_use]
    pub fn others(mut self, submission: &str) -> Self {
        let before = self.others.replace(submit(submission));
        self.once(|| "the submission of all others".to_owned(), before);
        self
    }

    /// An earlier vote of the tie-break.
    #[must_use]
    pub fn voted(mut self, seat: u8, candidate: u8) -> Self {
        self.submissions.push((SeatIndex::new(seat), Some(vote(candidate))));
        self
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
