//! The errors of an archive, without credentials: the texts of the library can contain URLs and whole responses.

use std::{error::Error, io, iter};

use object_store::client::HttpError;

/// The reason why an operation of the archive failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// The archive is unreachable, or did not answer in time. A write may still have been applied; retrying it is safe.
    #[error("the archive did not respond: {0}")]
    Unavailable(String),
    /// The archive refuses the request until its operator acts.
    #[error("the archive refused the request: {0}; check its address, credentials and permissions")]
    Refused(String),
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
    #[error("cannot open the folder of the archive: {0}; create it, writable by the server only")]
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

impl From<object_store::Error> for ArchiveError {
    fn from(error: object_store::Error) -> Self {
        let cause = cause(&error);
        let refused = status(&error).is_some_and(|status| status < 500 && status != 408 && status != 429)
            || io_error(&error).is_some_and(|error| error.kind() == io::ErrorKind::PermissionDenied);
        if refused {
            Self::Refused(cause)
        } else {
            Self::Unavailable(cause)
        }
    }
}

/// Whether the object does not exist, although its bucket does.
pub(crate) fn is_absence(error: &object_store::Error) -> bool {
    let bucket = ["NoSuchBucket", "ContainerNotFound"];
    matches!(error, object_store::Error::NotFound { .. }) && code(error).is_none_or(|code| !bucket.contains(&&*code))
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

fn cause(error: &object_store::Error) -> String {
    if let Some(status) = status(error) {
        let code = code(error).map(|code| format!(" {code}")).unwrap_or_default();
        return format!("HTTP status {status}{code}");
    }
    if let Some(error) = io_error(error) {
        return error.to_string();
    }
    if sources(error).any(|source| source.is::<HttpError>()) {
        // The innermost error is of the connection: no text of a response.
        return sources(error).last().map(ToString::to_string).unwrap_or_default();
    }
    if error.to_string().contains("incorrectly configured region") {
        return "the bucket is in another region".to_owned();
    }
    "unexpected response".to_owned()
}

fn io_error(error: &object_store::Error) -> Option<&io::Error> {
    sources(error).find_map(|source| source.downcast_ref())
}

/// The error and its causes, from the outermost to the innermost.
fn sources(error: &object_store::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    let outermost: &(dyn Error + 'static) = error;
    iter::successors(Some(outermost), |error| (*error).source())
}
