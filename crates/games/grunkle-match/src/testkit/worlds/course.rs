//! A match as a sequence of rounds.

use tinsel_engine::{BySeat, Chance, GameEngine, SeatIndex, SeatSet};

use super::edits;
use crate::{
    rules,
    state::GrunkleMatch,
    submission::Submission,
    table::PastRound,
    testkit::{First, again},
};

/// The resolved rounds of a match, each with the state at its opening.
#[derive(Debug, Clone)]
pub(super) struct Course {
    rounds: Vec<Played>,
    /// The state after the last of them.
    closed: GrunkleMatch,
}

/// A resolved round.
#[derive(Debug, Clone)]
struct Played {
    opened: GrunkleMatch,
    submissions: BySeat<Submission>,
}

impl Course {
    /// The course of `game`; `None` if the rules do not lead to it.
    pub(super) fn of(game: &GrunkleMatch) -> Option<Self> {
        let (start, _) = rules::start(&game.config);
        let course = Self {
            rounds: Vec::new(),
            closed: start,
        };
        let submissions = game.table.past.iter().map(|past| past.submissions.clone());
        course.continued(submissions, &game.table.past)
    }

    /// The state of this course at the point of `game`: with its sealed submissions, its ballots, and its verdict if
    /// there is one.
    ///
    /// After a scoring, the course must have the same scoring as `game`.
    pub(super) fn world(&self, game: &GrunkleMatch) -> GrunkleMatch {
        GrunkleMatch {
            stage: game.stage.clone(),
            ..self.closed.clone()
        }
    }

    /// The course with another submission of one of `seats`; `None` if that is illegal, or changes winners.
    pub(super) fn changed(&self, seats: &[SeatIndex], chance: &mut dyn Chance) -> Option<Self> {
        let mut submissions: Vec<_> = self.rounds.iter().map(|played| played.submissions.clone()).collect();
        let first = if chance.once_in("redeal", 3) {
            let seat = *chance.pick("worlds: seat", seats)?;
            edits::shift(&mut submissions, seat, &self.wins(seat), chance)?
        } else {
            let (index, seat) = self.place(seats, chance)?;
            let opened = &self.rounds.get(index)?.opened;
            let submission = submissions.get_mut(index)?.at_mut(seat);
            *submission = edits::edited(submission, opened, seat, chance);
            index
        };
        let before = Self {
            rounds: self.rounds.get(..first)?.to_vec(),
            closed: self.rounds.get(first)?.opened.clone(),
        };
        let past = self.closed.table.past.get(first..)?;
        before.continued(submissions.into_iter().skip(first), past)
    }

    /// The index of a round and one of `seats`; submissions with more than bids are more likely.
    fn place(&self, seats: &[SeatIndex], chance: &mut dyn Chance) -> Option<(usize, SeatIndex)> {
        let rounds = self.rounds.iter().zip(0..);
        let places = rounds.flat_map(|(played, index)| seats.iter().map(move |seat| (played, index, *seat)));
        let rich =
            places.filter(|(played, _, seat)| edits::is_rich(&played.opened, *seat, played.submissions.at(*seat)));
        let rich: Vec<_> = rich.map(|(_, index, seat)| (index, seat)).collect();
        let indexes: Vec<usize> = (0..self.rounds.len()).collect();
        let any = chance.pick("worlds: round", &indexes).copied();
        let any = any.zip(chance.pick("worlds: seat", seats).copied());
        let rich = chance.pick("worlds: rich", &rich).copied();
        rich.filter(|_| chance.once_in("redeal", 2)).or(any)
    }

    /// The auctions that `seat` won: the indexes of the rounds and the slots.
    fn wins(&self, seat: SeatIndex) -> Vec<edits::Win> {
        let past = self.closed.table.past_rounds().zip(0..);
        past.flat_map(|((_, past), round)| {
            let won = past.winners.iter().filter(move |(_, winner)| *winner == seat);
            won.map(move |(slot, _)| edits::Win { round, slot })
        })
        .collect()
    }

    /// Continues with these submissions, while they are legal and have the same winners as the true match.
    fn continued(mut self, rounds: impl Iterator<Item = BySeat<Submission>>, truth: &[PastRound]) -> Option<Self> {
        for (submissions, truth) in rounds.zip(truth) {
            let opened = self.closed;
            let closed = played(opened.clone(), &submissions)?;
            let past = closed.table.past.last()?;
            if past.winners != truth.winners {
                return None;
            }
            self.rounds.push(Played {
                opened,
                submissions: past.submissions.clone(),
            });
            self.closed = closed;
        }
        Some(self)
    }
}

/// The match after the round; `None` if a submission is illegal. The caller replaces its verdict, if there is one, by
/// that of the true match.
fn played(mut game: GrunkleMatch, submissions: &BySeat<Submission>) -> Option<GrunkleMatch> {
    for (seat, submission) in submissions.enumerate() {
        let made = again(&game, seat, submission).ok()?;
        game.commit(made, SeatSet::EMPTY, &mut First);
    }
    Some(game)
}
