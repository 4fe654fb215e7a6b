//! Handles for the roles in a match, and the calls that return them.

mod host;
mod seat;
mod spectator;

use tinsel_proto::v1::{
    CreateMatchRequest, GameConfig, JoinMatchRequest, QuickMatchRequest, ReissueSeatTokenRequest, SpectateMatchRequest,
};

pub use host::Host;
pub use seat::Seat;
pub use spectator::Spectator;

use crate::{client::Client, error::Error, random, token::Token};

/// Handles.
impl Client {
    /// Creates a public match that starts as soon as it is full.
    ///
    /// # Errors
    ///
    /// As [`create_match`](Self::create_match).
    pub async fn create(&self, config: GameConfig) -> Result<Host, Error> {
        self.create_with(CreateMatchRequest {
            config: Some(config),
            ..CreateMatchRequest::default()
        })
        .await
    }

    /// Creates a match with this request. With `take_seat`, the caller gets a seat in the same step: see [`Host::seat`].
    ///
    /// # Errors
    ///
    /// As [`create_match`](Self::create_match).
    pub async fn create_with(&self, mut request: CreateMatchRequest) -> Result<Host, Error> {
        if let Some(taken) = &mut request.take_seat
            && taken.nonce.is_empty()
            && request.request_id.is_empty()
        {
            taken.nonce = random::nonce()?.into();
        }
        let created = self.create_match(request).await?;
        let seat = created.seat.map(|seat| {
            let token = Token::new(created.seat_token);
            self.seat(created.match_id.clone(), token, seat)
        });
        let host = self.host(created.match_id, Token::new(created.host_token));
        Ok(host.created(created.join_code, seat))
    }

    /// Takes the first open seat of a match, and adds a nonce to its seed, so that no other participant can choose the
    /// seed.
    ///
    /// # Errors
    ///
    /// As [`join_match`](Self::join_match).
    pub async fn join(&self, match_id: &str, display_name: &str) -> Result<Seat, Error> {
        self.join_with(JoinMatchRequest {
            match_id: match_id.to_owned(),
            display_name: display_name.to_owned(),
            nonce: random::nonce()?.into(),
            ..JoinMatchRequest::default()
        })
        .await
    }

    /// As [`join`](Self::join), of the match with this join code.
    ///
    /// # Errors
    ///
    /// As [`join_match`](Self::join_match).
    pub async fn join_by_code(&self, join_code: &str, display_name: &str) -> Result<Seat, Error> {
        self.join_with(JoinMatchRequest {
            join_code: join_code.to_owned(),
            display_name: display_name.to_owned(),
            nonce: random::nonce()?.into(),
            ..JoinMatchRequest::default()
        })
        .await
    }

    /// Takes a seat with this request.
    ///
    /// # Errors
    ///
    /// As [`join_match`](Self::join_match).
    pub async fn join_with(&self, request: JoinMatchRequest) -> Result<Seat, Error> {
        let joined = self.join_match(request).await?;
        let seat = joined.seat();
        Ok(self.seat(joined.match_id, Token::new(joined.seat_token), seat))
    }

    /// The seat that a user of your platform took with this reference, with a new token, which replaces the old one.
    ///
    /// # Errors
    ///
    /// As [`reissue_seat_token`](Self::reissue_seat_token).
    pub async fn reissue_seat(&self, match_id: &str, player_ref: &str) -> Result<Seat, Error> {
        let reissued = self
            .reissue_seat_token(ReissueSeatTokenRequest {
                match_id: match_id.to_owned(),
                player_ref: player_ref.to_owned(),
                ..ReissueSeatTokenRequest::default()
            })
            .await?;
        let token = Token::new(reissued.seat_token);
        Ok(self.seat(match_id, token, reissued.seat.unwrap_or_default()))
    }

    /// Takes a seat of a match that the server fills with players of the same game and options, and adds a nonce to its
    /// seed. The match begins when all its seats are taken; until then [`Seat::leave`] opens the seat again.
    ///
    /// After [`Error::Unavailable`] the server can still have taken a seat. To retry for the same seat, draw the
    /// request id yourself and use [`quick_with`](Self::quick_with).
    ///
    /// # Errors
    ///
    /// As [`quick_match`](Self::quick_match).
    pub async fn quick(&self, config: GameConfig, display_name: &str) -> Result<Seat, Error> {
        self.quick_with(QuickMatchRequest {
            config: Some(config),
            display_name: display_name.to_owned(),
            nonce: random::nonce()?.into(),
            ..QuickMatchRequest::default()
        })
        .await
    }

    /// Takes a seat by matchmaking with this request.
    ///
    /// # Errors
    ///
    /// As [`quick_match`](Self::quick_match).
    pub async fn quick_with(&self, request: QuickMatchRequest) -> Result<Seat, Error> {
        let seated = self.quick_match(request).await?;
        let seat = seated.seat();
        Ok(self.seat(seated.match_id, Token::new(seated.seat_token), seat))
    }

    /// The host of a match, by the token that `CreateMatch` returned, or by that of the host's seat.
    pub fn host(&self, match_id: impl Into<String>, token: Token) -> Host {
        Host::new(self.clone(), match_id.into(), token)
    }

    /// The player of a seat, by the token that `JoinMatch` returned.
    pub fn seat(&self, match_id: impl Into<String>, token: Token, seat: u32) -> Seat {
        Seat::new(self.clone(), match_id.into(), token, seat)
    }

    /// The player of a seat, by its token alone: it asks the server for the seat's number.
    ///
    /// # Errors
    ///
    /// [`Error::NotASeat`] if the token belongs to no seat; otherwise as [`get_match`](Self::get_match).
    pub async fn seat_of(&self, match_id: &str, token: Token) -> Result<Seat, Error> {
        let state = self.get_match(match_id, Some(&token)).await?;
        let seat = state.viewer.and_then(|viewer| viewer.seat).ok_or(Error::NotASeat)?;
        Ok(self.seat(match_id, token, seat))
    }

    /// A spectator of a public match. It sends no request and needs no token.
    pub fn spectator(&self, match_id: impl Into<String>) -> Spectator {
        Spectator::new(self.clone(), match_id.into(), None)
    }

    /// A spectator, by the token that `SpectateMatch` returned.
    pub fn spectator_with(&self, match_id: impl Into<String>, token: Token) -> Spectator {
        Spectator::new(self.clone(), match_id.into(), Some(token))
    }

    /// Requests a spectator's token for a match.
    ///
    /// # Errors
    ///
    /// As [`spectate_match`](Self::spectate_match).
    pub async fn spectate(&self, match_id: &str) -> Result<Spectator, Error> {
        self.spectate_with(SpectateMatchRequest {
            match_id: match_id.to_owned(),
            ..SpectateMatchRequest::default()
        })
        .await
    }

    /// As [`spectate`](Self::spectate), for the match with this join code; a private match requires it.
    ///
    /// # Errors
    ///
    /// As [`spectate_match`](Self::spectate_match).
    pub async fn spectate_by_code(&self, join_code: &str) -> Result<Spectator, Error> {
        self.spectate_with(SpectateMatchRequest {
            join_code: join_code.to_owned(),
            ..SpectateMatchRequest::default()
        })
        .await
    }

    async fn spectate_with(&self, request: SpectateMatchRequest) -> Result<Spectator, Error> {
        let given = self.spectate_match(request).await?;
        Ok(self.spectator_with(given.match_id, Token::new(given.spectator_token)))
    }
}
