//! The builder.

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
    invariants::{self, Passage},
    rules,
    state::{GarnetTheft, GrunkleMatch, SkillTheft, Stage, Table, nothing_sealed},
    submission::Loot,
};

/// The holder of Skill Nullify if a kind is nullified and no seat is set to have won it.
const NULLIFIER: SeatIndex = SeatIndex::new(6);

/// A position to be set up, in the notation of [`sheet`](super::sheet()).
///
/// A seat that is not mentioned has its starting garnets and no skills. Garnets and Grunko Pops stand as they are set,
/// within the limits of a match: payments and gains of the rounds before are not worked out. The order of the calls does not
/// matter, apart from submissions and votes, which are in in that order; nothing can be set twice.
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
/// - Who won a skill is as said by [`won`](Self::won); otherwise the seat that holds it, used it up or lost it to Skill
///   Thief won it, and skills without a winner stayed unsold.
/// - A submission is as said by [`played`](Self::played) and [`defaulted`](Self::defaulted); otherwise it bids 2 on each
///   skill that its seat won, and 1 on slot 1 if it won none.
/// - The winner of Skill Nullify, P6 if no other is set, named the nullified kind; a winner without
///   anything [`nullified`](Self::nullified) named Skill Nullify itself.
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
    skill_theft: Option<SkillTheft>,
    past: Past,
    submissions: Vec<(SeatIndex, Option<Action>)>,
    others: Option<Action>,
    /// The first thing that was set twice.
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

    /// Records that something was set twice, if it had a value before.
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

    /// What a seat holds, such as `BOOK, MAX_BID_DOWN x2, POP`.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
    #[must_use]
    pub fn skills(mut self, seat: u8, held: &str) -> Self {
        let before = self.skills.insert(SeatIndex::new(seat), skills(held));
        self.once(|| format!("the skills of P{seat}"), before);
        self
    }

    /// The Grunko Pops of all seats, beside what they hold.
    #[must_use]
    pub fn all_pops(mut self, pops: [u8; 7]) -> Self {
        let before = self.pops.replace(pops);
        self.once(|| "the Grunko Pops of all".to_owned(), before);
        self
    }

    /// The kind that is nullified.
    ///
    /// # Panics
    ///
    /// If it is no skill.
    #[must_use]
    pub fn nullified(mut self, name: &str) -> Self {
        let before = self.nullified.replace(skill(name));
        self.once(|| "the nullified kind".to_owned(), before);
        self
    }

    /// Who won a skill in a round before, whoever holds it now.
    ///
    /// # Panics
    ///
    /// If the round did not auction it.
    #[must_use]
    pub fn won(mut self, number: u8, seat: u8, name: &str) -> Self {
        let before = self.past.won(round(number), SeatIndex::new(seat), skill(name));
        self.once(|| format!("the winner of {name} in round {number}"), before);
        self
    }

    /// What a seat submitted in a round before. A zero bid won.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
    #[must_use]
    pub fn played(self, number: u8, seat: u8, submission: &str) -> Self {
        self.past(number, seat, submission, false)
    }

    /// What was submitted in a round before for a seat that stayed away.
    ///
    /// # Panics
    ///
    /// If it is not in the notation.
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

    /// The use of Garnet Thief in a round before.
    ///
    /// # Panics
    ///
    /// If there is no such round.
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
    /// If it is no skill.
    #[must_use]
    pub fn skill_theft(mut self, thief: u8, target: u8, name: &str, moved: bool) -> Self {
        let before = self.skill_theft.replace(SkillTheft {
            thief: SeatIndex::new(thief),
            wanted: Loot {
                target: SeatIndex::new(target),
                skill: skill(name),
            },
            moved,
        });
        self.once(|| "Skill Thief".to_owned(), before);
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
        let before = self.others.replace(submit(submission));
        self.once(|| "the submission of all others".to_owned(), before);
        self
    }

    /// A vote that is in already.
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
