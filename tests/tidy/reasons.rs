//! Reasons of the code ⇄ reasons of the protos ⇄ the page of refusals.

use std::{collections::BTreeMap, fs};

use tinsel_catalog::GameId;
use tinsel_harness::{
    REFUSALS_PAGE, asked_to, game_reasons, name_of, platform_reasons, refusals_page, root, wrong_comments,
};
use tinsel_proto::v1::ErrorReason;
use tinsel_service::testkit::sent_with;

use crate::assert_none;

#[test]
fn the_comment_of_every_reason_contains_code_meaning_and_remedy() {
    assert_none("comments of reasons", &wrong_comments());
}

/// With `UPDATE_REFUSALS=1`, the test writes the page.
#[test]
fn the_page_of_refusals_matches_the_protos() {
    let path = root().join(REFUSALS_PAGE);
    let page = refusals_page();
    if asked_to("UPDATE_REFUSALS") {
        fs::write(&path, &page).expect("a page to write");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let differs = kept
        .lines()
        .zip(page.lines())
        .find(|(kept, said)| kept != said)
        .map(|(kept, said)| format!("it has `{kept}`; the protos require `{said}`"));
    assert!(
        kept == page,
        "{REFUSALS_PAGE} does not match the protos; run `make refusals` and review the changes: {}",
        differs.unwrap_or_else(|| "lines are missing, or are too many".to_owned())
    );
}

#[test]
fn the_platform_sends_every_reason_with_the_code_and_the_retry_that_are_listed() {
    let listed = platform_reasons();
    for reason in &listed {
        let of_code = ErrorReason::from_str_name(&format!("ERROR_REASON_{}", reason.name));
        let (code, retry) = sent_with(of_code.expect("a reason of the code"));
        assert_eq!(
            (name_of(code), retry),
            (reason.code.clone(), reason.retry),
            "{reason:?}"
        );
    }
}

#[test]
fn the_reasons_of_a_game_and_of_its_proto_are_the_same() {
    for game in GameId::ALL {
        let code = |malformed| {
            if malformed {
                "INVALID_ARGUMENT"
            } else {
                "FAILED_PRECONDITION"
            }
        };
        let catalogued = game.game().reasons().iter();
        let catalogued: BTreeMap<_, _> = catalogued
            .map(|reason| (reason.code.to_owned(), code(reason.malformed)))
            .collect();
        let listed = game_reasons(game.as_str());
        let in_proto: BTreeMap<_, _> = listed
            .iter()
            .map(|reason| (reason.name.clone(), reason.code.as_str()))
            .collect();
        assert_eq!(catalogued, in_proto, "{game}");
        assert_eq!(listed.len(), in_proto.len(), "{game} lists a reason twice");
        assert_eq!(game.game().domain(), listed[0].domain);
    }
}

#[test]
fn no_reason_of_a_game_has_the_name_of_another_domain_and_code() {
    let platform: BTreeMap<_, _> = platform_reasons()
        .into_iter()
        .map(|reason| (reason.name, reason.code))
        .collect();
    for game in GameId::ALL {
        for reason in game_reasons(game.as_str()) {
            if let Some(code) = platform.get(&reason.name) {
                assert_eq!(code, &reason.code, "{} has two codes", reason.name);
            }
        }
    }
}
