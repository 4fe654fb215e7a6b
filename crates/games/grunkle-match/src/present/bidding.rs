//! The bids of a submission with or without a discard: the fields that they need. Form and answers share it.

use crate::{
    components::{Garnets, Skill},
    legal::{Form, Means},
};

/// The IDs of fields.
pub(super) const DISCARD: &str = "discard_grunko_pop";
pub(super) const BIDS: &str = "bids";
pub(super) const ZERO_BID: &str = "dark_ritual_skill";
pub(super) const NULLIFY_NAME: &str = "nullify_name";
pub(super) const TREACHERY_TARGET: &str = "treachery_target";
pub(super) const PHANTOM_TARGET: &str = "phantom_target";
pub(super) const GARNET_THIEF_TARGET: &str = "garnet_thief_target";
pub(super) const SKILL_THIEF: &str = "skill_thief";
pub(super) const SKILL: &str = "skill";
pub(super) const CANDIDATE: &str = "seat";

/// The IDs of branches and options that name no skill or seat.
pub(super) const KEEP: &str = "keep";
pub(super) const DISCARD_ONE: &str = "discard";
pub(super) const NONE: &str = "none";

/// The bids of a submission, with or without a discard.
pub(super) struct Bidding<'a> {
    pub(super) form: &'a Form,
    pub(super) means: Means,
}

impl<'a> Bidding<'a> {
    /// Those without a discard.
    pub(super) const fn keeping(form: &'a Form) -> Self {
        Self {
            form,
            means: form.means,
        }
    }

    /// Those with a discard, if it is possible.
    pub(super) fn discarding(form: &'a Form) -> Option<Self> {
        form.means_with_discard.map(|means| Self { form, means })
    }

    /// The cost of a zero bid, if one is possible.
    pub(super) fn zero_bid_cost(&self) -> Option<Garnets> {
        self.form.zero_bid_cost.filter(|_| self.means.zero_bid_alone)
    }

    /// Maximum bid on one skill: a multiple of the unit.
    pub(super) fn most(&self) -> i64 {
        let most = i64::from(self.form.max_bid.min(self.means.budget).get());
        let unit = i64::from(self.form.unit.get());
        most - most % unit
    }

    /// The fields that hold bids.
    pub(super) fn fields(&self) -> impl Iterator<Item = &'static str> {
        let bids = self.means.able_to_bid.then_some(BIDS);
        let zero_bid = self.zero_bid_cost().map(|_| ZERO_BID);
        bids.into_iter().chain(zero_bid)
    }

    /// Whether a bid on this skill is possible.
    pub(super) fn can_bid_on(&self, skill: Skill) -> bool {
        self.form.round.slot_of(skill).is_some() && self.fields().next().is_some()
    }
}
