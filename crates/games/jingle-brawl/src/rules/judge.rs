//! The checks of an action, in the order of the specification, section 6.

mod targets;

use tinsel_engine::SeatIndex;

pub use self::targets::{Bar, Barred, Target, Targets};
pub(crate) use self::targets::{Challenge, targets};
use crate::{
    absent::default_of,
    action::{Action, Direct, GambitChoice, Made, ReprisalChoice},
    components::{Chips, GiftId, Method, Path, Phase},
    reject::{Field, Rejected},
    state::{JingleBrawl, Stage},
};

/// An action and the seat that requests it.
struct Asked<'a> {
    game: &'a JingleBrawl,
    seat: SeatIndex,
    action: &'a Action,
}

impl Asked<'_> {
    /// The value of a field that the action needs; it then checks that the seat owes the decision.
    fn given<T>(&self, value: Option<T>, field: Field) -> Result<T, Rejected> {
        let value = value.ok_or(Rejected::MalformedAction { field })?;
        self.in_turn().map(|()| value)
    }

    /// Whether the seat owes this decision.
    fn in_turn(&self) -> Result<(), Rejected> {
        let (asked, phase) = (self.action.phase(), self.game.phase());
        if asked != phase {
            Err(Rejected::WrongPhase { asked })
        } else if self.game.owing().contains(self.seat) {
            Ok(())
        } else if self.game.submitted().contains(self.seat) {
            Err(Rejected::AlreadySubmitted { phase })
        } else {
            Err(Rejected::NoDecisionOwed { phase })
        }
    }
}

/// The default of an inactive seat (section 9).
// JB-R58
pub(super) fn by_default(game: &JingleBrawl, seat: SeatIndex) -> Result<Made, Rejected> {
    seated_in_play(game, seat)?;
    let phase = game.phase();
    let default = default_of(game).filter(|_| game.owing().contains(seat));
    default.ok_or(Rejected::NoDecisionOwed { phase })
}

/// Refuses if the match is over or does not have this seat.
fn seated_in_play(game: &JingleBrawl, seat: SeatIndex) -> Result<(), Rejected> {
    if game.current().is_none() {
        let part = game.turn.part;
        return Err(Rejected::MatchOver { part });
    }
    // JB-1
    if game.config.players.has(seat) {
        Ok(())
    } else {
        Err(Rejected::NotASeat)
    }
}

/// The validated action of a seat. After the match and the seat, it checks the fields alone, then the phase and the seat that
/// owes the decision, then the action's own rules.
pub(super) fn judged(game: &JingleBrawl, seat: SeatIndex, action: &Action) -> Result<Made, Rejected> {
    seated_in_play(game, seat)?;
    let asked = Asked { game, seat, action };
    let malformed = |field| Err(Rejected::MalformedAction { field });
    match *action {
        Action::Open { gift } => open(game, asked.given(gift, Field::OpenGift)?),
        Action::Bid { amount } => bid(game, seat, asked.given(amount, Field::BidAmount)?),
        Action::RespondToBid { choice } => asked.given(choice, Field::ResponseChoice).map(Made::Responded),
        Action::Gambit { choice } => match asked.given(choice, Field::GambitChoice)? {
            GambitChoice::Keep => Ok(Made::Kept),
            GambitChoice::Target(gift) => held(game, seat, Challenge::Gambit, gift).map(Made::Gambit),
        },
        Action::ChooseMethod { method } => chosen(game, asked.given(method, Field::Method)?),
        Action::Throw { throw } => asked.given(throw, Field::Throw).map(|throw| Made::Threw(Some(throw))),
        Action::Report { winner } => {
            let winner = asked.given(winner, Field::ReportWinner)?;
            duelist(game, winner, Field::ReportWinner).map(|winner| Made::Reported(Some(winner)))
        }
        Action::Verdict { winner } => {
            let winner = asked.given(winner, Field::VerdictWinner)?;
            duelist(game, winner, Field::VerdictWinner).map(|winner| Made::Ruled(Some(winner)))
        }
        Action::Discard { gift } => discard(game, seat, asked.given(gift, Field::DiscardGift)?),
        Action::Reprisal { choice, defender } => match (choice, defender) {
            (Some(ReprisalChoice::Decline), Some(_)) => malformed(Field::ReprisalDefender),
            (choice, named) => match asked.given(choice, Field::ReprisalChoice)? {
                ReprisalChoice::Decline => Ok(Made::Declined),
                ReprisalChoice::Target(gift) => reprise(game, seat, gift, named).map(Made::Reprised),
            },
        },
        Action::ChoosePath { path, target_gift } => match (path, target_gift) {
            (Some(Path::Auction), Some(_)) => malformed(Field::PathTarget),
            (Some(Path::Steal), gift) => {
                let gift = asked.given(gift, Field::PathTarget)?;
                held(game, seat, Challenge::Steal, gift).map(Made::Stole)
            }
            (path, _) => asked.given(path, Field::Path).map(|_| Made::Auctioned),
        },
        Action::ChooseDefender { defender } => {
            let defender = asked.given(defender, Field::Defender)?;
            another(game, seat, defender, Field::Defender).map(Made::Named)
        }
    }
}

// JB-36
fn open(game: &JingleBrawl, gift: GiftId) -> Result<Made, Rejected> {
    match game.table.naughty.get(gift) {
        None => Err(targets::unknown(game)),
        Some(Some(_)) => Err(Rejected::GiftNotWrapped),
        Some(None) => Ok(Made::Opened(gift)),
    }
}

// JB-37
fn bid(game: &JingleBrawl, seat: SeatIndex, amount: u32) -> Result<Made, Rejected> {
    let amount = u16::try_from(amount).ok().map(Chips::new);
    let chips = *game.table.chips.at(seat);
    let amount = amount.filter(|amount| *amount <= chips);
    amount.map(Made::Bid).ok_or(Rejected::BidOutOfRange { chips })
}

// JB-24
fn chosen(game: &JingleBrawl, method: Method) -> Result<Made, Rejected> {
    if game.config.duel_methods.contains(&method) {
        Ok(Made::MethodChosen(method))
    } else {
        Err(Rejected::MethodNotEnabled)
    }
}

// JB-29, JB-33
fn duelist(game: &JingleBrawl, winner: SeatIndex, field: Field) -> Result<SeatIndex, Rejected> {
    let duel = game.duel().filter(|duel| duel.side(winner).is_some());
    duel.map(|_| winner).ok_or(Rejected::WinnerNotADuelist { field })
}

// JB-51
fn discard(game: &JingleBrawl, loser: SeatIndex, gift: GiftId) -> Result<Made, Rejected> {
    let mine = game.received() == Some(gift) || *game.table.hands.at(loser) == Some(gift);
    mine.then_some(Made::Discarded(gift)).ok_or(Rejected::GiftNotYours)
}

/// A challenge of the seat that holds the gift.
// JB-54, JB-68
fn held(game: &JingleBrawl, seat: SeatIndex, challenge: Challenge, gift: GiftId) -> Result<Direct, Rejected> {
    let (target, field) = (targets::judged(game, seat, challenge, gift)?, challenge.field());
    Ok(Direct {
        gift,
        defender: target.holder.ok_or(Rejected::TargetNotHeld { field })?,
        cost: target.cost,
        misfit: false,
    })
}

// JB-59, JB-61, JB-62, JB-R42
fn reprise(game: &JingleBrawl, seat: SeatIndex, gift: GiftId, named: Option<SeatIndex>) -> Result<Direct, Rejected> {
    let Stage::Reprisal { excluded, .. } = game.stage else {
        return Err(Rejected::WrongPhase {
            asked: Phase::ReprisalChoice,
        });
    };
    let target = targets::judged(game, seat, Challenge::Reprisal { excluded }, gift)?;
    let defender = match (target.holder, named) {
        (Some(holder), None) => holder,
        (Some(_), Some(_)) => return Err(Rejected::DefenderNotAllowed),
        (None, None) => return Err(Rejected::DefenderRequired),
        (None, Some(named)) => another(game, seat, named, Field::ReprisalDefender)?,
    };
    Ok(Direct {
        gift,
        defender,
        cost: target.cost,
        misfit: target.holder.is_none(),
    })
}

// JB-23, JB-R48
fn another(game: &JingleBrawl, seat: SeatIndex, named: SeatIndex, field: Field) -> Result<SeatIndex, Rejected> {
    if !game.config.players.has(named) {
        let last = SeatIndex::new(game.config.players.get().saturating_sub(1));
        Err(Rejected::UnknownSeat { field, last })
    } else if named == seat {
        Err(Rejected::DefenderIsSelf { field })
    } else {
        Ok(named)
    }
}
