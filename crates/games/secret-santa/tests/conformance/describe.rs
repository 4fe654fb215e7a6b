//! Actions, events and views as a rules expert writes them.

use tinsel_engine::{SeatIndex, SeatSet};
use tinsel_secret_santa::{
    Action, Cards, Event, FinalGift, Laid, OwnView, Placed, Play, Standing, View, testkit::said,
};

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

fn laid(laid: &Laid) -> String {
    match laid {
        Laid::Gifts { gift, gifts, elves: 0 } => format!("{gifts}×{gift}"),
        Laid::Gifts { gift, gifts, elves } => format!("{gifts}×{gift} and {elves} Elves"),
        Laid::Zeros(cards) => format!("zeros {cards}"),
    }
}

fn held(cards: &Cards) -> String {
    if cards.is_empty() {
        "–".to_owned()
    } else {
        cards.to_string()
    }
}

fn placed(placed: &[Placed]) -> String {
    let one = |placed: &Placed| format!("{} {}.", placed.seat, placed.place);
    let all: Vec<String> = placed.iter().map(one).collect();
    if all.is_empty() {
        "nobody placed".to_owned()
    } else {
        all.join(", ")
    }
}

fn row<T: std::fmt::Display>(values: impl Iterator<Item = T>) -> String {
    values.map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "two functions share the events, and the last one writes what is new as it is"
)]
pub(crate) fn event(event: &Event) -> String {
    match event {
        Event::DealStarted {
            deal,
            dealer,
            leader,
            hand_sizes,
        } => format!(
            "DealStarted          deal {deal}, {dealer} deals, {leader} leads, hands {}",
            row(hand_sizes.iter())
        ),
        Event::HandDealt { cards } => format!("HandDealt            {cards}"),
        Event::DecisionsOwed { phase, seats } => format!("DecisionsOwed        {phase:?}: {}", set(*seats)),
        Event::Answered { seat } => format!("Answered             {seat}"),
        Event::StandingDecline { scope } => format!("StandingDecline      {}", standing(*scope)),
        Event::FruitcakePlayed { seat, recipient } => format!("FruitcakePlayed      {seat} to {recipient}"),
        Event::FruitcakeGift { giver, recipient, gift } => {
            format!("FruitcakeGift        {giver} to {recipient}: {gift}")
        }
        Event::FruitcakeWindowClosed { played } => format!("FruitcakeWindowClosed{}", mark(*played, " played")),
        Event::RoundStarted { round, leader, barred } => {
            let barred = barred.map_or_else(String::new, |seat| format!(", {seat} barred"));
            format!("RoundStarted         round {round}, {leader} leads{barred}")
        }
        Event::PlayerOut { seat, place } => {
            let place = place.map_or_else(String::new, |place| format!(", place {place}"));
            format!("PlayerOut            {seat}{place}")
        }
        Event::RoundEnded {
            round,
            winner,
            placed: seats,
        } => format!("RoundEnded           round {round}, {winner} wins, {}", placed(seats)),
        Event::WindowClosed { phase } => format!("WindowClosed         {phase:?}"),
        Event::TableCleared => "TableCleared".to_owned(),
        Event::DealEnded {
            deal,
            places,
            points,
            totals,
        } => format!(
            "DealEnded            deal {deal}: {}; points {}; totals {}",
            seats(places.iter().copied()),
            row(points.iter()),
            row(totals.iter())
        ),
        Event::MatchEnded { ranking, totals } => format!(
            "MatchEnded           {}; totals {}",
            seats(ranking.iter().copied()),
            row(totals.iter())
        ),
        other => deed(other),
    }
}

/// What somebody did.
#[expect(
    clippy::wildcard_enum_match_arm,
    clippy::too_many_lines,
    reason = "one row for each event reads best in one place"
)]
fn deed(event: &Event) -> String {
    match event {
        Event::GiftsPlayed {
            seat,
            gift,
            gifts,
            elves,
            with_santa,
            cards_left,
            five_gold_rings,
        } => {
            let laid = laid(&Laid::Gifts {
                gift: *gift,
                gifts: *gifts,
                elves: *elves,
            });
            let (santa, song) = (
                mark(*with_santa, " with Santa"),
                mark(*five_gold_rings, ", five gold rings!"),
            );
            format!("GiftsPlayed          {seat}: {laid}{santa}, {cards_left} left{song}")
        }
        Event::ZerosPlayed {
            seat,
            cards,
            cards_left,
        } => {
            format!("ZerosPlayed          {seat}: {cards}, {cards_left} left")
        }
        Event::SantaPlayed { seat, cards_left } => format!("SantaPlayed          {seat}, {cards_left} left"),
        Event::FinalGiftDeclared { seat } => format!("FinalGiftDeclared    {seat}"),
        Event::FinalGiftForgotten { seat } => format!("FinalGiftForgotten   {seat}"),
        Event::Passed { seat, forced } => format!("Passed               {seat}{}", mark(*forced, " by force")),
        Event::TurnMissed { seat, round_over } => {
            format!("TurnMissed           {seat}{}", mark(*round_over, ", round over"))
        }
        Event::CarolPlayed {
            seat,
            other,
            order,
            cards_left,
        } => format!(
            "CarolPlayed          {seat} with {other}: {}, {cards_left} left",
            seats(order.iter())
        ),
        Event::MousePlayed {
            seat,
            winner,
            cards_left,
        } => format!("MousePlayed          {seat}, {winner} wins, {cards_left} left"),
        Event::GhostPlayed {
            seat,
            haunted,
            cards,
            cards_left,
        } => format!("GhostPlayed          {seat} on {haunted}: {cards}, {cards_left} left"),
        Event::AnswerNotUsed { special } => format!("AnswerNotUsed        {special}"),
        Event::TreePlayed {
            seat,
            deal_first,
            pool,
            receivers,
            hidden_discards,
            cards_left,
        } => format!(
            "TreePlayed           {seat}, {deal_first:?} first: {} to {}, {hidden_discards} hidden, {cards_left} left",
            held(pool),
            seats(receivers.iter().copied())
        ),
        Event::TreeGift { gift } => format!("TreeGift             {gift}"),
        Event::ScroogePlayed {
            seat,
            target,
            cards_left,
        } => format!("ScroogePlayed        {seat} on {target}, {cards_left} left"),
        other => format!("{other:?}"),
    }
}

fn mark(holds: bool, words: &str) -> &str {
    if holds { words } else { "" }
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
