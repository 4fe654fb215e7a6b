//! The host of a match.

use tinsel_proto::v1::{HostChanged, SeatControl};

use super::*;

#[test]
fn the_host_is_a_player_who_stays() {
    let changed = |seat, name: &str| HostChanged {
        seat,
        display_name: name.to_owned(),
        ..HostChanged::default()
    };
    let host_changed = |seat, name: &str| Event::HostChanged(changed(seat, name));
    let to_seat = || host_changed(Some(1), "Player 1");
    let opened = || {
        Event::SeatOpened(SeatOpened {
            seat: 1,
            display_name: "Player 1".to_owned(),
            ..SeatOpened::default()
        })
    };
    let taken = || {
        let seat = Some(Server::new(9).shown.seats[1].clone());
        Event::SeatTaken(SeatTaken {
            seat,
            ..SeatTaken::default()
        })
    };
    let outcome = |events: Vec<Event>, host_seat| {
        let mut server = Server::new(9);
        server.seat_all();
        for event in events {
            server.write(None, vec![Server::public(event)], &[]);
        }
        server.shown.host_seat = host_seat;
        verify(&server.play_on()).map_err(|wrong| wrong.what)
    };
    assert!(outcome(vec![to_seat()], Some(1)).is_ok());
    assert!(outcome(vec![to_seat(), host_changed(None, ""), opened(), taken()], None).is_ok());
    for (events, host_seat, what) in [
        (vec![to_seat()], None, "the host's seat differs"),
        (vec![], Some(1), "the host's seat differs"),
        (vec![host_changed(Some(1), "Ada")], Some(1), "no player of this name"),
        (vec![host_changed(Some(9), "Ada")], Some(9), "unknown seat 9"),
        (vec![to_seat(), opened(), taken()], Some(1), "leaves, but is the host"),
    ] {
        let wrong = outcome(events.clone(), host_seat).unwrap_err();
        assert!(wrong.contains(what), "{events:?}: {wrong}");
    }
    let mut seating = seating::Seating::open(2);
    seating.take(&Server::new(9).shown.seats[1], &[], false).unwrap();
    seating.change_host(&changed(Some(1), "Player 1")).unwrap();
    assert!(seating.change(1, SeatControl::Left.into()).is_err());
}
