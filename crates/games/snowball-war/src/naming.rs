//! The things of the game: characters with their abilities, dice faces, pieces.

use tinsel_engine::present::{Arg, Component, Id, Text};

use crate::components::{Character, Face, FaceAction, Piece, Sheet, Times};

/// Every character, piece and face.
pub(crate) fn all() -> Vec<Component> {
    let component = |kind, id: Id, title: &'static str, symbol: &'static str, text: String| Component {
        id,
        kind,
        title: title.into(),
        text: text.into(),
        symbol: symbol.into(),
        art: None,
    };
    let character = |character: Character| {
        let sheet = Sheet::usual(character);
        let faces = sheet
            .faces
            .iter()
            .zip(1..)
            .map(|(face, value)| format!("{value}: {}", face_name(*face)));
        let text = format!(
            "Runs away with {} cold tokens. Dice: {}. An option of the match can change both. Ability: {}",
            sheet.scarf,
            faces.collect::<Vec<_>>().join(", "),
            ability(character)
        );
        component(
            "character",
            character_id(character),
            character.name(),
            symbol(character),
            text,
        )
    };
    let row = |(id, title, symbol, text): (&'static str, &'static str, &'static str, &str)| {
        let kind = id.split('.').next().unwrap_or(id);
        component(kind, id.into(), title, symbol, text.to_owned())
    };
    Character::ALL.map(character).into_iter().chain(ROWS.map(row)).collect()
}

/// ID, title, symbol and effect of everything else.
const ROWS: [(&str, &str, &str, &str); 10] = [
    (
        "piece.snowman",
        "snowman",
        "@",
        "The piece to protect. It never moves. With enough cold tokens it is knocked out, and its owner loses.",
    ),
    (
        "obstacle.circle",
        "round obstacle",
        "#",
        "Blocks throws and standing places. Characters can move past it.",
    ),
    (
        "obstacle.rectangle",
        "rectangular obstacle",
        "#",
        "Blocks throws and standing places. Characters can move past it.",
    ),
    (
        "token.cold",
        "cold token",
        "*",
        "A hit. A character with as many as its scarf number runs away; in the end phase it loses one each turn.",
    ),
    (
        "face.throw",
        "throw",
        "T",
        "A snowball at an enemy in range with a clear line. The target may dodge, or Robert may take the hit.",
    ),
    (
        "face.throw_twice",
        "throw twice",
        "TT",
        "Two throws, at the same or another target. The second one may be skipped.",
    ),
    (
        "face.move",
        "move",
        "M",
        "To a free place within the move distance. Only the end of the move must be free.",
    ),
    (
        "face.move_twice",
        "move twice",
        "MM",
        "Two moves. The second one may be skipped.",
    ),
    (
        "face.dodge",
        "dodge",
        "D",
        "Cancels one hit on the character when it is spent as a reaction.",
    ),
    (
        "face.nothing",
        "blank",
        "-",
        "No effect. The die can be spent for an ability or for nothing.",
    ),
];

const fn symbol(character: Character) -> &'static str {
    match character {
        Character::Stephen => "S",
        Character::Paul => "P",
        Character::Robert => "R",
        Character::Bianca => "B",
        Character::Natasha => "N",
        Character::Emily => "E",
    }
}

pub(crate) const fn ability(character: Character) -> &'static str {
    match character {
        Character::Stephen => "he may use a die as one value higher or lower.",
        Character::Paul => "if both his dice show 4 or 5, he may spend both for one throw of two hits on one target.",
        Character::Robert => {
            "as a reaction he may spend any die to take a hit meant for a team-mate or the snowman within a move of him."
        }
        Character::Bianca => {
            "she may spend any die to make a character within a move of her roll its remaining dice again."
        }
        Character::Natasha => "she may spend any die to swap places with a team-mate within a move of her.",
        Character::Emily => "she may spend any die to hit the enemy snowman twice, if it is within a move of her.",
    }
}

/// The ID of a character, such as `character.emily`.
pub(crate) fn character_id(character: Character) -> Id {
    ids(character).0.into()
}

/// The name of a character in IDs.
pub(crate) const fn short(character: Character) -> &'static str {
    ids(character).1
}

/// The ID and the short ID of a character. Forms have many of them.
const fn ids(character: Character) -> (&'static str, &'static str) {
    match character {
        Character::Stephen => ("character.stephen", "stephen"),
        Character::Paul => ("character.paul", "paul"),
        Character::Robert => ("character.robert", "robert"),
        Character::Bianca => ("character.bianca", "bianca"),
        Character::Natasha => ("character.natasha", "natasha"),
        Character::Emily => ("character.emily", "emily"),
    }
}

/// The character of a name in IDs.
pub(crate) fn character_of(name: &str) -> Option<Character> {
    Character::ALL.into_iter().find(|character| short(*character) == name)
}

/// A character as a value of a sentence.
pub(crate) fn named(character: Character) -> Arg {
    Arg::Component {
        id: character_id(character),
        title: character.name().into(),
    }
}

/// A piece as a value of a sentence.
pub(crate) fn piece(piece: Piece) -> Arg {
    match piece {
        Piece::Character(character) => named(character),
        Piece::Snowman(seat) => Text::new("snowman_of", "the {snowman} of {player}")
            .with(
                "snowman",
                Arg::Component {
                    id: "piece.snowman".into(),
                    title: "snowman".into(),
                },
            )
            .with("player", seat)
            .into(),
    }
}

/// The ID of a piece in forms.
pub(crate) fn piece_id(piece: Piece) -> Id {
    match piece {
        Piece::Character(character) => short(character).into(),
        Piece::Snowman(seat) => format!("snowman{}", seat.get()).into(),
    }
}

/// The piece of an ID.
pub(crate) fn piece_of(id: &str) -> Option<Piece> {
    Piece::ALL.into_iter().find(|piece| piece_id(*piece) == id)
}

/// The ID of a face.
pub(crate) const fn face_id(face: Face) -> &'static str {
    match (face.action, face.times, face.dodge) {
        (FaceAction::Throw, Times::Once, _) => "face.throw",
        (FaceAction::Throw, Times::Twice, _) => "face.throw_twice",
        (FaceAction::Move, Times::Once, _) => "face.move",
        (FaceAction::Move, Times::Twice, _) => "face.move_twice",
        (FaceAction::Nothing, _, true) => "face.dodge",
        (FaceAction::Nothing, _, false) => "face.nothing",
    }
}

/// A face in words; one of a custom sheet can also dodge.
pub(crate) fn face_name(face: Face) -> String {
    let row = ROWS.into_iter().find(|(id, ..)| *id == face_id(face));
    let name = row.map_or("", |(_, title, ..)| title);
    let dodges = face.dodge && face.action != FaceAction::Nothing;
    if dodges {
        format!("{name} or dodge")
    } else {
        name.to_owned()
    }
}
