//! Options of the code ⇄ fields of the protos.

use std::fs;

use tinsel_catalog::GameId;
use tinsel_engine::{options::OptionFacts, present::Kind};
use tinsel_harness::{proto_of, root};

use crate::assert_none;

/// A field of a message: its name and its comment.
type Field = (String, String);

#[test]
fn the_comment_of_every_number_and_text_contains_its_range_and_its_default() {
    let mut wrong = Vec::new();
    for game in GameId::ALL.iter().copied() {
        let path = root().join("proto").join(proto_of(game));
        let fields = fields_of_config(&fs::read_to_string(path).expect("a proto"));
        let specs = game.game().options();
        let facts = (game.game().facts().options)().into_iter();
        let facts: Vec<OptionFacts> = facts.filter(|facts| facts.name != "seats").collect();
        let names: Vec<&str> = facts.iter().map(|facts| facts.name).collect();
        let listed: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
        if names != listed {
            wrong.push(format!("{game} has the options {names:?}; its proto has {listed:?}"));
        }
        for ((facts, (name, comment)), spec) in facts.iter().zip(&fields).zip(&specs) {
            let lacks = match spec.field.kind {
                Kind::Number { .. } | Kind::Text { .. } => numbers_that_lack(facts, comment),
                Kind::Pick { .. }
                | Kind::Amounts { .. }
                | Kind::Flag
                | Kind::Assign { .. }
                | Kind::Place { .. }
                | Kind::Branch { .. }
                | Kind::Typed => None,
            };
            wrong.extend(lacks.map(|number| format!("{game} {name}: the comment lacks {number}: {comment}")));
        }
    }
    assert_none("comments of options", &wrong);
}

/// The first number of the option in words that its comment does not contain.
fn numbers_that_lack<'a>(facts: &'a OptionFacts, comment: &str) -> Option<&'a str> {
    let numbers = |text: &'a str| {
        text.split(|letter: char| !letter.is_ascii_digit())
            .filter(|number| !number.is_empty())
    };
    let of_comment: Vec<&str> = comment.split(|letter: char| !letter.is_ascii_digit()).collect();
    let mut all = numbers(&facts.valid).chain(numbers(&facts.default));
    all.find(|number| !of_comment.contains(number))
}

/// The fields of `Config`, in their order.
fn fields_of_config(proto: &str) -> Vec<Field> {
    let (_, config) = proto.split_once("\nmessage Config {\n").expect("the options");
    let (config, _) = config.split_once("\n}").expect("the end of the options");
    let (mut fields, mut comment) = (Vec::new(), String::new());
    for line in config.lines().map(str::trim) {
        match line.strip_prefix("// ") {
            Some(text) => comment = comment + " " + text,
            None => {
                let name = line
                    .split(" = ")
                    .next()
                    .and_then(|declared| declared.split(' ').next_back());
                fields.push((name.unwrap_or_default().to_owned(), std::mem::take(&mut comment)));
            }
        }
    }
    fields
}
