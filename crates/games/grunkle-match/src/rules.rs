//! Validates and applies submissions and votes.

mod auction;
mod commit;
mod effects;
mod judge;
mod steps;
mod tie_break;

use tinsel_engine::{BySeat, Chance, Events, SeatIndex, SeatSet, never};

pub(crate) use effects::morphogenetics_gain;
pub(crate) use judge::{discard, within, zero_bid};

use crate::{
    action::Action,
    components::{Round, SEAT_COUNT, Skills},
    config::Config,
    event::{self, Event},
    reject::Rejected,
    state::{Envelopes, GrunkleMatch, Stage, nothing_sealed},
    submission::{Made, Move, Submission},
    table::Table,
};

/// The first state of a match: starting garnets, no skills, round 1 open.
pub(crate) fn start(config: &Config) -> (GrunkleMatch, Events<Event>) {
    let game = GrunkleMatch {
        config: config.clone(),
        table: Table {
            // GM-3
            garnets: BySeat::from_fn(SEAT_COUNT, |seat| config.starting(seat)),
            skills: BySeat::from_fn(SEAT_COUNT, |_| Skills::default()),
            nullified: None,
            garnet_theft: None,
            skill_theft: None,
            past: Vec::new(),
        },
        stage: Stage::Bidding {
            round: Round::FIRST,
            sealed: nothing_sealed(),
        },
    };
    (game, event::started(config))
}

/// Validates an action by the checks of the specification, section 6, in their order.
pub(crate) fn resolve(game: &GrunkleMatch, seat: SeatIndex, action: &Action) -> Result<Move, Rejected> {
    judge::judged(game, seat, action).map(|made| Move { seat, made })
}

/// The default of an inactive seat.
pub(crate) fn absent(game: &GrunkleMatch, seat: SeatIndex) -> Result<Move, Rejected> {
    judge::by_default(game, seat).map(|made| Move { seat, made })
}

/// Stores a submission or a vote, and resolves the round or the tie if it was the last.
pub(crate) fn commit(
    game: &mut GrunkleMatch,
    made: Move,
    forfeited: SeatSet,
    chance: &mut dyn Chance,
) -> Events<Event> {
    let Move { seat, made } = made;
    let mut events = match (made, &mut game.stage) {
        (Made::Submitted(submission), Stage::Bidding { round, sealed }) => {
            let (round, mut events) = (*round, event::submitted(*round, seat, &submission));
            *sealed.at_mut(seat) = Some(submission);
            // GM-8, GM-34: nothing resolves before the seventh
            if let Some(submissions) = complete(sealed) {
                steps::resolve(game, round, submissions, &mut events);
                game.stage = after(game, round, forfeited, chance, &mut events);
            }
            events
        }
        (Made::Voted(ballot), Stage::TieBreak { ballots }) => {
            let mut events = Events::new();
            events.everyone(Event::VoteReceived { seat });
            *ballots.at_mut(seat) = Some(ballot);
            if game.owing().is_empty() {
                game.stage = tie_break::counted(game, chance, &mut events);
            }
            events
        }
        (Made::Submitted(_), Stage::TieBreak { .. } | Stage::Ended { .. })
        | (Made::Voted(_), Stage::Bidding { .. } | Stage::Ended { .. }) => {
            never!("a move is committed on the state it was judged on");
            Events::new()
        }
    };
    event::ended(game, forfeited, &mut events);
    events
}

/// The next stage after a resolved round: the next round, or the scoring after the last.
// GM-46
pub(crate) fn after(
    game: &GrunkleMatch,
    round: Round,
    forfeited: SeatSet,
    chance: &mut dyn Chance,
    events: &mut Events<Event>,
) -> Stage {
    match round.next() {
        Some(next) => {
            event::round_opened(next, events);
            Stage::Bidding {
                round: next,
                sealed: nothing_sealed(),
            }
        }
        None => tie_break::scored(&game.table, forfeited, chance, events),
    }
}

/// All submissions, once every seat has one.
fn complete(sealed: &Envelopes) -> Option<BySeat<Submission>> {
    let all: Option<Vec<Submission>> = sealed.iter().copied().collect();
    all.and_then(BySeat::from_vec)
}
