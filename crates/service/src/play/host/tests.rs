//! The host's rights when players come and go, and the time after which they are not needed.

use std::time::Duration;

use tinsel_history::NameSalt;
use tinsel_store::Shard;

use super::*;
use crate::{
    play::{Command, HostCommand, apply, command::Player, not_applied::NotApplied},
    record::{SeatPresence, Start, outages::Outages},
    testkit::unit::{by_creator, created, matches, record_of},
};

/// The default of `start_without_host_after`, in milliseconds.
const TEN_MINUTES: u64 = 10 * 60 * 1000;
/// When the lobby of these tests changes for the last time.
const NOW: UnixMillis = UnixMillis(2_000_000_000_000);

fn after(record: &MatchRecord, command: &Command, now: UnixMillis) -> Result<MatchRecord, RpcError> {
    match apply(
        record,
        command,
        &Outages::of(Shard::FIRST, &[]),
        &SeatPresence::default(),
        now,
    ) {
        Ok(transition) => Ok(transition.record),
        Err(NotApplied::Refused(error)) => Err(error),
        Err(other) => panic!("{other:?}"),
    }
}

/// A lobby that starts by its host, with players in the first seats, and bots in all others.
async fn lobby(players: u8) -> MatchRecord {
    let matches = matches();
    let created = created(&matches).await;
    let record = record_of(&matches, &created.match_id).await;
    let mut setup = Setup::clone(&record.setup);
    setup.start = Start::ByHost;
    let mut record = record.with_setup(setup).unwrap();
    let seats = record.setup.seats.seats().get();
    for seat in 0..seats {
        let command = if seat < players {
            let player = Box::new(Player {
                salt: NameSalt::new([1; NameSalt::LENGTH]),
                name: format!("Player {seat}"),
                is_permitted: true,
                nonce: Vec::new(),
                reference: None,
                request: None,
            });
            let by_code = false;
            Command::Join {
                player,
                seat: None,
                by_code,
            }
        } else {
            by_creator(HostCommand::AddBot {
                name: None,
                is_permitted: true,
                seat: None,
            })
        };
        record = after(&record, &command, NOW).unwrap();
    }
    record
}

fn player(record: &MatchRecord, seat: u8) -> Host {
    Host::Seat(record.setup.seat_grant(SeatIndex::new(seat)))
}

fn transferring(caller: Host, seat: u32) -> Command {
    let change = HostCommand::Transfer { seat };
    Command::ByHost { caller, change }
}

fn leaving(record: &MatchRecord, seat: u8) -> Command {
    Command::Leave(record.setup.seat_grant(SeatIndex::new(seat)))
}

#[tokio::test]
async fn an_absent_host_blocks_no_match() {
    let record = lobby(2).await;
    let start = Command::Start(player(&record, 1));
    let from = UnixMillis(NOW.0 + TEN_MINUTES);
    assert_eq!(record.setup.start_without_host(record.written), Some(from));
    let early = after(&record, &start, UnixMillis(from.0 - 1));
    assert!(
        matches!(early, Err(RpcError::StartReserved { wait }) if wait == Duration::from_millis(1)),
        "{early:?}"
    );
    assert!(after(&record, &start, from).unwrap().is_active());
    assert!(after(&record, &Command::Start(Host::Creator), NOW).unwrap().is_active());

    // Each change of the lobby begins the time again, and an open seat ends it.
    let later = UnixMillis(from.0 - 1);
    let open = after(&record, &leaving(&record, 0), later).unwrap();
    let early = after(&open, &start, UnixMillis(later.0 + 2 * TEN_MINUTES));
    assert!(matches!(early, Err(RpcError::SeatsOpen { open: 1 })), "{early:?}");
    let add_bot = by_creator(HostCommand::AddBot {
        name: None,
        is_permitted: true,
        seat: None,
    });
    let full = after(&open, &add_bot, later).unwrap();
    assert!(after(&full, &start, from).is_err());
    assert!(after(&full, &start, UnixMillis(later.0 + TEN_MINUTES)).is_ok());
    // A revoked token starts nothing.
    let left = after(&full, &Command::Start(player(&record, 0)), UnixMillis(u64::MAX));
    assert!(matches!(left, Err(RpcError::SeatLeft)), "{left:?}");
}

#[tokio::test]
async fn only_the_seat_with_the_rights_is_the_host() {
    let record = lobby(3).await;
    let record = after(&record, &transferring(Host::Creator, 1), NOW).unwrap();
    for (caller, seat, expected) in [
        (Host::Creator, 2, "HostTransferred"),
        (player(&record, 2), 2, "HostOnly"),
        (player(&record, 1), 1, "SeatIsHost"),
        (player(&record, 1), 7, "SeatNotPlayerControlled"),
        (player(&record, 1), 8, "NoSuchSeat"),
    ] {
        let refused = after(&record, &transferring(caller, seat), NOW).unwrap_err();
        assert!(format!("{refused:?}").starts_with(expected), "{refused:?}");
    }
    let remove = |seat| Command::ByHost {
        caller: player(&record, 1),
        change: HostCommand::Remove { seat },
    };
    assert!(matches!(after(&record, &remove(1), NOW), Err(RpcError::SeatIsHost)));
    let removed = after(&record, &remove(2), NOW).unwrap();
    let open = after(&removed, &transferring(player(&record, 1), 2), NOW);
    assert!(matches!(open, Err(RpcError::SeatOpen { .. })), "{open:?}");
}

#[tokio::test]
async fn the_rights_of_a_player_who_leaves_go_to_the_next() {
    let record = lobby(3).await;
    for (host, next) in [(0, 1), (1, 2), (2, 0)] {
        let record = after(&record, &transferring(Host::Creator, host), NOW).unwrap();
        let seat = u8::try_from(host).unwrap();
        let in_lobby = after(&record, &leaving(&record, seat), NOW).unwrap();
        assert_eq!(in_lobby.setup.host, player(&record, next));
        let begun = after(&record, &Command::Start(player(&record, seat)), NOW).unwrap();
        let in_play = after(&begun, &leaving(&begun, seat), NOW).unwrap();
        assert_eq!(in_play.setup.host, player(&record, next));
        let left = after(&in_play, &transferring(player(&record, next), host), NOW);
        assert!(
            matches!(left, Err(RpcError::SeatNotPlayerControlled { .. })),
            "{left:?}"
        );
    }
}

#[tokio::test]
async fn the_rights_of_the_last_player_return_to_the_creator() {
    let record = lobby(1).await;
    let record = after(&record, &transferring(Host::Creator, 0), NOW).unwrap();
    let left = after(&record, &leaving(&record, 0), NOW).unwrap();
    assert_eq!(left.setup.host, Host::Creator);
    let abort = by_creator(HostCommand::Abort);
    assert!(after(&left, &abort, NOW).unwrap().is_over());
    assert!(matches!(after(&record, &abort, NOW), Err(RpcError::HostTransferred)));
}

/// A seat that has forfeited and was left has a grant that nobody holds; a substituted player may be away.
#[tokio::test]
async fn the_host_is_a_player_who_can_act() {
    let record = lobby(4).await;
    let record = after(&record, &transferring(Host::Creator, 0), NOW).unwrap();
    let grant = |seat| record.setup.seat_grant(SeatIndex::new(seat));
    let mut playing = after(&record, &Command::Start(player(&record, 0)), NOW).unwrap();
    for command in [
        Command::Forfeit(grant(1)),
        Command::Leave(grant(1)),
        Command::Substitute(grant(2)),
    ] {
        playing = after(&playing, &command, NOW).unwrap();
    }
    let forfeited = after(&playing, &transferring(player(&record, 0), 1), NOW);
    assert!(
        matches!(forfeited, Err(RpcError::SeatNotPlayerControlled { .. })),
        "{forfeited:?}"
    );
    let left = after(&playing, &Command::Leave(grant(0)), NOW).unwrap();
    assert_eq!(left.setup.host, player(&record, 3));
    let left = after(&left, &Command::Leave(grant(3)), NOW).unwrap();
    assert_eq!(left.setup.host, player(&record, 2));
}

#[tokio::test]
async fn transfers_are_limited() {
    let mut record = lobby(2).await;
    let mut host = Host::Creator;
    for transfer in 0..TRANSFERS_MAX {
        record = after(&record, &transferring(host, transfer % 2), NOW).unwrap();
        host = record.setup.host;
    }
    let refused = after(&record, &transferring(host, 0), NOW);
    assert!(
        matches!(refused, Err(RpcError::TransferredTooOften { limit: 64 })),
        "{refused:?}"
    );
}
