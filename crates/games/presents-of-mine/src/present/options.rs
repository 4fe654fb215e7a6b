//! The options of a match.

use tinsel_engine::present::{FormField, OptionSpec, PickOption, Reader, Text, Value};

use crate::config::{Asked, Config, Draft, ListReveal, PregameHands, Round3Majority};

const LIST_REVEAL: &str = "list_reveal";
const PREGAME_HANDS: &str = "pregame_hands";
const ROUND3_MAJORITY: &str = "round3_majority";

/// All options.
pub(super) fn all() -> Vec<OptionSpec> {
    vec![
        choice(
            LIST_REVEAL,
            Text::new("option_list_reveal", "When the list is drawn"),
            Text::new(
                "option_list_reveal_help",
                "The list is the random order of the players. It decides who passes to whom.",
            ),
            [
                (
                    "after_selection",
                    Text::new("option_list_after", "After the selection of presents"),
                ),
                (
                    "before_selection",
                    Text::new("option_list_before", "Before the selection of presents"),
                ),
            ],
        ),
        choice(
            PREGAME_HANDS,
            Text::new(
                "option_pregame_hands",
                "When selections, hands and scores of the pregame become public",
            ),
            Text::new(
                "option_pregame_hands_help",
                "Until then, each player sees only its own selection, hand and score, and not which players have submitted.",
            ),
            [
                ("public", Text::new("option_pregame_public", "At once")),
                ("private", Text::new("option_pregame_private", "At the end of round 1")),
            ],
        ),
        choice(
            ROUND3_MAJORITY,
            Text::new(
                "option_round3_majority",
                "Does the new present that more players take in round 3 start with staleness 2?",
            ),
            Text::new(
                "option_round3_majority_help",
                "In round 2, this rule always applies to Kaboom and Limiting Presents. Round 3 has Musky and Nebulizer Presents.",
            ),
            [
                ("apply", Text::new("option_majority_applies", "Yes")),
                ("skip", Text::new("option_majority_skipped", "No, both start with 0")),
            ],
        ),
    ]
}

/// An option with two values, of which the first is the default.
fn choice(id: &'static str, title: Text, help: Text, values: [(&'static str, Text); 2]) -> OptionSpec {
    let default = values.first().map(|(id, _)| Value::Picks(vec![(*id).into()]));
    let options = values.map(|(id, title)| PickOption::new(id, title));
    OptionSpec {
        field: FormField::pick_one(id, title, options).help(help),
        default,
    }
}

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

/// The draft with these values.
pub(super) fn draft(values: Reader<'_>) -> Draft {
    Draft {
        list_reveal: asked(values, LIST_REVEAL, |id| match id {
            "after_selection" => Some(ListReveal::AfterSelection),
            "before_selection" => Some(ListReveal::BeforeSelection),
            _ => None,
        }),
        pregame_hands: asked(values, PREGAME_HANDS, |id| match id {
            "public" => Some(PregameHands::Public),
            "private" => Some(PregameHands::Private),
            _ => None,
        }),
        round3_majority: asked(values, ROUND3_MAJORITY, |id| match id {
            "apply" => Some(Round3Majority::Apply),
            "skip" => Some(Round3Majority::Skip),
            _ => None,
        }),
    }
}

fn asked<T>(values: Reader<'_>, id: &str, value: fn(&str) -> Option<T>) -> Asked<T> {
    match values.value(id) {
        None => Asked::LeftOut,
        Some(_) => values.pick(id).and_then(value).map_or(Asked::Unknown, Asked::Given),
    }
}
