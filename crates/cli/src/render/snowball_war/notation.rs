//! How characters, pieces and spots are written, and read.

use tinsel_proto::games::snowball_war::v1::{Character, Piece, Point};

/// The name of a character.
pub(crate) const fn character(of: Character) -> &'static str {
    match of {
        Character::Unspecified => "nobody",
        Character::Stephen => "Stephen",
        Character::Paul => "Paul",
        Character::Robert => "Robert",
        Character::Bianca => "Bianca",
        Character::Natasha => "Natasha",
        Character::Emily => "Emily",
    }
}

/// The ability of a character, as its card says it in short.
pub(crate) const fn ability(of: Character) -> &'static str {
    match of {
        Character::Unspecified => "",
        Character::Stephen => "uses a die as one value higher or lower",
        Character::Paul => "both his dice, each 4 or 5: two hits on one target",
        Character::Robert => "any die: takes a hit meant for a team-mate or his snowman within one move",
        Character::Bianca => "any die: one character within one move re-rolls its remaining dice",
        Character::Natasha => "any die: swaps places with a team-mate within one move",
        Character::Emily => "any die: two hits on the enemy's snowman within one move",
    }
}

/// The name of a piece.
pub(crate) const fn piece(of: Piece) -> &'static str {
    match of {
        Piece::Unspecified => "nothing",
        Piece::Stephen => "Stephen",
        Piece::Paul => "Paul",
        Piece::Robert => "Robert",
        Piece::Bianca => "Bianca",
        Piece::Natasha => "Natasha",
        Piece::Emily => "Emily",
        Piece::Snowman0 => "snowman0",
        Piece::Snowman1 => "snowman1",
    }
}

/// Several characters, with `between` between them.
pub(crate) fn characters(of: impl IntoIterator<Item = Character>, between: &str) -> String {
    of.into_iter().map(character).collect::<Vec<_>>().join(between)
}

/// A spot, such as `120,45`.
pub(crate) fn point(point: Option<&Point>) -> String {
    point.map_or_else(String::new, |point| format!("{},{}", point.x(), point.y()))
}

/// Numbers with spaces between them; `none` if there are none.
pub(crate) fn numbers(numbers: &[u32]) -> String {
    if numbers.is_empty() {
        return "none".to_owned();
    }
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    numbers.join(" ")
}

/// All characters, in canonical order.
pub(crate) const CHARACTERS: [Character; 6] = [
    Character::Stephen,
    Character::Paul,
    Character::Robert,
    Character::Bianca,
    Character::Natasha,
    Character::Emily,
];

/// Reads a name, or the beginning of one.
pub(crate) fn read_character(word: &str) -> Result<Character, String> {
    let asked = word.to_lowercase();
    let fits = |of: &Character| !asked.is_empty() && character(*of).to_lowercase().starts_with(&asked);
    CHARACTERS
        .into_iter()
        .find(fits)
        .ok_or_else(|| format!("{word:?} is no character; there are Stephen, Paul, Robert, Bianca, Natasha and Emily"))
}

/// Reads the name of a character, or a snowman: `snowman0`, `snowman1`, or `snowman` for the one that is aimed at.
pub(crate) fn read_piece(word: &str, aimed_at: Option<Piece>) -> Result<Piece, String> {
    match (word.to_lowercase().as_str(), aimed_at) {
        ("snowman0", _) => Ok(Piece::Snowman0),
        ("snowman1", _) => Ok(Piece::Snowman1),
        ("snowman", Some(piece)) => Ok(piece),
        ("snowman", None) => Err("say which: snowman0 or snowman1".to_owned()),
        _ => {
            let number = i32::from(read_character(word)?);
            Piece::try_from(number).map_err(|_| format!("{word:?} is no piece"))
        }
    }
}

/// Reads a spot.
pub(crate) fn read_point(word: &str) -> Result<Point, String> {
    let wrong = || format!("{word:?} is no spot; write x and y in mm, such as 120,45");
    let (x, y) = word.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<i32>().map_err(|_| wrong());
    Ok(Point {
        x: Some(number(x)?),
        y: Some(number(y)?),
    })
}

/// Reads a number.
pub(crate) fn read_number(word: &str, what: &str) -> Result<u32, String> {
    word.parse().map_err(|_| format!("{word:?} is no {what}"))
}
