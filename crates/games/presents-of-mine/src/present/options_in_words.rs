//! The options of a match in sentences.

use tinsel_engine::present::Text;

use crate::config::{Config, ListReveal, PregameHands, Round3Majority};

/// The options of a match, one sentence each.
pub(super) fn sentences(config: &Config) -> [Text; 3] {
    let list = match config.list_reveal {
        ListReveal::AfterSelection => Text::new("list_after", "The list is drawn after the selection of presents."),
        ListReveal::BeforeSelection => Text::new("list_before", "The list is drawn before the selection of presents."),
    };
    let hands = match config.pregame_hands {
        PregameHands::Public => Text::new(
            "pregame_public",
            "Selections, hands and scores of the pregame become public at once.",
        ),
        PregameHands::Private => Text::new(
            "pregame_private",
            "Selections, hands and scores of the pregame stay private until the end of round 1.",
        ),
    };
    let majority = match config.round3_majority {
        Round3Majority::Apply => Text::new(
            "majority_applies",
            "In round 3, the new present that more players take starts with staleness 2.",
        ),
        Round3Majority::Skip => Text::new(
            "majority_skipped",
            "In round 3, all new presents start with staleness 0.",
        ),
    };
    [list, hands, majority]
}
