//! How things stand.

use tinsel_proto::games::presents_of_mine::v1::{Phase, View};

use super::{Names, Table, events, notation, variation};

/// The text of a view.
pub(in crate::render) fn view(view: &View, names: &Names) -> String {
    let (name, difference) = variation(view.variation());
    let mut text = match view.phase() {
        Phase::PregameSelection | Phase::Unspecified => "Pregame: everyone selects five presents.\n".to_owned(),
        Phase::Passing | Phase::Stealing => format!("Round {}: {name} - {difference}.\n", view.step),
        Phase::Finished => "The match is over.\n".to_owned(),
    };
    if let Some(list) = &view.list {
        let turned = if list.reversed { ", turned round" } else { "" };
        text.push_str(&format!(
            "  List, top to bottom{turned}: {}\n",
            names.all(&list.seats, " > ")
        ));
    }
    text.push_str(&table(view, names));
    if let Some(own) = &view.own_submission {
        text.push_str(&events::submitted(own));
    }
    text
}

fn table(view: &View, names: &Names) -> String {
    let mut table = Table::new("rllrl");
    for seat in &view.seats {
        let points = seat.total.map(|total| format!("{total} points"));
        let owes = if view.owing_seats.contains(&seat.seat) {
            "deciding"
        } else {
            ""
        };
        table.row([
            seat.seat.to_string(),
            names.with_conduct(seat.seat),
            notation::hand(&seat.hand),
            points.unwrap_or_default(),
            owes.to_owned(),
        ]);
    }
    table.text(4)
}
