//! The options of a new match, as the game's message or as values of its option specifications.

use tinsel_catalog::{GameId, presentation};
use tinsel_engine::present::FieldAnswer;
use tinsel_proto::v1;

use super::{RequestParser, games};

/// The options of a new match as they were sent.
#[derive(Debug)]
pub(crate) enum GivenOptions<'a> {
    /// As the game's own message.
    Typed(&'a v1::GameConfig),
    /// As values of the option specifications.
    Values(Vec<FieldAnswer>),
}

/// The path of an option in a request; `path` is that in an answer, such as `fields[deals]`.
pub(crate) fn path_of_option(path: &str) -> String {
    format!("options.{}", path.replacen("fields", "values", 1))
}

impl RequestParser {
    /// The game and its options, of which one form must be given.
    pub(crate) fn options<'a>(
        &mut self,
        config: Option<&'a v1::GameConfig>,
        values: Option<&v1::OptionValues>,
    ) -> Option<(GameId, GivenOptions<'a>)> {
        let Some(v1::OptionValues { game_id, values }) = values else {
            let chosen = config.and_then(|config| Some((GameId::of_config(config)?, GivenOptions::Typed(config))));
            if chosen.is_none() {
                self.wrong("config", format!("must choose a game by setting one of: {}", games()));
            }
            return chosen;
        };
        if config.is_some() {
            return self.required("options", "must be absent if `config` is set; send one of the two");
        }
        let Some(game) = GameId::parse(game_id) else {
            self.wrong("options.game_id", format!("must be one of: {}", games()));
            return None;
        };
        let fields = v1::Answer {
            fields: values.clone(),
            ..v1::Answer::default()
        };
        match presentation::read_answer(fields) {
            Ok(answer) => Some((game, GivenOptions::Values(answer.fields))),
            Err(not) => self.required(&path_of_option(&not.path), "must have a value; set one of its fields"),
        }
    }
}
