//! TLS with client certificates.

use tinsel_store::{MatchStore, Redis, RedisOptions, RedisTls, StoreError};
use tinsel_store_testkit::{SecuredRedis, created, id, patient, shard, write};

#[tokio::test(flavor = "multi_thread")]
async fn a_new_connection_uses_the_client_certificate_that_is_current() {
    let server = SecuredRedis::requiring_certificates();
    let (tls, certified) = (RedisTls::default(), server.client());
    let ca = || Some(server.ca().into_bytes());
    tls.replace(ca(), None).unwrap();
    let options = RedisOptions {
        tls: tls.clone(),
        ..patient()
    };
    let store = Redis::connect(&server.url(), options).unwrap();
    let id = id(shard());
    let refused = store.load(id).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");

    let (certificate, key) = (certified.certificate.into_bytes(), certified.key.into_bytes());
    for invalid in [
        (Some(b"no PEM".to_vec()), None),
        (ca(), Some((b"no PEM".to_vec(), key.clone()))),
        (ca(), Some((certificate.clone(), b"no PEM".to_vec()))),
    ] {
        tls.replace(invalid.0, invalid.1).unwrap_err();
    }
    tls.replace(ca(), Some((certificate, key))).unwrap();
    created(store.create(id, write("begun")).await.unwrap());
    assert!(store.load(id).await.is_ok());
}
