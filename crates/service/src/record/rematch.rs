//! The plan of a rematch: a match after another one, with the same properties and, in other seats, the same occupants.

use super::{
    MatchRecord, Occupant, Plan, SeatControl, Setup, Tenant,
    clocks::Times,
    plan::{Rematch, RematchPlan},
};
use crate::error::RpcError;

impl MatchRecord {
    /// The plan of the rematch of this match, whose ID is `of`.
    ///
    /// # Errors
    ///
    /// If this release does not know the game.
    pub(crate) fn rematch(&self, of: String) -> Result<Plan, RpcError> {
        let setup = &self.setup;
        let game = setup.game()?;
        let options = match &self.play {
            None => setup.options.clone(),
            // The options are a part of the game's state since the start.
            Some(play) => {
                let config = play.game.disclose_config().unwrap_or_else(|| play.game.config());
                let seats = Some(u32::from(setup.seats.seats().get()));
                let configured = game.game().configure(seats, &config);
                configured
                    .map_err(|refusal| RpcError::internal(refusal.sentence))?
                    .options
            }
        };
        let with_tenant = (!setup.tenant.is_empty()).then(|| Tenant {
            name: setup.tenant.clone(),
            lobby: setup.lobby.clone(),
        });
        Ok(Plan {
            game,
            name: setup.match_name().to_owned(),
            visibility: setup.visibility,
            players_only: setup.players_only,
            start: setup.start,
            start_without_host_ms: setup.start_without_host_ms,
            substitute_inactive: setup.substitute_inactive,
            times: Times {
                plain: setup.time_control,
                phase_ms: setup.phase_ms.clone(),
            },
            options,
            labels: setup.labels.clone(),
            seats: setup.seats.seats(),
            creator: None,
            tenant: with_tenant,
            rematch: Some(setup.rematch_plan(of)),
        })
    }
}

impl Setup {
    fn rematch_plan(&self, of: String) -> RematchPlan {
        let mut reserved = Vec::new();
        let mut bots = Vec::new();
        for (seat, occupant) in self.seats.enumerate() {
            let seat = self.seat_in_rematch(seat);
            match occupant {
                Occupant::Bot { name } => bots.push((seat, name.clone())),
                Occupant::Player { control, .. } if *control != SeatControl::Left => reserved.push(seat.get()),
                Occupant::Player { .. } | Occupant::Open => {}
            }
        }
        let host = self.host_seat().map(|seat| self.seat_in_rematch(seat).get());
        let rematch = Rematch { of, reserved, host };
        RematchPlan { rematch, bots }
    }
}
