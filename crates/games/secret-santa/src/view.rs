//! What one viewer may know. The only file that decides who sees what of the state (section 7).

use tinsel_engine::{BySeat, SeatIndex, SeatSet, Viewer};

use crate::{
    action::Action,
    components::{Cards, FinalGift, Phase, Place, Points, Standing, TableOrder},
    state::{Deal, Play, SecretSanta, Stage, Used, answered},
};

/// What one viewer may know; what it may not know is absent. It shows the present; what happened, events tell.
#[derive(Clone, PartialEq, Eq)]
pub struct View {
    /// What the match waits for.
    pub phase: Phase,
    /// The seats that the viewer is to wait for. In a Holly window all others that are eligible, whether they have
    /// answered or not, and itself while it owes (SS-76).
    pub awaited: SeatSet,
    /// Who may answer in the open window, or has its turn.
    pub eligible: SeatSet,
    /// The number of the deal, from 1.
    pub deal: u8,
    /// Who dealt.
    pub dealer: SeatIndex,
    /// The seats as they sit, clockwise.
    pub order: TableOrder,
    /// The number of the round, from 1; 0 before the first.
    pub round: u8,
    /// Who leads the round.
    pub leader: Option<SeatIndex>,
    /// Who won the round, once it has ended.
    pub winner: Option<SeatIndex>,
    /// Whose turn it is, or in a Holly window was.
    pub turn: Option<SeatIndex>,
    /// In a Holly window: whether that turn was a play that still stands.
    pub turn_stands: bool,
    /// How many cards a play of this round has, while something is in play.
    pub count: Option<u8>,
    /// The standing plays, in order of play; the last one is to be beaten.
    pub plays: Vec<Play>,
    /// The special cards on the table, in order of play: played for effect, or left of plays that the Tree took the
    /// gifts of (SS-R68).
    pub specials: Vec<Used>,
    /// Who made the most recent play of the deal.
    pub last_gift: Option<SeatIndex>,
    /// The seats that have passed.
    pub passed: SeatSet,
    /// The seats that made a play in this round.
    pub played: SeatSet,
    /// Whom Scrooge bars from this round.
    pub barred: Option<SeatIndex>,
    /// Whom Scrooge named for the coming round.
    pub named: Option<SeatIndex>,
    /// Between rounds: whom Scrooge can name.
    pub misers: SeatSet,
    /// Per seat.
    pub seats: BySeat<SeatView>,
    /// The seats with a place in this deal, in finishing order.
    pub places: Vec<SeatIndex>,
    /// The face-up pile.
    pub discards: Cards,
    /// How many cards the Tree discarded face down.
    pub hidden_discards: u8,
    /// Every card of the deck.
    pub deck: Cards,
    /// The places of the finished deals, the first deal first.
    pub sheet: Vec<BySeat<Place>>,
    /// What the viewer's own seat alone knows; `None` for a spectator.
    pub own: Option<OwnView>,
}

/// What everybody may know of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatView {
    /// How many cards it holds.
    pub hand_size: u8,
    /// Whether it said that it holds a single card.
    pub final_gift: FinalGift,
    /// Whether it is out of the deal.
    pub out: bool,
    /// Its points of all finished deals.
    pub total: Points,
}

/// What a seat alone knows.
#[derive(Clone, PartialEq, Eq)]
pub struct OwnView {
    /// Which seat it is.
    pub seat: SeatIndex,
    /// Its cards.
    pub hand: Cards,
    /// Its answer in the open window, once it is in; a decline with the scope that it now has (SS-R70).
    pub answer: Option<Action>,
    /// Its standing decline.
    pub standing: Option<Standing>,
}

tinsel_engine::redacted!(View, OwnView);

/// The seats that `viewer` is to wait for.
// SS-76, SS-R67
pub(crate) fn awaited(game: &SecretSanta, viewer: Viewer) -> SeatSet {
    let owing = game.owing();
    match (&game.stage, viewer.seat()) {
        (Stage::Holly { .. }, Some(seat)) if !owing.contains(seat) => game.eligible().without(seat),
        (Stage::Holly { .. }, _) => game.eligible(),
        (Stage::Fruitcake { .. } | Stage::Turn { .. } | Stage::Snow { .. } | Stage::Over, _) => owing,
    }
}

/// What `viewer` may know now.
// SS-R48: of cards that were given back, the hand's size is all there is to see; SS-R51: also once a deal is over
pub(crate) fn view(game: &SecretSanta, viewer: Viewer) -> View {
    let (deal, round) = (&game.deal, &game.deal.round);
    let (turn, turn_stands) = match &game.stage {
        Stage::Turn { seat } => (Some(*seat), false),
        Stage::Holly { turn, .. } => (Some(turn.seat), turn.stands),
        Stage::Fruitcake { .. } | Stage::Snow { .. } | Stage::Over => (None, false),
    };
    let totals = game.totals();
    View {
        phase: game.phase(),
        awaited: awaited(game, viewer),
        eligible: game.eligible(),
        deal: game.deal_number(),
        dealer: deal.dealer,
        order: deal.order.clone(),
        round: round.number,
        leader: round.leader,
        winner: round.winner,
        turn,
        turn_stands,
        count: round.count(),
        plays: round.plays.clone(),
        specials: round.specials.clone(),
        last_gift: deal.last_gift,
        passed: round.passed,
        played: round.played,
        barred: round.barred,
        named: round.named,
        misers: misers(game),
        seats: totals.map(|seat, total| SeatView {
            hand_size: deal.hands.at(seat).len(),
            final_gift: deal.final_gift(seat),
            out: deal.is_out(seat),
            total: *total,
        }),
        places: deal.places.clone(),
        discards: deal.discards,
        // SS-R31, SS-R47
        hidden_discards: deal.hidden.len(),
        deck: game.config.deck(),
        sheet: game.sheet.clone(),
        own: viewer.seat().and_then(|seat| own(game, deal, seat)),
    }
}

fn misers(game: &SecretSanta) -> SeatSet {
    match &game.stage {
        Stage::Snow { .. } => game.deal.misers(),
        Stage::Fruitcake { .. } | Stage::Turn { .. } | Stage::Holly { .. } | Stage::Over => SeatSet::EMPTY,
    }
}

// SS-5, SS-R46
fn own(game: &SecretSanta, deal: &Deal, seat: SeatIndex) -> Option<OwnView> {
    let answers = game.answers().filter(|answers| answered(answers).contains(seat));
    let answer = answers.and_then(|answers| *answers.at(seat));
    let standing = *deal.declines.get(seat)?;
    Some(OwnView {
        seat,
        hand: *deal.hands.get(seat)?,
        answer: answer.map(|answer| Action::answering(answer, standing)),
        standing,
    })
}
