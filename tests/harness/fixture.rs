//! Matches as earlier releases stored them.
//!
//! `tests/fixtures` has a folder for each of these releases, with a folder for each game. For each [`Moment`] there are
//! two files: `<moment>.stored.json` contains the data of the match in Redis and never changes, and
//! `<moment>.shown.json` contains the responses of the API.

use std::{collections::BTreeMap, fmt, fs, path::PathBuf};

use base64::{Engine, prelude::BASE64_STANDARD};
use prost::Message;
use prost_reflect::{DynamicMessage, SerializeOptions};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tinsel_catalog::GameId;
use tinsel_store::MatchId;

use crate::{
    api::Api,
    protos::message_of_the_api,
    raw::RawMatch,
    source::root,
    test_match::{Seated, TestMatch},
};

/// A moment of a match that is stored as a fixture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// In the lobby, with seats taken and seats open.
    Lobby,
    /// In the lobby of a private match.
    Private,
    /// Before the first decision.
    Start,
    /// In the middle of it.
    Middle,
    /// After the end.
    End,
    /// In the middle of a match, with clocks that have run.
    Clocks,
    /// In the middle of a match with bots.
    Bots,
}

impl Moment {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Lobby,
        Self::Private,
        Self::Start,
        Self::Middle,
        Self::End,
        Self::Clocks,
        Self::Bots,
    ];
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lobby => "lobby",
            Self::Private => "private",
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
            Self::Clocks => "clocks",
            Self::Bots => "bots",
        })
    }
}

/// The location of a fixture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixtureLocation {
    /// The release that stored it, by its date.
    pub release: String,
    /// Its game.
    pub game: GameId,
    /// Its moment.
    pub moment: Moment,
}

impl fmt::Display for FixtureLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { release, game, moment } = self;
        write!(f, "tests/fixtures/{release}/{game}/{moment}")
    }
}

impl FixtureLocation {
    /// The locations of all fixtures, oldest first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut releases: Vec<_> = fs::read_dir(root().join("tests/fixtures"))
            .expect("fixtures")
            .filter_map(|entry| entry.expect("an entry").file_name().into_string().ok())
            .filter(|name| name != "README.md")
            .collect();
        releases.sort();
        let mut locations = Vec::new();
        for release in releases {
            for game in GameId::ALL {
                let location = |moment| Self {
                    release: release.clone(),
                    game: *game,
                    moment,
                };
                locations.extend(Moment::ALL.map(location).into_iter().filter(Self::is_kept));
            }
        }
        locations
    }

    /// Whether there is a fixture at this location.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.file("stored").exists()
    }

    fn file(&self, part: &str) -> PathBuf {
        root().join(format!("{self}.{part}.json"))
    }

    /// The stored match.
    #[must_use]
    pub fn stored(&self) -> Fixture {
        let text = fs::read_to_string(self.file("stored")).unwrap_or_else(|error| panic!("{self}: {error}"));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{self}: {error}"))
    }

    /// The expected responses of the API.
    #[must_use]
    pub fn shown(&self) -> Value {
        let text = fs::read_to_string(self.file("shown")).unwrap_or_else(|error| panic!("{self}: {error}"));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{self}: {error}"))
    }

    /// Writes a fixture to this location.
    ///
    /// # Panics
    ///
    /// If there is one already.
    pub fn keep(&self, fixture: &Fixture, shown: &Value) {
        assert!(!self.is_kept(), "{self} exists; fixtures never change");
        let folder = self.file("stored").parent().map(PathBuf::from).expect("a folder");
        fs::create_dir_all(folder).expect("a folder");
        let value = serde_json::to_value(fixture).expect("JSON");
        fs::write(self.file("stored"), format!("{value}\n")).expect("a file");
        self.keep_shown(shown);
    }

    /// Writes the expected responses of the API.
    pub fn keep_shown(&self, shown: &Value) {
        fs::write(self.file("shown"), format!("{shown}\n")).expect("a file");
    }
}

/// A match as it was stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Fixture {
    /// The schema of its record.
    pub schema: u32,
    /// The schema of its game's state.
    pub game_schema: u32,
    /// The version of its rules.
    pub rules_version: u32,
    /// Its id.
    pub match_id: String,
    /// The host's token.
    host: String,
    /// Its join code; empty for a public match.
    code: String,
    /// The holders of its seats: a player's token, `bot`, or an empty text.
    seats: Vec<String>,
    /// When it was stored, in milliseconds since 1970.
    pub clock_ms: u64,
    /// The fields of its hash, in Base64.
    fields: BTreeMap<String, String>,
    /// As [`RawMatch::due`].
    due: Option<u64>,
    /// As [`RawMatch::in_lobby`].
    in_lobby: bool,
}

impl Fixture {
    /// This match of this game, as this release stores it.
    #[must_use]
    pub fn new(game: GameId, table: &TestMatch, clock_ms: u64, raw: &RawMatch) -> Self {
        let facts = game.game().facts();
        let seat = |seated: &Seated| match seated {
            Seated::Open => String::new(),
            Seated::Player(token) => token.clone(),
            Seated::Bot => "bot".to_owned(),
        };
        let field = |(name, value): (&String, &Vec<u8>)| (name.clone(), BASE64_STANDARD.encode(value));
        Self {
            // A match with a player as its host has a later one; none is kept.
            schema: 1,
            game_schema: facts.schema_version,
            rules_version: facts.rules_version,
            match_id: table.match_id.clone(),
            host: table.host.clone(),
            code: table.code.clone(),
            seats: table.seats.iter().map(seat).collect(),
            clock_ms,
            fields: raw.fields.iter().map(field).collect(),
            due: raw.due,
            in_lobby: raw.in_lobby,
        }
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> MatchId {
        self.match_id.parse().expect("the id of a match")
    }

    /// The match with its tokens.
    #[must_use]
    pub fn table(&self) -> TestMatch {
        let seat = |seat: &String| match seat.as_str() {
            "" => Seated::Open,
            "bot" => Seated::Bot,
            token => Seated::Player(token.to_owned()),
        };
        TestMatch {
            match_id: self.match_id.clone(),
            host: self.host.clone(),
            seats: self.seats.iter().map(seat).collect(),
            code: self.code.clone(),
        }
    }

    /// Its data in Redis.
    #[must_use]
    pub fn raw(&self) -> RawMatch {
        let field = |(name, value): (&String, &String)| {
            let value = BASE64_STANDARD.decode(value).expect("Base64");
            (name.clone(), value)
        };
        RawMatch {
            fields: self.fields.iter().map(field).collect(),
            due: self.due,
            in_lobby: self.in_lobby,
        }
    }
}

/// The responses of the API: the state for the host and for the first player, and the history for the first player.
pub async fn shown(api: &Api, table: &TestMatch) -> Value {
    let player = table.players().first().map(|seat| table.token(*seat));
    let state = |token| async move { in_json("MatchState", &table.state(api, token).await) };
    let history = api.ask(&table.listing(0, 1000), player).await.expect("its history");
    let entries: Vec<_> = history
        .entries
        .iter()
        .map(|entry| in_json("HistoryEntry", entry))
        .collect();
    json!({ "host": state(Some(table.host.as_str())).await, "player": state(player).await, "history": entries })
}

/// A message of the API in JSON, as proto3 maps it.
fn in_json(name: &str, message: &impl Message) -> Value {
    let mut dynamic = DynamicMessage::new(message_of_the_api(name));
    dynamic.transcode_from(message).expect("the same message");
    let to = serde_json::value::Serializer;
    dynamic
        .serialize_with_options(to, &SerializeOptions::new())
        .expect("JSON")
}

/// The first difference between `kept` and `shown`; `None` if `shown` contains all of `kept`. Further values are
/// allowed.
#[must_use]
pub fn first_difference(kept: &Value, shown: &Value) -> Option<String> {
    match (kept, shown) {
        (Value::Object(kept), Value::Object(shown)) => kept.iter().find_map(|(name, kept)| {
            let what = match shown.get(name) {
                Some(shown) => first_difference(kept, shown)?,
                None => ": is no longer shown".to_owned(),
            };
            Some(format!(".{name}{what}"))
        }),
        (Value::Array(kept), Value::Array(shown)) if kept.len() == shown.len() => {
            let mut pairs = kept.iter().zip(shown).enumerate();
            pairs.find_map(|(at, (kept, shown))| Some(format!("[{at}]{}", first_difference(kept, shown)?)))
        }
        _ => (kept != shown).then(|| format!(": was {kept}, and is {shown}")),
    }
}
