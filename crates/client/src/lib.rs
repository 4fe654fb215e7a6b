//! A typed client of Tinsel.
//!
//! It speaks the messages of [`tinsel_proto`] and takes care of what every client would otherwise write for itself:
//!
//! - a call that changes something draws a `request_id` once and repeats itself with it, so it is applied exactly once
//!   whatever happens to connections, servers or the store in between;
//! - several replicas can be named, or a name that stands for several: each client asks one of them, by chance, and the
//!   next when that is not available; when a connection has ended it chooses anew, so that all get their share;
//! - a watch goes on where it was cut, in order, without gap or repetition;
//! - lists that come in pages are streams: see [`Client::matches`];
//! - a refusal is a type: see [`Refusal`].
//!
//! Nothing connects before it is needed, and what is broken connects anew.
//!
//! ```no_run
//! use futures_util::StreamExt;
//! use tinsel_client::{Client, Watched};
//! use tinsel_proto::v1::{GameConfig, game_config};
//!
//! # async fn play() -> Result<(), tinsel_client::Error> {
//! let client = Client::connect(["http://127.0.0.1:50051"])?;
//! let game = game_config::Game::PresentsOfMine(Default::default());
//! let host = client.create(GameConfig { game: Some(game) }).await?;
//! let seat = client.join(host.match_id(), "Ada").await?;
//! for _ in 0..7 {
//!     host.add_bot().await?;
//! }
//! let mut moves = seat.watch(None);
//! while let Some(watched) = moves.next().await {
//!     if let Watched::Update(update) = watched? {
//!         println!("revision {}: {:?}", update.revision, update.events);
//!     }
//!     let legal = seat.legal().await?;
//!     // … decide, and `seat.submit(action).await?`
//! }
//! # Ok(())
//! # }
//! ```
//!
//! With friends, in a match that nobody else can find: whoever creates it tells them its join code.
//!
//! ```no_run
//! use tinsel_client::Client;
//! use tinsel_proto::v1::{CreateMatchRequest, GameConfig, Visibility, game_config};
//!
//! # async fn meet(client: Client) -> Result<(), tinsel_client::Error> {
//! let game = game_config::Game::PresentsOfMine(Default::default());
//! let request = CreateMatchRequest {
//!     config: Some(GameConfig { game: Some(game) }),
//!     visibility: Visibility::Private.into(),
//!     ..CreateMatchRequest::default()
//! };
//! let host = client.create_with(request).await?;
//! let code = host.join_code().unwrap_or_default();
//! let seat = client.join_by_code(code, "Ada").await?;
//! let looking_on = client.spectate_by_code(code).await?;
//! // … away for a while:
//! seat.let_bot_play().await?;
//! seat.return_to_seat().await?;
//! # Ok(())
//! # }
//! ```
//!
//! With whoever else is there: [`Client::quick`] takes a seat beside others who want the same, and [`Client::matches`]
//! lists what can be joined.

mod calls;
mod client;
mod connector;
mod endpoints;
mod error;
mod handle;
mod health;
mod history;
mod matches;
mod operator;
mod options;
mod random;
mod refusal;
mod retry;
mod token;
mod traced;
mod watch;

pub use client::Client;
pub use error::Error;
pub use handle::{Host, Seat, Spectator};
pub use matches::Matches;
pub use options::Options;
pub use refusal::{FieldViolation, PLATFORM_DOMAIN, Refusal};
pub use token::{ApiKey, Token};
pub use tonic::Code;
pub use watch::{Watch, Watched};
