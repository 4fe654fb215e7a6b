//! Rules for display names of people, bots and matches: visible, unambiguous, and not confusable with each other.

use unicode_general_category::{GeneralCategory, get_general_category};
use unicode_normalization::UnicodeNormalization;

/// The maximum length of the name of a player or bot, in characters.
pub(crate) const LENGTH_MAX: usize = 40;

/// Whether a name displays as it is stored: no character is invisible or changes the text around it, and at least one
/// is visible. The empty name passes.
pub(crate) fn is_plain(name: &str) -> bool {
    name.chars().all(is_shown) && (name.is_empty() || looks_of(name).next().is_some())
}

/// Whether people could confuse the two names.
pub(crate) fn look_alike(one: &str, other: &str) -> bool {
    looks_of(one).eq(looks_of(other))
}

/// The name if it is `free`; otherwise the name with the first number that makes it free, shortened if necessary.
pub(crate) fn numbered(name: &str, free: impl Fn(&str) -> bool) -> String {
    let with = |number: u32| {
        let number = format!(" {number}");
        let room = LENGTH_MAX.saturating_sub(number.len());
        name.chars().take(room).chain(number.chars()).collect::<String>()
    };
    let mut names = std::iter::once(name.to_owned()).chain((2..).map(with));
    names.find(|name| free(name)).unwrap_or_default()
}

fn is_shown(character: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Unassigned};
    !matches!(
        get_general_category(character),
        Control | Format | LineSeparator | ParagraphSeparator | PrivateUse | Unassigned
    )
}

/// A name without invisible differences: compatibility variants, case, white space, combining marks and fillers.
fn looks_of(name: &str) -> impl Iterator<Item = char> {
    let letters = name.nfkc().flat_map(char::to_lowercase);
    letters.filter(|character| !character.is_whitespace() && !is_filler(*character))
}

/// The default-ignorable characters of Unicode that are letters or marks, and the empty pattern of Braille.
const fn is_filler(character: char) -> bool {
    matches!(
        character,
        '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invisible_text_is_no_name() {
        for hidden in [
            "\u{200b}",
            "a\u{202e}b",
            "\u{3164}",
            "\u{2800}\u{2800}",
            "\u{fe0f}",
            "a\nb",
            "\u{e000}",
        ] {
            assert!(!is_plain(hidden), "{hidden:?}");
        }
        for plain in ["", "Ann", "Ann Lee", "Zoë", "安娜", "❤\u{fe0f}", "🎁"] {
            assert!(is_plain(plain), "{plain:?}");
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
    fn confusable_names_are_equal() {
        for alike in ["ann", "A n n", "Ann\u{fe00}", "Ａｎｎ"] {
            assert!(look_alike("Ann", alike), "{alike:?}");
        }
        assert!(!look_alike("Ann", "Anna"));
    }
}
