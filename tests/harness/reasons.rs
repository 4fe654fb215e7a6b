//! The reasons of the protos, parsed from their comments.
//!
//! The comment of a reason has the form `CODE. Meaning. Remedy.`. Then follow `Metadata: key, key.` if `ErrorInfo` has
//! metadata, and `Details: RetryInfo.` or `Details: BadRequest.` if the status has such a detail.

use std::sync::OnceLock;

use prost::Message as _;
use prost_types::{EnumDescriptorProto, FileDescriptorProto, FileDescriptorSet};
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

/// The enum of a file that lists reasons, and the prefix of its values.
const ENUMS: &[(&str, &str)] = &[("ErrorReason", "ERROR_REASON_"), ("RejectReason", "REJECT_REASON_")];

/// The numbers by which a file descriptor locates a comment: the enums of the file, and the values of an enum.
const ENUM: i32 = 5;
const VALUE: i32 = 2;

/// A reason in a proto.
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

    /// Parses the comment of a value.
    fn read(domain: &str, name: &str, comment: &str) -> Result<Self, String> {
        let form = "a comment is `CODE. Meaning. Remedy.`, a sentence each, then `Metadata: key, key.` and \
                    `Details: RetryInfo.` or `Details: BadRequest.` where there are some";
        let wrong = |what: &str| format!("{domain} {name}: {what}; {form}. It is `{comment}`");
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
        let of_game = domain != PLATFORM;
        let mut reason = Self {
            domain: domain.to_owned(),
            name: name.to_owned(),
            code: code.to_owned(),
            meaning: format!("{meaning}."),
            remedy: format!("{remedy}."),
            metadata: Vec::new(),
            retry: false,
            fields: of_game && code == "INVALID_ARGUMENT",
        };
        for rest in sentences {
            match rest.split_once(": ") {
                Some(("Metadata", "limit")) if of_game => reason.metadata = vec!["limit".to_owned()],
                _ if of_game => {
                    return Err(wrong(
                        "what comes with a game's reason follows from its code, but for limit",
                    ));
                }
                Some(("Metadata", keys)) => reason.metadata = keys.split(", ").map(str::to_owned).collect(),
                Some(("Details", "RetryInfo")) => reason.retry = true,
                Some(("Details", "BadRequest")) => reason.fields = true,
                _ => return Err(wrong("it has more than a meaning and a remedy")),
            }
        }
        if of_game {
            reason.metadata.splice(0..0, ["rule".to_owned(), "revision".to_owned()]);
        }
        Ok(reason)
    }
}

/// All reasons of the protos, or the mistakes in their comments.
fn read_all() -> Result<Vec<Reason>, Vec<String>> {
    let files = FileDescriptorSet::decode(DESCRIPTORS).expect("descriptors").file;
    let mut ours: Vec<_> = files
        .into_iter()
        .filter(|file| file.package().starts_with("tinsel."))
        .collect();
    // The platform comes first, then the games by name.
    ours.sort_by_key(|file| (file.package() != PLATFORM, file.name().to_owned()));
    let (mut reasons, mut wrong) = (Vec::new(), Vec::new());
    for file in &ours {
        for (of, index) in file.enum_type.iter().zip(0..) {
            let Some((_, prefix)) = ENUMS.iter().find(|(name, _)| *name == of.name()) else {
                continue;
            };
            for reason in read_enum(file, of, index, prefix) {
                match reason {
                    Ok(reason) => reasons.push(reason),
                    Err(what) => wrong.push(what),
                }
            }
        }
    }
    if wrong.is_empty() { Ok(reasons) } else { Err(wrong) }
}

/// The values of one enum in the order of the file, without the unspecified value.
fn read_enum(
    file: &FileDescriptorProto,
    of: &EnumDescriptorProto,
    index: i32,
    prefix: &str,
) -> Vec<Result<Reason, String>> {
    let values = of.value.iter().zip(0..).filter(|(value, _)| value.number() != 0);
    let read = |(value, at): (&prost_types::EnumValueDescriptorProto, i32)| {
        let name = value.name().strip_prefix(prefix).unwrap_or_default();
        let locations = file.source_code_info.iter().flat_map(|info| &info.location);
        let comment = locations
            .into_iter()
            .find(|location| location.path == [ENUM, index, VALUE, at])
            .map(|location| {
                location
                    .leading_comments()
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ")
            });
        Reason::read(file.package(), name, &comment.unwrap_or_default())
    };
    values.map(read).collect()
}

/// The mistakes in the comments of reasons, a sentence for each; empty if all comments have the required form.
#[must_use]
pub fn wrong_comments() -> Vec<String> {
    read_all().err().unwrap_or_default()
}

/// Every reason of the platform and of the games, in the order of the protos.
///
/// # Panics
///
/// If the comment of a reason does not have the required form.
#[must_use]
pub fn all_reasons() -> &'static [Reason] {
    static ALL: OnceLock<Vec<Reason>> = OnceLock::new();
    ALL.get_or_init(|| read_all().unwrap_or_else(|wrong| panic!("{}", wrong.join("\n"))))
}

/// The reasons of the platform.
#[must_use]
pub fn platform_reasons() -> Vec<Reason> {
    of_domain(PLATFORM)
}

/// The reasons of the game `id`.
#[must_use]
pub fn game_reasons(id: &str) -> Vec<Reason> {
    of_domain(&format!("tinsel.games.{id}.v1"))
}

/// The reason with this domain and name, if a proto lists it.
#[must_use]
pub fn known_reason(domain: &str, name: &str) -> Option<&'static Reason> {
    let mut all = all_reasons().iter();
    all.find(|reason| reason.domain == domain && reason.name == name)
}

fn of_domain(domain: &str) -> Vec<Reason> {
    let of_domain = all_reasons().iter().filter(|reason| reason.domain == domain);
    let reasons: Vec<_> = of_domain.cloned().collect();
    assert!(!reasons.is_empty(), "{domain} lists no reasons");
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comment: &str) -> Result<Reason, String> {
        Reason::read("tinsel.v1", "X", comment)
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
        let with_details = "INVALID_ARGUMENT. It is so. Do this. Details: BadRequest.";
        assert!(Reason::read("tinsel.games.a.v1", "X", with_details).is_err());
    }
}
