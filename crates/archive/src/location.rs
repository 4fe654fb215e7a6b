//! The address of an archive, and the stores of objects behind it.

use std::{fmt, io, path::PathBuf, sync::Arc};

use object_store::{
    ClientOptions, ObjectStore, RetryConfig,
    aws::{AmazonS3Builder, AmazonS3ConfigKey},
    azure::MicrosoftAzureBuilder,
    gcp::GoogleCloudStorageBuilder,
    local::LocalFileSystem,
    memory::InMemory,
    path::Path,
};

use crate::{ArchiveError, ArchiveOptions, UnusableArchive};

/// The number of times that a request is repeated after a failure.
const RETRIES_MAX: usize = 2;

/// The objects of an archive.
pub(crate) struct Location {
    pub(crate) store: Arc<dyn ObjectStore>,
    /// The folder with all objects of the archive.
    pub(crate) matches: Path,
    /// The folder with the personal data of the matches.
    pub(crate) personal: Path,
    /// The folder with the dictionaries that they need.
    pub(crate) dictionaries: Path,
    /// The object by which the archive is checked.
    pub(crate) probe: Path,
    pub(crate) access: Access,
    /// The address, which contains no credentials.
    pub(crate) address: String,
}

/// How an archive can be read without credentials.
pub(crate) enum Access {
    Memory,
    Folder(Folder),
    /// The same bucket, without signatures.
    Bucket(Arc<dyn ObjectStore>),
}

/// Builds a store of a provider, and the same one without signatures. Settings of other providers are ignored.
macro_rules! bucket {
    ($builder:expr, $variables:literal, $with_bucket:ident, $bucket:expr, $options:expr) => {{
        let build = |unsigned: bool| -> Result<Arc<dyn ObjectStore>, object_store::Error> {
            let mut builder = $builder
                .with_client_options(client($options))
                .with_retry(retries($options));
            for (key, value) in $options.settings.iter().filter(|(key, _)| key.starts_with($variables)) {
                if let Ok(key) = key.to_ascii_lowercase().parse() {
                    builder = builder.with_config(key, value);
                }
            }
            let builder = builder.$with_bucket($bucket);
            let builder = if unsigned {
                builder.with_skip_signature(true)
            } else {
                builder
            };
            Ok(Arc::new(builder.build()?))
        };
        let both = build(false).and_then(|store| Ok((store, build(true)?)));
        both.map_err(|error| unusable(&error, $variables, $options))
    }};
}

impl Location {
    pub(crate) fn open(address: &str, options: &ArchiveOptions) -> Result<Self, UnusableArchive> {
        match address.split_once("://") {
            None if address.starts_with('/') => Self::in_folder(address),
            Some(("file", path)) if path.starts_with('/') => Self::in_folder(path),
            Some((scheme, rest)) => Self::bucket(scheme, rest, options),
            None => Err(UnusableArchive::Address),
        }
    }

    /// The folder of the archive; `None` if it is in a bucket or in memory.
    pub(crate) const fn folder(&self) -> Option<&Folder> {
        match &self.access {
            Access::Folder(folder) => Some(folder),
            Access::Memory | Access::Bucket(_) => None,
        }
    }

    pub(crate) fn memory() -> Self {
        Self {
            store: Arc::new(InMemory::new()),
            matches: Path::from("matches"),
            personal: Path::from("personal"),
            dictionaries: Path::from("dictionaries"),
            probe: Path::from("probe"),
            access: Access::Memory,
            address: "memory".to_owned(),
        }
    }

    fn in_folder(path: &str) -> Result<Self, UnusableArchive> {
        let unusable = |error: &dyn fmt::Display| UnusableArchive::Folder(format!("{path}: {error}"));
        let root = std::fs::canonicalize(path).map_err(|error| unusable(&error))?;
        if !root.is_dir() {
            return Err(unusable(&"it is a file"));
        }
        let store = LocalFileSystem::new_with_prefix(&root).map_err(|error| unusable(&error))?;
        Ok(Self {
            // The service deletes a match from its store once the archive contains it.
            store: Arc::new(store.with_fsync(true)),
            matches: Path::from("matches"),
            personal: Path::from("personal"),
            dictionaries: Path::from("dictionaries"),
            probe: Path::from("probe"),
            address: root.display().to_string(),
            access: Access::Folder(Folder::open(root).map_err(|error| unusable(&error))?),
        })
    }

    fn bucket(scheme: &str, rest: &str, options: &ArchiveOptions) -> Result<Self, UnusableArchive> {
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let named = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        if bucket.is_empty() || !bucket.bytes().all(named) || prefix.contains(['?', '#', '@']) {
            return Err(UnusableArchive::Address);
        }
        let prefix = Path::parse(prefix).map_err(|_| UnusableArchive::Address)?;
        // The HTTP client takes the provider of the process. A provider that the process has chosen before is kept.
        drop(rustls::crypto::ring::default_provider().install_default());
        let (store, unsigned) = match scheme {
            "s3" => {
                // Not every implementation of S3 has requests that delete several objects.
                let s3 = || AmazonS3Builder::new().with_config(AmazonS3ConfigKey::DisableBulkDelete, "true");
                bucket!(s3(), "AWS_", with_bucket_name, bucket, options)
            }
            "gs" => bucket!(
                GoogleCloudStorageBuilder::new(),
                "GOOGLE_",
                with_bucket_name,
                bucket,
                options
            ),
            "az" => bucket!(
                MicrosoftAzureBuilder::new(),
                "AZURE_",
                with_container_name,
                bucket,
                options
            ),
            _ => Err(UnusableArchive::Address),
        }?;
        Ok(Self {
            store,
            matches: prefix.clone().join("matches"),
            personal: prefix.clone().join("personal"),
            dictionaries: prefix.clone().join("dictionaries"),
            probe: prefix.clone().join("probe"),
            access: Access::Bucket(unsigned),
            address: format!("{scheme}://{bucket}/{prefix}"),
        })
    }
}

/// A folder that must stay the same: the library would create a missing one again, for example below the mount point of a
/// disk that was unmounted.
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    identity: (u64, u64),
}

impl Folder {
    fn open(path: PathBuf) -> io::Result<Self> {
        let identity = identity(&path)?;
        Ok(Self { path, identity })
    }

    /// Checks that the path still leads to this folder.
    pub(crate) fn check(&self) -> Result<(), ArchiveError> {
        match identity(&self.path) {
            Ok(identity) if identity == self.identity => Ok(()),
            Ok(_) => {
                let replaced = "the folder was replaced or unmounted; restore it, or restart the server";
                Err(ArchiveError::Unavailable(replaced.to_owned()))
            }
            Err(error) => Err(ArchiveError::Unavailable(error.to_string())),
        }
    }
}

/// The path with the mode.
impl fmt::Display for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        match mode(&self.path) {
            Some(mode) => write!(f, " (mode {mode:04o})"),
            None => Ok(()),
        }
    }
}

/// The permissions of a folder; `None` if they cannot be read.
#[cfg(unix)]
pub(crate) fn mode(folder: &std::path::Path) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt;

    Some(folder.metadata().ok()?.permissions().mode() & 0o7777)
}

/// Other systems have no such permissions.
#[cfg(not(unix))]
pub(crate) const fn mode(_: &std::path::Path) -> Option<u32> {
    None
}

/// Device and inode.
#[cfg(unix)]
fn identity(path: &std::path::Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;

    let metadata = path.metadata()?;
    Ok((metadata.dev(), metadata.ino()))
}

/// Other systems have no such numbers.
#[cfg(not(unix))]
fn identity(path: &std::path::Path) -> io::Result<(u64, u64)> {
    path.metadata().map(|_| (0, 0))
}

/// A request that does not end in half of the time of a call is repeated.
fn client(options: &ArchiveOptions) -> ClientOptions {
    let timeout = options.timeout / 2;
    ClientOptions::new().with_timeout(timeout).with_connect_timeout(timeout)
}

fn retries(options: &ArchiveOptions) -> RetryConfig {
    RetryConfig {
        max_retries: RETRIES_MAX,
        retry_timeout: options.timeout,
        ..RetryConfig::default()
    }
}

/// The library can quote a wrong setting, which can be a secret.
fn unusable(error: &object_store::Error, variables: &'static str, options: &ArchiveOptions) -> UnusableArchive {
    let cause = error.to_string();
    let quoted = |(_, value): &(String, String)| !value.is_empty() && cause.contains(value);
    let cause = if options.settings.iter().any(quoted) {
        "a setting is invalid".to_owned()
    } else {
        cause
    };
    UnusableArchive::Settings { cause, variables }
}
