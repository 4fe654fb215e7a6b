//! The view: the part of the state that one viewer may know. Only this file decides which viewer sees which part of the
//! state (section 7).

use tinsel_engine::{BySeat, SeatIndex, SeatSet, Viewer, Wire};

use crate::{
    action::Action,
    components::{Cards, FinalGift, Phase, Place, Points, Standing, TableOrder},
    state::{Deal, Play, SecretSanta, Stage, Used, answered},
};

/// The part of the state that one viewer may know; other facts are absent. It contains the present; events contain the
/// past.
#[derive(Clone, PartialEq, Eq, Wire)]
pub struct View {
    /// The phase of the match.
    pub phase: Phase,
    /// The seats that the viewer waits for. In a Holly window it contains all other eligible seats, answered or not,
    /// and the viewer's own while it owes an answer (SS-76).
    #[wire(as = awaited_seats)]
    pub awaited: SeatSet,
    /// The seats that may answer in the open window, or the seat with the turn.
    #[wire(as = eligible_seats)]
    pub eligible: SeatSet,
    /// The number of the deal, from 1.
    pub deal: u8,
    /// The dealer.
    pub dealer: SeatIndex,
    /// The seats in their order at the table, clockwise.
    #[wire(as = table_order)]
    pub order: TableOrder,
    /// The number of the round, from 1; 0 before the first.
    pub round: u8,
    /// The leader of the round.
    pub leader: Option<SeatIndex>,
    /// The winner of the round, once it has ended.
    pub winner: Option<SeatIndex>,
    /// The seat with the current turn; in a Holly window, the seat of the turn that it answers.
    #[wire(as = turn_seat)]
    pub turn: Option<SeatIndex>,
    /// In a Holly window: whether that turn was a play that still stands.
    pub turn_stands: bool,
    /// The number of cards of a play of this round, unless the table is empty.
    pub count: Option<u8>,
    /// The standing plays, in order of play; the last one is the play to beat.
    pub plays: Vec<Play>,
    /// The special cards on the table, in order of play: played for effect, or left of plays after the Tree took their
    /// gifts (SS-R68).
    pub specials: Vec<Used>,
    /// The seat with the most recent play of the deal.
    #[wire(as = last_gift_seat)]
    pub last_gift: Option<SeatIndex>,
    /// The seats that have passed.
    #[wire(as = passed_seats)]
    pub passed: SeatSet,
    /// The seats that made a play in this round.
    #[wire(as = played_seats)]
    pub played: SeatSet,
    /// The seat that Scrooge bars from this round.
    #[wire(as = barred_seat)]
    pub barred: Option<SeatIndex>,
    /// The seat that Scrooge named for the coming round.
    #[wire(as = named_seat)]
    pub named: Option<SeatIndex>,
    /// Between rounds: the seats that Scrooge can name.
    #[wire(as = scrooge_targets)]
    pub misers: SeatSet,
    /// One entry per seat.
    pub seats: BySeat<SeatView>,
    /// The seats with a place in this deal, in finishing order.
    pub places: Vec<SeatIndex>,
    /// The face-up pile.
    pub discards: Cards,
    /// Number of cards that the Tree discarded face down.
    pub hidden_discards: u8,
    /// Every card of the deck.
    pub deck: Cards,
    /// The places of the finished deals, the first deal first.
    #[wire(as = score_sheet, with = crate::wire::sheet)]
    pub sheet: Vec<BySeat<Place>>,
    /// The private part of the viewer's own seat; `None` for a spectator.
    pub own: Option<OwnView>,
}

/// The public facts about a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Wire)]
#[wire(entry)]
pub struct SeatView {
    /// The number of its cards.
    pub hand_size: u8,
    /// Whether it declared that it holds a single card.
    pub final_gift: FinalGift,
    /// Whether it is out of the deal.
    pub out: bool,
    /// Its points of all finished deals.
    pub total: Points,
}

/// The private part of a view.
#[derive(Clone, PartialEq, Eq, Wire)]
pub struct OwnView {
    /// The seat.
    pub seat: SeatIndex,
    /// Its cards.
    pub hand: Cards,
    /// Its answer in the open window, once it has answered; a decline has its current scope (SS-R70).
    pub answer: Option<Action>,
    /// Its standing decline.
    #[wire(as = standing_decline)]
    pub standing: Option<Standing>,
}

tinsel_engine::redacted!(View, OwnView);

/// The seats that `viewer` waits for.
// SS-76, SS-R67
pub(crate) fn awaited(game: &SecretSanta, viewer: Viewer) -> SeatSet {
    let owing = game.owing();
    match (&game.stage, viewer.seat()) {
        (Stage::Holly { .. }, Some(seat)) if !owing.contains(seat) => game.eligible().without(seat),
        (Stage::Holly { .. }, _) => game.eligible(),
        (Stage::Fruitcake { .. } | Stage::Turn { .. } | Stage::Snow { .. } | Stage::Over, _) => owing,
    }
}

/// The part of the state that `viewer` may know now.
// SS-R48: of cards that were given back, only the hand's size is visible; SS-R51: also once a deal is over
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
