//! A game, independent of any match of it.

use std::{any::Any, fmt, marker::PhantomData, sync::Arc};

use tinsel_engine::{
    ConfigError, GameFacts, MatchRng, Reason, RejectCode, SeatCount, Seed, never,
    present::{Component, Fault, FieldAnswer, Fields, Misfit, OptionSpec, Reader, Text},
};
use tinsel_proto::v1::{GameAction, GameConfig, GameEvent, GameLegal, GameView};

use crate::{
    any_match::{Acted, AnyMatch, Match},
    refusal::{Refusal, domain},
    unloadable::Unloadable,
    wire::WireGame,
};

/// A game, independent of any match of it.
pub trait AnyGame: fmt::Debug + Send + Sync {
    /// The constants of the game, equal for all matches.
    fn facts(&self) -> &'static GameFacts;

    /// Every reason of the game's refusals, in the order of its specification.
    fn reasons(&self) -> Vec<Reason>;

    /// The domain of its reasons: the package of its messages.
    fn domain(&self) -> String;

    /// Checks options. A configuration of another game counts as omitted.
    ///
    /// # Errors
    ///
    /// The first option that is not valid, in the order of the specification.
    fn configure(&self, seats: Option<u32>, config: &GameConfig) -> Result<Configured, Refusal>;

    /// The number of seats of a match if its creator omits it; `None` if it is required.
    fn seats_default(&self) -> Option<u32>;

    /// The public part of configured options, which every viewer may know at any time.
    ///
    /// # Errors
    ///
    /// If the bytes are not the game's.
    fn show_config(&self, options: &[u8]) -> Result<GameConfig, Unloadable>;

    /// All configured options, if [`show_config`](Self::show_config) omits some that the end of a match discloses.
    ///
    /// # Errors
    ///
    /// If the bytes are not the game's.
    fn disclose_config(&self, options: &[u8]) -> Result<Option<GameConfig>, Unloadable>;

    /// The first state of a match, with all seats taken.
    ///
    /// # Errors
    ///
    /// If `options` are not the game's.
    fn start(&self, options: &[u8], seed: Seed) -> Result<Acted, Unloadable>;

    /// The event of a match with so many seats, as a sentence; `None` if it is not one of this game.
    fn sentence(&self, event: &GameEvent, seats: SeatCount) -> Option<Text>;

    /// Every card, skill, character and token.
    fn components(&self) -> Vec<Component>;

    /// The options of a new match.
    fn options(&self) -> Vec<OptionSpec>;

    /// Checks options as [`configure`](Self::configure), given as values of [`options`](Self::options).
    ///
    /// # Errors
    ///
    /// The first value that no specification has, or else the first option that is not valid, in the order of the
    /// specification.
    fn configure_values(&self, seats: Option<u32>, values: &[FieldAnswer]) -> Result<Configured, NotConfigured>;

    /// Loads a saved match.
    ///
    /// # Errors
    ///
    /// If the bytes are not a match of this game.
    fn load(&self, saved: &[u8]) -> Result<Arc<dyn AnyMatch>, Unloadable>;

    /// The action of this game that the message holds, valid or not, for [`Action`](crate::Action); `None` if it holds
    /// none.
    fn read_action(&self, action: &GameAction) -> Option<Arc<dyn Any + Send + Sync>>;

    /// The choice of a sensible player with this view and these legal actions; `None` if it owes nothing, or one of
    /// them is not of this game.
    fn bot(&self, view: &GameView, legal: &GameLegal, entropy: [u8; 32]) -> Option<GameAction>;

    /// A random action with this view and these legal actions; `None` if there is none, or one of them is not of this
    /// game.
    fn random(&self, view: &GameView, legal: &GameLegal, entropy: [u8; 32]) -> Option<GameAction>;
}

/// Why values of options are not valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotConfigured {
    /// No specification has this value.
    Malformed(Misfit),
    /// The game refuses it.
    Refused(Refusal),
}

impl From<Refusal> for NotConfigured {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Valid options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configured {
    /// The number of seats of the match.
    pub seats: SeatCount,
    /// The encoded options; the caller stores them until the match starts.
    pub options: Vec<u8>,
}

/// The game `G`, without its type.
pub(crate) struct Of<G>(PhantomData<fn() -> G>);

impl<G> Of<G> {
    pub(crate) const GAME: Self = Self(PhantomData);
}

impl<G: WireGame> fmt::Debug for Of<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(G::FACTS.id)
    }
}

impl<G: WireGame> Of<G> {
    fn read_options(options: &[u8]) -> Result<G::Config, Unloadable> {
        rmp_serde::from_slice(options).map_err(|error| Unloadable::new(G::FACTS.id, &error))
    }

    fn configured(seats: Option<u32>, draft: G::Draft) -> Result<Configured, ConfigError> {
        let config = G::configure(seats, draft)?;
        let options = rmp_serde::to_vec_named(&config).unwrap_or_else(|_| {
            never!("checked options can be written");
            Vec::new()
        });
        Ok(Configured {
            seats: G::seats(&config),
            options,
        })
    }
}

impl<G: WireGame> AnyGame for Of<G> {
    fn facts(&self) -> &'static GameFacts {
        &G::FACTS
    }

    fn reasons(&self) -> Vec<Reason> {
        [G::FACTS.option_reasons, G::Reject::CATALOGUE].concat()
    }

    fn domain(&self) -> String {
        domain(G::FACTS.id)
    }

    fn configure(&self, seats: Option<u32>, config: &GameConfig) -> Result<Configured, Refusal> {
        let configured = Self::configured(seats, G::read_draft(config).unwrap_or_default());
        configured.map_err(|error| Refusal::of_config(&G::FACTS, error))
    }

    fn configure_values(&self, seats: Option<u32>, values: &[FieldAnswer]) -> Result<Configured, NotConfigured> {
        let specified = G::options().into_iter().map(|option| option.field);
        let checked = Fields::from(specified.collect::<Vec<_>>()).check_given(values);
        if let Err(misfit) = &checked
            && misfit.fault == Fault::Malformed
        {
            return Err(NotConfigured::Malformed(misfit.clone()));
        }
        let configured = Self::configured(seats, G::draft(Reader::new(values)));
        let configured = configured.map_err(|error| Refusal::of_option_value(&G::FACTS, error))?;
        checked.map_err(NotConfigured::Malformed)?;
        Ok(configured)
    }

    fn seats_default(&self) -> Option<u32> {
        let config = G::configure(None, G::Draft::default()).ok()?;
        Some(G::seats(&config).get().into())
    }

    fn sentence(&self, event: &GameEvent, seats: SeatCount) -> Option<Text> {
        G::read_event(event, seats).map(|event| G::sentence(&event))
    }

    fn components(&self) -> Vec<Component> {
        G::components()
    }

    fn options(&self) -> Vec<OptionSpec> {
        G::options()
    }

    fn show_config(&self, options: &[u8]) -> Result<GameConfig, Unloadable> {
        Ok(G::write_config(&Self::read_options(options)?))
    }

    fn disclose_config(&self, options: &[u8]) -> Result<Option<GameConfig>, Unloadable> {
        Ok(G::disclose_config(&Self::read_options(options)?))
    }

    fn start(&self, options: &[u8], seed: Seed) -> Result<Acted, Unloadable> {
        Ok(Acted::of(Match::<G>::start(&Self::read_options(options)?, seed)))
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

    fn random(&self, view: &GameView, legal: &GameLegal, entropy: [u8; 32]) -> Option<GameAction> {
        let mut chance = MatchRng::new(Seed::new(entropy));
        G::random(&G::read_view(view)?, &G::read_legal(legal)?, &mut chance).map(|action| G::write_action(&action))
    }
}
