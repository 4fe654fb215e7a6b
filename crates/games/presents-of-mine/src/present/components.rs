//! The fourteen presents, by their names in the rulebook.

use tinsel_engine::present::{Arg, Component, Id, Text};

use crate::components::{Letter, Present, Round, Step};

/// Every present.
pub(super) fn all() -> Vec<Component> {
    let component = |letter: Letter| Component {
        id: id(letter),
        kind: "present",
        title: title(letter).into(),
        text: effect(letter).into(),
        symbol: letter.to_string().into(),
        art: None,
    };
    Letter::ALL.map(component).into()
}

/// The ID of the present with this letter, such as `present.a`.
pub(super) fn id(letter: Letter) -> Id {
    format!("present.{}", short(letter)).into()
}

/// The letter in lower case, for IDs.
pub(super) const fn short(letter: Letter) -> char {
    letter.symbol().to_ascii_lowercase()
}

/// The present with this letter as a value of a sentence.
pub(super) fn named(letter: Letter) -> Arg {
    Arg::Component {
        id: id(letter),
        title: title(letter).into(),
    }
}

/// A present in the notation of the rulebook, such as A3, as a value of a sentence.
pub(super) fn notation(letter: Letter, staleness: u32) -> Arg {
    Arg::Component {
        id: id(letter),
        title: format!("{letter}{staleness}").into(),
    }
}

/// A present as a value of a sentence: A3, or K3 with its layers.
pub(super) fn present(present: Present) -> Arg {
    let shown = notation(present.letter(), present.staleness().get());
    match present.layers() {
        None => shown,
        Some(layers) => Text::new("kaboom", "{present} ({layers|layer|layers})")
            .with("present", shown)
            .with("layers", layers.get())
            .into(),
    }
}

const fn title(letter: Letter) -> &'static str {
    match letter {
        Letter::A => "Average Present",
        Letter::B => "Bonus Present",
        Letter::C => "Chain Present",
        Letter::D => "Diameter Present",
        Letter::E => "Egg Present",
        Letter::F => "Fruit Present",
        Letter::G => "Golden Present",
        Letter::H => "Help Present",
        Letter::I => "Inversion Present",
        Letter::J => "Jinx Present",
        Letter::K => "Kaboom Present",
        Letter::L => "Limiting Present",
        Letter::M => "Musky Present",
        Letter::N => "Nebulizer Present",
    }
}

const fn effect(letter: Letter) -> &'static str {
    match letter {
        Letter::A => "Scores 4 points.",
        Letter::B => "Scores 2 points, and 2 more for each Average Present in the same hand.",
        Letter::C => "Scores 3 points, and 2 more for each of the two neighbours in the list with a Chain Present.",
        Letter::D => "Scores 2 points, and 5 more if the opposite player in the list has a Diameter Present too.",
        Letter::E => "Scores 6 points. Receiving it costs 3 points, also at the start.",
        Letter::F => {
            "Scores 5 points. Its staleness rises by 2 instead of 1 if it is kept, and falls by 2 instead of 1 if it is passed."
        }
        Letter::G => {
            "Scores twice the distance over which it was received in this round: 2, 4 or 6 points. Otherwise it scores 2 points."
        }
        Letter::H => {
            "Scores 2 points, and 1 more for each other player with a Help Present, at most 6 points in total."
        }
        Letter::I => "Scores 3 points, and 3 more if no present of the hand is staler.",
        Letter::J => "Scores 7 points, less 1 for each other player with a Jinx Present.",
        Letter::K => {
            "Begins with 6 layers and loses one for each Average Present in the hand at each scoring. Without layers it \
             explodes: it costs 6 points and becomes an Average Present. Otherwise it scores 2 points for each Average \
             Present in the hand."
        }
        Letter::L => "Scores 2 points. A Kaboom Present that explodes in the same hand costs 1 point instead of 6.",
        Letter::M => {
            "Scores 2 points, and 1 more for each present of the hand with a staleness over 2, itself included."
        }
        Letter::N => "Scores 2 points. Every present that its holder receives loses 1 additional staleness.",
    }
}

/// The name of a step: pregame, or the round with its variation.
pub(super) fn step(step: Step) -> Text {
    let Some(round) = step.round() else {
        return Text::new("pregame", "Pregame");
    };
    Text::new("round", "Round {round}: {variation}")
        .with("round", round.number())
        .with("variation", Arg::word(variation(round)))
}

const fn variation(round: Round) -> &'static str {
    match round {
        Round::Theme => "Theme",
        Round::BombSquad => "Bomb Squad",
        Round::CleaningSupplies => "Cleaning Supplies",
        Round::Yoink => "Yoink",
        Round::Monopoly => "Monopoly",
    }
}

/// What is special in a round, as a sentence.
pub(super) fn difference(round: Round) -> Text {
    match round {
        Round::Theme => Text::new(
            "theme",
            "Every player passes three presents to the three players below.",
        ),
        Round::BombSquad => Text::new(
            "bomb_squad",
            "Every player also replaces one of the presents that it keeps with a Kaboom or a Limiting Present.",
        ),
        Round::CleaningSupplies => Text::new(
            "cleaning_supplies",
            "Every player also replaces one of the presents that it keeps with a Musky or a Nebulizer Present.",
        ),
        Round::Yoink => Text::new(
            "yoink",
            "Every player steals one present from each of the three players above; nobody passes presents.",
        ),
        Round::Monopoly => Text::new(
            "monopoly",
            "For each of the letters A to J, the player with the most copies scores 5 points; tied players score 2.",
        ),
    }
}
