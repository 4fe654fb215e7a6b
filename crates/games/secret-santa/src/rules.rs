//! Judging and applying decisions.

mod course;
mod deal;
mod fruitcake;
mod holly;
mod judge;
mod round;
mod snow;
mod turn;

use std::mem;

use tinsel_engine::{BySeat, Chance, Events, MatchContext, SeatCount, SeatIndex, never};

pub(crate) use judge::{final_gift_due_at, is_leading};

use self::course::Course;
use crate::{
    absent::default_of,
    action::{Action, Made, Move},
    components::{Cards, Phase},
    config::Config,
    event::Event,
    reject::Rejected,
    score,
    state::{Deal, SecretSanta, Stage},
};

/// The first state of a match: the first deal is dealt.
// SS-2, SS-6
pub(crate) fn start(config: &Config, chance: &mut dyn Chance) -> (SecretSanta, Events<Event>) {
    let dealer = config
        .first_dealer
        .unwrap_or_else(|| drawn_dealer(config.players, chance));
    let nothing = BySeat::from_fn(config.players, |_| Cards::NONE);
    let mut game = SecretSanta {
        config: config.clone(),
        sheet: Vec::new(),
        deal: Deal::new(config, dealer, nothing),
        stage: Stage::Over,
    };
    let mut events = Events::new();
    game.stage = course(&mut game, chance, &mut events).deal_out(dealer);
    (game, events)
}

// SS-R5, SS-R60
fn drawn_dealer(players: SeatCount, chance: &mut dyn Chance) -> SeatIndex {
    let seats: Vec<SeatIndex> = players.iter().collect();
    let drawn = chance.pick("SS-6: first dealer", &seats);
    drawn.copied().unwrap_or(SeatIndex::new(0))
}

/// The most decisions of a match, withdrawals included (SS-I21).
pub(crate) fn decisions_max(config: &Config) -> u64 {
    let (seats, deck) = (u64::from(config.players.get()), u64::from(config.deck().len()));
    let rounds = deck.saturating_add(seats);
    let in_a_round = seats.saturating_mul(seats.saturating_mul(2).saturating_add(35));
    let in_a_deal = rounds.saturating_mul(in_a_round).saturating_add(seats);
    in_a_deal.saturating_mul(u64::from(config.deals))
}

fn course<'a>(game: &'a mut SecretSanta, chance: &'a mut dyn Chance, events: &'a mut Events<Event>) -> Course<'a> {
    Course {
        config: &game.config,
        sheet: &mut game.sheet,
        deal: &mut game.deal,
        chance,
        events,
    }
}

/// Judges an action by the checks of the specification, section 6, in their order.
pub(crate) fn resolve(game: &SecretSanta, seat: SeatIndex, action: &Action) -> Result<Move, Rejected> {
    if game.phase() == Phase::Over {
        return Err(Rejected::MatchOver);
    }
    let made = judge::judged(game, seat, action)?;
    Ok(Move { seat, made })
}

/// The default of a seat that stays away (section 9).
pub(crate) fn absent(game: &SecretSanta, seat: SeatIndex) -> Result<Move, Rejected> {
    if game.phase() == Phase::Over {
        return Err(Rejected::MatchOver);
    }
    let default = default_of(game, seat).filter(|_| game.owing().contains(seat));
    let made = judge::judged(game, seat, &default.ok_or(Rejected::NotYourDecision)?)?;
    Ok(Move { seat, made })
}

/// Applies what was judged, and whatever follows by itself, until somebody owes a decision or the match is over.
pub(crate) fn commit(
    game: &mut SecretSanta,
    made: Move,
    context: &MatchContext,
    chance: &mut dyn Chance,
) -> Events<Event> {
    let Move { seat, made } = made;
    let mut events = Events::new();
    let stage = mem::replace(&mut game.stage, Stage::Over);
    let mut course = course(game, chance, &mut events);
    game.stage = match (made, stage) {
        (Made::Withdrew, stage) => {
            course.withdraw(seat);
            stage
        }
        (Made::Took(took), Stage::Turn { .. }) => course.take_turn(seat, took),
        (Made::Answered(answer, _), Stage::Fruitcake { answers }) => course.answer_fruitcake(seat, answer, answers),
        (Made::Answered(answer, standing), Stage::Holly { turn, answers }) => {
            course.decline_on(seat, standing);
            course.answer_holly(seat, (answer, standing), turn, answers)
        }
        (Made::Answered(answer, _), Stage::Snow { answers }) => course.answer_snow(seat, answer, answers),
        (Made::Took(_), stage @ (Stage::Fruitcake { .. } | Stage::Holly { .. } | Stage::Snow { .. } | Stage::Over))
        | (Made::Answered(..), stage @ (Stage::Turn { .. } | Stage::Over)) => {
            never!("SS-23: a move is committed on the state it was judged on");
            stage
        }
    };
    if game.phase() == Phase::Over {
        let totals = game.totals();
        let ranking = score::ranking(&totals, context);
        events.everyone(Event::MatchEnded { ranking, totals });
    }
    events
}
