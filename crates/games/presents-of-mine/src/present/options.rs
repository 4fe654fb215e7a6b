//! The options of a match.

use tinsel_engine::present::{FormField, OptionSpec, PickOption, Reader, Text, Value};

use crate::config::{Asked, Draft, ListReveal, PregameHands, Round3Majority};

const LIST_REVEAL: &str = "list_reveal";
const PREGAME_HANDS: &str = "pregame_hands";
const ROUND3_MAJORITY: &str = "round3_majority";

/// All options.
pub(super) fn all() -> Vec<OptionSpec> {
    vec![
        choice(
            LIST_REVEAL,
            Text::new("option_list_reveal", "When the list becomes public"),
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
            [
                ("public", Text::new("option_pregame_public", "At once")),
                ("private", Text::new("option_pregame_private", "At the end of round 1")),
            ],
        ),
        choice(
            ROUND3_MAJORITY,
            Text::new(
                "option_round3_majority",
                "Whether the more often chosen new present of round 3 starts with staleness 2",
            ),
            [
                ("apply", Text::new("option_majority_applies", "Yes")),
                ("skip", Text::new("option_majority_skipped", "No")),
            ],
        ),
    ]
}

/// An option with two values, of which the first is the default.
fn choice(id: &'static str, title: Text, values: [(&'static str, Text); 2]) -> OptionSpec {
    let default = values.first().map(|(id, _)| Value::Picks(vec![(*id).into()]));
    OptionSpec {
        field: FormField::pick_one(id, title, values.map(|(id, title)| PickOption::new(id, title))),
        default,
    }
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
