//! Events, each in a line with all its fields. The sentences for players omit some of them.

use tinsel_engine::{Addressed, Audience, Events};
use tinsel_snowball_war::{Action, Character, Choice, Die, Event, Obstacle, Piece, Point, Spot};

/// Each event in a line, with ` -> 0` at the end if only that seat receives it.
pub(crate) fn lines(events: &Events<Event>) -> Vec<String> {
    let one = |Addressed { to, event }: &Addressed<Event>| match to {
        Audience::Everyone => line(event),
        Audience::Only(seats) => {
            let seats: Vec<String> = seats.iter().map(|seat| seat.get().to_string()).collect();
            format!("{} -> {}", line(event), seats.join(" "))
        }
    };
    events.iter().map(one).collect()
}

fn shown(piece: Piece) -> String {
    match piece {
        Piece::Character(character) => character.to_string(),
        Piece::Snowman(seat) => format!("SNOWMAN_{}", seat.get()),
    }
}

fn spots(placed: &[(Character, Point)]) -> String {
    let each = placed.iter().map(|(character, at)| format!("{character} {at}"));
    each.collect::<Vec<_>>().join(", ")
}

fn values(dice: &[Die]) -> String {
    dice.iter().map(Die::to_string).collect::<Vec<_>>().join(" ")
}

fn listed<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(" ")
}

fn obstacle(obstacle: &Obstacle) -> String {
    match obstacle {
        Obstacle::Circle { centre, radius } => format!("({},{},{radius})", centre.x, centre.y),
        Obstacle::Rectangle { low, high } => format!("({},{},{},{})", low.x, low.y, high.x, high.y),
    }
}

/// An event with all its fields.
#[allow(clippy::too_many_lines, reason = "one arm for each event")]
pub(crate) fn line(event: &Event) -> String {
    match event {
        Event::MatchCreated {
            first_picker,
            obstacles,
        } => format!(
            "created {}: {}",
            first_picker.get(),
            listed(obstacles.iter().map(obstacle))
        ),
        Event::CharacterPicked {
            seat,
            character,
            automatic,
        } => format!(
            "picked {} {character}{}",
            seat.get(),
            if *automatic { ", last" } else { "" }
        ),
        Event::TeamDeployed {
            seat,
            snowman,
            characters,
        } => format!("deployed {} {snowman}: {}", seat.get(), spots(characters)),
        Event::TurnStarted { turn } => format!("turn {turn}"),
        Event::DiceRolled { seat, values: rolled } => format!("rolled {}: {}", seat.get(), values(rolled)),
        Event::RerollCommitted { seat } => format!("re-roll in {}", seat.get()),
        Event::RerollChoice { seat, dice } => format!("chose {}: {}", seat.get(), listed(dice.iter()))
            .trim_end()
            .to_owned(),
        Event::DiceRerolled {
            seat,
            dice,
            values: new,
        } => format!("re-rolled {}: {} = {}", seat.get(), listed(dice.iter()), values(new))
            .trim_end()
            .to_owned(),
        Event::AllocationCommitted { seat } => format!("allocation in {}", seat.get()),
        Event::AllocationChoice { seat, cards } => {
            let cards = cards.iter().map(|card| format!("{} {:?}", card.character, card.dice));
            format!("chose {}: {}", seat.get(), listed(cards))
        }
        Event::DiceAllocated { seat, cards } => {
            let cards = cards
                .iter()
                .map(|card| format!("{} {:?}", card.character, card.dice.map(Die::get)));
            format!("dealt {}: {}", seat.get(), listed(cards))
        }
        Event::ActionPhaseStarted { opening, tie } => format!(
            "turn {} started by {}: {}{}",
            opening.turn,
            opening.starter.get(),
            listed(opening.sums.iter()),
            if *tie { ", tie" } else { "" }
        ),
        Event::ActionDue { seat } => format!("due {}", seat.get()),
        Event::DieSpent {
            seat,
            character,
            die,
            value,
            as_value,
            spent_for,
        } => {
            let as_value = if as_value == value {
                String::new()
            } else {
                format!(" as {as_value}")
            };
            let (seat, slot) = (seat.get(), die.number());
            format!(
                "{seat} spends {character} {slot}: {value}{as_value} for {}",
                spent_for.id()
            )
        }
        Event::SnowballThrown {
            character,
            target,
            hits,
            second,
        } => format!(
            "{character} throws at {}, {hits}{}",
            shown(*target),
            if *second { ", second" } else { "" }
        ),
        Event::SnowmanRushed {
            character,
            target,
            hits,
        } => format!("{character} rushes {}, {hits}", shown(*target)),
        Event::HitPending {
            target,
            defender,
            hit,
            hits,
        } => format!("hit {hit} of {hits} on {}, {} decides", shown(*target), defender.get()),
        Event::HitDodged { character } => format!("{character} dodges"),
        Event::HitIntercepted { target, by } => format!("{by} takes it for {}", shown(*target)),
        Event::TokenAdded { piece: hit, tokens } => format!("{} + = {tokens}", shown(*hit)),
        Event::CharacterRanAway { character, dice } => format!("{character} runs away, lost: {}", values(dice))
            .trim_end()
            .to_owned(),
        Event::HitsLost { target, count } => format!("lost on {}: {count}", shown(*target)),
        Event::CharacterMoved {
            character,
            from,
            to,
            second,
        } => format!(
            "{character} from {from} to {to}{}",
            if *second { ", second" } else { "" }
        ),
        Event::PlacesSwapped {
            character,
            team_mate,
            character_at,
            team_mate_at,
        } => format!("{character} now {character_at}, {team_mate} now {team_mate_at}"),
        Event::DiceForced { by, target, dice } => {
            let dice = dice
                .iter()
                .map(|die| format!("{}: {} > {}", die.slot.number(), die.old, die.new));
            format!("{by} forces {target}, {}", dice.collect::<Vec<_>>().join(", "))
        }
        Event::SecondDue { seat, character, kind } => {
            let kind = format!("{kind:?}").to_uppercase();
            format!("second {kind} of {character}, {} decides", seat.get())
        }
        Event::SecondSkipped { character, automatic } => {
            format!("{character} skips{}", if *automatic { ", no target" } else { "" })
        }
        Event::TokenRemoved { character, tokens } => format!("{character} - = {tokens}"),
        Event::ReturnDue { seat, characters } => format!("back {}: {}", seat.get(), listed(characters)),
        Event::CharacterReturned { character, at } => format!("{character} back at {at}"),
        Event::MatchEnded(ending) => format!(
            "{}, won by {}: {}",
            ending.reason.id(),
            ending.winner.map_or("nobody".to_owned(), |seat| seat.get().to_string()),
            listed(ending.tokens.iter())
        ),
    }
}
