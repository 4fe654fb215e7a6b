//! Forms with right and wrong answers, for the checks of the client libraries: `clients/vectors/forms.json`.
//!
//! `make vectors` writes the file again. Each line is a form, its answers, and the faults that the engine finds in them.

mod every_kind;
mod wrong;

use std::{collections::BTreeMap, fs, path::Path, sync::LazyLock};

use prost_reflect::{DescriptorPool, DynamicMessage, SerializeOptions, prost::Message};
use serde_json::{Value, json};
use tinsel_catalog::{
    GameId, PendingForm,
    presentation::{Writer, write_answer},
};
use tinsel_engine::{
    MatchRng, SeatSet, Seed,
    present::{Answer, Fault, FieldAnswer, Form},
};

static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| DescriptorPool::decode(tinsel_proto::DESCRIPTORS).unwrap());

/// Number of forms of each decision of each game.
const FORMS: usize = 3;
/// Maximum number of decisions of a match.
const DECISIONS: u32 = 120;
/// Number of random answers to each form that wrong ones are made of.
const ANSWERS: usize = 2;

/// A message in the JSON of Protobuf.
fn proto_json(name: &str, message: &impl Message) -> Value {
    let descriptor = POOL.get_message_by_name(&format!("tinsel.v1.{name}")).unwrap();
    let mut dynamic = DynamicMessage::new(descriptor);
    dynamic.transcode_from(message).unwrap();
    dynamic
        .serialize_with_options(serde_json::value::Serializer, &SerializeOptions::new())
        .unwrap()
}

/// A form with right and wrong answers.
fn vector(game: GameId, (form, default): (&Form, Option<&Answer>), chance: &mut MatchRng) -> Value {
    let mut answers: Vec<Vec<FieldAnswer>> = vec![Vec::new()];
    // Some constraints are too narrow for independent draws.
    let drawn = (0..ANSWERS).filter_map(|_| form.fields.random(chance));
    let right: Vec<Vec<FieldAnswer>> = drawn.chain(default.map(|default| default.fields.clone())).collect();
    assert!(!right.is_empty(), "{form:?}");
    for right in right {
        let wrong = wrong::answers(&form.fields, &right).into_iter();
        answers.extend(wrong.filter(|wrong| !answers.contains(wrong)).collect::<Vec<_>>());
        if !answers.contains(&right) {
            answers.push(right);
        }
    }
    let answers = answers.into_iter().map(|fields| {
        let answer = Answer { fields };
        let fault = form.check(&answer).err().map(|misfit| {
            let malformed = misfit.fault == Fault::Malformed;
            json!({ "path": misfit.path, "malformed": malformed })
        });
        let answer = proto_json("Answer", &write_answer(form.decision, &answer));
        json!({ "answer": answer, "fault": fault })
    });
    let answers: Vec<Value> = answers.collect();
    let facts = game.game().facts();
    let choices = form.choices().unwrap_or_default();
    let form = Writer::new(facts, &|seat| seat.to_string()).form(form, None, &choices);
    json!({ "form": proto_json("Form", &form), "answers": answers })
}

/// The first forms of each decision of a game, with their defaults, in matches of its tables.
fn forms(game: GameId) -> Vec<(Form, Option<Answer>)> {
    let mut found: BTreeMap<&'static str, Vec<(Form, Option<Answer>)>> = BTreeMap::new();
    for (table, seed) in game.testkit().setups().into_iter().zip(1..) {
        let options = game.game().configure(table.seats, &table.config).unwrap().options;
        let mut playing = game.game().start(&options, Seed::new([seed; 32])).unwrap().after;
        let mut number: u32 = 0;
        while let Some(seat) = playing.owing().iter().next().filter(|_| number < DECISIONS) {
            let PendingForm { form, default, .. } = playing.form(seat, SeatSet::EMPTY).expect("a form");
            let shown = (form, default);
            let known = found.entry(shown.0.decision).or_default();
            if known.len() < FORMS && !known.contains(&shown) {
                known.push(shown);
            }
            number += 1;
            let mut entropy = [seed; 32];
            entropy[..4].copy_from_slice(&number.to_le_bytes());
            let action = playing.random(seat, entropy).expect("a legal action");
            playing = playing.act(seat, &action, SeatSet::EMPTY).unwrap().after;
        }
    }
    found.into_values().flatten().collect()
}

#[test]
fn the_vectors_contain_the_faults_that_the_engine_finds() {
    let mut chance = MatchRng::new(Seed::new([9; 32]));
    let mut lines = Vec::new();
    for game in GameId::ALL {
        let forms = forms(*game);
        lines.extend(
            forms
                .iter()
                .map(|(form, default)| vector(*game, (form, default.as_ref()), &mut chance)),
        );
    }
    lines.extend(
        every_kind::forms()
            .iter()
            .map(|form| vector(GameId::GrunkleMatch, (form, None), &mut chance)),
    );
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    let made = format!("[\n{}\n]\n", lines.join(",\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients/vectors/forms.json");
    if std::env::var_os("UPDATE_VECTORS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let differs = kept.lines().zip(made.lines()).position(|(kept, made)| kept != made);
    assert!(
        kept == made,
        "{} differs; first different line: {differs:?}",
        path.display()
    );
}
