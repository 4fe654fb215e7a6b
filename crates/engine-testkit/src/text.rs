//! `Debug` output, made readable.

/// `SeatIndex(3)` becomes `seat 3`.
pub(crate) fn plain(debug: &str) -> String {
    let mut text = String::new();
    let mut rest = debug;
    while let Some((before, after)) = rest.split_once("SeatIndex(") {
        text.push_str(before);
        let (seat, after) = after.split_once(')').unwrap_or((after, ""));
        text.push_str("seat ");
        text.push_str(seat);
        rest = after;
    }
    text.push_str(rest);
    text
}

/// One line for each field of a struct; anything else is one line.
pub(crate) fn fields(debug: &str) -> String {
    let text = plain(debug);
    let (Some((_, body)), true) = (text.split_once(" { "), text.ends_with(" }")) else {
        return text;
    };
    let body = body.strip_suffix(" }").unwrap_or(body);
    let mut lines = String::new();
    let (mut depth, mut quoted, mut previous) = (0_u32, false, ' ');
    for letter in body.chars() {
        match letter {
            '"' if previous != '\\' => quoted = !quoted,
            '{' | '[' | '(' if !quoted => depth += 1,
            '}' | ']' | ')' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        match (letter, depth, quoted) {
            (',', 0, false) => lines.push('\n'),
            (' ', 0, false) if lines.ends_with('\n') => {}
            _ => lines.push(letter),
        }
        previous = letter;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_struct_has_a_line_for_each_field() {
        let debug = r#"View { seat: SeatIndex(1), bids: [Some(2), None], text: "a, {b" }"#;
        assert_eq!(fields(debug), "seat: seat 1\nbids: [Some(2), None]\ntext: \"a, {b\"");
        assert_eq!(fields("Open(3, 4)"), "Open(3, 4)");
    }
}
