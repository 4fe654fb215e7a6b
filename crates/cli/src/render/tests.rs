//! A match as it is told, apart from its game.

use tinsel_client::Watched;
use tinsel_proto::v1::{
    Match, MatchAborted, MatchEnded, MatchEvent, MatchPhase, MatchState, Occupant, Outcome, Seat, SeatControl,
    SeatControlChanged, SeatOpened, SeatTaken, Snapshot, Standing, Update, Visibility, match_event::Event,
};

use super::{Detail, Teller};

fn seat(seat: u32, display_name: &str, control: SeatControl) -> Seat {
    let occupant = if display_name.is_empty() {
        Occupant::Open
    } else {
        Occupant::Player
    };
    Seat {
        seat,
        occupant: occupant.into(),
        display_name: display_name.to_owned(),
        control: control.into(),
        ..Seat::default()
    }
}

fn snapshot(of: Match) -> Watched {
    let state = Some(MatchState {
        r#match: Some(of),
        ..MatchState::default()
    });
    Watched::Snapshot(Snapshot { state })
}

fn update(events: impl IntoIterator<Item = Event>) -> Watched {
    let event = |event| MatchEvent { event: Some(event) };
    Watched::Update(Update {
        events: events.into_iter().map(event).collect(),
        ..Update::default()
    })
}

fn lobby(seats: impl IntoIterator<Item = Seat>) -> Match {
    Match {
        match_id: "017-match".to_owned(),
        game_id: "presents_of_mine".to_owned(),
        revision: 3,
        phase: MatchPhase::Lobby.into(),
        seats: seats.into_iter().collect(),
        ..Match::default()
    }
}

fn control(seat: u32, control: SeatControl) -> Event {
    Event::SeatControlChanged(SeatControlChanged {
        seat,
        control: control.into(),
    })
}

#[test]
fn it_is_told_who_comes_and_goes() {
    let mut teller = Teller::new(Detail::Story);
    let seats = [
        seat(0, "Ada", SeatControl::Unspecified),
        seat(1, "", SeatControl::Unspecified),
    ];
    assert_eq!(
        teller.tell(&snapshot(lobby(seats))),
        "Match 017-match of presents_of_mine, revision 3: waiting for players.\n  \
         seat 0  Ada  player\n  seat 1       open\n"
    );
    let opened = Event::SeatOpened(SeatOpened { seat: 0 });
    let taken = Event::SeatTaken(SeatTaken {
        seat: Some(seat(0, "Bo", SeatControl::Unspecified)),
    });
    assert_eq!(
        teller.tell(&update([opened.clone(), taken])),
        "Seat 0 is open again: Ada has left.\nSeat 0 is taken by Bo.\n"
    );
    // Nobody is taken for whoever sat there before.
    teller.tell(&update([opened.clone()]));
    assert_eq!(teller.tell(&update([opened])), "Seat 0 is open again.\n");
}

#[test]
fn it_is_told_who_decides_and_in_the_end_who_has_left() {
    let mut teller = Teller::new(Detail::Story);
    let seats = ["Ada", "Bo", "Cid"].into_iter().zip(0..);
    let seats = seats.map(|(name, index)| seat(index, name, SeatControl::Unspecified));
    teller.tell(&snapshot(Match {
        phase: MatchPhase::Active.into(),
        ..lobby(seats)
    }));
    let changes = [
        control(0, SeatControl::Substituted),
        control(0, SeatControl::Unspecified),
        control(1, SeatControl::Left),
        control(2, SeatControl::Forfeited),
    ];
    assert_eq!(
        teller.tell(&update(changes)),
        "A bot decides for Ada for now.\nBack again: Ada.\n\
         A bot decides for Bo to the end: the player has left.\n\
         Forfeited: Cid. The defaults are taken from now on.\n"
    );
    let standings = [(0, 1), (1, 2), (2, 3)].map(|(seat, rank)| Standing {
        seat,
        rank,
        ..Standing::default()
    });
    let ended = Event::MatchEnded(MatchEnded {
        outcome: Some(Outcome {
            standings: standings.to_vec(),
        }),
        ..MatchEnded::default()
    });
    assert_eq!(
        teller.tell(&update([ended])),
        "\nFinal ranking\n  1.  seat 0  Ada\n  2.  seat 1  Bo (left)\n  3.  seat 2  Cid (forfeited)\n"
    );
}

#[test]
fn it_is_told_that_a_match_was_aborted() {
    let mut teller = Teller::new(Detail::Story);
    let told = teller.tell(&update([Event::MatchAborted(MatchAborted::default())]));
    assert_eq!(told, "\nThe match was aborted: nobody has won.\n");
    let over = snapshot(Match {
        phase: MatchPhase::Aborted.into(),
        visibility: Visibility::Private.into(),
        players_only: true,
        ..lobby([])
    });
    assert_eq!(
        teller.tell(&over),
        "Match 017-match of presents_of_mine, revision 3, private, for players only: aborted.\n"
    );
}

#[test]
fn a_snapshot_makes_forgotten_what_was_told_before() {
    let mut teller = Teller::new(Detail::Story);
    teller.tell(&snapshot(lobby([seat(0, "Ada", SeatControl::Unspecified)])));
    teller.tell(&snapshot(lobby([seat(0, "", SeatControl::Unspecified)])));
    assert_eq!(teller.names.of(0), "seat 0");
}
