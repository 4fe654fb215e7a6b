//! Answers to the form of a turn.

use tinsel_client::{Error, Token, TurnsOptions};
use tinsel_proto::{
    games::grunkle_match::v1 as grunkle,
    v1::{
        Answer, Choice, FieldAnswer, FlagField, Form, FormField, GameAction, GameLegal, MatchPhase, MatchState,
        Snapshot, field_answer, form_field, game_action, watch_match_response::Message,
    },
};
use tonic::Code;

use crate::fake::{Fake, Then, client, state, status};

fn answer(field: &str) -> Answer {
    let value = FieldAnswer {
        field: field.to_owned(),
        value: Some(field_answer::Value::Flag(true)),
    };
    Answer {
        decision: "decide".to_owned(),
        fields: vec![value],
    }
}

/// A server with one turn, which asks for a flag.
fn with_a_turn() -> Fake {
    let field = FormField {
        field_id: "flag".to_owned(),
        kind: Some(form_field::Kind::Flag(FlagField {})),
        ..FormField::default()
    };
    let form = Form {
        decision: "decide".to_owned(),
        fields: vec![field],
        ..Form::default()
    };
    let state = MatchState {
        form: Some(form),
        ..state(3, MatchPhase::Active)
    };
    let fake = Fake::default();
    fake.script(|script| {
        let snapshot = Message::Snapshot(Snapshot { state: Some(state) });
        script.watches.push_back((vec![snapshot], Then::Silence));
    });
    fake
}

/// The request has only the parts that the caller uses, and each choice has its own action.
#[tokio::test]
async fn a_turn_has_the_parts_that_its_caller_requests() {
    let action = |seat| GameAction {
        game: Some(game_action::Game::GrunkleMatch(grunkle::Action {
            action: Some(grunkle::action::Action::VoteElimination(grunkle::VoteElimination {
                seat,
            })),
        })),
    };
    let (first, second) = (action(Some(1)), action(Some(2)));
    let fake = with_a_turn();
    fake.script(|script| {
        let Some(Message::Snapshot(Snapshot { state: Some(state) })) = script.watches[0].0.first_mut() else {
            panic!("no snapshot")
        };
        state.legal = Some(GameLegal::default());
        state.choice_actions = vec![first.clone(), second.clone()];
        let choices = ["one", "two"].map(|field| Choice {
            title: None,
            answer: Some(answer(field)),
        });
        state.form.as_mut().unwrap().choices = choices.into();
        let again = script.watches[0].clone();
        script.watches.push_back(again);
    });
    let (address, _serving) = fake.serve().await;
    let seat = client(&[&address]).seat("000-match", Token::new("seat"), 3);
    seat.turns().next().await.unwrap().unwrap();
    let options = TurnsOptions {
        legal: true,
        ..TurnsOptions::default()
    };
    let turn = seat.turns_with(options).next().await.unwrap().unwrap();
    assert_eq!(turn.legal(), Some(&GameLegal::default()));
    let choices = turn.choices().into_iter().map(|choice| (choice.answer, choice.action));
    let expected = [(answer("one"), Some(first)), (answer("two"), Some(second))];
    assert_eq!(choices.collect::<Vec<_>>(), expected);
    let parts = fake.script(|script| script.parts.clone());
    assert_eq!(parts, [[false, true, false], [false, true, true]]);
}

#[tokio::test]
async fn an_answer_that_is_not_in_the_form_is_not_sent() {
    let fake = with_a_turn();
    let (address, _serving) = fake.serve().await;
    let seat = client(&[&address]).seat("000-match", Token::new("seat"), 3);
    let turn = seat.turns().next().await.unwrap().unwrap();
    let error = turn.answer(answer("nowhere")).await.unwrap_err();
    assert!(matches!(error, Error::NotInForm(_)) && !error.is_stale(), "{error:?}");
    assert_eq!(error.to_string(), "fields[nowhere]: The form has no such field.");
    let other = Answer {
        decision: "other".to_owned(),
        ..answer("flag")
    };
    let error = turn.answer(other).await.unwrap_err();
    assert!(
        error.to_string().starts_with("decision: The form is of the decision"),
        "{error}"
    );
    assert!(fake.script(|script| script.traceparents.is_empty()));
}

/// It was legal in the state of the turn, so the state has changed, whatever the reason of the refusal.
#[tokio::test]
async fn a_refused_answer_to_the_form_of_a_turn_is_stale() {
    for (code, reason, stale) in [
        (Code::InvalidArgument, "MALFORMED_REQUEST", true),
        (Code::FailedPrecondition, "ANSWER_NOT_IN_FORM", true),
        (Code::Aborted, "REVISION_MISMATCH", true),
        (Code::FailedPrecondition, "MATCH_NOT_STARTED", false),
        (Code::PermissionDenied, "SEAT_LEFT", false),
    ] {
        let fake = with_a_turn();
        let refusal = status(code, reason, None);
        fake.script(|script| script.submits.push_back(refusal));
        let (address, _serving) = fake.serve().await;
        let seat = client(&[&address]).seat("000-match", Token::new("seat"), 3);
        let turn = seat.turns().next().await.unwrap().unwrap();
        let error = turn.answer(answer("flag")).await.unwrap_err();
        assert_eq!(error.is_stale(), stale, "{error:?}");
    }
}

/// A form of a later release can have kinds of fields that only the server can check.
#[tokio::test]
async fn the_default_answer_of_a_later_release_is_sent() {
    let fake = with_a_turn();
    fake.script(|script| {
        let Some(Message::Snapshot(Snapshot { state: Some(state) })) = script.watches[0].0.first_mut() else {
            panic!("no snapshot")
        };
        let form = state.form.as_mut().unwrap();
        form.fields[0].kind = None;
        form.default_answer = Some(answer("flag"));
    });
    let (address, _serving) = fake.serve().await;
    let seat = client(&[&address]).seat("000-match", Token::new("seat"), 3);
    let turn = seat.turns().next().await.unwrap().unwrap();
    assert_eq!(turn.play_default().await.unwrap(), 7);
}

/// No newer state lets a player join under a name that is taken.
#[tokio::test]
async fn a_refusal_of_another_call_is_not_stale() {
    let fake = Fake::default();
    let taken = status(Code::FailedPrecondition, "NAME_TAKEN", None);
    fake.script(|script| script.failures.push_back(taken));
    let (address, _serving) = fake.serve().await;
    let error = client(&[&address]).join("000-match", "Ada").await.unwrap_err();
    assert!(error.is_refused_for("NAME_TAKEN") && !error.is_stale(), "{error:?}");
}
