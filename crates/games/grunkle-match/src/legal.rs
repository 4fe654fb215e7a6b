//! What a seat may do now, as data (section 6.3).

use tinsel_engine::{SeatIndex, SeatSet, Viewer};

use crate::{
    components::{Garnets, Round, SEAT_COUNT, Skill},
    rules::{self, Limits},
    score,
    state::{GrunkleMatch, Stage, Table},
    submission::Loot,
};

tinsel_engine::redacted!(Legal, Form, Means);

/// What a viewer may do now. The same whatever the other seats have submitted.
#[derive(Clone, PartialEq, Eq)]
pub enum Legal {
    /// Nothing: the viewer owes no decision.
    Nothing,
    /// `SubmitRound` within these limits.
    Submit(Box<Form>),
    /// `VoteElimination` for one of these seats.
    Vote {
        /// The seats that are tied.
        candidates: SeatSet,
    },
}

/// A form for a submission: everything that it may hold.
#[derive(Clone, PartialEq, Eq)]
pub struct Form {
    /// The round; its list is what can be bid on.
    pub round: Round,
    /// The most that can be bid on one skill (GM-11).
    pub max_bid: Garnets,
    /// Every bid is a multiple of this, 1 or 2 (GM-14).
    pub unit: Garnets,
    /// What all bids together must leave over; 0 if nothing (GM-13).
    pub floor: Garnets,
    /// On how many skills can be bid, a zero bid included (GM-15).
    pub skills_max: u8,
    /// Whether no bid at all can be made this round (GM-16).
    pub barred: bool,
    /// What can be bid without discarding a Grunko Pop.
    pub means: Means,
    /// What can be bid if a Grunko Pop is discarded; `None` if none can be (GM-21).
    pub means_with_discard: Option<Means>,
    /// What a zero bid costs, 0 or 1; `None` if the seat has none left to make (GM-22).
    pub zero_bid_cost: Option<Garnets>,
    /// What can be nullified, in canonical order; empty unless this round auctions Skill Nullify (GM-19).
    pub nullify_names: Vec<Skill>,
    /// Whom a bid on Treachery can name; empty unless this round auctions it (GM-20).
    pub treachery_targets: SeatSet,
    /// Whom the seat can designate, and must designate one of; empty without Phantom Thieves (GM-23).
    pub phantom_targets: SeatSet,
    /// From whom Garnet Thief can take; empty without it (GM-24).
    pub garnet_thief_targets: SeatSet,
    /// What Skill Thief can take and from whom, by seat, then in canonical order; empty without it (GM-25).
    pub skill_thefts: Vec<Loot>,
}

/// What can be bid, with or without a discard.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Means {
    /// Garnets that back bids (GM-12).
    pub available: Garnets,
    /// The most that all bids together can be (GM-13).
    pub budget: Garnets,
    /// Whether at least one bid must be made, ordinary or zero (GM-17).
    pub able_to_bid: bool,
    /// Whether a zero bid without other bids can be made (GM-22).
    pub zero_bid_alone: bool,
}

/// What `viewer` may do now.
pub(crate) fn legal(game: &GrunkleMatch, viewer: Viewer) -> Legal {
    let Some(seat) = viewer.seat().filter(|seat| game.owing().contains(*seat)) else {
        return Legal::Nothing;
    };
    match &game.stage {
        Stage::Bidding { round, .. } => Legal::Submit(Box::new(form(&game.table, *round, seat))),
        Stage::TieBreak { .. } => Legal::Vote {
            candidates: score::scoring(&game.table).candidates,
        },
        Stage::Ended { .. } => Legal::Nothing,
    }
}

fn form(table: &Table, round: Round, seat: SeatIndex) -> Form {
    let limits = Limits::of(table, round, seat);
    let zero_bid_cost = rules::zero_bid(table, seat).ok();
    let means = |discards| Means {
        available: limits.available(discards),
        budget: limits.budget(discards),
        able_to_bid: limits.is_able(discards),
        zero_bid_alone: zero_bid_cost.is_some_and(|cost| limits.check(&[cost], discards).is_ok()),
    };
    let others = SEAT_COUNT.all().without(seat);
    let if_any = |holds: bool, seats: SeatSet| if holds { seats } else { SeatSet::EMPTY };
    let auctions = |skill| round.slot_of(skill).is_some();
    Form {
        round,
        max_bid: limits.max_bid,
        unit: limits.unit,
        floor: limits.floor,
        skills_max: limits.skills_max,
        barred: limits.barred,
        means: means(false),
        means_with_discard: rules::discard(table, seat).is_ok().then(|| means(true)),
        zero_bid_cost,
        nullify_names: Skill::auctioned().filter(|_| auctions(Skill::SkillNullify)).collect(),
        treachery_targets: if_any(auctions(Skill::Treachery), others),
        phantom_targets: if_any(table.works(seat, Skill::PhantomThieves), SEAT_COUNT.all()),
        garnet_thief_targets: if_any(table.works(seat, Skill::GarnetThief), others),
        skill_thefts: if table.works(seat, Skill::SkillThief) {
            skill_thefts(table, others)
        } else {
            Vec::new()
        },
    }
}

fn skill_thefts(table: &Table, others: SeatSet) -> Vec<Loot> {
    let of_seat = |target: SeatIndex| {
        let kinds = table.skills.at(target).kinds();
        kinds.map(move |skill| Loot { target, skill })
    };
    others.iter().flat_map(of_seat).collect()
}
