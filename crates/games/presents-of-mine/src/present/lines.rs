//! Results of steps, one line for each seat: for events and for scenes.

use tinsel_engine::{
    BySeat, SeatIndex, SeatSet,
    present::{Arg, Text},
};

use crate::{
    action::{Action, Replacement, Swap},
    components::{Distance, Hand, Letter, PresentRef},
    naming::{brief, named, notation, present},
    record::{
        LayersScored, LetterCount, Pass, Passes, Pregame, Ranked, Ranking, Replacements, ScoreLine, Scored,
        ScoredPresent, SeatPasses, Selected, Theft, Thefts,
    },
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

/// A note about a default; empty for a choice.
fn mark(by_default: bool) -> Arg {
    match by_default {
        true => Text::new("by_default", " (default: no answer in time)").into(),
        false => Arg::word(""),
    }
}

/// The selection of a seat.
pub(super) fn selected(seat: SeatIndex, selected: &Selected) -> Text {
    Text::new("selected_by", "{player} selected {presents}{default}.")
        .with("player", seat)
        .with("presents", Arg::list(selected.letters.letters().map(brief)))
        .with("default", mark(selected.by_default))
}

/// The selections, and the staleness that follows for each letter.
pub(super) fn pregame(pregame: &Pregame) -> Vec<Text> {
    let lines = pregame.selected.enumerate().map(|(seat, of)| selected(seat, of));
    let counts = Text::new("letter_counts", "Selections and first staleness: {counts}.")
        .with("counts", Arg::list(pregame.letters.iter().map(letter_count)));
    lines.chain([counts]).collect()
}

fn letter_count(count: &LetterCount) -> Text {
    let of = by(count.letter, count.count);
    match count.staleness {
        Some(staleness) => Text::new("starts_with", "{count} (staleness {staleness})")
            .with("count", of)
            .with("staleness", staleness.get()),
        None => of,
    }
}

/// How many players selected or took a kind of present.
fn by(letter: Letter, players: u8) -> Text {
    Text::new("by_players", "{present} by {players|player|players}")
        .with("present", brief(letter))
        .with("players", players)
}

/// The passes of each seat.
pub(super) fn passes(passes: &Passes) -> Vec<Text> {
    let pass = |pass: &Pass| {
        Text::new("pass", "{present} to {target}")
            .with("present", present(pass.present))
            .with("target", pass.to)
    };
    let line = |(seat, passed): (SeatIndex, &SeatPasses)| {
        Text::new("passed_by", "{player} passed {presents}{default}.")
            .with("player", seat)
            .with("presents", Arg::list(passed.passes.iter().map(pass)))
            .with("default", mark(passed.by_default))
    };
    passes.seats.enumerate().map(line).collect()
}

/// The thefts in their order, and the seats that took the default.
pub(super) fn thefts(thefts: &Thefts) -> Vec<Text> {
    let away = thefts.by_default.enumerate().filter(|(_, by_default)| **by_default);
    let away: SeatSet = away.map(|(seat, _)| seat).collect();
    let away = (!away.is_empty())
        .then(|| Text::new("theft_defaults", "{players} did not answer in time: default.").with("players", away));
    thefts.thefts.iter().map(theft).chain(away).collect()
}

fn theft(theft: &Theft) -> Text {
    let text = if theft.random {
        Text::new(
            "theft_at_random",
            "{thief} stole {taken} from {victim} at distance {distance}, at random: no {named} was left.",
        )
        .with("named", present(theft.named))
    } else {
        Text::new("theft", "{thief} stole {taken} from {victim} at distance {distance}.")
    };
    text.with("thief", theft.thief)
        .with("taken", present(theft.taken))
        .with("victim", theft.victim)
        .with("distance", theft.distance.get())
}

/// The replacements of each seat, and the letter that starts stale.
pub(super) fn replacements(replaced: &Replacements) -> Vec<Text> {
    let line = |(seat, swap): (SeatIndex, &Swap)| {
        Text::new("replaced_by", "{player} replaced {discarded} with a {taken}.")
            .with("player", seat)
            .with("discarded", present(swap.discard))
            .with("taken", named(swap.take))
    };
    let counts = replaced.counts.map(|(letter, players)| by(letter, players));
    let counts = Text::new("taken_counts", "Chosen: {counts}.").with("counts", Arg::list(counts));
    let stale = match replaced.stale {
        Some(letter) => Text::new(
            "starts_stale",
            "Each new {present} starts with staleness 2; the others start with 0.",
        )
        .with("present", named(letter)),
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
        part(
            "score_monopoly",
            "Monopoly +{points} (5 for each letter with the most presents, 2 for a tie)",
            line.monopoly.get(),
        ),
        part(
            "score_eggs",
            "-{points} (3 for each Egg Present received)",
            line.egg_loss.get(),
        ),
        part("score_explosions", "explosions -{points}", line.explosion_loss.get()),
        part("score_staleness", "staleness -{points}", line.staleness_loss.get()),
    ];
    let parts = line
        .presents
        .iter()
        .map(scored_present)
        .chain(parts.into_iter().flatten());
    let text = if line.raw.get() < 0 {
        Text::new(
            "score_floored",
            "{player} keeps {total|point|points}, because the sum is {sum} and a total never falls: {parts}.",
        )
        .with("sum", line.raw.get())
    } else {
        Text::new(
            "score",
            "{player} gains {gained|point|points} and has {total}: {parts}.",
        )
        .with("gained", line.gained.get())
    };
    text.with("player", line.seat)
        .with("total", line.total.get())
        .with("parts", Arg::list(parts))
}

fn scored_present(scored: &ScoredPresent) -> Text {
    let text = match (scored.distance, scored.layers) {
        (None, None) => Text::new("score_kept", "{present} +{points}"),
        (Some(_), None) => Text::new("score_passed", "{present} (moved {distance|place|places}) +{points}"),
        (None, Some(_)) => Text::new("score_kept_kaboom", "{present} ({layers}) +{points}"),
        (Some(_), Some(_)) => Text::new(
            "score_passed_kaboom",
            "{present} ({layers}, moved {distance|place|places}) +{points}",
        ),
    };
    let values = [
        Some(("present", notation(scored.letter, scored.staleness))),
        scored.layers.map(|layers| ("layers", layers_scored(layers).into())),
        scored.distance.map(|distance| ("distance", distance.get().into())),
        Some(("points", scored.points.get().into())),
    ];
    { values.into_iter().flatten() }.fold(text, |text, (name, value): (_, Arg)| text.with(name, value))
}

fn layers_scored(LayersScored { before, after }: LayersScored) -> Text {
    let text = match after {
        ..=0 => Text::new("layers_exploded", "explodes: {before|layer|layers} less {lost}"),
        1.. => Text::new("layers_left", "{before|layer|layers} less {lost}"),
    };
    let lost = i32::from(before.get()).saturating_sub(after);
    text.with("before", before.get()).with("lost", lost)
}

/// The final ranking.
pub(super) fn ranking(ranking: &Ranking) -> Vec<Text> {
    let line = |ranked: &Ranked| {
        Text::new("ranked", "Rank {rank}: {player} with {total|point|points}.")
            .with("rank", ranked.rank)
            .with("player", ranked.seat)
            .with("total", ranked.total.get())
    };
    let winners = Text::new("winners", "First place: {winners}.").with("winners", winners(ranking));
    ranking.seats.iter().map(line).chain([winners]).collect()
}

/// The winners.
pub(super) fn winners(ranking: &Ranking) -> Arg {
    Arg::list(ranking.winners.iter().copied())
}

/// The submission of a seat.
pub(super) fn submission(seat: SeatIndex, content: &Action, by_default: bool) -> Text {
    Text::new("sealed", "{player} {action}{default}.")
        .with("player", seat)
        .with("action", action(content))
        .with("default", mark(by_default))
}

fn action(action: &Action) -> Text {
    match action {
        Action::SelectPresents { letters } => Text::new("select", "selects {presents}").with(
            "presents",
            Arg::list(letters.iter().flatten().map(|letter| brief(*letter))),
        ),
        Action::PassPresents { passes, replacement } => {
            Text::new("pass_three", "passes {presents} player below{replacement}")
                .with("presents", by_distance("pass_over", "{present} to the {place}", passes))
                .with(
                    "replacement",
                    replacement
                        .as_ref()
                        .map_or(Arg::word(""), |swap| replacing(swap).into()),
                )
        }
        Action::StealPresents { steals } => Text::new("steal", "steals {presents} player above").with(
            "presents",
            by_distance("steal_over", "{present} from the {place}", steals),
        ),
    }
}

/// Presents with the place of the player at each distance.
fn by_distance(key: &'static str, pattern: &'static str, presents: &[PresentRef]) -> Arg {
    let placed = |(distance, present): (Distance, &PresentRef)| {
        Text::new(key, pattern)
            .with("present", reference(present))
            .with("place", place(distance))
    };
    Arg::list(Distance::ALL.into_iter().zip(presents).map(placed))
}

/// The place of a player at this distance, such as "first" above or below.
pub(super) fn place(distance: Distance) -> Text {
    match distance {
        Distance::First => Text::new("first", "first"),
        Distance::Second => Text::new("second", "second"),
        Distance::Third => Text::new("third", "third"),
    }
}

fn replacing(replacement: &Replacement) -> Text {
    let discarded = replacement.discard.as_ref().map_or(Arg::word("?"), reference);
    Text::new("pass_replacing", ", and replaces {discarded} with a {taken}")
        .with("discarded", discarded)
        .with("taken", replacement.take.map_or(Arg::word("?"), named))
}

fn reference(reference: &PresentRef) -> Arg {
    reference.well_formed().map_or_else(|| Arg::word("?"), present)
}
