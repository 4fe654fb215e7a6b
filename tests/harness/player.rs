//! The decisions of a player that knows only the protos.

use tinsel_catalog::GameId;
use tinsel_proto::v1::{Decision, GameAction, GameLegal, MatchState};

/// How a player decides.
#[derive(Debug, Clone, Copy)]
pub enum Choice {
    /// The default action of an inactive seat; the action of the game's bot if the default action cannot be submitted.
    Default,
    /// The action of the game's bot; the number varies it.
    Bot(u64),
    /// A random legal action; the number varies it.
    Random(u64),
}

impl Choice {
    /// The action of `seat`, which sees `state` and has the legal actions `legal`.
    #[must_use]
    pub fn decide(self, state: &MatchState, legal: &GameLegal, seat: usize) -> GameAction {
        let game = GameId::of_config(state.r#match.as_ref().and_then(|m| m.config.as_ref()).expect("options"));
        let game = game.expect("a known game").game();
        let view = state.view.as_ref().expect("a view");
        let bot = |number| game.bot(view, legal, entropy(number, revision_of(state), seat));
        let chosen = match self {
            Self::Default => default_of(state, seat).or_else(|| bot(0)),
            Self::Bot(number) => bot(number),
            Self::Random(number) => game.random(view, legal, entropy(number, revision_of(state), seat)),
        };
        chosen.expect("a seat with a pending decision has a legal action")
    }
}

/// Random bytes from `number`, different for each seat and revision.
#[must_use]
pub fn entropy(number: u64, revision: u64, seat: usize) -> [u8; 32] {
    let mut entropy = [0; 32];
    entropy[..8].copy_from_slice(&number.to_le_bytes());
    entropy[8..16].copy_from_slice(&revision.to_le_bytes());
    entropy[16] = u8::try_from(seat).expect("a seat");
    entropy
}

/// The pending decision of `seat`, if it has one.
#[must_use]
pub fn owed_by(state: &MatchState, seat: usize) -> Option<&Decision> {
    let waiting = &state.r#match.as_ref()?.pending_decisions;
    waiting
        .iter()
        .find(|decision| usize::try_from(decision.seat()) == Ok(seat))
}

/// The revision of a state.
#[must_use]
pub fn revision_of(state: &MatchState) -> u64 {
    state.r#match.as_ref().expect("a match").revision
}

/// The default action of `seat`, if the state contains it.
fn default_of(state: &MatchState, seat: usize) -> Option<GameAction> {
    owed_by(state, seat)?.default_action.as_ref()?.action.clone()
}
