//! The part of the state that one viewer may know (section 7). Only this file decides visibility of state.

use tinsel_engine::{BySeat, SeatIndex, SeatSet, Viewer, Wire};

use crate::{
    components::{Bank, Chips, Context, DuelKind, GiftId, Method, Naughty, Pair, Part, Phase, Place, Throw},
    config::Config,
    event::Bid,
    score::{self, Ending},
    state::{Challengers, Duel, JingleBrawl, Report, Stage, Turn},
};

tinsel_engine::redacted!(View, Own, WishesView, Wish);

/// The part of the state that one viewer may know.
#[derive(Clone, PartialEq, Eq, Wire)]
#[wire(also(seats = options.players.get()))]
pub struct View {
    /// The options, except the names of the gifts: public.
    pub options: Config,
    /// The phase of the match: public.
    pub phase: Phase,
    /// The seats that owe a decision: public.
    #[wire(as = awaited_seats)]
    pub awaited: SeatSet,
    /// The seats that have submitted a hidden bid, throw or report: public. Its content is not included.
    #[wire(as = submitted_seats)]
    pub submitted: SeatSet,
    /// The part of the match: public.
    pub part: Part,
    /// The number of the turn in its part, from 1: public.
    pub turn: u8,
    /// The current seat; `None` once the match is over.
    #[wire(as = current_seat)]
    pub current: Option<SeatIndex>,
    /// The gift of the turn: the opened one, or the Target Misfit.
    pub turn_gift: Option<GiftId>,
    /// The subject of the bids of this turn, once the bidding has begun.
    pub context: Option<Context>,
    /// The bids of this turn, in seat order, once they are revealed; empty before.
    pub bids: Vec<Bid>,
    /// The Challengers of this turn, once they are known.
    pub challengers: Option<Challengers>,
    /// The number of declared Reprisals in this turn: public.
    pub reprisals: u8,
    /// The gift that the loser must not challenge for, while it chooses (JB-59).
    #[wire(as = excluded_gift)]
    pub excluded: Option<GiftId>,
    /// The gift that the loser has just received as its second one, while it chooses (JB-51).
    #[wire(as = received_gift)]
    pub received: Option<GiftId>,
    /// The running duel.
    pub duel: Option<DuelView>,
    /// The chips of all seats: public.
    pub chips: BySeat<Chips>,
    /// The Bank's book value: public.
    pub bank: Bank,
    /// The stake of the duel; 0 at all other times: public.
    pub pot: Chips,
    /// The holder of the title: public.
    #[wire(as = head_elf_seat)]
    pub head_elf: SeatIndex,
    /// The names in the Draw Bag: public.
    #[wire(as = bag_seats)]
    pub bag: SeatSet,
    /// Every gift, by number.
    pub gifts: Vec<GiftView>,
    /// The Misfits, oldest first: public.
    pub pile: Vec<GiftId>,
    /// The private part of the viewer's seat; `None` for a spectator.
    pub own: Option<Own>,
    /// The values of opened gifts: for the viewer; once the match is over, for all seats. In seat order.
    pub wishes: Vec<WishesView>,
    /// The result of the match, after its end.
    #[wire(as = outcome)]
    pub ending: Option<Ending>,
}

/// A gift.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
#[wire(as = Gift)]
pub struct GiftView {
    /// Its number.
    pub gift: GiftId,
    /// Its place: public.
    pub place: Place,
    /// Its name, once it is unwrapped; hidden from all viewers before.
    pub name: Option<String>,
    /// The number of duels for it, once it is unwrapped.
    #[wire(as = naughty_level)]
    pub naughty: Option<Naughty>,
}

/// A duel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuelView {
    /// The cause of the duel.
    pub kind: DuelKind,
    /// The seat that attacks.
    pub challenger: SeatIndex,
    /// The seat that is attacked.
    pub defender: SeatIndex,
    /// The contested gift; `None` in a tie-break.
    pub gift: Option<GiftId>,
    /// The method, once it is chosen.
    pub method: Option<Method>,
    /// The number of the current round of throws, from 1; 0 without throws.
    pub round: u8,
    /// The throws of finished rounds, first to last.
    pub rounds: Vec<Pair<Throw>>,
    /// The reports of the duelists, while the Head Elf decides.
    pub reports: Option<Pair<Option<SeatIndex>>>,
}

/// The private part of a seat: its secret submissions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Own {
    /// The seat.
    pub seat: SeatIndex,
    /// Its bid, until all bids are revealed.
    pub bid: Option<Chips>,
    /// Its throw of this round.
    pub throw: Option<Throw>,
    /// Its report, with the winner, or that it was too late.
    pub report: Option<Report>,
}

/// The values of opened gifts for a seat.
#[derive(Clone, PartialEq, Eq, Wire)]
#[wire(as = SeatWishes)]
pub struct WishesView {
    /// The seat.
    pub seat: SeatIndex,
    /// By number of the gift; without wrapped ones.
    pub gifts: Vec<Wish>,
}

/// The value of a gift for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Wire)]
pub struct Wish {
    /// The gift.
    pub gift: GiftId,
    /// The value, 1 to the number of players.
    pub points: u8,
}

/// The part of the state that `viewer` may know now.
pub(crate) fn view(game: &JingleBrawl, viewer: Viewer, forfeited: SeatSet) -> View {
    let (turn, table) = (&game.turn, &game.table);
    let seated = viewer.seat().filter(|seat| game.config.players.has(*seat));
    View {
        options: game.config.without_names(),
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
        ending: (game.phase() == Phase::Finished).then(|| score::ending(game, forfeited)),
    }
}

fn bids(turn: &Turn) -> Vec<Bid> {
    let shown = turn.bids.iter().flat_map(BySeat::enumerate);
    let shown = shown.filter(|(seat, _)| *seat != turn.seat);
    shown.map(|(seat, amount)| Bid { seat, amount: *amount }).collect()
}

/// A name is visible from the opening on (JB-R9).
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

/// The secret submissions of a seat.
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

/// Its own seat sees the values of opened gifts; all see them once the match is over. The list has no gaps.
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
