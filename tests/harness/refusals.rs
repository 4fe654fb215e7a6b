//! The catalogue of refusals: the page of it, and whether what a server sends is in it.

use std::fmt::Write as _;

use tinsel_catalog::GameId;
use tinsel_client::Refusal;
use tonic::Status;

use crate::reasons::{Reason, game_reasons, known_reason, platform_reasons};

/// Where the page lies, below the root.
pub const REFUSALS_PAGE: &str = "proto/REFUSALS.md";

const HEAD: &str = "\
<!-- Written by `make refusals` from the comments of the protos. Change those. -->

# Refusals

Every reason for which a call fails, with what it means and what to do about it. `google.rpc.ErrorInfo` in the details of
the status names it: `reason` and `domain`, and in `metadata` what belongs to it. A reason always comes with the same
code, and with the details that are listed here. A test calls for every one of them over a socket, except for those that
no call is answered with; and every refusal that any test meets must be here.

`RetryInfo` says after which time repeating the call can help. `BadRequest` names the fields to blame.
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
    for game in GameId::ALL {
        let path = format!("tinsel/games/{game}/v1/{game}.proto");
        let about = format!(
            "Values of `RejectReason` in [`{game}.proto`]({path}). The metadata come where an action is refused, and not \
             where an option is: `rule` forbids it, at `revision` it was judged, and `limit` is the most or the least \
             that can be asked for."
        );
        section(
            &mut page,
            game.game().facts().title,
            &about,
            &game_reasons(game.as_str()),
        );
    }
    page
}

fn section(page: &mut String, title: &str, about: &str, reasons: &[Reason]) {
    let domain = &reasons[0].domain;
    let _ = write!(page, "\n## {title}\n\nDomain `{domain}`. {about}\n\n");
    page.push_str("| reason | code | meaning | remedy | metadata | details |\n|---|---|---|---|---|---|\n");
    for reason in reasons {
        let quoted: Vec<_> = reason.metadata.iter().map(|key| format!("`{key}`")).collect();
        let details = [(reason.retry, "`RetryInfo`"), (reason.fields, "`BadRequest`")];
        let details: Vec<_> = details.iter().filter(|(has, _)| *has).map(|(_, name)| *name).collect();
        let cells = [
            format!("`{}`", reason.name),
            format!("`{}`", reason.code),
            reason.meaning.replace('|', "\\|"),
            reason.remedy.replace('|', "\\|"),
            quoted.join(", "),
            details.join(", "),
        ];
        let _ = writeln!(page, "| {} |", cells.join(" | "));
    }
}

/// Checks a refusal against the catalogue: it is listed, comes with the code, the metadata and the details that are
/// listed, and with a sentence that tells nothing of the server. Gives the reason it is listed as.
#[track_caller]
pub fn check_refusal(refusal: &Refusal) -> &'static Reason {
    let reason = known_reason(&refusal.domain, &refusal.reason);
    let reason = reason.unwrap_or_else(|| panic!("no proto lists the reason of {refusal:?}"));
    assert_eq!(name_of(refusal.code), reason.code, "{refusal:?}");
    assert_eq!(refusal.retry_after.is_some(), reason.retry, "RetryInfo of {refusal:?}");
    assert_eq!(
        !refusal.violations.is_empty(),
        reason.fields,
        "BadRequest of {refusal:?}"
    );
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

/// The same answer, after its refusal was checked. A status without a reason must come from the connection: no server
/// sends one.
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
    let mut name = String::new();
    for letter in format!("{code:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}
