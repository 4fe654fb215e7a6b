//! The archive of the configuration.

use tinsel_archive::{Archive, ArchiveOptions, UnusableArchive};
use tinsel_store::Redis;

use crate::Config;

/// Opens the archive, if there is one. Reads the credentials from the environment.
pub(crate) fn open(config: &Config) -> Result<Option<Archive>, UnusableArchive> {
    let options = ArchiveOptions {
        settings: std::env::vars().collect(),
        ..ArchiveOptions::default()
    };
    let address = config.archive.as_ref();
    address.map(|address| Archive::open(address, options)).transpose()
}

/// The store does not report archived matches as lost.
pub(crate) fn expected_by(redis: &Redis, archive: &Archive) {
    let archive = archive.clone();
    redis.archived_by(move |id| {
        let archive = archive.clone();
        Box::pin(async move { archive.get(id).await.is_ok_and(|object| object.is_some()) })
    });
}
