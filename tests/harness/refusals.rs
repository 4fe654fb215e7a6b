//! The catalogue of refusals: its page, and the check of received refusals.

use std::{collections::BTreeMap, fmt::Write as _, fs, path::PathBuf};

use heck::ToShoutySnakeCase;
use serde_json::{Value, json};
use tinsel_catalog::GameId;
use tinsel_client::{FieldViolation, Refusal};
use tonic::Status;

use crate::{
    reasons::{Reason, game_reasons, known_reason, platform_reasons},
    source::root,
};

/// The path of the page, below the root.
pub const REFUSALS_PAGE: &str = "proto/REFUSALS.md";

const HEAD: &str = "\
<!-- Written by `make refusals` from the games, error_reason.proto and responses of a server. Change those. -->

# Refusals

Every reason with which a call fails: its meaning, its remedy, and an example of its details. The details are messages of
`google.rpc`: `ErrorInfo` contains `reason`, `domain` and `metadata`; `RetryInfo` contains the delay before a retry;
`BadRequest` names the invalid fields. A reason always has the same code and the same kinds of details; if a game refuses a
completed form, `BadRequest` also names its field. A test provokes each of them over a socket, except those that no call
returns.
";

/// The page that lists every reason of the protos.
#[must_use]
pub fn refusals_page() -> String {
    let mut page = HEAD.to_owned();
    let platform = platform_reasons();
    section(
        &mut page,
        "The platform",
        "Values of `ErrorReason` in [`error_reason.proto`](tinsel/v1/error_reason.proto).",
        &platform,
    );
    for game in GameId::ALL.iter().copied() {
        let path = proto_of(game);
        let about = format!(
            "Values of `RejectReason` in [`{game}.proto`]({path}). Metadata of a rejected action: `rule` is the rule that \
             forbids it, `revision` the revision at which it was validated, `limit` the maximum or minimum. A rejected \
             option has no metadata."
        );
        section(&mut page, game.game().facts().title, &about, &game_reasons(game));
    }
    page
}

/// The path of a game's proto, below `proto`.
#[must_use]
pub fn proto_of(game: GameId) -> String {
    format!("tinsel/games/{game}/v1/{game}.proto")
}

/// The proto of a game with the comment of each reason. A reason without a number receives the next one.
///
/// # Panics
///
/// If the game has no reason of this name, or another package.
#[must_use]
pub fn proto_with_reasons(game: GameId, proto: &str) -> String {
    const HEAD: &str = "enum RejectReason {\n  // Never sent.\n  REJECT_REASON_UNSPECIFIED = 0;\n";
    let package = format!("package {};", game.game().domain());
    assert!(
        proto.contains(&package),
        "the proto of {game} does not have `{package}`"
    );
    let (before, rest) = proto.split_once(HEAD).expect("the reasons");
    let (values, after) = rest.split_once("\n}").expect("the end of the reasons");
    let values = values.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    let mut reasons = game_reasons(game);
    let as_comment = textwrap::Options::new(120)
        .initial_indent("  // ")
        .subsequent_indent("  // ")
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let (mut written, mut kept, mut next) = (String::new(), String::new(), 1);
    let mut write = |reason: &Reason, number: u32| {
        let comment = textwrap::fill(&reason.comment(), &as_comment);
        let _ = writeln!(written, "{comment}\n  REJECT_REASON_{} = {number};", reason.name);
    };
    for value in values {
        if let Some(reserved) = value.strip_prefix("reserved ") {
            // A number that a release has used is never used again.
            let numbers = reserved.trim_end_matches(';').split(", ");
            let highest = numbers.filter_map(|number| number.parse::<u32>().ok()).max();
            next = next.max(highest.map_or(0, |number| number + 1));
            let _ = writeln!(kept, "  {value}");
            continue;
        }
        let (name, number) = value.trim_end_matches(';').split_once(" = ").expect("a value");
        let number: u32 = number.parse().expect("a number");
        let place = reasons
            .iter()
            .position(|reason| format!("REJECT_REASON_{}", reason.name) == name);
        let place = place.unwrap_or_else(|| panic!("{game} has no {name}: reserve its number, {number}"));
        write(&reasons.remove(place), number);
        next = next.max(number + 1);
    }
    for (reason, number) in reasons.iter().zip(next..) {
        write(reason, number);
    }
    format!("{before}{HEAD}{kept}{}\n}}{after}", written.trim_end())
}

fn section(page: &mut String, title: &str, about: &str, reasons: &[Reason]) {
    let domain = &reasons[0].domain;
    let examples = examples(domain);
    let _ = write!(page, "\n## {title}\n\nDomain `{domain}`. {about}\n\n");
    page.push_str("| reason | code | meaning | remedy | example of the details |\n|---|---|---|---|---|\n");
    for reason in reasons {
        let example = examples.get(&reason.name).map(|example| format!("`{example}`"));
        let cells = [
            format!("`{}`", reason.name),
            format!("`{}`", reason.code),
            reason.meaning.replace('|', "\\|"),
            reason.remedy.replace('|', "\\|"),
            example.unwrap_or_else(|| "never sent".to_owned()).replace('|', "\\|"),
        ];
        let _ = writeln!(page, "| {} |", cells.join(" | "));
    }
}

/// Examples of the details by reason, as a server sent them.
pub type Examples = BTreeMap<String, Value>;

/// The kept examples of a domain.
#[must_use]
pub fn examples(domain: &str) -> Examples {
    let text = fs::read_to_string(examples_file(domain)).unwrap_or_else(|_| "{}".to_owned());
    serde_json::from_str(&text).expect("a JSON object")
}

/// Keeps the examples of a domain.
pub fn keep_examples(domain: &str, examples: &Examples) {
    let text = serde_json::to_string_pretty(examples).expect("JSON");
    fs::write(examples_file(domain), text + "\n").expect("a file");
}

fn examples_file(domain: &str) -> PathBuf {
    root().join("tests/harness/refusals").join(format!("{domain}.json"))
}

/// The details of a refusal, in the JSON mapping of `google.rpc`.
#[must_use]
pub fn details_of(refusal: &Refusal) -> Value {
    let mut info = json!({"reason": refusal.reason, "domain": refusal.domain});
    if !refusal.metadata.is_empty() {
        info["metadata"] = json!(refusal.metadata);
    }
    let mut details = json!({ "ErrorInfo": info });
    if let Some(after) = refusal.retry_after {
        details["RetryInfo"] = json!({"retryDelay": format!("{}s", after.as_secs_f64())});
    }
    if !refusal.violations.is_empty() {
        let violations = refusal.violations.iter();
        let violations = violations.map(|invalid| json!({"field": invalid.field, "description": invalid.description}));
        details["BadRequest"] = json!({"fieldViolations": violations.collect::<Vec<_>>()});
    }
    details
}

/// Checks that the catalogue lists a refusal with the same code, metadata and details, and that its sentence discloses
/// nothing of the server. Returns the listed reason.
#[track_caller]
pub fn check_refusal(refusal: &Refusal) -> &'static Reason {
    let reason = known_reason(&refusal.domain, &refusal.reason);
    let reason = reason.unwrap_or_else(|| panic!("no proto lists the reason of {refusal:?}"));
    assert_eq!(name_of(refusal.code), reason.code, "{refusal:?}");
    assert_eq!(refusal.retry_after.is_some(), reason.retry, "RetryInfo of {refusal:?}");
    let of_form = |invalid: &FieldViolation| invalid.field.starts_with("answer.");
    let fields_are_listed = match reason.fields {
        true => !refusal.violations.is_empty(),
        // A game names the field of a completed form, whatever its reason.
        false => refusal.violations.iter().all(of_form),
    };
    assert!(fields_are_listed, "BadRequest of {refusal:?}");
    let keys: Vec<_> = refusal.metadata.keys().map(String::as_str).collect();
    let mut listed: Vec<_> = reason.metadata.iter().map(String::as_str).collect();
    listed.sort_unstable();
    let of_option = !reason.is_platform() && keys.is_empty() && reason.fields;
    assert!(keys == listed || of_option, "{listed:?} are listed for {refusal:?}");
    assert!(!refusal.message.is_empty(), "{refusal:?}");
    for secret in ["redis://", "panicked", "src/", ".rs", "0x"] {
        assert!(!refusal.message.contains(secret), "{refusal:?}");
    }
    reason
}

/// Checks the refusal of a response, and returns the response. A status without a reason must come from the connection:
/// servers always send a reason.
#[track_caller]
pub(crate) fn heard<T>(answer: Result<T, Status>) -> Result<T, Status> {
    if let Err(status) = &answer {
        let refusal = Refusal::of(status);
        if !refusal.reason.is_empty() {
            check_refusal(&refusal);
        } else {
            let of_connection = std::error::Error::source(status).is_some();
            assert!(of_connection, "a server sent a status without a reason: {status:?}");
        }
    }
    answer
}

/// The name of a code, as the protos write it.
#[must_use]
pub fn name_of(code: tonic::Code) -> String {
    format!("{code:?}").to_shouty_snake_case()
}
