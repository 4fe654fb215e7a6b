//! Events.

use tinsel_presents_of_mine::Event;
use tinsel_proto::games::presents_of_mine::v1 as wire;

use super::{action, config, write};

pub(super) fn write(event: &Event) -> wire::Event {
    wire::Event {
        event: Some(kind(event)),
    }
}

#[expect(clippy::too_many_lines, reason = "one row for each event reads best in one place")]
fn kind(event: &Event) -> wire::event::Event {
    use wire::event::Event as Kind;
    match event {
        Event::MatchStarted { config } => Kind::MatchStarted(wire::MatchStarted {
            config: Some(config::write(config)),
        }),
        Event::ListDrawn { order } => Kind::ListDrawn(wire::ListDrawn {
            seats: write::order(order),
        }),
        Event::SubmissionReceived { seat, step } => Kind::SubmissionReceived(wire::SubmissionReceived {
            seat: write::seat(*seat),
            step: step.number().into(),
        }),
        Event::SubmissionSealed {
            seat,
            step,
            content,
            defaulted,
        } => Kind::SubmissionSealed(wire::SubmissionSealed {
            seat: write::seat(*seat),
            step: step.number().into(),
            submission: Some(action::submission(content, *defaulted)),
        }),
        Event::PregameRevealed { pregame, hands } => Kind::PregameRevealed(wire::PregameRevealed {
            pregame: Some(write::pregame(pregame)),
            hands: write::hands(hands),
        }),
        Event::OwnPregameHand { seat, hand } => Kind::OwnPregameHand(wire::OwnPregameHand {
            hand: Some(write::hand(*seat, hand)),
        }),
        Event::RoundStarted { round, order } => Kind::RoundStarted(wire::RoundStarted {
            round: round.number().into(),
            variation: write::variation(Some(*round)).into(),
            seats: write::order(order),
        }),
        Event::ListReversed { order } => Kind::ListReversed(wire::ListReversed {
            seats: write::order(order),
        }),
        Event::PassesRevealed(passes) => Kind::PassesRevealed(write::passes(passes)),
        Event::ReplacementsRevealed(replacements) => Kind::ReplacementsRevealed(write::replacements(replacements)),
        Event::TheftsRevealed(thefts) => Kind::TheftsRevealed(write::thefts(thefts)),
        Event::Scored(scored) => Kind::Scored(write::scored(scored)),
        Event::KaboomExploded {
            round,
            seat,
            staleness,
            layers_before,
            layers_after,
            loss,
        } => Kind::KaboomExploded(wire::KaboomExploded {
            round: round.number().into(),
            seat: write::seat(*seat),
            staleness: staleness.get(),
            layers_before: layers_before.get().into(),
            layers_after: *layers_after,
            loss: write::amount(*loss),
        }),
        Event::HandsPublished { round, hands } => Kind::HandsPublished(wire::HandsPublished {
            round: round.number().into(),
            hands: write::hands(hands),
        }),
        Event::MatchFinished { ranking } => Kind::MatchFinished(wire::MatchFinished {
            result: Some(write::ranking(ranking)),
        }),
    }
}
