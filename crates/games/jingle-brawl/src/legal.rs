//! The legal actions of a seat, as data (section 6).

use tinsel_engine::{SeatSet, Viewer, Wire};

use crate::{
    components::{Chips, GiftId, Method},
    rules::{Challenge, Targets, targets},
    state::{JingleBrawl, Stage},
};

/// The actions that are available to a viewer now. It does not depend on the submissions of the other seats.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
#[wire(oneof = decision)]
pub enum Legal {
    /// No action: the viewer has no pending decision.
    #[wire(unset)]
    Nothing,
    /// `OPEN` one of these.
    #[wire(message = LegalGifts)]
    Open {
        /// The wrapped gifts, by number.
        gifts: Vec<GiftId>,
    },
    /// `BID` 0 to this.
    #[wire(message = LegalBid)]
    Bid {
        /// The seat's chips.
        max: Chips,
    },
    /// `RESPOND_TO_BID`: stand or yield.
    #[wire(as = RespondToBid, message = LegalResponse, also(choices = crate::wire::RESPONSES))]
    Respond,
    /// `GAMBIT`: keep, or one of these.
    Gambit(Targets),
    /// `CHOOSE_METHOD` out of these.
    #[wire(as = ChooseMethod, message = LegalMethods)]
    Method {
        /// The methods in play, in Config order.
        methods: Vec<Method>,
    },
    /// `THROW` rock, paper or scissors.
    #[wire(as = MakeThrow, message = LegalThrow, also(shapes = crate::components::Throw::ALL))]
    Throw,
    /// `REPORT` which of these won.
    #[wire(message = LegalSeats)]
    Report {
        /// The duelists.
        #[wire(as = seats)]
        duelists: SeatSet,
    },
    /// `VERDICT` which of these won.
    #[wire(message = LegalSeats)]
    Verdict {
        /// The duelists.
        #[wire(as = seats)]
        duelists: SeatSet,
    },
    /// `DISCARD` one of these.
    #[wire(message = LegalGifts)]
    Discard {
        /// The two gifts that the seat holds, by number.
        gifts: Vec<GiftId>,
    },
    /// `REPRISAL`: decline, or one of these.
    #[wire(with = crate::wire::reprisal)]
    Reprisal {
        /// The gifts.
        targets: Targets,
        /// The seats that can be named to defend a Misfit.
        defenders: SeatSet,
    },
    /// `CHOOSE_PATH`: auction, or steal one of these.
    #[wire(as = ChoosePath)]
    Path(Targets),
    /// `CHOOSE_DEFENDER` out of these.
    #[wire(as = ChooseDefender, message = LegalSeats)]
    Defender {
        /// Every other seat.
        seats: SeatSet,
    },
}

/// The actions that are available to `viewer` now.
pub(crate) fn legal(game: &JingleBrawl, viewer: Viewer) -> Legal {
    let Some(seat) = viewer.seat().filter(|seat| game.owing().contains(*seat)) else {
        return Legal::Nothing;
    };
    let others = game.config.players.all().without(seat);
    match &game.stage {
        Stage::Opening => Legal::Open {
            gifts: game.table.wrapped().collect(),
        },
        Stage::Bidding { .. } => Legal::Bid {
            max: *game.table.chips.at(seat),
        },
        Stage::YieldChoice => Legal::Respond,
        Stage::GambitChoice => Legal::Gambit(targets(game, seat, Challenge::Gambit)),
        Stage::PathChoice => Legal::Path(targets(game, seat, Challenge::Steal)),
        Stage::DefenderChoice => Legal::Defender { seats: others },
        Stage::Method { .. } => Legal::Method {
            methods: game.config.duel_methods.clone(),
        },
        Stage::Throw { .. } => Legal::Throw,
        Stage::Report { duel, .. } => Legal::Report { duelists: duel.seats() },
        Stage::Verdict { duel, .. } => Legal::Verdict { duelists: duel.seats() },
        Stage::Discard { received, .. } => {
            let own = game.table.hands.at(seat).iter().copied();
            let mut gifts: Vec<GiftId> = own.chain([*received]).collect();
            gifts.sort_unstable();
            Legal::Discard { gifts }
        }
        Stage::Reprisal { excluded, .. } => Legal::Reprisal {
            targets: targets(game, seat, Challenge::Reprisal { excluded: *excluded }),
            defenders: others,
        },
        Stage::Finished => Legal::Nothing,
    }
}
