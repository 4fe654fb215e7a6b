//! I-1 to I-8: the presents in the hands.

use tinsel_engine_testkit::{Change, Verdict};

use super::{Resolved, copies, equal, hold, pictures, presents, round, sorted};
use crate::{
    action::Swap,
    components::{Distance, Held, Letter, Picture, Present, Staleness, Step},
    event::Event,
    rules,
    state::{Last, PresentsOfMine, Table},
};

// I-1
/// I-1: from the end of the pregame on there are eight hands of six presents.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn eight_hands_of_six(game: &PresentsOfMine) -> Verdict {
    let Some(table) = game.table() else { return Ok(()) };
    equal("hands", &table.hands.iter().len(), &8)?;
    equal("presents", &presents(table).len(), &48)?;
    let unsorted = table.hands.iter().find(|hand| !hand.presents().is_sorted());
    unsorted.map_or(Ok(()), |hand| Err(format!("{hand} is not in canonical order")))
}

// I-2
/// I-2: after the pregame, the number of copies of a letter is the number of seats that selected it; of A there are
/// eight more.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn copies_after_the_pregame_are_what_was_selected(game: &PresentsOfMine) -> Verdict {
    let Some(table) = game.table().filter(|table| table.last == Last::Pregame) else {
        return Ok(());
    };
    for letter in Letter::ALL {
        let selected = table
            .selected
            .iter()
            .filter(|sealed| sealed.content.has(letter))
            .count();
        let extra = if letter == Letter::A { 8 } else { 0 };
        let expected = selected.saturating_add(extra);
        equal(&format!("copies of {letter}"), &copies(table, &[letter]), &expected)?;
    }
    Ok(())
}

// I-3
/// I-3: a transfer keeps the 48 presents; letters change by explosions and replacements only.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn presents_are_conserved(change: Change<'_, PresentsOfMine>) -> Verdict {
    let Some(round) = round(change) else { return Ok(()) };
    let mut expected = presents(round.before);
    for Swap { discard, take } in swaps(round.after) {
        let gone = expected.iter().position(|present| present == discard);
        hold(gone.is_some(), || format!("{discard} was discarded and nobody had it"))?;
        gone.map(|index| expected.remove(index));
        expected.push(entered(&round, *take));
    }
    let scored: Vec<Present> = round
        .pictures
        .iter()
        .flat_map(Picture::iter)
        .map(|held| held.present)
        .collect();
    equal("presents scored", &listed(&scored), &listed(&expected))?;
    let explosions = change
        .events
        .iter()
        .filter(|addressed| matches!(addressed.event, Event::KaboomExploded { .. }))
        .count();
    for letter in Letter::ALL {
        let before = scored.iter().filter(|present| present.letter() == letter).count();
        let expected = match letter {
            Letter::A => before.saturating_add(explosions),
            Letter::K => before.saturating_sub(explosions),
            Letter::B | Letter::C | Letter::D | Letter::E | Letter::F | Letter::G => before,
            Letter::H | Letter::I | Letter::J | Letter::L | Letter::M | Letter::N => before,
        };
        equal(
            &format!("copies of {letter}"),
            &copies(round.after, &[letter]),
            &expected,
        )?;
    }
    Ok(())
}

fn listed(presents: &[Present]) -> Vec<String> {
    sorted(presents.iter().map(Present::to_string).collect())
}

fn swaps(table: &Table) -> Vec<&Swap> {
    match &table.last {
        Last::Passed { swaps: Some(swaps), .. } => swaps.iter().collect(),
        Last::Pregame | Last::Passed { swaps: None, .. } | Last::Stolen { .. } => Vec::new(),
    }
}

/// A replacement at its entry; its staleness is that of any of its copies in the scored hands.
fn entered(round: &Resolved<'_>, take: Letter) -> Present {
    let known = presents(round.before);
    let mut scored = round
        .pictures
        .iter()
        .flat_map(Picture::iter)
        .filter(|held| held.distance.is_none());
    let new = scored.find(|held| held.present.letter() == take && !known.contains(&held.present));
    new.map_or(Present::new(take, Staleness::FRESH), |held| held.present)
}

// I-4
/// I-4: after round 2 K + L is 8 and only falls; after round 3 M + N is 8 to the end.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn k_and_l_are_eight_and_fall_m_and_n_stay_eight(change: Change<'_, PresentsOfMine>) -> Verdict {
    let Some(table) = change.after.table() else {
        return Ok(());
    };
    let bombs = copies(table, &[Letter::K, Letter::L]);
    let cleaners = copies(table, &[Letter::M, Letter::N]);
    match table.last.step().number() {
        0 | 1 => {
            equal("K and L", &bombs, &0)?;
            equal("M and N", &cleaners, &0)
        }
        2 => {
            equal("K and L", &bombs, &8)?;
            equal("M and N", &cleaners, &0)
        }
        _ => {
            let before = change.before.and_then(PresentsOfMine::table);
            let bombs_before = before.map_or(8, |table| copies(table, &[Letter::K, Letter::L]));
            hold(bombs <= bombs_before, || {
                format!("K and L rose from {bombs_before} to {bombs}")
            })?;
            equal("M and N", &cleaners, &8)
        }
    }
}

// I-5
/// I-5: each scored hand has one present from each of the three above; the rest was kept or has just entered.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn three_passed_presents_one_per_distance(change: Change<'_, PresentsOfMine>) -> Verdict {
    let Some(round) = round(change) else { return Ok(()) };
    let list = match round.after.last.step() {
        Step::Pregame => round.after.list,
        Step::Round(round_played) => round.after.list.in_round(round_played),
    };
    for ((seat, hand), picture) in round.before.hands.enumerate().zip(&round.pictures) {
        for distance in Distance::ALL {
            let over = picture.iter().filter(|held| held.distance == Some(distance));
            equal(&format!("presents of {seat} over {distance:?}"), &over.count(), &1)?;
            let giver = round.before.hands.at(list.above(seat, distance));
            let known = picture
                .received(distance)
                .is_some_and(|present| giver.copies(present) > 0);
            hold(known, || format!("{seat} got what its giver never had"))?;
        }
        let kept = picture.iter().filter(|held| held.distance.is_none());
        let new = kept.filter(|held| hand.copies(held.present) == 0).count();
        let replaced = usize::from(!swaps(round.after).is_empty());
        // A new K or M can equal one that the seat held; then it looks kept.
        hold(new <= replaced, || format!("{seat} has {new} new presents"))?;
    }
    Ok(())
}

// I-6
/// I-6: staleness stays within its bounds.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn staleness_is_bounded(game: &PresentsOfMine) -> Verdict {
    let Some(table) = game.table() else { return Ok(()) };
    let round = u32::from(table.last.step().number());
    for present in presents(table) {
        let most = match present.letter() {
            Letter::F => round.saturating_mul(2).saturating_add(3),
            Letter::A | Letter::B | Letter::C | Letter::D | Letter::E => round.saturating_add(3),
            Letter::G | Letter::H | Letter::I | Letter::J => round.saturating_add(3),
            Letter::K | Letter::L => round.saturating_add(1),
            Letter::M | Letter::N => round,
        };
        hold(present.staleness().get() <= most, || {
            format!("{present} after round {round}")
        })?;
    }
    Ok(())
}

// I-7
/// I-7: staleness changes exactly by the rules.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn staleness_changes_by_the_rule(change: Change<'_, PresentsOfMine>) -> Verdict {
    let Some(round) = round(change) else { return Ok(()) };
    for (picture, hand) in round.pictures.iter().zip(round.after.hands.iter()) {
        let nebulizers = i64::try_from(picture.count(Letter::N)).unwrap_or(0);
        let change = |held: Held| {
            let own = if held.present.letter() == Letter::F { 2 } else { 1 };
            let staleness = i64::from(held.present.staleness().get());
            let passed = staleness.min(nebulizers.saturating_add(own));
            staleness.saturating_add(if held.distance.is_some() {
                passed.saturating_neg()
            } else {
                own
            })
        };
        let expected: Vec<i64> = picture.iter().map(change).collect();
        let found: Vec<i64> = hand
            .iter()
            .map(|present| i64::from(present.staleness().get()))
            .collect();
        equal(&format!("staleness after {picture}"), &sorted(found), &sorted(expected))?;
        equal("the aged hand", &rules::aged(picture).to_string(), &hand.to_string())?;
    }
    Ok(())
}

// I-8
/// I-8: every K has one to six layers and no other present has any; layers never grow; nothing explodes before
/// round 3.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn layers_are_one_to_six_and_never_grow(change: Change<'_, PresentsOfMine>) -> Verdict {
    let Some(table) = change.after.table() else {
        return Ok(());
    };
    for present in presents(table) {
        let layers = present.layers().map_or(0, crate::components::Layers::get);
        let sound = (present.letter() == Letter::K) == (1..=6).contains(&layers);
        hold(sound, || format!("{present} has {layers} layers"))?;
    }
    for (picture, hand) in pictures(table).unwrap_or_default().iter().zip(table.hands.iter()) {
        let before: u32 = picture
            .iter()
            .filter_map(|held| held.present.layers())
            .map(|l| u32::from(l.get()))
            .sum();
        let after: u32 = hand
            .iter()
            .filter_map(Present::layers)
            .map(|layers| u32::from(layers.get()))
            .sum();
        hold(after <= before, || format!("layers grew from {picture} to {hand}"))?;
    }
    let exploded = change
        .events
        .iter()
        .any(|addressed| matches!(addressed.event, Event::KaboomExploded { .. }));
    hold(!exploded || table.last.step().number() >= 3, || {
        "an explosion before round 3".to_owned()
    })
}
