//! What is the same in every game.

use tinsel_proto::v1::{
    Match, MatchPhase, Occupant, OperatorActed, OperatorAction, Outcome, SeatControl, SeatControlChanged, Visibility,
    match_event::Event,
};

use super::{names::Names, table::Table};

pub(super) fn event(event: &Event, names: &Names) -> String {
    match event {
        Event::MatchCreated(created) => format!("A match of {} is created.\n", created.game_id),
        Event::SeatTaken(taken) => taken.seat.as_ref().map_or_else(String::new, |seat| {
            let bot = if seat.occupant() == Occupant::Bot {
                " (a bot of the server)"
            } else {
                ""
            };
            format!("Seat {} is taken by {}{bot}.\n", seat.seat, names.of(seat.seat))
        }),
        Event::MatchBegun(begun) => format!("All {} seats are taken: the match begins.\n", begun.seats),
        Event::MatchEnded(ended) => ended.outcome.as_ref().map_or_else(String::new, |outcome| {
            format!("\nFinal ranking\n{}", ranking(outcome, names))
        }),
        Event::TimeCredited(credited) => {
            let seconds = credited.longest.as_ref().map_or(0, |longest| longest.seconds);
            format!("The store could not be reached: deadlines are up to {seconds} seconds later.\n")
        }
        Event::SeatOpened(opened) => {
            let who = names.known(opened.seat).map(|who| format!(": {who} has left"));
            format!("Seat {} is open again{}.\n", opened.seat, who.unwrap_or_default())
        }
        Event::SeatControlChanged(changed) => control(changed, names),
        Event::MatchAborted(_) => "\nThe match was aborted: nobody has won.\n".to_owned(),
        Event::OperatorActed(acted) => operator(acted, names),
        Event::Game(_) => String::new(),
    }
}

fn control(changed: &SeatControlChanged, names: &Names) -> String {
    let who = names.of(changed.seat);
    match changed.control() {
        SeatControl::Unspecified => format!("Back again: {who}.\n"),
        SeatControl::Substituted => format!("A bot decides for {who} for now.\n"),
        SeatControl::Left => format!("A bot decides for {who} to the end: the player has left.\n"),
        SeatControl::Forfeited => format!("Forfeited: {who}. The defaults are taken from now on.\n"),
    }
}

fn operator(acted: &OperatorActed, names: &Names) -> String {
    let action = match acted.action() {
        OperatorAction::TakeDefaults => match acted.seat {
            Some(seat) => format!("takes the default of {}", names.of(seat)),
            None => "takes the defaults of all who are waited for".to_owned(),
        },
        OperatorAction::ExtendDeadlines => {
            let seconds = acted.extension.as_ref().map_or(0, |by| by.seconds);
            format!("gives {seconds} more seconds to all who are waited for")
        }
        OperatorAction::Abort => "aborts the match".to_owned(),
        OperatorAction::Reveal => "looks at what is hidden".to_owned(),
        OperatorAction::Unspecified => "has done something".to_owned(),
    };
    format!("An operator of the service {action}: {}\n", acted.reason)
}

/// One line for each seat, the best first.
fn ranking(outcome: &Outcome, names: &Names) -> String {
    let mut standings: Vec<_> = outcome.standings.iter().collect();
    standings.sort_by_key(|standing| (standing.rank, standing.seat));
    let mut table = Table::new("rllrl");
    for standing in standings {
        table.row([
            format!("{}.", standing.rank),
            format!("seat {}", standing.seat),
            names.with_conduct(standing.seat),
            standing
                .score
                .map(|score| format!("{score} points"))
                .unwrap_or_default(),
            standing.labels.join(" "),
        ]);
    }
    table.text(2)
}

/// Who sits where.
fn seats(of: &Match) -> String {
    let mut table = Table::new("lll");
    for seat in &of.seats {
        let who = match seat.occupant() {
            Occupant::Open => "open",
            Occupant::Player => "player",
            Occupant::Bot => "bot of the server",
            Occupant::Unspecified => "",
        };
        table.row([format!("seat {}", seat.seat), seat.display_name.clone(), who.to_owned()]);
    }
    table.text(2)
}

/// To whom it is not open.
fn closed(of: &Match) -> String {
    let private = match of.visibility() {
        Visibility::Private => ", private",
        Visibility::Unspecified | Visibility::Public => "",
    };
    let players_only = if of.players_only { ", for players only" } else { "" };
    format!("{private}{players_only}")
}

pub(super) fn state(of: &Match, names: &Names) -> String {
    let phase = match of.phase() {
        MatchPhase::Lobby => "waiting for players",
        MatchPhase::Active => "being played",
        MatchPhase::Finished => "finished",
        MatchPhase::Aborted => "aborted",
        MatchPhase::Unspecified => "in an unknown phase",
    };
    let title = if of.display_name.is_empty() {
        String::new()
    } else {
        format!(" {:?}", of.display_name)
    };
    let mut text = format!(
        "Match {}{title} of {}, revision {}{}: {phase}.\n",
        of.match_id,
        of.game_id,
        of.revision,
        closed(of)
    );
    if of.phase() == MatchPhase::Lobby {
        text.push_str(&seats(of));
    }
    if let Some(outcome) = &of.outcome {
        text.push_str(&format!("Final ranking\n{}", ranking(outcome, names)));
    }
    text
}
