//! Actions, events and views in a notation for rules experts.

use tinsel_engine::SeatIndex;
use tinsel_presents_of_mine::{
    Action, Event, Hand, LastStep, List, ListView, OwnSubmission, Passes, Pregame, PregameView, PresentRef, Ranking,
    Replacement, Replacements, ScoreLine, Scored, ScoredPresent, Selected, Thefts, Transfer, View,
};

/// The action as a test writes it, with functions of the crate's `testkit`.
pub(crate) fn action(action: &Action) -> String {
    match action {
        Action::SelectPresents { letters } => {
            let letters = letters
                .iter()
                .map(|letter| letter.map_or('?', |letter| letter.symbol()));
            format!("select(\"{}\")", letters.collect::<String>())
        }
        Action::PassPresents {
            passes,
            replacement: None,
        } => format!("pass(\"{}\")", references(passes)),
        Action::PassPresents {
            passes,
            replacement: Some(Replacement { discard, take }),
        } => {
            let take = take.map_or(String::new(), |letter| letter.to_string());
            let discard = references(discard.as_slice());
            format!("swap(\"{}\", \"{discard}\", \"{take}\")", references(passes))
        }
        Action::StealPresents { steals } => format!("steal(\"{}\")", references(steals)),
    }
}

fn references(references: &[PresentRef]) -> String {
    let text = |reference: &PresentRef| match reference.well_formed() {
        Some(present) => present.to_string(),
        None => {
            let letter = reference.letter.map_or('?', |letter| letter.symbol());
            format!("{letter}{}({})", reference.staleness, reference.layers)
        }
    };
    joined(references.iter().map(text))
}

pub(crate) fn event(event: &Event) -> String {
    match event {
        Event::MatchStarted { config } => format!("MatchStarted          {config:?}"),
        Event::ListDrawn { order } => format!("ListDrawn             {}", list(order)),
        Event::SubmissionReceived { seat, step } => format!("SubmissionReceived    {seat}, step {}", step.number()),
        Event::SubmissionSealed { content, defaulted, .. } => {
            format!("SubmissionSealed      {}{}", action(content), mark(*defaulted))
        }
        Event::PregameRevealed { pregame, hands } => {
            let hands = hands.enumerate().map(|(seat, hand)| row(seat, &hand.to_string()));
            format!("PregameRevealed       {}{}", lines(selections(pregame)), lines(hands))
        }
        Event::OwnPregameHand { seat, hand } => format!("OwnPregameHand        {seat} {hand}"),
        Event::RoundStarted { round, order } => {
            format!(
                "RoundStarted          {} {round:?}, list {}",
                round.number(),
                list(order)
            )
        }
        Event::ListReversed { order } => format!("ListReversed          {}", list(order)),
        Event::PassesRevealed(told) => format!("PassesRevealed        {}", lines(passes(told))),
        Event::ReplacementsRevealed(told) => format!("ReplacementsRevealed  {}", lines(replacements(told))),
        Event::TheftsRevealed(told) => format!("TheftsRevealed        {}", lines(thefts(told))),
        Event::Scored(told) => format!(
            "Scored                step {}{}",
            told.step.number(),
            lines(scored(told))
        ),
        Event::KaboomExploded {
            seat,
            staleness,
            layers_before,
            layers_after,
            loss,
            ..
        } => {
            let layers = layers_before.get();
            format!("KaboomExploded        {seat} K{staleness}({layers}), layers after {layers_after}, loses {loss}")
        }
        Event::HandsPublished { hands, .. } => {
            let hands = hands.enumerate().map(|(seat, hand)| row(seat, &hand.to_string()));
            format!("HandsPublished        {}", lines(hands))
        }
        Event::MatchFinished { ranking: told } => format!("MatchFinished         {}", ranking(told)),
    }
}

/// One line for each fact that can change.
pub(crate) fn view(view: &View) -> String {
    let mut text = vec![
        format!("config: {:?}", view.config),
        format!("phase: {:?}, step {}", view.phase, view.step.number()),
        format!("list: {}", view.list.map_or_else(absent, |told| list_view(&told))),
        format!(
            "owing: {}",
            joined(view.owing.iter().map(|seat| seat.get().to_string()))
        ),
        format!("own: {}", view.own.as_ref().map_or_else(absent, own)),
    ];
    for (seat, told) in view.seats.enumerate() {
        let hand = told.hand.as_ref().map_or_else(absent, Hand::to_string);
        let total = told.total.map_or_else(absent, |total| total.to_string());
        text.push(format!("seat {}: {hand}, total {total}", seat.get()));
    }
    text.push(format!(
        "pregame: {}",
        view.pregame.as_ref().map_or_else(absent, pregame)
    ));
    text.push(format!("last: {}", view.last.as_ref().map_or_else(absent, last)));
    text.push(format!(
        "ranking: {}",
        view.ranking.as_ref().map_or_else(absent, ranking)
    ));
    text.join("\n")
}

fn absent() -> String {
    "–".to_owned()
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// Each row on a line of its own, indented.
fn lines(rows: impl IntoIterator<Item = String>) -> String {
    rows.into_iter().map(|row| format!("\n  {row}")).collect()
}

fn row(seat: SeatIndex, text: &str) -> String {
    format!("{}: {text}", seat.get())
}

const fn mark(defaulted: bool) -> &'static str {
    if defaulted { " by default" } else { "" }
}

fn list(list: &List) -> String {
    joined(list.iter().map(|seat| seat.get().to_string()))
}

fn list_view(told: &ListView) -> String {
    let reversed = if told.reversed { " (reversed)" } else { "" };
    format!("{}{reversed}", list(&told.order))
}

fn own(own: &OwnSubmission) -> String {
    format!("{}{}", action(&own.content), mark(own.defaulted))
}

fn selected(selected: &Selected) -> String {
    format!("{}{}", selected.letters, mark(selected.defaulted))
}

fn selections(pregame: &Pregame) -> Vec<String> {
    let counts = pregame.letters.iter().map(|count| {
        let staleness = count.staleness.map_or_else(absent, |staleness| staleness.to_string());
        format!("{}×{}→{staleness}", count.letter, count.count)
    });
    let seats = pregame
        .selected
        .enumerate()
        .map(|(seat, own)| row(seat, &selected(own)));
    [joined(counts)].into_iter().chain(seats).collect()
}

fn pregame(told: &PregameView) -> String {
    match told {
        PregameView::All(pregame) => selections(pregame).join("; "),
        PregameView::Own { selected: own, .. } => format!("only its own, {}", selected(own)),
    }
}

fn passes(told: &Passes) -> Vec<String> {
    let seat = |(seat, passes): (SeatIndex, &tinsel_presents_of_mine::SeatPasses)| {
        let each = passes
            .passes
            .iter()
            .map(|pass| format!("{}→{}", pass.present, pass.to.get()));
        row(seat, &format!("{}{}", joined(each), mark(passes.defaulted)))
    };
    told.seats.enumerate().map(seat).collect()
}

fn replacements(told: &Replacements) -> Vec<String> {
    let counts = joined(told.counts.iter().map(|(letter, count)| format!("{letter}×{count}")));
    let stale = told.stale.map_or_else(absent, |letter| letter.to_string());
    let seats = told
        .seats
        .enumerate()
        .map(|(seat, swap)| row(seat, &format!("{} for {}", swap.take, swap.discard)));
    [format!("{counts}, starts stale: {stale}")]
        .into_iter()
        .chain(seats)
        .collect()
}

fn thefts(told: &Thefts) -> Vec<String> {
    let thefts = told.thefts.iter().map(|theft| {
        let got = if theft.random {
            format!(", got {} by chance", theft.taken)
        } else {
            String::new()
        };
        let (thief, victim, distance) = (theft.thief.get(), theft.victim.get(), theft.distance.get());
        format!("{thief} from {victim} over {distance}: {}{got}", theft.named)
    });
    let defaulted = told.defaulted.enumerate().filter(|(_, defaulted)| **defaulted);
    let defaulted = joined(defaulted.map(|(seat, _)| seat.get().to_string()));
    thefts.chain([format!("by default: {defaulted}")]).collect()
}

fn scored(told: &Scored) -> Vec<String> {
    told.lines.iter().map(score_line).collect()
}

fn score_line(line: &ScoreLine) -> String {
    let presents = joined(line.presents.iter().map(scored_present));
    let [ability, monopoly, egg, explosion] =
        [line.ability, line.monopoly, line.egg_loss, line.explosion_loss].map(|points| points.get());
    let sum = format!(
        "{ability} + {monopoly} − {egg} − {explosion} − {} = {}",
        line.staleness_loss, line.raw
    );
    row(line.seat, &format!("{presents}: {sum}, total {}", line.total))
}

fn scored_present(present: &ScoredPresent) -> String {
    let layers = present.layers.map_or_else(String::new, |layers| {
        format!("({}→{})", layers.before.get(), layers.after)
    });
    let distance = present
        .distance
        .map_or_else(String::new, |distance| format!("*{}", distance.get()));
    format!(
        "{}{}{layers}{distance}={}",
        present.letter, present.staleness, present.points
    )
}

/// The events of the last step contain the same in full.
fn last(last: &LastStep) -> String {
    let transfer = match &last.transfer {
        None => absent(),
        Some(Transfer::Passes(told)) => passes(told).join("; "),
        Some(Transfer::Thefts(told)) => thefts(told).join("; "),
    };
    let replacements = last
        .replacements
        .as_ref()
        .map_or_else(absent, |told| replacements(told).join("; "));
    let totals = joined(last.scored.lines.iter().map(|line| line.total.to_string()));
    format!(
        "step {}; moved {transfer}; replaced {replacements}; scored lines {}, totals {totals}",
        last.scored.step.number(),
        last.scored.lines.len()
    )
}

fn ranking(told: &Ranking) -> String {
    let seats = told
        .seats
        .iter()
        .map(|ranked| format!("{}. seat {} ({})", ranked.rank, ranked.seat.get(), ranked.total));
    let winners = joined(told.winners.iter().map(|seat| seat.get().to_string()));
    format!("{}; winners {winners}", joined(seats))
}
