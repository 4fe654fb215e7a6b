//! A typed client of Tinsel.
//!
//! It uses the messages of [`tinsel_proto`] and implements the features that every client needs:
//!
//! - Idempotent calls: a mutating call draws a `request_id` once and retries with it. The service applies it exactly
//!   once, even if connections, servers or the store fail.
//! - Load balancing over several replicas, or a name with several addresses. Each client uses a random one, and the
//!   next one if that is unavailable. After the end of a connection it chooses again, which spreads clients evenly.
//! - Watch streams that resume after an interruption, in order, without gap or repetition.
//! - The turns of a seat, each with its form, choices and default: see [`Seat::turns`].
//! - Paginated lists as streams: see [`Client::matches`].
//! - Typed refusals: see [`Refusal`].
//! - TLS for addresses such as `https://example.org`: see [`Tls`].
//!
//! A client connects at its first call, and reconnects after a failure.
//!
//! ```no_run
//! use tinsel_client::Client;
//! use tinsel_proto::v1::{GameConfig, game_config};
//!
//! # async fn play() -> Result<(), tinsel_client::Error> {
//! let client = Client::connect(["http://127.0.0.1:7400"])?;
//! let game = game_config::Game::PresentsOfMine(Default::default());
//! let host = client.create(GameConfig { game: Some(game) }).await?;
//! let seat = client.join(host.match_id(), "Ada").await?;
//! for _ in 0..7 {
//!     host.add_bot().await?;
//! }
//! let mut turns = seat.turns();
//! while let Some(turn) = turns.next().await? {
//!     match turn.choices().first() {
//!         Some(choice) => turn.answer(choice.answer.clone()).await?,
//!         None => turn.play_default().await?,
//!     };
//! }
//! # Ok(())
//! # }
//! ```
//!
//! With friends, in a private match: the host shares its join code.
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
//! With other players: [`Client::quick`] takes a seat by matchmaking, and [`Client::matches`] lists the matches that
//! can be joined.

mod calls;
mod causes;
mod client;
mod connector;
mod endpoints;
mod error;
pub mod forms;
mod handle;
mod health;
mod history;
mod matches;
mod operator;
mod options;
mod random;
mod refusal;
mod retry;
mod tls;
mod token;
mod traced;
mod turns;
mod watch;

pub use client::Client;
pub use error::Error;
pub use handle::{Host, Seat, Spectator};
pub use health::Health;
pub use matches::Matches;
pub use options::Options;
pub use refusal::{FieldViolation, PLATFORM_DOMAIN, Refusal};
pub use tls::{Tls, TlsError};
pub use token::{ApiKey, Token};
pub use tonic::Code;
pub use turns::{Turn, TurnChoice, Turns, TurnsOptions};
pub use watch::{Watch, Watched};
