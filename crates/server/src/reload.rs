//! Reads files again when they change.
//!
//! Contents are compared, not times: Kubernetes replaces a mounted Secret by moving a symbolic link. A change takes
//! effect within [`INTERVAL`], or at once after a signal.

use std::{fmt, fs, path::PathBuf, sync::Arc, time::Duration};

use tokio::sync::Notify;

use crate::config::ConfigProblem;

/// The interval between two looks at the files.
const INTERVAL: Duration = Duration::from_secs(10);

/// Files, and what applies their contents.
pub(crate) struct Reload {
    what: &'static str,
    paths: Vec<PathBuf>,
    /// The hash of the contents that were applied, or found to be invalid; `None` to apply them in any case.
    seen: Option<blake3::Hash>,
    apply: Box<dyn FnMut() -> Result<(), ConfigProblem> + Send>,
}

impl Reload {
    /// Files with their current contents. Create it before the files are read for the first time, so that no change
    /// goes unnoticed.
    pub(crate) fn new(what: &'static str, paths: Vec<PathBuf>) -> Self {
        Self {
            what,
            seen: Some(contents(&paths)),
            paths,
            apply: Box::new(|| Ok(())),
        }
    }

    /// Calls `apply` after each change. If it fails, the contents before remain in effect.
    pub(crate) fn apply_by(&mut self, apply: impl FnMut() -> Result<(), ConfigProblem> + Send + 'static) {
        self.apply = Box::new(apply);
    }

    /// Applies the contents if they have changed.
    fn look(&mut self) {
        let found = Some(contents(&self.paths));
        if found == self.seen {
            return;
        }
        self.seen = found;
        match (self.apply)() {
            Ok(()) => tracing::info!(what = self.what, "file reloaded"),
            Err(problem) => tracing::warn!(what = self.what, %problem, "file not reloaded: the previous one remains"),
        }
    }
}

impl fmt::Debug for Reload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reload")
            .field("what", &self.what)
            .finish_non_exhaustive()
    }
}

/// Looks at all files repeatedly, and applies them whenever `now` is notified. Never returns.
pub(crate) async fn run(mut reloads: Vec<Reload>, now: Arc<Notify>) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = now.notified() => reloads.iter_mut().for_each(|reload| reload.seen = None),
        }
        reloads.iter_mut().for_each(Reload::look);
    }
}

/// The hash of the contents of all files. A file that cannot be read counts as different from every other.
fn contents(paths: &[PathBuf]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for path in paths {
        match fs::read(path) {
            Ok(bytes) => hasher.update(b"file").update(blake3::hash(&bytes).as_bytes()),
            Err(error) => hasher.update(b"none").update(error.to_string().as_bytes()),
        };
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use std::{os::unix::fs::symlink, path::Path, sync::Mutex};

    use super::*;

    /// Moves a symbolic link to `folder`, as Kubernetes does with a mounted Secret.
    fn point(link: &Path, folder: &Path) {
        let new = link.with_extension("new");
        symlink(folder, &new).unwrap();
        fs::rename(new, link).unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_file_behind_a_moved_link_is_applied_once_and_an_invalid_one_not() {
        let folder = std::env::temp_dir().join(format!("tinsel-reload-{}", std::process::id()));
        for (version, text) in [("a", "first"), ("b", "invalid"), ("c", "second")] {
            fs::create_dir_all(folder.join(version)).unwrap();
            fs::write(folder.join(version).join("file"), text).unwrap();
        }
        let (link, applied) = (folder.join("current"), Arc::new(Mutex::new(Vec::new())));
        point(&link, &folder.join("a"));
        let path = link.join("file");
        let mut reload = Reload::new("test", vec![path.clone()]);
        let by = Arc::clone(&applied);
        reload.apply_by(move || {
            let text = fs::read_to_string(&path).unwrap();
            by.lock().unwrap().push(text.clone());
            let problem = || ConfigProblem::new("invalid");
            (text != "invalid").then_some(()).ok_or_else(problem)
        });
        let now = Arc::new(Notify::new());
        let running = tokio::spawn(run(vec![reload], Arc::clone(&now)));
        let passed = async |looks| tokio::time::sleep(INTERVAL * looks + INTERVAL / 2).await;
        let applied = || applied.lock().unwrap().clone();

        passed(3).await;
        assert!(applied().is_empty(), "unchanged");
        point(&link, &folder.join("b"));
        passed(3).await;
        assert_eq!(applied(), ["invalid"], "one attempt for one change");
        point(&link, &folder.join("c"));
        passed(3).await;
        assert_eq!(applied(), ["invalid", "second"]);
        now.notify_one();
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(
            applied(),
            ["invalid", "second", "second"],
            "a signal applies it in any case"
        );
        running.abort();
        fs::remove_dir_all(folder).unwrap();
    }
}
