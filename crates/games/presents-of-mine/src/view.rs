//! The view: the part of the state that one viewer may know. Only this file decides which viewer sees which part of the
//! state.

use tinsel_engine::{BySeat, SeatIndex, SeatSet, Viewer, Wire};

use crate::{
    action::{Action, Sealed, Submission},
    components::{Hand, List, Phase, Points, Round, SEAT_COUNT, Step},
    config::{Config, PregameHands},
    record::{LastStep, Pregame, Ranking, Selected},
    reveal, score, secrecy,
    state::{Envelopes, PresentsOfMine, Stage, Table, sealed_by},
};

tinsel_engine::redacted!(View, OwnSubmission, SeatView, PregameView);

/// The part of the state that one viewer may know; facts that it may not know yet are absent.
#[derive(Clone, PartialEq, Eq, Wire)]
#[wire(also(variation = step.round()))]
pub struct View {
    /// The options.
    pub config: Config,
    /// The phase of the match.
    pub phase: Phase,
    /// The step; once the match is over, the last round. Its round implies the variation.
    pub step: Step,
    /// The list, once drawn.
    pub list: Option<ListView>,
    /// The seats that owe a decision. Where it is secret which seats have submitted, it contains all seats except the
    /// viewer's own after its submission.
    #[wire(as = owing_seats)]
    pub owing: SeatSet,
    /// The viewer's own submission of this step, once it has submitted.
    #[wire(as = own_submission)]
    pub own: Option<OwnSubmission>,
    /// The possessions of each seat.
    pub seats: BySeat<SeatView>,
    /// The selections before round 1, once visible.
    pub pregame: Option<PregameView>,
    /// The last resolved step that the viewer may see, if there is one.
    #[wire(as = last_step)]
    pub last: Option<LastStep>,
    /// The ranking, once the match is over.
    #[wire(as = result)]
    pub ranking: Option<Ranking>,
}

/// The list in its current order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Wire)]
#[wire(as = SeatList)]
pub struct ListView {
    /// Top to bottom.
    #[wire(as = seats)]
    pub order: List,
    /// Whether it has been reversed.
    pub reversed: bool,
}

/// The viewer's own sealed submission.
#[derive(Clone, PartialEq, Eq, Wire)]
#[wire(as = Submission)]
pub struct OwnSubmission {
    /// The submission as an action, with sorted letters.
    #[wire(as = action)]
    pub content: Action,
    /// Whether it was a default.
    #[wire(as = defaulted)]
    pub by_default: bool,
}

/// The possessions of a seat, as the viewer may know them.
#[derive(Clone, Copy, PartialEq, Eq, Wire)]
#[wire(entry)]
pub struct SeatView {
    /// Its hand.
    #[wire(with = crate::wire::if_any)]
    pub hand: Option<Hand>,
    /// Its points.
    pub total: Option<Points>,
}

/// The selections before round 1, as the viewer may know them.
#[derive(Clone, PartialEq, Eq)]
pub enum PregameView {
    /// All selections.
    All(Pregame),
    /// The viewer's own selection only: `PRIVATE`, until the end of round 1.
    Own {
        /// The seat.
        seat: SeatIndex,
        /// Its selection.
        selected: Selected,
    },
}

/// The part of the state that `viewer` may know.
pub(crate) fn view(game: &PresentsOfMine, viewer: Viewer, forfeited: SeatSet) -> View {
    let table = game.table();
    let pregame_is_open = pregame_is_open(game);
    View {
        config: game.config,
        phase: game.phase(),
        step: game.step(),
        list: game.list().map(|order| ListView {
            order,
            reversed: game.step().round().is_some_and(Round::has_reversed_list),
        }),
        owing: secrecy::awaited(game, viewer),
        own: viewer.seat().and_then(|seat| own_submission(game, seat)),
        // PM-R84
        seats: BySeat::from_fn(SEAT_COUNT, |seat| {
            seat_view(table, seat, pregame_is_open || viewer.is(seat))
        }),
        pregame: table.and_then(|table| pregame_view(table, viewer, pregame_is_open)),
        last: table.and_then(|table| last_step(game, table, viewer)),
        ranking: match &game.stage {
            Stage::Finished { table } => Some(score::ranking(&table.totals, forfeited)),
            Stage::Selecting { .. } | Stage::Passing { .. } | Stage::Stealing { .. } => None,
        },
    }
}

/// Whether the selections and their results before round 1 are public.
// PM-15, PM-R13
fn pregame_is_open(game: &PresentsOfMine) -> bool {
    match (game.config.pregame_hands, game.step()) {
        (_, Step::Pregame) => false,
        (PregameHands::Public, Step::Round(_)) => true,
        (PregameHands::Private, Step::Round(round)) => round > Round::Theme,
    }
}

// PM-R5, PM-R75: the seat's own only.
fn own_submission(game: &PresentsOfMine, seat: SeatIndex) -> Option<OwnSubmission> {
    match &game.stage {
        Stage::Selecting { sealed, .. } => own(sealed, seat, Submission::Selection),
        Stage::Passing { sealed, .. } => own(sealed, seat, Submission::Passing),
        Stage::Stealing { sealed, .. } => own(sealed, seat, Submission::Stealing),
        Stage::Finished { .. } => None,
    }
}

fn own<T: Copy>(sealed: &Envelopes<T>, seat: SeatIndex, submission: fn(T) -> Submission) -> Option<OwnSubmission> {
    let Sealed { content, by_default } = sealed_by(sealed, seat)?;
    Some(OwnSubmission {
        content: submission(content).action(),
        by_default,
    })
}

fn seat_view(table: Option<&Table>, seat: SeatIndex, visible: bool) -> SeatView {
    match table {
        // PM-3
        None => SeatView {
            hand: None,
            total: Some(Points::ZERO),
        },
        Some(table) => SeatView {
            hand: visible.then(|| *table.hands.at(seat)),
            total: visible.then(|| *table.totals.at(seat)),
        },
    }
}

fn pregame_view(table: &Table, viewer: Viewer, open: bool) -> Option<PregameView> {
    if open {
        return Some(PregameView::All(reveal::pregame(table)));
    }
    let seat = viewer.seat()?;
    let sealed = table.selected.get(seat)?;
    let selected = Selected {
        letters: sealed.content,
        by_default: sealed.by_default,
    };
    Some(PregameView::Own { seat, selected })
}

/// The last resolved step; of a pregame that is not public only the viewer's own line.
fn last_step(game: &PresentsOfMine, table: &Table, viewer: Viewer) -> Option<LastStep> {
    if pregame_is_open(game) {
        return Some(reveal::last_step(&game.config, table));
    }
    let own = viewer.seat().filter(|seat| SEAT_COUNT.has(*seat))?;
    Some(LastStep {
        transfer: None,
        replacements: None,
        scored: reveal::scored_by(table, own),
    })
}
