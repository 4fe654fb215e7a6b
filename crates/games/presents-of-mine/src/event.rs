//! Events. Only this file decides which viewer receives which event. `present/sentences.rs` has their sentences for
//! players.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, Events, SeatIndex, SeatSet, Wire};

use crate::{
    action::{Action, Move},
    components::{Hand, Layers, Letter, List, Points, Round, Staleness, Step},
    config::{Config, PregameHands},
    record::{Passes, Pregame, Ranking, Replacements, ScoreLine, Scored, Thefts, Transfer},
    reveal, score, secrecy,
    state::{PresentsOfMine, Table},
};

tinsel_engine::redacted!(Event);

/// An event.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub enum Event {
    /// The match has begun. Everyone receives it.
    MatchStarted {
        /// Its options.
        config: Config,
    },
    /// The list was drawn. Everyone receives it.
    ListDrawn {
        /// Top to bottom.
        #[wire(as = seats)]
        order: List,
    },
    /// A seat has submitted. Everyone receives it; a default looks the same as an action. There is no such event where
    /// it is secret which seats have submitted (PM-R85).
    SubmissionReceived {
        /// The seat.
        seat: SeatIndex,
        /// The step of the submission.
        step: Step,
    },
    /// The content of a submission. Only its seat receives it.
    #[wire(with = crate::wire::sealed)]
    SubmissionSealed {
        /// The seat.
        seat: SeatIndex,
        /// The step of the submission.
        step: Step,
        /// The submission as an action, with sorted letters.
        content: Action,
        /// Whether it was a default.
        #[serde(rename = "defaulted")]
        by_default: bool,
    },
    /// The selections, and the hands that result from them. Everyone receives it; with `PRIVATE` at the end of round 1.
    PregameRevealed {
        /// Selections and counts.
        pregame: Pregame,
        /// The hands before round 1.
        hands: BySeat<Hand>,
    },
    /// The first hand of a seat. Only that seat receives it; only with `PRIVATE`.
    #[wire(with = crate::wire::own_hand)]
    OwnPregameHand {
        /// The seat.
        seat: SeatIndex,
        /// Its six presents.
        hand: Hand,
    },
    /// A round has begun. Everyone receives it.
    #[wire(also(variation = *round))]
    RoundStarted {
        /// The round, with its variation.
        round: Round,
        /// The list in this round, top to bottom.
        #[wire(as = seats)]
        order: List,
    },
    /// The list was reversed. Everyone receives it.
    ListReversed {
        /// Top to bottom.
        #[wire(as = seats)]
        order: List,
    },
    /// The passed presents. Everyone receives it.
    PassesRevealed(Passes),
    /// The replacements. Everyone receives it.
    ReplacementsRevealed(Replacements),
    /// The stolen presents. Everyone receives it.
    TheftsRevealed(Thefts),
    /// The scores. Everyone receives it; with `PRIVATE` each seat receives its own line of the pregame at once, and
    /// everyone all lines at the end of round 1.
    Scored(Scored),
    /// A Kaboom Present exploded. Everyone receives it.
    KaboomExploded {
        /// The round.
        round: Round,
        /// The holder.
        seat: SeatIndex,
        /// Its staleness.
        staleness: Staleness,
        /// Its layers before the scoring.
        layers_before: Layers,
        /// Its layers after the scoring: 0 or below.
        layers_after: i32,
        /// The cost of the explosion: 6, or 1 with an L in the hand.
        loss: Points,
    },
    /// All hands after the staleness change. Everyone receives it.
    HandsPublished {
        /// The round that has ended.
        round: Round,
        /// Six presents per seat.
        hands: BySeat<Hand>,
    },
    /// The match is over. Everyone receives it.
    MatchFinished {
        /// The final ranking.
        #[wire(as = result)]
        ranking: Ranking,
    },
}

/// The events of the start; the list can already be drawn.
pub(crate) fn started(config: &Config, list: Option<List>) -> Events<Event> {
    let mut events = Events::new();
    events.everyone(Event::MatchStarted { config: *config });
    if let Some(list) = list {
        list_drawn(list, &mut events);
    }
    events
}

/// Makes the list public.
pub(crate) fn list_drawn(order: List, events: &mut Events<Event>) {
    events.everyone(Event::ListDrawn { order });
}

/// A seat has submitted: everyone receives the fact, the seat receives the content.
// PM-4, PM-R75, PM-R85
pub(crate) fn submitted(game: &PresentsOfMine, made: &Move) -> Events<Event> {
    let (seat, step) = (made.seat(), game.step());
    let mut events = Events::new();
    if !secrecy::hides_progress(game) {
        events.everyone(Event::SubmissionReceived { seat, step });
    }
    let sealed = Event::SubmissionSealed {
        seat,
        step,
        content: made.submission().action(),
        by_default: made.by_default(),
    };
    events.seat(seat, sealed);
    events
}

/// The events of the pregame's end, after its scoring.
// PM-15
pub(crate) fn pregame_closed(config: &Config, table: &Table, events: &mut Events<Event>) {
    match config.pregame_hands {
        PregameHands::Public => pregame_revealed(table, events),
        PregameHands::Private => pregame_for_owners(table, events),
    }
}

fn pregame_revealed(table: &Table, events: &mut Events<Event>) {
    events.everyone(Event::PregameRevealed {
        pregame: reveal::pregame(table),
        hands: table.hands.clone(),
    });
    events.everyone(Event::Scored(reveal::scored(table)));
}

fn pregame_for_owners(table: &Table, events: &mut Events<Event>) {
    for (seat, hand) in table.hands.enumerate() {
        events.seat(seat, Event::OwnPregameHand { seat, hand: *hand });
    }
    let Scored { step, lines } = reveal::scored(table);
    for line in lines {
        let (seat, lines) = (line.seat, vec![line]);
        events.seat(seat, Event::Scored(Scored { step, lines }));
    }
}

/// The events of a round's end, from the public state `before` the round and `after` it.
// PM-25, PM-53, PM-R73, PM-R74
pub(crate) fn round_closed(config: &Config, before: &Table, after: &Table, events: &mut Events<Event>) {
    let Some(round) = after.last.step().round() else { return };
    // PM-15
    if round == Round::Theme && config.pregame_hands == PregameHands::Private {
        pregame_revealed(before, events);
    }
    let disclosed = reveal::last_step(config, after);
    match disclosed.transfer {
        Some(Transfer::Passes(passes)) => events.everyone(Event::PassesRevealed(passes)),
        Some(Transfer::Thefts(thefts)) => events.everyone(Event::TheftsRevealed(thefts)),
        None => {}
    }
    if let Some(replacements) = disclosed.replacements {
        events.everyone(Event::ReplacementsRevealed(replacements));
    }
    let explosions: Vec<Event> = disclosed
        .scored
        .lines
        .iter()
        .flat_map(|line| explosions(round, line))
        .collect();
    events.everyone(Event::Scored(disclosed.scored));
    for explosion in explosions {
        events.everyone(explosion);
    }
    let hands = after.hands.clone();
    events.everyone(Event::HandsPublished { round, hands });
}

/// The explosions in one seat's hand, in the order of the hand.
// PM-25.4, PM-44
fn explosions(round: Round, line: &ScoreLine) -> Vec<Event> {
    let limited = line.presents.iter().any(|present| present.letter == Letter::L);
    let seat = line.seat;
    let exploding = line.presents.iter().filter_map(move |present| {
        let layers = present.layers.filter(|layers| layers.after <= 0)?;
        Some(Event::KaboomExploded {
            round,
            seat,
            staleness: present.staleness,
            layers_before: layers.before,
            layers_after: layers.after,
            loss: score::loss_per_explosion(limited),
        })
    });
    exploding.collect()
}

/// The events of a round's start, with the list in its current order; `drawn` is the list as it was drawn.
// PM-20, PM-R82
pub(crate) fn round_started(round: Round, drawn: List, events: &mut Events<Event>) {
    let order = drawn.in_round(round);
    match round {
        Round::CleaningSupplies => events.everyone(Event::ListReversed { order }),
        Round::Theme | Round::BombSquad | Round::Yoink | Round::Monopoly => {}
    }
    events.everyone(Event::RoundStarted { round, order });
}

/// Adds the final event.
// PM-66
pub(crate) fn finished(totals: &BySeat<Points>, forfeited: SeatSet, events: &mut Events<Event>) {
    let ranking = score::ranking(totals, forfeited);
    events.everyone(Event::MatchFinished { ranking });
}
