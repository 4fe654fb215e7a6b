//! SS-I22: standing declines.

use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold, same_deal};
use crate::{components::Phase, event::Event, state::SecretSanta};

// SS-I22
/// SS-I22: a seat gives its standing decline itself, in a Holly window; it is in, received no card since, and before
/// the first round there is no such decline.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn standing_declines_are_given_by_their_seats(change: Change<'_, SecretSanta>) -> Verdict {
    let after = change.after;
    for (seat, standing) in after.deal.declines.enumerate() {
        let Some(standing) = standing else { continue };
        hold(after.phase() != Phase::Fruitcake, || {
            format!("{seat} declines before the first round")
        })?;
        hold(!after.deal.is_out(seat), || format!("{seat} is out and declines"))?;
        let Some(before) = same_deal(change) else {
            return Err(format!("{seat} declines at the start of a deal"));
        };
        let given = change.events.iter().any(|addressed| {
            let own = addressed.to == tinsel_engine::Audience::seat(seat);
            own && addressed.event == Event::StandingDecline { scope: Some(*standing) }
        });
        if given {
            equal("the phase in which it was given", &before.phase(), &Phase::Holly)?;
            continue;
        }
        equal(
            "a decline that nobody gave",
            &before.deal.declines.at(seat).as_ref(),
            &Some(standing),
        )?;
        let (held, holds) = (before.deal.hands.at(seat), after.deal.hands.at(seat));
        hold(held.contains(holds), || format!("{seat} got a card and declines"))?;
        let ended = before.deal.round.number != after.deal.round.number;
        hold(!ended || *standing == crate::components::Standing::Deal, || {
            format!("{seat} declines for a round that is over")
        })?;
    }
    Ok(())
}
