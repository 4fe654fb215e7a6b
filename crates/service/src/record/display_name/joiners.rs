//! Invisible characters that change how their neighbours are displayed: joiners, variation selectors and tags.

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{Emoji, EmojiModifier, ExtendedPictographic, JoiningType, Script},
    script::ScriptWithExtensions,
};
use unicode_normalization::char::canonical_combining_class;

/// The class of the signs that form conjuncts of letters.
const VIRAMA: u8 = 9;

/// The tags of the flags of England, Scotland and Wales, which follow a black flag.
const FLAG_TAGS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];
const BLACK_FLAG: char = '\u{1f3f4}';

/// The code point before all tags: a tag is a letter of ASCII above it.
const TAGS: u32 = 0xe_0000;

const ZERO_WIDTH_NON_JOINER: char = '\u{200c}';
const ZERO_WIDTH_JOINER: char = '\u{200d}';

/// The name without the tags of its flags. Other tags stay.
pub(super) fn without_flag_tags(name: &str) -> String {
    FLAG_TAGS.iter().fold(name.to_owned(), |name, tags| {
        let tags: String = tags.chars().chain(['\u{7f}']).filter_map(tag).collect();
        name.replace(&format!("{BLACK_FLAG}{tags}"), &BLACK_FLAG.to_string())
    })
}

/// The name with letters for the tags of its flags: a skeleton has no tags.
pub(super) fn with_letters_of_tags(name: &str) -> String {
    let letter = |tag: char| {
        u32::from(tag)
            .checked_sub(TAGS)
            .and_then(|letter| u8::try_from(letter).ok())
    };
    let letters = name
        .chars()
        .map(|character| letter(character).map_or(character, char::from));
    letters.collect()
}

/// Whether the character is a joiner or a variation selector.
pub(super) const fn is_joiner(character: char) -> bool {
    matches!(
        character,
        ZERO_WIDTH_NON_JOINER
            | ZERO_WIDTH_JOINER
            | '\u{180b}'..='\u{180d}'
            | '\u{180f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{e0100}'..='\u{e01ef}'
    )
}

/// Whether a joiner between these texts is visible. For letters, it is the rule of RFC 5892 (appendices A.1 and A.2).
pub(super) fn is_visible(before: &str, joiner: char, after: &str) -> bool {
    let (Some(last), next) = (before.chars().next_back(), after.chars().next()) else {
        return false;
    };
    let in_conjunct = canonical_combining_class(last) == VIRAMA && next.is_some_and(char::is_alphabetic);
    match joiner {
        '\u{fe0e}' | '\u{fe0f}' => CodePointSetData::new::<Emoji>().contains(last),
        '\u{180b}'..='\u{180f}' => has_script(last, Script::Mongolian),
        ZERO_WIDTH_NON_JOINER => in_conjunct || (joins_next(before) && joins_previous(after)),
        ZERO_WIDTH_JOINER => in_conjunct || (ends_emoji(last) && next.is_some_and(is_pictograph)),
        _ => has_script(last, Script::Han),
    }
}

fn joins_next(text: &str) -> bool {
    let last = text
        .chars()
        .rev()
        .map(joining_type)
        .find(|joining| *joining != JoiningType::Transparent);
    matches!(last, Some(JoiningType::LeftJoining | JoiningType::DualJoining))
}

fn joins_previous(text: &str) -> bool {
    let first = text
        .chars()
        .map(joining_type)
        .find(|joining| *joining != JoiningType::Transparent);
    matches!(first, Some(JoiningType::RightJoining | JoiningType::DualJoining))
}

fn joining_type(character: char) -> JoiningType {
    CodePointMapData::<JoiningType>::new().get(character)
}

fn ends_emoji(character: char) -> bool {
    let modifies = character == '\u{fe0f}' || CodePointSetData::new::<EmojiModifier>().contains(character);
    modifies || is_pictograph(character)
}

fn is_pictograph(character: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(character)
}

fn has_script(character: char, script: Script) -> bool {
    ScriptWithExtensions::new().has_script(character, script)
}

/// The tag of an ASCII character.
fn tag(ascii: char) -> Option<char> {
    char::from_u32(u32::from(ascii).saturating_add(TAGS))
}
