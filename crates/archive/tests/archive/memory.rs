use tinsel_archive::{Archive, ArchiveOptions};

use crate::check_contract;

#[tokio::test]
async fn an_archive_in_memory_keeps_the_contract() {
    let archive = Archive::in_memory(ArchiveOptions::default());
    check_contract(&archive, &archive.clone()).await;
}

#[tokio::test]
async fn an_archive_in_memory_cannot_determine_access() {
    let archive = Archive::in_memory(ArchiveOptions::default());
    assert_eq!(archive.is_public().await, Ok(None));
}
