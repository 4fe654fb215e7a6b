//! The number of seats and the options of a new match.

use tinsel_catalog::GameId;
use tinsel_proto::v1::GameConfig;

use crate::{failure::Failure, json};

/// The default number of seats, if the game allows it.
const SEATS: u32 = 6;

/// The number of seats and the options of a new match.
#[derive(Debug, Default, clap::Args)]
pub(super) struct MatchOptions {
    /// Number of seats of the new match. Default: 6, or the nearest number that the game allows.
    #[arg(long, value_name = "NUMBER")]
    seats: Option<u32>,
    /// The options of the new match, as the JSON of the game's Config, such as {"starting_garnets": 30}; tinsel games
    /// GAME lists them. Omitted options have their defaults.
    #[arg(long, value_name = "JSON")]
    options: Option<String>,
}

impl MatchOptions {
    /// Whether an option is given.
    pub(super) const fn is_set(&self) -> bool {
        self.seats.is_some() || self.options.is_some()
    }

    /// Whether the options of the game are given.
    pub(super) const fn has_options(&self) -> bool {
        self.options.is_some()
    }

    /// The number of seats of the match.
    ///
    /// # Errors
    ///
    /// The game does not allow this number.
    pub(super) fn seats(&self, game: GameId) -> Result<u32, Failure> {
        let facts = game.game().facts();
        let (min, max) = (u32::from(facts.seats_min), u32::from(facts.seats_max));
        let seats = self.seats.unwrap_or_else(|| SEATS.clamp(min, max));
        if (min..=max).contains(&seats) {
            return Ok(seats);
        }
        let allowed = if min == max {
            min.to_string()
        } else {
            format!("{min} to {max}")
        };
        Err(Failure::Usage(format!(
            "--seats must be {allowed} in {game}, not {seats}"
        )))
    }

    /// Its options.
    ///
    /// # Errors
    ///
    /// They are not options of the game. The server validates their values.
    pub(super) fn config(&self, game: GameId) -> Result<GameConfig, Failure> {
        let options = self.options.as_deref().unwrap_or("{}");
        let text = format!("{{\"{game}\": {options}}}");
        json::read("tinsel.v1.GameConfig", &text, |error| {
            Failure::Usage(format!(
                "--options must be the JSON of the options of {game}, which tinsel games {game} lists: {error}"
            ))
        })
    }
}
