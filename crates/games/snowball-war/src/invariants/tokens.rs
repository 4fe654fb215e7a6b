//! SW-I2 and SW-I5 to SW-I7: the conditions of characters, and their tokens.

use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold};
use crate::{
    components::{Character, Piece, SEAT_COUNT},
    event::Event,
    state::{Condition, EndReason, SnowballWar, Stage},
};

// SW-I2
/// SW-I2: from its deployment on a character is in play with fewer tokens than its scarf number, or has run away with
/// tokens and without dice, or is returning without either.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn every_character_is_in_one_condition(game: &SnowballWar) -> Verdict {
    for (character, figure) in game.table.characters.iter() {
        let scarf = game.config.sheet(character).scarf;
        let deployed = figure
            .owner
            .is_some_and(|owner| game.table.snowmen.at(owner).at.is_some());
        equal(&format!("{character} deployed"), &figure.condition.is_some(), &deployed)?;
        let dice = figure.dice().count();
        let tokens = figure.tokens;
        let right = match figure.condition {
            None => tokens == 0 && dice == 0,
            Some(Condition::InPlay(_)) => tokens < scarf,
            Some(Condition::RunAway) => (1..=scarf).contains(&tokens) && dice == 0,
            Some(Condition::Returning) => tokens == 0 && dice == 0 && matches!(game.stage, Stage::Return { .. }),
        };
        hold(right, || format!("{character}: {figure:?} with scarf {scarf}"))?;
    }
    Ok(())
}

fn snowman_tokens(game: &SnowballWar) -> [u8; 2] {
    [0, 1].map(|seat| game.table.snowmen.at(tinsel_engine::SeatIndex::new(seat)).tokens)
}

// SW-I5
/// SW-I5: a snowman's tokens never fall nor exceed the limit, and equal it exactly after a knock-out.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn snowmen_only_get_colder(change: Change<'_, SnowballWar>) -> Verdict {
    let game = change.after;
    let limit = game.config.snowman_limit;
    let now = snowman_tokens(game);
    let before = change.before.map_or([0, 0], snowman_tokens);
    hold(
        now.iter()
            .zip(before)
            .all(|(now, before)| *now >= before && *now <= limit),
        || format!("{before:?}, then {now:?}"),
    )?;
    let out = matches!(
        game.stage,
        Stage::Finished {
            reason: EndReason::Knockout
        }
    );
    equal("knocked out", &now.contains(&limit), &out)
}

fn count(change: Change<'_, SnowballWar>, wanted: impl Fn(&Event) -> bool) -> usize {
    change.all_events().filter(|event| wanted(event)).count()
}

// SW-I6
/// SW-I6: a character's tokens rise by hits, one at a time; they fall in the end phase, by one, if it has run away.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn tokens_of_characters_go_by_one(change: Change<'_, SnowballWar>) -> Verdict {
    for character in Character::ALL {
        let mut tokens = change
            .before
            .map_or(0, |before| before.table.characters.at(character).tokens);
        let mut away = change
            .before
            .is_some_and(|before| before.table.characters.at(character).condition == Some(Condition::RunAway));
        for event in change.all_events() {
            if let Event::TokenAdded { piece, tokens: now } = event
                && *piece == Piece::Character(character)
            {
                equal(&format!("a token on {character}"), now, &tokens.saturating_add(1))?;
                tokens = *now;
            }
            if let Event::TokenRemoved {
                character: who,
                tokens: now,
            } = event
                && *who == character
            {
                hold(away, || format!("{character} is in play and loses a token"))?;
                equal(&format!("a token off {character}"), &now.saturating_add(1), &tokens)?;
                tokens = *now;
            }
            if let Event::CharacterRanAway { character: who, .. } = event {
                away |= *who == character;
            }
        }
        equal(
            &format!("tokens of {character}"),
            &tokens,
            &change.after.table.characters.at(character).tokens,
        )?;
    }
    Ok(())
}

// SW-I7
/// SW-I7: the tokens on the table are those that were added and not removed.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn tokens_are_added_and_removed(change: Change<'_, SnowballWar>) -> Verdict {
    let on_table = |game: &SnowballWar| {
        let characters = game.table.characters.iter().map(|(_, figure)| figure.tokens);
        let snowmen = SEAT_COUNT.iter().map(|seat| game.table.snowmen.at(seat).tokens);
        characters.chain(snowmen).map(usize::from).sum::<usize>()
    };
    let added = count(change, |event| matches!(event, Event::TokenAdded { .. }));
    let removed = count(change, |event| matches!(event, Event::TokenRemoved { .. }));
    let before = change.before.map_or(0, on_table);
    let now = on_table(change.after).saturating_add(removed);
    equal("tokens", &before.saturating_add(added), &now)
}
