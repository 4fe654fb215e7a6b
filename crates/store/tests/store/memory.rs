//! Properties that only the store in memory has.

use tinsel_store::{Created, MatchId, MatchStore, Memory, StoreError};
use tinsel_store_testkit::write;

#[tokio::test]
async fn creating_a_match_in_a_full_store_is_refused() {
    let store = Memory::default().with_room_for(2);
    let id = |byte| MatchId::from_entropy([byte; 16], 256);
    for byte in [1, 2] {
        assert!(matches!(
            store.create(id(byte), write("record")).await,
            Ok(Created::New(_))
        ));
    }
    assert!(matches!(
        store.create(id(3), write("record")).await,
        Err(StoreError::Full)
    ));
    // Existing matches are still found, and can change.
    let stored = store.load(id(1)).await.unwrap();
    assert!(store.replace(id(1), stored.version, &write("record")).await.is_ok());
    assert!(matches!(store.load(id(3)).await, Err(StoreError::NotFound)));
}
