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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_numbers() {
        assert_eq!(plain("(SeatIndex(3), SeatSet(5))"), "(seat 3, seats 0 2)");
        assert_eq!(plain("SeatSet(0)"), "no seat");
    }
}
