//! The bids of a submission, and the names that come with them.

use tinsel_engine::present::{AmountSlot, At, Constraint, Fields, FormField, Id, Kind, PickOption, Rule, Text};

use super::{
    super::{
        bidding::{BIDS, Bidding, NONE, NULLIFY_NAME, TREACHERY_TARGET, ZERO_BID},
        words::{self, skill_id},
    },
    not_itself, of_skill, seats,
};
use crate::{
    components::{Garnets, Skill},
    view::View,
};

/// The fields of bids and names, with all their limits.
pub(super) fn fields(view: &View, bidding: &Bidding<'_>) -> Fields {
    let bids = bidding.means.able_to_bid.then(|| bids(view, bidding));
    let zero_bid = bidding.zero_bid_cost().map(|cost| zero_bid(view, bidding, cost));
    let names = [
        (Skill::SkillNullify, nullify_name()),
        (Skill::Treachery, treachery_target(bidding)),
    ];
    let names = names.into_iter().filter(|(skill, _)| bidding.can_bid_on(*skill));
    let (named, names): (Vec<_>, Vec<_>) = names
        .map(|(skill, field)| (named(bidding, skill, &field.id), field))
        .unzip();
    let limits = [count, distinct, sum, at_least_one];
    let limits = limits.into_iter().filter_map(|limit| limit(bidding));
    Fields {
        fields: bids.into_iter().chain(zero_bid).chain(names).collect(),
        constraints: limits.chain(named).collect(),
    }
}

fn bids(view: &View, bidding: &Bidding<'_>) -> FormField {
    let form = bidding.form;
    let slot = |skill: Skill| AmountSlot {
        id: skill_id(skill),
        title: title(view, skill),
        component: Some(skill_id(skill)),
        seat: None,
        min: 0,
        max: bidding.most(),
    };
    let kind = Kind::Amounts {
        slots: form.round.list().iter().copied().map(slot).collect(),
        step: form.unit.get().into(),
        unit: "garnets",
    };
    let help = Text::new(
        "bids_help",
        "0 is no bid. On each skill, the highest amount that exactly one player bids wins, and only the winner pays. A \
         player who wins no skill gains a Grunko Pop, which counts as 20 garnets at the end (21 with Secret Book; 17 or \
         18 with Desecration of the Idols). Your maximum bid on a skill is {max_bid|garnet|garnets}: 10, changed by Max \
         Bid Up and Max Bid Down. You cannot bid more than you have. {unit}",
    );
    let help = help.with("max_bid", form.max_bid).with("unit", unit(form.unit));
    FormField::new(BIDS, Text::new("field_bids", "Bids"), kind).help(help)
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
    let options = bidding.form.round.list().iter().map(option);
    FormField::pick(
        ZERO_BID,
        Text::new("field_zero_bid", "Zero bid of Dark Ritual"),
        options,
        0,
        1,
    )
    .help(help.with("cost", cost))
}

fn nullify_name() -> FormField {
    let none = PickOption::new(NONE, Text::new("no_name", "no name"));
    let pop = of_skill(Skill::GrunkoPop).refused(Text::new("pop_not_nullified", "Grunko Pop cannot be nullified."));
    let options = [none].into_iter().chain(Skill::auctioned().map(of_skill)).chain([pop]);
    let title = Text::new("field_nullify_name", "Skill Nullify: skill to nullify");
    FormField::pick_one(NULLIFY_NAME, title, options).help(Text::new(
        "nullify_name_help",
        "If the bid on Skill Nullify wins, no copy of this skill has an effect for the rest of the match, from this \
         round on. All players then learn the name.",
    ))
}

fn treachery_target(bidding: &Bidding<'_>) -> FormField {
    let none = PickOption::new(NONE, Text::new("no_player", "no player"));
    let options = seats(bidding.form.treachery_targets, &not_itself());
    let title = Text::new("field_treachery_target", "Treachery: player to name");
    FormField::pick_one(TREACHERY_TARGET, title, [none].into_iter().chain(options)).help(Text::new(
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
            field: At::part(name.clone(), NONE),
            of: bids.collect(),
            total: 0,
        },
        text: Text::new("name_with_bid", text).with("skill", skill),
    }
}

/// Eyes on the Prize.
fn count(bidding: &Bidding<'_>) -> Option<Constraint> {
    let max = bidding.form.skills_max;
    let restricts = usize::from(max) < bidding.form.round.list().len();
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
    let costs = |at: &At| at.field != ZERO_BID || !free;
    let text = match bidding.form.floor {
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
