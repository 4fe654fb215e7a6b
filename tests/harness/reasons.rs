//! The reasons: those of a game as it declares them, those of the platform out of the comments of its proto.
//!
//! The comment of a reason has the form `CODE. Meaning. Remedy.`. Then follow `Metadata: key, key.` if `ErrorInfo` has
//! metadata, and `Details: RetryInfo.` or `Details: BadRequest.` if the status has such a detail.

use std::sync::OnceLock;

use prost::Message as _;
use prost_types::{EnumDescriptorProto, FileDescriptorProto, FileDescriptorSet};
use tinsel_catalog::GameId;
use tinsel_proto::DESCRIPTORS;

/// The names of the status codes of gRPC.
const CODES: &[&str] = &[
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// The remedy of a reason that is in the catalogue, but that no call can reach.
pub const UNREACHED: &str = "No call is answered with it.";

/// The domain of the platform's reasons.
const PLATFORM: &str = "tinsel.v1";

/// The enum that lists the reasons of the platform, and the prefix of its values.
const ENUM_NAME: &str = "ErrorReason";
const PREFIX: &str = "ERROR_REASON_";

/// The numbers by which a file descriptor locates a comment: the enums of the file, and the values of an enum.
const ENUM: i32 = 5;
const VALUE: i32 = 2;

/// A reason with which a call fails.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reason {
    /// The package it belongs to.
    pub domain: String,
    /// Its name, without the prefix of its enum.
    pub name: String,
    /// Its status code, such as `INVALID_ARGUMENT`.
    pub code: String,
    /// Its meaning, in a sentence.
    pub meaning: String,
    /// The remedy, in a sentence.
    pub remedy: String,
    /// The keys of its metadata; for a reason of a game, those of a refused action.
    pub metadata: Vec<String>,
    /// Whether the error has a `RetryInfo`.
    pub retry: bool,
    /// Whether the error names the invalid fields.
    pub fields: bool,
}

impl Reason {
    /// Whether it is a reason of the platform, not of a game.
    #[must_use]
    pub fn is_platform(&self) -> bool {
        self.domain == PLATFORM
    }

    /// A reason of a game.
    fn of_game(game: GameId, reason: &tinsel_engine::Reason) -> Self {
        let code = if reason.malformed {
            "INVALID_ARGUMENT"
        } else {
            "FAILED_PRECONDITION"
        };
        let limit = reason.limit.then_some("limit");
        Self {
            domain: game.game().domain(),
            name: reason.code.to_owned(),
            code: code.to_owned(),
            meaning: reason.meaning.to_owned(),
            remedy: reason.remedy.to_owned(),
            metadata: ["rule", "revision"]
                .into_iter()
                .chain(limit)
                .map(str::to_owned)
                .collect(),
            retry: false,
            fields: reason.malformed,
        }
    }

    /// The comment of a game's reason in its proto.
    #[must_use]
    pub fn comment(&self) -> String {
        let Self {
            code, meaning, remedy, ..
        } = self;
        let limit = if self.metadata.iter().any(|key| key == "limit") {
            " Metadata: limit."
        } else {
            ""
        };
        format!("{code}. {meaning} {remedy}{limit}")
    }

    /// Parses the comment of a value.
    fn read(name: &str, comment: &str) -> Result<Self, String> {
        let form = "a comment is `CODE. Meaning. Remedy.`, a sentence each, then `Metadata: key, key.` and \
                    `Details: RetryInfo.` or `Details: BadRequest.` where there are some";
        let wrong = |what: &str| format!("{name}: {what}; {form}. It is `{comment}`");
        let text = comment
            .strip_suffix('.')
            .ok_or_else(|| wrong("it ends without a full stop"))?;
        let mut sentences = text.split(". ");
        let mut next = |what: &str| sentences.next().ok_or_else(|| wrong(what));
        let code = next("it has no code")?;
        if !CODES.contains(&code) {
            return Err(wrong("it does not begin with a status code"));
        }
        let (meaning, remedy) = (next("it has no meaning")?, next("it has no remedy")?);
        for sentence in [meaning, remedy] {
            let begins = sentence.starts_with(|letter: char| letter.is_uppercase() || letter == '`');
            if !begins || sentence.starts_with("Metadata:") || sentence.starts_with("Details:") {
                return Err(wrong("its meaning and its remedy must be sentences"));
            }
        }
        let mut reason = Self {
            domain: PLATFORM.to_owned(),
            name: name.to_owned(),
            code: code.to_owned(),
            meaning: format!("{meaning}."),
            remedy: format!("{remedy}."),
            metadata: Vec::new(),
            retry: false,
            fields: false,
        };
        for rest in sentences {
            match rest.split_once(": ") {
                Some(("Metadata", keys)) => reason.metadata = keys.split(", ").map(str::to_owned).collect(),
                Some(("Details", "RetryInfo")) => reason.retry = true,
                Some(("Details", "BadRequest")) => reason.fields = true,
                _ => return Err(wrong("it has more than a meaning and a remedy")),
            }
        }
        Ok(reason)
    }
}

/// The reasons of the platform, or the mistakes in their comments.
fn read_platform() -> Result<Vec<Reason>, Vec<String>> {
    let files = FileDescriptorSet::decode(DESCRIPTORS).expect("descriptors").file;
    let (mut reasons, mut wrong) = (Vec::new(), Vec::new());
    for file in files.iter().filter(|file| file.package() == PLATFORM) {
        let enums = file.enum_type.iter().zip(0..);
        for (of, index) in enums.filter(|(of, _)| of.name() == ENUM_NAME) {
            for reason in read_enum(file, of, index) {
                match reason {
                    Ok(reason) => reasons.push(reason),
                    Err(what) => wrong.push(what),
                }
            }
        }
    }
    if wrong.is_empty() { Ok(reasons) } else { Err(wrong) }
}

/// The values of the enum in the order of the file, without the unspecified value.
fn read_enum(file: &FileDescriptorProto, of: &EnumDescriptorProto, index: i32) -> Vec<Result<Reason, String>> {
    let values = of.value.iter().zip(0..).filter(|(value, _)| value.number() != 0);
    let read = |(value, at): (&prost_types::EnumValueDescriptorProto, i32)| {
        let name = value.name().strip_prefix(PREFIX).unwrap_or_default();
        let mut locations = file.source_code_info.iter().flat_map(|info| &info.location);
        let comment = locations.find(|location| location.path == [ENUM, index, VALUE, at]);
        let words = comment.map(|location| location.leading_comments().split_whitespace());
        let words: Vec<&str> = words.into_iter().flatten().collect();
        Reason::read(name, &words.join(" "))
    };
    values.map(read).collect()
}

/// The mistakes in the comments of the platform's reasons, a sentence for each; empty if all have the required form.
#[must_use]
pub fn wrong_comments() -> Vec<String> {
    read_platform().err().unwrap_or_default()
}

/// Every reason of the platform and of the games.
///
/// # Panics
///
/// If the comment of a reason does not have the required form.
#[must_use]
pub fn all_reasons() -> &'static [Reason] {
    static ALL: OnceLock<Vec<Reason>> = OnceLock::new();
    ALL.get_or_init(|| {
        let platform = read_platform().unwrap_or_else(|wrong| panic!("{}", wrong.join("\n")));
        let games = GameId::ALL.iter().copied().flat_map(game_reasons);
        platform.into_iter().chain(games).collect()
    })
}

/// The reasons of the platform.
#[must_use]
pub fn platform_reasons() -> Vec<Reason> {
    let of_platform = all_reasons().iter().filter(|reason| reason.is_platform());
    of_platform.cloned().collect()
}

/// The reasons of a game.
#[must_use]
pub fn game_reasons(game: GameId) -> Vec<Reason> {
    let reasons = game.game().reasons();
    reasons.iter().map(|reason| Reason::of_game(game, reason)).collect()
}

/// The reason with this domain and name, if there is one.
#[must_use]
pub fn known_reason(domain: &str, name: &str) -> Option<&'static Reason> {
    let mut all = all_reasons().iter();
    all.find(|reason| reason.domain == domain && reason.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comment: &str) -> Result<Reason, String> {
        Reason::read("X", comment)
    }

    #[test]
    fn a_comment_of_the_form_is_read_whole() {
        let reason = read("ABORTED. It is so. Do this; or that. Metadata: a, b. Details: RetryInfo.").unwrap();
        assert_eq!(
            (reason.code.as_str(), reason.meaning.as_str(), reason.remedy.as_str()),
            ("ABORTED", "It is so.", "Do this; or that.")
        );
        assert_eq!(
            (reason.metadata, reason.retry, reason.fields),
            (vec!["a".to_owned(), "b".to_owned()], true, false)
        );
    }

    #[test]
    fn any_other_comment_is_refused() {
        for comment in [
            "",
            "ABORTED",
            "ABORTED.",
            "ABORTED. It is so.",
            "ABORTED. It is so; do this.",
            "ABORTED. It is so. Do this",
            "ABORTED. It is so. Do this. And that.",
            "ABORTED. It is so. Metadata: a.",
            "ABORTED. It is so. Do this. Details: Everything.",
            "NO_CODE. It is so. Do this.",
            "It is so. Do this. ABORTED.",
        ] {
            assert!(read(comment).is_err(), "{comment:?}");
        }
    }
}
