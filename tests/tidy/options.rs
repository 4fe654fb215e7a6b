//! Options of the code ⇄ fields of the protos ⇄ section 4 of the specifications.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use tinsel_catalog::GameId;
use tinsel_engine::{options::OptionFacts, present::Kind};
use tinsel_engine_testkit::checks::is_specified;
use tinsel_harness::{proto_of, root};

use crate::assert_none;

/// A field of a message.
struct Field {
    name: String,
    /// Its type, with `optional` or `repeated`.
    of: String,
    comment: String,
}

/// The comments of an option and of its messages contain its numbers, such as range and default; the values of an enum are
/// the words of its option.
#[test]
fn the_protos_describe_the_options() {
    let mut wrong = Vec::new();
    for game in GameId::ALL.iter().copied() {
        let path = root().join("proto").join(proto_of(game));
        let proto = fs::read_to_string(path).expect("a proto");
        let fields = fields_of_config(&proto);
        let specs = game.game().options();
        let facts = (game.game().facts().options)().into_iter();
        let facts: Vec<OptionFacts> = facts.filter(|facts| facts.name != "seats").collect();
        let names: Vec<&str> = facts.iter().map(|facts| facts.name).collect();
        let listed: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        if names != listed {
            wrong.push(format!("{game} has the options {names:?}; its proto has {listed:?}"));
        }
        for ((facts, field), spec) in facts.iter().zip(&fields).zip(&specs) {
            let Field { name, of, comment } = field;
            let is_enum = matches!(spec.field.kind, Kind::Pick { .. }) && of.starts_with(char::is_uppercase);
            let lacks = if is_enum {
                let words = words(&proto, of).unwrap_or_else(|| format!("no enum {of}"));
                (words != facts.valid).then(|| format!("the proto has {words}, the option {}", facts.valid))
            } else {
                let comments = comment.clone() + &comments_of(&proto, of);
                numbers_that_lack(facts, &comments).map(|number| format!("the comments lack {number}: {comments}"))
            };
            wrong.extend(lacks.map(|lacks| format!("{game} {name}: {lacks}")));
        }
    }
    assert_none("comments of options", &wrong);
}

/// The table has a row for each option, with the reason and the sentence of every refusal. Its default and its valid
/// values have the numbers of the option and no others.
#[test]
fn the_specifications_describe_the_options() {
    let mut wrong = Vec::new();
    for game in GameId::ALL.iter().copied() {
        let of_game = game.game().facts();
        let (facts, rows) = ((of_game.options)(), rows_of_options(of_game.rules));
        let names: Vec<&str> = facts.iter().map(|facts| facts.name).collect();
        let listed: Vec<&str> = rows.iter().map(|(name, _)| *name).collect();
        if names != listed {
            wrong.push(format!(
                "{game} has the options {names:?}; its specification has {listed:?}"
            ));
        }
        for (facts, (name, cells)) in facts.iter().zip(&rows) {
            let lacks = numbers_that_lack(facts, cells);
            wrong.extend(lacks.map(|number| format!("{game} {name}: the row lacks {number}: {cells}")));
            let known = format!("{} {}", facts.valid, facts.default);
            let surplus = lacking(cells, &known);
            wrong.extend(surplus.map(|number| format!("{game} {name}: the option has no {number}: {cells}")));
        }
        for refused in game.testkit().refused_setups() {
            let refused = game.game().configure(refused.seats, &refused.config);
            let refusal = refused.expect_err("an invalid option");
            if !is_specified(of_game.rules, refusal.code, &refusal.sentence) {
                let (code, sentence) = (refusal.code, refusal.sentence);
                wrong.push(format!("{game}: the specification lacks `{code}`: \"{sentence}\""));
            }
        }
    }
    assert_none("options of the specifications", &wrong);
}

/// The remedy of a refusal for its range has the numbers of this range. The remedy for an option of another shape has only
/// numbers of the options that are refused with this reason.
#[test]
fn the_remedies_have_the_ranges_of_the_options() {
    let mut wrong = Vec::new();
    for game in GameId::ALL.iter().copied() {
        let (specs, facts) = (game.game().options(), (game.game().facts().options)());
        let reasons = game.game().reasons();
        let remedy = |code: &str| {
            let reason = reasons.iter().find(|reason| reason.code == code);
            reason.expect("a reason of the game").remedy
        };
        let mut numbers_of = BTreeMap::<&str, String>::new();
        let mut of_other_shape = BTreeSet::new();
        for refused in game.testkit().refused_setups() {
            let refusal = game.game().configure(refused.seats, &refused.config);
            let refusal = refusal.expect_err("an invalid option");
            // Without the index of the entry.
            let option = refused.option.as_deref().and_then(|option| option.split('[').next());
            let kind = specs.iter().find(|spec| Some(spec.field.id.as_ref()) == option);
            let numbers = facts.iter().find(|facts| facts.name == option.unwrap_or("seats"));
            let numbers = numbers.expect("an option of the game");
            *numbers_of.entry(refusal.code).or_default() += &format!(" {} {}", numbers.valid, numbers.default);
            let range = match kind.map(|spec| &spec.field.kind) {
                Some(Kind::Number { min, max, .. }) => format!("{min} to {max}"),
                Some(Kind::Text { max }) => max.to_string(),
                None => numbers.valid.to_string(),
                Some(_) => {
                    of_other_shape.insert(refusal.code);
                    continue;
                }
            };
            // A sentence without the range is of a check of several options together.
            let of_range = option.is_none() || lacking(&range, &refusal.sentence).is_none();
            let remedy = remedy(refusal.code);
            if let Some(number) = lacking(&range, remedy).filter(|_| of_range) {
                wrong.push(format!(
                    "{game} {}: the remedy of {} lacks {number}: {remedy}",
                    option.unwrap_or("seats"),
                    refusal.code
                ));
            }
        }
        for code in of_other_shape {
            if let Some(number) = lacking(remedy(code), &numbers_of[code]) {
                wrong.push(format!("{game}: no option of {code} has the {number} of its remedy"));
            }
        }
    }
    wrong.dedup();
    assert_none("remedies without the range of the option", &wrong);
}

/// The names of the table of options, with the cells of default and valid values. Rows without a name continue the one
/// before.
fn rows_of_options(rules: &str) -> Vec<(&str, String)> {
    let (_, section) = rules.split_once("\n## 4. ").expect("the options");
    let (section, _) = section.split_once("\n## 5. ").expect("the end of the options");
    let mut rows = Vec::<(&str, String)>::new();
    for line in section.lines().filter(|line| line.starts_with('|')).skip(2) {
        if let Some((name, _)) = line.strip_prefix("| `").and_then(|line| line.split_once('`')) {
            rows.push((name, String::new()));
        }
        let (_, cells) = rows.last_mut().expect("a name");
        cells.extend(line.split('|').skip(3).take(2));
    }
    rows
}

/// The first number of the option in words that its comment does not contain.
fn numbers_that_lack<'a>(facts: &'a OptionFacts, comment: &str) -> Option<&'a str> {
    lacking(&facts.valid, comment).or_else(|| lacking(&facts.default, comment))
}

/// The first number of `text` that `other` does not contain.
fn lacking<'a>(text: &'a str, other: &str) -> Option<&'a str> {
    numbers(text).find(|number| !numbers(other).any(|there| there == *number))
}

/// The numbers of a text, without those of rule IDs such as `JB-R63` and of words such as `ROUND3`.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    let is_id = |word: &str| word.starts_with(|first: char| first.is_ascii_uppercase()) && word.contains('-');
    words
        .filter(move |word| {
            !is_id(word)
                && word
                    .trim_start_matches('-')
                    .starts_with(|first: char| first.is_ascii_digit())
        })
        .flat_map(|word| word.split(|letter: char| !letter.is_ascii_digit()))
        .filter(|number| !number.is_empty())
}

/// The comments in the messages of a type of the proto; empty for another type.
fn comments_of(proto: &str, of: &str) -> String {
    let (mut names, mut comments) = (vec![of.trim_start_matches("repeated ")], String::new());
    while let Some(name) = names.pop() {
        let message = proto.split_once(&format!("\nmessage {name} {{\n"));
        let Some((message, _)) = message.and_then(|(_, message)| message.split_once("\n}")) else {
            continue;
        };
        for line in message.lines().map(str::trim) {
            match line.strip_prefix("//") {
                Some(comment) => comments += comment,
                None => names.extend(line.split(' ').filter(|word| word.starts_with(char::is_uppercase))),
            }
        }
    }
    comments
}

/// The values of an enum of the proto, without the first one; `None` if it has no such enum.
fn words(proto: &str, of: &str) -> Option<String> {
    let (_, values) = proto.split_once(&format!("\nenum {of} {{\n"))?;
    let (values, _) = values.split_once("\n}")?;
    let names = values.lines().filter_map(|line| line.trim().split_once(" = "));
    let names: Vec<&str> = names.skip(1).map(|(name, _)| name).collect();
    Some(names.join(", "))
}

/// The fields of `Config`, in their order.
fn fields_of_config(proto: &str) -> Vec<Field> {
    let (_, config) = proto.split_once("\nmessage Config {\n").expect("the options");
    let (config, _) = config.split_once("\n}").expect("the end of the options");
    let (mut fields, mut comment) = (Vec::<Field>::new(), String::new());
    for line in config.lines().map(str::trim) {
        match line.strip_prefix("// ") {
            Some(text) => comment = comment + " " + text,
            None => {
                let (declared, _) = line.split_once(" = ").expect("a field");
                let (of, name) = declared.rsplit_once(' ').expect("a type and a name");
                fields.push(Field {
                    name: name.to_owned(),
                    of: of.to_owned(),
                    comment: std::mem::take(&mut comment),
                });
            }
        }
    }
    fields
}
