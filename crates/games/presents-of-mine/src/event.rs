//! Events. The only file that decides who is told what.

mod record;

pub use record::{
    LastStep, LayersScored, LetterCount, Pass, Passes, Pregame, Ranked, Ranking, Replacements, ScoreLine, Scored,
    ScoredPresent, SeatPasses, Selected, Theft, Thefts, Transfer,
};

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, Events, MatchContext, SeatIndex};

use crate::{
    action::{Action, Move},
    components::{Hand, Layers, Letter, List, Points, Round, Staleness, Step},
    config::{Config, PregameHands},
    reveal, score, secrecy,
    state::{PresentsOfMine, Table},
};

tinsel_engine::redacted!(Event);

/// What happened.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The match has begun. To all.
    MatchStarted {
        /// Its options.
        config: Config,
    },
    /// The list was drawn. To all.
    ListDrawn {
        /// Top to bottom.
        order: List,
    },
    /// A seat's submission is in. To all, the same for a real one and a default; not where it is secret which seats have
    /// submitted (PM-R85).
    SubmissionReceived {
        /// Whose it is.
        seat: SeatIndex,
        /// The step it is for.
        step: Step,
    },
    /// What the submission holds. To its seat.
    SubmissionSealed {
        /// Whose it is.
        seat: SeatIndex,
        /// The step it is for.
        step: Step,
        /// The submission, as the action that asks for it; letters are sorted.
        content: Action,
        /// Whether it was a default.
        defaulted: bool,
    },
    /// What was selected, and the hands it made. To all; with `PRIVATE` at the end of round 1.
    PregameRevealed {
        /// Selections and counts.
        pregame: Pregame,
        /// The hands before round 1.
        hands: BySeat<Hand>,
    },
    /// The hand a seat begins with. To that seat; only with `PRIVATE`.
    OwnPregameHand {
        /// Whose it is.
        seat: SeatIndex,
        /// Its six presents.
        hand: Hand,
    },
    /// A round has begun. To all.
    RoundStarted {
        /// Which, with its variation.
        round: Round,
        /// The list in this round, top to bottom.
        order: List,
    },
    /// The list was reversed. To all.
    ListReversed {
        /// Top to bottom.
        order: List,
    },
    /// What was passed. To all.
    PassesRevealed(Passes),
    /// What was replaced. To all.
    ReplacementsRevealed(Replacements),
    /// What was stolen. To all.
    TheftsRevealed(Thefts),
    /// What was scored. To all; with `PRIVATE` the pregame's own line to each seat at once and the whole at the end
    /// of round 1.
    Scored(Scored),
    /// A Kaboom Present exploded. To all.
    KaboomExploded {
        /// When.
        round: Round,
        /// Who held it.
        seat: SeatIndex,
        /// How stale it was.
        staleness: Staleness,
        /// What it had left before.
        layers_before: Layers,
        /// What it would have left: 0 or below.
        layers_after: i32,
        /// What it cost: 6, or 1 with an L in the hand.
        loss: Points,
    },
    /// All hands after the staleness change. To all.
    HandsPublished {
        /// At the end of which round.
        round: Round,
        /// Six presents per seat.
        hands: BySeat<Hand>,
    },
    /// The match is over. To all.
    MatchFinished {
        /// How it ended.
        ranking: Ranking,
    },
}

/// The match has begun; the list may be drawn already.
pub(crate) fn started(config: &Config, list: Option<List>) -> Events<Event> {
    let mut events = Events::new();
    events.everyone(Event::MatchStarted { config: *config });
    if let Some(list) = list {
        list_drawn(list, &mut events);
    }
    events
}

/// The list is known from here on.
pub(crate) fn list_drawn(order: List, events: &mut Events<Event>) {
    events.everyone(Event::ListDrawn { order });
}

/// A submission is in: the fact to all, the content to its seat.
// PM-4, PM-R75, PM-R85
pub(crate) fn submitted(game: &PresentsOfMine, made: &Move, context: &MatchContext) -> Events<Event> {
    let (seat, step) = (made.seat(), game.step());
    let mut events = Events::new();
    if !secrecy::hides_progress(game, context) {
        events.everyone(Event::SubmissionReceived { seat, step });
    }
    let sealed = Event::SubmissionSealed {
        seat,
        step,
        content: made.submission().action(),
        defaulted: made.defaulted(),
    };
    events.seat(seat, sealed);
    events
}

/// The pregame is over and scored.
// PM-15
pub(crate) fn pregame_closed(config: &Config, table: &Table, events: &mut Events<Event>) {
    match config.pregame_hands {
        PregameHands::Public => pregame_revealed(table, events),
        PregameHands::Private => pregame_told_to_owners(table, events),
    }
}

fn pregame_revealed(table: &Table, events: &mut Events<Event>) {
    events.everyone(Event::PregameRevealed {
        pregame: reveal::pregame(table),
        hands: table.hands.clone(),
    });
    events.everyone(Event::Scored(reveal::scored(table)));
}

fn pregame_told_to_owners(table: &Table, events: &mut Events<Event>) {
    for (seat, hand) in table.hands.enumerate() {
        events.seat(seat, Event::OwnPregameHand { seat, hand: *hand });
    }
    let Scored { step, lines } = reveal::scored(table);
    for line in lines {
        let (seat, lines) = (line.seat, vec![line]);
        events.seat(seat, Event::Scored(Scored { step, lines }));
    }
}

/// A round is over: `before` is what lay open when it began, `after` when it ended.
// PM-25, PM-53, PM-R73, PM-R74
pub(crate) fn round_closed(config: &Config, before: &Table, after: &Table, events: &mut Events<Event>) {
    let Some(round) = after.last.step().round() else { return };
    // PM-15
    if round == Round::Theme && config.pregame_hands == PregameHands::Private {
        pregame_revealed(before, events);
    }
    let told = reveal::last_step(config, after);
    match told.transfer {
        Some(Transfer::Passes(passes)) => events.everyone(Event::PassesRevealed(passes)),
        Some(Transfer::Thefts(thefts)) => events.everyone(Event::TheftsRevealed(thefts)),
        None => {}
    }
    if let Some(replacements) = told.replacements {
        events.everyone(Event::ReplacementsRevealed(replacements));
    }
    let explosions: Vec<Event> = told
        .scored
        .lines
        .iter()
        .flat_map(|line| explosions(round, line))
        .collect();
    events.everyone(Event::Scored(told.scored));
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

/// A round begins with the list as it is then; `drawn` is the list as it was drawn.
// PM-20, PM-R82
pub(crate) fn round_started(round: Round, drawn: List, events: &mut Events<Event>) {
    let order = drawn.in_round(round);
    match round {
        Round::CleaningSupplies => events.everyone(Event::ListReversed { order }),
        Round::Theme | Round::BombSquad | Round::Yoink | Round::Monopoly => {}
    }
    events.everyone(Event::RoundStarted { round, order });
}

/// The match is over.
// PM-66
pub(crate) fn finished(totals: &BySeat<Points>, context: &MatchContext, events: &mut Events<Event>) {
    let ranking = score::ranking(totals, context);
    events.everyone(Event::MatchFinished { ranking });
}
