//! A match as the course of its rounds.

use tinsel_engine::{BySeat, Chance, GameEngine, SeatIndex};

use super::edits;
use crate::{
    rules,
    state::{GrunkleMatch, PastRound},
    submission::Submission,
    testkit::{First, again},
};

/// The resolved rounds of a match, each with the match as it was when the round opened.
#[derive(Debug, Clone)]
pub(super) struct Course {
    rounds: Vec<Played>,
    /// The match after the last of them.
    closed: GrunkleMatch,
}

/// A resolved round.
#[derive(Debug, Clone)]
struct Played {
    opened: GrunkleMatch,
    submissions: BySeat<Submission>,
}

impl Course {
    /// The course that `game` took; `None` if the rules do not lead to it.
    pub(super) fn of(game: &GrunkleMatch) -> Option<Self> {
        let (start, _) = rules::start(&game.config);
        let course = Self {
            rounds: Vec::new(),
            closed: start,
        };
        let submissions = game.table.past.iter().map(|past| past.submissions.clone());
        course.continued(submissions, &game.table.past)
    }

    /// The match at its end, where `game` is: with its envelopes and ballots, and its verdict if there is one.
    ///
    /// For a course that has the same scoring as `game` once there is one.
    pub(super) fn world(&self, game: &GrunkleMatch) -> GrunkleMatch {
        GrunkleMatch {
            stage: game.stage.clone(),
            ..self.closed.clone()
        }
    }

    /// The course with one of `seats` having submitted something else; `None` if that was not legal, or other auctions
    /// were won.
    pub(super) fn changed(&self, seats: &[SeatIndex], chance: &mut dyn Chance) -> Option<Self> {
        let mut submissions: Vec<_> = self.rounds.iter().map(|played| played.submissions.clone()).collect();
        let first = if super::once_in(chance, 3) {
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

    /// The index of a round and one of `seats`; more often than others those whose submission has more to it than bids.
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
        rich.filter(|_| super::once_in(chance, 2)).or(any)
    }

    /// What `seat` won: the indexes of the rounds and the slots.
    fn wins(&self, seat: SeatIndex) -> Vec<edits::Win> {
        let past = self.closed.table.past_rounds().zip(0..);
        past.flat_map(|((_, past), round)| {
            let won = past.winners.iter().filter(move |(_, winner)| *winner == seat);
            won.map(move |(slot, _)| edits::Win { round, slot })
        })
        .collect()
    }

    /// Goes on with these submissions, as long as they are legal and win what was won in truth.
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

/// The match after the round; `None` if a submission is not legal. The verdict, if there is one, is then taken from the
/// true match.
fn played(mut game: GrunkleMatch, submissions: &BySeat<Submission>) -> Option<GrunkleMatch> {
    for (seat, submission) in submissions.enumerate() {
        let made = again(&game, seat, submission).ok()?;
        game.commit(made, &mut First);
    }
    Some(game)
}
