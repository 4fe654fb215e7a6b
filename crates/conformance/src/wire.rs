//! The messages of the scripted match, as bytes, so that they can contain what no release knows yet.

use prost::{
    Message,
    encoding::{WireType, encode_key, encode_varint},
};
use tinsel_proto::{
    games::presents_of_mine::v1 as presents,
    v1::{
        Answer, Choice, Decision, DefaultAction, Draining, FieldAnswer, Form, FormField, GameAction, GameView, Match,
        MatchEvent, MatchPhase, MatchState, Occupant, Outcome, PickField, PickOption, Picks, Seat, Snapshot, Standing,
        Text, TextRun, Update, Viewer, WatchMatchResponse, field_answer, form_field, game_action, game_view,
        watch_match_response,
    },
};

pub(crate) const MATCH_ID: &str = "017-3k9m2qx7vd0h5t8wz1ab";
pub(crate) const TOKEN: &str = "conformance-seat-token";

/// The number of decisions of a match.
pub(crate) const DECISIONS: u32 = 3;

const DECISION: &str = "select_presents";
const LETTERS: &[&str] = &["a", "b", "c", "d", "e"];

/// The number of a field, and of an enum value, that no release has.
const UNKNOWN: u32 = 1999;
const UNKNOWN_VALUE: i32 = 1999;

/// The state after `decided` decisions, as the player of the seat sees it.
pub(crate) fn state(revision: u64, decided: u32, later_release: bool) -> MatchState {
    let over = decided >= DECISIONS;
    let occupant = if later_release {
        UNKNOWN_VALUE
    } else {
        Occupant::Bot.into()
    };
    let seats = vec![
        Seat {
            display_name: "Tess".to_owned(),
            occupant: Occupant::Player.into(),
            ..Seat::default()
        },
        Seat {
            seat: 1,
            display_name: "Bot 1".to_owned(),
            occupant,
            ..Seat::default()
        },
    ];
    let phase = if over { MatchPhase::Finished } else { MatchPhase::Active };
    MatchState {
        r#match: Some(Match {
            match_id: MATCH_ID.to_owned(),
            game_id: "presents_of_mine".to_owned(),
            phase: phase.into(),
            revision,
            seats,
            pending_decisions: if over { Vec::new() } else { vec![pending(decided)] },
            outcome: over.then(outcome),
            ..Match::default()
        }),
        view: Some(GameView {
            game: Some(game_view::Game::PresentsOfMine(presents::View::default())),
        }),
        viewer: Some(Viewer { seat: Some(0) }),
        form: (!over).then(|| form(decided, later_release)),
        ..MatchState::default()
    }
}

/// The number of the pending decision after `decided` ones.
pub(crate) const fn number(decided: u32) -> u32 {
    decided.saturating_add(1)
}

fn pending(decided: u32) -> Decision {
    let selected = presents::SelectPresents {
        letters: (1..=5).collect(),
    };
    let action = presents::Action {
        action: Some(presents::action::Action::SelectPresents(selected)),
    };
    Decision {
        seat: Some(0),
        action: DECISION.to_owned(),
        default_action: Some(DefaultAction {
            code: "SELECT_FIRST_FIVE".to_owned(),
            sentence: "Select the first five letters.".to_owned(),
            action: Some(GameAction {
                game: Some(game_action::Game::PresentsOfMine(action)),
            }),
        }),
        number: Some(number(decided)),
        ..Decision::default()
    }
}

fn outcome() -> Outcome {
    let standing = |seat| Standing {
        seat,
        rank: seat.saturating_add(1),
        ..Standing::default()
    };
    Outcome {
        standings: vec![standing(0), standing(1)],
    }
}

fn text(sentence: &str) -> Option<Text> {
    Some(Text {
        key: "conformance.text".to_owned(),
        runs: vec![TextRun {
            text: sentence.to_owned(),
            ..TextRun::default()
        }],
        ..Text::default()
    })
}

fn form(decided: u32, later_release: bool) -> Form {
    let option = |letter: &&str| PickOption {
        option_id: (*letter).to_owned(),
        title: text(letter),
        ..PickOption::default()
    };
    let mut fields = vec![FormField {
        field_id: "letters".to_owned(),
        title: text("Letters"),
        help: None,
        kind: Some(form_field::Kind::Pick(PickField {
            options: LETTERS.iter().map(option).collect(),
            min: 5,
            max: 5,
            ordered: false,
        })),
    }];
    if later_release {
        // A field whose kind a client does not know.
        fields.push(FormField {
            field_id: "later".to_owned(),
            title: text("A field of a later release"),
            ..FormField::default()
        });
    }
    let answer = Answer {
        decision: DECISION.to_owned(),
        fields: vec![FieldAnswer {
            field: "letters".to_owned(),
            value: Some(field_answer::Value::Picks(Picks {
                options: LETTERS.iter().map(|&letter| letter.to_owned()).collect(),
            })),
        }],
    };
    Form {
        decision: DECISION.to_owned(),
        title: text(&format!("Decision {} of {DECISIONS}", decided.saturating_add(1))),
        fields,
        constraints: Vec::new(),
        choices: vec![Choice {
            title: text("The first five letters"),
            answer: Some(answer.clone()),
        }],
        default_answer: Some(answer),
        default_text: text("The first five letters"),
    }
}

/// A message of the stream.
pub(crate) fn streamed(message: watch_match_response::Message, cursor: &str) -> Vec<u8> {
    WatchMatchResponse {
        message: Some(message),
        cursor: cursor.to_owned(),
    }
    .encode_to_vec()
}

pub(crate) fn snapshot(state: MatchState) -> watch_match_response::Message {
    watch_match_response::Message::Snapshot(Snapshot { state: Some(state) })
}

pub(crate) fn update(revision: u64, state: MatchState, later_release: bool) -> watch_match_response::Message {
    // A client finds nothing that it knows in an event of a later release.
    let unknown = later_release.then(MatchEvent::default);
    watch_match_response::Message::Update(Update {
        revision,
        events: unknown.into_iter().collect(),
        state: Some(state),
    })
}

pub(crate) fn draining(revision: u64) -> watch_match_response::Message {
    watch_match_response::Message::Draining(Draining {
        resume_after_revision: revision,
    })
}

/// The message with a field that no release knows.
pub(crate) fn with_unknown_field(mut message: Vec<u8>) -> Vec<u8> {
    let text = b"of a later release";
    encode_key(UNKNOWN, WireType::LengthDelimited, &mut message);
    encode_varint(text.len().try_into().unwrap_or_default(), &mut message);
    message.extend_from_slice(text);
    message
}

/// A message of the stream that no release knows.
pub(crate) fn unknown_streamed(cursor: &str) -> Vec<u8> {
    let message = WatchMatchResponse {
        message: None,
        cursor: cursor.to_owned(),
    };
    with_unknown_field(message.encode_to_vec())
}
