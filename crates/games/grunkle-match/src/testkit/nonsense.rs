//! Actions that no correct client sends.

use tinsel_engine::{Chance, SeatIndex};

use crate::{
    action::{Action, Bid, Grab, Named, Sheet},
    components::{Round, Skill},
};

/// A nonsensical action: with unset, unknown, duplicate and out-of-range fields, and extreme numbers. It is
/// occasionally a valid one.
pub fn nonsense(chance: &mut dyn Chance) -> Action {
    if chance.once_in("nonsense", 5) {
        let seat = sometimes(chance, 4, seat);
        return Action::VoteElimination { seat };
    }
    // Choosing from a list makes sheets with a single fault more likely.
    let list = list(chance);
    Action::SubmitRound(Sheet {
        bids: bids(chance, list),
        dark_ritual_skill: rarely(chance, |chance| named(chance, list)),
        discard_grunko_pop: chance.once_in("nonsense", 6),
        nullify_name: rarely(chance, |chance| named(chance, &Skill::ALL)),
        treachery_target: rarely(chance, seat),
        phantom_target: rarely(chance, seat),
        garnet_thief_target: rarely(chance, seat),
        skill_thief: rarely(chance, |chance| Grab {
            target: sometimes(chance, 6, seat),
            skill: sometimes(chance, 6, |chance| skill(chance, &Skill::ALL)),
        }),
    })
}

/// A round's list, or all kinds.
fn list(chance: &mut dyn Chance) -> &'static [Skill] {
    let round = chance.pick("nonsense: round", &Round::ALL).copied();
    round
        .filter(|_| !chance.once_in("nonsense", 6))
        .map_or(&Skill::ALL, |round| round.list())
}

fn bids(chance: &mut dyn Chance, list: &[Skill]) -> Vec<Bid> {
    let count = chance.pick("nonsense: bids", &[0, 1, 1, 1, 2, 2, 3, 7, 8, 40]).copied();
    (0..count.unwrap_or(0))
        .map(|_| Bid {
            skill: sometimes(chance, 12, |chance| skill(chance, list)),
            amount: amount(chance),
        })
        .collect()
}

fn amount(chance: &mut dyn Chance) -> u32 {
    let amounts = [
        0,
        1,
        1,
        2,
        2,
        3,
        4,
        5,
        6,
        8,
        10,
        11,
        12,
        13,
        20,
        255,
        256,
        257,
        u32::MAX,
    ];
    chance.pick("nonsense: amount", &amounts).copied().unwrap_or(0)
}

fn skill(chance: &mut dyn Chance, list: &[Skill]) -> Skill {
    let skill = chance.pick("nonsense: skill", list).copied();
    skill.unwrap_or(Skill::GrunkoPop)
}

fn named(chance: &mut dyn Chance, list: &[Skill]) -> Named {
    if chance.once_in("nonsense", 6) {
        Named::Unknown
    } else {
        Named::Skill(skill(chance, list))
    }
}

/// One of the seven seats, or rarely one that the match does not have.
fn seat(chance: &mut dyn Chance) -> SeatIndex {
    let strangers = [7, 31, 32, u8::MAX];
    let stranger = chance.pick("nonsense: stranger", &strangers).copied();
    let stranger = stranger.filter(|_| chance.once_in("nonsense", 5));
    let index = stranger.or_else(|| u8::try_from(chance.number("nonsense", 7)).ok());
    SeatIndex::new(index.unwrap_or(0))
}

/// `None` with probability 1 in `times`.
fn sometimes<T>(chance: &mut dyn Chance, times: u32, one: impl FnOnce(&mut dyn Chance) -> T) -> Option<T> {
    let unset = chance.once_in("nonsense", times);
    (!unset).then(|| one(chance))
}

/// `Some`, rarely.
fn rarely<T>(chance: &mut dyn Chance, one: impl FnOnce(&mut dyn Chance) -> T) -> Option<T> {
    chance.once_in("nonsense", 6).then(|| one(chance))
}
