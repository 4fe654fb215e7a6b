//! Files that are replaced together, as Kubernetes replaces a mounted Secret.

use std::{
    fs,
    os::unix::fs::symlink,
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
};

/// A folder whose files are replaced by moving a symbolic link. Removed on drop.
#[derive(Debug)]
pub struct Mounted {
    folder: PathBuf,
    version: u32,
}

impl Mounted {
    /// A folder with these files.
    #[must_use]
    pub fn new(files: &[(&str, &str)]) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("tinsel-mounted-{}-{number}", std::process::id()));
        let mut mounted = Self { folder, version: 0 };
        mounted.replace(files);
        mounted
    }

    /// Replaces all files by these.
    pub fn replace(&mut self, files: &[(&str, &str)]) {
        self.version += 1;
        let version = self.folder.join(self.version.to_string());
        fs::create_dir_all(&version).expect("a folder");
        for (name, text) in files {
            fs::write(version.join(name), text).expect("a file");
        }
        let link = self.folder.join("next");
        symlink(&version, &link).expect("a link");
        fs::rename(link, self.folder.join("current")).expect("the link moves");
    }

    /// The path of a file, which stays the same.
    #[must_use]
    pub fn path(&self, name: &str) -> String {
        let path = self.folder.join("current").join(name);
        path.to_str().expect("a path in UTF-8").to_owned()
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.folder));
    }
}
