//! What a seat may do now, as data (section 6.3).

use tinsel_engine::{SeatIndex, SeatSet, Viewer};

use crate::{
    action::{Action, Grab, Named, Sheet},
    components::{BySlot, Garnets, Round, SEAT_COUNT, Skill, Slot},
    rules::{self, Limits},
    score,
    state::{GrunkleMatch, Stage, Table},
};

tinsel_engine::redacted!(Legal, Form, Means, Loot);

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

/// A skill that can be stolen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Loot {
    /// From whom.
    pub target: SeatIndex,
    /// What.
    pub skill: Skill,
}

impl Legal {
    /// Whether it allows `action`.
    #[must_use]
    pub fn allows(&self, action: &Action) -> bool {
        match (self, action) {
            (Self::Submit(form), Action::SubmitRound(sheet)) => form.allows(sheet),
            (Self::Vote { candidates }, Action::VoteElimination { seat }) => {
                seat.is_some_and(|seat| candidates.contains(seat))
            }
            (
                Self::Nothing | Self::Submit(_) | Self::Vote { .. },
                Action::SubmitRound(_) | Action::VoteElimination { .. },
            ) => false,
        }
    }
}

impl Form {
    fn allows(&self, sheet: &Sheet) -> bool {
        let means = if sheet.discard_grunko_pop {
            self.means_with_discard
        } else {
            Some(self.means)
        };
        let (Some(means), Some(bids)) = (means, self.bids(sheet)) else {
            return false;
        };
        self.allows_bids(&bids, means) && self.allows_names(sheet, &bids) && self.allows_powers(sheet)
    }

    /// What is bid by slot, the zero bid at its cost; `None` if a bid is on nothing, double, not positive, or a zero
    /// bid that the seat does not have.
    fn bids(&self, sheet: &Sheet) -> Option<BySlot<Option<Garnets>>> {
        let zero_bid = sheet
            .dark_ritual_skill
            .map(|named| Some((named.skill()?, self.zero_bid_cost?)));
        let ordinary = sheet
            .bids
            .iter()
            .map(|bid| Some((bid.skill?, Garnets::new((bid.amount > 0).then_some(bid.amount)?))));
        let mut bids = BySlot::default();
        for bid in ordinary.chain(zero_bid) {
            let (skill, amount) = bid?;
            let slot = self.round.slot_of(skill)?;
            if bids.at(slot).is_some() {
                return None;
            }
            bids.put(slot, amount);
        }
        Some(bids)
    }

    fn allows_bids(&self, bids: &BySlot<Option<Garnets>>, means: Means) -> bool {
        if bids.is_empty() {
            return !means.able_to_bid;
        }
        let amounts = || bids.iter().map(|(_, amount)| amount);
        let sum: Garnets = amounts().sum();
        !self.barred
            && bids.iter().count() <= usize::from(self.skills_max)
            && amounts().all(|amount| amount <= self.max_bid && amount.is_multiple_of(self.unit))
            && sum <= means.available
            && (sum == Garnets::ZERO || sum <= means.budget)
    }

    /// Names and targets that come with a bid, and only with it.
    fn allows_names(&self, sheet: &Sheet, bids: &BySlot<Option<Garnets>>) -> bool {
        let bids_on = |skill| {
            self.round
                .slot_of(skill)
                .is_some_and(|slot: Slot| bids.at(slot).is_some())
        };
        let name = match sheet.nullify_name {
            None => !bids_on(Skill::SkillNullify),
            Some(Named::Skill(name)) => bids_on(Skill::SkillNullify) && self.nullify_names.contains(&name),
            Some(Named::Unknown) => false,
        };
        let target = match sheet.treachery_target {
            None => !bids_on(Skill::Treachery),
            Some(target) => bids_on(Skill::Treachery) && self.treachery_targets.contains(target),
        };
        name && target
    }

    /// What the seat's own skills do beside bids.
    fn allows_powers(&self, sheet: &Sheet) -> bool {
        let designation = match sheet.phantom_target {
            None => self.phantom_targets.is_empty(),
            Some(target) => self.phantom_targets.contains(target),
        };
        let garnet_thief = sheet
            .garnet_thief_target
            .is_none_or(|target| self.garnet_thief_targets.contains(target));
        let skill_thief = sheet.skill_thief.is_none_or(|Grab { target, skill }| {
            let wanted = target.zip(skill).map(|(target, skill)| Loot { target, skill });
            wanted.is_some_and(|wanted| self.skill_thefts.contains(&wanted))
        });
        designation && garnet_thief && skill_thief
    }
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
