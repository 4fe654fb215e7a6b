//! Readable `Debug` output.

/// `SeatIndex(3)` becomes `seat 3`, `SeatSet(5)` becomes `seats 0 2`, and `Some(x)` stays unchanged.
pub(crate) fn plain(debug: &str) -> String {
    let seats = replaced(debug, "SeatIndex(", |seat| format!("seat {seat}"));
    replaced(&seats, "SeatSet(", |bits| {
        let bits: u32 = bits.parse().unwrap_or(0);
        let seats = (0..u32::BITS).filter(|seat| bits & (1 << seat) != 0);
        let list: String = seats.map(|seat| format!(" {seat}")).collect();
        if list.is_empty() {
            "no seat".to_owned()
        } else {
            format!("seats{list}")
        }
    })
}

/// Replaces each `name…)` with the result of `show` for the `…`.
fn replaced(text: &str, name: &str, show: impl Fn(&str) -> String) -> String {
    let mut parts = text.split(name);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inside, after) = part.split_once(')').unwrap_or((part, ""));
        shown.push_str(&show(inside));
        shown.push_str(after);
    }
    shown
}

/// One line for each field of a struct, and for each seat of a long `BySeat`; anything else is one line.
pub(crate) fn fields(debug: &str) -> String {
    let text = plain(debug);
    let (Some((_, body)), true) = (text.split_once(" { "), text.ends_with(" }")) else {
        return text;
    };
    let fields = items(body.strip_suffix(" }").unwrap_or(body));
    fields
        .iter()
        .flat_map(|field| by_seat(field))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Maximum length of a line before it is split by seat.
const LINE_MAX: usize = 80;

fn by_seat(field: &str) -> Vec<String> {
    let list = field.split_once(": BySeat([").filter(|_| field.len() > LINE_MAX);
    let Some((name, seats)) = list.and_then(|(name, rest)| Some((name, rest.strip_suffix("])")?))) else {
        return vec![field.to_owned()];
    };
    items(seats)
        .iter()
        .zip(0..)
        .map(|(value, seat)| format!("{name}[{seat}]: {value}"))
        .collect()
}

/// The parts of a list, separated by commas that are in no bracket and no quotation.
fn items(body: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let (mut depth, mut quoted, mut previous) = (0_u32, false, ' ');
    for letter in body.chars() {
        match letter {
            '"' if previous != '\\' => quoted = !quoted,
            '{' | '[' | '(' if !quoted => depth += 1,
            '}' | ']' | ')' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        previous = letter;
        match (letter, depth, quoted, items.last_mut()) {
            (',', 0, false, _) | (_, _, _, None) => items.push(String::new()),
            (' ', _, _, Some(item)) if item.is_empty() => {}
            (_, _, _, Some(item)) => item.push(letter),
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_struct_has_a_line_for_each_field() {
        let debug = r#"View { seat: SeatIndex(1), bids: [Some(2), None], text: "a, {b", owing: SeatSet(5) }"#;
        assert_eq!(
            fields(debug),
            "seat: seat 1\nbids: [Some(2), None]\ntext: \"a, {b\"\nowing: seats 0 2"
        );
        assert_eq!(fields("Open(3, 4)"), "Open(3, 4)");
        assert_eq!(plain("SeatSet(0)"), "no seat");
    }

    #[test]
    fn a_long_list_by_seat_has_a_line_for_each_seat() {
        assert_eq!(fields("View { points: BySeat([1, 2]) }"), "points: BySeat([1, 2])");
        let hand = format!("Hand {{ cards: [1, 2], name: {:?} }}", "x".repeat(40));
        let debug = format!("View {{ hands: BySeat([{hand}, {hand}]), round: 1 }}");
        assert_eq!(fields(&debug), format!("hands[0]: {hand}\nhands[1]: {hand}\nround: 1"));
    }
}
