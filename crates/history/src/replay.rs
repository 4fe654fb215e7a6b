//! Replaying a match.

use std::sync::Arc;

use tinsel_catalog::{Acted, Action, AddressedEvent, AnyMatch, GameId, NotActed, Unloadable};
use tinsel_engine::{Audience, Outcome, SeatIndex, SeatSet};
use tinsel_proto::v1::{self, HistoryDecision, HistoryEvent, Match, MatchEvent, match_event};

use crate::fair;

/// Why a match cannot be replayed from its history.
#[derive(Debug, thiserror::Error)]
pub enum Unplayable {
    /// There are no options, or they belong to no game.
    #[error("its options are of no game")]
    NoGame,
    /// The game refuses the options.
    #[error("its options are refused: {0}")]
    Options(String),
    /// There is no such seat.
    #[error("there is no seat {0}")]
    NoSeat(u32),
    /// The decision contains neither an action nor a default, or both.
    #[error("a decision is either an action or a default")]
    NoDecision,
    /// The action is of another game.
    #[error("the action is of no match of this game")]
    OtherGame,
    /// The game refuses the decision.
    #[error("the decision of seat {seat} is refused: {code}")]
    Refused {
        /// The seat that decided.
        seat: u32,
        /// The game's reason.
        code: &'static str,
    },
}

impl From<Unloadable> for Unplayable {
    fn from(error: Unloadable) -> Self {
        Self::Options(error.to_string())
    }
}

/// Starts the replay of a match that has ended: with the same options, and the same seed.
///
/// # Errors
///
/// The match could not have started like this.
pub fn begin(ended: &Match) -> Result<Acted, Unplayable> {
    let config = ended.disclosed_config.as_ref().or(ended.config.as_ref());
    let config = config.ok_or(Unplayable::NoGame)?;
    let game = GameId::of_config(config).ok_or(Unplayable::NoGame)?.game();
    let seats = u32::try_from(ended.seats.len()).unwrap_or(u32::MAX);
    let configured = game
        .configure(Some(seats), config)
        .map_err(|refusal| Unplayable::Options(refusal.sentence))?;
    Ok(game.start(&configured.options, fair::seed_of(ended))?)
}

/// Replays a decision.
///
/// # Errors
///
/// The seat could not have decided this.
pub fn decide(before: &dyn AnyMatch, decision: &HistoryDecision, forfeited: SeatSet) -> Result<Acted, Unplayable> {
    let HistoryDecision {
        seat,
        action,
        by_default,
    } = decision;
    let index = u8::try_from(*seat).map_err(|_| Unplayable::NoSeat(*seat))?;
    let index = SeatIndex::new(index);
    let acted = match (action, by_default) {
        (Some(action), false) => {
            let action = Action::read(action.clone()).map_err(|_| Unplayable::OtherGame)?;
            before.act(index, &action, forfeited)
        }
        (None, true) => before.absent(index, forfeited).map_err(NotActed::from),
        (Some(_), true) | (None, false) => return Err(Unplayable::NoDecision),
    };
    acted.map_err(|not| match not {
        NotActed::OtherGame => Unplayable::OtherGame,
        NotActed::Refused(refusal) => Unplayable::Refused {
            seat: *seat,
            code: refusal.code,
        },
    })
}

/// An event of the game, with its recipients.
#[must_use]
pub fn history_event(addressed: AddressedEvent) -> HistoryEvent {
    let (to_everyone, to_seats) = match addressed.to {
        Audience::Everyone => (true, Vec::new()),
        Audience::Only(seats) => (false, seats.iter().map(|seat| u32::from(seat.get())).collect()),
    };
    let event = Some(match_event::Event::Game(addressed.event));
    HistoryEvent {
        event: Some(MatchEvent { event, sentence: None }),
        to_everyone,
        to_seats,
    }
}

/// How a match ended.
#[must_use]
pub fn outcome(outcome: &Outcome) -> v1::Outcome {
    let standings = outcome.standings.enumerate().map(|(seat, standing)| v1::Standing {
        seat: u32::from(seat.get()),
        rank: u32::from(standing.rank),
        score: standing.score,
        labels: standing.labels.iter().map(ToString::to_string).collect(),
    });
    v1::Outcome {
        standings: standings.collect(),
    }
}

/// A match during its replay.
pub(crate) type Playing = Arc<dyn AnyMatch>;
