//! Rules for display names of people, bots and matches: visible, unambiguous, and not confusable with each other.
//!
//! The page has the same rules. `tests/fixtures/names.json` tests both.

mod joiners;

use icu_properties::{CodePointMapData, props::GeneralCategory};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// The maximum length of the name of a player or bot, in characters.
pub(crate) const LENGTH_MAX: usize = 40;
/// The maximum length of a character, in code points. The longest emoji has ten.
pub(crate) const CHARACTER_MAX: usize = 12;
/// The bytes of UTF-8 that a name may have for each character that it may have. Lists of matches and scenes contain many
/// names.
const CHARACTER_BYTES: usize = 4;

/// The length of a text in characters, as its readers count them: grapheme clusters.
pub(crate) fn length(text: &str) -> usize {
    text.graphemes(true).count()
}

/// The maximum length of a name in bytes of UTF-8, if it may have this number of characters.
pub(crate) const fn bytes_max(characters: usize) -> usize {
    CHARACTER_BYTES.saturating_mul(characters)
}

/// Whether a name displays as it is stored: no character is invisible or changes the text around it, and at least one
/// is visible. The empty name passes.
pub(crate) fn is_plain(name: &str) -> bool {
    let short = name
        .graphemes(true)
        .all(|cluster| cluster.chars().count() <= CHARACTER_MAX);
    short && is_shown(&joiners::without_flag_tags(name)) && (name.is_empty() || looks_of(name).next().is_some())
}

/// Whether people could confuse the two names: they have the same shapes (Unicode Technical Standard 39), as written or
/// in lower case.
pub(crate) fn look_alike(one: &str, other: &str) -> bool {
    let as_written = |name| shape(&visible(name).collect::<String>());
    let in_lower_case = |name| shape(&looks_of(name).collect::<String>());
    as_written(one) == as_written(other) || in_lower_case(one) == in_lower_case(other)
}

/// The shapes of the characters of a text, in lower case.
fn shape(text: &str) -> String {
    let tagged = joiners::with_letters_of_tags(text);
    let shapes = unicode_security::skeleton(&tagged);
    shapes.flat_map(char::to_lowercase).collect()
}

/// The name if it is `free`; otherwise the name with the first number that makes it free, shortened if necessary.
pub(crate) fn numbered(name: &str, free: impl Fn(&str) -> bool) -> String {
    let with = |number: u32| {
        let number = format!(" {number}");
        let room = LENGTH_MAX.saturating_sub(number.len());
        let bytes = bytes_max(LENGTH_MAX).saturating_sub(number.len());
        let fits = |(at, cluster): &(usize, &str)| at.saturating_add(cluster.len()) <= bytes;
        let clusters = name.grapheme_indices(true).take(room).take_while(fits);
        clusters
            .map(|(_, cluster)| cluster)
            .chain([number.as_str()])
            .collect::<String>()
    };
    let mut names = std::iter::once(name.to_owned()).chain((2..).map(with));
    names.find(|name| free(name)).unwrap_or_default()
}

fn is_shown(name: &str) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Unassigned};
    name.char_indices().all(|(at, character)| {
        if joiners::is_joiner(character) {
            let (before, rest) = name.split_at(at);
            return joiners::is_visible(before, character, rest.get(character.len_utf8()..).unwrap_or_default());
        }
        let category = CodePointMapData::<GeneralCategory>::new().get(character);
        !matches!(
            category,
            Control | Format | LineSeparator | ParagraphSeparator | PrivateUse | Unassigned
        )
    })
}

/// A name without white space, marks and invisible differences, in which each letter of another script that looks like a Latin
/// one is that.
pub(crate) fn in_plain_letters(name: &str) -> String {
    let plain = |character: char| {
        let mut written = [0; 4];
        let text: &str = character.encode_utf8(&mut written);
        // The shapes of Latin letters are not all letters: that of m is rn.
        if character.is_ascii() {
            text.to_owned()
        } else {
            shape(text)
        }
    };
    let is_mark = |character: &char| {
        CodePointMapData::<GeneralCategory>::new().get(*character) == GeneralCategory::NonspacingMark
    };
    let decomposed = looks_of(name).nfd().filter(|character| !is_mark(character));
    decomposed.map(plain).collect()
}

/// A name without invisible differences: compatibility variants, case, white space, joiners and fillers.
fn looks_of(name: &str) -> impl Iterator<Item = char> {
    visible(name).flat_map(char::to_lowercase)
}

/// The same with the case of the name.
fn visible(name: &str) -> impl Iterator<Item = char> {
    let is_hidden =
        |character: &char| character.is_whitespace() || is_filler(*character) || joiners::is_joiner(*character);
    name.nfkc().filter(move |character| !is_hidden(character))
}

/// The default-ignorable characters of Unicode that are letters or marks, and the empty pattern of Braille.
const fn is_filler(character: char) -> bool {
    matches!(
        character,
        '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180e}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &str = include_str!("../../../../tests/fixtures/names.json");

    #[derive(serde::Deserialize)]
    struct Names {
        accepted: Vec<Accepted>,
        refused: Vec<Refused>,
    }

    #[derive(serde::Deserialize)]
    struct Accepted {
        name: String,
        length: usize,
    }

    #[derive(serde::Deserialize)]
    struct Refused {
        name: String,
        reason: String,
    }

    fn is_accepted(name: &str) -> bool {
        let fits = (1..=LENGTH_MAX).contains(&length(name)) && name.len() <= bytes_max(LENGTH_MAX);
        fits && name.trim().len() == name.len() && is_plain(name)
    }

    #[test]
    fn the_names_of_the_fixture_are_accepted_and_refused() {
        let names: Names = serde_json::from_str(NAMES).unwrap();
        for Accepted { name, length: expected } in names.accepted {
            assert!(is_accepted(&name), "{name:?}");
            assert_eq!(length(&name), expected, "{name:?}");
        }
        for Refused { name, reason } in names.refused {
            assert!(!is_accepted(&name), "{name:?}: {reason}");
        }
    }

    #[test]
    fn a_taken_name_gets_a_number() {
        let taken = ["Ann", "Ann 2"];
        let free = |name: &str| !taken.contains(&name);
        assert_eq!(numbered("Bob", free), "Bob");
        assert_eq!(numbered("Ann", free), "Ann 3");
        let long = "n".repeat(LENGTH_MAX);
        assert_eq!(
            numbered(&long, |name| name != long),
            format!("{} 2", "n".repeat(LENGTH_MAX - 2))
        );
    }

    #[test]
    fn a_numbered_name_keeps_the_limit_in_bytes() {
        let family = "👩\u{200d}👩\u{200d}👧\u{200d}👦";
        let long = family.repeat(6) + "0123456789";
        assert_eq!(long.len(), bytes_max(LENGTH_MAX));
        assert_eq!(numbered(&long, |name| name != long), family.repeat(6) + "01234567 2");
    }

    #[test]
    fn a_joiner_is_accepted_where_a_letter_beside_it_changes() {
        // The letter before does not join to the left, or the letter after does not join at all.
        for unchanged in ["ا\u{200c}ن", "ن\u{200c}A", "ن\u{200d}ن"] {
            assert!(!is_plain(unchanged), "{unchanged:?}");
        }
        // A mark between the letters, a script of Mongolia, and signs that form conjuncts in scripts of Asia.
        for changed in ["ن\u{64e}\u{200c}ن", "ᠠ\u{200c}ᠠ", "ක්\u{200d}ෂ", "ក្\u{200c}ក"] {
            assert!(is_plain(changed), "{changed:?}");
        }
    }

    #[test]
    fn confusable_names_are_equal() {
        for alike in ["ann", "A n n", "Ann\u{fe00}", "Ａｎｎ"] {
            assert!(look_alike("Ann", alike), "{alike:?}");
        }
        assert!(look_alike("🎁🎄", "🎁\u{200d}🎄"));
        assert!(!look_alike(
            "🏴",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"
        ));
        // Other scripts, digits for letters, a letter for two, and a capital I for a small l.
        for (one, other) in [
            ("Ann", "Аnn"),
            ("Otto", "0tto"),
            ("Scott", "ЅСОТТ"),
            ("modern", "modem"),
            ("Ilse", "llse"),
        ] {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in [("Ann", "Anna"), ("Bot 1", "Bot 7"), ("Zoë", "Zoe"), ("مريم", "كريم")] {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }
}
