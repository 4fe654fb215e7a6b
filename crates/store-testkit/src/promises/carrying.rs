//! Bytes that the store returns unchanged.

use bytes::Bytes;
use tinsel_store::{Change, MatchStore, Revision, StoredResponse, Write};

use crate::{
    Fixture, StoreFixture,
    store_fixture::{request, write, written},
};

/// A write with these bytes in every field of bytes.
fn full_of(bytes: &Bytes, fingerprint: u64) -> Write {
    let body = bytes.clone();
    Write {
        record: bytes.clone(),
        entries: vec![bytes.clone(), bytes.clone()],
        request: Some((request(&fingerprint.to_string()), StoredResponse { fingerprint, body })),
        lobby: Change::Set(bytes.clone()),
        ..write("")
    }
}

async fn come_back<F: Fixture>(cases: &[Bytes]) {
    let table = StoreFixture::<F>::open().await;
    let (id, mut version) = table.begun().await;
    let fingerprints = [u64::MAX, 0, 1, 0xff00, 10, 13, 1 << 63, 0xff];
    assert!(cases.len() <= fingerprints.len());
    for (bytes, fingerprint) in cases.iter().zip(fingerprints) {
        let name = request(&fingerprint.to_string());
        version = written(
            table
                .store
                .replace(id, version, &full_of(bytes, fingerprint))
                .await
                .unwrap(),
        );
        assert_eq!(table.store.load(id).await.unwrap().record, bytes);
        let answer = table.store.answer(id, &name).await.unwrap().unwrap();
        assert_eq!((answer.fingerprint, &answer.body), (fingerprint, bytes));
        let lobby = table.store.lobby(table.shard.into(), None, 9).await.unwrap();
        assert_eq!(lobby, [(id, bytes.clone())]);
        let after = Revision::new(version.revision.get() - 2);
        let page = table.store.log(id, after, 9).await.unwrap();
        assert!(page.entries.iter().all(|(_, entry)| entry == bytes));
        assert_eq!(page.entries.len(), 2);
    }
    let (id, _) = table.begun_by(full_of(&cases[0], 7)).await;
    assert_eq!(table.store.load(id).await.unwrap().record, cases[0]);
}

pub async fn big_records_come_back<F: Fixture>() {
    let bytes = |length: usize| -> Bytes { (0..=250_u8).cycle().take(length).collect() };
    come_back::<F>(&[bytes(16 << 10), bytes(1 << 20)]).await;
}

pub async fn empty_bytes_come_back<F: Fixture>() {
    come_back::<F>(&[Bytes::new()]).await;
}

pub async fn any_bytes_come_back<F: Fixture>() {
    let cases = [
        &b"\0"[..],
        b"a\0b\0",
        b"\r\n$5\r\n",
        b"\xff\xfe\x80",
        b"-",
        b"+",
        b"12:0",
    ];
    let all: Bytes = (0..=u8::MAX).collect();
    come_back::<F>(&[&cases.map(Bytes::copy_from_slice)[..], &[all]].concat()).await;
}
