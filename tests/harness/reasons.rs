//! The reasons that the protos list, as their comments say them.
//!
//! The comment of a reason has a form: `CODE. Meaning. Remedy.`, then `Metadata: key, key.` where `ErrorInfo` has some,
//! and `Details: RetryInfo.` or `Details: BadRequest.` where the status has one.

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

/// The remedy of a reason that is in the catalogue and that no call can reach.
pub const UNREACHED: &str = "No call is answered with it.";

/// The domain of the platform's reasons.
const PLATFORM: &str = "tinsel.v1";

/// The enum of a file that lists reasons, and the prefix of its values.
const ENUMS: &[(&str, &str)] = &[("ErrorReason", "ERROR_REASON_"), ("RejectReason", "REJECT_REASON_")];

/// The numbers by which a file says where in it a comment stands: the enums of the file, and the values of an enum.
const ENUM: i32 = 5;
const VALUE: i32 = 2;

/// A reason as a proto lists it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reason {
    /// The package it belongs to.
    pub domain: String,
    /// Its name, without the prefix of its enum.
    pub name: String,
    /// The status code it comes with, such as `INVALID_ARGUMENT`.
    pub code: String,
    /// What it means, in a sentence.
    pub meaning: String,
    /// What to do about it, in a sentence.
    pub remedy: String,
    /// The keys of the metadata it comes with; of a game's reason, those of a refused action.
    pub metadata: Vec<String>,
    /// Whether it comes with a time after which repeating the call can help.
    pub retry: bool,
    /// Whether it comes with the fields to blame.
    pub fields: bool,
}

impl Reason {
    /// Whether it is a reason of the platform, and of no game.
    #[must_use]
    pub fn is_platform(&self) -> bool {
        self.domain == PLATFORM
    }

    /// Reads the comment of a value.
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

/// Everything that the protos list, or what is wrong with the comments of some.
fn read_all() -> Result<Vec<Reason>, Vec<String>> {
    let files = FileDescriptorSet::decode(DESCRIPTORS).expect("descriptors").file;
    let mut ours: Vec<_> = files
        .into_iter()
        .filter(|file| file.package().starts_with("tinsel."))
        .collect();
    // The platform first, then the games in the order of their names.
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

/// The values of one enum in the order of the file, that of nothing left out.
fn read_enum(
    file: &FileDescriptorProto,
    of: &EnumDescriptorProto,
    index: i32,
    prefix: &str,
) -> Vec<Result<Reason, String>> {
    let values = of.value.iter().zip(0..).filter(|(value, _)| value.number() != 0);
    let read = |(value, at): (&prost_types::EnumValueDescriptorProto, i32)| {
        let name = value.name().strip_prefix(prefix).unwrap_or_default();
        let places = file.source_code_info.iter().flat_map(|info| &info.location);
        let place = places
            .into_iter()
            .find(|place| place.path == [ENUM, index, VALUE, at])
            .map(|place| {
                place
                    .leading_comments()
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ")
            });
        Reason::read(file.package(), name, &place.unwrap_or_default())
    };
    values.map(read).collect()
}

/// What is wrong with the comments of reasons, a sentence for each; empty if they have their form.
#[must_use]
pub fn wrong_comments() -> Vec<String> {
    read_all().err().unwrap_or_default()
}

/// Every reason of the platform and of the games, in the order of the protos.
///
/// # Panics
///
/// If the comment of one has not its form.
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
