//! Whether the legal actions include an action, decided from the form as a client would.

use tinsel_engine::SeatIndex;

use crate::{
    action::{Action, Named, Sheet},
    components::{BySlot, Garnets, Skill},
    legal::{Form, Legal, Means},
    submission::Loot,
};

/// The bids by slot, a zero bid at its cost.
type Bids = BySlot<Option<Garnets>>;

impl Legal {
    /// Whether `action` is allowed.
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

    /// The bids; `None` if one has no skill, a skill of another bid, an amount of 0, or is a zero bid that the seat
    /// does not have.
    fn bids(&self, sheet: &Sheet) -> Option<Bids> {
        let mut all: Vec<(Skill, Garnets)> = Vec::new();
        for bid in &sheet.bids {
            all.push((bid.skill?, Garnets::new(bid.amount)));
        }
        if all.iter().any(|(_, amount)| *amount == Garnets::ZERO) {
            return None;
        }
        if let Some(named) = sheet.dark_ritual_skill {
            all.push((named.skill()?, self.zero_bid_cost?));
        }
        let mut bids = Bids::default();
        for (skill, amount) in all {
            let slot = self.round.slot_of(skill)?;
            if bids.at(slot).is_some() {
                return None;
            }
            bids.put(slot, amount);
        }
        Some(bids)
    }

    fn allows_bids(&self, bids: &Bids, means: Means) -> bool {
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

    /// Checks names and targets that come with a bid, and only with it.
    fn allows_names(&self, sheet: &Sheet, bids: &Bids) -> bool {
        let bids_on = |skill| self.round.slot_of(skill).and_then(|slot| bids.at(slot)).is_some();
        let (nullifies, betrays) = (bids_on(Skill::SkillNullify), bids_on(Skill::Treachery));
        let name = match sheet.nullify_name {
            None => !nullifies,
            Some(Named::Skill(name)) => nullifies && self.nullify_names.contains(&name),
            Some(Named::Unknown) => false,
        };
        let target = match sheet.treachery_target {
            None => !betrays,
            Some(target) => betrays && self.treachery_targets.contains(target),
        };
        name && target
    }

    /// Checks the uses of the seat's own skills beside bids.
    fn allows_powers(&self, sheet: &Sheet) -> bool {
        let designation = match sheet.phantom_target {
            None => self.phantom_targets.is_empty(),
            Some(target) => self.phantom_targets.contains(target),
        };
        let can_be_robbed = |target: SeatIndex| self.garnet_thief_targets.contains(target);
        let garnet_thief = sheet.garnet_thief_target.is_none_or(can_be_robbed);
        let skill_thief = sheet.skill_thief.is_none_or(|grab| {
            let loot = grab.target.zip(grab.skill);
            loot.is_some_and(|(target, skill)| self.skill_thefts.contains(&Loot { target, skill }))
        });
        designation && garnet_thief && skill_thief
    }
}
