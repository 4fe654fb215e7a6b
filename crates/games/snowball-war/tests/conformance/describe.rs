//! Views in a notation for rules experts.

use tinsel_engine::{BySeat, SeatIndex};
use tinsel_snowball_war::{Card, Condition, DiceSet, Die, Ending, Opening, Symbol, View};

use crate::lines::number;

/// One line for each fact that can change; absent facts have no line.
pub(crate) fn view(view: &View) -> String {
    let mut text = vec![format!("phase: {:?}, turn {}", view.phase, view.turn)];
    let seats = |seats: tinsel_engine::SeatSet| joined(seats.iter().map(|seat| seat.get().to_string()), " ");
    text.push(format!(
        "awaited: {}; committed: {}",
        seats(view.awaited),
        seats(view.committed)
    ));
    text.extend(view.active.map(|seat| format!("active: {seat}")));
    for (character, told) in view.characters.iter() {
        let Some(owner) = told.owner else { continue };
        let place = match told.condition {
            None => String::new(),
            Some(Condition::InPlay(at)) => format!(" at {at}"),
            Some(Condition::RunAway) => " has run away".to_owned(),
            Some(Condition::Returning) => " is to come back".to_owned(),
        };
        let dice = told.dice.map(number);
        let [first, second] = dice;
        let tokens = told.tokens;
        text.push(format!(
            "{character}: of {owner}{place}, tokens {tokens}, dice [{first},{second}]"
        ));
    }
    for (seat, snowman) in view.snowmen.enumerate() {
        text.extend(
            snowman
                .at
                .map(|at| format!("snowman of {seat}: {at}, tokens {}", snowman.tokens)),
        );
    }
    for (seat, pool) in view.pools.enumerate().filter(|(_, pool)| !pool.values.is_empty()) {
        text.push(format!("pool of {seat}: {}", shown(&pool.values)));
    }
    for (seat, pool) in view.pools.enumerate() {
        text.extend(
            pool.rerolled
                .map(|dice| format!("re-rolled by {seat}: dice {}", indices(dice))),
        );
    }
    text.extend(
        view.opening
            .as_ref()
            .map(|opening| format!("opening: {}", started(opening))),
    );
    text.extend(
        view.hit
            .map(|hit| format!("hit: {} of {} by {} on {}", hit.hit, hit.hits, hit.attacker, hit.target)),
    );
    text.extend(
        view.second
            .map(|(character, kind)| format!("second: {character} {}", symbol(kind))),
    );
    if let Some(own) = &view.own {
        text.extend(own.reroll.map(|dice| format!("own re-roll: dice {}", indices(dice))));
        text.extend(
            own.allocation
                .as_ref()
                .map(|cards| format!("own allocation: {}", allocation(cards))),
        );
    }
    text.extend(view.ending.as_ref().map(|told| format!("ending: {}", ending(told))));
    text.join("\n")
}

fn shown(values: &[Die]) -> String {
    if values.is_empty() {
        "none".to_owned()
    } else {
        joined(values.iter().map(Die::to_string), " ")
    }
}

fn indices(dice: DiceSet) -> String {
    let dice: Vec<String> = dice.iter().map(|index| index.to_string()).collect();
    if dice.is_empty() {
        "none".to_owned()
    } else {
        dice.join(" ")
    }
}

fn allocation(cards: &[Card]) -> String {
    joined(
        cards
            .iter()
            .map(|card| format!("{} dice {:?}", card.character, card.dice)),
        ", ",
    )
}

fn started(opening: &Opening) -> String {
    let sums: Vec<String> = opening.sums.iter().map(u8::to_string).collect();
    format!(
        "{} starts turn {}, sums {}",
        opening.starter,
        opening.turn,
        sums.join(" and ")
    )
}

fn ending(told: &Ending) -> String {
    let winner = told
        .winner
        .map_or_else(|| "nobody".to_owned(), |seat: SeatIndex| seat.to_string());
    let tokens: &BySeat<u8> = &told.tokens;
    let tokens: Vec<String> = tokens.iter().map(u8::to_string).collect();
    format!("{}, {winner} wins, tokens {}", told.reason.id(), tokens.join(" and "))
}

const fn symbol(kind: Symbol) -> &'static str {
    match kind {
        Symbol::Throw => "throws again",
        Symbol::Move => "moves again",
    }
}

fn joined(words: impl IntoIterator<Item = String>, by: &str) -> String {
    words.into_iter().collect::<Vec<_>>().join(by)
}
