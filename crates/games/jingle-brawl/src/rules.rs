//! Validates and applies decisions.

mod bidding;
mod challengers;
mod commit;
mod duel;
mod gambit;
mod judge;
mod lottery;
mod opening;
mod reprisal;
mod settlement;
mod throws;
mod turn;
mod verdict;

use tinsel_engine::{BySeat, Chance, Events, SeatIndex, SeatSet};

use self::commit::{Commit, Next};
pub use self::judge::{Bar, Barred, Target, Targets};
pub(crate) use self::judge::{Challenge, targets};
use crate::{
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
    let mut commit = Commit {
        game: &mut game,
        chance,
        events: &mut events,
    };
    let next = turn::next(&mut commit);
    go_on(&mut commit, next);
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
    judge::judged(game, seat, action).map(|made| Move {
        seat,
        made,
        by_default: false,
    })
}

/// The default of an inactive seat.
pub(crate) fn absent(game: &JingleBrawl, seat: SeatIndex) -> Result<Move, Rejected> {
    judge::by_default(game, seat).map(|made| Move {
        seat,
        made,
        by_default: true,
    })
}

/// Applies a decision, and all its consequences up to the next decision.
pub(crate) fn commit(game: &mut JingleBrawl, made: Move, forfeited: SeatSet, chance: &mut dyn Chance) -> Events<Event> {
    let mut events = Events::new();
    let mut commit = Commit {
        game,
        chance,
        events: &mut events,
    };
    let Move { seat, made, by_default } = made;
    // A hidden decision looks the same if the seat made it or its clock.
    let hidden = matches!(made, Made::Bid(_) | Made::Threw(_) | Made::Reported(_));
    if by_default && !hidden {
        let phase = commit.game.phase();
        commit.everyone(Event::ClockRanOut { seat, phase });
    }
    let commit = &mut commit;
    let next = match made {
        Made::Opened(gift) => opening::opened(commit, gift, false),
        Made::Bid(amount) => bidding::sealed(commit, seat, amount, by_default),
        Made::Responded(response) => challengers::responded(commit, response),
        Made::Kept => gambit::kept(commit, false),
        Made::Gambit(direct) => gambit::declared(commit, direct),
        Made::MethodChosen(method) => duel::chosen(commit, method),
        Made::Threw(throw) => throws::thrown(commit, seat, throw, by_default),
        Made::Reported(winner) => verdict::reported(commit, seat, winner),
        Made::Ruled(winner) => verdict::ruled(commit, winner),
        Made::Discarded(gift) => settlement::discarded(commit, gift),
        Made::Declined => reprisal::declined(commit),
        Made::Reprised(direct) => reprisal::declared(commit, direct),
        Made::Stole(direct) => lottery::stolen(commit, direct),
        Made::Auctioned => lottery::auctioned(commit, false),
        Made::Named(defender) => lottery::defended(commit, seat, defender),
    };
    go_on(commit, next);
    if game.phase() == Phase::Finished {
        events.everyone(Event::MatchEnded(score::ending(game, forfeited)));
    }
    events
}

/// Continues with the consequences that need no decision.
fn go_on(commit: &mut Commit<'_>, mut next: Next) {
    loop {
        next = match next {
            Next::Decision => return,
            Next::LastOpening(gift) => opening::opened(commit, gift, true),
            Next::Lottery => lottery::begin(commit),
            Next::Bidding(context, gift) => bidding::start(commit, context, gift),
            Next::NoBid => gambit::offered(commit),
            Next::HighestBid(seat) => challengers::highest(commit, seat),
            Next::TiedBids(seats) => challengers::tied(commit, seats),
            Next::Duel(duel) => duel::start(commit, duel),
            Next::Won(duel, side) => settlement::settle(commit, duel, side),
            Next::TieBroken { winner, loser } => challengers::tie_broken(commit, winner, loser),
            Next::Settled { kind, loser, contested } => reprisal::after(commit, kind, loser, contested),
            Next::TurnOver => turn::end(commit),
        };
    }
}

/// Begins the turn of a drawn Lottery player: for the builder of positions.
#[cfg(feature = "testkit")]
pub(crate) fn begin_lottery_turn(game: &mut JingleBrawl, chance: &mut dyn Chance) -> Events<Event> {
    let mut events = Events::new();
    let mut commit = Commit {
        game,
        chance,
        events: &mut events,
    };
    let next = lottery::begin(&mut commit);
    go_on(&mut commit, next);
    events
}
