//! Results of steps, one line for each seat: for events and for scenes.

use tinsel_engine::{
    BySeat, SeatIndex,
    present::{Arg, Text},
};

use super::components::{named, notation, present};
use crate::{
    action::{Action, Selection},
    components::{Hand, Letter, PresentRef},
    event::{LetterCount, Passes, Pregame, Ranking, Replacements, ScoreLine, Scored, ScoredPresent, Thefts},
};

/// The presents of a hand.
pub(super) fn hand(hand: &Hand) -> Arg {
    Arg::list(hand.iter().map(present))
}

/// The hand of each seat.
pub(super) fn hands(hands: &BySeat<Hand>) -> Vec<Text> {
    let line = |(seat, held): (SeatIndex, &Hand)| {
        Text::new("hand_of", "{player} has {presents}.")
            .with("player", seat)
            .with("presents", hand(held))
    };
    hands.enumerate().map(line).collect()
}

/// Selected letters.
pub(super) fn selection(selection: &Selection) -> Arg {
    Arg::list(selection.letters().map(named))
}

/// The selections, and the staleness that follows for each letter.
pub(super) fn pregame(pregame: &Pregame) -> Vec<Text> {
    let selected = pregame.selected.enumerate().map(|(seat, selected)| {
        Text::new("selected_by", "{player} selected {presents}{default}.")
            .with("player", seat)
            .with("presents", selection(&selected.letters))
            .with("default", defaulted(selected.defaulted))
    });
    let count = |LetterCount {
                     letter,
                     count,
                     staleness,
                 }: &LetterCount| match staleness {
        Some(staleness) => Text::new(
            "letter_count",
            "{present}: {players|player|players}, starts with staleness {staleness}.",
        )
        .with("present", named(*letter))
        .with("players", *count)
        .with("staleness", staleness.get()),
        None => Text::new("letter_unselected", "{present}: no player.").with("present", named(*letter)),
    };
    selected.chain(pregame.letters.iter().map(count)).collect()
}

/// A note about a default; empty for a choice.
pub(super) fn defaulted(defaulted: bool) -> Arg {
    match defaulted {
        true => Text::new("by_default", " (default: no answer in time)").into(),
        false => Arg::word(""),
    }
}

/// The selections in letters, for a scene: the names stand in the event.
pub(super) fn selections(pregame: &Pregame) -> Vec<Text> {
    let line = |(seat, selected): (SeatIndex, &crate::event::Selected)| {
        Text::new("selected_letters", "{player}: {letters}{default}")
            .with("player", seat)
            .with("letters", Arg::word(selected.letters.to_string()))
            .with("default", defaulted(selected.defaulted))
    };
    let count = |count: &LetterCount| {
        let staleness = count
            .staleness
            .map_or_else(|| "-".to_owned(), |staleness| staleness.to_string());
        Arg::word(format!("{} {} {staleness}", count.letter, count.count))
    };
    let counts = Text::new("letter_counts", "Letter, players, first staleness: {counts}")
        .with("counts", Arg::list(pregame.letters.iter().map(count)));
    pregame.selected.enumerate().map(line).chain([counts]).collect()
}

/// The passes of each seat.
pub(super) fn passes(passes: &Passes) -> Vec<Text> {
    let line = |(seat, passed): (SeatIndex, &crate::event::SeatPasses)| {
        let pass = |pass: &crate::event::Pass| {
            Text::new("pass", "{present} to {target}")
                .with("present", present(pass.present))
                .with("target", pass.to)
        };
        Text::new("passed_by", "{player} passed {presents}{default}.")
            .with("player", seat)
            .with("presents", Arg::list(passed.passes.iter().map(pass)))
            .with("default", defaulted(passed.defaulted))
    };
    passes.seats.enumerate().map(line).collect()
}

/// The thefts in their order, and the seats that took the default.
pub(super) fn thefts(thefts: &Thefts) -> Vec<Text> {
    let line = |theft: &crate::event::Theft| {
        let text = if theft.random {
            Text::new(
                "theft_at_random",
                "{thief} stole {taken} from {victim} at random, because no {named} was left.",
            )
        } else {
            Text::new("theft", "{thief} stole {taken} from {victim}.")
        };
        let text = text
            .with("thief", theft.thief)
            .with("taken", present(theft.taken))
            .with("victim", theft.victim);
        if theft.random {
            text.with("named", present(theft.named))
        } else {
            text
        }
    };
    let away = |(seat, defaulted): (SeatIndex, &bool)| {
        defaulted.then(|| {
            Text::new("theft_default", "{player} did not answer in time and took the default.").with("player", seat)
        })
    };
    thefts
        .thefts
        .iter()
        .map(line)
        .chain(thefts.defaulted.enumerate().filter_map(away))
        .collect()
}

/// The replacements of each seat, and the letter that starts stale.
pub(super) fn replacements(replaced: &Replacements) -> Vec<Text> {
    let line = |(seat, swap): (SeatIndex, &crate::action::Swap)| {
        Text::new("replaced_by", "{player} replaced {discarded} with a {taken}.")
            .with("player", seat)
            .with("discarded", present(swap.discard))
            .with("taken", named(swap.take))
    };
    let count = |(letter, count): (Letter, u8)| {
        Text::new("taken", "{present}: {players|player|players}")
            .with("present", named(letter))
            .with("players", count)
    };
    let counts = Text::new("taken_counts", "Chosen: {counts}.").with("counts", Arg::list(replaced.counts.map(count)));
    let stale = match replaced.stale {
        Some(letter) => {
            Text::new("starts_stale", "Each new {present} starts with staleness 2.").with("present", named(letter))
        }
        None => Text::new("starts_fresh", "All new presents start with staleness 0."),
    };
    replaced.seats.enumerate().map(line).chain([counts, stale]).collect()
}

/// The score of each seat.
pub(super) fn scores(scored: &Scored) -> Vec<Text> {
    scored.lines.iter().map(score).collect()
}

fn score(line: &ScoreLine) -> Text {
    let part = |key, pattern, points: i64| (points != 0).then(|| Text::new(key, pattern).with("points", points));
    let parts = [
        part("score_monopoly", "monopoly +{points}", line.monopoly.get()),
        part("score_eggs", "received eggs -{points}", line.egg_loss.get()),
        part("score_explosions", "explosions -{points}", line.explosion_loss.get()),
        part("score_staleness", "staleness -{points}", line.staleness_loss.get()),
    ];
    let presents = line.presents.iter().map(|present| Arg::from(scored_present(present)));
    let parts = presents.chain(parts.into_iter().flatten().map(Arg::from));
    let text = if line.raw.get() < 0 {
        Text::new(
            "score_floored",
            "{player} keeps {total|point|points}, because a total never falls: {parts}.",
        )
    } else {
        Text::new(
            "score",
            "{player} gains {gained|point|points} and has {total}: {parts}.",
        )
        .with("gained", line.gained.get())
    };
    text.with("player", line.seat)
        .with("total", line.total.get())
        .with("parts", Arg::List(parts.collect()))
}

fn scored_present(scored: &ScoredPresent) -> Text {
    let text = match (scored.layers, scored.distance) {
        (None, None) => Text::new("score_kept_present", "{present} +{points}"),
        (None, Some(distance)) => {
            Text::new("score_present", "{present} from distance {distance} +{points}").with("distance", distance.get())
        }
        (Some(layers), _) => Text::new("score_kaboom", "{present} (layers {before} to {after}) +{points}")
            .with("before", layers.before.get())
            .with("after", layers.after),
    };
    text.with("present", notation(scored.letter, scored.staleness.get()))
        .with("points", scored.points.get())
}

/// The final ranking.
pub(super) fn ranking(ranking: &Ranking) -> Vec<Text> {
    let line = |ranked: &crate::event::Ranked| {
        Text::new("ranked", "Rank {rank}: {player} with {total|point|points}.")
            .with("rank", ranked.rank)
            .with("player", ranked.seat)
            .with("total", ranked.total.get())
    };
    let winners =
        Text::new("winners", "First place: {winners}.").with("winners", Arg::list(ranking.winners.iter().copied()));
    ranking.seats.iter().map(line).chain([winners]).collect()
}

/// A submitted action.
pub(super) fn action(action: &Action) -> Text {
    match action {
        Action::SelectPresents { letters } => Text::new("select", "selected {presents}").with(
            "presents",
            Arg::list(letters.iter().flatten().map(|letter| named(*letter))),
        ),
        Action::PassPresents { passes, replacement } => {
            let swap = replacement.and_then(|swap| Some((swap.discard?, swap.take?)));
            let swap = swap.map(|(discard, take)| {
                Text::new("pass_swap", " and replaces {discarded} with a {taken}")
                    .with("discarded", reference(&discard))
                    .with("taken", named(take))
            });
            Text::new(
                "pass_three",
                "passes {presents} to the first, second and third player below{swap}",
            )
            .with("presents", Arg::list(passes.iter().map(reference)))
            .with("swap", swap.unwrap_or_else(|| Text::new("pass_no_swap", "")))
        }
        Action::StealPresents { steals } => Text::new(
            "steal",
            "steals {presents} from the first, second and third player above",
        )
        .with("presents", Arg::list(steals.iter().map(reference))),
    }
}

fn reference(reference: &PresentRef) -> Arg {
    reference.well_formed().map_or_else(|| Arg::word("?"), present)
}
