//! Join codes: short texts that people can exchange to join a private match.
//!
//! Codes are not stored. The id of a private match is a keyed hash of its code, so every replica finds the match by the
//! code alone. The id, which appears in traces and logs, does not reveal the code.

use std::{fmt, str::FromStr};

/// The number of characters of a code. They contain 50 random bits, too many to guess.
const LENGTH: usize = 10;

/// Crockford's base 32: no `i`, `l`, `o`, `u`.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The code of a private match, shown as `7k3m9-q2xvd`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct JoinCode([u8; LENGTH]);

impl JoinCode {
    pub(crate) fn from_entropy(entropy: [u8; 8]) -> Self {
        let bits = u64::from_be_bytes(entropy);
        let mut code = [b'0'; LENGTH];
        for (position, character) in code.iter_mut().enumerate() {
            let index = usize::try_from((bits >> (5 * position)) & 31).unwrap_or(0);
            *character = ALPHABET.get(index).copied().unwrap_or(b'0');
        }
        Self(code)
    }

    pub(crate) const fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The text is not a join code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a join code has {LENGTH} letters and digits without u, such as 7k3m9-q2xvd")]
pub(crate) struct NotAJoinCode;

impl FromStr for JoinCode {
    type Err = NotAJoinCode;

    /// Parses a code as people write it.
    fn from_str(text: &str) -> Result<Self, NotAJoinCode> {
        let mut read = [0; LENGTH];
        let mut positions = read.iter_mut();
        for character in text.bytes().filter(|character| !matches!(character, b' ' | b'-')) {
            let position = positions.next().ok_or(NotAJoinCode)?;
            *position = match character.to_ascii_lowercase() {
                b'o' => b'0',
                b'i' | b'l' => b'1',
                character if ALPHABET.contains(&character) => character,
                _ => return Err(NotAJoinCode),
            };
        }
        if positions.next().is_some() {
            return Err(NotAJoinCode);
        }
        Ok(Self(read))
    }
}

impl fmt::Display for JoinCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = self.0.split_at(LENGTH / 2);
        let text = |part| std::str::from_utf8(part).unwrap_or_default();
        write!(f, "{}-{}", text(first), text(second))
    }
}

impl fmt::Debug for JoinCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JoinCode(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_parsed_however_people_write_it() {
        let code = JoinCode::from_entropy([0, 0, 1, 2, 3, 4, 5, 6]);
        let shown = code.to_string();
        assert_eq!(shown.len(), LENGTH + 1);
        for text in [
            shown.clone(),
            shown.to_uppercase(),
            shown.replace('-', " "),
            shown.replace('0', "O"),
        ] {
            assert_eq!(text.parse(), Ok(code), "{text}");
        }
        assert_eq!("Il0Oo-11111".parse::<JoinCode>(), "11000-11111".parse());
        assert_eq!(format!("{code:?}"), "JoinCode(…)");
    }

    #[test]
    fn each_character_encodes_five_random_bits() {
        for position in 0..LENGTH {
            for (bits, letter) in (0_u64..).zip(ALPHABET) {
                let mut expected = [b'0'; LENGTH];
                expected[position] = *letter;
                let code = JoinCode::from_entropy((bits << (5 * position)).to_be_bytes());
                assert_eq!(code.as_bytes(), &expected, "{bits} at {position}");
            }
        }
    }

    #[test]
    fn a_code_of_another_length_or_with_other_characters_is_refused() {
        for text in [
            "",
            "7k3m9-q2xv",
            "7k3m9-q2xvdd",
            "7k3m9-q2xvu",
            "7k3m9_q2xvd",
            "7k3m9-q2xv\u{e9}",
        ] {
            assert_eq!(text.parse::<JoinCode>(), Err(NotAJoinCode), "{text:?}");
        }
    }
}
