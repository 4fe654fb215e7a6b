//! The errors of an archive, without credentials: the texts of the library can contain URLs and whole responses.

use std::{error::Error, io, io::ErrorKind, iter};

use object_store::client::HttpError;

/// The reason why an operation of the archive failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// The archive is unreachable, or did not answer in time. A write may still have been applied; retrying it is safe.
    #[error("the archive did not respond: {0}")]
    Unavailable(String),
    /// The archive refuses the request until its operator acts. The text contains the remedy.
    #[error("the archive refused the request: {0}")]
    Refused(String),
    /// The disk or the quota of the archive is used up.
    #[error("the archive is full: {0}; free space, or raise its quota")]
    Full(String),
    /// The object is larger than the limit.
    #[error("the archived match has {bytes} bytes, and {bytes_max} are the maximum")]
    TooLarge {
        /// The size of the object.
        bytes: u64,
        /// The limit.
        bytes_max: u64,
    },
}

/// The reason why an archive cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnusableArchive {
    /// The address has another form.
    #[error(
        "an archive is `s3://BUCKET/PREFIX`, `gs://BUCKET/PREFIX`, `az://CONTAINER/PREFIX`, or the absolute path of a \
         folder, without user, query and fragment"
    )]
    Address,
    /// The folder does not exist, or is no folder.
    #[error(
        "cannot open the folder of the archive, {0}; create it with mode 0700, owned by the account of the server, which \
         must be able to enter the folders above"
    )]
    Folder(String),
    /// The settings of the provider are incomplete or invalid.
    #[error("cannot use the archive: {cause}; check the environment variables {variables}…")]
    Settings {
        /// The problem, without the values of settings.
        cause: String,
        /// The first characters of the names of the provider's variables.
        variables: &'static str,
    },
}

impl ArchiveError {
    /// The error of a request to a bucket, or to a folder with this name.
    pub(crate) fn of(error: &object_store::Error, folder: Option<&str>) -> Self {
        match (folder, io_error(error), status(error)) {
            (Some(folder), Some(error), _) => Self::of_folder(error, folder),
            (_, _, Some(status)) => Self::of_response(status, &code(error).unwrap_or_default()),
            (_, _, None) => Self::of_connection(error),
        }
    }

    fn of_folder(error: &io::Error, folder: &str) -> Self {
        let is = |kinds: &[ErrorKind]| kinds.contains(&error.kind());
        let remedy = if is(&[ErrorKind::StorageFull, ErrorKind::QuotaExceeded]) {
            return Self::Full(format!("{folder}: {error}"));
        } else if is(&[ErrorKind::ReadOnlyFilesystem]) {
            "mount it writable"
        } else if is(&[ErrorKind::PermissionDenied]) {
            "it and the folders in it need mode 0700, and the account of the server as owner"
        } else if is(&[
            ErrorKind::NotADirectory,
            ErrorKind::IsADirectory,
            ErrorKind::DirectoryNotEmpty,
        ]) {
            "another program has created files or folders in it; remove them"
        } else {
            return Self::Unavailable(format!("{folder}: {error}"));
        };
        Self::Refused(format!("{folder}: {error}; {remedy}"))
    }

    fn of_response(status: u16, code: &str) -> Self {
        let is = |codes: &[&str]| codes.contains(&code);
        let separator = if code.is_empty() { "" } else { " " };
        let cause = format!("HTTP status {status}{separator}{code}");
        if status == 507 || is(&["QuotaExceeded", "XMinioStorageFull", "XMinioAdminBucketQuotaExceeded"]) {
            return Self::Full(cause);
        }
        if status >= 500 || status == 408 || status == 429 {
            return Self::Unavailable(cause);
        }
        let remedy = if is(&NO_BUCKET) {
            "create the bucket, or correct the address of the archive"
        } else if status == 401 || status == 403 || is(&["ExpiredToken", "InvalidToken", "InvalidAccessKeyId"]) {
            "check the credentials, and their permissions to read, write, delete and list"
        } else {
            "check the address of the archive, and its settings"
        };
        Self::Refused(format!("{cause}; {remedy}"))
    }

    /// The error of a request without a response.
    fn of_connection(error: &object_store::Error) -> Self {
        let texts: Vec<_> = sources(error).map(ToString::to_string).collect();
        let contains = |text: &str| texts.iter().any(|of| of.contains(text));
        if contains("URL scheme is not allowed") {
            let remedy = "the endpoint does not use TLS; use https, or set AWS_ALLOW_HTTP=true";
            return Self::Refused(remedy.to_owned());
        }
        if contains("incorrectly configured region") {
            return Self::Refused("the bucket is in another region; set AWS_REGION".to_owned());
        }
        let cause = if METADATA.iter().any(|address| contains(address)) {
            "without credentials, they are asked of the cloud, which does not answer; set them, or give the machine a role"
        } else if sources(error).any(|source| source.is::<HttpError>()) {
            // The innermost error is of the connection: no text of a response.
            texts.last().map_or("", String::as_str)
        } else {
            "unexpected response"
        };
        Self::Unavailable(cause.to_owned())
    }
}

/// The codes of a response about a missing bucket.
const NO_BUCKET: [&str; 2] = ["NoSuchBucket", "ContainerNotFound"];

/// The addresses at which the machines of a cloud find their credentials.
const METADATA: [&str; 3] = ["169.254.169.254", "169.254.170.2", "metadata.google.internal"];

/// Whether the object does not exist, although its bucket does.
pub(crate) fn is_absence(error: &object_store::Error) -> bool {
    matches!(error, object_store::Error::NotFound { .. }) && code(error).is_none_or(|code| !NO_BUCKET.contains(&&*code))
}

/// The HTTP status of the response; `None` if there was none.
pub(crate) fn status(error: &object_store::Error) -> Option<u16> {
    let text = error.to_string();
    let (_, status) = text.split_once("status code: ")?;
    status.split(' ').next()?.parse().ok()
}

/// The error code in the response, such as `AccessDenied`.
fn code(error: &object_store::Error) -> Option<String> {
    let text = error.to_string();
    let (_, rest) = text.split_once("<Code>")?;
    let (code, _) = rest.split_once("</Code>")?;
    let plain = code.len() <= 64 && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    plain.then(|| code.to_owned())
}

fn io_error(error: &object_store::Error) -> Option<&io::Error> {
    sources(error).find_map(|source| source.downcast_ref())
}

/// The error and its causes, from the outermost to the innermost.
fn sources(error: &object_store::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    let outermost: &(dyn Error + 'static) = error;
    iter::successors(Some(outermost), |error| (*error).source())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_file_system_have_their_kind_and_remedy() {
        let of = |kind: ErrorKind| {
            let source = Box::new(io::Error::from(kind));
            let error = object_store::Error::Generic {
                store: "LocalFileSystem",
                source,
            };
            ArchiveError::of(&error, Some("/archive (mode 0500)"))
        };
        for (kind, remedy) in [
            (ErrorKind::ReadOnlyFilesystem, "mount it writable"),
            (ErrorKind::PermissionDenied, "mode 0700, and the account of the server"),
            (ErrorKind::IsADirectory, "remove them"),
        ] {
            let error = of(kind);
            assert!(matches!(error, ArchiveError::Refused(_)), "{error}");
            let text = error.to_string();
            assert!(text.contains("/archive (mode 0500)") && text.contains(remedy), "{text}");
        }
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded] {
            let error = of(kind);
            assert!(matches!(error, ArchiveError::Full(_)), "{error}");
            assert!(error.to_string().contains("free space"), "{error}");
        }
        let error = of(ErrorKind::NotFound);
        assert!(matches!(error, ArchiveError::Unavailable(_)), "{error}");
    }

    #[test]
    fn missing_credentials_have_their_own_text() {
        let error = object_store::Error::Generic {
            store: "S3",
            source: "Error performing PUT http://169.254.169.254/latest/api/token".into(),
        };
        let text = ArchiveError::of(&error, None).to_string();
        assert!(
            text.contains("give the machine a role") && !text.contains("token"),
            "{text}"
        );
    }
}
