//! Invariants about gifts and the Draw Bag.

use tinsel_engine::SeatSet;
use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold};
use crate::{
    components::{DuelKind, Naughty, Part, Spot},
    event::Event,
    state::{JingleBrawl, Stage},
};

/// Numbers of gifts that are wrapped, in the pile, and on the table.
fn free(game: &JingleBrawl) -> [usize; 3] {
    let wrapped = game
        .table
        .naughty
        .enumerate()
        .filter(|(_, naughty)| naughty.is_none())
        .count();
    [
        wrapped,
        game.table.pile.len(),
        usize::from(game.table.contested.is_some()),
    ]
}

/// JB-I3: each gift is in exactly one place; the number of gifts is the number of seats.
pub fn each_gift_is_in_one_place(game: &JingleBrawl) -> Verdict {
    let table = &game.table;
    equal("gifts", &table.naughty.len(), &usize::from(game.config.players.get()))?;
    for (gift, naughty) in table.naughty.enumerate() {
        let held = table.hands.iter().filter(|held| **held == Some(gift)).count();
        let piled = table.pile.iter().filter(|misfit| **misfit == gift).count();
        let on_table = usize::from(table.contested == Some(gift));
        let second = usize::from(game.received() == Some(gift));
        let wrapped = usize::from(naughty.is_none());
        let places = held + piled + on_table + second + wrapped;
        hold(places == 1, || format!("{gift} is in {places} places"))?;
    }
    Ok(())
}

/// JB-I4: a seat holds one gift at most, except the loser that must discard one of two.
pub fn a_seat_holds_one_gift_at_most(game: &JingleBrawl) -> Verdict {
    if let Stage::Discard { loser, received, .. } = &game.stage {
        let own = *game.table.hands.at(*loser);
        hold(own.is_some() && own != Some(*received), || {
            format!("{loser} is to discard one of {own:?} and {received}")
        })
    } else {
        let held: usize = game.table.hands.iter().flatten().count();
        let free: usize = free(game).iter().sum();
        equal("gifts held and free", &(held + free), &game.table.naughty.len())
    }
}

/// JB-I5: the number of seats without a gift equals the number of gifts that no seat holds alone.
pub fn giftless_seats_are_gifts_that_are_free(game: &JingleBrawl) -> Verdict {
    let giftless = game.table.hands.iter().filter(|held| held.is_none()).count();
    let free: usize = free(game).iter().sum();
    let two = usize::from(game.received().is_some());
    equal("giftless seats", &giftless, &(free + two))
}

/// JB-I6: the bag follows from the events, contains the seats without a gift, and before a draw has the size of the
/// remaining gifts.
pub fn the_bag_contains_the_seats_without_a_gift(change: Change<'_, JingleBrawl>) -> Verdict {
    let all = change.after.config.players;
    let mut bag = change.before.map_or(all.all(), JingleBrawl::bag);
    let [mut wrapped, mut pile, _] = change.before.map_or([usize::from(all.get()), 0, 0], free);
    for event in change.public_events() {
        match event {
            Event::NameDrawn { part, seat, .. } => {
                let left = if *part == Part::Main { wrapped + pile } else { pile };
                equal("names before a draw", &(bag.len() as usize), &left)?;
                hold(bag.contains(*seat), || format!("{seat} is drawn and not in the bag"))?;
                bag = bag.without(*seat);
            }
            Event::GiftOpened { .. } => wrapped = wrapped.saturating_sub(1),
            Event::GiftMoved { to: Spot::Pile, .. } => pile += 1,
            Event::GiftMoved { from: Spot::Pile, .. } => pile = pile.saturating_sub(1),
            Event::BagChanged { added, removed } => {
                let known =
                    added.iter().all(|seat| !bag.contains(seat)) && removed.iter().all(|seat| bag.contains(seat));
                hold(known, || {
                    format!("{added:?} in, {removed:?} out, with {bag:?} in the bag")
                })?;
                let kept = bag.iter().filter(|seat| !removed.contains(*seat));
                bag = kept.chain(added.iter()).collect();
            }
            _ => {}
        }
    }
    equal("the bag", &change.after.bag(), &bag)?;
    let after = change.after;
    let turn = after.turn.seat;
    let out = match (&after.stage, after.turn.part) {
        (Stage::Finished, _) => SeatSet::EMPTY,
        (Stage::Opening, _) | (_, Part::Lottery) => SeatSet::only(turn),
        (_, Part::Main) => SeatSet::EMPTY,
    };
    let giftless = after.table.hands.enumerate().filter(|(_, held)| held.is_none());
    let named = giftless.map(|(seat, _)| seat).filter(|seat| !out.contains(*seat));
    equal("who has no gift", &named.collect::<SeatSet>(), &bag)
}

/// JB-I7: the pile never holds more gifts than the number of seats less two.
pub fn the_pile_is_small(game: &JingleBrawl) -> Verdict {
    let (pile, most) = (
        game.table.pile.len(),
        usize::from(game.config.players.get()).saturating_sub(2),
    );
    hold(pile <= most, || {
        format!("{pile} gifts are in the pile, {most} are the most")
    })
}

/// JB-I8: Naughty Levels never fall, and add up to the number of duels for a gift.
pub fn naughty_levels_count_duels(change: Change<'_, JingleBrawl>) -> Verdict {
    let levels = |game: &JingleBrawl| -> u32 {
        let opened = game.table.naughty.enumerate().filter_map(|(_, naughty)| *naughty);
        opened.map(|naughty: Naughty| u32::from(naughty.get())).sum()
    };
    let about_a_gift = |event: &&Event| matches!(event, Event::DuelEnded { kind, .. } if *kind != DuelKind::TieBreak);
    let settled = change.public_events().filter(about_a_gift).count();
    let before = change.before.map_or(0, levels);
    let after = levels(change.after) as usize;
    equal("the levels in all", &after, &(before as usize + settled))?;
    for (gift, old) in change.before.iter().flat_map(|before| before.table.naughty.enumerate()) {
        let new = change.after.table.naughty.get(gift).copied().flatten();
        hold(new >= *old, || format!("{gift} had {old:?} and has {new:?}"))?;
    }
    Ok(())
}

/// JB-I14: only the gift of a yield duel, and the Target Misfit until its turn is decided, lie on the table.
pub fn only_contested_gifts_lie_on_the_table(game: &JingleBrawl) -> Verdict {
    let claimed = game.turn.context == Some(crate::components::Context::LastClaim);
    let expected = match (&game.stage, game.turn.part) {
        (Stage::Finished, _) => None,
        (_, Part::Lottery) => game.turn.gift.filter(|_| !claimed),
        (
            Stage::Method { duel }
            | Stage::Throw { duel, .. }
            | Stage::Report { duel, .. }
            | Stage::Verdict { duel, .. },
            Part::Main,
        ) => duel.gift.filter(|_| duel.kind == DuelKind::Yield),
        (_, Part::Main) => None,
    };
    equal("the table", &game.table.contested, &expected)
}
