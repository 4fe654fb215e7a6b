//! What a player does who knows the protos only.

use tinsel_catalog::GameId;
use tinsel_proto::v1::{Decision, GameAction, GameLegal, MatchState, game_view};

/// How a player decides.
#[derive(Debug, Clone, Copy)]
pub enum Choice {
    /// As the rules decide for somebody who stays away.
    Default,
    /// As the game's bot does; the number varies it.
    Bot(u64),
}

impl Choice {
    /// What `seat` does that sees `state` and may do `legal`.
    #[must_use]
    pub fn decide(self, state: &MatchState, legal: &GameLegal, seat: usize) -> GameAction {
        match self {
            Self::Default => default_of(state, seat).expect("a seat that owes a decision is told its default"),
            Self::Bot(number) => {
                let game = GameId::of_config(state.r#match.as_ref().and_then(|m| m.config.as_ref()).expect("options"));
                let mut entropy = [0; 32];
                entropy[..8].copy_from_slice(&number.to_le_bytes());
                entropy[8] = u8::try_from(seat).expect("a seat");
                entropy[9] = u8::try_from(step_of(state)).expect("a step");
                let view = state.view.as_ref().expect("a view");
                let chosen = game.expect("a known game").game().bot(view, legal, entropy);
                chosen.expect("a bot decides where a decision is owed")
            }
        }
    }
}

/// The decision that `seat` owes, if it owes one.
#[must_use]
pub fn owed_by(state: &MatchState, seat: usize) -> Option<&Decision> {
    let waiting = &state.r#match.as_ref()?.waiting;
    waiting
        .iter()
        .find(|decision| usize::try_from(decision.seat) == Ok(seat))
}

/// The default of `seat`, where it is shown.
#[must_use]
pub fn default_of(state: &MatchState, seat: usize) -> Option<GameAction> {
    owed_by(state, seat)?.default.as_ref()?.action.clone()
}

/// The step of a match of Presents of Mine.
#[must_use]
pub fn step_of(state: &MatchState) -> u32 {
    match state.view.as_ref().and_then(|view| view.game.as_ref()) {
        Some(game_view::Game::PresentsOfMine(view)) => view.step,
        Some(game_view::Game::GrunkleMatch(_)) | None => 0,
    }
}
