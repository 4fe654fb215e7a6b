//! What kind of match is made: of how many seats, with which options.

use tinsel_catalog::GameId;
use tinsel_proto::v1::GameConfig;

use crate::{failure::Failure, json};

/// How many play where nobody says, if the game allows it.
const SEATS: u32 = 6;

/// What kind of match is made.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Kind {
    /// How many seats the match that is made has. Without it 6, or as near to that as the game allows.
    #[arg(long, value_name = "NUMBER")]
    seats: Option<u32>,
    /// The options of the match that is made, as the JSON of the game's Config, such as {"starting_garnets": 30}; tinsel
    /// games GAME lists them. What is left out is as usual.
    #[arg(long, value_name = "JSON")]
    options: Option<String>,
}

impl Kind {
    /// Whether anything is said of it.
    pub(super) const fn is_said(&self) -> bool {
        self.seats.is_some() || self.options.is_some()
    }

    /// How many seats the match has.
    ///
    /// # Errors
    ///
    /// If the game is not for so many.
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
    /// If they are not options of the game. Their values are judged by the server.
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
