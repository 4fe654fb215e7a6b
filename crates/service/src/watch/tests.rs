use super::*;
use crate::testing::{add_bot, created, matches};

#[tokio::test]
async fn what_is_kept_here_never_takes_a_watcher_back() {
    let matches = matches();
    let created = created(&matches).await;
    let id = created.match_id.parse().unwrap();
    let slot = matches.0.tables.slot(id);
    let older = slot.guess().unwrap();
    add_bot(&matches, &created).await;
    let newer = slot.guess().unwrap();
    // A slow reader comes back with what it read before the bot took its seat.
    slot.remember(&older);

    let place = Place { id, slot: &slot };
    let told = Some(Mark::from(newer.version));
    let found = newest(&matches.0, place, Some(older.version), told).await.unwrap();
    assert_eq!(found.version, newer.version);
}
