//! A bot with its own taste that spends chips only for gain.

use tinsel_engine::{Chance, SeatIndex, SeatSet, present::Present};

use super::{gambit, path, reprisal, taste::Taste};
use crate::{
    action::Action,
    components::{Chips, Method, Response},
    legal::Legal,
    rules::{Target, Targets},
    state::JingleBrawl,
    view::View,
};

/// The choice of a sensible player with this view and these legal actions; `None` if it owes nothing.
pub fn decide(view: &View, legal: &Legal, chance: &mut dyn Chance) -> Option<Action> {
    let Some(seat) = view.own.as_ref().map(|own| own.seat) else {
        return JingleBrawl::random(view, legal, chance);
    };
    let taste = Taste::of(view, seat);
    Some(match legal {
        Legal::Nothing | Legal::Open { .. } | Legal::Throw => return JingleBrawl::random(view, legal, chance),
        Legal::Bid { max } => Action::Bid {
            amount: Some(bid(view, &taste, *max, chance)),
        },
        Legal::Respond => Action::RespondToBid {
            choice: Some(response(view, &taste)),
        },
        Legal::Gambit(targets) => gambit(worth_it(targets, &taste, taste.held(), chance)),
        Legal::Method { methods } => Action::ChooseMethod {
            method: method(methods, chance),
        },
        Legal::Report { duelists } | Legal::Verdict { duelists } => fought_out(view, legal, *duelists),
        Legal::Discard { gifts } => Action::Discard {
            gift: gifts.iter().copied().min_by_key(|gift| taste.of_gift(*gift)),
        },
        Legal::Reprisal { targets, defenders } => {
            let target = worth_it(targets, &taste, taste.held(), chance);
            reprisal(target, poorest(view, *defenders))
        }
        Legal::Path(targets) => {
            // The Active player gets the Misfit anyway.
            let misfit = view.turn_gift.map_or(0, |gift| taste.of_gift(gift));
            path(worth_it(targets, &taste, misfit, chance))
        }
        Legal::Defender { seats } => Action::ChooseDefender {
            defender: poorest(view, *seats),
        },
    })
}

/// Higher for a gift that is better than the seat's own one, never most of the chips, and with some randomness.
fn bid(view: &View, taste: &Taste, max: Chips, chance: &mut dyn Chance) -> u32 {
    let offered = view.turn_gift.map_or(0, |gift| taste.of_gift(gift));
    let gain = u32::from(offered.saturating_sub(taste.held()));
    if gain < 2 {
        return 0;
    }
    let afford = u32::from(max.get()).saturating_mul(2) / 3;
    let bid = (gain / 2).saturating_add(chance.number("bot", 3));
    bid.min(afford.max(1)).min(u32::from(max.get()))
}

/// The bot yields a gift that it does not like, while there are others to open.
fn response(view: &View, taste: &Taste) -> Response {
    let others = view.gifts.iter().any(|gift| gift.name.is_none());
    if others && taste.held() < 4 {
        Response::Yield
    } else {
        Response::Stand
    }
}

/// A possible target that is better than `held` by enough to justify its price and the risk.
fn worth_it(targets: &Targets, taste: &Taste, held: u8, chance: &mut dyn Chance) -> Option<Target> {
    let surplus = |target: &Target| {
        let gain = i32::from(taste.of_gift(target.gift)).saturating_sub(i32::from(held));
        gain.saturating_sub(i32::from(target.cost.get()))
    };
    let best = targets.affordable.iter().max_by_key(|target| surplus(target))?;
    (surplus(best) > 0 && !chance.once_in("bot", 6)).then_some(*best)
}

/// A method that the service decides; a bot avoids a duel outside the service if it has a choice.
fn method(methods: &[Method], chance: &mut dyn Chance) -> Option<Method> {
    let here: Vec<Method> = methods
        .iter()
        .filter(|method| **method != Method::Reported)
        .copied()
        .collect();
    chance.pick("bot", &here).copied().or_else(|| methods.first().copied())
}

/// Bots cannot meet, so they derive the same winner from data that both of them see.
fn fought_out(view: &View, legal: &Legal, duelists: SeatSet) -> Action {
    let sum = view
        .gifts
        .iter()
        .filter_map(|gift| gift.naughty)
        .map(|naughty| u32::from(naughty.get()));
    let coin = sum.sum::<u32>().wrapping_add(u32::from(view.turn));
    let either = usize::from(!coin.is_multiple_of(2));
    let winner = duelists.iter().nth(either);
    if matches!(legal, Legal::Verdict { .. }) {
        Action::Verdict { winner }
    } else {
        Action::Report { winner }
    }
}

/// The seat with the fewest chips: its wins hurt least.
fn poorest(view: &View, seats: SeatSet) -> Option<SeatIndex> {
    seats
        .iter()
        .min_by_key(|seat| view.chips.get(*seat).copied().unwrap_or_default())
}
