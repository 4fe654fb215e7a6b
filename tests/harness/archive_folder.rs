//! An archive in a folder.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

use tinsel_archive::{Archive, ArchiveOptions};
use tinsel_store::Shard;

/// An archive in a folder that only this account can read. Dropping it deletes the folder.
#[derive(Debug)]
pub struct ArchiveFolder {
    path: PathBuf,
    /// The archive.
    pub archive: Archive,
}

impl ArchiveFolder {
    /// An empty archive.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "it creates a folder")]
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tinsel-archive-{}-{number}", std::process::id()));
        fs::create_dir(&path).expect("a new folder");
        fs::set_permissions(&path, Permissions::from_mode(0o700)).expect("its mode");
        let name = path.to_str().expect("a name in UTF-8");
        let archive = Archive::open(name, ArchiveOptions::default()).expect("an archive");
        Self { path, archive }
    }

    /// The number of archived matches.
    #[must_use]
    pub fn objects(&self) -> usize {
        fn files(folder: &Path) -> usize {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            entries
                .map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { 1 })
                .sum()
        }
        files(&self.path.join("matches"))
    }

    /// The folder with the matches of a shard.
    #[must_use]
    pub fn of_shard(&self, shard: Shard) -> PathBuf {
        self.path.join(format!("matches/{:03}", shard.get()))
    }

    /// Makes the archive unreachable.
    pub fn take_away(&self) {
        fs::rename(&self.path, self.path.with_extension("away")).expect("a folder");
    }

    /// Makes the archive reachable again.
    pub fn restore(&self) {
        // A request that had begun before can have created another folder.
        let _: Result<(), _> = fs::remove_dir_all(&self.path);
        fs::rename(self.path.with_extension("away"), &self.path).expect("a folder");
    }
}

impl Drop for ArchiveFolder {
    fn drop(&mut self) {
        let _: Result<(), _> = fs::remove_dir_all(&self.path);
    }
}
