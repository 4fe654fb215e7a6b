//! I-9 to I-13: the scores.

use tinsel_engine::BySeat;
use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold, pictures};
use crate::{
    components::{Letter, Picture, Points, Step},
    record::{ScoreLine, ScoredPresent},
    reveal,
    state::{PresentsOfMine, Table},
};

/// The lines of the last scoring.
fn lines(game: &PresentsOfMine) -> Vec<ScoreLine> {
    game.table().map_or_else(Vec::new, |table| reveal::scored(table).lines)
}

fn has(line: &ScoreLine, letter: Letter) -> bool {
    line.presents.iter().any(|present| present.letter == letter)
}

// I-9
/// I-9: totals never fall; the gain is the sum of PM-33, not below 0.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn totals_never_fall_and_raw_is_the_sum(change: Change<'_, PresentsOfMine>) -> Verdict {
    let resolved =
        change.before.is_some_and(|before| before.step() != change.after.step()) || change.after.owing().is_empty();
    for line in lines(change.after) {
        let step = change.after.table().map(|table| table.last.step());
        let earned = line.presents.iter().map(|present| present.points).sum::<Points>() + line.monopoly;
        let raw = earned.less(losses(&line, step));
        equal("raw", &line.raw, &raw)?;
        equal("gained", &line.gained, &raw.max(Points::ZERO))?;
        hold(line.total >= Points::ZERO, || {
            format!("{} has {}", line.seat, line.total)
        })?;
        let before = change.before.and_then(PresentsOfMine::table);
        let before = before.map_or(Points::ZERO, |table| *table.totals.at(line.seat));
        let expected = if resolved { before + line.gained } else { before };
        equal(&format!("the total of {}", line.seat), &line.total, &expected)?;
    }
    Ok(())
}

fn losses(line: &ScoreLine, step: Option<Step>) -> Points {
    let at_the_start = step == Some(Step::Pregame);
    let received =
        |present: &&ScoredPresent| present.letter == Letter::E && (at_the_start || present.distance.is_some());
    let eggs = line.presents.iter().filter(received).count();
    let exploding = |present: &&ScoredPresent| present.layers.is_some_and(|layers| layers.after <= 0);
    let explosions = line.presents.iter().filter(exploding).count();
    let each = if has(line, Letter::L) { 1 } else { 6 };
    let staleness = line
        .presents
        .iter()
        .map(|present| present.staleness.cost())
        .sum::<Points>();
    Points::new(3).times(eggs) + Points::new(each).times(explosions) + staleness
}

// I-10
/// I-10: each copy earns a possible number of points of its letter.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn points_per_copy_are_in_range(game: &PresentsOfMine) -> Verdict {
    for line in lines(game) {
        for present in &line.presents {
            let points = present.points.get();
            let possible = match present.letter {
                Letter::A => points == 4,
                Letter::B => (2..=12).contains(&points) && points & 1 == 0,
                Letter::C => [3, 5, 7].contains(&points),
                Letter::D => [2, 7].contains(&points),
                Letter::E => points == 6,
                Letter::F => points == 5,
                Letter::G => [2, 4, 6].contains(&points),
                Letter::H => (2..=6).contains(&points),
                Letter::I => [3, 6].contains(&points),
                Letter::J => (0..=7).contains(&points),
                Letter::K => (0..=10).contains(&points) && points & 1 == 0,
                Letter::L | Letter::N => points == 2,
                Letter::M => (2..=8).contains(&points),
            };
            hold(possible, || {
                format!("{} earned {points} with {}", line.seat, present.letter)
            })?;
        }
    }
    Ok(())
}

// I-11
/// I-11: an I in a hand earns 6 if and only if an I has the highest staleness of the hand.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn an_i_earns_six_where_it_is_stalest(game: &PresentsOfMine) -> Verdict {
    for line in lines(game) {
        let inversions = || line.presents.iter().filter(|present| present.letter == Letter::I);
        let highest = line.presents.iter().map(|present| present.staleness).max();
        let stalest = inversions().any(|present| Some(present.staleness) == highest);
        let earns = inversions().any(|present| present.points == Points::new(6));
        equal(&format!("I of {}", line.seat), &earns, &stalest)?;
    }
    Ok(())
}

// I-12
/// I-12: of two adjacent seats with C each counts the other, otherwise neither; the same holds for D and opposite
/// seats.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn chains_and_diameters_are_mutual(game: &PresentsOfMine) -> Verdict {
    let (Some(table), lines) = (game.table(), lines(game)) else {
        return Ok(());
    };
    let holds = |seat, letter| lines.iter().any(|line| line.seat == seat && has(line, letter));
    for line in &lines {
        for present in &line.presents {
            let expected = match present.letter {
                Letter::C => {
                    let adjacent = table.list.adjacent(line.seat).into_iter();
                    let adjacent = adjacent.filter(|other| holds(*other, Letter::C));
                    Points::new(3) + Points::new(2).times(adjacent.count())
                }
                Letter::D if holds(table.list.opposite(line.seat), Letter::D) => Points::new(7),
                Letter::D => Points::new(2),
                Letter::A | Letter::B | Letter::E | Letter::F | Letter::G | Letter::H | Letter::I => present.points,
                Letter::J | Letter::K | Letter::L | Letter::M | Letter::N => present.points,
            };
            equal(
                &format!("{} of {}", present.letter, line.seat),
                &present.points,
                &expected,
            )?;
        }
    }
    Ok(())
}

// I-13
/// I-13: the monopoly points of one letter add up to 0, 5 or twice the leaders.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn monopoly_points_add_up(game: &PresentsOfMine) -> Verdict {
    let given: Points = lines(game).iter().map(|line| line.monopoly).sum();
    let expected = game.table().map_or(Points::ZERO, expected_monopoly);
    equal("monopoly points", &given, &expected)
}

fn expected_monopoly(table: &Table) -> Points {
    if table.last.step().number() < 5 {
        return Points::ZERO;
    }
    let Some(pictures) = pictures(table).and_then(BySeat::from_vec) else {
        return Points::ZERO;
    };
    let of_letter = |letter: Letter| {
        let counts = pictures.map(|_, picture: &Picture| picture.count(letter));
        let most = counts.iter().max().copied().unwrap_or(0);
        let leaders = counts.iter().filter(|count| **count == most).count();
        match (most, leaders) {
            (0, _) => Points::ZERO,
            (_, 1) => Points::new(5),
            (_, leaders) => Points::new(2).times(leaders),
        }
    };
    Letter::STARTING.into_iter().map(of_letter).sum()
}
