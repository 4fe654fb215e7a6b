use tinsel_engine::{Audience, SeatIndex, SeatSet};
use tinsel_proto::v1::{GameEvent, MatchCreated, match_event};

use super::*;

const fn seat(index: u8) -> SeatIndex {
    SeatIndex::new(index)
}

/// An action of seat 2, with one event for everyone and one for seats 1 and 2.
fn logged() -> LogEntry {
    let mut entry = LogEntry::of_action(UnixMillis(5), LoggedAction::new(seat(2), None, false));
    let game_id = "any".to_owned();
    entry.tell(match_event::Event::MatchCreated(MatchCreated {
        game_id,
        ..MatchCreated::default()
    }));
    entry.tell_game(vec![tinsel_catalog::AddressedEvent {
        to: Audience::Only(SeatSet::only(seat(1)).with(seat(2))),
        event: GameEvent::default(),
    }]);
    entry.commitment = Bytes::from_static(&[1; 32]);
    entry.link = Bytes::from_static(&[2; 32]);
    entry
}

/// The disclosed part: the number of events, the recipients of the last one, and whether it contains the decision and
/// hashes.
fn shown(known: Disclosure) -> (usize, Vec<u32>, bool, bool) {
    let shown = entry(&logged(), Revision::new(7), (known, None), None).unwrap();
    assert_eq!(shown.commitment.is_empty(), shown.chain_hash.is_empty());
    let told = shown.events.last().map(|event| event.to_seats.clone());
    (
        shown.events.len(),
        told.unwrap_or_default(),
        shown.decision.is_some(),
        !shown.commitment.is_empty(),
    )
}

#[test]
fn each_viewer_sees_exactly_its_disclosure() {
    let [one, two, four] = [1, 2, 4].map(|index| Viewer::Seat(seat(index)));
    assert_eq!(shown(Disclosure::Told(one)), (2, vec![1], false, false));
    assert_eq!(shown(Disclosure::Told(two)), (2, vec![2], true, false));
    for stranger in [four, Viewer::Spectator] {
        assert_eq!(shown(Disclosure::Told(stranger)), (1, vec![], false, false));
        assert_eq!(shown(Disclosure::ToldWithHashes(stranger)), (1, vec![], false, true));
    }
    assert_eq!(shown(Disclosure::ToldWithHashes(one)), (2, vec![1], false, true));
    assert_eq!(shown(Disclosure::ToldWithHashes(two)), (2, vec![2], true, true));
    assert_eq!(shown(Disclosure::Everything), (2, vec![1, 2], true, true));
}
