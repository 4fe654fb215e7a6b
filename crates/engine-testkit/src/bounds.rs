//! The properties of a game's options.

use std::{borrow::Cow, ops::Range};

use tinsel_engine::{
    ConfigError, GameEngine,
    present::{FieldAnswer, Present, Reader},
};

use crate::{
    ask::{hold, is_code},
    play::{Verdict, caught},
    presentation::options::edges,
    subject::{Bound, Subject},
    walk::Failure,
};

/// The name of the number of seats among the options.
const SEATS: &str = "seats";

/// Invalid options of a new match.
#[derive(Debug)]
pub struct RefusedSetup<G: GameEngine> {
    /// The reason.
    pub reason: &'static str,
    /// The option to blame; `None` for the number of seats.
    pub option: Option<Cow<'static, str>>,
    /// The requested number of seats.
    pub seats: Option<u32>,
    /// The requested options.
    pub draft: G::Draft,
}

/// Invalid options of every kind: numbers of seats, values outside of each field of the options, and those outside of
/// the game's own bounds.
#[must_use]
pub fn refused_setups<G: Present>(bounds: Vec<Bound<G>>) -> Vec<RefusedSetup<G>> {
    let seats = seat_numbers::<G>().map(|seats| (Some(seats), G::Draft::default()));
    let most = u32::from(G::FACTS.seats_max);
    let fields = G::options().into_iter().flat_map(|spec| {
        let values = edges(&spec.field.kind).1.into_iter();
        values.map(move |value| FieldAnswer::new(spec.field.id.clone(), value))
    });
    let fields = fields.map(|answer| (Some(most), G::draft(Reader::new(&[answer]))));
    let asked = [(None, G::Draft::default())].into_iter().chain(seats).chain(fields);
    let refused = asked.filter_map(|(seats, draft)| {
        let error = G::configure(seats, draft.clone()).err()?;
        let option = Some(error.option).filter(|option| option != SEATS);
        Some(RefusedSetup {
            reason: error.code,
            option,
            seats,
            draft,
        })
    });
    let own = bounds.into_iter().map(|bound| RefusedSetup {
        reason: bound.reason,
        option: Some(bound.option.into()),
        seats: bound.seats,
        draft: bound.outside,
    });
    refused.chain(own).collect()
}

/// Numbers of seats around those of games, and around a byte.
fn seat_numbers<G: GameEngine>() -> impl Iterator<Item = u32> {
    let least = u32::from(G::FACTS.seats_min);
    (0..=40).chain([255, 256, 257, least.saturating_add(256), u32::MAX])
}

/// Each bound of each option accepts its last value inside, and refuses the first one outside, naming the option. The
/// same holds for the number of seats. The default options are valid, with the game's own number of seats if it has
/// one, and the first setup has them.
///
/// # Errors
///
/// An option has another bound.
pub fn config_bounds_are_exact<S: Subject>(_seeds: Range<u64>) -> Result<(), Failure> {
    caught(|| {
        facts_are_sound::<S>()?;
        the_first_setup_is_the_default_one::<S>()?;
        seat_bounds_are_exact::<S>()?;
        S::bounds().iter().try_for_each(bound_is_exact::<S>)
    })
    .map_err(|what| Failure::plain("config_bounds_are_exact", what))
}

fn facts_are_sound<S: Subject>() -> Verdict {
    let facts = S::Game::FACTS;
    let snake = facts
        .id
        .chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    hold!(snake && !facts.id.is_empty(), "{:?} is no identifier", facts.id);
    hold!(
        !facts.title.is_empty() && !facts.summary.is_empty(),
        "the game has no title or no summary"
    );
    hold!(!facts.rules.trim().is_empty(), "the game has no rules");
    hold!(
        facts.rules_version > 0 && facts.schema_version > 0,
        "versions are counted from 1"
    );
    hold!(
        (1..=facts.seats_max).contains(&facts.seats_min) && facts.seats_max <= 32,
        "no such seats: {facts:?}"
    );
    Ok(())
}

fn the_first_setup_is_the_default_one<S: Subject>() -> Verdict {
    let first = S::setups().into_iter().next().ok_or("there are no setups")?;
    let default = <S::Game as GameEngine>::Draft::default();
    let (name, draft) = (first.name, first.draft);
    hold!(
        name == "default" && draft == default,
        "the first setup is {name} with {draft:?}, not the default one"
    );
    Ok(())
}

/// The default options are valid with every number of seats in the game's range, and with no other number.
fn seat_bounds_are_exact<S: Subject>() -> Verdict {
    let facts = S::Game::FACTS;
    let range = u32::from(facts.seats_min)..=u32::from(facts.seats_max);
    let draft = <S::Game as GameEngine>::Draft::default;
    let left_out = S::Game::configure(None, draft());
    if let Err(error) = left_out {
        hold!(
            facts.seats_min < facts.seats_max,
            "a request without options is refused: {error}"
        );
        refused("no number of seats", SEATS, Some(error))?;
    }
    for seats in seat_numbers::<S::Game>() {
        let answer = S::Game::configure(Some(seats), draft());
        if !range.contains(&seats) {
            refused(&format!("{seats} seats"), SEATS, answer.err())?;
            continue;
        }
        let config = answer.map_err(|error| format!("{seats} seats are refused: {error}"))?;
        let got = S::Game::seats(&config).get();
        hold!(u32::from(got) == seats, "a request for {seats} seats gets {got}");
        hold!(
            S::Game::decisions_max(&config) > 0,
            "with {seats} seats no seat ever decides"
        );
    }
    Ok(())
}

fn bound_is_exact<S: Subject>(bound: &Bound<S::Game>) -> Verdict {
    let (option, inside, outside) = (bound.option, &bound.inside, &bound.outside);
    S::Game::configure(bound.seats, inside.clone())
        .map_err(|error| format!("{option}: {inside:?} is inside and is refused: {error}"))?;
    let error = S::Game::configure(bound.seats, outside.clone()).err();
    let reason = error.as_ref().map_or("no reason", |error| error.code);
    hold!(
        error.is_none() || reason == bound.reason,
        "{option}: {outside:?} is refused with {reason}, not with {}",
        bound.reason
    );
    refused(&format!("{option}: {outside:?}"), option, error)
}

/// The game refuses the draft and names the option.
fn refused(asked: &str, option: &str, error: Option<ConfigError>) -> Verdict {
    let Some(error) = error else {
        return Err(format!("{asked} is outside and is accepted"));
    };
    hold!(
        error.option == option,
        "{asked} is refused for {:?}, not for {option:?}",
        error.option
    );
    hold!(is_code(error.code), "{asked} is refused with the code {:?}", error.code);
    hold!(
        !error.sentence.trim().is_empty(),
        "{asked} is refused without a sentence"
    );
    Ok(())
}
