//! Views, both ways.

use tinsel_engine::{BySeat, SeatIndex};
use tinsel_proto::games::snowball_war::v1 as wire;
use tinsel_snowball_war::{
    ByCharacter, Character, CharacterView, Condition, DiceSet, Die, HitView, Measures, OwnView, Phase, SEAT_COUNT,
    Sheet, SnowmanView, Symbol, View,
};

use super::words;
use crate::games::seats::{self, whole};

pub(super) fn write(view: &View) -> wire::View {
    let sheets = view.sheets.iter();
    wire::View {
        phase: write_phase(view.phase).into(),
        turn: view.turn.into(),
        awaited_seats: seats::numbers(view.awaited),
        committed_seats: seats::numbers(view.committed),
        active_seat: view.active.map(seats::number),
        first_picker: seats::number(view.first_picker),
        field: Some(write_field(&view.measures)),
        snowmen_block_sight: view.snowmen_block_sight,
        snowman_limit: view.snowman_limit.into(),
        turn_limit: view.turn_limit.into(),
        sheets: sheets
            .map(|(character, sheet)| words::sheet(character, sheet))
            .collect(),
        obstacles: view.obstacles.iter().copied().map(words::obstacle).collect(),
        characters: view.characters.iter().map(write_character).collect(),
        snowmen: view.snowmen.enumerate().map(write_snowman).collect(),
        pools: pools(view),
        opening: view.opening.as_ref().map(words::opening),
        pending_hit: view.hit.map(write_hit),
        pending_second: view.second.map(|(character, kind)| wire::PendingSecond {
            character: words::character(character),
            kind: words::symbol(kind),
        }),
        own: view.own.as_ref().map(write_own),
        ending: view.ending.as_ref().map(words::ending),
    }
}

fn pools(view: &View) -> Vec<wire::Pool> {
    let pool = |(seat, values): (SeatIndex, &Vec<Die>)| wire::Pool {
        seat: seats::number(seat),
        values: words::values(values),
        rerolled: view.rerolled.at(seat).map(words::dice_set),
    };
    view.pools.enumerate().map(pool).collect()
}

const fn write_field(measures: &Measures) -> wire::Field {
    wire::Field {
        field_depth: measures.field_depth,
        field_breadth: measures.field_breadth,
        move_distance: measures.move_distance,
        snowball_distance: measures.snowball_distance,
        character_radius: measures.character_radius,
        snowman_radius: measures.snowman_radius,
        contact_gap: measures.contact_gap,
    }
}

fn write_character((character, shown): (Character, &CharacterView)) -> wire::CharacterView {
    let (condition, at) = match shown.condition {
        None => (wire::ConditionKind::Unspecified, None),
        Some(Condition::InPlay(at)) => (wire::ConditionKind::InPlay, Some(words::point(at))),
        Some(Condition::RunAway) => (wire::ConditionKind::RunAway, None),
        Some(Condition::Returning) => (wire::ConditionKind::Returning, None),
    };
    let dice = (0u32..).zip(shown.dice);
    wire::CharacterView {
        character: words::character(character),
        seat: shown.owner.map(seats::number),
        condition: condition.into(),
        at,
        tokens: shown.tokens.into(),
        dice: dice
            .filter_map(|(die, value)| {
                let value = value?.get().into();
                Some(wire::CardDie { die, value })
            })
            .collect(),
    }
}

fn write_snowman((seat, snowman): (SeatIndex, &SnowmanView)) -> wire::SnowmanView {
    wire::SnowmanView {
        seat: seats::number(seat),
        at: snowman.at.map(words::point),
        tokens: snowman.tokens.into(),
    }
}

fn write_hit(hit: HitView) -> wire::PendingHit {
    wire::PendingHit {
        attacker: words::character(hit.attacker),
        target: words::piece(hit.target),
        defender: seats::number(hit.defender),
        hit: hit.hit.into(),
        hits: hit.hits.into(),
    }
}

fn write_own(own: &OwnView) -> wire::OwnView {
    wire::OwnView {
        seat: seats::number(own.seat),
        reroll: own.reroll.map(words::dice_set),
        allocation: own.allocation.as_ref().map(|cards| wire::AllocationView {
            cards: cards.iter().map(words::card).collect(),
        }),
    }
}

const fn write_phase(phase: Phase) -> wire::Phase {
    match phase {
        Phase::Draft => wire::Phase::Draft,
        Phase::Deploy => wire::Phase::Deploy,
        Phase::Reroll => wire::Phase::Reroll,
        Phase::Allocate => wire::Phase::Allocate,
        Phase::Action => wire::Phase::Action,
        Phase::Reaction => wire::Phase::Reaction,
        Phase::ThrowAgain => wire::Phase::ThrowAgain,
        Phase::MoveAgain => wire::Phase::MoveAgain,
        Phase::Return => wire::Phase::Return,
        Phase::Finished => wire::Phase::Finished,
    }
}

/// A view from a server; `None` if it is invalid.
pub(super) fn read(view: &wire::View) -> Option<View> {
    let sheets = words::all(&view.sheets, words::read_sheet)?;
    let characters = words::all(&view.characters, read_character)?;
    let sheets: ByCharacter<Option<Sheet>> = each(sheets);
    let characters: ByCharacter<Option<CharacterView>> = each(characters);
    Some(View {
        phase: read_phase(view.phase)?,
        turn: view.turn.try_into().ok()?,
        awaited: words::read_seats(&view.awaited_seats)?,
        committed: words::read_seats(&view.committed_seats)?,
        active: whole(view.active_seat.map(words::read_seat))?,
        first_picker: words::read_seat(view.first_picker)?,
        measures: read_field(view.field.as_ref()?),
        snowmen_block_sight: view.snowmen_block_sight,
        snowman_limit: view.snowman_limit.try_into().ok()?,
        turn_limit: view.turn_limit.try_into().ok()?,
        sheets: complete(&sheets)?,
        obstacles: words::all(&view.obstacles, words::read_obstacle)?,
        characters: complete(&characters)?,
        snowmen: seats::read_each(&view.snowmen, SEAT_COUNT, read_snowman)?,
        pools: seats::read_each(&view.pools, SEAT_COUNT, |pool| {
            Some((pool.seat, words::read_values(&pool.values)?))
        })?,
        rerolled: read_rerolled(view)?,
        opening: whole(view.opening.as_ref().map(words::read_opening))?,
        hit: whole(view.pending_hit.as_ref().map(read_hit))?,
        second: whole(view.pending_second.as_ref().map(read_second))?,
        own: whole(view.own.as_ref().map(read_own))?,
        ending: whole(view.ending.as_ref().map(words::read_ending))?,
    })
}

/// The values of a list, at the characters that they belong to.
fn each<T: Copy>(said: Vec<(Character, T)>) -> ByCharacter<Option<T>> {
    ByCharacter::from_fn(|character| said.iter().find(|(of, _)| *of == character).map(|(_, value)| *value))
}

/// The values, if every character has one.
fn complete<T: Copy>(said: &ByCharacter<Option<T>>) -> Option<ByCharacter<T>> {
    let (_, first) = said.iter().next()?;
    let first = (*first)?;
    said.iter()
        .all(|(_, value)| value.is_some())
        .then(|| said.map(|_, value| value.unwrap_or(first)))
}

fn read_rerolled(view: &wire::View) -> Option<BySeat<Option<DiceSet>>> {
    seats::read_each(&view.pools, SEAT_COUNT, |pool| {
        Some((pool.seat, whole(pool.rerolled.as_ref().map(words::read_dice_set))?))
    })
}

const fn read_field(field: &wire::Field) -> Measures {
    Measures {
        field_depth: field.field_depth,
        field_breadth: field.field_breadth,
        move_distance: field.move_distance,
        snowball_distance: field.snowball_distance,
        character_radius: field.character_radius,
        snowman_radius: field.snowman_radius,
        contact_gap: field.contact_gap,
    }
}

fn read_character(shown: &wire::CharacterView) -> Option<(Character, CharacterView)> {
    let condition = match wire::ConditionKind::try_from(shown.condition).ok()? {
        wire::ConditionKind::Unspecified => None,
        wire::ConditionKind::InPlay => Some(Condition::InPlay(words::read_point(shown.at.as_ref())?)),
        wire::ConditionKind::RunAway => Some(Condition::RunAway),
        wire::ConditionKind::Returning => Some(Condition::Returning),
    };
    let mut dice = [None, None];
    for die in &shown.dice {
        let slot = dice.get_mut(usize::try_from(die.die).ok()?)?;
        *slot = Some(words::die(die.value)?);
    }
    let read = CharacterView {
        owner: whole(shown.seat.map(words::read_seat))?,
        condition,
        tokens: shown.tokens.try_into().ok()?,
        dice,
    };
    Some((words::read_character(shown.character)?, read))
}

fn read_snowman(snowman: &wire::SnowmanView) -> Option<(u32, SnowmanView)> {
    let read = SnowmanView {
        at: whole(snowman.at.as_ref().map(|at| words::read_point(Some(at))))?,
        tokens: snowman.tokens.try_into().ok()?,
    };
    Some((snowman.seat, read))
}

fn read_hit(hit: &wire::PendingHit) -> Option<HitView> {
    Some(HitView {
        attacker: words::read_character(hit.attacker)?,
        target: words::read_piece(hit.target)?,
        defender: words::read_seat(hit.defender)?,
        hit: hit.hit.try_into().ok()?,
        hits: hit.hits.try_into().ok()?,
    })
}

fn read_second(second: &wire::PendingSecond) -> Option<(Character, Symbol)> {
    Some((
        words::read_character(second.character)?,
        words::read_symbol(second.kind)?,
    ))
}

fn read_own(own: &wire::OwnView) -> Option<OwnView> {
    let cards = own
        .allocation
        .as_ref()
        .map(|view| words::all(&view.cards, words::read_card));
    Some(OwnView {
        seat: words::read_seat(own.seat)?,
        reroll: whole(own.reroll.as_ref().map(words::read_dice_set))?,
        allocation: whole(cards)?,
    })
}

fn read_phase(number: i32) -> Option<Phase> {
    match wire::Phase::try_from(number).ok()? {
        wire::Phase::Unspecified => None,
        wire::Phase::Draft => Some(Phase::Draft),
        wire::Phase::Deploy => Some(Phase::Deploy),
        wire::Phase::Reroll => Some(Phase::Reroll),
        wire::Phase::Allocate => Some(Phase::Allocate),
        wire::Phase::Action => Some(Phase::Action),
        wire::Phase::Reaction => Some(Phase::Reaction),
        wire::Phase::ThrowAgain => Some(Phase::ThrowAgain),
        wire::Phase::MoveAgain => Some(Phase::MoveAgain),
        wire::Phase::Return => Some(Phase::Return),
        wire::Phase::Finished => Some(Phase::Finished),
    }
}
