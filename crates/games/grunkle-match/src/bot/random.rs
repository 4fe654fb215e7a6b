//! A bot that chooses any legal action.

use tinsel_engine::{Chance, SeatIndex, SeatSet};

use super::{amount, vote};
use crate::{
    action::{Action, Bid, Grab, Named, Sheet},
    components::Skill,
    legal::{Form, Legal},
    submission::Loot,
};

/// A random action that `legal` allows; `None` if it allows none.
pub fn random(legal: &Legal, chance: &mut dyn Chance) -> Option<Action> {
    match legal {
        Legal::Nothing => None,
        Legal::Submit(form) => Some(Action::SubmitRound(sheet(form, chance))),
        Legal::Vote { candidates } => Some(vote(*candidates, chance)),
    }
}

fn sheet(form: &Form, chance: &mut dyn Chance) -> Sheet {
    let discards = form.means_with_discard.is_some() && chance.once_in("bot", 2);
    let (bids, zero_bid) = bids(form, discards, chance);
    let bids_on = |skill| bids.iter().any(|bid| bid.skill == Some(skill)) || zero_bid == Some(skill);
    let (nullifies, betrays) = (bids_on(Skill::SkillNullify), bids_on(Skill::Treachery));
    // The bot mostly keeps it, so that other seats can steal it.
    let uses_garnet_thief = chance.once_in("bot", 5);
    let uses_skill_thief = !chance.once_in("bot", 4);
    let loot = loot(form, chance);
    Sheet {
        dark_ritual_skill: zero_bid.map(Named::Skill),
        discard_grunko_pop: discards,
        nullify_name: pick(chance, nullifies, &form.nullify_names).map(Named::Skill),
        treachery_target: seat(chance, betrays, form.treachery_targets),
        phantom_target: seat(chance, true, form.phantom_targets),
        garnet_thief_target: seat(chance, uses_garnet_thief, form.garnet_thief_targets),
        skill_thief: pick(chance, uses_skill_thief, &loot).map(|Loot { target, skill }| Grab {
            target: Some(target),
            skill: Some(skill),
        }),
        bids,
    }
}

/// Ordinary bids, and the skill of a zero bid.
fn bids(form: &Form, discards: bool, chance: &mut dyn Chance) -> (Vec<Bid>, Option<Skill>) {
    let means = form.means_with_discard.filter(|_| discards).unwrap_or(form.means);
    let mut list = form.round.list().to_vec();
    chance.shuffle("bot: list", &mut list);
    let zero_bid = form
        .zero_bid_cost
        .filter(|_| means.zero_bid_alone && chance.once_in("bot", 2));
    let zero_bid = zero_bid.and_then(|cost| Some((list.pop()?, cost)));
    let mut left = means
        .budget
        .less(zero_bid.map_or_else(Default::default, |(_, cost)| cost));
    let mut bids = Vec::new();
    if means.able_to_bid {
        let room = u32::from(form.skills_max).saturating_sub(u32::from(zero_bid.is_some()));
        let least = u32::from(zero_bid.is_none());
        let count = least.saturating_add(chance.number("bot", room.saturating_add(1).saturating_sub(least)));
        for skill in list.into_iter().take(usize::try_from(count).unwrap_or(0)) {
            let Some(bid) = amount(chance, form.unit, form.max_bid.min(left), form.unit) else {
                break;
            };
            left = left.less(bid);
            bids.push(Bid {
                skill: Some(skill),
                amount: bid.get(),
            });
        }
    }
    (bids, zero_bid.map(|(skill, _)| skill))
}

/// The possible thefts; with probability one half only those of skills that the holder may use up in the same round.
// GM-R68: among all thefts, a random one would hardly ever fail
fn loot(form: &Form, chance: &mut dyn Chance) -> Vec<Loot> {
    let all = &form.skill_thefts;
    let fleeting = [Skill::GarnetThief, Skill::GrunkoPop];
    let fleeting: Vec<Loot> = all
        .iter()
        .filter(|loot| fleeting.contains(&loot.skill))
        .copied()
        .collect();
    if fleeting.is_empty() || chance.once_in("bot", 2) {
        all.clone()
    } else {
        fleeting
    }
}

fn pick<T: Copy>(chance: &mut dyn Chance, wanted: bool, items: &[T]) -> Option<T> {
    chance.pick("bot", items).copied().filter(|_| wanted)
}

fn seat(chance: &mut dyn Chance, wanted: bool, seats: SeatSet) -> Option<SeatIndex> {
    let seats: Vec<SeatIndex> = seats.iter().collect();
    pick(chance, wanted, &seats)
}
