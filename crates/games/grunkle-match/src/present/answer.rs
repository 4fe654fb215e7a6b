//! Answers as actions, and actions as answers.

use tinsel_engine::{
    SeatIndex,
    present::{Answer, FieldAnswer, Id, Reader, Value, seat_id, seat_of_id},
};

use super::{
    bidding::{
        BIDS, Bidding, CANDIDATE, DISCARD, DISCARD_ONE, GARNET_THIEF_TARGET, KEEP, NONE, NULLIFY_NAME, PHANTOM_TARGET,
        SKILL, SKILL_THIEF, TREACHERY_TARGET, ZERO_BID,
    },
    words::{skill_id, skill_of_id},
};
use crate::{
    action::{Action, Bid, Grab, Named, Sheet},
    components::Skill,
    legal::{Form, Legal},
};

/// The action of an answer; `None` if it names a player that no match has.
pub(super) fn read(legal: &Legal, answer: Reader<'_>) -> Option<Action> {
    match legal {
        Legal::Vote { .. } => Some(Action::VoteElimination {
            seat: seat(answer, CANDIDATE)?,
        }),
        Legal::Submit(_) | Legal::Nothing => sheet(answer).map(Action::SubmitRound),
    }
}

fn sheet(answer: Reader<'_>) -> Option<Sheet> {
    let (discards, bidding) = match answer.branch(DISCARD) {
        Some((branch, fields)) => (branch == DISCARD_ONE, fields),
        None => (false, answer),
    };
    let amounts = bidding.amounts(BIDS).iter();
    let bids = amounts.filter(|(_, amount)| *amount != 0).map(|(skill, amount)| Bid {
        skill: skill_of_id(skill),
        amount: garnets(*amount),
    });
    Some(Sheet {
        bids: bids.collect(),
        dark_ritual_skill: skill(bidding, ZERO_BID),
        discard_grunko_pop: discards,
        nullify_name: skill(bidding, NULLIFY_NAME),
        treachery_target: seat(bidding, TREACHERY_TARGET)?,
        phantom_target: seat(answer, PHANTOM_TARGET)?,
        garnet_thief_target: seat(answer, GARNET_THIEF_TARGET)?,
        skill_thief: grab(answer),
    })
}

/// An amount that no action can hold becomes one that the game refuses.
fn garnets(amount: i64) -> u32 {
    u32::try_from(amount.max(0)).unwrap_or(u32::MAX)
}

fn skill(answer: Reader<'_>, field: &str) -> Option<Named> {
    let id = answer.pick(field).filter(|id| *id != NONE)?;
    Some(skill_of_id(id).map_or(Named::Unknown, Named::Skill))
}

/// The picked seat, if any; `None` if the option is no seat.
#[expect(
    clippy::option_option,
    reason = "no seat picked, and no seat that an action can name"
)]
fn seat(answer: Reader<'_>, field: &str) -> Option<Option<SeatIndex>> {
    match answer.pick(field) {
        None | Some(NONE) => Some(None),
        Some(id) => seat_of_id(id).map(Some),
    }
}

fn grab(answer: Reader<'_>) -> Option<Grab> {
    let (branch, fields) = answer.branch(SKILL_THIEF).filter(|(branch, _)| *branch != KEEP)?;
    Some(Grab {
        target: seat_of_id(branch),
        skill: fields.pick(SKILL).and_then(skill_of_id),
    })
}

/// The answer of a legal action.
pub(super) fn answer(legal: &Legal, action: &Action) -> Option<Answer> {
    match (legal, action) {
        (Legal::Submit(form), Action::SubmitRound(sheet)) => submission(form, sheet),
        (Legal::Vote { candidates }, Action::VoteElimination { seat }) => {
            let candidate = seat.filter(|seat| candidates.contains(*seat))?;
            Some(Answer::new([FieldAnswer::pick(CANDIDATE, seat_id(candidate))]))
        }
        (
            Legal::Nothing | Legal::Submit(_) | Legal::Vote { .. },
            Action::SubmitRound(_) | Action::VoteElimination { .. },
        ) => None,
    }
}

fn submission(form: &Form, sheet: &Sheet) -> Option<Answer> {
    let discarding = Bidding::discarding(form);
    let mut fields = match (&discarding, sheet.discard_grunko_pop) {
        (None, true) => return None,
        (None, false) => bidding(&Bidding::keeping(form), sheet)?,
        (Some(_), false) => {
            let fields = bidding(&Bidding::keeping(form), sheet)?;
            vec![FieldAnswer::branch(DISCARD, KEEP, fields)]
        }
        (Some(discarding), true) => {
            let fields = bidding(discarding, sheet)?;
            vec![FieldAnswer::branch(DISCARD, DISCARD_ONE, fields)]
        }
    };
    let designated = sheet.phantom_target.map(|seat| (PHANTOM_TARGET, seat));
    let robbed = sheet.garnet_thief_target.map(|seat| (GARNET_THIEF_TARGET, seat));
    let targets = designated.into_iter().chain(robbed);
    fields.extend(targets.map(|(field, seat)| FieldAnswer::pick(field, seat_id(seat))));
    if !form.skill_thefts.is_empty() || sheet.skill_thief.is_some() {
        fields.push(theft(sheet.skill_thief)?);
    }
    Some(Answer { fields })
}

/// The fields of bids. A value without a field in the form stays, so that the form does not accept it.
fn bidding(bidding: &Bidding<'_>, sheet: &Sheet) -> Option<Vec<FieldAnswer>> {
    let bids = sheet
        .bids
        .iter()
        .map(|bid| Some((skill_id(bid.skill?), i64::from(bid.amount))));
    let bids: Vec<(Id, i64)> = bids.collect::<Option<_>>()?;
    let zero_bid = sheet.dark_ritual_skill.and_then(Named::skill);
    let nullified = sheet.nullify_name.and_then(Named::skill).map(skill_id);
    let betrayed = sheet.treachery_target.map(seat_id);
    let name = |skill, field, named: Option<Id>| {
        let is_due = bidding.can_bid_on(skill) || named.is_some();
        is_due.then(|| FieldAnswer::pick(field, named.unwrap_or(NONE.into())))
    };
    let has_bids = bidding.means.able_to_bid || !bids.is_empty();
    let fields = [
        has_bids.then(|| FieldAnswer::new(BIDS, Value::Amounts(bids))),
        zero_bid.map(|skill| FieldAnswer::pick(ZERO_BID, skill_id(skill))),
        name(Skill::SkillNullify, NULLIFY_NAME, nullified),
        name(Skill::Treachery, TREACHERY_TARGET, betrayed),
    ];
    Some(fields.into_iter().flatten().collect())
}

fn theft(grab: Option<Grab>) -> Option<FieldAnswer> {
    let Some(Grab { target, skill }) = grab else {
        return Some(FieldAnswer::branch(SKILL_THIEF, KEEP, Vec::new()));
    };
    let skill = FieldAnswer::pick(SKILL, skill_id(skill?));
    Some(FieldAnswer::branch(SKILL_THIEF, seat_id(target?), vec![skill]))
}
