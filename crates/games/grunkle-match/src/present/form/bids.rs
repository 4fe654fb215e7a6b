//! The bids of a submission, and the names that come with them.

use tinsel_engine::{
    Chance, SeatIndex,
    present::{AmountSlot, At, Constraint, FormField, Id, Inputs, Kind, PickOption, Rule, Text},
};

use super::{
    super::words,
    choices::{not_itself, of_skill, seats},
    field,
};
use crate::{
    action::{Bid, Named, SubmitRound},
    components::{Garnets, Skill},
    legal::{LegalSubmission, Means},
    naming::skill_id,
    view::View,
};

/// The bids of a submission, with or without a discard.
#[derive(Clone, Copy)]
pub(super) struct Bidding<'a> {
    limits: &'a LegalSubmission,
    means: Means,
}

impl<'a> Bidding<'a> {
    /// Those without a discard.
    pub(super) const fn keeping(limits: &'a LegalSubmission) -> Self {
        Self {
            limits,
            means: limits.means,
        }
    }

    /// Those with a discard, if it is possible.
    pub(super) fn discarding(limits: &'a LegalSubmission) -> Option<Self> {
        limits.means_with_discard.map(|means| Self { limits, means })
    }

    /// The bids and the names that come with them, with all their limits.
    pub(super) fn inputs(self, view: &View) -> Inputs<'a, SubmitRound> {
        let mut sheet = Inputs::<SubmitRound>::default();
        if self.means.able_to_bid {
            let read = |(skill, amount): (Named, i64)| Bid {
                skill: skill.skill(),
                amount: garnets(amount),
            };
            let write = |bid: &Bid| Some((Named::Skill(bid.skill?), i64::from(bid.amount)));
            let bids = bids(view, &self).amounts().map(
                move |amounts| {
                    amounts
                        .into_iter()
                        .filter(|(_, amount)| *amount != 0)
                        .map(read)
                        .collect()
                },
                move |bids: &Vec<Bid>| bids.iter().map(write).collect(),
            );
            sheet = sheet.part(bids, |sheet| sheet.bids.clone(), |sheet, bids| sheet.bids = bids);
        }
        if let Some(cost) = self.zero_bid_cost() {
            let skill = zero_bid(view, &self, cost).picked();
            sheet = sheet.part(
                skill,
                |sheet| sheet.dark_ritual_skill,
                |sheet, skill| sheet.dark_ritual_skill = skill,
            );
        }
        let limits = [count, distinct, sum, at_least_one];
        sheet = sheet.constrained(limits.into_iter().filter_map(|limit| limit(&self)));
        if self.can_bid_on(Skill::SkillNullify) {
            let field = nullify_name();
            let constraint = named(&self, Skill::SkillNullify, &field.id);
            let name = field.picked_or(field::NONE).constrained([constraint]);
            sheet = sheet.part(
                name,
                |sheet| sheet.nullify_name,
                |sheet, name| sheet.nullify_name = name,
            );
        }
        if self.can_bid_on(Skill::Treachery) {
            let field = treachery_target(&self);
            let constraint = named(&self, Skill::Treachery, &field.id);
            let target = field.picked_or(field::NONE).constrained([constraint]);
            sheet = sheet.part(
                target,
                |sheet| sheet.treachery_target,
                |sheet, seat| sheet.treachery_target = seat,
            );
        }
        sheet.drawn(move |chance| Some(self.random(chance)))
    }

    /// Random bids within the limits: in a random order of the skills, each takes a part of what is left.
    fn random(self, chance: &mut dyn Chance) -> SubmitRound {
        let mut list = self.limits.round.list().to_vec();
        chance.shuffle("skills", &mut list);
        let cost = self.zero_bid_cost().filter(|_| chance.once_in("zero bid", 2));
        let zero_bid = cost.and_then(|_| list.pop());
        let mut left = self.means.budget.less(cost.unwrap_or_default());
        let (least, most) = match zero_bid {
            None => (1, u32::from(self.limits.skills_max)),
            Some(_) => (0, u32::from(self.limits.skills_max).saturating_sub(1)),
        };
        let count = most.saturating_add(1).saturating_sub(least);
        let count = least.saturating_add(chance.number("bids", count));
        let mut bids = Vec::new();
        for (skill, _) in list.into_iter().zip(0..count).filter(|_| self.means.able_to_bid) {
            let amount = Garnets::random(
                self.limits.unit,
                self.limits.max_bid.min(left),
                self.limits.unit,
                chance,
            );
            let Some(amount) = amount else { break };
            left = left.less(amount);
            bids.push(Bid {
                skill: Some(skill),
                amount: amount.get(),
            });
        }
        let bids_on = |skill| zero_bid == Some(skill) || bids.iter().any(|bid| bid.skill == Some(skill));
        let targets: Vec<SeatIndex> = self.limits.treachery_targets.iter().collect();
        let nullified = chance.pick("nullified", &self.limits.nullify_names).copied();
        let betrayed = chance.pick("betrayed", &targets).copied();
        SubmitRound {
            dark_ritual_skill: zero_bid.map(Named::Skill),
            nullify_name: nullified.filter(|_| bids_on(Skill::SkillNullify)).map(Named::Skill),
            treachery_target: betrayed.filter(|_| bids_on(Skill::Treachery)),
            bids,
            ..SubmitRound::default()
        }
    }

    /// The cost of a zero bid, if one is possible.
    fn zero_bid_cost(&self) -> Option<Garnets> {
        self.limits.zero_bid_cost.filter(|_| self.means.zero_bid_alone)
    }

    /// Maximum bid on one skill: a multiple of the unit.
    fn most(&self) -> i64 {
        let most = i64::from(self.limits.max_bid.min(self.means.budget).get());
        let unit = i64::from(self.limits.unit.get());
        most - most % unit
    }

    /// The fields that hold bids.
    fn fields(&self) -> impl Iterator<Item = &'static str> {
        let bids = self.means.able_to_bid.then_some(field::BIDS);
        let zero_bid = self.zero_bid_cost().map(|_| field::ZERO_BID);
        bids.into_iter().chain(zero_bid)
    }

    /// Whether a bid on this skill is possible.
    fn can_bid_on(&self, skill: Skill) -> bool {
        self.limits.round.slot_of(skill).is_some() && self.fields().next().is_some()
    }
}

/// An amount that no action can hold becomes one that the game refuses.
fn garnets(amount: i64) -> u32 {
    u32::try_from(amount.max(0)).unwrap_or(u32::MAX)
}

fn bids(view: &View, bidding: &Bidding<'_>) -> FormField {
    let limits = bidding.limits;
    let slot = |skill: Skill| AmountSlot {
        id: skill_id(skill),
        title: title(view, skill),
        component: Some(skill_id(skill)),
        seat: None,
        min: 0,
        max: bidding.most(),
    };
    let kind = Kind::Amounts {
        slots: limits.round.list().iter().copied().map(slot).collect(),
        step: limits.unit.get().into(),
        unit: "garnets",
    };
    let help = Text::new(
        "bids_help",
        "0 is no bid. On each skill, the highest amount that exactly one player bids wins, and only the winner pays. A \
         player who wins no skill gains a Grunko Pop, which counts as 20 garnets at the end (21 with Secret Book; 17 or \
         18 with Desecration of the Idols). Your maximum bid on a skill is {max_bid|garnet|garnets}: 10, changed by Max \
         Bid Up and Max Bid Down. You cannot bid more than you have. {unit}",
    );
    let help = help.with("max_bid", limits.max_bid).with("unit", unit(limits.unit));
    FormField::new(field::BIDS, Text::new("field_bids", "Bids"), kind).help(help)
}

fn unit(unit: Garnets) -> Text {
    match unit.get() {
        1 => Text::new("any_number", "Bids are whole numbers."),
        _ => Text::new("even_number", "Even Steven: each bid is an even number."),
    }
}

/// The skill, with the fact that it has no effect.
fn title(view: &View, skill: Skill) -> Text {
    if view.nullified == Some(skill) {
        Text::new("skill_without_effect", "{skill} (nullified, without effect)").with("skill", skill)
    } else {
        words::skill(skill)
    }
}

fn zero_bid(view: &View, bidding: &Bidding<'_>, cost: Garnets) -> FormField {
    let option = |skill: &Skill| PickOption {
        title: title(view, *skill),
        ..of_skill(*skill)
    };
    let help = Text::new(
        "zero_bid_help",
        "Optional, once in the match: it wins the skill against all other bids and costs {cost|garnet|garnets}. It is \
         possible only in Round 6 or Round 7.",
    );
    let options = bidding.limits.round.list().iter().map(option);
    FormField::pick(
        field::ZERO_BID,
        Text::new("field_zero_bid", "Zero bid of Dark Ritual"),
        options,
        0,
        1,
    )
    .help(help.with("cost", cost))
}

fn nullify_name() -> FormField {
    let none = PickOption::new(field::NONE, Text::new("no_name", "no name"));
    let pop = of_skill(Skill::GrunkoPop).refused(Text::new("pop_not_nullified", "Grunko Pop cannot be nullified."));
    let options = [none].into_iter().chain(Skill::auctioned().map(of_skill)).chain([pop]);
    let title = Text::new("field_nullify_name", "Skill Nullify: skill to nullify");
    FormField::pick_one(field::NULLIFY_NAME, title, options).help(Text::new(
        "nullify_name_help",
        "If the bid on Skill Nullify wins, no copy of this skill has an effect for the rest of the match, from this \
         round on. All players then learn the name.",
    ))
}

fn treachery_target(bidding: &Bidding<'_>) -> FormField {
    let none = PickOption::new(field::NONE, Text::new("no_player", "no player"));
    let options = seats(bidding.limits.treachery_targets, &not_itself());
    let title = Text::new("field_treachery_target", "Treachery: player to name");
    FormField::pick_one(field::TREACHERY_TARGET, title, [none].into_iter().chain(options)).help(Text::new(
        "treachery_target_help",
        "If the bid on Treachery wins, the bidder and this player gain 1 Grunko Pop each (2 if the bidder has Secret \
         Book). All players then learn the name.",
    ))
}

/// A name is given exactly with a bid on the skill: "none" is picked exactly if nothing is bid on it.
fn named(bidding: &Bidding<'_>, skill: Skill, name: &Id) -> Constraint {
    let bids = bidding.fields().map(|field| At::part(field, skill_id(skill)));
    let text = "A bid on {skill} needs a name; without a bid on it, choose none.";
    Constraint {
        rule: Rule::ExactlyWhen {
            field: At::part(name.clone(), field::NONE),
            of: bids.collect(),
            total: 0,
        },
        text: Text::new("name_with_bid", text).with("skill", skill),
    }
}

/// Eyes on the Prize.
fn count(bidding: &Bidding<'_>) -> Option<Constraint> {
    let max = bidding.limits.skills_max;
    let restricts = usize::from(max) < bidding.limits.round.list().len();
    let text = Text::new("count", "Eyes on the Prize: bids on at most {max|skill|skills}.");
    all(bidding).filter(|_| restricts).map(|of| Constraint {
        rule: Rule::CountAtMost { of, max: max.into() },
        text: text.with("max", max),
    })
}

/// One bid for each skill.
fn distinct(bidding: &Bidding<'_>) -> Option<Constraint> {
    all(bidding).filter(|of| of.len() > 1).map(|of| Constraint {
        rule: Rule::Distinct { of },
        text: Text::new("distinct", "The skill of the zero bid has no other bid."),
    })
}

/// The garnets in hand, and Corrosive Greed. The number of a picked zero bid is 1, which is its cost unless it is free.
fn sum(bidding: &Bidding<'_>) -> Option<Constraint> {
    let means = bidding.means;
    let free = bidding.zero_bid_cost() == Some(Garnets::ZERO);
    let costs = |at: &At| at.field != field::ZERO_BID || !free;
    let text = match bidding.limits.floor {
        Garnets::ZERO => Text::new(
            "sum",
            "All bids together, also those that do not win, are at most {budget|garnet|garnets}.",
        ),
        floor => Text::new(
            "sum_with_floor",
            "Corrosive Greed: the bids must leave {floor|garnet|garnets}. With {available|garnet|garnets}, all bids \
             together, also those that do not win, are at most {budget|garnet|garnets}.",
        )
        .with("floor", floor)
        .with("available", means.available),
    };
    all(bidding).map(|of| Constraint {
        rule: Rule::SumAtMost {
            of: of.into_iter().filter(costs).collect(),
            max: means.budget.get().into(),
        },
        text: text.with("budget", means.budget),
    })
}

/// The duty to bid.
fn at_least_one(bidding: &Bidding<'_>) -> Option<Constraint> {
    all(bidding).filter(|_| bidding.means.able_to_bid).map(|of| Constraint {
        rule: Rule::AtLeastOneOf { of },
        text: Text::new("at_least_one", "At least one bid is necessary."),
    })
}

/// All fields with bids, if there are any.
fn all(bidding: &Bidding<'_>) -> Option<Vec<At>> {
    let all: Vec<At> = bidding.fields().map(At::field).collect();
    (!all.is_empty()).then_some(all)
}
