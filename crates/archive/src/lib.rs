//! Long-term storage of finished matches in an object store: S3, Google Cloud Storage, Azure Blob Storage, or a folder.
//!
//! An archive moves opaque bytes. The README documents their format, their names, and their secrets.

mod archive;
mod cache;
mod check;
mod error;
mod expiry;
mod location;
mod options;

pub use archive::{Archive, OBJECT_BYTES_MAX};
pub use check::{ArchiveProblem, ArchiveProblemKind, ArchiveReport};
pub use error::{ArchiveError, UnusableArchive};
pub use expiry::{Expired, ListPosition};
pub use options::ArchiveOptions;
