//! Words that a user can choose, such as the name of a gift: they must not change the text around them.

use std::borrow::Cow;

use icu_properties::{
    CodePointMapData,
    props::{BidiClass, GeneralCategory},
};

const FIRST_STRONG_ISOLATE: char = '\u{2068}';
const POP_DIRECTIONAL_ISOLATE: char = '\u{2069}';

/// The word as a sentence can contain it. Line breaks and other control characters become spaces. Invisible format
/// characters such as direction marks are absent; joiners stay. A word with letters from right to left is isolated.
pub(super) fn in_sentence(word: Cow<'static, str>) -> Cow<'static, str> {
    let is_printable = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    if word.bytes().all(is_printable) {
        return word;
    }
    let visible: String = word.chars().filter_map(visible).collect();
    isolated(&visible).into_owned().into()
}

/// The text. One with letters from right to left is between isolates, so that it does not move the text beside it.
#[must_use]
pub fn isolated(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_right_to_left) {
        format!("{FIRST_STRONG_ISOLATE}{text}{POP_DIRECTIONAL_ISOLATE}").into()
    } else {
        text.into()
    }
}

fn visible(character: char) -> Option<char> {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    if matches!(category, Control | LineSeparator | ParagraphSeparator) {
        return Some(' ');
    }
    let is_joiner = matches!(character, '\u{200c}' | '\u{200d}');
    (category != Format || is_joiner).then_some(character)
}

fn is_right_to_left(character: char) -> bool {
    let class = CodePointMapData::<BidiClass>::new().get(character);
    matches!(
        class,
        BidiClass::RightToLeft | BidiClass::ArabicLetter | BidiClass::ArabicNumber
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_text_from_right_to_left_is_isolated() {
        for plain in ["", "Ann", "安娜", "🎁"] {
            assert_eq!(isolated(plain), plain);
        }
        for name in ["שלום", "محمد", "Ann שלום 3", "٣"] {
            assert_eq!(isolated(name), format!("\u{2068}{name}\u{2069}"));
        }
    }

    #[test]
    fn a_word_does_not_change_the_text_around_it() {
        let cases = [
            ("a Mug", "a Mug"),
            ("Zoë 安娜 🎁", "Zoë 安娜 🎁"),
            ("a\nb\u{2028}c", "a b c"),
            ("\u{202e}gum\u{200b}", "gum"),
            ("\u{2067}a\u{2069}\u{61c}\u{feff}", "a"),
            ("👩\u{200d}👧", "👩\u{200d}👧"),
            ("ספל", "\u{2068}ספל\u{2069}"),
            ("\u{202e}كوب 3", "\u{2068}كوب 3\u{2069}"),
        ];
        for (word, expected) in cases {
            assert_eq!(in_sentence(word.into()), expected, "{word:?}");
        }
    }
}
