//! A bot with a plan.
//!
//! It bids high on skills that do not make it richer, because every garnet paid lowers its total. It spreads its bids,
//! because equal bids cancel each other. It tries to win one skill each round, because a Grunko Pop costs more than
//! most prices.

use tinsel_engine::{Chance, SeatIndex};

use super::{vote, worth::Standing};
use crate::{
    action::{Action, Bid, Named, RequestedTheft, SubmitRound},
    components::{Garnets, Round, SEAT_COUNT, Skill},
    legal::{Legal, LegalSubmission, Means},
    submission::SkillTheft,
    view::View,
};

/// The random difference between two bots in the value of a skill.
const TASTE: u32 = 4;
/// Minimum value of a skill, its price apart, that is still better than a Grunko Pop.
const WORST: i64 = -12;

/// The choice of a sensible player with this view and these legal actions; `None` if it owes nothing.
pub fn decide(view: &View, legal: &Legal, chance: &mut dyn Chance) -> Option<Action> {
    match legal {
        Legal::Nothing => None,
        Legal::Submit(limits) => {
            let seat = own_seat(view)?;
            let standing = Standing { view, seat };
            Some(Action::SubmitRound(sheet(standing, limits, chance)))
        }
        Legal::Vote { candidates } => Some(vote(*candidates, chance)),
    }
}

/// Before the scoring, a viewer sees only its own garnets.
fn own_seat(view: &View) -> Option<SeatIndex> {
    let mut seen = view.seats.enumerate().filter(|(_, seat)| seat.garnets.is_some());
    seen.next().map(|(seat, _)| seat)
}

fn sheet(standing: Standing<'_>, limits: &LegalSubmission, chance: &mut dyn Chance) -> SubmitRound {
    // Discarding a Grunko Pop for a garnet is a good trade.
    let (discards, means) = match limits.means_with_discard {
        Some(means) => (true, means),
        None => (false, limits.means),
    };
    let wishes = wishes(standing, limits, chance);
    let zero_bid = zero_bid(limits, means, &wishes);
    let bids = bids(limits, means, &wishes, (zero_bid, chance));
    let bids_on = |skill| bids.iter().any(|bid| bid.skill == Some(skill)) || zero_bid == Some(skill);
    let (nullifies, betrays) = (bids_on(Skill::SkillNullify), bids_on(Skill::Treachery));
    let rival = rival(standing, chance);
    SubmitRound {
        dark_ritual_skill: zero_bid.map(Named::Skill),
        discard_grunko_pop: discards,
        nullify_name: nullifies.then(|| Named::Skill(worst_skill(standing))),
        treachery_target: betrays.then_some(rival),
        phantom_target: limits.phantom_targets.contains(rival).then_some(rival),
        skill_thief: theft(standing, limits),
        bids,
        // Stealing garnets would make the thief richer.
        ..SubmitRound::default()
    }
}

/// The skills to bid on, best first, with their values.
fn wishes(standing: Standing<'_>, limits: &LegalSubmission, chance: &mut dyn Chance) -> Vec<(i64, Skill)> {
    let mut wishes: Vec<(i64, Skill)> = Vec::new();
    for skill in limits.round.list() {
        let taste = i64::from(chance.number("bot", TASTE));
        wishes.push((standing.worth(*skill).saturating_add(taste), *skill));
    }
    wishes.sort_unstable_by(|one, other| other.cmp(one));
    wishes
}

/// A zero bid wins for sure: the bot makes it in the last round, or as soon as nothing else can win.
fn zero_bid(limits: &LegalSubmission, means: Means, wishes: &[(i64, Skill)]) -> Option<Skill> {
    let now = limits.round == Round::LAST || !means.able_to_bid;
    let (_, best) = wishes.first()?;
    (now && means.zero_bid_alone).then_some(*best)
}

/// Bids in the order of the wishes, as far as the garnets allow.
fn bids(
    limits: &LegalSubmission,
    means: Means,
    wishes: &[(i64, Skill)],
    (zero_bid, chance): (Option<Skill>, &mut dyn Chance),
) -> Vec<Bid> {
    let mut bids = Vec::new();
    if !means.able_to_bid {
        return bids;
    }
    let places = usize::from(limits.skills_max).saturating_sub(usize::from(zero_bid.is_some()));
    let cost = limits.zero_bid_cost.filter(|_| zero_bid.is_some()).unwrap_or_default();
    let mut left = means.budget.less(cost);
    let others = wishes.iter().filter(|(_, skill)| zero_bid != Some(*skill));
    for (place, (worth, skill)) in others.take(places).enumerate() {
        // The seat must bid on one skill, even if all are worse than a Grunko Pop.
        if *worth < WORST && (place > 0 || zero_bid.is_some()) {
            break;
        }
        let Some(amount) = price(limits, left, *worth, chance) else {
            break;
        };
        left = left.less(amount);
        bids.push(Bid {
            skill: Some(*skill),
            amount: amount.get(),
        });
    }
    bids
}

/// A bid in the upper half of the possible range if paying it is good for the bot; otherwise any amount from the
/// minimum.
fn price(limits: &LegalSubmission, left: Garnets, worth: i64, chance: &mut dyn Chance) -> Option<Garnets> {
    let most = limits.max_bid.min(left);
    let half = most.get().checked_div(2)?;
    let low = half.saturating_sub(half.checked_rem(limits.unit.get())?);
    let low = Garnets::new(low).max(limits.unit);
    // Sometimes a low bid wins because the high ones cancel each other.
    let least = if worth < 0 || chance.once_in("bot", 5) {
        limits.unit
    } else {
        low
    };
    Garnets::random(least, most, limits.unit, chance)
}

/// The seat that seems to do best: the fewest Grunko Pops, and not the bot itself.
fn rival(standing: Standing<'_>, chance: &mut dyn Chance) -> SeatIndex {
    let others = SEAT_COUNT.iter().filter(|seat| *seat != standing.seat);
    let mut others: Vec<SeatIndex> = others.collect();
    chance.shuffle("bot: rivals", &mut others);
    let pops = |seat: &SeatIndex| standing.view.seats.at(*seat).skills.copies(Skill::GrunkoPop);
    others.into_iter().min_by_key(pops).unwrap_or(standing.seat)
}

/// The kind to nullify: a burden of the bot's own, or else one that would help its winner.
fn worst_skill(standing: Standing<'_>) -> Skill {
    let burdens = [
        Skill::GarnetReplenish,
        Skill::EyesOnThePrize,
        Skill::CorrosiveGreed,
        Skill::MaxBidDown,
        Skill::SecretBook,
    ];
    let own = burdens.into_iter().find(|burden| standing.skills().has(*burden));
    let unwelcome = if standing.skills().has(Skill::GodDefyingWill) {
        Skill::Supernova
    } else {
        Skill::GodDefyingWill
    };
    own.unwrap_or(unwelcome)
}

/// The piece that is missing from the Forbidden One set, if another seat holds it.
fn theft(standing: Standing<'_>, limits: &LegalSubmission) -> Option<RequestedTheft> {
    // Exodia, the fifth piece, is only auctioned in this very round.
    let nearly = standing.pieces() >= 3;
    let is_missing_piece =
        |theft: &&SkillTheft| Skill::FORBIDDEN_ONE.contains(&theft.skill) && !standing.skills().has(theft.skill);
    let piece = limits.skill_thefts.iter().find(is_missing_piece).filter(|_| nearly)?;
    Some(RequestedTheft {
        target: Some(piece.target),
        skill: Some(piece.skill),
    })
}
