//! A player or bot who takes a seat.

use tinsel_engine::SeatIndex;

use crate::{
    play::command::Player,
    record::{JoinRequest, PlayerData},
};

/// A player or bot who takes a seat.
pub(in crate::play) enum Newcomer {
    /// A player, with the part of the seed.
    Player {
        data: Box<PlayerData>,
        nonce: Vec<u8>,
        /// Whether the seat is reserved for the player of the old match.
        claims: bool,
    },
    /// A bot of this name.
    Bot(String),
}

impl Newcomer {
    pub(super) fn player(player: &Player, name: String, seat: SeatIndex, joined: Option<JoinRequest>) -> Self {
        Self::of(player, name, (seat, joined), false)
    }

    /// A player who takes its reserved seat of a rematch.
    pub(in crate::play) fn claiming(
        player: &Player,
        name: String,
        seat: SeatIndex,
        joined: Option<JoinRequest>,
    ) -> Self {
        Self::of(player, name, (seat, joined), true)
    }

    fn of(player: &Player, name: String, (seat, joined): (SeatIndex, Option<JoinRequest>), claims: bool) -> Self {
        let data = PlayerData::new(seat, name, player.salt, joined).of(player.reference.clone());
        Self::Player {
            data: Box::new(data),
            nonce: player.nonce.clone(),
            claims,
        }
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Self::Player { data, .. } => &data.name,
            Self::Bot(name) => name,
        }
    }
}
