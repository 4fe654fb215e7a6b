//! Parses the fields of requests. All invalid fields are reported together, each with its valid values.

mod of_creation;
mod of_operators;
mod options;

use std::{collections::BTreeMap, ops::RangeInclusive, time::Duration};

pub(crate) use options::{GivenOptions, path_of_option};
use tinsel_catalog::{Action, GameId, NotAnAction, presentation};
use tinsel_proto::v1::{self, PlayerMatchFilter, watch_match_request::Position};
use tinsel_store::{MatchId, Played, RequestId, Revision};

use crate::{
    auth::join_code::NotAJoinCode,
    error::{RpcError, Violation},
    lobby::listing::Filter,
    play::Submission,
    player_index,
    read::match_lookup::MatchRef,
    record::{
        clocks::{TimeControl, Times},
        display_name,
        watch_position::WatchPosition,
    },
};

const NONCE_MAX: usize = 32;
const PLAYER_REF_MAX: usize = 64;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The minimum and the maximum time of a decision or a bank.
const TIME: (Duration, Duration) = (Duration::from_secs(1), DAY.saturating_mul(30));
/// The minimum and the maximum increment of a bank.
const INCREMENT: (Duration, Duration) = (Duration::ZERO, DAY);

/// Collects the violations of a request.
#[derive(Debug, Default)]
pub(crate) struct RequestParser(Vec<Violation>);

impl RequestParser {
    /// The parsed request, or the error with all violations.
    pub(crate) fn done<T>(self, read: Option<T>) -> Result<T, RpcError> {
        match read {
            Some(read) if self.0.is_empty() => Ok(read),
            Some(_) | None => Err(RpcError::Malformed(self.0)),
        }
    }

    /// Parses a request that has only a match id and a request id.
    pub(crate) fn match_request(match_id: &str, request_id: &str) -> Result<(MatchId, Option<RequestId>), RpcError> {
        let mut parser = Self::default();
        let id = parser.match_id(match_id);
        let request_id = parser.request_id(request_id);
        parser.done(id.zip(request_id))
    }

    /// Parses a request that has only a match id, a request id and a seat, which is this.
    pub(crate) fn seat_request(
        match_id: &str,
        request_id: &str,
        (seat, meaning): (Option<u32>, &str),
    ) -> Result<(MatchId, Option<RequestId>, u32), RpcError> {
        let mut parser = Self::default();
        let id = parser.match_id(match_id);
        let request_id = parser.request_id(request_id);
        let seat = seat.or_else(|| parser.required("seat", &format!("required: the number of {meaning}")));
        let ((id, request_id), seat) = parser.done(id.zip(request_id).zip(seat))?;
        Ok((id, request_id, seat))
    }

    pub(crate) fn match_id(&mut self, text: &str) -> Option<MatchId> {
        let read = text.parse();
        read.map_err(|error: tinsel_store::NotAMatchId| self.wrong("match_id", error.to_string()))
            .ok()
    }

    /// A match to join: given by its id or its join code, not by both.
    pub(crate) fn match_ref(&mut self, match_id: &str, join_code: &str) -> Option<MatchRef> {
        match (match_id, join_code) {
            (_, "") => self.match_id(match_id).map(MatchRef::Id),
            ("", code) => {
                let read = code.parse();
                let read = read.map_err(|error: NotAJoinCode| self.wrong("join_code", error.to_string()));
                read.ok().map(MatchRef::Code)
            }
            (_, _) => {
                self.wrong(
                    "join_code",
                    "must be empty if match_id is set; send one of the two".to_owned(),
                );
                None
            }
        }
    }

    /// The filter of a match list.
    pub(crate) fn filter(&mut self, asked: v1::MatchFilter) -> Option<Filter> {
        if !asked.game_id.is_empty() && GameId::parse(&asked.game_id).is_none() {
            self.wrong("filter.game_id", format!("must be empty, or one of: {}", games()));
        }
        self.labels("filter.labels", &asked.labels);
        let filter = Filter::new(asked);
        if filter.is_none() {
            let description = "must be MATCH_PHASE_LOBBY or MATCH_PHASE_ACTIVE; other matches are not listed";
            self.wrong("filter.phase", description.to_owned());
        }
        filter
    }

    /// The match after which a list continues; `Some(None)` for the first page.
    pub(crate) fn page_token(&mut self, filter: &Filter, token: &str) -> Option<Option<MatchId>> {
        if token.is_empty() {
            return Some(None);
        }
        let behind = filter.behind(token);
        if behind.is_none() {
            let description = "must be the next_page_token of a response for the same filter, or empty";
            self.wrong("page_token", description.to_owned());
        }
        behind.map(Some)
    }

    /// The filter of a list of a user's matches.
    pub(crate) fn player_match_filter(&mut self, number: i32) -> Option<PlayerMatchFilter> {
        let filter = PlayerMatchFilter::try_from(number).ok();
        filter.or_else(|| self.required("filter", "must be a value of PlayerMatchFilter"))
    }

    /// The match after which a list of a user's matches continues; `Some(None)` for the first page.
    pub(crate) fn played_after(&mut self, token: &str) -> Option<Option<Played>> {
        if token.is_empty() {
            return Some(None);
        }
        let after = player_index::played_after(token);
        let unknown = "must be the next_page_token of a response for the same player_ref and filter, or empty";
        after.map(Some).or_else(|| self.required("page_token", unknown))
    }

    /// A request id; `Some(None)` if the request has none.
    pub(crate) fn request_id(&mut self, text: &str) -> Option<Option<RequestId>> {
        if text.is_empty() {
            return Some(None);
        }
        let read = text.parse();
        read.map(Some)
            .map_err(|error: tinsel_store::NotARequestId| self.wrong("request_id", error.to_string()))
            .ok()
    }

    /// A required request id.
    pub(crate) fn needed_request_id(&mut self, text: &str) -> Option<RequestId> {
        match self.request_id(text)? {
            Some(request_id) => Some(request_id),
            None => self.required(
                "request_id",
                "required: it is the idempotency key of the seat; use a UUID",
            ),
        }
    }

    /// The position at which a stream resumes; `Some(None)` if it begins with a snapshot.
    pub(crate) fn position(&mut self, asked: Option<&Position>) -> Option<Option<WatchPosition>> {
        match asked {
            None => Some(None),
            Some(Position::AfterRevision(revision)) => Some(Some(WatchPosition::claimed(Revision::new(*revision)))),
            Some(Position::Cursor(cursor)) if cursor.is_empty() => Some(None),
            Some(Position::Cursor(cursor)) => {
                let mark = WatchPosition::of_cursor(cursor);
                if mark.is_none() {
                    self.wrong("cursor", "must be the cursor of a message of WatchMatch".to_owned());
                }
                mark.map(Some)
            }
        }
    }

    /// The reference of a platform to its user.
    pub(crate) fn needed_player_ref(&mut self, text: &str) -> Option<String> {
        match self.player_ref("player_ref", text)? {
            Some(player_ref) => Some(player_ref),
            None => self.required("player_ref", "required: it names the player"),
        }
    }

    /// The reference of a platform to its user; `Some(None)` without one.
    pub(crate) fn player_ref(&mut self, field: &str, text: &str) -> Option<Option<String>> {
        let permitted = |byte: u8| byte.is_ascii_alphanumeric() || b"._:-".contains(&byte);
        match text.len() {
            0 => Some(None),
            1..=PLAYER_REF_MAX if text.bytes().all(permitted) => Some(Some(text.to_owned())),
            _ => self.required(
                field,
                &format!("must have 1 to {PLAYER_REF_MAX} characters of A-Z a-z 0-9 . _ : -"),
            ),
        }
    }

    pub(crate) fn player_name(&mut self, text: &str) -> Option<String> {
        self.text("display_name", text, 1..=display_name::LENGTH_MAX)
    }

    /// The name of a bot; `Some(None)` if the request has none.
    pub(crate) fn bot_name(&mut self, text: &str) -> Option<Option<String>> {
        if text.is_empty() {
            Some(None)
        } else {
            self.player_name(text).map(Some)
        }
    }

    pub(crate) fn nonce(&mut self, field: &str, nonce: &[u8]) -> Option<Vec<u8>> {
        if nonce.len() <= NONCE_MAX {
            return Some(nonce.to_vec());
        }
        self.wrong(field, format!("must have 0 to {NONCE_MAX} bytes"));
        None
    }

    /// The time limits of decisions in a game; without limits if the request has none.
    pub(crate) fn times(&mut self, asked: Option<&v1::TimeControl>, game: Option<GameId>) -> Option<Times> {
        let Some(asked) = asked else {
            return Some(Times::default());
        };
        let plain = self.time_control(asked.control.as_ref());
        let phase_ms = game.and_then(|game| self.phase_times(&asked.phases, game));
        let (plain, phase_ms) = plain.zip(phase_ms)?;
        Some(Times { plain, phase_ms })
    }

    fn time_control(&mut self, control: Option<&v1::time_control::Control>) -> Option<TimeControl> {
        match control {
            Some(v1::time_control::Control::PerDecision(time)) => {
                let ms = self.milliseconds("time_control.per_decision", Some(time), TIME)?;
                Some(TimeControl::PerDecision { ms })
            }
            Some(v1::time_control::Control::Bank(bank)) => {
                let initial = self.milliseconds("time_control.bank.initial", bank.initial.as_ref(), TIME);
                let none = prost_types::Duration::default();
                let increment = Some(bank.increment.as_ref().unwrap_or(&none));
                let increment = self.milliseconds("time_control.bank.increment", increment, INCREMENT);
                let (initial_ms, increment_ms) = initial.zip(increment)?;
                Some(TimeControl::Bank {
                    initial_ms,
                    increment_ms,
                })
            }
            None => {
                let description = "must set a time per decision or a bank, or be omitted";
                self.wrong("time_control", description.to_owned());
                None
            }
        }
    }

    fn phase_times(&mut self, asked: &[v1::PhaseTime], game: GameId) -> Option<BTreeMap<String, u64>> {
        let phases = game.game().facts().phases;
        let mut phase_ms = BTreeMap::new();
        let mut all_are_right = true;
        // A phase that is listed twice is refused, so a valid list is never longer than the phases of the game.
        for (index, time) in asked.iter().take(phases.len().saturating_add(1)).enumerate() {
            let field = |name| format!("time_control.phases[{index}].{name}");
            let duration = self.milliseconds(&field("duration"), time.duration.as_ref(), TIME);
            let is_known = phases.iter().any(|phase| phase.name == time.phase);
            if !is_known || phase_ms.contains_key(&time.phase) {
                let description = "must be a phase that GetGame lists for the game, each once";
                self.wrong(&field("phase"), description.to_owned());
                all_are_right = false;
            }
            match duration {
                Some(ms) => drop(phase_ms.insert(time.phase.clone(), ms)),
                None => all_are_right = false,
            }
        }
        all_are_right.then_some(phase_ms)
    }

    /// A duration in whole milliseconds, rounded down, if it is within the range.
    fn milliseconds(
        &mut self,
        field: &str,
        asked: Option<&prost_types::Duration>,
        (least, most): (Duration, Duration),
    ) -> Option<u64> {
        let time = asked.and_then(duration).filter(|time| (least..=most).contains(time));
        if time.is_none() {
            let (least, most) = (least.as_secs(), most.as_secs());
            self.wrong(field, format!("must be a duration of {least} to {most} seconds"));
        }
        u64::try_from(time?.as_millis()).ok()
    }

    /// An action of any game. Only its form is checked; the game of the match validates the content.
    pub(crate) fn action(&mut self, action: Option<v1::GameAction>) -> Option<Action> {
        match Action::read(action.unwrap_or_default()) {
            Ok(action) => Some(action),
            Err(NotAnAction::NoGame) => self.required(
                "action",
                "required: set the field of the match's game, or set `answer` instead",
            ),
            Err(NotAnAction::Empty(game)) => self.required(
                &format!("action.{game}"),
                "must contain one of the game's actions; GetGame lists them",
            ),
        }
    }

    /// A decision: an action or an answer, not both.
    pub(crate) fn submission(
        &mut self,
        action: Option<v1::GameAction>,
        answer: Option<v1::Answer>,
    ) -> Option<Submission> {
        let Some(answer) = answer else {
            return self.action(action).map(Submission::Action);
        };
        if action.is_some() {
            return self.required("answer", "must be absent if `action` is set; send one of the two");
        }
        let decision = answer.decision.clone();
        match presentation::read_answer(answer) {
            Ok(answer) => Some(Submission::Answer { decision, answer }),
            Err(not) => self.required(
                &format!("answer.{}", not.path),
                "must have a value; set one of its fields",
            ),
        }
    }

    /// A text for people, with a number of characters in this range.
    fn text(&mut self, field: &str, text: &str, characters: RangeInclusive<usize>) -> Option<String> {
        let trimmed = text.trim().len() == text.len();
        let bytes_max = display_name::bytes_max(*characters.end());
        let fits = characters.contains(&display_name::length(text)) && text.len() <= bytes_max;
        if fits && trimmed && display_name::is_plain(text) {
            return Some(text.to_owned());
        }
        let (least, most) = characters.into_inner();
        let description = format!(
            "must have {least} to {most} characters (grapheme clusters of at most {} code points) in at most \
             {bytes_max} bytes, no space at its ends, and no invisible character; a joiner only where it changes an \
             emoji or a letter beside it",
            display_name::CHARACTER_MAX
        );
        self.wrong(field, description);
        None
    }

    /// Reports a missing field.
    pub(crate) fn required<T>(&mut self, field: &str, description: &str) -> Option<T> {
        self.wrong(field, description.to_owned());
        None
    }

    fn wrong(&mut self, field: &str, description: String) {
        self.0.push(Violation {
            field: field.to_owned(),
            description,
        });
    }
}

/// The ids of all games.
fn games() -> String {
    let games: Vec<_> = GameId::ALL.iter().map(|game| game.as_str()).collect();
    games.join(", ")
}

/// A duration that is not negative. `prost_types` converts one as well, but overflows at the limits of the integers.
fn duration(asked: &prost_types::Duration) -> Option<Duration> {
    let nanos = u32::try_from(asked.nanos).ok().filter(|nanos| *nanos < 1_000_000_000)?;
    Some(Duration::new(u64::try_from(asked.seconds).ok()?, nanos))
}
