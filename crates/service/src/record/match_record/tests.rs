use std::collections::BTreeSet;

use tinsel_catalog::GameId;
use tinsel_engine::Viewer;
use tinsel_proto::v1::{TimeBank, time_control::Control};
use tinsel_store::{MatchStore, Shard};

use super::*;
use crate::{
    record::time,
    testkit::unit::{Replica, begun, begun_by, in_window, matches, record_of, secret_santa},
    views::show,
};

/// All error messages for a record with one damaged byte, for each byte.
async fn told_of_damage() -> BTreeSet<String> {
    let matches = matches();
    let created = begun(&matches, Control::PerDecision(time::duration(30_000))).await;
    let id = created.match_id.parse().unwrap();
    let stored = matches.0.store.load(id).await.unwrap();
    let mut told = BTreeSet::new();
    for position in 0..stored.record.len() {
        for change in [0x01, 0x20, 0xff] {
            let mut record = stored.record.to_vec();
            record[position] ^= change;
            let record = record.into();
            if let Err(StoreError::Corrupt(cause)) = MatchRecord::read(&Stored {
                record,
                ..stored.clone()
            }) {
                told.insert(cause);
            }
        }
    }
    told
}

/// Decoding errors quote the data: a name, a card, a bid. They are logged, so the quotes must be removed.
#[tokio::test]
async fn errors_of_a_damaged_record_name_the_part_and_contain_no_data() {
    let told = told_of_damage().await;
    let parts = ["the record: ", "the setup: ", "a record without an envelope"].map(str::to_owned);
    let of_games = GameId::ALL
        .iter()
        .map(|game| format!("cannot load the saved state of {game}: "));
    let parts: Vec<_> = parts.into_iter().chain(of_games).collect();
    let flaws = [
        "",
        "they end too early",
        "a value is of another type",
        "a number is out of range",
        "a list is of another length",
        "a value is none of its type",
        "a text is no text",
        "they are nested too deep",
    ];
    let mut found = BTreeSet::new();
    for cause in &told {
        let (part, flaw) = parts
            .iter()
            .find_map(|part| Some((part, cause.strip_prefix(part.as_str())?)))
            .unwrap_or_else(|| panic!("{cause}"));
        assert!(flaws.contains(&flaw), "{cause}");
        found.extend([part.as_str(), flaw]);
    }
    // The damage covered every part, including errors in which serde quotes data.
    for expected in [parts[0].as_str(), &parts[1], "a value is none of its type"] {
        assert!(found.contains(expected), "{expected} in {told:#?}");
    }
    assert!(found.len() > 5, "{told:#?}");
}

#[tokio::test]
async fn a_seat_sees_its_own_bank_and_the_disclosed_banks_of_others() {
    let replica = Replica::new();
    let bank = Control::Bank(TimeBank {
        initial: Some(time::duration(30_000)),
        increment: None,
    });
    let created = begun(&replica.matches, bank).await;
    let mut record = MatchRecord::clone(&*record_of(&replica.matches, &created.match_id).await);
    let own = SeatIndex::new(2);
    let clocks = &mut record.play.as_mut().unwrap().clocks;
    *clocks.banks_ms.as_mut().unwrap().at_mut(own) = 7_000;
    let shown = |viewer| {
        let shown = show::match_of(created.match_id.parse().unwrap(), &record, viewer).unwrap();
        shown.seats[2].bank_left
    };
    assert_eq!(shown(Viewer::Seat(own)), Some(time::duration(7_000)));
    for other in [Viewer::Spectator, Viewer::Seat(SeatIndex::new(1))] {
        assert_eq!(shown(other), Some(time::duration(30_000)), "{other}");
    }
}

#[tokio::test]
async fn credited_time_does_not_reveal_which_seats_have_responded() {
    let replica = Replica::new();
    let bank = Control::Bank(TimeBank {
        initial: Some(time::duration(30_000)),
        increment: None,
    });
    let created = begun_by(&replica.matches, secret_santa(), (4, bank)).await;
    let record = record_of(&replica.matches, &created.match_id).await;
    let now = replica.now();
    let outages = Outages::of(Shard::FIRST, &[(now, UnixMillis(now.0 + 5_000))]);
    let credited = |answered: &[u8]| {
        let (credited, _) = in_window(&record, answered).credited(&outages).unwrap();
        credited.play.unwrap().clocks
    };
    assert_eq!(credited(&[]), credited(&[1, 2]));
}
