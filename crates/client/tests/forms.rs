//! The checks of answers and the random answers, by the vectors that the engine wrote.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use std::sync::LazyLock;

use prost_reflect::{DescriptorPool, DynamicMessage, prost::Message};
use serde_json::Value;
use tinsel_client::forms::{check, fill};
use tinsel_proto::v1::{
    Answer, Form, FormField, NumberField, PickField, PickOption, Text, TextField, TypedField, field_answer,
    form_field::Kind,
};

static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| DescriptorPool::decode(tinsel_proto::DESCRIPTORS).unwrap());

/// Number of random answers to each form.
const FILLED: u64 = 50;

fn vectors() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../clients/vectors/forms.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn read<M: Message + Default>(name: &str, json: &Value) -> M {
    let descriptor = POOL.get_message_by_name(&format!("tinsel.v1.{name}")).unwrap();
    DynamicMessage::deserialize(descriptor, json)
        .unwrap()
        .transcode_to()
        .unwrap()
}

#[test]
fn each_answer_has_the_fault_that_the_engine_finds() {
    let (mut right, mut wrong) = (0, 0);
    for vector in vectors() {
        let form: Form = read("Form", &vector["form"]);
        for case in vector["answers"].as_array().unwrap() {
            let answer: Answer = read("Answer", &case["answer"]);
            let found = check(&form, &answer).err();
            let found = found.map(|misfit| serde_json::json!({ "path": misfit.path, "malformed": misfit.malformed }));
            assert_eq!(found.unwrap_or_default(), case["fault"], "{answer:?} of {form:?}");
            if case["fault"].is_null() {
                right += 1;
            } else {
                wrong += 1;
            }
        }
    }
    assert!(right > 100 && wrong > 100, "{right} right, {wrong} wrong");
}

#[test]
fn random_answers_are_right() {
    for vector in vectors() {
        let form: Form = read("Form", &vector["form"]);
        for seed in 0..FILLED {
            let mut random = fastrand::Rng::with_seed(seed);
            let answer = fill(&form, |below| random.u32(..below));
            let Some(answer) = answer else {
                panic!("no answer to {form:?}");
            };
            assert_eq!(check(&form, &answer), Ok(()), "{answer:?} of {form:?}");
        }
    }
}

fn form_of(kind: Option<Kind>) -> Form {
    let field = FormField {
        field_id: "field".to_owned(),
        kind,
        ..FormField::default()
    };
    Form {
        fields: vec![field],
        ..Form::default()
    }
}

#[test]
fn a_form_without_a_random_answer_is_answered_by_its_default() {
    let refused = PickOption {
        option_id: "a".to_owned(),
        refused: Some(Text::default()),
        ..PickOption::default()
    };
    let pick = PickField {
        options: vec![refused],
        min: 1,
        max: 1,
        ..PickField::default()
    };
    let number = NumberField {
        min: 1,
        max: 4,
        step: 5,
        ..NumberField::default()
    };
    let of_a_later_release = None;
    for kind in [
        Some(Kind::Number(number)),
        Some(Kind::Pick(pick)),
        Some(Kind::Typed(TypedField {})),
        of_a_later_release,
    ] {
        let mut form = form_of(kind);
        assert_eq!(fill(&form, |_| 0), None, "{form:?}");
        form.default_answer = Some(Answer::default());
        assert_eq!(fill(&form, |_| 0), Some(Answer::default()), "{form:?}");
    }
}

#[test]
fn a_text_is_cut_to_its_maximum_and_an_empty_form_has_an_answer() {
    let form = form_of(Some(Kind::Text(TextField { max_bytes: 3 })));
    let answer = fill(&form, |_| 0).unwrap();
    let values: Vec<_> = answer.fields.into_iter().map(|field| field.value).collect();
    assert_eq!(values, [Some(field_answer::Value::Text("tex".to_owned()))]);
    assert_eq!(fill(&Form::default(), |_| 0), Some(Answer::default()));
}
