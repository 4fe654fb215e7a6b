//! What happened.

use tinsel_proto::games::snowball_war::v1::{
    CharacterPicked, DiceForced, DieSpent, DieUse, EndReason, Event, MatchEnded, Symbol, event::Event as Kind,
};

use super::{Detail, Names, notation};

/// Whether the field looks otherwise after an event.
pub(in crate::render) const fn moves_something(event: &Event) -> bool {
    matches!(
        &event.event,
        Some(
            Kind::TeamDeployed(_)
                | Kind::DiceAllocated(_)
                | Kind::DieSpent(_)
                | Kind::TokenAdded(_)
                | Kind::CharacterMoved(_)
                | Kind::PlacesSwapped(_)
                | Kind::CharacterReturned(_)
                | Kind::SecondSkipped(_)
        )
    )
}

/// The text of an event; empty if there is nothing to tell.
pub(in crate::render) fn event(event: &Event, names: &Names, detail: Detail) -> String {
    match &event.event {
        None => String::new(),
        Some(Kind::RerollCommitted(_) | Kind::AllocationCommitted(_) | Kind::ActionDue(_))
            if detail == Detail::Story =>
        {
            String::new()
        }
        Some(kind) => told(kind, names),
    }
}

#[expect(clippy::too_many_lines, reason = "one row for each event reads best in one place")]
fn told(kind: &Kind, names: &Names) -> String {
    match kind {
        Kind::MatchCreated(created) => format!(
            "\nThe field has {} obstacles. {} picks first.\n",
            created.obstacles.len(),
            names.of(created.first_picker)
        ),
        Kind::CharacterPicked(picked) => self::picked(picked, names),
        Kind::TeamDeployed(deployed) => {
            let team = deployed.characters.iter().map(|placed| {
                let at = notation::point(placed.at.as_ref());
                format!("{} at {at}", notation::character(placed.character()))
            });
            let team: Vec<String> = team.collect();
            let snowman = notation::point(deployed.snowman.as_ref());
            format!(
                "\n{} puts the snowman at {snowman}, {}.\n",
                names.of(deployed.seat),
                team.join(", ")
            )
        }
        Kind::TurnStarted(started) => format!("\nTurn {}\n", started.turn),
        Kind::DiceRolled(rolled) => {
            format!(
                "  {} rolls {}.\n",
                names.of(rolled.seat),
                notation::numbers(&rolled.values)
            )
        }
        Kind::RerollCommitted(committed) => format!("  {} has chosen what to re-roll.\n", names.of(committed.seat)),
        Kind::RerollChoice(choice) => format!("  You re-roll dice {}.\n", notation::numbers(&choice.dice)),
        Kind::DiceRerolled(rerolled) if rerolled.dice.is_empty() => {
            format!("  {} keeps everything.\n", names.of(rerolled.seat))
        }
        Kind::DiceRerolled(rerolled) => format!(
            "  {} re-rolls dice {}: {}.\n",
            names.of(rerolled.seat),
            notation::numbers(&rerolled.dice),
            notation::numbers(&rerolled.values)
        ),
        Kind::AllocationCommitted(committed) => format!("  {} has allocated.\n", names.of(committed.seat)),
        Kind::AllocationChoice(choice) => {
            let cards = choice.cards.iter().map(|card| {
                let dice = notation::numbers(&card.dice);
                format!("{} dice {dice}", notation::character(card.character()))
            });
            format!("  You allocate {}.\n", cards.collect::<Vec<_>>().join(", "))
        }
        Kind::DiceAllocated(allocated) => {
            let cards = allocated.cards.iter().map(|card| {
                let values = notation::numbers(&card.values);
                format!("{} {values}", notation::character(card.character()))
            });
            format!(
                "  {}: {}.\n",
                names.of(allocated.seat),
                cards.collect::<Vec<_>>().join(", ")
            )
        }
        Kind::ActionPhaseStarted(started) => started.opening.as_ref().map_or_else(String::new, |opening| {
            let sums: Vec<String> = opening.sums.iter().map(u32::to_string).collect();
            let tie = if started.tie { " (a tie)" } else { "" };
            format!(
                "  Sums {}{tie}: {} starts.\n",
                sums.join(" and "),
                names.of(opening.starter)
            )
        }),
        Kind::ActionDue(due) => format!("  {} is to act.\n", names.of(due.seat)),
        Kind::DieSpent(spent) => self::spent(spent, names),
        Kind::SnowballThrown(thrown) => {
            let again = if thrown.second { " again" } else { "" };
            let twice = if thrown.hits == 2 { " with both hands" } else { "" };
            let (who, target) = (
                notation::character(thrown.character()),
                notation::piece(thrown.target()),
            );
            format!("  {who} throws{again} at {target}{twice}.\n")
        }
        Kind::SnowmanRushed(rushed) => format!(
            "  {} is at {} with two snowballs.\n",
            notation::character(rushed.character()),
            notation::piece(rushed.target())
        ),
        Kind::HitPending(pending) => format!(
            "  Hit {} of {} on {}: {} reacts.\n",
            pending.hit,
            pending.hits,
            notation::piece(pending.target()),
            names.of(pending.defender)
        ),
        Kind::HitDodged(dodged) => format!("  {} dodges!\n", notation::character(dodged.character())),
        Kind::HitIntercepted(taken) => format!("  Robert takes it for {}.\n", notation::piece(taken.target())),
        Kind::TokenAdded(added) => format!("  {} is hit: {}.\n", notation::piece(added.piece()), cold(added.tokens)),
        Kind::CharacterRanAway(away) => {
            let lost = match away.values.as_slice() {
                [] => String::new(),
                values => format!(", losing {}", notation::numbers(values)),
            };
            format!("  {} runs away{lost}.\n", notation::character(away.character()))
        }
        Kind::HitsLost(lost) => format!(
            "  {} is gone; {} more miss.\n",
            notation::piece(lost.target()),
            lost.count
        ),
        Kind::CharacterMoved(moved) => {
            let again = if moved.second { " again" } else { "" };
            let (from, to) = (
                notation::point(moved.from_point.as_ref()),
                notation::point(moved.to_point.as_ref()),
            );
            let who = notation::character(moved.character());
            format!("  {who} moves{again} from {from} to {to}.\n")
        }
        Kind::PlacesSwapped(swapped) => format!(
            "  {} swaps places with {}.\n",
            notation::character(swapped.character()),
            notation::character(swapped.team_mate())
        ),
        Kind::DiceForced(forced) => self::forced(forced),
        Kind::SecondDue(due) => {
            let what = if due.kind() == Symbol::Throw { "throw" } else { "move" };
            format!("  {} may {what} again.\n", notation::character(due.character()))
        }
        Kind::SecondSkipped(skipped) if skipped.automatic => {
            format!(
                "  {} has nothing more to throw at.\n",
                notation::character(skipped.character())
            )
        }
        Kind::SecondSkipped(skipped) => format!("  {} leaves it at that.\n", notation::character(skipped.character())),
        Kind::TokenRemoved(removed) => {
            let who = notation::character(removed.character());
            format!("  {who} warms up: {}.\n", cold(removed.tokens))
        }
        Kind::ReturnDue(due) => format!(
            "  {} brings back {}.\n",
            names.of(due.seat),
            notation::characters(due.characters(), ", ")
        ),
        Kind::CharacterReturned(back) => format!(
            "  {} is back at {}.\n",
            notation::character(back.character()),
            notation::point(back.at.as_ref())
        ),
        Kind::MatchEnded(ended) => self::ended(ended, names),
    }
}

fn picked(picked: &CharacterPicked, names: &Names) -> String {
    let how = if picked.automatic { "is left with" } else { "picks" };
    let who = notation::character(picked.character());
    format!("  {} {how} {who}.\n", names.of(picked.seat))
}

/// The first line of an action or of a reaction.
fn spent(spent: &DieSpent, names: &Names) -> String {
    let used = if spent.as_value == spent.value {
        String::new()
    } else {
        format!(" as a {}", spent.as_value)
    };
    let whose = notation::character(spent.character());
    let what = match spent.r#use() {
        DieUse::Discard => "discards",
        DieUse::Dodge | DieUse::Intercept => "reacts with",
        DieUse::Unspecified
        | DieUse::Throw
        | DieUse::Move
        | DieUse::DoubleThrow
        | DieUse::ForceReroll
        | DieUse::Swap
        | DieUse::Rush => "uses",
    };
    format!(
        "\n{} {what} a {} of {whose}{used}.\n",
        names.of(spent.seat),
        spent.value
    )
}

fn forced(forced: &DiceForced) -> String {
    let dice = forced
        .dice
        .iter()
        .map(|die| format!("{} is now {}", die.old_value, die.new_value));
    let dice: Vec<String> = dice.collect();
    let (by, target) = (notation::character(forced.by()), notation::character(forced.target()));
    format!("  {by} makes {target} roll again: {}.\n", dice.join(", "))
}

fn ended(ended: &MatchEnded, names: &Names) -> String {
    let Some(ending) = &ended.ending else {
        return String::new();
    };
    let how = match ending.reason() {
        EndReason::Unspecified => "",
        EndReason::Knockout => "A snowman has lost its head. ",
        EndReason::TurnLimit => "The last turn is over. ",
    };
    let who = ending
        .winner
        .map_or_else(|| "Nobody wins.".to_owned(), |seat| format!("{} wins.", names.of(seat)));
    format!("\n{how}{who}\n")
}

fn cold(tokens: u32) -> String {
    match tokens {
        1 => "1 token".to_owned(),
        several => format!("{several} tokens"),
    }
}
