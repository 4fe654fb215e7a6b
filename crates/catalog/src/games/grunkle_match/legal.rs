//! Legal actions, both ways.

use tinsel_grunkle_match::{Form, Garnets, Legal, Loot, Means};
use tinsel_proto::games::grunkle_match::v1 as wire;
use wire::legal::Decision;

use super::{action, read_seat, read_seats, round, skill};
use crate::games::seats;

pub(super) fn write(legal: &Legal) -> wire::Legal {
    let decision = match legal {
        Legal::Nothing => None,
        Legal::Submit(form) => Some(Decision::SubmitRound(write_form(form))),
        Legal::Vote { candidates } => Some(Decision::VoteElimination(wire::LegalVote {
            candidates: seats::numbers(*candidates),
        })),
    };
    wire::Legal { decision }
}

pub(super) fn read(legal: &wire::Legal) -> Option<Legal> {
    Some(match &legal.decision {
        None => Legal::Nothing,
        Some(Decision::SubmitRound(form)) => Legal::Submit(Box::new(read_form(form)?)),
        Some(Decision::VoteElimination(vote)) => Legal::Vote {
            candidates: read_seats(&vote.candidates)?,
        },
    })
}

fn write_form(form: &Form) -> wire::LegalSubmission {
    wire::LegalSubmission {
        round: form.round.number().into(),
        skills: skill::write_all(form.round.list().iter().copied()),
        max_bid: form.max_bid.get(),
        unit: form.unit.get(),
        floor: form.floor.get(),
        max_skills: form.skills_max.into(),
        barred: form.barred,
        zero_bid_cost: form.zero_bid_cost.map(Garnets::get),
        without_discard: Some(write_means(form.means)),
        with_discard: form.means_with_discard.map(write_means),
        nullify_names: skill::write_all(form.nullify_names.iter().copied()),
        treachery_targets: seats::numbers(form.treachery_targets),
        phantom_targets: seats::numbers(form.phantom_targets),
        garnet_thief_targets: seats::numbers(form.garnet_thief_targets),
        skill_thief_choices: form.skill_thefts.iter().map(action::write_loot).collect(),
    }
}

fn read_form(form: &wire::LegalSubmission) -> Option<Form> {
    Some(Form {
        round: round(form.round)?,
        max_bid: Garnets::new(form.max_bid),
        unit: Garnets::new(form.unit),
        floor: Garnets::new(form.floor),
        skills_max: form.max_skills.try_into().ok()?,
        barred: form.barred,
        means: form.without_discard.as_ref().map(read_means)?,
        means_with_discard: form.with_discard.as_ref().map(read_means),
        zero_bid_cost: form.zero_bid_cost.map(Garnets::new),
        nullify_names: skill::read_all(&form.nullify_names)?,
        treachery_targets: read_seats(&form.treachery_targets)?,
        phantom_targets: read_seats(&form.phantom_targets)?,
        garnet_thief_targets: read_seats(&form.garnet_thief_targets)?,
        skill_thefts: form.skill_thief_choices.iter().map(read_loot).collect::<Option<_>>()?,
    })
}

const fn write_means(means: Means) -> wire::Means {
    wire::Means {
        available: means.available.get(),
        budget: means.budget.get(),
        able_to_bid: means.able_to_bid,
        zero_bid_alone: means.zero_bid_alone,
    }
}

const fn read_means(means: &wire::Means) -> Means {
    Means {
        available: Garnets::new(means.available),
        budget: Garnets::new(means.budget),
        able_to_bid: means.able_to_bid,
        zero_bid_alone: means.zero_bid_alone,
    }
}

fn read_loot(theft: &wire::SkillTheft) -> Option<Loot> {
    Some(Loot {
        target: read_seat(theft.target?)?,
        skill: skill::read(theft.skill)?,
    })
}
