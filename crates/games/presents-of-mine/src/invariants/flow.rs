//! I-14 and I-15: the list, the draws, and the pending decisions.

use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold};
use crate::{
    components::{DRAW_OF_THE_LIST, Distance, Round, SEAT_COUNT, Step},
    event::Event,
    rules::DRAW_OF_A_THEFT,
    state::PresentsOfMine,
};

// I-14
/// I-14: the list changes by its one reversal only; it takes 7 draws, round 4 at most 16, and there are no other draws.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn the_list_changes_by_one_reversal_and_draws_are_few(change: Change<'_, PresentsOfMine>) -> Verdict {
    let before = change.before.and_then(PresentsOfMine::list);
    let now = change.after.list();
    let stepped = change.before.is_some_and(|game| game.step() != change.after.step());
    let reversal = stepped && change.after.step() == Step::Round(Round::CleaningSupplies);
    if let Some(before) = before {
        let expected = if reversal { before.reversed() } else { before };
        equal("the list", &now, &Some(expected))?;
    }
    let drawn = |name: &str| change.draws.iter().filter(|draw| draw.name == name).count();
    let list_drawn = before.is_none() && now.is_some();
    equal(
        "draws for the list",
        &drawn(DRAW_OF_THE_LIST),
        &if list_drawn { 7 } else { 0 },
    )?;
    let random = random_thefts(change)?;
    equal("draws for thefts", &drawn(DRAW_OF_A_THEFT), &random)?;
    hold(random <= 16, || format!("{random} random thefts"))?;
    equal(
        "draws",
        &change.draws.len(),
        &drawn(DRAW_OF_THE_LIST).saturating_add(random),
    )
}

fn random_thefts(change: Change<'_, PresentsOfMine>) -> Result<usize, String> {
    let addressed = change.events.iter().filter_map(|addressed| {
        let Event::TheftsRevealed(thefts) = &addressed.event else {
            return None;
        };
        Some(thefts)
    });
    let random: Vec<Distance> = addressed
        .flat_map(|thefts| thefts.thefts.iter().filter(|theft| theft.random))
        .map(|theft| theft.distance)
        .collect();
    let near = random.contains(&Distance::First);
    hold(!near, || "a random theft at distance 1".to_owned()).map(|()| random.len())
}

// I-15
/// I-15: a submission removes one seat from those that owe a decision; a new round refills them to eight; 48
/// submissions end the match.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn owing_shrinks_by_one_and_is_refilled_by_a_round(change: Change<'_, PresentsOfMine>) -> Verdict {
    let taken = |game: &PresentsOfMine| {
        let in_this_step = 8u32.saturating_sub(game.owing().len());
        u32::from(game.step().number())
            .saturating_mul(8)
            .saturating_add(in_this_step)
    };
    let after = change.after;
    let Some(before) = change.before else {
        return equal("owing at the start", &after.owing(), &SEAT_COUNT.all());
    };
    equal("submissions", &taken(after), &taken(before).saturating_add(1))?;
    let over = after.owing().is_empty();
    equal("over", &over, &(taken(after) == 48))?;
    if before.step() == after.step() && !over {
        let gone = before
            .owing()
            .iter()
            .filter(|seat| !after.owing().contains(*seat))
            .count();
        equal("seats that owe no more", &gone, &1)
    } else {
        equal("owing before the last submission", &before.owing().len(), &1)
    }
}
