//! Actions as they are written in tests, and the events that no view keeps.

use tinsel_engine::SeatIndex;
use tinsel_jingle_brawl::{Action, Event, GambitChoice, GiftId, Path, ReprisalChoice, Response};

/// Told for a moment: what led from one view to the next, and no view keeps (section 7).
///
/// A duel that is decided by chance or by the last submission is told from its beginning to its end in one breath, and
/// shown bids may be gone with the turn they belong to. What was hidden until then stays told to its owner only: bids,
/// throws and reports while they are sealed, names and wishes.
pub(crate) fn is_fleeting(event: &Event) -> bool {
    matches!(
        event,
        Event::BidsRevealed { .. }
            | Event::TieBreakCalled { .. }
            | Event::ChallengersNamed { .. }
            | Event::OpenerResponded { .. }
            | Event::ChipsMoved { .. }
            | Event::DuelStarted { .. }
            | Event::MethodChosen { .. }
            | Event::CoinFlipped { .. }
            | Event::DiceRolled { .. }
            | Event::CardsDrawn { .. }
            | Event::ThrowsRevealed { .. }
            | Event::ReportsRevealed { .. }
            | Event::VerdictGiven { .. }
            | Event::DuelEnded { .. }
            | Event::ReprisalOffered(_)
            | Event::ReprisalSkipped(_)
    )
}

pub(crate) fn action(action: &Action) -> String {
    match *action {
        Action::Open { gift } => format!("open({})", id(gift)),
        Action::Bid { amount } => format!("bid({})", amount.map_or_else(unset, |amount| amount.to_string())),
        Action::RespondToBid { choice } => match choice {
            Some(Response::Stand) => "stand()".to_owned(),
            Some(Response::Yield) => "yields()".to_owned(),
            None => "respond(-)".to_owned(),
        },
        Action::Gambit {
            choice: Some(GambitChoice::Keep),
        } => "keep()".to_owned(),
        Action::Gambit {
            choice: Some(GambitChoice::Target(gift)),
        } => format!("gambit({})", gift.get()),
        Action::Gambit { choice: None } => "gambit(-)".to_owned(),
        Action::ChooseMethod { method } => {
            let method = method.map_or_else(unset, |method| format!("Method::{method:?}"));
            format!("choose({method})")
        }
        Action::Throw { throw } => {
            let throw = throw.map_or_else(unset, |throw| format!("Throw::{throw:?}"));
            format!("throw({throw})")
        }
        Action::Report { winner } => format!("report({})", number(winner)),
        Action::Verdict { winner } => format!("verdict({})", number(winner)),
        Action::Discard { gift } => format!("discard({})", id(gift)),
        Action::Reprisal {
            choice: Some(ReprisalChoice::Decline),
            defender: None,
        } => "decline()".to_owned(),
        Action::Reprisal {
            choice: Some(ReprisalChoice::Target(gift)),
            defender: None,
        } => {
            format!("reprise({})", gift.get())
        }
        Action::Reprisal {
            choice: Some(ReprisalChoice::Target(gift)),
            defender,
        } => {
            format!("reprise_misfit({}, {})", gift.get(), number(defender))
        }
        Action::Reprisal {
            choice: Some(ReprisalChoice::Decline) | None,
            defender,
        } => format!("reprisal(-, {})", number(defender)),
        Action::ChoosePath {
            path: Some(Path::Steal),
            target_gift,
        } => format!("steal({})", id(target_gift)),
        Action::ChoosePath {
            path: Some(Path::Auction),
            target_gift: None,
        } => "auction()".to_owned(),
        Action::ChoosePath { path, target_gift } => {
            let path = path.map_or_else(unset, |path| format!("{path:?}"));
            format!("path({path}, {})", id(target_gift))
        }
        Action::ChooseDefender { defender } => format!("defend({})", number(defender)),
    }
}

fn id(gift: Option<GiftId>) -> String {
    gift.map_or_else(unset, |gift| gift.get().to_string())
}

fn number(seat: Option<SeatIndex>) -> String {
    seat.map_or_else(unset, |seat| seat.get().to_string())
}

fn unset() -> String {
    "-".to_owned()
}
