//! The end of a round, whatever its variation.

use tinsel_engine::{BySeat, Events};

use super::aged;
use crate::{
    action::Swap,
    components::{Letter, Picture, Round, Step},
    config::{Config, Round3Majority},
    event::{self, Event},
    score::{self, Scene},
    state::{Last, PassingRound, PresentsOfMine, Stage, Table, nothing_sealed},
};

/// Scores, changes staleness, publishes, and goes on to the next round or the end.
// PM-25
pub(super) fn close(
    game: &PresentsOfMine,
    before: &Table,
    last: Last,
    pictures: &BySeat<Picture>,
    events: &mut Events<Event>,
) -> Stage {
    let step = last.step();
    let list = step.round().map_or(before.list, |round| before.list.in_round(round));
    let scores = score::scores(Scene { step, list, pictures });
    let table = Table {
        list: before.list,
        selected: before.selected.clone(),
        hands: pictures.map(|_, picture| aged(picture)),
        // PM-34
        totals: before.totals.map(|seat, total| *total + scores.at(seat).gained()),
        last,
    };
    event::round_closed(&game.config, before, &table, events);
    next(step, table, events)
}

// PM-2, PM-25.7
fn next(step: Step, table: Table, events: &mut Events<Event>) -> Stage {
    let round = match step {
        Step::Pregame => Some(Round::Theme),
        Step::Round(round) => round.next(),
    };
    match round {
        Some(round) => event::round_started(round, table.list, events),
        None => event::finished(&table.totals, events),
    }
    let passing = |round, table| Stage::Passing {
        round,
        sealed: nothing_sealed(),
        table,
    };
    match round {
        Some(Round::Theme) => passing(PassingRound::Theme, table),
        Some(Round::BombSquad) => passing(PassingRound::BombSquad, table),
        Some(Round::CleaningSupplies) => passing(PassingRound::CleaningSupplies, table),
        Some(Round::Yoink) => Stage::Stealing {
            sealed: nothing_sealed(),
            table,
        },
        Some(Round::Monopoly) => passing(PassingRound::Monopoly, table),
        None => Stage::Finished { table },
    }
}

/// The letter whose copies enter stale, if one was taken more often than the other.
// PM-56, PM-58, PM-R39, PM-R40, PM-R55, PM-R56
pub(crate) fn majority(config: &Config, round: Round, swaps: impl Iterator<Item = Swap>) -> Option<Letter> {
    let [one, other] = round.takes()?;
    if round == Round::CleaningSupplies && config.round3_majority == Round3Majority::Skip {
        return None;
    }
    let taken: Vec<Letter> = swaps.map(|swap| swap.take).collect();
    let count = |letter: Letter| taken.iter().filter(|taken| **taken == letter).count();
    match count(one).cmp(&count(other)) {
        std::cmp::Ordering::Greater => Some(one),
        std::cmp::Ordering::Less => Some(other),
        std::cmp::Ordering::Equal => None,
    }
}
