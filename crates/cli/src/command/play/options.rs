//! Asks for the options of a new match, by their specifications.

use tinsel_proto::v1::{FieldAnswer, OptionSpec, form_field::Kind};

use crate::{
    failure::Failure,
    out::Out,
    terminal::{Dialog, Painter},
};

/// The options that the player can type.
pub(super) fn asked(specs: &[OptionSpec]) -> impl Iterator<Item = &OptionSpec> {
    let field = |spec: &&OptionSpec| spec.field.clone().and_then(|field| field.kind);
    specs
        .iter()
        .filter(move |spec| !matches!(field(spec), Some(Kind::Typed(_)) | None))
}

/// The values of the options that the player changes; the others keep their defaults.
///
/// `lines` returns the next line of the player, or `None` at the end of the input: then the defaults are kept.
pub(super) fn ask(
    specs: &[OptionSpec],
    painter: &Painter,
    mut lines: impl FnMut() -> Option<String>,
    out: &mut Out,
) -> Result<Vec<FieldAnswer>, Failure> {
    let mut values = Vec::new();
    for spec in asked(specs) {
        let mut dialog = Dialog::of_option(spec);
        out.text(&dialog.question(painter))?;
        loop {
            out.prompt("> ")?;
            let Some(line) = lines() else { return Ok(values) };
            if let Some(about) = line.trim().strip_prefix('?') {
                out.text(&dialog.explain(about.trim(), painter))?;
                out.text(&dialog.question(painter))?;
                continue;
            }
            match dialog.enter(&line) {
                Ok(Some(answer)) => {
                    let changed = answer
                        .fields
                        .into_iter()
                        .filter(|value| spec.default_answer.as_ref() != Some(value));
                    values.extend(changed);
                    break;
                }
                Ok(None) => out.text(&dialog.question(painter))?,
                Err(wrong) => out.line(format_args!("Not understood: {wrong}."))?,
            }
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use tinsel_catalog::{GameId, presentation::Writer};
    use tinsel_proto::v1::{Game, field_answer::Value};

    use super::*;
    use crate::terminal::Style;

    #[test]
    fn options_that_the_player_does_not_change_are_omitted() {
        let game = GameId::SecretSanta.game();
        let writer = Writer::new(game.facts(), &|_| String::new());
        let specs: Vec<_> = game.options().iter().map(|option| writer.option(option)).collect();
        let painter = Painter::new(Style::PLAIN, Vec::new(), Game::default());
        let (mut out, written) = Out::captured();
        let ask = |typed: &[&str], out: &mut Out| {
            let mut typed = typed.iter().map(|line| (*line).to_owned());
            ask(&specs, &painter, || typed.next(), out).unwrap()
        };
        assert_eq!(ask(&[], &mut out), []);
        assert_eq!(ask(&[""; 20], &mut out), []);
        let values = ask(&["99", "1"], &mut out);
        assert_eq!(values.len(), 1, "{values:?}");
        assert_eq!(values[0].value, Some(Value::Number(1)));
        let seen = written.text();
        assert!(seen.contains("Not understood: type a number from 1 to "), "{seen}");
        assert!(seen.contains("Enter for "), "{seen}");
    }
}
