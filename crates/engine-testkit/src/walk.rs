//! Random matches: a law checks every state, and a report describes a broken law.

use std::{any::type_name, fmt, num::NonZeroU32, ops::Range};

use tinsel_engine::{Chance, GameEngine, SeatIndex, Viewer, present::Present};

use crate::{
    ask::bound,
    dice::Dice,
    play::{Found, Law, Moment, Play, Verdict, caught},
    shrink,
    step::Step,
    subject::{Action, GameSetup, Subject},
};

/// A law that was broken, and the shortest match found that breaks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The law.
    pub law: &'static str,
    /// The violation, as a sentence.
    pub what: String,
    /// A test that shows it, if a match does.
    pub test: Option<String>,
    /// Number of decisions in that match.
    pub decisions: usize,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.what)?;
        self.test
            .as_ref()
            .map_or(Ok(()), |test| write!(f, "\n\nto see it again:\n\n{test}"))
    }
}

impl Failure {
    pub(crate) const fn plain(law: &'static str, what: String) -> Self {
        Self {
            law,
            what,
            test: None,
            decisions: 0,
        }
    }
}

/// Plays a match for each setup and seed, and checks `law` at every moment of it.
pub(crate) fn walk<S: Subject>(name: &'static str, seeds: Range<u64>, law: &mut Law<'_, S>) -> Result<(), Failure> {
    let setups = S::setups();
    if setups.is_empty() || seeds.is_empty() {
        return Err(Failure::plain(
            name,
            "there is no setup, or no seed, to try it on".to_owned(),
        ));
    }
    for number in seeds {
        for setup in &setups {
            let Err(found) = random_match(setup, number, law) else {
                continue;
            };
            let shrunk = shrink::shrink(setup, number, found, law);
            return Err(report::<S>(name, setup, number, &shrunk));
        }
    }
    Ok(())
}

/// Plays one match to its end.
fn random_match<S: Subject>(
    setup: &GameSetup<S::Game>,
    number: u64,
    law: &mut Law<'_, S>,
) -> Result<(), Found<Action<S>>> {
    let mut play = Play::<S>::start(setup, number).map_err(|what| Found {
        what,
        steps: Vec::new(),
        salt: 0,
    })?;
    let mut driver = Driver {
        dice: Dice::new(number, 0, b'w'),
        absence: NonZeroU32::new(2 << (number % 4)),
    };
    loop {
        let salt = play.decisions();
        let found = |what, play: &Play<S>| Found {
            what,
            steps: play.steps.clone(),
            salt,
        };
        caught(|| law(&Moment::new(&play, salt))).map_err(|what| found(what, &play))?;
        if play.is_over() || play.decisions() > S::Game::decisions_max(&play.config) {
            return Ok(());
        }
        match caught(|| driver.next(&play)) {
            Err(what) => return Err(found(what, &play)),
            Ok(step) => {
                if let Err(what) = play.step(&step) {
                    let mut found = found(what, &play);
                    found.steps.push(step);
                    return Err(found);
                }
            }
        }
    }
}

/// The decisions of a random match, from its start to its end.
pub(crate) fn finished<S: Subject>(setup: &GameSetup<S::Game>, number: u64) -> Result<Vec<Step<Action<S>>>, String> {
    let mut steps = Vec::new();
    let played = random_match::<S>(setup, number, &mut |moment| {
        steps = moment.steps().to_vec();
        Ok(())
    });
    played.map_err(|found| found.what)?;
    Ok(steps)
}

/// Chooses the next step of a random match.
struct Driver {
    dice: Dice,
    /// One decision in this many is a default; `None`: no decision is.
    absence: Option<NonZeroU32>,
}

impl Driver {
    fn next<S: Subject>(&mut self, play: &Play<S>) -> Result<Step<Action<S>>, String> {
        let absent = self
            .absence
            .is_some_and(|absence| self.dice.below("absent", absence) == 0);
        let seat = self.seat(play)?;
        if !absent {
            let action = play.game.any_action(Viewer::Seat(seat), &mut self.dice);
            if let Some(action) = action.filter(|action| play.game.resolve(seat, action).is_ok()) {
                return Ok(Step::Act(seat, action));
            }
        }
        let owing: Vec<SeatIndex> = play.game.owing().iter().collect();
        let first = owing
            .iter()
            .copied()
            .find(|owes| *owes == seat)
            .or_else(|| owing.first().copied());
        let stays = first.filter(|seat| play.game.absent(*seat).is_ok());
        stays
            .map(Step::Absent)
            .ok_or_else(|| format!("the match is stuck: neither a drawn action nor the default of {seat} is accepted"))
    }

    /// Mostly a seat that owes a decision; sometimes any seat.
    fn seat<S: Subject>(&mut self, play: &Play<S>) -> Result<SeatIndex, String> {
        let owing: Vec<SeatIndex> = play.game.owing().iter().collect();
        let all: Vec<SeatIndex> = play.seats().iter().collect();
        let volunteers = S::VOLUNTEERS.is_some() && self.dice.below("any seat", bound(4)) == 0;
        let seats = if volunteers { &all } else { &owing };
        let picked = <dyn Chance>::pick(&mut self.dice, "who is next", seats).copied();
        picked.ok_or_else(|| "no decision is pending".to_owned())
    }
}

/// Describes a broken law, with a test to paste.
fn report<S: Subject>(
    name: &'static str,
    setup: &GameSetup<S::Game>,
    number: u64,
    found: &Found<Action<S>>,
) -> Failure {
    let subject = type_name::<S>().rsplit("::").next().unwrap_or("Subject");
    let mut steps = String::new();
    for step in &found.steps {
        let seat = step.seat().get();
        let line = match step {
            Step::Act(_, action) => format!("            Step::act({seat}, {}),\n", S::describe_action(action)),
            Step::Absent(_) => format!("            Step::absent({seat}),\n"),
        };
        steps.push_str(&line);
    }
    let test = format!(
        "#[test]\nfn again_{name}() {{\n    use tinsel_engine_testkit::{{Step, laws, replay}};\n    \
         replay::<{subject}>(\n        {:?},\n        {number},\n        &[\n{steps}        ],\n    )\n    \
         .keeps({}, laws::{name});\n}}\n",
        setup.name, found.salt
    );
    let what = format!(
        "{} (setup {:?}, seed {number}, after {} decisions)",
        found.what,
        setup.name,
        found.steps.len()
    );
    Failure {
        law: name,
        what,
        test: Some(test),
        decisions: found.steps.len(),
    }
}

/// Replays a match from a list of decisions, to look at any of its moments.
///
/// # Panics
///
/// If there is no such setup, if it cannot be configured, or if the game refuses a step.
#[must_use]
#[track_caller]
pub fn replay<S: Subject>(setup: &str, seed: u64, steps: &[Step<Action<S>>]) -> Replay<S> {
    let setups = S::setups();
    let Some(setup) = setups.iter().find(|candidate| candidate.name == setup) else {
        panic!("no setup is named {setup:?}");
    };
    Replay {
        setup: setup.clone(),
        seed,
        steps: steps.to_vec(),
    }
}

/// A replay of a match. See [`replay`].
#[derive(Debug)]
pub struct Replay<S: Subject> {
    setup: GameSetup<S::Game>,
    seed: u64,
    steps: Vec<Step<Action<S>>>,
}

impl<S: Subject> Replay<S> {
    /// The state after the last step.
    ///
    /// # Panics
    ///
    /// If the game panics or refuses a step.
    #[must_use]
    #[track_caller]
    pub fn state(&self) -> S::Game {
        match self.play(&mut |_| Ok(())) {
            Ok(play) => play.game,
            Err(what) => panic!("{what}"),
        }
    }

    /// Checks that a law holds at every moment of the match.
    ///
    /// `salt` selects the questions of the law, such as the nonsense that it tries.
    ///
    /// # Panics
    ///
    /// If it does not hold.
    #[track_caller]
    pub fn keeps(&self, salt: u64, law: fn(&Moment<'_, S>) -> Verdict) {
        let kept = self.play(&mut |play| caught(|| law(&Moment::new(play, salt))));
        if let Err(what) = kept {
            panic!("{what}");
        }
    }

    fn play(&self, at: &mut dyn FnMut(&Play<S>) -> Verdict) -> Result<Play<S>, String> {
        let mut play = Play::start(&self.setup, self.seed)?;
        at(&play)?;
        for (step, number) in self.steps.iter().zip(1_u32..) {
            if !play.step(step)? {
                return Err(format!("decision {number} is refused: {step:?}"));
            }
            at(&play)?;
        }
        Ok(play)
    }
}
