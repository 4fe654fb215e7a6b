//! The legal actions of a seat, as data (section 6.3).

use tinsel_engine::{SeatIndex, SeatSet, Viewer, Wire};

use crate::{
    components::{Garnets, Round, SEAT_COUNT, Skill},
    limits::Limits,
    rules, score,
    state::{GrunkleMatch, Stage},
    submission::SkillTheft,
    table::Table,
};

tinsel_engine::redacted!(Legal, LegalSubmission, Means);

/// The actions that are available to a viewer now. It does not depend on the submissions of the other seats.
#[derive(Clone, PartialEq, Eq, Wire)]
#[wire(oneof = decision)]
pub enum Legal {
    /// No action: the viewer has no pending decision.
    #[wire(unset)]
    Nothing,
    /// `SubmitRound` within these limits.
    #[wire(as = SubmitRound)]
    Submit(Box<LegalSubmission>),
    /// `VoteElimination` for one of these seats.
    #[wire(as = VoteElimination, message = LegalVote)]
    Vote {
        /// The tied seats.
        candidates: SeatSet,
    },
}

/// The limits of a submission: all its possible contents.
#[derive(Clone, PartialEq, Eq, Wire)]
#[wire(also(skills = round.list().to_vec()))]
pub struct LegalSubmission {
    /// The round; its list contains the skills to bid on.
    pub round: Round,
    /// Maximum bid on one skill (GM-11).
    pub max_bid: Garnets,
    /// Every bid is a multiple of this, 1 or 2 (GM-14).
    pub unit: Garnets,
    /// Garnets that all bids together must leave; 0 if there is no such limit (GM-13).
    pub floor: Garnets,
    /// Maximum number of skills to bid on, a zero bid included (GM-15).
    #[wire(as = max_skills)]
    pub skills_max: u8,
    /// Whether the seat must not bid in this round (GM-16).
    pub barred: bool,
    /// The limits of the bids without discarding a Grunko Pop.
    #[wire(as = without_discard)]
    pub means: Means,
    /// The limits of the bids with a discarded Grunko Pop; `None` if there is none to discard (GM-21).
    #[wire(as = with_discard)]
    pub means_with_discard: Option<Means>,
    /// The cost of a zero bid, 0 or 1; `None` if the seat cannot make one (GM-22).
    pub zero_bid_cost: Option<Garnets>,
    /// The kinds that can be nullified, in canonical order; empty unless this round auctions Skill Nullify (GM-19).
    pub nullify_names: Vec<Skill>,
    /// The seats that a bid on Treachery can name; empty unless this round auctions it (GM-20).
    pub treachery_targets: SeatSet,
    /// The seats of which the seat must designate one; empty without Phantom Thieves (GM-23).
    pub phantom_targets: SeatSet,
    /// The possible victims of Garnet Thief; empty without it (GM-24).
    pub garnet_thief_targets: SeatSet,
    /// The possible thefts of Skill Thief, by seat, then in canonical order; empty without it (GM-25).
    #[wire(as = skill_thief_choices)]
    pub skill_thefts: Vec<SkillTheft>,
}

/// The limits of the bids, with or without a discard.
#[derive(Clone, Copy, PartialEq, Eq, Wire)]
pub struct Means {
    /// Garnets that back bids (GM-12).
    pub available: Garnets,
    /// Maximum sum of all bids (GM-13).
    pub budget: Garnets,
    /// Whether the seat must make at least one bid, ordinary or zero (GM-17).
    pub able_to_bid: bool,
    /// Whether a zero bid without other bids is legal (GM-22).
    pub zero_bid_alone: bool,
}

/// The actions that are available to `viewer` now.
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

fn form(table: &Table, round: Round, seat: SeatIndex) -> LegalSubmission {
    let limits = Limits::of(table, round, seat);
    let zero_bid_cost = rules::zero_bid(table, seat).ok();
    let means = |discards| Means {
        available: limits.available(discards),
        budget: limits.budget(discards),
        able_to_bid: limits.is_able(discards),
        zero_bid_alone: zero_bid_cost.is_some_and(|cost| rules::within(&limits, &[cost], discards).is_ok()),
    };
    let others = SEAT_COUNT.all().without(seat);
    let if_any = |holds: bool, seats: SeatSet| if holds { seats } else { SeatSet::EMPTY };
    let auctions = |skill| round.slot_of(skill).is_some();
    LegalSubmission {
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

fn skill_thefts(table: &Table, others: SeatSet) -> Vec<SkillTheft> {
    let of_seat = |target: SeatIndex| {
        let kinds = table.skills.at(target).kinds();
        kinds.map(move |skill| SkillTheft { target, skill })
    };
    others.iter().flat_map(of_seat).collect()
}
