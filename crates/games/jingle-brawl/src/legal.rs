//! The legal actions of a seat, as data (section 6).

use tinsel_engine::{SeatIndex, SeatSet, Viewer, Wire};

use crate::{
    action::{Action, GambitChoice, ReprisalChoice},
    components::{Chips, GiftId, Method, Path},
    rules::{Challenge, Target, Targets, targets},
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

impl Legal {
    /// Whether `action` is allowed.
    #[must_use]
    pub fn allows(&self, action: &Action) -> bool {
        match (self, *action) {
            (Self::Open { gifts }, Action::Open { gift }) | (Self::Discard { gifts }, Action::Discard { gift }) => {
                gift.is_some_and(|gift| gifts.contains(&gift))
            }
            (Self::Bid { max }, Action::Bid { amount }) => amount.is_some_and(|amount| amount <= u32::from(max.get())),
            (Self::Respond, Action::RespondToBid { choice }) => choice.is_some(),
            (Self::Gambit(targets), Action::Gambit { choice }) => choice.is_some_and(|choice| match choice {
                GambitChoice::Keep => true,
                GambitChoice::Target(gift) => targets.target(gift).is_some(),
            }),
            (Self::Method { methods }, Action::ChooseMethod { method }) => {
                method.is_some_and(|method| methods.contains(&method))
            }
            (Self::Throw, Action::Throw { throw }) => throw.is_some(),
            (Self::Report { duelists }, Action::Report { winner })
            | (Self::Verdict { duelists }, Action::Verdict { winner }) => {
                winner.is_some_and(|winner| duelists.contains(winner))
            }
            (Self::Reprisal { targets, defenders }, Action::Reprisal { choice, defender }) => {
                choice.is_some_and(|choice| match choice {
                    ReprisalChoice::Decline => defender.is_none(),
                    ReprisalChoice::Target(gift) => allows_reprisal(targets.target(gift), *defenders, defender),
                })
            }
            (Self::Path(targets), Action::ChoosePath { path, target_gift }) => match (path, target_gift) {
                (Some(Path::Steal), Some(gift)) => targets.target(gift).is_some(),
                (Some(Path::Auction), None) => true,
                (Some(Path::Steal), None) | (Some(Path::Auction), Some(_)) | (None, _) => false,
            },
            (Self::Defender { seats }, Action::ChooseDefender { defender }) => {
                defender.is_some_and(|defender| seats.contains(defender))
            }
            (_, _) => false,
        }
    }
}

fn allows_reprisal(target: Option<&Target>, defenders: SeatSet, named: Option<SeatIndex>) -> bool {
    target.is_some_and(|target| match (target.holder, named) {
        (Some(_), named) => named.is_none(),
        (None, named) => named.is_some_and(|named| defenders.contains(named)),
    })
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
