//! The archive of the configuration.

use tinsel_archive::{Archive, ArchiveOptions, UnusableArchive};
use tinsel_store::Redis;

use crate::Config;

/// The reason why the archive cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveProblem {
    /// Its address or settings are invalid.
    #[error("archive: {0}")]
    Unusable(#[from] UnusableArchive),
    /// It can be read without credentials.
    #[error("the archive can be read without credentials, and it contains secrets of matches; make it private")]
    Public,
}

/// Opens the archive, if there is one. Reads the credentials from the environment.
pub(crate) async fn open(config: &Config) -> Result<Option<Archive>, ArchiveProblem> {
    let Some(address) = &config.archive else {
        return Ok(None);
    };
    let options = ArchiveOptions {
        settings: std::env::vars().collect(),
        ..ArchiveOptions::default()
    };
    let archive = Archive::open(address, options)?;
    match archive.is_public().await {
        Ok(Some(true)) => return Err(ArchiveProblem::Public),
        Ok(Some(false) | None) => {}
        Err(error) => tracing::warn!(%error, "archive not checked"),
    }
    Ok(Some(archive))
}

/// The store does not report archived matches as lost.
pub(crate) fn expected_by(redis: &Redis, archive: &Archive) {
    let archive = archive.clone();
    redis.archived_by(move |id| {
        let archive = archive.clone();
        Box::pin(async move { archive.get(id).await.is_ok_and(|object| object.is_some()) })
    });
}
