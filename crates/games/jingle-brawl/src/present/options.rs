//! The options of a match.

use tinsel_engine::present::{FormField, Id, Kind, OptionSpec, PickOption, Reader, Text, Value};

use super::{components::method_id, words};
use crate::{
    components::{Method, Scoring},
    config::{Asked, Draft},
};

/// All options.
#[expect(clippy::too_many_lines, reason = "one entry for each option")]
pub(super) fn all() -> Vec<OptionSpec> {
    let number = |id, title, help, max| OptionSpec {
        field: FormField::new(
            id,
            title,
            Kind::Number {
                min: 0,
                max,
                step: 1,
                unit: "",
            },
        )
        .help(help),
        default: Some(Value::Number(0)),
    };
    let method = |method: Method| {
        let title = Text::new("option_method", "{method}").with("method", words::method(method));
        PickOption::new(method_id(method), title).component(method_id(method))
    };
    let scoring = [
        PickOption::new("none", Text::new("scoring_none", "No ranking")),
        PickOption::new(
            "wish_points",
            Text::new(
                "scoring_wishes",
                "By the points that the final gift is worth to its holder, drawn in secret for each player",
            ),
        ),
    ];
    let methods = Kind::Pick {
        options: Method::ALL.map(method).into(),
        min: 0,
        max: 5,
        ordered: true,
    };
    vec![
        number(
            "starting_chips",
            Text::new("option_chips", "Jingle Chips of each player at the start"),
            Text::new(
                "option_chips_help",
                "0 stands for the number of the rulebook: 10, or 12 for more than 10 players.",
            ),
            99,
        ),
        OptionSpec {
            field: FormField::new(
                "gift_names",
                Text::new("option_names", "Names of the gifts, one for each player"),
                Kind::Typed,
            ),
            default: None,
        },
        number(
            "head_elf_seat",
            Text::new("option_elf", "Number of the seat of the first Head Elf"),
            Text::new(
                "option_elf_help",
                "The seats of a match with 6 players have the numbers 0 to 5.",
            ),
            19,
        ),
        OptionSpec {
            field: FormField::new(
                "duel_methods",
                Text::new(
                    "option_duel_methods",
                    "Duel methods, in the order in which defenders see them",
                ),
                methods,
            )
            .help(Text::new(
                "option_methods_help",
                "None picked: all but the reported duel, which takes place elsewhere.",
            )),
            default: Some(Value::Picks(Vec::new())),
        },
        number(
            "rps_max_rounds",
            Text::new(
                "option_throws",
                "Tied throws of rock-paper-scissors after which a coin decides",
            ),
            Text::new("option_throws_help", "0 stands for 5."),
            20,
        ),
        OptionSpec {
            field: FormField::pick_one("scoring", Text::new("option_scoring", "Ranking at the end"), scoring),
            default: Some(Value::Picks(vec![Id::from("none")])),
        },
    ]
}

/// The draft with these values.
pub(super) fn draft(values: Reader<'_>) -> Draft {
    let number = |id| u32::try_from(values.number(id)).unwrap_or(u32::MAX);
    let method = |id: &Id| Method::ALL.into_iter().find(|method| method_id(*method) == id);
    Draft {
        starting_chips: number("starting_chips"),
        gift_names: Vec::new(),
        head_elf_seat: number("head_elf_seat"),
        duel_methods: values.picks("duel_methods").iter().map(method).collect(),
        rps_max_rounds: number("rps_max_rounds"),
        scoring: match values.value("scoring").map(|_| values.pick("scoring")) {
            None => Asked::LeftOut,
            Some(Some("none")) => Asked::Given(Scoring::None),
            Some(Some("wish_points")) => Asked::Given(Scoring::WishPoints),
            Some(_) => Asked::Unknown,
        },
    }
}
