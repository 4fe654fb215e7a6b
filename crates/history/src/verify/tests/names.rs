//! Names beside the hash chain, and their erasure.

use tinsel_proto::v1::{NamesErased, SeatTaken, TokenReissued};

use super::*;
use crate::{NameSalt, replacement};

/// The salt of all names.
pub(super) const SALT: NameSalt = NameSalt::new([5; NameSalt::LENGTH]);

/// A match whose chain contains hashes in place of names.
fn server() -> Server {
    let mut server = Server::new(9);
    let shown = &mut server.shown;
    shown.name_hash = SALT.of_match(&shown.display_name).to_vec().into();
    shown.name_salt = SALT.bytes().to_vec().into();
    server.last = ChainHash::begin(&server.shown);
    server
}

fn shown(export: &mut MatchExport) -> &mut Match {
    export.r#match.as_mut().unwrap()
}

/// The event with which a seat was taken.
fn taken(export: &mut MatchExport, seat: usize) -> &mut SeatTaken {
    match &mut export.entries[1 + seat].events[0].event.as_mut().unwrap().event {
        Some(Event::SeatTaken(taken)) => taken,
        other => panic!("{other:?}"),
    }
}

/// The same match after the name of a player and that of the match were erased.
fn erased(mut export: MatchExport, seat: usize) -> MatchExport {
    let name = replacement(u32::try_from(seat).unwrap());
    let event = taken(&mut export, seat);
    event.occupant_salt.clear();
    event.seat.as_mut().unwrap().display_name.clone_from(&name);
    let shown = shown(&mut export);
    shown.seats[seat].display_name = name;
    shown.display_name.clear();
    shown.name_salt.clear();
    export
}

#[test]
fn a_match_verifies_with_the_same_chain_before_and_after_names_are_erased() {
    let whole = server().play();
    let before = verify(&whole).unwrap();
    assert_eq!(before.erased, Erased::default());
    let after = verify(&erased(whole, 3)).unwrap();
    assert_eq!(after.last, before.last);
    let (seats, match_name) = ([3].into(), true);
    assert_eq!(after.erased, Erased { seats, match_name });
}

#[test]
fn an_export_of_which_the_match_was_read_before_an_erasure_verifies() {
    let whole = server().play();
    let mut mixed = erased(whole.clone(), 3);
    mixed.r#match = whole.r#match;
    assert!(verify(&mixed).is_ok());
}

#[test]
fn other_names_than_those_of_the_hashes_are_refused() {
    let whole = server().play();
    let refused = |touch: &dyn Fn(&mut MatchExport)| {
        let mut touched = whole.clone();
        touch(&mut touched);
        verify(&touched).unwrap_err().to_string()
    };
    let rename = |of: &mut MatchExport| {
        taken(of, 3).seat.as_mut().unwrap().display_name.push('!');
        shown(of).seats[3].display_name.push('!');
    };
    let unsalted = "revision 5: occupant_salt does not have 16 bytes";
    assert_eq!(
        refused(&rename),
        "revision 5: the player's name does not match occupant_hash"
    );
    assert_eq!(
        refused(&|of| {
            rename(of);
            taken(of, 3).occupant_salt.clear();
        }),
        unsalted
    );
    assert_eq!(
        refused(&|of| shown(of).display_name.push('!')),
        "match: the name of the match does not match name_hash"
    );
    assert_eq!(
        refused(&|of| shown(of).name_salt.clear()),
        "match: name_salt does not have 16 bytes"
    );
    // The name of another place, where the event has the right one.
    assert_eq!(
        refused(&|of| shown(of).seats[3].display_name.push('!')),
        "revision 10: seat 3 differs from the exported match"
    );
    assert!(refused(&|of| taken(of, 3).occupant_hash = vec![0; 32].into()).starts_with("revision 5: "));
    assert!(refused(&|of| shown(of).name_hash = vec![0; 32].into()).starts_with("match: "));
}

/// A new token of a seat, which only the seat receives.
fn reissued(seat: u32) -> HistoryEvent {
    HistoryEvent {
        to_everyone: false,
        to_seats: vec![seat],
        ..Server::public(Event::TokenReissued(TokenReissued { seat }))
    }
}

/// Continues the history of a match that has ended.
fn continued(ended: &MatchExport) -> (Server, Vec<u8>) {
    let server = Server {
        last: ChainHash::read(&ended.entries.last().unwrap().chain_hash).unwrap(),
        salt: Salt::new([9; 32]),
        shown: ended.r#match.clone().unwrap(),
        entries: ended.entries.clone(),
    };
    (server, ended_state(ended))
}

fn exported(server: Server) -> MatchExport {
    MatchExport {
        format_version: FORMAT_VERSION,
        r#match: Some(server.shown),
        entries: server.entries,
    }
}

#[test]
fn a_match_with_new_tokens_verifies_for_every_viewer() {
    let mut server = server();
    server.seat_all();
    server.write(None, vec![reissued(3)], &[]);
    let (mut server, state) = continued(&server.play_on());
    server.write(None, vec![reissued(5)], &state);
    let export = exported(server);
    let last = verify(&export).unwrap().last;
    for viewer in [3, 5, 99] {
        assert_eq!(
            verify_redacted(&redacted(&export, viewer)).unwrap().last,
            last,
            "{viewer}"
        );
    }
    for (wrong, what) in [
        (reissued(99), "unknown seat 99"),
        (
            HistoryEvent {
                to_seats: vec![4],
                ..reissued(3)
            },
            "the match ended",
        ),
        (
            Server::public(Event::TokenReissued(TokenReissued { seat: 3 })),
            "the match ended",
        ),
    ] {
        let (mut server, state) = continued(&server_ended());
        server.write(None, vec![wrong], &state);
        let refusal = verify(&exported(server)).unwrap_err();
        assert!(refusal.what.contains(what), "{refusal}");
    }
}

fn server_ended() -> MatchExport {
    server().play()
}

#[test]
fn a_player_who_leaves_keeps_the_name() {
    let outcome = |name: &str| {
        let mut server = server();
        server.seat_all();
        let seat = server.shown.seats[1].clone();
        let hash = SALT.of_player(&seat.display_name).to_vec();
        let opened = SeatOpened {
            seat: 1,
            display_name: name.to_owned(),
            occupant_hash: hash.into(),
            ..SeatOpened::default()
        };
        let taken = server.taken(seat);
        server.write(None, vec![Server::public(Event::SeatOpened(opened))], &[]);
        server.write(None, vec![Server::public(Event::SeatTaken(taken))], &[]);
        verify(&server.play_on()).map_err(|wrong| wrong.what)
    };
    // The replacement: the name was erased while the export was read. The names of the tests are the same.
    assert!(outcome("Player 1").is_ok());
    assert_eq!(outcome("Ada").unwrap_err(), "the player who leaves has another name");
}

#[test]
fn names_are_erased_before_during_and_after_play() {
    let told = || {
        vec![Server::public(Event::NamesErased(NamesErased {
            seats: vec![3],
            match_name: false,
        }))]
    };
    let mut server = server();
    server.seat_all();
    server.write(None, told(), &[]);
    let mut export = server.play_on();
    let last = export.entries.last().unwrap();
    assert_eq!(verify(&export).unwrap().revisions, last.revision);
    // After the end the state is still that of the finished game.
    let mut server = self::server();
    server.seat_all();
    let ended = server.play_on();
    let (mut after, state) = continued(&ended);
    after.write(None, told(), &state);
    export.r#match = Some(after.shown);
    export.entries = after.entries;
    assert_eq!(verify(&export).unwrap().revisions, 59);
    // Nothing else can follow the end.
    let other = Server::public(Event::MatchEnded(MatchEnded::default()));
    export.entries.last_mut().unwrap().events = vec![other];
    assert_eq!(
        verify(&export).unwrap_err().to_string(),
        "revision 59: the match ended at an earlier revision"
    );
}

/// The state of a finished game, as the replay of its decisions has it.
fn ended_state(export: &MatchExport) -> Vec<u8> {
    let mut playing = replay::begin(export.r#match.as_ref().unwrap()).unwrap().after;
    for decision in export.entries.iter().filter_map(|entry| entry.decision.as_ref()) {
        playing = replay::decide(&*playing, decision, SeatSet::EMPTY).unwrap().after;
    }
    playing.save().unwrap()
}
