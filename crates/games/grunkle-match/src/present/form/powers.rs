//! The uses of the seat's own skills beside bids.

use tinsel_engine::{
    Chance, SeatIndex, SeatSet,
    present::{Arg, Branch, FormField, Inputs, PickOption, Text, seat_id},
};

use super::{
    choices::{not_itself, of_skill, seats},
    field,
};
use crate::{
    action::{Named, RequestedTheft, SubmitRound},
    components::{SEAT_COUNT, Skill, Skills},
    legal::{LegalSubmission, Means},
    submission::SkillTheft,
    view::View,
};

/// The sheet with a field for each skill that the seat can use.
pub(super) fn used<'a>(mut sheet: Inputs<'a, SubmitRound>, limits: &'a LegalSubmission) -> Inputs<'a, SubmitRound> {
    if let Some(field) = phantom_target(limits) {
        let target = field.picked();
        sheet = sheet.part(
            target,
            |sheet| sheet.phantom_target,
            |sheet, seat| sheet.phantom_target = seat,
        );
    }
    if !limits.garnet_thief_targets.is_empty() {
        let target = garnet_thief(limits.garnet_thief_targets);
        sheet = sheet.part(
            target,
            |sheet| sheet.garnet_thief_target,
            |sheet, seat| sheet.garnet_thief_target = seat,
        );
    }
    if !limits.skill_thefts.is_empty() {
        let theft = skill_thief(limits);
        sheet = sheet.part(
            theft,
            |sheet| sheet.skill_thief,
            |sheet, theft| sheet.skill_thief = theft,
        );
    }
    sheet
}

fn phantom_target(limits: &LegalSubmission) -> Option<FormField> {
    let first = limits.round.list().first().copied()?;
    let title = Text::new("field_phantom_target", "Phantom Thieves of Hearts: player to designate");
    let help = Text::new(
        "phantom_target_help",
        "In this round, the bids of this player on all skills other than {first} are ignored, except for a zero bid. No \
         other player learns the name.",
    );
    let options = seats(limits.phantom_targets, &not_itself());
    let field = FormField::pick_one(field::PHANTOM_TARGET, title, options).help(help.with("first", first));
    (!limits.phantom_targets.is_empty()).then_some(field)
}

fn garnet_thief<'a>(targets: SeatSet) -> Inputs<'a, Option<SeatIndex>> {
    let title = Text::new("field_garnet_thief_target", "Garnet Thief: player to steal from");
    let options = seats(targets, &not_itself());
    let field = FormField::pick(field::GARNET_THIEF_TARGET, title, options, 0, 1).help(Text::new(
        "garnet_thief_help",
        "Optional, once in the match: steals up to 3 garnets (4 with Secret Book) after the bids are paid. Without a \
         player, the skill stays for a later round.",
    ));
    // A random player mostly keeps it, so that others can steal it.
    let targets: Vec<SeatIndex> = targets.iter().collect();
    field.picked().drawn(move |chance| {
        let target = chance.pick("robbed", &targets).copied();
        Some(target.filter(|_| chance.once_in("thief", 5)))
    })
}

fn skill_thief<'a>(limits: &'a LegalSubmission) -> Inputs<'a, Option<RequestedTheft>> {
    let keep = Branch::new(field::KEEP, Text::new("keep_skill_thief", "Steal nothing"), []);
    let steal = SEAT_COUNT.iter().map(|seat| steal(limits, seat));
    let branches = [(keep, Inputs::fixed(None))].into_iter().chain(steal);
    let help = Text::new(
        "skill_thief_help",
        "Optional, only in this round: steals a skill after the bids are paid. It fails if the player no longer holds \
         the skill then.",
    );
    let title = Text::new("field_skill_thief", "Skill Thief");
    let field = FormField::branches(field::SKILL_THIEF, title, branches)
        .help(help)
        .or(None);
    field.drawn(|chance| Some(random_theft(&limits.skill_thefts, chance)))
}

/// A random theft, or none. Half of them are of skills that the holder may use up in the same round.
// GM-R68: among all thefts, a random one would hardly ever fail
fn random_theft(thefts: &[SkillTheft], chance: &mut dyn Chance) -> Option<RequestedTheft> {
    if chance.once_in("keep Skill Thief", 4) {
        return None;
    }
    let is_fleeting = |theft: &&SkillTheft| [Skill::GarnetThief, Skill::GrunkoPop].contains(&theft.skill);
    let fleeting: Vec<SkillTheft> = thefts.iter().filter(is_fleeting).copied().collect();
    let open = if fleeting.is_empty() || chance.once_in("any theft", 2) {
        thefts
    } else {
        &fleeting
    };
    chance
        .pick("theft", open)
        .map(|SkillTheft { target, skill }| RequestedTheft {
            target: Some(*target),
            skill: Some(*skill),
        })
}

fn steal<'a>(limits: &LegalSubmission, seat: SeatIndex) -> (Branch, Inputs<'a, Option<RequestedTheft>>) {
    let thefts = limits.skill_thefts.iter().filter(|theft| theft.target == seat);
    let options: Vec<PickOption> = thefts.map(|theft| of_skill(theft.skill)).collect();
    let title = Text::new("steal_from", "Steal from {seat}").with("seat", seat);
    let branch = Branch::new(seat_id(seat), title, []);
    let target = Some(seat);
    if options.is_empty() {
        let reason = Text::new(
            "nothing_to_steal",
            "You can only steal from another player who holds a skill.",
        );
        let nothing = RequestedTheft { target, skill: None };
        return (branch.refused(reason), Inputs::fixed(Some(nothing)));
    }
    let skill = FormField::pick_one(
        field::SKILL,
        Text::new("field_skill_to_steal", "Skill to steal"),
        options,
    );
    let theft = skill.picked().map(
        move |skill: Option<Named>| {
            let skill = skill.and_then(Named::skill);
            Some(RequestedTheft { target, skill })
        },
        move |theft| {
            let skill = theft.filter(|theft| theft.target == target)?.skill?;
            Some(Some(Named::Skill(skill)))
        },
    );
    (branch, theft)
}

/// The skills that a submission can use.
const USABLE: [Skill; 5] = [
    Skill::GarnetThief,
    Skill::GodDefyingWill,
    Skill::PhantomThieves,
    Skill::DarkRitual,
    Skill::SkillThief,
];

/// The skills that the seat holds and cannot use in this round, each with the reason; empty if there are none.
pub(super) fn unusable(view: &View, limits: &LegalSubmission) -> Arg {
    let held = own_skills(view).unwrap_or_default();
    let held = USABLE.into_iter().filter(|skill| held.has(*skill));
    let reasons = held.filter_map(|skill| {
        let text = Text::new("cannot_be_used", "You cannot use {skill}: {reason}").with("skill", skill);
        Some(text.with("reason", reason(view, limits, skill)?))
    });
    let reasons: Vec<Text> = reasons.collect();
    if reasons.is_empty() {
        Arg::word("")
    } else {
        Arg::lines(reasons)
    }
}

/// The skills of the seat with this view: before the scoring, only its own garnets are visible.
fn own_skills(view: &View) -> Option<Skills> {
    let own = view.seats.iter().find(|seat| seat.garnets.is_some());
    own.map(|seat| seat.skills)
}

/// Why a held skill cannot be used; `None` if it can.
fn reason(view: &View, limits: &LegalSubmission, skill: Skill) -> Option<Text> {
    if view.nullified == Some(skill) {
        return Some(Text::new("is_nullified", "it is nullified."));
    }
    if skill == Skill::GodDefyingWill && limits.means_with_discard.is_none() {
        return Some(Text::new("no_pop", "there is no Grunko Pop to discard."));
    }
    if skill == Skill::DarkRitual {
        return no_zero_bid(limits);
    }
    None
}

fn no_zero_bid(limits: &LegalSubmission) -> Option<Text> {
    let Some(cost) = limits.zero_bid_cost else {
        return Some(Text::new("zero_bid_made", "the zero bid has been made."));
    };
    let is_open = |means: &Means| means.zero_bid_alone;
    if is_open(&limits.means) || limits.means_with_discard.as_ref().is_some_and(is_open) {
        return None;
    }
    if limits.barred {
        return Some(Text::new(
            "zero_bid_barred",
            "Overwhelming Sadness forbids all bids in this round.",
        ));
    }
    let text = "with Secret Book, the zero bid costs {cost|garnet|garnets}, which the limits of the bids do not allow.";
    Some(Text::new("zero_bid_costs", text).with("cost", cost))
}
