//! SS-I19 and SS-I23: facts that other seats cannot distinguish.

use tinsel_engine::{Events, GameEngine, Questions, SeatIndex, SeatSet, Viewer};
use tinsel_engine_testkit::Verdict;

use super::{equal, questions};
use crate::{
    action::Action,
    components::{Cards, Phase, Scope},
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

// SS-I23
/// SS-I23: others cannot distinguish how or when a seat declines: by action, by a standing decline or by default.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn how_and_when_one_declines_is_ones_own_affair(game: &SecretSanta) -> Verdict {
    if game.phase() != Phase::Holly {
        return Ok(());
    }
    for seat in game.owing().iter() {
        let others = game
            .config
            .players
            .iter()
            .filter(|other| *other != seat)
            .map(Viewer::Seat);
        let viewers: Vec<Viewer> = others.chain([Viewer::Spectator]).collect();
        let declined = |scope| after(game, seat, &Action::Decline { scope: Some(scope) });
        let plain = declined(Scope::Window)?;
        let absent = game.absent(seat).map_err(|rejected| rejected.to_string())?;
        let mut away = game.clone();
        let events = away.commit(absent, SeatSet::EMPTY, &mut Questions::new(0));
        for other in [declined(Scope::Round)?, declined(Scope::Deal)?, (away, events)] {
            // From the next window on, a standing decline closes the window sooner.
            if other.0.phase() == Phase::Holly || other.0.eligible() != plain.0.eligible() {
                continue;
            }
            viewers.iter().try_for_each(|viewer| alike(*viewer, &plain, &other))?;
        }
        if game.owing().len() > 1 {
            let still = (game.clone(), Events::new());
            viewers.iter().try_for_each(|viewer| alike(*viewer, &plain, &still))?;
        }
    }
    Ok(())
}

/// Checks that a viewer has the same view, legal actions, pending decisions and events.
fn alike(viewer: Viewer, one: &(SecretSanta, Events<Event>), other: &(SecretSanta, Events<Event>)) -> Verdict {
    let what = |what: &str| format!("{what} of {viewer}");
    equal(
        &what("view"),
        &one.0.view(viewer, SeatSet::EMPTY),
        &other.0.view(viewer, SeatSet::EMPTY),
    )?;
    equal(&what("legal actions"), &one.0.legal(viewer), &other.0.legal(viewer))?;
    equal(
        &what("waiting"),
        &one.0.pending_decisions(viewer),
        &other.0.pending_decisions(viewer),
    )?;
    let events = |events: &Events<Event>| events.seen_by(viewer).cloned().collect::<Vec<_>>();
    equal(&what("events"), &events(&one.1), &events(&other.1))
}

fn after(game: &SecretSanta, seat: SeatIndex, action: &Action) -> Result<(SecretSanta, Events<Event>), String> {
    let mut copy = game.clone();
    let events = copy.apply(seat, action, &mut Questions::new(0));
    Ok((copy, events.map_err(|rejected| rejected.to_string())?))
}
