//! Checks whether an archive accepts matches, before it is needed.

use bytes::Bytes;
use object_store::ObjectStoreExt;

use crate::{Archive, ArchiveError};

/// The content of the probe. All servers write the same one, so that their checks do not conflict.
const PROBE: &[u8] = b"Tinsel writes, reads and deletes this object to check its archive.\n";

/// The maximum of attempts to read the probe: another server can delete it after this one has written it.
const READS_MAX: u32 = 4;

/// The result of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchiveReport {
    /// The problems of the archive.
    pub problems: Vec<ArchiveProblem>,
    /// Whether the archive keeps earlier versions of objects. Erased names then stay in it, unless a rule of the bucket removes
    /// old versions, which a check cannot determine.
    pub keeps_versions: bool,
}

/// A problem of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveProblem {
    /// The kind of problem.
    pub kind: ArchiveProblemKind,
    /// The cause and the remedy.
    pub sentence: String,
}

/// A kind of problem of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArchiveProblemKind {
    /// The archive can be read without credentials.
    Public,
    /// The archive refuses to write, read, delete or list.
    Refuses,
    /// The disk or the quota of the archive is used up.
    Full,
    /// The archive does not answer.
    Unreachable,
}

impl ArchiveProblemKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Public, Self::Refuses, Self::Full, Self::Unreachable];

    /// Its name in metrics and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Public => "archive_public",
            Self::Refuses => "archive_refuses",
            Self::Full => "archive_full",
            Self::Unreachable => "archive_unreachable",
        }
    }
}

impl From<ArchiveError> for ArchiveProblem {
    fn from(error: ArchiveError) -> Self {
        let kind = match error {
            ArchiveError::Unavailable(_) => ArchiveProblemKind::Unreachable,
            ArchiveError::Refused(_) | ArchiveError::TooLarge { .. } => ArchiveProblemKind::Refuses,
            ArchiveError::Full(_) => ArchiveProblemKind::Full,
        };
        let sentence = error.to_string();
        Self { kind, sentence }
    }
}

impl Archive {
    /// Checks whether the archive accepts matches, and whether it is private. Writes, reads and deletes an object beside
    /// the matches. Takes at most the timeout of a call.
    pub async fn check(&self) -> ArchiveReport {
        let (probed, public) = tokio::join!(self.probe(), self.is_public());
        let public = match public {
            Ok(Some(true)) => Some(self.public()),
            Ok(Some(false) | None) => None,
            // The same failure again, unless only lists fail.
            Err(error) => probed.is_ok().then(|| error.into()),
        };
        let keeps_versions = matches!(probed, Ok(true));
        let probed = probed.err().map(ArchiveProblem::from);
        ArchiveReport {
            problems: probed.into_iter().chain(public).collect(),
            keeps_versions,
        }
    }

    /// Writes, reads and deletes the probe. Returns whether the archive keeps earlier versions of it.
    async fn probe(&self) -> Result<bool, ArchiveError> {
        let (deadline, path) = (self.deadline(), &self.location().probe);
        for _ in 0..READS_MAX {
            let write = self.location().store.put(path, Bytes::from_static(PROBE).into());
            let written = self.bounded(deadline, write).await?;
            let read = self.read(path, deadline).await?;
            self.remove(path, deadline).await?;
            match read.as_deref() {
                Some(PROBE) => return Ok(written.version.is_some()),
                Some(_) => break,
                None => {}
            }
        }
        let differs = "it does not return the bytes that were written to it; check its provider";
        Err(ArchiveError::Refused(differs.to_owned()))
    }

    fn public(&self) -> ArchiveProblem {
        let remedy = match self.location().folder() {
            Some(folder) => format!("{folder} can be entered by all accounts of the machine; set its mode to 0700"),
            None => "the bucket can be read without credentials; make it private".to_owned(),
        };
        ArchiveProblem {
            kind: ArchiveProblemKind::Public,
            sentence: format!("the archive contains secrets of matches, and {remedy}"),
        }
    }
}
