//! Reasons of the code ⇄ reasons of the protos ⇄ the page of refusals.

use std::{collections::BTreeMap, fs};

use tinsel_catalog::GameId;
use tinsel_harness::{
    REFUSALS_PAGE, asked_to, game_reasons, name_of, platform_reasons, proto_of, proto_with_reasons, refusals_page,
    root, wrong_comments,
};
use tinsel_proto::v1::ErrorReason;
use tinsel_service::testkit::sent_with;

use crate::assert_none;

#[test]
fn the_comment_of_every_reason_contains_code_meaning_and_remedy() {
    assert_none("comments of reasons", &wrong_comments());
}

/// With `UPDATE_REFUSALS=1`, the test writes the protos and the page.
#[test]
fn the_protos_and_the_page_of_refusals_contain_the_reasons_of_the_code() {
    let mut differences = Vec::new();
    for game in GameId::ALL.iter().copied() {
        let path = format!("proto/{}", proto_of(game));
        differences.extend(difference(&path, |proto| proto_with_reasons(game, proto)));
    }
    differences.extend(difference(REFUSALS_PAGE, |_| refusals_page()));
    assert_none("run `make refusals` and review the changes", &differences);
}

/// Section 6 of a specification lists the reasons of actions with the status INVALID_ARGUMENT.
#[test]
fn the_specifications_have_the_status_of_the_reasons() {
    let mut wrong = Vec::new();
    for game in GameId::ALL {
        let facts = game.game().facts();
        let of_actions = game.game().reasons().split_off(facts.option_reasons.len());
        let malformed = of_actions.iter().filter(|reason| reason.malformed);
        let listed: Vec<_> = malformed.map(|reason| format!("`{}`", reason.code)).collect();
        let line = format!(
            "Status: INVALID_ARGUMENT for {}; FAILED_PRECONDITION for all other reasons of this section.",
            listed.join(", ")
        );
        let (_, section) = facts.rules.split_once("\n## 6. ").expect("the actions");
        let (section, _) = section.split_once("\n## 7. ").expect("the end of the actions");
        wrong.extend((!section.lines().any(|other| other == line)).then(|| format!("{game}: {line}")));
    }
    assert_none("lines that section 6 of the specifications lacks", &wrong);
}

/// The first line in which a file differs from its text out of the code.
fn difference(path: &str, written: impl Fn(&str) -> String) -> Option<String> {
    let file = root().join(path);
    let mut kept = fs::read_to_string(&file).unwrap_or_default();
    let written = written(&kept);
    if asked_to("UPDATE_REFUSALS") {
        fs::write(&file, &written).expect("a file to write");
        kept.clone_from(&written);
    }
    let differs = kept
        .lines()
        .zip(written.lines())
        .find(|(kept, written)| kept != written);
    let differs = differs.map(|(kept, written)| format!("{path} has `{kept}`; the code requires `{written}`"));
    let is_whole = kept.lines().count() == written.lines().count();
    differs.or_else(|| (!is_whole).then(|| format!("{path} lacks lines, or has too many")))
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
fn no_reason_of_a_game_has_the_name_of_another_domain_and_code() {
    let platform: BTreeMap<_, _> = platform_reasons()
        .into_iter()
        .map(|reason| (reason.name, reason.code))
        .collect();
    for reason in GameId::ALL.iter().copied().flat_map(game_reasons) {
        if let Some(code) = platform.get(&reason.name) {
            assert_eq!(code, &reason.code, "{} has two codes", reason.name);
        }
    }
}
