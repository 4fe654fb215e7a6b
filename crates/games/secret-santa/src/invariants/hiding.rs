//! SS-I19: facts that do not depend on hidden cards.

use tinsel_engine::{Events, GameEngine, Questions, SeatIndex, Viewer};
use tinsel_engine_testkit::Verdict;

use super::{equal, questions};
use crate::{
    action::Action,
    components::Cards,
    event::Event,
    state::{Answer, Sealed, SecretSanta},
};

// SS-I19
/// SS-I19: if unseen cards are in other hands, the viewer still has the same view, decisions and events.
///
/// Cards of answers stay in their hands, so that the actions are the same.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn public_views_do_not_depend_on_hands(game: &SecretSanta) -> Verdict {
    let mut chance = questions(game);
    for seat in game.owing().iter() {
        let other = spread_otherwise(game, seat, &mut chance);
        equal("who owes", &other.owing(), &game.owing())?;
        equal("who is eligible", &other.eligible(), &game.eligible())?;
        let default = game
            .pending_decisions(Viewer::Seat(seat))
            .into_iter()
            .find(|decision| decision.seat == seat);
        let Some(action) = default.and_then(|decision| decision.default.action) else {
            continue;
        };
        let (here, there) = (after(game, seat, &action)?, after(&other, seat, &action)?);
        equal("who owes then", &there.0.owing(), &here.0.owing())?;
        if here.0.sheet.len() == game.sheet.len() {
            let events = |events: &Events<Event>| events.seen_by(Viewer::Spectator).cloned().collect::<Vec<_>>();
            equal("the public events", &events(&there.1), &events(&here.1))?;
        }
    }
    Ok(())
}

/// The match with the cards of others in other hands, except the cards of answers.
fn spread_otherwise(game: &SecretSanta, viewer: SeatIndex, chance: &mut Questions) -> SecretSanta {
    let mut world = game.clone();
    let kept = |seat: SeatIndex| {
        let answer = game.answers().and_then(|answers| *answers.at(seat));
        sealed_cards(answer.and_then(Answer::card))
    };
    let others: Vec<SeatIndex> = game.config.players.iter().filter(|seat| *seat != viewer).collect();
    let mut loose = Vec::new();
    for seat in &others {
        let mut cards = *game.deal.hands.at(*seat);
        cards.take_all(&kept(*seat));
        loose.extend(cards.list());
    }
    let chance: &mut dyn tinsel_engine::Chance = chance;
    chance.shuffle("invariants", &mut loose);
    let mut loose = loose.into_iter();
    for seat in others {
        let kept = kept(seat);
        let hand = world.deal.hands.at_mut(seat);
        let room = usize::from(hand.len().saturating_sub(kept.len()));
        *hand = loose.by_ref().take(room).collect::<Cards>().plus(&kept);
    }
    world
}

/// The cards that an answer needs in the hand.
fn sealed_cards(sealed: Option<Sealed>) -> Cards {
    let Some(sealed) = sealed else { return Cards::NONE };
    let card = Cards::of(sealed.special(), 1);
    match sealed {
        Sealed::Fruitcake { gift, .. } => card.plus(&Cards::of(gift, 1)),
        Sealed::Carol { .. }
        | Sealed::Mouse { .. }
        | Sealed::Ghost { .. }
        | Sealed::Tree { .. }
        | Sealed::Scrooge { .. } => card,
    }
}

fn after(game: &SecretSanta, seat: SeatIndex, action: &Action) -> Result<(SecretSanta, Events<Event>), String> {
    let mut copy = game.clone();
    let events = copy.apply(seat, action, &mut Questions::new(0));
    Ok((copy, events.map_err(|rejected| rejected.to_string())?))
}
