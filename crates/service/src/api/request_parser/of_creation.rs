//! Parses the properties of a new match.

use std::collections::BTreeMap;

use tinsel_proto::v1;

use super::{RequestParser, TIME};
use crate::record::{Start, Visibility, display_name};

const MATCH_NAME_MAX: usize = 80;
/// The maximum number of labels of a match, and of characters in the name and in the value of one.
const LABELS_MAX: usize = 16;
const LABEL_NAME_MAX: usize = 32;
const LABEL_MAX: usize = 64;

/// The seat that the creator of a match takes.
pub(crate) struct TakenSeat {
    pub(crate) number: u32,
    pub(crate) name: String,
    pub(crate) nonce: Vec<u8>,
    /// The reference of a platform to the creator.
    pub(crate) player_ref: Option<String>,
}

impl RequestParser {
    pub(crate) fn match_name(&mut self, text: &str) -> Option<String> {
        self.text("display_name", text, 0..=MATCH_NAME_MAX)
    }

    pub(crate) fn visibility(&mut self, number: i32) -> Option<Visibility> {
        match v1::Visibility::try_from(number) {
            Ok(v1::Visibility::Unspecified | v1::Visibility::Public) => Some(Visibility::Public),
            Ok(v1::Visibility::Private) => Some(Visibility::Private),
            Err(_) => {
                self.wrong(
                    "visibility",
                    "must be VISIBILITY_PUBLIC or VISIBILITY_PRIVATE".to_owned(),
                );
                None
            }
        }
    }

    pub(crate) fn start_policy(&mut self, number: i32) -> Option<Start> {
        match v1::StartPolicy::try_from(number) {
            Ok(v1::StartPolicy::Unspecified | v1::StartPolicy::WhenFull) => Some(Start::WhenFull),
            Ok(v1::StartPolicy::ByHost) => Some(Start::ByHost),
            Err(_) => {
                self.wrong(
                    "start_policy",
                    "must be START_POLICY_WHEN_FULL or START_POLICY_BY_HOST".to_owned(),
                );
                None
            }
        }
    }

    /// How long players wait for the host before they may start the match, in milliseconds; `Some(None)` for the default.
    pub(crate) fn start_without_host(&mut self, asked: &v1::CreateMatchRequest) -> Option<Option<u64>> {
        let field = "start_without_host_after";
        let Some(time) = &asked.start_without_host_after else {
            return Some(None);
        };
        if asked.start_policy() != v1::StartPolicy::ByHost {
            return self.required(field, "must be absent, unless start_policy is START_POLICY_BY_HOST");
        }
        self.milliseconds(field, Some(time), TIME).map(Some)
    }

    /// The seat that the creator of a match takes; `Some(None)` if none.
    pub(crate) fn creator(&mut self, asked: Option<&v1::TakeSeat>) -> Option<Option<TakenSeat>> {
        let Some(asked) = asked else {
            return Some(None);
        };
        let name = self.text(
            "take_seat.display_name",
            &asked.display_name,
            1..=display_name::LENGTH_MAX,
        );
        let nonce = self.nonce("take_seat.nonce", &asked.nonce);
        let player_ref = self.player_ref("take_seat.player_ref", &asked.player_ref);
        let ((name, nonce), player_ref) = name.zip(nonce).zip(player_ref)?;
        Some(Some(TakenSeat {
            number: asked.seat.unwrap_or(0),
            name,
            nonce,
            player_ref,
        }))
    }

    /// The labels of a match, or those of a filter. `done` refuses the request if one is invalid.
    pub(crate) fn labels(&mut self, field: &str, asked: &[v1::Label]) -> BTreeMap<String, String> {
        if asked.len() > LABELS_MAX {
            self.wrong(field, format!("must have at most {LABELS_MAX} entries"));
            return BTreeMap::new();
        }
        let mut labels = BTreeMap::new();
        for (v1::Label { name, value }, index) in asked.iter().zip(0..) {
            let characters = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(byte);
            let is_name = (1..=LABEL_NAME_MAX).contains(&name.len()) && name.as_bytes().iter().all(characters);
            if !is_name || labels.contains_key(name) {
                let description = format!("must have 1 to {LABEL_NAME_MAX} characters of a-z 0-9 . _ -, and be unique");
                self.wrong(&format!("{field}[{index}].name"), description);
            }
            if let Some(value) = self.text(&format!("{field}[{index}].value"), value, 1..=LABEL_MAX) {
                labels.insert(name.clone(), value);
            }
        }
        labels
    }

    /// Checks that bots take over from inactive players only in a match whose decisions have deadlines.
    pub(crate) fn substitution(&mut self, asked: &v1::CreateMatchRequest) {
        if asked.substitute_inactive_players && asked.time_control.is_none() {
            let description = "must be false without time_control, because decisions then have no deadlines";
            self.wrong("substitute_inactive_players", description.to_owned());
        }
    }
}
