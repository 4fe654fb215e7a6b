//! Answers with one fault.

use tinsel_engine::present::{Branch, FieldAnswer, Fields, FormField, Id, Kind, Point, Value};

/// Answers that differ from a right one in one value. Some of them are right, too.
pub(crate) fn answers(fields: &Fields, right: &[FieldAnswer]) -> Vec<Vec<FieldAnswer>> {
    let mut answers = vec![
        [right, &[FieldAnswer::new("nowhere", Value::Number(1))]].concat(),
        right.get(1..).unwrap_or_default().to_vec(),
    ];
    answers.extend(right.first().map(|first| [right, std::slice::from_ref(first)].concat()));
    for (index, given) in right.iter().enumerate() {
        let Some(field) = fields.fields.iter().find(|field| field.id == given.field) else {
            continue;
        };
        let (before, after) = (right.get(..index), right.get(index + 1..));
        answers.extend(wrong(field, &given.value).into_iter().map(|value| {
            let changed = [FieldAnswer::new(given.field.clone(), value)];
            [before.unwrap_or_default(), &changed, after.unwrap_or_default()].concat()
        }));
    }
    answers
}

fn wrong(field: &FormField, right: &Value) -> Vec<Value> {
    let other = if matches!(right, Value::Flag(_)) {
        Value::Number(0)
    } else {
        Value::Flag(true)
    };
    let mut values = match (&field.kind, right) {
        (Kind::Pick { options, max, .. }, Value::Picks(picks)) => {
            let refused = options.iter().find(|option| option.refused.is_some());
            let all = options.iter().map(|option| option.id.clone()).take(*max as usize + 1);
            vec![
                Value::Picks(vec!["nothing".into()]),
                Value::Picks(Vec::new()),
                Value::Picks(all.collect()),
                Value::Picks([&picks[..], picks].concat()),
                Value::Picks(refused.map(|option| option.id.clone()).into_iter().collect()),
            ]
        }
        (Kind::Number { min, max, step, .. }, _) => [*max + *step, *min - *step, *min + 1, i64::MIN, i64::MAX]
            .map(Value::Number)
            .to_vec(),
        (Kind::Amounts { slots, step, .. }, Value::Amounts(amounts)) => {
            let changed = |slot: &Id, amount: i64| {
                let others = amounts.iter().filter(|(id, _)| id != slot).cloned();
                Value::Amounts(others.chain([(slot.clone(), amount)]).collect())
            };
            let mut values = vec![changed(&"nowhere".into(), 1), Value::Amounts(Vec::new())];
            values.push(Value::Amounts([&amounts[..], amounts].concat()));
            for slot in slots.iter().take(2) {
                values.push(changed(&slot.id, slot.max + step));
                values.push(changed(&slot.id, slot.min - 1));
            }
            values.push(Value::Amounts(
                slots.iter().map(|slot| (slot.id.clone(), slot.max)).collect(),
            ));
            values
        }
        (Kind::Assign { slots, .. }, Value::Assignment(assigned)) => {
            let same = assigned.first().map_or("nothing".into(), |(_, option)| option.clone());
            vec![
                Value::Assignment(Vec::new()),
                Value::Assignment([&assigned[..], &[("nowhere".into(), same.clone())]].concat()),
                Value::Assignment([&assigned[..], assigned].concat()),
                Value::Assignment(slots.iter().map(|slot| (slot.id.clone(), same.clone())).collect()),
                Value::Assignment(slots.iter().map(|slot| (slot.id.clone(), "nothing".into())).collect()),
            ]
        }
        (Kind::Place { .. }, Value::Point(at)) => vec![
            Value::Point(Point::new(at.x + 1, at.y)),
            Value::Point(Point::new(at.x, at.y - 7)),
            Value::Point(Point::new(i32::MIN, i32::MAX)),
        ],
        (Kind::Text { max }, _) => ["ß", "x"]
            .map(|letter| Value::Text(letter.repeat(*max as usize)))
            .to_vec(),
        (Kind::Branch { branches }, Value::Branch { id, fields }) => of_branch(branches, id, fields),
        _ => Vec::new(),
    };
    values.push(other);
    values
}

fn of_branch(branches: &[Branch], chosen: &Id, right: &[FieldAnswer]) -> Vec<Value> {
    let branch = |id: Id, fields| Value::Branch { id, fields };
    let mut values = vec![branch("nowhere".into(), right.to_vec())];
    let refused = branches.iter().find(|branch| branch.refused.is_some());
    values.extend(refused.map(|refused| branch(refused.id.clone(), right.to_vec())));
    let known = branches.iter().find(|branch| branch.id == *chosen);
    let wrong = known.map(|known| answers(&known.fields, right)).unwrap_or_default();
    values.extend(wrong.into_iter().map(|fields| branch(chosen.clone(), fields)));
    values
}
