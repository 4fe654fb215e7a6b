//! Views, both ways.

use tinsel_presents_of_mine::{LastStep, ListView, OwnSubmission, Phase, PregameView, SeatView, Transfer, View};
use tinsel_proto::games::presents_of_mine::v1 as wire;

use super::{action, config, read, write};
use crate::games::seats::whole;

pub(super) fn write(view: &View) -> wire::View {
    wire::View {
        config: Some(config::write(&view.config)),
        phase: write_phase(view.phase).into(),
        step: view.step.number().into(),
        variation: write::variation(view.step.round()).into(),
        list: view.list.map(|list| wire::SeatList {
            seats: write::order(&list.order),
            reversed: list.reversed,
        }),
        owing_seats: write::seats(view.owing),
        own_submission: view
            .own
            .as_ref()
            .map(|own| action::submission(&own.content, own.defaulted)),
        seats: view
            .seats
            .enumerate()
            .map(|(seat, shown)| write_seat(write::seat(seat), shown))
            .collect(),
        pregame: view.pregame.as_ref().map(|pregame| write_pregame(view, pregame)),
        last_step: view.last.as_ref().map(write_last),
        result: view.ranking.as_ref().map(write::ranking),
    }
}

pub(super) fn read(view: &wire::View) -> Option<View> {
    let own = view.own_submission.as_ref().map(|own| {
        let content = own.action.as_ref().and_then(action::read)?;
        Some(OwnSubmission {
            content,
            defaulted: own.defaulted,
        })
    });
    let list = view.list.as_ref().map(|list| {
        Some(ListView {
            order: read::list(&list.seats)?,
            reversed: list.reversed,
        })
    });
    Some(View {
        config: view.config.as_ref().and_then(config::read)?,
        phase: read_phase(view.phase)?,
        step: read::step(view.step)?,
        list: whole(list)?,
        owing: read::seat_set(&view.owing_seats)?,
        own: whole(own)?,
        seats: read::each_seat(&view.seats, |seat| Some((seat.seat, read_seat(seat)?)))?,
        pregame: whole(view.pregame.as_ref().map(read_pregame))?,
        last: whole(view.last_step.as_ref().map(read_last))?,
        ranking: whole(view.result.as_ref().map(read::ranking))?,
    })
}

fn write_phase(phase: Phase) -> wire::Phase {
    match phase {
        Phase::PregameSelection => wire::Phase::PregameSelection,
        Phase::Passing => wire::Phase::Passing,
        Phase::Stealing => wire::Phase::Stealing,
        Phase::Finished => wire::Phase::Finished,
    }
}

fn read_phase(number: i32) -> Option<Phase> {
    match wire::Phase::try_from(number).ok()? {
        wire::Phase::Unspecified => None,
        wire::Phase::PregameSelection => Some(Phase::PregameSelection),
        wire::Phase::Passing => Some(Phase::Passing),
        wire::Phase::Stealing => Some(Phase::Stealing),
        wire::Phase::Finished => Some(Phase::Finished),
    }
}

fn write_seat(seat: u32, shown: &SeatView) -> wire::SeatView {
    wire::SeatView {
        seat,
        hand: shown.hand.as_ref().map(write::presents).unwrap_or_default(),
        total: shown.total.map(write::amount),
    }
}

fn read_seat(seat: &wire::SeatView) -> Option<SeatView> {
    let hand = if seat.hand.is_empty() {
        None
    } else {
        Some(read::hand(&seat.hand)?)
    };
    Some(SeatView {
        hand,
        total: seat.total.map(read::points),
    })
}

/// Before it is open, a pregame has no counts, and at most one selection: that of the seat with its score in the view.
fn write_pregame(view: &View, pregame: &PregameView) -> wire::Pregame {
    match pregame {
        PregameView::All(pregame) => write::pregame(pregame),
        PregameView::Own(selected) => {
            let own = view.last.as_ref().and_then(|last| last.scored.lines.first());
            let seats = own
                .map(|line| write::selected(line.seat, selected))
                .into_iter()
                .collect();
            wire::Pregame {
                seats,
                letters: Vec::new(),
            }
        }
    }
}

fn read_pregame(pregame: &wire::Pregame) -> Option<PregameView> {
    if pregame.letters.is_empty() {
        return pregame.seats.first().and_then(read::selected).map(PregameView::Own);
    }
    read::pregame(pregame).map(PregameView::All)
}

fn write_last(last: &LastStep) -> wire::LastStep {
    let transfer = last.transfer.as_ref().map(|transfer| match transfer {
        Transfer::Passes(passes) => wire::last_step::Transfer::Passes(write::passes(passes)),
        Transfer::Thefts(thefts) => wire::last_step::Transfer::Thefts(write::thefts(thefts)),
    });
    wire::LastStep {
        step: last.scored.step.number().into(),
        transfer,
        replacements: last.replacements.as_ref().map(write::replacements),
        scored: Some(write::scored(&last.scored)),
    }
}

fn read_last(last: &wire::LastStep) -> Option<LastStep> {
    let transfer = last.transfer.as_ref().map(|transfer| match transfer {
        wire::last_step::Transfer::Passes(passes) => read::passes(passes).map(Transfer::Passes),
        wire::last_step::Transfer::Thefts(thefts) => read::thefts(thefts).map(Transfer::Thefts),
    });
    Some(LastStep {
        transfer: whole(transfer)?,
        replacements: whole(last.replacements.as_ref().map(read::replacements))?,
        scored: last.scored.as_ref().and_then(read::scored)?,
    })
}
