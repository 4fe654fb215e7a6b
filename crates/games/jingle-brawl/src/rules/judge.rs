//! The checks of an action, in the order of the specification, section 6.

use tinsel_engine::SeatIndex;

use super::targets::{self, Challenge};
use crate::{
    action::{Action, Direct, GambitChoice, Made, ReprisalChoice},
    components::{Chips, GiftId, Method, Path, Response, Throw},
    reject::{Field, Rejected},
    state::{JingleBrawl, Stage},
};

/// An action with every field that it needs, and no other.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    Open(GiftId),
    Bid(u32),
    Respond(Response),
    Gambit(GambitChoice),
    Method(Method),
    Throw(Throw),
    Report(SeatIndex),
    Verdict(SeatIndex),
    Discard(GiftId),
    Decline,
    Reprise(GiftId, Option<SeatIndex>),
    Steal(GiftId),
    Auction,
    Defender(SeatIndex),
}

/// What an action of a seat of the match becomes, if it may be done.
pub(super) fn judged(game: &JingleBrawl, seat: SeatIndex, action: &Action) -> Result<Made, Rejected> {
    let wanted = well_formed(action)?;
    if action.phase() != game.phase() {
        return Err(Rejected::WrongPhase);
    }
    if !game.owing().contains(seat) {
        return Err(if game.submitted().contains(seat) {
            Rejected::AlreadySubmitted
        } else {
            Rejected::NotYourDecision
        });
    }
    match wanted {
        Wanted::Open(gift) => open(game, gift),
        Wanted::Bid(amount) => bid(game, seat, amount),
        Wanted::Respond(response) => Ok(Made::Responded(response)),
        Wanted::Gambit(GambitChoice::Keep) => Ok(Made::Kept),
        Wanted::Gambit(GambitChoice::Target(gift)) => held(game, seat, Challenge::Gambit, gift).map(Made::Gambit),
        Wanted::Method(method) => chosen(game, method),
        Wanted::Throw(throw) => Ok(Made::Threw(Some(throw))),
        Wanted::Report(winner) => duelist(game, winner).map(|winner| Made::Reported(Some(winner))),
        Wanted::Verdict(winner) => duelist(game, winner).map(|winner| Made::Ruled(Some(winner))),
        Wanted::Discard(gift) => discard(game, gift),
        Wanted::Decline => Ok(Made::Declined),
        Wanted::Reprise(gift, defender) => reprise(game, seat, gift, defender).map(Made::Reprised),
        Wanted::Steal(gift) => held(game, seat, Challenge::Steal, gift).map(Made::Stole),
        Wanted::Auction => Ok(Made::Auctioned),
        Wanted::Defender(defender) => another(game, seat, defender).map(Made::Named),
    }
}

/// Whether exactly the needed fields are there: judged from the action alone.
fn well_formed(action: &Action) -> Result<Wanted, Rejected> {
    let wanted = match *action {
        Action::Open { gift } => gift.map(Wanted::Open).ok_or(Field::OpenGift),
        Action::Bid { amount } => amount.map(Wanted::Bid).ok_or(Field::BidAmount),
        Action::RespondToBid { choice } => choice.map(Wanted::Respond).ok_or(Field::ResponseChoice),
        Action::Gambit { choice } => choice.map(Wanted::Gambit).ok_or(Field::GambitChoice),
        Action::ChooseMethod { method } => method.map(Wanted::Method).ok_or(Field::Method),
        Action::Throw { throw } => throw.map(Wanted::Throw).ok_or(Field::Throw),
        Action::Report { winner } => winner.map(Wanted::Report).ok_or(Field::ReportWinner),
        Action::Verdict { winner } => winner.map(Wanted::Verdict).ok_or(Field::VerdictWinner),
        Action::Discard { gift } => gift.map(Wanted::Discard).ok_or(Field::DiscardGift),
        Action::Reprisal { choice, defender } => match choice {
            None => Err(Field::ReprisalChoice),
            Some(ReprisalChoice::Decline) if defender.is_some() => Err(Field::ReprisalDefender),
            Some(ReprisalChoice::Decline) => Ok(Wanted::Decline),
            Some(ReprisalChoice::Target(gift)) => Ok(Wanted::Reprise(gift, defender)),
        },
        Action::ChoosePath { path, target_gift } => match (path, target_gift) {
            (None, _) => Err(Field::Path),
            (Some(Path::Steal), Some(gift)) => Ok(Wanted::Steal(gift)),
            (Some(Path::Auction), None) => Ok(Wanted::Auction),
            (Some(Path::Steal), None) | (Some(Path::Auction), Some(_)) => Err(Field::PathTarget),
        },
        Action::ChooseDefender { defender } => defender.map(Wanted::Defender).ok_or(Field::Defender),
    };
    wanted.map_err(|field| Rejected::Malformed { field })
}

// JB-36
fn open(game: &JingleBrawl, gift: GiftId) -> Result<Made, Rejected> {
    match game.table.naughty.get(gift) {
        None => Err(Rejected::UnknownGift),
        Some(Some(_)) => Err(Rejected::GiftNotWrapped),
        Some(None) => Ok(Made::Opened(gift)),
    }
}

// JB-37
fn bid(game: &JingleBrawl, seat: SeatIndex, amount: u32) -> Result<Made, Rejected> {
    let amount = u16::try_from(amount).ok().map(Chips::new);
    let amount = amount.filter(|amount| amount <= game.table.chips.at(seat));
    amount.map(Made::Bid).ok_or(Rejected::BidOutOfRange)
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
fn duelist(game: &JingleBrawl, winner: SeatIndex) -> Result<SeatIndex, Rejected> {
    let duel = game.duel().filter(|duel| duel.side(winner).is_some());
    duel.map(|_| winner).ok_or(Rejected::WinnerNotADuelist)
}

// JB-51
fn discard(game: &JingleBrawl, gift: GiftId) -> Result<Made, Rejected> {
    match &game.stage {
        Stage::Discard { loser, received, .. } => {
            let own = *game.table.hands.at(*loser);
            let mine = gift == *received || Some(gift) == own;
            mine.then_some(Made::Discarded(gift)).ok_or(Rejected::GiftNotYours)
        }
        Stage::Opening
        | Stage::Bidding { .. }
        | Stage::YieldChoice
        | Stage::GambitChoice
        | Stage::PathChoice
        | Stage::DefenderChoice
        | Stage::Method { .. }
        | Stage::Throw { .. }
        | Stage::Report { .. }
        | Stage::Verdict { .. }
        | Stage::Reprisal { .. }
        | Stage::Finished => Err(Rejected::WrongPhase),
    }
}

/// A challenge of whoever holds the gift.
// JB-54, JB-68
fn held(game: &JingleBrawl, seat: SeatIndex, challenge: Challenge, gift: GiftId) -> Result<Direct, Rejected> {
    let target = targets::judged(game, seat, challenge, gift)?;
    Ok(Direct {
        gift,
        defender: target.holder.ok_or(Rejected::TargetNotHeld)?,
        cost: target.cost,
        misfit: false,
    })
}

// JB-59, JB-61, JB-62, JB-R42
fn reprise(game: &JingleBrawl, seat: SeatIndex, gift: GiftId, named: Option<SeatIndex>) -> Result<Direct, Rejected> {
    let Stage::Reprisal { excluded, .. } = game.stage else {
        return Err(Rejected::WrongPhase);
    };
    let target = targets::judged(game, seat, Challenge::Reprisal { excluded }, gift)?;
    let defender = match (target.holder, named) {
        (Some(holder), None) => holder,
        (Some(_), Some(_)) => return Err(Rejected::DefenderNotAllowed),
        (None, None) => return Err(Rejected::DefenderRequired),
        (None, Some(named)) => another(game, seat, named)?,
    };
    Ok(Direct {
        gift,
        defender,
        cost: target.cost,
        misfit: target.holder.is_none(),
    })
}

// JB-23
fn another(game: &JingleBrawl, seat: SeatIndex, named: SeatIndex) -> Result<SeatIndex, Rejected> {
    if !game.config.players.has(named) {
        Err(Rejected::UnknownSeat)
    } else if named == seat {
        Err(Rejected::DefenderIsSelf)
    } else {
        Ok(named)
    }
}
