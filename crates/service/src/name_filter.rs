//! The operator's filter of names: patterns of names that players, bots and matches may not have.

use parking_lot::RwLock;

use crate::{error::RpcError, record::display_name, settings::NamePatterns};

/// The filter of names in use. It can be replaced while the service runs.
#[derive(Debug, Default)]
pub struct NameFilter(RwLock<NamePatterns>);

impl NameFilter {
    pub(crate) fn new(patterns: NamePatterns) -> Self {
        Self(RwLock::new(patterns))
    }

    /// Replaces the patterns. Names that are in use stay.
    pub fn replace(&self, patterns: NamePatterns) {
        *self.0.write() = patterns;
    }

    /// Checks the name in a field of a request.
    ///
    /// # Errors
    ///
    /// If a pattern matches it: as written, or in plain letters.
    pub(crate) fn check(&self, field: &'static str, name: &str) -> Result<(), RpcError> {
        let patterns = self.0.read();
        if patterns.match_part_of(name) || patterns.match_part_of(&display_name::in_plain_letters(name)) {
            return Err(RpcError::NameRefused { field });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_refuses_a_name_in_any_writing() {
        let patterns = NamePatterns::read("# names of the staff\nadmin\n\n^mod\\b\n").unwrap();
        let filter = NameFilter::new(patterns);
        for refused in [
            "admin",
            "The ADMIN 7",
            "Аdmin",
            "a d m i n",
            "ad\u{200d}min",
            "ａｄｍｉｎ",
            "ádmin",
            "mod",
            "Mod Ann",
        ] {
            assert!(filter.check("display_name", refused).is_err(), "{refused}");
        }
        for accepted in ["Ann", "modern", "Model", ""] {
            assert!(filter.check("display_name", accepted).is_ok(), "{accepted}");
        }
        filter.replace(NamePatterns::default());
        assert!(filter.check("display_name", "admin").is_ok());
    }
}
