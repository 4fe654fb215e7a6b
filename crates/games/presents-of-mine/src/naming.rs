//! The presents, the variations and the terms of the rulebook, with their effects; and their names in sentences.

use tinsel_engine::present::{Arg, Component, Id, Text};

use crate::components::{Letter, Present, Round, Staleness, Step};

/// Every present, variation and term.
pub(crate) fn all() -> Vec<Component> {
    let presents = Letter::ALL.map(|letter| Component {
        id: id(letter),
        kind: "present",
        title: format!("{} Present", name(letter)).into(),
        text: effect(letter).into(),
        symbol: letter.to_string().into(),
        art: None,
    });
    let variations = Round::ALL.map(|round| {
        let (slug, title, text) = variation(round);
        Component {
            id: format!("variation.{slug}").into(),
            kind: "variation",
            title: title.into(),
            text: text.into(),
            symbol: round.number().to_string().into(),
            art: None,
        }
    });
    let terms = TERMS.map(|(id, title, text, symbol)| Component {
        id: id.into(),
        kind: "term",
        title: title.into(),
        text: text.into(),
        symbol: symbol.into(),
        art: None,
    });
    presents.into_iter().chain(variations).chain(terms).collect()
}

/// ID, name, explanation and symbol of the terms of the rules.
const TERMS: [(&str, &str, &str, &str); 3] = [
    (
        "term.list",
        "List",
        "The players in a random order, from top to bottom. It is a loop: below the bottom player comes the top player. The \
         first player above and the first player below a player are adjacent to it; the player four places away is \
         furthest away. At the start of round 3 the list is reversed, for the rest of the match.",
        "\u{2193}",
    ),
    (
        "term.staleness",
        "Staleness",
        "A number on each present: A3 is an Average Present with staleness 3. In each scoring, the holder loses the sum of \
         the staleness of its six presents. A selected present starts with 0 if 1 or 2 players selected it, 1 if 3, 2 \
         if 4 or 5, and 3 if 6 to 8 players did. At the end of each round, the staleness of a present that was passed or \
         stolen falls by 1, with a minimum of 0, and the staleness of all others rises by 1.",
        "s",
    ),
    (
        "term.points",
        "Points",
        "After the pregame and after each round, every player adds the points of its six presents, and subtracts their \
         staleness and its other losses. A sum below 0 changes nothing: a total never falls. The highest total after \
         round 5 wins.",
        "p",
    ),
];

/// The ID of the present with this letter, such as `present.a`.
pub(crate) fn id(letter: Letter) -> Id {
    format!("present.{}", slug(letter)).into()
}

/// The letter in lower case, for IDs.
pub(crate) const fn slug(letter: Letter) -> char {
    letter.symbol().to_ascii_lowercase()
}

/// The kind of present as a value of a sentence, such as "Average Present".
pub(crate) fn named(letter: Letter) -> Arg {
    titled(letter, format!("{} Present", name(letter)))
}

/// The kind of present as one of many, such as "Average".
pub(crate) fn brief(letter: Letter) -> Arg {
    titled(letter, name(letter).to_owned())
}

fn titled(letter: Letter, title: String) -> Arg {
    Arg::Component {
        id: id(letter),
        title: title.into(),
    }
}

/// A present without its layers, in the notation of the rulebook, such as A3.
///
/// It is a word, because a component as a value has no staleness on the wire, and a text of both is too large for a scene
/// with more than 100 presents.
pub(crate) fn notation(letter: Letter, staleness: Staleness) -> Arg {
    Arg::word(format!("{letter}{staleness}"))
}

/// A present: A3, or K3 with its layers.
pub(crate) fn present(present: Present) -> Arg {
    let shown = notation(present.letter(), present.staleness());
    match present.layers() {
        None => shown,
        Some(layers) => Text::new("kaboom", "{present} ({layers|layer|layers})")
            .with("present", shown)
            .with("layers", layers.get())
            .into(),
    }
}

const fn name(letter: Letter) -> &'static str {
    match letter {
        Letter::A => "Average",
        Letter::B => "Bonus",
        Letter::C => "Chain",
        Letter::D => "Diameter",
        Letter::E => "Egg",
        Letter::F => "Fruit",
        Letter::G => "Golden",
        Letter::H => "Help",
        Letter::I => "Inversion",
        Letter::J => "Jinx",
        Letter::K => "Kaboom",
        Letter::L => "Limiting",
        Letter::M => "Musky",
        Letter::N => "Nebulizer",
    }
}

const fn effect(letter: Letter) -> &'static str {
    match letter {
        Letter::A => "It earns 4 points.",
        Letter::B => "It earns 2 points, and 2 more for each Average Present in the same hand.",
        Letter::C => {
            "It earns 3 points, and 2 more for each adjacent player with a Chain Present: the first above and the first \
             below in the list."
        }
        Letter::D => {
            "It earns 2 points. It earns 5 more if the player furthest away, four places in the list, has a Diameter \
             Present too."
        }
        Letter::E => {
            "It earns 6 points. A player loses 3 points in the same scoring for each Egg Present that it received: by a \
             pass, by a theft, or in the pregame."
        }
        Letter::F => {
            "It earns 5 points. Its staleness changes by 2 instead of 1: it rises by 2 if the present was not passed, and \
             falls by 2 if it was."
        }
        Letter::G => {
            "If it was passed or stolen in this round, it earns twice the distance: 2, 4 or 6 points for the first, \
             second or third player below. Otherwise it earns 2 points."
        }
        Letter::H => "It earns 2 points, and 1 more for each other player with a Help Present, up to 6 points.",
        Letter::I => {
            "It earns 3 points. It earns 3 more if no other present in the hand has a higher staleness; a tie is enough."
        }
        Letter::J => "It earns 7 points, less 1 for each other player with a Jinx Present.",
        Letter::K => {
            "It enters in round 2 with 6 layers. In each scoring it first loses a layer for each Average Present in the \
             same hand. If layers are left, it earns 2 points for each Average Present in the hand. If none is left, it \
             explodes: it earns nothing, its holder loses 6 points (1 point with a Limiting Present in the hand), and it \
             becomes an Average Present with the same staleness after the scoring."
        }
        Letter::L => {
            "It enters in round 2. It earns 2 points. A Kaboom Present that explodes in the same hand costs 1 point \
             instead of 6."
        }
        Letter::M => {
            "It enters in round 3. It earns 2 points, and 1 more for each present in the hand with a staleness of 3 or \
             more. It counts itself if its own staleness is 3 or more."
        }
        Letter::N => {
            "It enters in round 3. It earns 2 points. At the end of a round, every present that was passed to its holder \
             in that round loses 1 additional staleness, with a minimum of 0."
        }
    }
}

/// A step as a heading: pregame, or the round with its variation.
pub(crate) fn step(step: Step) -> Text {
    let Some(round) = step.round() else {
        return Text::new("pregame", "Pregame");
    };
    let (slug, title, _) = variation(round);
    let variation = Arg::Component {
        id: format!("variation.{slug}").into(),
        title: title.into(),
    };
    Text::new("round", "Round {round}: {variation}")
        .with("round", round.number())
        .with("variation", variation)
}

/// The ID, the name and the rule of a variation.
const fn variation(round: Round) -> (&'static str, &'static str, &'static str) {
    match round {
        Round::Theme => (
            "theme",
            "Theme",
            "Round 1. Every player passes three presents, one to each of the three players below. There is no other rule.",
        ),
        Round::BombSquad => (
            "bomb_squad",
            "Bomb Squad",
            "Round 2. Every player passes three presents, and replaces one of the three that it keeps with a Kaboom or a \
             Limiting Present. The replacement comes after the passes and before the scoring. If more players take one of \
             the two, all its copies start with staleness 2; all others start with 0.",
        ),
        Round::CleaningSupplies => (
            "cleaning_supplies",
            "Cleaning Supplies",
            "Round 3. The list is reversed. Every player passes three presents, and replaces one of the three that it \
             keeps with a Musky or a Nebulizer Present, as in round 2. An option of the match decides whether the more \
             popular of the two starts with staleness 2.",
        ),
        Round::Yoink => (
            "yoink",
            "Yoink",
            "Round 4. No presents are passed. Every player names one present of each of the three players above, and \
             steals it. Thefts at distance 1 come first, then distance 2, then distance 3. If no copy of the named present is \
             left, the thief gets a random present of those that remain. A stolen present counts as passed.",
        ),
        Round::Monopoly => (
            "monopoly",
            "Monopoly",
            "Round 5. Every player passes three presents. For each letter A to J, the player with the most presents of \
             that letter earns 5 more points; if players tie for the most, each of them earns 2 instead.",
        ),
    }
}

/// The decisions of a round, as a sentence or two.
pub(crate) fn task(round: Round) -> Text {
    match round {
        Round::Theme => Text::new(
            "theme",
            "Every player passes three presents, one to each of the three players below.",
        ),
        Round::BombSquad => Text::new(
            "bomb_squad",
            "Every player passes three presents, and replaces one of the three that it keeps with a Kaboom or a Limiting \
             Present.",
        ),
        Round::CleaningSupplies => Text::new(
            "cleaning_supplies",
            "Every player passes three presents, and replaces one of the three that it keeps with a Musky or a Nebulizer \
             Present.",
        ),
        Round::Yoink => Text::new(
            "yoink",
            "Every player steals one present from each of the three players above.",
        ),
        Round::Monopoly => Text::new(
            "monopoly",
            "Every player passes three presents. For each letter A to J, the player with the most presents of that letter \
             earns 5 more points; if players tie, each of them earns 2.",
        ),
    }
}
