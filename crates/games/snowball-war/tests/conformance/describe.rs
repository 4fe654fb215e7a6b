//! Actions, events and views as a rules expert writes them.

use tinsel_engine::{BySeat, SeatIndex};
use tinsel_snowball_war::{
    Action, Card, Character, Choice, Condition, DealtCard, DiceSet, Die, Ending, Event, Obstacle, Opening, Piece, Spot,
    Symbol, View,
};

pub(crate) fn action(action: &Action) -> String {
    match action {
        Action::PickCharacter { character } => format!("pick({})", known(*character)),
        Action::Deploy { snowman, characters } => {
            let team = characters
                .iter()
                .map(|placed| format!("({}, {})", known(placed.character), spot(placed.at)));
            format!("deploy({}, &[{}])", spot(*snowman), joined(team, ", "))
        }
        Action::Reroll { dice } => format!("reroll(&{dice:?})"),
        Action::Allocate { cards } => {
            let cards = cards
                .iter()
                .map(|card| format!("({}, {:?})", known(card.character), card.dice));
            format!("allocate(&[{}])", joined(cards, ", "))
        }
        Action::Throw {
            character,
            die,
            as_value,
            target,
        } => {
            let with = with(*character, *die, *as_value);
            format!("throw{with}, {})", piece(*target))
        }
        Action::Move {
            character,
            die,
            as_value,
            to,
        } => {
            let with = with(*character, *die, *as_value);
            format!("walk{with}, {})", spot(*to))
        }
        Action::DiscardDie { character, die } => format!("discard({}, {})", known(*character), number(*die)),
        Action::DoubleThrow { target } => format!("double_throw({})", piece(*target)),
        Action::ForceReroll { die, target } => format!("force_reroll({}, {})", number(*die), piece(*target)),
        Action::SwapPlaces { die, team_mate } => format!("swap({}, {})", number(*die), known(*team_mate)),
        Action::RushSnowman { die } => format!("rush({})", number(*die)),
        Action::ThrowAgain { target } => format!("throw_again({})", piece(*target)),
        Action::MoveAgain { to } => format!("move_again({})", spot(*to)),
        Action::Skip => "skip()".to_owned(),
        Action::React { choice } => choice.map_or_else(|| "react(–)".to_owned(), reaction),
        Action::Return { characters } => {
            let places = characters
                .iter()
                .map(|arrival| format!("({}, {})", known(arrival.character), number(arrival.y)));
            format!("come_back(&[{}])", joined(places, ", "))
        }
    }
}

fn reaction(choice: Choice) -> String {
    match choice {
        Choice::Dodge { die, as_value: None } => format!("dodge({})", number(die)),
        Choice::Dodge { die, as_value } => format!("dodge_as({}, {})", number(die), number(as_value)),
        Choice::Intercept { die } => format!("intercept({})", number(die)),
        Choice::TakeHit => "take_hit()".to_owned(),
    }
}

fn with(character: Option<Character>, die: Option<u32>, as_value: Option<u32>) -> String {
    let (character, die) = (known(character), number(die));
    match as_value {
        None => format!("({character}, {die}"),
        Some(value) => format!("_as({character}, {die}, {value}"),
    }
}

fn number<T: ToString>(number: Option<T>) -> String {
    number.map_or_else(|| "–".to_owned(), |number| number.to_string())
}

fn known(character: Option<Character>) -> String {
    character.map_or_else(|| "–".to_owned(), |character| format!("Character::{character}"))
}

fn piece(piece: Option<Piece>) -> String {
    match piece {
        None => "–".to_owned(),
        Some(Piece::Character(character)) => known(Some(character)),
        Some(Piece::Snowman(seat)) => format!("Piece::Snowman(SeatIndex::new({}))", seat.get()),
    }
}

fn spot(spot: Option<Spot>) -> String {
    spot.map_or_else(
        || "–".to_owned(),
        |spot| format!("({}, {})", number(spot.x), number(spot.y)),
    )
}

pub(crate) fn event(event: &Event) -> String {
    match event {
        Event::MatchCreated {
            first_picker,
            obstacles,
        } => {
            let rows = obstacles.iter().map(|obstacle| format!("\n  {}", shape(*obstacle)));
            format!("MatchCreated         {first_picker} picks first{}", joined(rows, ""))
        }
        Event::CharacterPicked {
            seat,
            character,
            automatic,
        } => format!("CharacterPicked      {seat}: {character}{}", mark(*automatic)),
        Event::TeamDeployed {
            seat,
            snowman,
            characters,
        } => {
            let team = characters.iter().map(|(character, at)| format!("{character} {at}"));
            format!("TeamDeployed         {seat}: snowman {snowman}, {}", joined(team, ", "))
        }
        Event::TurnStarted { turn } => format!("TurnStarted          {turn}"),
        Event::DiceRolled { seat, values } => format!("DiceRolled           {seat}: {}", shown(values)),
        Event::RerollCommitted { seat } => format!("RerollCommitted      {seat}"),
        Event::RerollChoice { dice, .. } => format!("RerollChoice         dice {}", indices(*dice)),
        Event::DiceRerolled { seat, dice, values } => {
            format!(
                "DiceRerolled         {seat}: dice {} are {}",
                indices(*dice),
                shown(values)
            )
        }
        Event::AllocationCommitted { seat } => format!("AllocationCommitted  {seat}"),
        Event::AllocationChoice { cards, .. } => format!("AllocationChoice     {}", allocation(cards)),
        Event::DiceAllocated { seat, cards } => format!("DiceAllocated        {seat}: {}", dealt(cards)),
        Event::ActionPhaseStarted { opening, tie } => {
            let tie = if *tie { ", a tie" } else { "" };
            format!("ActionPhaseStarted   {}{tie}", started(opening))
        }
        Event::ActionDue { seat } => format!("ActionDue            {seat}"),
        Event::DieSpent {
            seat,
            character,
            die,
            value,
            as_value,
            spent_for,
        } => {
            let used = if value == as_value {
                String::new()
            } else {
                format!(" as {as_value}")
            };
            let die = die.number();
            format!(
                "DieSpent             {seat}: die {die} of {character}, a {value}{used}, for {}",
                spent_for.id()
            )
        }
        Event::SnowballThrown {
            character,
            target,
            hits,
            second,
        } => format!(
            "SnowballThrown       {character} at {target}, hits {hits}{}",
            again(*second)
        ),
        Event::SnowmanRushed {
            character,
            target,
            hits,
        } => {
            format!("SnowmanRushed        {character} at {target}, hits {hits}")
        }
        Event::HitPending {
            target,
            defender,
            hit,
            hits,
        } => format!("HitPending           {hit} of {hits} on {target}, {defender} reacts"),
        other => later(other),
    }
}

fn later(event: &Event) -> String {
    match event {
        Event::HitDodged { character } => format!("HitDodged            {character}"),
        Event::HitIntercepted { target, by } => format!("HitIntercepted       {by}, instead of {target}"),
        Event::TokenAdded { piece, tokens } => format!("TokenAdded           {piece}: {tokens}"),
        Event::CharacterRanAway { character, dice } => {
            format!("CharacterRanAway     {character}, losing {}", shown(dice))
        }
        Event::HitsLost { target, count } => format!("HitsLost             {count} on {target}"),
        Event::CharacterMoved {
            character,
            from,
            to,
            second,
        } => format!("CharacterMoved       {character} from {from} to {to}{}", again(*second)),
        Event::PlacesSwapped {
            character,
            team_mate,
            character_at,
            team_mate_at,
        } => format!("PlacesSwapped        {character} {character_at}, {team_mate} {team_mate_at}"),
        Event::DiceForced { by, target, dice } => {
            let dice = dice
                .iter()
                .map(|die| format!("{}: {} is {}", die.slot.number(), die.old, die.new));
            format!(
                "DiceForced           {by} makes {target} re-roll {}",
                joined(dice, ", ")
            )
        }
        Event::SecondDue { seat, character, kind } => {
            format!("SecondDue            {seat}: {character} {}", symbol(*kind))
        }
        Event::SecondSkipped { character, automatic } => {
            format!("SecondSkipped        {character}{}", mark(*automatic))
        }
        Event::TokenRemoved { character, tokens } => format!("TokenRemoved         {character}: {tokens}"),
        Event::ReturnDue { seat, characters } => {
            format!(
                "ReturnDue            {seat}: {}",
                joined(characters.iter().map(Character::to_string), ", ")
            )
        }
        Event::CharacterReturned { character, at } => format!("CharacterReturned    {character} {at}"),
        Event::MatchEnded(told) => format!("MatchEnded           {}", ending(told)),
        other => format!("{other:?}"),
    }
}

/// One line for each thing that can change, and none for what is not there.
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
    for (seat, pool) in view.pools.enumerate().filter(|(_, pool)| !pool.is_empty()) {
        text.push(format!("pool of {seat}: {}", shown(pool)));
    }
    for (seat, dice) in view.rerolled.enumerate() {
        text.extend(dice.map(|dice| format!("re-rolled by {seat}: dice {}", indices(dice))));
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

fn shape(obstacle: Obstacle) -> String {
    match obstacle {
        Obstacle::Circle { centre, radius } => format!("circle {centre}, radius {radius}"),
        Obstacle::Rectangle { low, high } => format!("rectangle {low} to {high}"),
    }
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

fn dealt(cards: &[DealtCard]) -> String {
    let card = |card: &DealtCard| {
        let [first, second] = card.dice;
        format!("{} [{first},{second}]", card.character)
    };
    joined(cards.iter().map(card), ", ")
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

const fn again(second: bool) -> &'static str {
    if second { ", the second" } else { "" }
}

const fn mark(automatic: bool) -> &'static str {
    if automatic { " automatically" } else { "" }
}

fn joined(words: impl IntoIterator<Item = String>, by: &str) -> String {
    words.into_iter().collect::<Vec<_>>().join(by)
}
