//! Events. The only file that decides who is told what.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, Events, SeatIndex};

use crate::{
    action::{Action, Move, Selection, Swap},
    components::{Distance, Hand, Layers, Letter, List, Points, Present, Round, Staleness, Step},
    config::{Config, PregameHands},
    reveal, score,
    state::Table,
    view::Transfer,
};

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// A seat's submission is in. To all, the same for a real one and a default.
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

/// What was selected before round 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pregame {
    /// Per seat the five letters and whether they were a default.
    pub selected: BySeat<Selected>,
    /// Per letter A–J, in order, how many seats selected it.
    pub letters: [LetterCount; 10],
}

/// What one seat selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selected {
    /// The five letters.
    pub letters: Selection,
    /// Whether they were a default.
    pub defaulted: bool,
}

/// How often one letter was selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LetterCount {
    /// Which.
    pub letter: Letter,
    /// By how many seats.
    pub count: u8,
    /// What its copies start with; `None` if nobody selected it.
    pub staleness: Option<Staleness>,
}

/// The passes of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passes {
    /// The round.
    pub round: Round,
    /// Per seat its three passes.
    pub seats: BySeat<SeatPasses>,
}

/// The passes of one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatPasses {
    /// To the first, second and third below.
    pub passes: [Pass; 3],
    /// Whether the submission was a default.
    pub defaulted: bool,
}

/// One pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pass {
    /// What was passed, as it was before the round's staleness change.
    pub present: Present,
    /// To whom.
    pub to: SeatIndex,
    /// How far.
    pub distance: Distance,
}

/// The replacements of round 2 or 3.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacements {
    /// The round.
    pub round: Round,
    /// Per seat what it discarded and took.
    pub seats: BySeat<Swap>,
    /// How many seats took each of the two letters, in order of the alphabet.
    pub counts: [(Letter, u8); 2],
    /// The letter whose copies start with staleness 2, if there is one.
    pub stale: Option<Letter>,
}

/// The thefts of round 4.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thefts {
    /// In the order they happened (PM-61).
    pub thefts: Vec<Theft>,
    /// Per seat whether its submission was a default.
    pub defaulted: BySeat<bool>,
}

/// One theft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Theft {
    /// Who stole.
    pub thief: SeatIndex,
    /// From whom.
    pub victim: SeatIndex,
    /// How far apart they are.
    pub distance: Distance,
    /// What the thief wanted.
    pub named: Present,
    /// What it got.
    pub taken: Present,
    /// Whether that was drawn by chance.
    pub random: bool,
}

/// The scoring of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scored {
    /// The step.
    pub step: Step,
    /// The lines, in seat order: of all seats, or of one where it alone is told.
    pub lines: Vec<ScoreLine>,
}

/// What one seat scored in a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreLine {
    /// Whose line it is.
    pub seat: SeatIndex,
    /// Its six presents in canonical order, then by distance.
    pub presents: [ScoredPresent; 6],
    /// Sum of the points of its presents (PM-28).
    pub ability: Points,
    /// Monopoly points (PM-31); 0 before round 5.
    pub monopoly: Points,
    /// What received eggs cost (PM-29), as an amount.
    pub egg_loss: Points,
    /// What explosions cost (PM-30), as an amount.
    pub explosion_loss: Points,
    /// What staleness costs (PM-32), as an amount.
    pub staleness_loss: Points,
    /// The sum of all that (PM-33); may be below 0.
    pub raw: Points,
    /// What is added to the total (PM-34).
    pub gained: Points,
    /// The total after this scoring.
    pub total: Points,
}

/// A present as it was scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoredPresent {
    /// What it is; an exploding Kaboom Present is still a K.
    pub letter: Letter,
    /// How stale it is, before the staleness change.
    pub staleness: Staleness,
    /// Its layers before and after the scoring, if it is a Kaboom Present.
    pub layers: Option<LayersScored>,
    /// How far it was passed or stolen this round; `None` if it was not.
    pub distance: Option<Distance>,
    /// The points of its ability.
    pub points: Points,
}

/// What a scoring did to the layers of a Kaboom Present.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayersScored {
    /// Before: 1 to 6.
    pub before: Layers,
    /// After: before minus the number of A in the hand; 0 or below if it explodes.
    pub after: i32,
}

/// How the match ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ranking {
    /// Every seat, by rank, then by seat.
    pub seats: Vec<Ranked>,
    /// The seats of rank 1, in seat order.
    pub winners: Vec<SeatIndex>,
}

/// One seat's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ranked {
    /// Which seat.
    pub seat: SeatIndex,
    /// Its total.
    pub total: Points,
    /// 1 is best; equal totals share a rank.
    pub rank: u8,
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
// PM-4, PM-R75
pub(crate) fn submitted(step: Step, made: &Move) -> Events<Event> {
    let seat = made.seat();
    let mut events = Events::new();
    events.everyone(Event::SubmissionReceived { seat, step });
    let sealed = Event::SubmissionSealed {
        seat,
        step,
        content: made.submission().action(),
        defaulted: made.defaulted(),
    };
    events.seat(seat, sealed);
    events
}

/// The pregame is over and scored, and round 1 begins.
// PM-15
pub(crate) fn pregame_closed(config: &Config, table: &Table, events: &mut Events<Event>) {
    match config.pregame_hands {
        PregameHands::Public => pregame_revealed(table, events),
        PregameHands::Private => pregame_told_to_owners(table, events),
    }
    round_started(Round::Theme, table.list, events);
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
pub(crate) fn finished(totals: &BySeat<Points>, events: &mut Events<Event>) {
    let ranking = score::ranking(totals);
    events.everyone(Event::MatchFinished { ranking });
}
