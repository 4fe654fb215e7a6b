//! What one viewer may know (section 7). The only file that decides visibility of state.

use tinsel_engine::{BySeat, MatchContext, SeatIndex, SeatSet, Viewer};

use crate::{
    components::{Bank, Chips, Context, DuelKind, GiftId, Method, Naughty, Pair, Part, Phase, Place, Throw},
    event::{Bid, PublicOptions},
    score::{self, Ending},
    state::{Challengers, Duel, JingleBrawl, Report, Stage, Turn},
};

tinsel_engine::redacted!(View, Own, WishesView, Wish);

/// What one viewer may know.
#[derive(Clone, PartialEq, Eq)]
pub struct View {
    /// The options, but for the names of the gifts: open.
    pub options: PublicOptions,
    /// What is waited for: open.
    pub phase: Phase,
    /// Who owes a decision: open.
    pub awaited: SeatSet,
    /// Whose hidden bid, throw or report is in: open. What it is is not here.
    pub submitted: SeatSet,
    /// Which part of the match this is: open.
    pub part: Part,
    /// Which turn of the part, from 1: open.
    pub turn: u8,
    /// Whose turn it is; nobody's once the match is over.
    pub current: Option<SeatIndex>,
    /// The gift of the turn: the opened one, or the Target Misfit.
    pub turn_gift: Option<GiftId>,
    /// What bids of this turn are for, once they were asked for.
    pub context: Option<Context>,
    /// What was bid in this turn, in seat order, once that is shown; empty before.
    pub bids: Vec<Bid>,
    /// Who may challenge in this turn, once that is known.
    pub challengers: Option<Challengers>,
    /// How many Reprisals were declared in this turn: open.
    pub reprisals: u8,
    /// What the loser may not challenge for, while it chooses (JB-59).
    pub excluded: Option<GiftId>,
    /// Which of two gifts the loser has just received, while it chooses (JB-51).
    pub received: Option<GiftId>,
    /// The duel that is fought.
    pub duel: Option<DuelView>,
    /// Everybody's chips: open.
    pub chips: BySeat<Chips>,
    /// The Bank's book value: open.
    pub bank: Bank,
    /// The stake of the duel; 0 at all other times: open.
    pub pot: Chips,
    /// The title: open.
    pub head_elf: SeatIndex,
    /// The names in the Draw Bag: open.
    pub bag: SeatSet,
    /// Every gift, by number.
    pub gifts: Vec<GiftView>,
    /// The Misfits, oldest first: open.
    pub pile: Vec<GiftId>,
    /// What only the viewer itself knows; nothing for whoever holds no seat.
    pub own: Option<Own>,
    /// What opened gifts are worth: to the viewer; to everybody once the match is over. In seat order.
    pub wishes: Vec<WishesView>,
    /// How the match ended, once it has.
    pub ending: Option<Ending>,
}

/// A gift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GiftView {
    /// Its number.
    pub gift: GiftId,
    /// Where it is: open.
    pub place: Place,
    /// What is inside, once it is unwrapped, and for nobody before.
    pub name: Option<String>,
    /// How often it was fought for, once it is unwrapped.
    pub naughty: Option<Naughty>,
}

/// A duel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuelView {
    /// What it is about.
    pub kind: DuelKind,
    /// Who attacks.
    pub challenger: SeatIndex,
    /// Who is attacked.
    pub defender: SeatIndex,
    /// For which gift; none in a tie-break.
    pub gift: Option<GiftId>,
    /// How it is fought, once that is chosen.
    pub method: Option<Method>,
    /// Which round of throws this is, from 1; 0 if nothing is thrown.
    pub round: u8,
    /// The throws of finished rounds, first to last.
    pub rounds: Vec<Pair<Throw>>,
    /// What the duelists reported, while the Head Elf decides.
    pub reports: Option<Pair<Option<SeatIndex>>>,
}

/// What only a seat itself knows: what it has submitted in secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Own {
    /// Which seat.
    pub seat: SeatIndex,
    /// Its bid, until all are shown.
    pub bid: Option<Chips>,
    /// Its throw of this round.
    pub throw: Option<Throw>,
    /// Its report: that it made one or was too late, and who won by it.
    pub report: Option<Report>,
}

/// What opened gifts are worth to a seat.
#[derive(Clone, PartialEq, Eq)]
pub struct WishesView {
    /// To whom.
    pub seat: SeatIndex,
    /// By number of the gift; wrapped ones are not there.
    pub gifts: Vec<Wish>,
}

/// What a gift is worth to a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Wish {
    /// Which.
    pub gift: GiftId,
    /// How much, 1 to the number of players.
    pub points: u8,
}

/// What `viewer` may know now.
pub(crate) fn view(game: &JingleBrawl, viewer: Viewer, context: &MatchContext) -> View {
    let (turn, table) = (&game.turn, &game.table);
    let seated = viewer.seat().filter(|seat| game.config.players.has(*seat));
    View {
        options: PublicOptions::of(&game.config),
        phase: game.phase(),
        awaited: game.owing(),
        submitted: game.submitted(),
        part: turn.part,
        turn: turn.number,
        current: game.current(),
        turn_gift: turn.gift,
        context: turn.context,
        bids: bids(turn),
        challengers: turn.challengers,
        reprisals: turn.reprisals,
        excluded: excluded(&game.stage),
        received: game.received(),
        duel: game.duel().map(|duel| duel_view(duel, &game.stage)),
        // JB-R24
        chips: table.chips.clone(),
        bank: table.bank,
        pot: table.pot,
        head_elf: table.head_elf,
        bag: game.bag(),
        gifts: gifts(game),
        pile: table.pile.clone(),
        own: seated.map(|seat| own(&game.stage, seat)),
        wishes: wishes(game, viewer),
        ending: (game.phase() == Phase::Finished).then(|| score::ending(game, context)),
    }
}

fn bids(turn: &Turn) -> Vec<Bid> {
    let shown = turn.bids.iter().flat_map(BySeat::enumerate);
    let shown = shown.filter(|(seat, _)| *seat != turn.seat);
    shown.map(|(seat, amount)| Bid { seat, amount: *amount }).collect()
}

/// A name is shown from the opening on (JB-R9).
fn gifts(game: &JingleBrawl) -> Vec<GiftView> {
    let places = game.places();
    let one = |(gift, naughty): (GiftId, &Option<Naughty>)| GiftView {
        gift,
        place: places.get(gift).copied().unwrap_or(Place::Wrapped),
        name: naughty.map(|_| game.name(gift).text().to_owned()),
        naughty: *naughty,
    };
    game.table.naughty.enumerate().map(one).collect()
}

fn duel_view(duel: &Duel, stage: &Stage) -> DuelView {
    let reports = if let Stage::Verdict { reports, .. } = stage {
        Some(reports.map(|report| report.winner()))
    } else {
        None
    };
    let throwing = matches!(stage, Stage::Throw { .. });
    DuelView {
        kind: duel.kind,
        challenger: duel.challenger,
        defender: duel.defender,
        gift: duel.gift,
        method: duel.method,
        round: if throwing { duel.round() } else { 0 },
        rounds: duel.rounds.clone(),
        reports,
    }
}

const fn excluded(stage: &Stage) -> Option<GiftId> {
    if let Stage::Reprisal { excluded, .. } = stage {
        Some(*excluded)
    } else {
        None
    }
}

/// What is in a seat's own envelopes.
fn own(stage: &Stage, seat: SeatIndex) -> Own {
    let mut own = Own {
        seat,
        bid: None,
        throw: None,
        report: None,
    };
    if let Stage::Bidding { sealed } = stage {
        own.bid = sealed.get(seat).copied().flatten().map(|sealed| sealed.amount);
    } else if let Stage::Throw { duel, thrown } = stage {
        let thrown = duel.side(seat).and_then(|side| *thrown.of(side));
        own.throw = thrown.map(|thrown| thrown.throw);
    } else if let Stage::Report { duel, reports } = stage {
        own.report = duel.side(seat).and_then(|side| *reports.of(side));
    }
    own
}

/// To its seat, of opened gifts; to all once the match is over. Never a list with gaps.
// JB-R57
fn wishes(game: &JingleBrawl, viewer: Viewer) -> Vec<WishesView> {
    let over = game.phase() == Phase::Finished;
    let all = game.deal.wishes.iter().flat_map(BySeat::enumerate);
    let known = all.filter(|(seat, _)| over || viewer.is(*seat));
    let of_seat = |(seat, wishes): (SeatIndex, &crate::components::ByGift<u8>)| {
        let opened = game.table.naughty.enumerate().filter(|(_, naughty)| naughty.is_some());
        let gifts = opened.filter_map(|(gift, _)| {
            let points = wishes.get(gift).copied()?;
            Some(Wish { gift, points })
        });
        WishesView {
            seat,
            gifts: gifts.collect(),
        }
    };
    known.map(of_seat).collect()
}
