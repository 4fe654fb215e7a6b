//! Actions, events and views in a notation for rules experts.

use tinsel_engine::{SeatIndex, SeatSet};
use tinsel_secret_santa::{Action, Cards, Event, FinalGift, OwnView, Play, Standing, View, testkit::said};

use crate::support::{laid, line};

fn seats(seats: impl IntoIterator<Item = SeatIndex>) -> String {
    let numbers: Vec<String> = seats.into_iter().map(|seat| seat.get().to_string()).collect();
    if numbers.is_empty() {
        "nobody".to_owned()
    } else {
        numbers.join(" ")
    }
}

fn set(of: SeatSet) -> String {
    seats(of.iter())
}

pub(crate) fn action(action: &Action) -> String {
    format!("act(\"{}\")", said(action))
}

fn held(cards: &Cards) -> String {
    if cards.is_empty() {
        "–".to_owned()
    } else {
        cards.to_string()
    }
}

fn row<T: std::fmt::Display>(values: impl Iterator<Item = T>) -> String {
    values.map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

/// The notation of the tests of the rules, with the dealt cards.
pub(crate) fn event(event: &Event) -> String {
    if let Event::HandDealt { cards } = event {
        return format!("dealt {cards}");
    }
    line(event)
}

const fn standing(scope: Option<Standing>) -> &'static str {
    match scope {
        Some(Standing::Round) => "for the round",
        Some(Standing::Deal) => "for the deal",
        None => "none",
    }
}

pub(crate) fn view(view: &View) -> String {
    let one = |play: &Play| format!("{} {}", play.seat, laid(&play.laid));
    let plays: Vec<String> = view.plays.iter().map(one).collect();
    let used: Vec<String> = view
        .specials
        .iter()
        .map(|used| format!("{} {}", used.seat, used.special))
        .collect();
    let named = |words: &str, seat: Option<SeatIndex>| seat.map(|seat| format!("{words} {seat}"));
    let marks = [
        named("leader", view.leader),
        named("turn of", view.turn),
        view.turn_stands.then(|| "which stands".to_owned()),
        named("last gift by", view.last_gift),
        named("barred", view.barred),
        named("named", view.named),
        named("won by", view.winner),
    ];
    let marks: Vec<String> = marks.into_iter().flatten().collect();
    let mut lines = vec![
        format!(
            "deal {} round {} {:?}: awaited {}, eligible {}",
            view.deal,
            view.round,
            view.phase,
            set(view.awaited),
            set(view.eligible)
        ),
        format!("order    {}, {} dealt", seats(view.order.iter()), view.dealer),
        format!("marks    {}", marks.join(", ")),
        format!("table    {}; {}", plays.join(", "), used.join(", ")),
        format!(
            "passed   {}; played {}; misers {}",
            set(view.passed),
            set(view.played),
            set(view.misers)
        ),
        format!(
            "seats    {}",
            row(view.seats.iter().map(|seat| {
                let status = match seat.final_gift {
                    FinalGift::None => "",
                    FinalGift::Declared => "!",
                    FinalGift::Undeclared => "?",
                };
                let out = if seat.out { "out" } else { "" };
                format!("{}{status}{out}/{}", seat.hand_size, seat.total)
            }))
        ),
        format!("places   {}", seats(view.places.iter().copied())),
        format!("pile     {}; {} hidden", held(&view.discards), view.hidden_discards),
    ];
    lines.extend(view.own.as_ref().map(own));
    lines.join("\n")
}

fn own(own: &OwnView) -> String {
    let answer = own
        .answer
        .as_ref()
        .map_or_else(String::new, |answer| format!(", answered {}", action(answer)));
    let decline = own
        .standing
        .map_or_else(String::new, |_| format!(", declines {}", standing(own.standing)));
    format!("own      {}{answer}{decline}", held(&own.hand))
}
