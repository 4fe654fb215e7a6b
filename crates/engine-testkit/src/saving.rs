//! Laws about saving, copying and replaying matches.

use serde::{Serialize, de::DeserializeOwned};
use tinsel_engine::{GameEngine, MatchRng, SeatSet};

use crate::{
    ask::{after, bytes, hold, next_steps},
    play::{Moment, Play, Verdict},
    step::Step,
    subject::{Action, Subject},
};

/// Maximum size of a state, in bytes.
pub(crate) const STATE_BYTES_MAX: usize = 16 * 1024;

/// A state that is saved and loaded is equal, saves equally, and continues equally; the same holds for the random
/// stream, the options, the actions and the events of a match. Every few moments it also holds for JSON, the format of
/// the saves of a version.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn saving_and_loading_is_the_identity<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let json = (moment.play.decisions() + moment.play.seed).is_multiple_of(JSON_APART);
    let game = loaded(moment.game(), json).map_err(|what| format!("the state {what}"))?;
    let chance = loaded(moment.chance(), json).map_err(|what| format!("the chance {what}"))?;
    loaded(moment.config(), json).map_err(|what| format!("the configuration {what}"))?;
    if let Some(events) = moment.play.events.last() {
        loaded(events, json).map_err(|what| format!("an event {what}"))?;
    }
    for step in next_steps(moment, 1, b'i') {
        if let Step::Act(_, action) = &step {
            loaded(action, json).map_err(|what| format!("an action {what}"))?;
        }
        let here = outcome_of::<S>(moment.game(), moment.chance(), &step)?;
        let there = outcome_of::<S>(&game, &chance, &step)?;
        hold!(here == there, "{step:?} has another effect on the loaded state");
    }
    Ok(())
}

/// Number of decisions between the moments that are saved as JSON.
const JSON_APART: u64 = 4;

/// Saves and loads in the store's format, and as JSON if `json`.
fn loaded<T: Serialize + DeserializeOwned + PartialEq>(value: &T, json: bool) -> Result<T, String> {
    let saved = bytes(value)?;
    let again: T = rmp_serde::from_slice(&saved).map_err(|error| format!("cannot be loaded: {error}"))?;
    hold!(again == *value, "is another one when it is loaded");
    hold!(bytes(&again)? == saved, "is saved otherwise after it was loaded");
    if json {
        let text = serde_json::to_string(value).map_err(|error| format!("cannot be saved as JSON: {error}"))?;
        let read: T = serde_json::from_str(&text).map_err(|error| format!("cannot be loaded from JSON: {error}"))?;
        hold!(read == *value, "is another one when it is loaded from JSON");
    }
    Ok(again)
}

/// The result of a step, in saved form: the state, the events and the random stream afterwards, if the game accepts it.
fn outcome_of<S: Subject>(game: &S::Game, chance: &MatchRng, step: &Step<Action<S>>) -> Result<Vec<Vec<u8>>, String> {
    let mut chance = chance.clone();
    let Some((game, events)) = after::<S>(game, step, &mut chance) else {
        return Ok(Vec::new());
    };
    Ok(vec![bytes(&game)?, bytes(&events)?, bytes(&chance)?])
}

/// A change of a copy leaves the original unchanged, and the same change of both gives equal results.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn a_clone_goes_on_alike<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let before = bytes(moment.game())?;
    for step in next_steps(moment, 2, b'c') {
        let copy = outcome_of::<S>(moment.game(), moment.chance(), &step)?;
        hold!(
            bytes(moment.game())? == before,
            "{step:?}, taken on a copy, changes the original"
        );
        let original = outcome_of::<S>(moment.game(), moment.chance(), &step)?;
        hold!(copy == original, "{step:?} has another effect on a second copy");
    }
    Ok(())
}

/// A replay of a finished match from its seed and actions has the same states, events, views and draws.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn the_same_seed_and_actions_give_the_same_match<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    if !moment.play.is_over() {
        return Ok(());
    }
    let setups = S::setups();
    let same = setups.iter().find(|setup| setup.name == moment.play.setup);
    let Some(setup) = same else {
        return Err("the setup is gone".to_owned());
    };
    let mut again = Play::<S>::start(setup, moment.play.seed)?;
    same_events(moment, &again, 0)?;
    for (step, at) in moment.steps().iter().zip(1..) {
        hold!(again.step(step)?, "decision {at}, {step:?}, is refused the second time");
        same_events(moment, &again, at)?;
    }
    hold!(
        bytes(&again.game)? == bytes(moment.game())?,
        "the match ends in another state the second time"
    );
    hold!(
        again.chance == moment.play.chance,
        "other draws are made the second time"
    );
    for viewer in moment.viewers() {
        let (one, two) = (
            moment.game().view(viewer, SeatSet::EMPTY),
            again.game.view(viewer, SeatSet::EMPTY),
        );
        hold!(
            one == two && format!("{one:?}") == format!("{two:?}"),
            "{viewer} has another view the second time"
        );
    }
    Ok(())
}

fn same_events<S: Subject>(moment: &Moment<'_, S>, again: &Play<S>, at: usize) -> Verdict {
    let (first, second) = (moment.play.events.get(at), again.events.get(at));
    hold!(
        bytes(&first)? == bytes(&second)?,
        "decision {at} has other events the second time"
    );
    Ok(())
}

/// A saved state takes at most 16 KiB.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn the_state_stays_small<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let length = bytes(moment.game())?.len();
    hold!(
        length <= STATE_BYTES_MAX,
        "the state takes {length} bytes, {STATE_BYTES_MAX} are the most"
    );
    Ok(())
}
