//! The law about the fields of options.

use std::ops::Range;

use tinsel_engine::present::{FieldAnswer, Kind, Present, Reader, Value};

use crate::{
    ask::hold,
    play::{Verdict, caught},
    subject::Subject,
    walk::Failure,
};

/// Each option has a field. The game refuses the values next to its first and its last one, and names the option; it accepts
/// these two, unless another option forbids them. The defaults of the fields are the values of omitted options.
///
/// # Errors
///
/// The law is broken.
pub fn fields_of_options_are_exact<S: Subject<Game: Present>>(_seeds: Range<u64>) -> Result<(), Failure> {
    caught(exact::<S::Game>).map_err(|what| Failure::plain("fields_of_options_are_exact", what))
}

fn exact<G: Present>() -> Verdict {
    let seats = Some(u32::from(G::FACTS.seats_max));
    let configure = |values: &[FieldAnswer]| G::configure(seats, G::draft(Reader::new(values)));
    let specs = G::options();
    let names = (G::FACTS.options)().into_iter().map(|option| option.name);
    let ids = specs.iter().map(|spec| &*spec.field.id);
    hold!(
        names.filter(|name| *name != "seats").eq(ids),
        "the fields of the options are not the options"
    );
    let defaults = specs.iter().filter_map(|spec| {
        let default = spec.default.clone()?;
        Some(FieldAnswer::new(spec.field.id.clone(), default))
    });
    let defaults: Vec<FieldAnswer> = defaults.collect();
    hold!(
        configure(&defaults) == configure(&[]),
        "the defaults of the fields are not those of omitted options"
    );
    for spec in &specs {
        let id = &spec.field.id;
        let refusal = |value: Value| configure(&[FieldAnswer::new(id.clone(), value)]).err();
        let (inside, outside) = edges(&spec.field.kind);
        for outside in outside {
            let error = refusal(outside.clone());
            let Some(error) = error else {
                return Err(format!("{id} is {outside:?}, and this is accepted"));
            };
            let option = error.option.split('[').next();
            hold!(
                option == Some(&**id),
                "{id} is {outside:?}, and the refusal names {option:?}"
            );
            // Other options can forbid an edge, for another reason.
            let alike = inside
                .iter()
                .find(|inside| refusal((*inside).clone()) == Some(error.clone()));
            hold!(alike.is_none(), "{id} is {alike:?}, which is refused: {error}");
        }
    }
    Ok(())
}

/// The outermost values of a field, and the next ones.
pub(crate) fn edges(kind: &Kind) -> (Vec<Value>, Vec<Value>) {
    let text = |length: u32| Value::Text("ø".repeat(usize::try_from(length).unwrap_or_default()));
    match kind {
        Kind::Number { min, max, .. } => (
            [min, max].map(|edge| Value::Number(*edge)).to_vec(),
            [min.saturating_sub(1), max.saturating_add(1)]
                .map(Value::Number)
                .to_vec(),
        ),
        Kind::Text { max } => (vec![text(*max)], vec![text(max.saturating_add(1))]),
        Kind::Pick { options, .. } => (
            options
                .iter()
                .map(|option| Value::Picks(vec![option.id.clone()]))
                .collect(),
            vec![Value::Picks(vec!["another".into()])],
        ),
        Kind::Amounts { .. }
        | Kind::Assign { .. }
        | Kind::Flag
        | Kind::Place { .. }
        | Kind::Branch { .. }
        | Kind::Typed => (Vec::new(), Vec::new()),
    }
}
