//! Validates and applies decisions.

mod bidding;
mod challengers;
mod duel;
mod flow;
mod gambit;
mod judge;
mod lottery;
mod opening;
mod reprisal;
mod settlement;
mod targets;
mod throws;
mod turn;
mod verdict;

use tinsel_engine::{BySeat, Chance, Events, SeatIndex, SeatSet};

use self::flow::{Flow, Next};
pub use self::targets::{Bar, Barred, Target, Targets};
pub(crate) use self::targets::{Challenge, targets};
use crate::{
    absent::default_of,
    action::{Action, Made, Move},
    components::{Bank, ByGift, Chips, Part, Phase, Scoring},
    config::Config,
    draws,
    event::Event,
    reject::Rejected,
    score,
    state::{Deal, JingleBrawl, Stage, Table, Turn},
};

/// The first state of a match: names and wishes are assigned, and the first turn has begun.
pub(crate) fn start(config: &Config, chance: &mut dyn Chance) -> (JingleBrawl, Events<Event>) {
    let seats = config.players;
    let mut game = JingleBrawl {
        config: config.clone(),
        deal: dealt(config, chance),
        table: Table {
            chips: BySeat::from_fn(seats, |_| config.starting_chips),
            bank: Bank::default(),
            pot: Chips::ZERO,
            // JB-5: the bag contains the seats without a gift
            hands: BySeat::from_fn(seats, |_| None),
            naughty: ByGift::from_fn(seats, |_| None),
            pile: Vec::new(),
            contested: None,
            // JB-6
            head_elf: config.head_elf_seat,
        },
        turn: Turn::new(Part::Main, 0, SeatIndex::new(0)),
        stage: Stage::Opening,
    };
    let mut events = Events::new();
    events.everyone(Event::MatchStarted {
        options: config.without_names(),
    });
    let mut flow = Flow {
        game: &mut game,
        chance,
        events: &mut events,
    };
    let next = turn::next(&mut flow);
    go_on(&mut flow, next);
    (game, events)
}

/// Assigns names to gifts, then wishes to seats.
// JB-4, JB-R57, JB-R60
fn dealt(config: &Config, chance: &mut dyn Chance) -> Deal {
    let seats = config.players;
    let mut shuffled = |draw, first: u8| {
        let mut values: Vec<u8> = (0..seats.get()).map(|value| value.saturating_add(first)).collect();
        chance.shuffle(draw, &mut values);
        ByGift::from_vec(values)
    };
    Deal {
        names: shuffled(draws::GIFT_NAMES, 0),
        wishes: match config.scoring {
            Scoring::None => None,
            Scoring::WishPoints => Some(BySeat::from_fn(seats, |_| shuffled(draws::WISH_POINTS, 1))),
        },
    }
}

/// Validates an action by the checks of the specification, section 6, in their order.
pub(crate) fn resolve(game: &JingleBrawl, seat: SeatIndex, action: &Action) -> Result<Move, Rejected> {
    seated_in_play(game, seat)?;
    let made = judge::judged(game, seat, action)?;
    Ok(Move {
        seat,
        made,
        by_clock: false,
    })
}

/// The default of an inactive seat (section 9).
// JB-R58
pub(crate) fn absent(game: &JingleBrawl, seat: SeatIndex) -> Result<Move, Rejected> {
    seated_in_play(game, seat)?;
    let made = default_of(game).filter(|_| game.owing().contains(seat));
    let phase = game.phase();
    Ok(Move {
        seat,
        made: made.ok_or(Rejected::NoDecisionOwed { phase })?,
        by_clock: true,
    })
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

/// Applies a decision, and all its consequences up to the next decision.
pub(crate) fn commit(game: &mut JingleBrawl, made: Move, forfeited: SeatSet, chance: &mut dyn Chance) -> Events<Event> {
    let mut events = Events::new();
    let mut flow = Flow {
        game,
        chance,
        events: &mut events,
    };
    let Move { seat, made, by_clock } = made;
    // A hidden decision looks the same if the seat made it or its clock.
    let hidden = matches!(made, Made::Bid(_) | Made::Threw(_) | Made::Reported(_));
    if by_clock && !hidden {
        let phase = flow.game.phase();
        flow.tell(Event::ClockRanOut { seat, phase });
    }
    let flow = &mut flow;
    let next = match made {
        Made::Opened(gift) => opening::opened(flow, gift, false),
        Made::Bid(amount) => bidding::sealed(flow, seat, amount, by_clock),
        Made::Responded(response) => challengers::responded(flow, response),
        Made::Kept => gambit::kept(flow, false),
        Made::Gambit(direct) => gambit::declared(flow, direct),
        Made::MethodChosen(method) => duel::chosen(flow, method),
        Made::Threw(throw) => throws::thrown(flow, seat, throw, by_clock),
        Made::Reported(winner) => verdict::reported(flow, seat, winner),
        Made::Ruled(winner) => verdict::ruled(flow, winner),
        Made::Discarded(gift) => settlement::discarded(flow, gift),
        Made::Declined => reprisal::declined(flow),
        Made::Reprised(direct) => reprisal::declared(flow, direct),
        Made::Stole(direct) => lottery::stolen(flow, direct),
        Made::Auctioned => lottery::auctioned(flow, false),
        Made::Named(defender) => lottery::defended(flow, seat, defender),
    };
    go_on(flow, next);
    if game.phase() == Phase::Finished {
        events.everyone(Event::MatchEnded(score::ending(game, forfeited)));
    }
    events
}

/// Continues with the consequences that need no decision.
fn go_on(flow: &mut Flow<'_>, mut next: Next) {
    loop {
        next = match next {
            Next::Decision => return,
            Next::LastOpening(gift) => opening::opened(flow, gift, true),
            Next::Lottery => lottery::begin(flow),
            Next::Bidding(context, gift) => bidding::start(flow, context, gift),
            Next::NoBid => gambit::offered(flow),
            Next::HighestBid(seat) => challengers::highest(flow, seat),
            Next::TiedBids(seats) => challengers::tied(flow, seats),
            Next::Duel(duel) => duel::start(flow, duel),
            Next::Won(duel, side) => settlement::settle(flow, duel, side),
            Next::TieBroken { winner, loser } => challengers::tie_broken(flow, winner, loser),
            Next::Settled { kind, loser, contested } => reprisal::after(flow, kind, loser, contested),
            Next::TurnOver => turn::end(flow),
        };
    }
}

/// Begins the turn of a drawn Lottery player: for the builder of positions.
#[cfg(feature = "testkit")]
pub(crate) fn begin_lottery_turn(game: &mut JingleBrawl, chance: &mut dyn Chance) -> Events<Event> {
    let mut events = Events::new();
    let mut flow = Flow {
        game,
        chance,
        events: &mut events,
    };
    let next = lottery::begin(&mut flow);
    go_on(&mut flow, next);
    events
}
