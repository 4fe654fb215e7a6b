//! Sentences of the events that do not depend on the game.

use tinsel_engine::{
    SeatIndex,
    present::{Arg, Text},
};
use tinsel_proto::v1::{
    HostChanged, MatchEnded, NamesErased, Occupant, OperatorActed, OperatorAction, SeatControl, SeatTaken,
    TimeCredited, match_event::Event,
};

/// The event as a sentence; `None` for an event of the game.
pub(crate) fn sentence(event: &Event) -> Option<Text> {
    Some(match event {
        Event::Game(_) => return None,
        Event::MatchCreated(_) => Text::new("match_created", "The match is created."),
        Event::SeatTaken(SeatTaken { seat, .. }) => taken(seat.as_ref()?),
        Event::MatchBegun(_) => Text::new("match_begun", "All seats are taken. The match begins."),
        Event::MatchEnded(ended) => self::ended(ended),
        Event::TimeCredited(TimeCredited { longest }) => {
            let seconds = longest.map_or(0, |longest| longest.seconds.max(1));
            Text::new(
                "time_credited",
                "The store was unreachable; deadlines are extended by up to {seconds|second|seconds}.",
            )
            .with("seconds", seconds)
        }
        Event::SeatOpened(opened) => {
            let text = if opened.removed {
                Text::new("seat_removed", "The host removes {player}; the seat is open again.")
            } else {
                Text::new("seat_opened", "{player} leaves; the seat is open again.")
            };
            text.with("player", seat(opened.seat))
        }
        Event::SeatControlChanged(changed) => control(seat(changed.seat), changed.control()),
        Event::HostChanged(HostChanged { seat: Some(host), .. }) => {
            Text::new("host_changed", "{player} is the host now.").with("player", seat(*host))
        }
        Event::HostChanged(HostChanged { seat: None, .. }) => {
            Text::new("creator_is_host", "The creator of the match is the host again.")
        }
        Event::MatchAborted(_) => Text::new("match_aborted", "The match is aborted."),
        Event::OperatorActed(acted) => operator(acted),
        Event::TokenReissued(reissued) => {
            Text::new("token_reissued", "{player} has a new token; the old one is revoked.")
                .with("player", seat(reissued.seat))
        }
        Event::RematchCreated(_) => Text::new("rematch_created", "The match has a rematch."),
        Event::NamesErased(erased) => names_erased(erased),
    })
}

fn seat(number: u32) -> SeatIndex {
    SeatIndex::new(u8::try_from(number).unwrap_or(u8::MAX))
}

fn taken(taken: &tinsel_proto::v1::Seat) -> Text {
    let text = match taken.occupant() {
        Occupant::Bot => Text::new("bot_joined", "The bot {player} takes a seat."),
        Occupant::Player | Occupant::Open | Occupant::Unspecified => {
            Text::new("player_joined", "{player} takes a seat.")
        }
    };
    text.with("player", seat(taken.seat))
}

fn ended(ended: &MatchEnded) -> Text {
    let standings = ended.outcome.iter().flat_map(|outcome| &outcome.standings);
    let first = standings.clone().filter(|standing| standing.rank == 1);
    // Without a ranking, all seats share the first rank.
    if standings.clone().count() == first.clone().count() {
        return Text::new("match_over", "The match is over.");
    }
    let first = first.map(|standing| seat(standing.seat));
    Text::new("match_ended", "The match is over. First place: {first}.").with("first", Arg::list(first))
}

fn control(player: SeatIndex, control: SeatControl) -> Text {
    let text = match control {
        SeatControl::Unspecified => Text::new("seat_returned", "{player} decides again."),
        SeatControl::Substituted => Text::new(
            "seat_substituted",
            "A bot decides for {player} until the player returns.",
        ),
        SeatControl::Left => Text::new("seat_left", "{player} leaves; a bot decides for the seat."),
        SeatControl::Forfeited => Text::new("seat_forfeited", "{player} forfeits; the seat takes default actions."),
    };
    text.with("player", player)
}

fn names_erased(erased: &NamesErased) -> Text {
    if erased.match_name {
        return Text::new("match_name_erased", "The name of the match is erased.");
    }
    let seats = erased.seats.iter().map(|number| seat(*number));
    Text::new("names_erased", "Names are erased: {players}.").with("players", Arg::list(seats))
}

fn operator(acted: &OperatorActed) -> Text {
    let text = match acted.action() {
        OperatorAction::Unspecified | OperatorAction::TakeDefaults => {
            Text::new("operator_took_defaults", "An operator takes default actions: {reason}.")
        }
        OperatorAction::ExtendDeadlines => {
            Text::new("operator_extended", "An operator extends all deadlines: {reason}.")
        }
        OperatorAction::Abort => Text::new("operator_aborted", "An operator aborts the match: {reason}."),
        OperatorAction::Reveal => Text::new("operator_revealed", "An operator views hidden information: {reason}."),
    };
    text.with("reason", Arg::word(acted.reason.clone()))
}
