//! The shortest match that still breaks a law.

use crate::{
    play::{Found, Law, Moment, Play, caught},
    step::Step,
    subject::{Action, GameSetup, Subject},
};

/// Maximum number of matches to try.
const TRIES_MAX: u32 = 3000;

/// Removes decisions, and turns real ones into defaults, while the law stays broken.
///
/// If the game refuses a decision after others were removed, that decision is removed, too.
pub(crate) fn shrink<S: Subject>(
    setup: &GameSetup<S::Game>,
    number: u64,
    found: Found<Action<S>>,
    law: &mut Law<'_, S>,
) -> Found<Action<S>> {
    let mut search = Search {
        setup,
        number,
        tries: 0,
        law,
    };
    let Some(mut best) = search.broken(&found.steps, found.salt) else {
        return found;
    };
    loop {
        let before = measure(&best.steps);
        best = search.without_chunks(best);
        best = search.with_defaults(best);
        if measure(&best.steps) >= before || search.tries >= TRIES_MAX {
            return best;
        }
    }
}

/// Fewer decisions are better, then fewer real ones.
fn measure<A>(steps: &[Step<A>]) -> (usize, usize) {
    (
        steps.len(),
        steps.iter().filter(|step| matches!(step, Step::Act(..))).count(),
    )
}

struct Search<'a, 'b, S: Subject> {
    setup: &'a GameSetup<S::Game>,
    number: u64,
    tries: u32,
    law: &'a mut Law<'b, S>,
}

impl<S: Subject> Search<'_, '_, S> {
    /// Plays `steps` until the law is broken; `None` if it never is.
    fn broken(&mut self, steps: &[Step<Action<S>>], salt: u64) -> Option<Found<Action<S>>> {
        self.tries += 1;
        let mut play = match Play::start(self.setup, self.number) {
            Ok(play) => play,
            Err(what) => {
                return Some(Found {
                    what,
                    steps: Vec::new(),
                    salt,
                });
            }
        };
        let mut next = steps.iter();
        loop {
            if let Err(what) = caught(|| (self.law)(&Moment::new(&play, salt))) {
                return Some(Found {
                    what,
                    steps: play.steps,
                    salt,
                });
            }
            loop {
                let step = next.next()?;
                match play.step(step) {
                    Ok(true) => break,
                    Ok(false) => {}
                    Err(what) => {
                        let mut steps = play.steps;
                        steps.push(step.clone());
                        return Some(Found { what, steps, salt });
                    }
                }
            }
        }
    }

    /// Removes ever smaller runs of decisions.
    fn without_chunks(&mut self, mut best: Found<Action<S>>) -> Found<Action<S>> {
        let mut size = best.steps.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < best.steps.len() && self.tries < TRIES_MAX {
                let kept = best.steps.iter().take(at).chain(best.steps.iter().skip(at + size));
                let steps: Vec<_> = kept.cloned().collect();
                match self.broken(&steps, best.salt) {
                    Some(found) if found.steps.len() < best.steps.len() => best = found,
                    _ => at += size,
                }
            }
            size /= 2;
        }
        best
    }

    /// Turns real decisions into defaults, one at a time.
    fn with_defaults(&mut self, mut best: Found<Action<S>>) -> Found<Action<S>> {
        for at in 0..best.steps.len() {
            let mut steps = best.steps.clone();
            let Some(step) = steps.get_mut(at).filter(|step| matches!(step, Step::Act(..))) else {
                continue;
            };
            *step = Step::Absent(step.seat());
            if self.tries >= TRIES_MAX {
                break;
            }
            if let Some(found) = self.broken(&steps, best.salt)
                && measure(&found.steps) < measure(&best.steps)
            {
                best = found;
            }
        }
        best
    }
}
