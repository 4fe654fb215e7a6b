//! Presents as they are written on paper: `A0`, `K3(4)`.

use tinsel_proto::games::presents_of_mine::v1::{Letter, Present};

/// The letter, such as `A`.
pub(crate) fn letter(letter: Letter) -> &'static str {
    let name = letter.as_str_name().strip_prefix("LETTER_");
    name.filter(|name| name.len() == 1).unwrap_or("?")
}

/// Several letters, with spaces between them.
pub(crate) fn letters(letters: impl IntoIterator<Item = Letter>) -> String {
    letters.into_iter().map(letter).collect::<Vec<_>>().join(" ")
}

/// The present, such as `A0` or `K3(4)`.
pub(crate) fn present(present: &Present) -> String {
    kind(present.letter(), present.staleness, present.layers)
}

pub(crate) fn kind(of: Letter, staleness: u32, layers: u32) -> String {
    if of == Letter::K {
        format!("{}{staleness}({layers})", letter(of))
    } else {
        format!("{}{staleness}", letter(of))
    }
}

/// Several presents, each in a column of its own.
pub(crate) fn hand(presents: &[Present]) -> String {
    let cells = presents.iter().map(|one| format!("{:<5} ", present(one)));
    cells.collect::<String>().trim_end().to_owned()
}

/// Several presents, with spaces between them.
pub(crate) fn presents(presents: &[Present]) -> String {
    presents.iter().map(present).collect::<Vec<_>>().join(" ")
}

/// Reads a letter.
pub(crate) fn read_letter(text: &str) -> Result<Letter, String> {
    let name = format!("LETTER_{}", text.to_uppercase());
    Letter::from_str_name(&name)
        .filter(|letter| *letter != Letter::Unspecified)
        .ok_or_else(|| format!("{text:?} is not a letter of A to N"))
}

/// Reads a present.
pub(crate) fn read_present(text: &str) -> Result<Present, String> {
    let wrong = || {
        format!(
            "{text:?} is not a present; write letter and staleness, such as A0, and for a K its layers, such as K3(4)"
        )
    };
    let first = text.chars().next().ok_or_else(wrong)?;
    let letter = read_letter(&first.to_string()).map_err(|_| wrong())?;
    let rest = text.get(first.len_utf8()..).unwrap_or_default();
    let (staleness, layers) = match rest.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
        Some((staleness, layers)) => (staleness, Some(number(layers).ok_or_else(wrong)?)),
        None => (rest, None),
    };
    let staleness = number(staleness).ok_or_else(wrong)?;
    match (letter, layers) {
        (Letter::K, None) => Err(format!("a K is named with its layers, such as K{staleness}(6)")),
        (_, Some(_)) if letter != Letter::K => Err(format!("{text:?}: only a K has layers")),
        (_, layers) => Ok(Present {
            letter: letter.into(),
            staleness,
            layers: layers.unwrap_or(0),
        }),
    }
}

/// A number of digits only.
fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
