//! The file of API keys.

use std::{collections::BTreeMap, fs, ops::RangeInclusive};

use serde::{Deserialize, Serialize};
use tinsel_service::{ApiKey, KeyQuota, Rate};

use super::{ConfigProblem, MANY, RawOption, Secret, named};

/// The API keys of a file. Its serialized form is the path only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ApiKeyFile {
    path: String,
    #[serde(skip)]
    holders: BTreeMap<String, KeyHolder>,
}

/// An API key and the quotas of its holder; `None`: the quotas of every caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyHolder {
    /// The key.
    pub key: Secret,
    /// Rate limit, in calls per second; 0: no limit.
    pub calls_per_second: Option<u32>,
    /// Burst, in calls.
    pub calls_burst: Option<u32>,
    /// Maximum number of open watch streams; 0: no limit of its own.
    pub streams_max: Option<u32>,
    /// Quota of open matches; 0: no limit.
    pub open_matches_max: Option<u32>,
    /// The lobby that it shares with the other holders that name the same one.
    pub lobby: Option<String>,
}

/// The unvalidated table of one holder.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    key: Option<RawOption>,
    calls_per_second: Option<RawOption>,
    calls_burst: Option<RawOption>,
    streams_max: Option<RawOption>,
    open_matches_max: Option<RawOption>,
    lobby: Option<RawOption>,
}

impl ApiKeyFile {
    /// Reads the file at `path`.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is invalid. The error is one line that names the file and the holder, and never contains
    /// a key.
    pub fn read(path: &str) -> Result<Self, ConfigProblem> {
        let problem = |text: &dyn std::fmt::Display| ConfigProblem(format!("api_keys file {path}: {text}"));
        let text = fs::read_to_string(path).map_err(|error| problem(&error))?;
        let holders = parse(&text).map_err(|error| problem(&error))?;
        Ok(Self {
            path: path.to_owned(),
            holders,
        })
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// The keys for the service; `usual` is the rate limit of keys without their own.
    pub(super) fn keys(&self, usual: Rate) -> impl Iterator<Item = ApiKey> + '_ {
        self.holders.iter().map(move |(name, holder)| {
            let rate = Rate {
                per_second: holder.calls_per_second.unwrap_or(usual.per_second),
                burst: holder.calls_burst.unwrap_or(usual.burst),
            };
            let quota = KeyQuota {
                rate: Some(rate),
                streams: holder
                    .streams_max
                    .map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
                open_matches: holder.open_matches_max,
            };
            let lobby = holder.lobby.as_deref().unwrap_or_default();
            ApiKey::new(name, holder.key.bytes(), quota).sharing(lobby)
        })
    }
}

fn parse(text: &str) -> Result<BTreeMap<String, KeyHolder>, ConfigProblem> {
    let entries: BTreeMap<String, Entry> = named::tables(
        text,
        "one table [name] per holder, with key and optionally calls_per_second, calls_burst, streams_max, \
         open_matches_max and lobby, each at most once",
    )?;
    if entries.is_empty() {
        return Err(ConfigProblem(
            "contains no API key; add one, or omit the option to require none".to_owned(),
        ));
    }
    let holders = entries
        .into_iter()
        .map(|(name, entry)| Ok((entry.holder(&name)?, name)));
    let holders: Vec<_> = holders.collect::<Result<_, ConfigProblem>>()?;
    named::distinct("keys", holders.iter().map(|(holder, name)| (name, &holder.key)))?;
    Ok(holders.into_iter().map(|(holder, name)| (name, holder)).collect())
}

impl Entry {
    fn holder(&self, name: &str) -> Result<KeyHolder, ConfigProblem> {
        Ok(KeyHolder {
            key: named::secret((name, "key"), self.key.as_ref())?,
            calls_per_second: number((name, "calls_per_second"), self.calls_per_second.as_ref(), 0..=MANY)?,
            calls_burst: number((name, "calls_burst"), self.calls_burst.as_ref(), 1..=MANY)?,
            streams_max: number((name, "streams_max"), self.streams_max.as_ref(), 0..=MANY)?,
            open_matches_max: number((name, "open_matches_max"), self.open_matches_max.as_ref(), 0..=MANY)?,
            lobby: named::name((name, "lobby"), self.lobby.as_ref())?,
        })
    }
}

fn number(
    (holder, name): (&str, &str),
    given: Option<&RawOption>,
    range: RangeInclusive<u32>,
) -> Result<Option<u32>, ConfigProblem> {
    let Some(text) = given.and_then(RawOption::text) else {
        return Ok(None);
    };
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.map(Some).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        ConfigProblem(format!(
            "{name} of [{holder}] must be a whole number from {least} to {most}"
        ))
    })
}
