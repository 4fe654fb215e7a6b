//! The service on a store in memory, with a clock that stands still and bytes that count, for the tests of this crate.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use tinsel_proto::{
    games::presents_of_mine::v1::Config,
    v1::{
        AddBotRequest, CreateMatchRequest, CreateMatchResponse, GameConfig, game_config,
        match_service_server::MatchService,
    },
};
use tinsel_store::{Memory, UnixMillis};
use tokio_util::sync::CancellationToken;
use tonic::Request;

use crate::{Clock, Deps, Entropy, Keys, Settings, rpc::Matches};

#[derive(Debug)]
struct Still;

impl Clock for Still {
    fn now(&self) -> UnixMillis {
        UnixMillis(1_800_000_000_000)
    }
}

/// Bytes that never come again.
#[derive(Debug, Default)]
struct Counting(AtomicU64);

impl Entropy for Counting {
    fn fill(&self, bytes: &mut [u8]) {
        let count = self.0.fetch_add(1, Ordering::Relaxed).to_le_bytes();
        bytes.iter_mut().zip(count).for_each(|(byte, of)| *byte = of);
    }
}

pub(crate) fn matches() -> Matches<Memory> {
    let keys = Keys::new(b"a key for the tests", &[]);
    let chance = (Arc::new(Still) as Arc<dyn Clock>, Arc::new(Counting::default()) as _);
    let draining = CancellationToken::new();
    Matches(Arc::new(Deps::new(
        Memory::default(),
        keys,
        Settings::default(),
        chance,
        draining,
    )))
}

/// A match with all seats open.
pub(crate) async fn created(matches: &Matches<Memory>) -> CreateMatchResponse {
    let game = Some(game_config::Game::PresentsOfMine(Config::default()));
    let config = Some(GameConfig { game });
    let asked = CreateMatchRequest {
        config,
        ..CreateMatchRequest::default()
    };
    matches.create_match(Request::new(asked)).await.unwrap().into_inner()
}

pub(crate) async fn add_bot(matches: &Matches<Memory>, created: &CreateMatchResponse) {
    let match_id = created.match_id.clone();
    let mut asked = Request::new(AddBotRequest {
        match_id,
        ..AddBotRequest::default()
    });
    let token = format!("Bearer {}", created.host_token).parse().unwrap();
    asked.metadata_mut().insert("authorization", token);
    matches.add_bot(asked).await.unwrap();
}
