//! A game, apart from any match of it.

use std::{any::Any, fmt, marker::PhantomData, sync::Arc};

use tinsel_engine::{GameFacts, MatchRng, Reason, RejectCode, SeatCount, Seed, never};
use tinsel_proto::v1::{GameAction, GameConfig, GameLegal, GameView};

use crate::{
    any_match::{Acted, AnyMatch, Match},
    refusal::{Refusal, domain},
    unloadable::Unloadable,
    wire::Wire,
};

/// A game, apart from any match of it.
pub trait AnyGame: fmt::Debug + Send + Sync {
    /// What does not change from match to match.
    fn facts(&self) -> &'static GameFacts;

    /// Every reason for which the game refuses something, in the order of its specification.
    fn reasons(&self) -> &'static [Reason];

    /// The domain of its reasons: the package of its messages.
    fn domain(&self) -> String;

    /// Checks options. A configuration of another game counts as left out.
    ///
    /// # Errors
    ///
    /// The first option that is not valid, in the order of the specification.
    fn configure(&self, seats: Option<u32>, config: &GameConfig) -> Result<Configured, Refusal>;

    /// Options that were configured before, as anybody may know them at any time.
    ///
    /// # Errors
    ///
    /// If the bytes are not the game's.
    fn show_config(&self, options: &[u8]) -> Result<GameConfig, Unloadable>;

    /// All options that were configured before, if [`show_config`](Self::show_config) leaves out some that the end of a
    /// match discloses.
    ///
    /// # Errors
    ///
    /// If the bytes are not the game's.
    fn disclose_config(&self, options: &[u8]) -> Result<Option<GameConfig>, Unloadable>;

    /// The first state of a match, with everybody seated.
    ///
    /// # Errors
    ///
    /// If `options` are not the game's.
    fn start(&self, options: &[u8], seed: Seed) -> Result<Acted, Unloadable>;

    /// A match as it was saved.
    ///
    /// # Errors
    ///
    /// If the bytes are not a match of this game.
    fn load(&self, saved: &[u8]) -> Result<Arc<dyn AnyMatch>, Unloadable>;

    /// The action of this game that the message holds, sensible or not, for [`Action`](crate::Action); `None` if it holds
    /// none.
    fn read_action(&self, action: &GameAction) -> Option<Arc<dyn Any + Send + Sync>>;

    /// What a sensible player does who sees this and may do that; `None` if it owes nothing, or one of them is not of
    /// this game.
    fn bot(&self, view: &GameView, legal: &GameLegal, entropy: [u8; 32]) -> Option<GameAction>;

    /// Anything out of what may be done, as chance has it; `None` if that is nothing, or not of this game.
    fn random(&self, legal: &GameLegal, entropy: [u8; 32]) -> Option<GameAction>;
}

/// Options that can be played with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configured {
    /// How many seats the match has.
    pub seats: SeatCount,
    /// The options, to be kept until the match starts.
    pub options: Vec<u8>,
}

/// The game `G`, without its type.
pub(crate) struct Of<G>(PhantomData<fn() -> G>);

impl<G> Of<G> {
    pub(crate) const GAME: Self = Self(PhantomData);
}

impl<G: Wire> fmt::Debug for Of<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(G::FACTS.id)
    }
}

impl<G: Wire> Of<G> {
    fn read_options(options: &[u8]) -> Result<G::Config, Unloadable> {
        rmp_serde::from_slice(options).map_err(|error| Unloadable::new(G::FACTS.id, &error))
    }
}

impl<G: Wire> AnyGame for Of<G> {
    fn facts(&self) -> &'static GameFacts {
        &G::FACTS
    }

    fn reasons(&self) -> &'static [Reason] {
        G::Reject::CATALOGUE
    }

    fn domain(&self) -> String {
        domain(&G::FACTS)
    }

    fn configure(&self, seats: Option<u32>, config: &GameConfig) -> Result<Configured, Refusal> {
        let draft = G::read_draft(config).unwrap_or_default();
        let config = G::configure(seats, draft).map_err(|error| Refusal::of_config(&G::FACTS, error))?;
        let options = rmp_serde::to_vec_named(&config).unwrap_or_else(|_| {
            never!("checked options can be written");
            Vec::new()
        });
        Ok(Configured {
            seats: G::seats(&config),
            options,
        })
    }

    fn show_config(&self, options: &[u8]) -> Result<GameConfig, Unloadable> {
        Ok(G::write_config(&Self::read_options(options)?))
    }

    fn disclose_config(&self, options: &[u8]) -> Result<Option<GameConfig>, Unloadable> {
        Ok(G::disclose_config(&Self::read_options(options)?))
    }

    fn start(&self, options: &[u8], seed: Seed) -> Result<Acted, Unloadable> {
        Ok(Match::<G>::start(&Self::read_options(options)?, seed))
    }

    fn load(&self, saved: &[u8]) -> Result<Arc<dyn AnyMatch>, Unloadable> {
        Ok(Arc::new(Match::<G>::load(saved)?))
    }

    fn read_action(&self, action: &GameAction) -> Option<Arc<dyn Any + Send + Sync>> {
        Some(Arc::new(G::read_action(action)?))
    }

    fn bot(&self, view: &GameView, legal: &GameLegal, entropy: [u8; 32]) -> Option<GameAction> {
        let mut chance = MatchRng::new(Seed::new(entropy));
        G::bot(&G::read_view(view)?, &G::read_legal(legal)?, &mut chance).map(|action| G::write_action(&action))
    }

    fn random(&self, legal: &GameLegal, entropy: [u8; 32]) -> Option<GameAction> {
        let mut chance = MatchRng::new(Seed::new(entropy));
        G::random(&G::read_legal(legal)?, &mut chance).map(|action| G::write_action(&action))
    }
}
