//! Reads what a player types into a field.

use tinsel_proto::v1::{
    Amount, Amounts, AmountsField, AssignField, AssignedOption, Assignment, FieldPoint, NumberField, PickField,
    PickOption, Picks, PlaceField, field_answer::Value, form_field::Kind,
};

/// The value of a line, for a field of this kind. Branches are chosen by [`one_of`].
///
/// # Errors
///
/// The line is no value of the field: the sentence says what to type.
pub(super) fn value(kind: &Kind, line: &str) -> Result<Value, String> {
    match kind {
        Kind::Pick(field) => picks(field, line).map(Value::Picks),
        Kind::Number(field) => number(field, line).map(Value::Number),
        Kind::Amounts(field) => amounts(field, line).map(Value::Amounts),
        Kind::Flag(_) => flag(line).map(Value::Flag),
        Kind::Assign(field) => assignment(field, line).map(Value::Assignment),
        Kind::Place(field) => point(field, line).map(Value::Point),
        Kind::Text(field) if line.len() > usize::try_from(field.max_bytes).unwrap_or(usize::MAX) => {
            Err(format!("type at most {} bytes", field.max_bytes))
        }
        Kind::Text(_) => Ok(Value::Text(line.to_owned())),
        Kind::Branch(_) | Kind::Typed(_) => Err("this field cannot be typed".to_owned()),
    }
}

/// Some help for the input of a kind.
pub(super) fn example(kind: &Kind) -> String {
    match kind {
        Kind::Pick(PickField { min: 1, max: 1, .. }) | Kind::Branch(_) => "a number of the list".to_owned(),
        Kind::Pick(PickField { min: 0, max: 1, .. }) => "a number of the list, or none".to_owned(),
        Kind::Pick(PickField { min, max, .. }) => {
            let more: String = (2..=(*min).max(2)).map(|number| format!(" {number}")).collect();
            let numbers = format!("numbers of the list, such as 1{more}");
            match min {
                min if min == max => format!("{min} {numbers}"),
                0 => format!("up to {max} {numbers}, or none"),
                min => format!("{min} to {max} {numbers}"),
            }
        }
        Kind::Number(NumberField { min, max, unit, .. }) => format!("{min} to {max} {unit}").trim_end().to_owned(),
        Kind::Amounts(AmountsField { unit, .. }) => {
            format!("pairs of number=amount, such as 1=5 3=2 (in {unit}), or none")
        }
        Kind::Flag(_) => "y or n".to_owned(),
        Kind::Assign(AssignField { slots, .. }) => {
            format!("{} numbers of the options, one for each in this order", slots.len())
        }
        Kind::Place(PlaceField { unit, .. }) => format!("x,y in {unit}, or the number of a suggestion"),
        Kind::Text(_) => "a text".to_owned(),
        Kind::Typed(_) => String::new(),
    }
}

/// The thing that a word chooses: by its number from 1, or by its ID.
pub(super) fn one_of<'a, T>(things: &'a [T], id: impl Fn(&T) -> &str, word: &str) -> Result<&'a T, String> {
    let typed = word
        .parse::<usize>()
        .ok()
        .and_then(|number| things.get(number.checked_sub(1)?));
    let named = || things.iter().find(|thing| id(thing).eq_ignore_ascii_case(word));
    let count = things.len();
    typed
        .or_else(named)
        .ok_or_else(|| format!("type a number from 1 to {count}, not {word:?}"))
}

/// The options that can be picked.
pub(super) fn open(options: &[PickOption]) -> Vec<&PickOption> {
    options.iter().filter(|option| option.refused.is_none()).collect()
}

fn option_ids(options: &[PickOption], line: &str) -> Result<Vec<String>, String> {
    let open = open(options);
    let id = |word: &str| one_of(&open, |option| &option.option_id, word).map(|option| option.option_id.clone());
    words(line).map(id).collect()
}

/// The words of a line; none for an empty line and for `none`.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let line = if line.eq_ignore_ascii_case("none") { "" } else { line };
    line.split([' ', ',']).filter(|word| !word.is_empty())
}

fn picks(field: &PickField, line: &str) -> Result<Picks, String> {
    let options = option_ids(&field.options, line)?;
    if { options.iter().enumerate() }.any(|(index, id)| options.iter().take(index).any(|earlier| earlier == id)) {
        return Err("type each number once".to_owned());
    }
    let count = u32::try_from(options.len()).unwrap_or(u32::MAX);
    if (field.min..=field.max).contains(&count) {
        return Ok(Picks { options });
    }
    if (field.min, field.max) == (1, 1) {
        return Err(format!("type a number from 1 to {}", open(&field.options).len()));
    }
    let example = example(&Kind::Pick(field.clone()));
    Err(format!("type {example}"))
}

fn number(field: &NumberField, line: &str) -> Result<i64, String> {
    let number = line.trim().parse::<i64>().ok();
    let is_step = |number: i64| number.checked_rem(field.step).is_none_or(|rest| rest == 0);
    let number = number.filter(|number| (field.min..=field.max).contains(number) && is_step(*number));
    number.ok_or_else(|| {
        let steps = if field.step > 1 {
            format!(" in steps of {}", field.step)
        } else {
            String::new()
        };
        format!("type a number from {} to {}{steps}", field.min, field.max)
    })
}

fn amounts(field: &AmountsField, line: &str) -> Result<Amounts, String> {
    let one = |word: &str| {
        let pair = word.split_once('=');
        let (which, amount) = pair.ok_or_else(|| format!("type pairs such as 1=5, not {word:?}"))?;
        let slot = one_of(&field.slots, |slot| &slot.slot_id, which)?;
        let number = amount.parse().map_err(|_| format!("{amount:?} is no number"))?;
        if !(slot.min..=slot.max).contains(&number) {
            return Err(format!("type {} to {} after {which}=", slot.min, slot.max));
        }
        let slot = slot.slot_id.clone();
        Ok::<_, String>(Amount { slot, number })
    };
    let amounts = words(line).map(one).collect::<Result<_, _>>()?;
    Ok(Amounts { amounts })
}

fn flag(line: &str) -> Result<bool, String> {
    match line.trim().to_lowercase().as_str() {
        "y" | "yes" => Ok(true),
        "n" | "no" => Ok(false),
        other => Err(format!("type y or n, not {other:?}")),
    }
}

fn assignment(field: &AssignField, line: &str) -> Result<Assignment, String> {
    let options = option_ids(&field.options, line)?;
    if options.len() != field.slots.len() {
        return Err(format!("type {}", example(&Kind::Assign(field.clone()))));
    }
    let pairs = field.slots.iter().zip(options);
    Ok(Assignment {
        slots: pairs
            .map(|(slot, option)| AssignedOption {
                slot: slot.slot_id.clone(),
                option,
            })
            .collect(),
    })
}

fn point(field: &PlaceField, line: &str) -> Result<FieldPoint, String> {
    let numbers: Result<Vec<i32>, _> = words(line).map(str::parse).collect();
    match numbers.unwrap_or_default().as_slice() {
        [x, y] => Ok(FieldPoint { x: *x, y: *y }),
        [number] => {
            let index = usize::try_from(*number).ok().and_then(|number| number.checked_sub(1));
            let suggested = index.and_then(|index| field.suggestions.get(index)).copied();
            suggested.ok_or_else(|| {
                format!(
                    "type x,y or the number of a suggestion, 1 to {}",
                    field.suggestions.len()
                )
            })
        }
        _ => Err(format!("type x,y in {}, such as 150,200", field.unit)),
    }
}
