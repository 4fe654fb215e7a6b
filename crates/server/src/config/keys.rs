//! The file of API keys.

use std::{collections::BTreeMap, fs, ops::RangeInclusive};

use serde::{Deserialize, Serialize};
use tinsel_service::{ApiKey, KeyQuota, Rate};

use super::{ConfigProblem, Given, MANY, Secret, reading::place};

/// A file of API keys, as it was read. Shown by its name only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ApiKeyFile {
    path: String,
    #[serde(skip)]
    holders: BTreeMap<String, KeyHolder>,
}

/// Who holds a key, and how much it may do where that is not what every caller may.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyHolder {
    /// The key.
    pub key: Secret,
    /// Calls per second; 0 for no limit.
    pub calls_per_second: Option<u32>,
    /// Calls at once.
    pub calls_burst: Option<u32>,
    /// Watch streams at once; 0 for no limit of its own.
    pub streams_max: Option<u32>,
    /// Matches in the lobby or in play; 0 for no limit.
    pub open_matches_max: Option<u32>,
}

/// The table of one holder, before anybody has looked at it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    key: Option<Given>,
    calls_per_second: Option<Given>,
    calls_burst: Option<Given>,
    streams_max: Option<Given>,
    open_matches_max: Option<Given>,
}

/// What a holder may be called: it stands in the store for whoever it is, so there is no room for doubt.
const NAME: &str = "1 to 64 of a to z, 0 to 9, - and _";

impl ApiKeyFile {
    /// Reads the file at `path`.
    ///
    /// # Errors
    ///
    /// What is wrong, in one line that names the file and the holder, and never holds a key.
    pub fn read(path: &str) -> Result<Self, ConfigProblem> {
        let problem = |text: &dyn std::fmt::Display| ConfigProblem(format!("api_keys file {path}: {text}"));
        let text = fs::read_to_string(path).map_err(|error| problem(&error))?;
        let holders = parse(&text).map_err(|error| problem(&error))?;
        Ok(Self {
            path: path.to_owned(),
            holders,
        })
    }

    /// The keys for the service, where `usual` is how often every caller may call.
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
            ApiKey::new(name, holder.key.bytes(), quota)
        })
    }
}

fn parse(text: &str) -> Result<BTreeMap<String, KeyHolder>, ConfigProblem> {
    let entries: BTreeMap<String, Entry> = toml::from_str(text).map_err(|error| {
        // What TOML has to say may repeat a key.
        let right = "a table [name] for each holder, with key and, where wanted, calls_per_second, calls_burst, \
                     streams_max and open_matches_max, each once";
        ConfigProblem(format!("{}there must be {right}", place(text, &error)))
    })?;
    if entries.is_empty() {
        return Err(ConfigProblem(
            "there is no key in it; leave the option out to need none".to_owned(),
        ));
    }
    let mut holders = BTreeMap::<String, KeyHolder>::new();
    for (number, (name, entry)) in entries.into_iter().enumerate() {
        if !is_name(&name) {
            let place = number.saturating_add(1);
            // What stands there may be a key.
            return Err(ConfigProblem(format!(
                "the name of table {place} in alphabetical order must be {NAME}"
            )));
        }
        let holder = entry.holder(&name)?;
        if let Some((other, _)) = holders.iter().find(|(_, other)| other.key == holder.key) {
            return Err(ConfigProblem(format!(
                "[{other}] and [{name}] must not have the same key"
            )));
        }
        holders.insert(name, holder);
    }
    Ok(holders)
}

fn is_name(name: &str) -> bool {
    let letters = |letter| matches!(letter, 'a'..='z' | '0'..='9' | '-' | '_');
    (1..=64).contains(&name.len()) && name.chars().all(letters)
}

impl Entry {
    fn holder(&self, name: &str) -> Result<KeyHolder, ConfigProblem> {
        let key = self.key.as_ref().and_then(Given::text).and_then(Secret::parse);
        // It travels in a header.
        let key = key.filter(|key| key.bytes().iter().all(u8::is_ascii_graphic));
        let wrong = "must be a text of at least 16 characters without spaces or letters beyond ASCII";
        Ok(KeyHolder {
            key: key.ok_or_else(|| ConfigProblem(format!("key of [{name}] {wrong}")))?,
            calls_per_second: number((name, "calls_per_second"), self.calls_per_second.as_ref(), 0..=MANY)?,
            calls_burst: number((name, "calls_burst"), self.calls_burst.as_ref(), 1..=MANY)?,
            streams_max: number((name, "streams_max"), self.streams_max.as_ref(), 0..=MANY)?,
            open_matches_max: number((name, "open_matches_max"), self.open_matches_max.as_ref(), 0..=MANY)?,
        })
    }
}

fn number(
    (holder, name): (&str, &str),
    given: Option<&Given>,
    range: RangeInclusive<u32>,
) -> Result<Option<u32>, ConfigProblem> {
    let Some(text) = given.and_then(Given::text) else {
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
