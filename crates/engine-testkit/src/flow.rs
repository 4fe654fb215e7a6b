//! Laws about how a match flows: who owes, what is offered, how it ends.

use tinsel_engine::{GameEngine, Viewer};

use crate::{
    play::{Moment, Verdict},
    subject::{Action, Subject},
};

/// Fails with a formatted sentence unless the condition holds.
macro_rules! hold {
    ($condition:expr, $($sentence:tt)+) => {
        if !$condition {
            return Err(format!($($sentence)+));
        }
    };
}
pub(crate) use hold;

/// The match is over when it has taken as many decisions as its options allow, and never takes more. Its options and
/// seats stay what they were.
///
/// # Errors
///
/// What is wrong.
pub fn every_match_ends_within_the_declared_bound<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let (taken, most) = (moment.play.decisions(), S::Game::decisions_max(moment.config()));
    hold!(taken <= most, "{taken} decisions were taken, {most} are the most");
    hold!(
        taken < most || moment.play.is_over(),
        "{most} decisions were taken and {:?} are still owing",
        moment.game().owing()
    );
    hold!(
        moment.game().config() == moment.config(),
        "the match's options have changed"
    );
    Ok(())
}

/// Somebody owes a decision, or there is an outcome: never both, never neither. Only seats of the match owe.
///
/// # Errors
///
/// What is wrong.
pub fn owing_is_empty_exactly_when_over<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let (owing, outcome) = (moment.game().owing(), moment.game().outcome());
    hold!(
        owing.is_empty() == outcome.is_some(),
        "owing is {owing:?} and the outcome is {outcome:?}"
    );
    let stranger = owing.iter().find(|seat| !moment.seats().has(*seat));
    hold!(
        stranger.is_none(),
        "{stranger:?} owes a decision and is not at the table"
    );
    Ok(())
}
