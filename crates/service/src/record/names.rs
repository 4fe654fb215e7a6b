//! Names of players in events: stored as hashes, and added when an event is delivered.

use tinsel_proto::v1::{HostChanged, MatchEvent, SeatOpened, SeatTaken, match_event::Event};

use super::setup::Setup;

/// Whether an event refers to a player by the hash of the name.
pub(super) fn refers_to_player(event: &Event) -> bool {
    let hash = if let Event::SeatTaken(SeatTaken { occupant_hash, .. })
    | Event::SeatOpened(SeatOpened { occupant_hash, .. })
    | Event::HostChanged(HostChanged { occupant_hash, .. }) = event
    {
        occupant_hash
    } else {
        return false;
    };
    !hash.is_empty()
}

/// Adds the name of the player with the hash in an event.
pub(super) fn add(event: &mut MatchEvent, setup: &Setup) {
    if let Some(Event::SeatTaken(SeatTaken {
        seat: Some(seat),
        occupant_hash,
        occupant_salt,
    })) = &mut event.event
    {
        seat.display_name = setup.name_of(seat.seat, occupant_hash);
        if let Some(player) = setup.personal.player(occupant_hash) {
            *occupant_salt = player.salt().to_vec().into();
        }
    } else if let Some(Event::SeatOpened(SeatOpened {
        seat,
        display_name,
        occupant_hash,
        ..
    })) = &mut event.event
    {
        *display_name = setup.name_of(*seat, occupant_hash);
    } else if let Some(Event::HostChanged(HostChanged {
        seat: Some(seat),
        display_name,
        occupant_hash,
    })) = &mut event.event
    {
        *display_name = setup.name_of(*seat, occupant_hash);
    }
}
