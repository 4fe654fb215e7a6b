//! A running match of the kit, and its moments.

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
};

use tinsel_engine::{Events, GameEngine, MatchRng, SeatCount, SeatIndex, SeatSet, Seed, Viewer};

use crate::{
    dice::Dice,
    script::{Draw, Recording},
    step::Step,
    subject::{Action, Change, Config, Event, GameSetup, Subject},
};

/// The result of a check: nothing, or the violation as a sentence.
pub type Verdict = Result<(), String>;

/// The seed of the match with this number.
#[must_use]
pub fn match_seed(number: u64) -> Seed {
    let mut bytes = [0; 32];
    let start = number.to_le_bytes();
    bytes.iter_mut().zip(start).for_each(|(byte, part)| *byte = part);
    Seed::new(bytes)
}

/// Runs `f` and turns a panic into an error.
pub(crate) fn caught<T>(f: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("panicked: {}", text.unwrap_or_else(|| "no message".to_owned())))
    })
}

/// A running match, with all its steps, events and draws.
pub(crate) struct Play<S: Subject> {
    /// The setup's name.
    pub(crate) setup: &'static str,
    pub(crate) seed: u64,
    pub(crate) config: Config<S>,
    pub(crate) game: S::Game,
    pub(crate) before: Option<S::Game>,
    pub(crate) chance: Recording<MatchRng>,
    /// Number of draws before the last step.
    drawn: usize,
    pub(crate) steps: Vec<Step<Action<S>>>,
    /// The events of the start, and of each step.
    pub(crate) events: Vec<Events<Event<S>>>,
}

impl<S: Subject> Play<S> {
    /// Match number `seed` at `setup`, started.
    pub(crate) fn start(setup: &GameSetup<S::Game>, seed: u64) -> Result<Self, String> {
        caught(|| {
            let config = S::Game::configure(setup.seats, setup.draft.clone())
                .map_err(|error| format!("setup {:?} cannot be configured: {error}", setup.name))?;
            let mut chance = Recording::new(MatchRng::new(match_seed(seed)));
            let (game, events) = S::Game::start(&config, &mut chance);
            let (steps, events) = (Vec::new(), vec![events]);
            Ok(Self {
                setup: setup.name,
                seed,
                config,
                game,
                before: None,
                chance,
                drawn: 0,
                steps,
                events,
            })
        })
    }

    /// Takes a step. `false` if it is refused, which changes nothing; an error if the game panics.
    pub(crate) fn step(&mut self, step: &Step<Action<S>>) -> Result<bool, String> {
        caught(|| {
            let made = match step {
                Step::Act(seat, action) => self.game.resolve(*seat, action),
                Step::Absent(seat) => self.game.absent(*seat),
            };
            let Ok(made) = made else { return Ok(false) };
            self.before = Some(self.game.clone());
            self.drawn = self.chance.draws.len();
            self.events
                .push(self.game.commit(made, SeatSet::EMPTY, &mut self.chance));
            self.steps.push(step.clone());
            Ok(true)
        })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.owing().is_empty()
    }

    pub(crate) fn seats(&self) -> SeatCount {
        S::Game::seats(&self.config)
    }

    pub(crate) fn decisions(&self) -> u64 {
        count(self.steps.len())
    }

    /// The draws of the last step.
    pub(crate) fn last_draws(&self) -> &[Draw] {
        self.chance.draws.get(self.drawn..).unwrap_or_default()
    }

    /// The last change.
    pub(crate) fn change(&self) -> Option<Change<'_, S::Game>> {
        Some(Change {
            before: self.before.as_ref(),
            events: self.events.last()?,
            draws: self.last_draws(),
            after: &self.game,
        })
    }
}

pub(crate) fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// A state of a match and the steps that led to it: the input of a law.
pub struct Moment<'a, S: Subject> {
    pub(crate) play: &'a Play<S>,
    salt: u64,
}

impl<S: Subject> fmt::Debug for Moment<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Moment(seed {}, after {:?})", self.play.seed, self.play.steps)
    }
}

impl<'a, S: Subject> Moment<'a, S> {
    pub(crate) const fn new(play: &'a Play<S>, salt: u64) -> Self {
        Self { play, salt }
    }

    /// The state.
    #[must_use]
    pub const fn game(&self) -> &'a S::Game {
        &self.play.game
    }

    /// The options of the match.
    #[must_use]
    pub const fn config(&self) -> &'a Config<S> {
        &self.play.config
    }

    /// The seats of the match.
    #[must_use]
    pub fn seats(&self) -> SeatCount {
        self.play.seats()
    }

    /// All viewers: each seat, and a spectator.
    pub fn viewers(&self) -> impl Iterator<Item = Viewer> {
        self.seats().iter().map(Viewer::Seat).chain([Viewer::Spectator])
    }

    /// The decisions taken so far.
    #[must_use]
    pub fn steps(&self) -> &'a [Step<Action<S>>] {
        &self.play.steps
    }

    /// The match's random stream in its current state.
    #[must_use]
    pub const fn chance(&self) -> &'a MatchRng {
        &self.play.chance.chance
    }

    /// A random source for the questions of the law: equal for equal seed and salt, independent of the match's.
    #[must_use]
    pub fn dice(&self, purpose: u8) -> Dice {
        Dice::new(self.play.seed, self.salt, purpose)
    }

    /// Up to `most` of the seats; the choice varies from moment to moment.
    pub(crate) fn some_seats(&self, most: usize) -> Vec<SeatIndex> {
        let mut seats: Vec<_> = self.seats().iter().collect();
        if seats.len() > most {
            <dyn tinsel_engine::Chance>::shuffle(&mut self.dice(b's'), "seats to ask", &mut seats);
            seats.truncate(most);
        }
        seats
    }
}

/// A check that a walk runs at every moment.
pub(crate) type Law<'a, S> = dyn FnMut(&Moment<'_, S>) -> Verdict + 'a;

/// A moment at which a law is broken.
pub(crate) struct Found<A> {
    pub(crate) what: String,
    pub(crate) steps: Vec<Step<A>>,
    pub(crate) salt: u64,
}
