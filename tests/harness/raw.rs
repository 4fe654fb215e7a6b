//! The data of a match in Redis, byte for byte.

use std::collections::BTreeMap;

use redis::cmd;
use tinsel_store::{Change, MatchId, MatchStore, PersonalChange, RequestId, Revision, UnixMillis, Write};

use crate::operator::Operator;

/// The data of a match in Redis, byte for byte, without its TTL.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawMatch {
    /// The fields of its hash; `create.lua` documents them.
    pub fields: BTreeMap<String, Vec<u8>>,
    /// Its time in the index of due matches of its shard.
    pub due: Option<u64>,
    /// Whether it is in the lobby index of its shard.
    pub in_lobby: bool,
}

/// The key of a match, and the keys of the due and lobby indexes of its shard.
fn keys(id: MatchId) -> [String; 3] {
    let shard = id.shard();
    [format!("match:{id}"), "due".to_owned(), "lobby".to_owned()].map(|key| format!("tinsel:{{{shard}}}:{key}"))
}

impl RawMatch {
    /// Reads the data of a match.
    pub fn read(operator: &mut Operator, id: MatchId) -> Self {
        let [of_match, due, lobby] = keys(id);
        let id = id.to_string();
        let position: Option<u64> = operator.ask(cmd("ZRANK").arg(lobby).arg(&id));
        Self {
            fields: operator.ask(cmd("HGETALL").arg(of_match)),
            due: operator.ask(cmd("ZSCORE").arg(due).arg(&id)),
            in_lobby: position.is_some(),
        }
    }

    /// Writes the match, of which there must be no data yet, without a TTL.
    pub fn put(&self, operator: &mut Operator, id: MatchId) {
        let [of_match, due, lobby] = keys(id);
        let id = id.to_string();
        let mut set = cmd("HSET");
        set.arg(of_match);
        for (field, value) in &self.fields {
            set.arg(field).arg(value);
        }
        let fields: usize = operator.ask(&set);
        assert_eq!(fields, self.fields.len(), "{id} was there already");
        if let Some(at) = self.due {
            operator.ask::<()>(cmd("ZADD").arg(due).arg(at).arg(&id));
        }
        if self.in_lobby {
            operator.ask::<()>(cmd("ZADD").arg(lobby).arg(0).arg(&id));
        }
    }

    /// Writes the match to another store, from the records that `from` reads. `from` must have it from
    /// [`put`](Self::put).
    pub async fn copy<A: MatchStore, B: MatchStore>(&self, id: MatchId, from: &A, to: &B) {
        let stored = from.load(id).await.expect("a match");
        let page = from.log(id, Revision::NONE, u32::MAX).await.expect("its log");
        assert_eq!(page.oldest, Revision::new(1), "the log is whole");
        let requests = self.fields.keys().filter_map(|field| field.strip_prefix('q'));
        let mut requests = requests.map(|name| name.parse::<RequestId>().expect("a request id"));
        let text = |field: &str| {
            let value = self.fields.get(field)?;
            String::from_utf8(value.clone()).ok()
        };
        let (entries, mut version) = (page.entries.len(), None);
        for (number, (_, entry)) in (1..).zip(page.entries) {
            let request = match requests.next() {
                Some(name) => from
                    .answer(id, &name)
                    .await
                    .expect("its answers")
                    .map(|answer| (name, answer)),
                None => None,
            };
            let last = number == entries;
            let deadline = text("d").filter(|_| last).and_then(|at| at.parse().ok());
            let lobby = self.fields.get("l").filter(|_| last);
            let personal = || PersonalChange {
                data: stored.personal.clone(),
                forgotten: Vec::new(),
            };
            let nonce = if last { stored.version.nonce } else { 0 };
            let write = Write {
                request,
                deadline: deadline.map_or(Change::Keep, |at| Change::Set(UnixMillis(at))),
                lobby: lobby.map_or(Change::Keep, |entry| Change::Set(entry.clone().into())),
                lobby_id: text("k").and_then(|lobby| lobby.parse().ok()),
                personal: last.then(|| personal().into()),
                ..Write::new(stored.record.clone(), entry, nonce)
            };
            let after = write.version_after(Revision::new(number as u64 - 1));
            match version {
                None => drop(to.create(id, write).await.expect("a match that begins")),
                Some(before) => drop(to.replace(id, before, &write).await.expect("an active match")),
            }
            version = Some(after);
        }
        assert!(requests.next().is_none(), "more answers than revisions");
        assert_eq!(to.load(id).await.expect("the copy"), stored);
    }
}
