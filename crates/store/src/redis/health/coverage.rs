//! How much of the store a check has covered.

use ::redis::RedisResult;

use crate::redis::failures::is_refused;
use crate::{Coverage, ProblemKind, StoreReport};

/// The coverage of one master. Without its settings, a check must not end a refusal; a refused `INFO` is a problem of its own.
pub(crate) fn coverage_of_master(probed: &RedisResult<()>, info: &RedisResult<String>) -> Coverage {
    match (probed, info) {
        (Ok(()), Ok(_)) => Coverage::All,
        (Ok(()), Err(error)) if is_refused(error) => Coverage::All,
        (Ok(()) | Err(_), Ok(_) | Err(_)) => Coverage::Incomplete,
    }
}

/// The coverage of the parts of a check, each about one master.
pub(crate) fn coverage(parts: &[StoreReport]) -> Coverage {
    let is_silent = |part: &&StoreReport| {
        let mut problems = part.problems.iter();
        part.coverage != Coverage::All && problems.any(|problem| problem.kind == ProblemKind::Unreachable)
    };
    let complete = parts.iter().filter(|part| part.coverage == Coverage::All).count();
    let silent = parts.iter().filter(is_silent).count();
    match complete {
        0 => Coverage::Incomplete,
        complete if complete == parts.len() => Coverage::All,
        complete if complete + silent == parts.len() => Coverage::Reached,
        _ => Coverage::Incomplete,
    }
}

#[cfg(test)]
mod tests {
    use ::redis::{ErrorKind, RedisError};

    use super::*;

    #[test]
    fn a_master_whose_settings_are_unknown_is_not_covered() {
        let failed = |text: &str| RedisError::from((ErrorKind::Io, "failed", text.to_owned()));
        let refused = || failed("User x has no permissions to run the 'info' command");
        for (probed, info, expected) in [
            (Ok(()), Ok(String::new()), Coverage::All),
            (Ok(()), Err(refused()), Coverage::All),
            (Ok(()), Err(failed("timed out")), Coverage::Incomplete),
            (Err(failed("timed out")), Ok(String::new()), Coverage::Incomplete),
        ] {
            assert_eq!(coverage_of_master(&probed, &info), expected, "{probed:?} {info:?}");
        }
    }
}
