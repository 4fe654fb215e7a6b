//! Grunkle Match, as it is typed.

mod part;
#[cfg(test)]
mod tests;

use tinsel_proto::games::grunkle_match::v1::{
    Action, Legal, LegalSubmission, SubmitRound, VoteElimination, action, legal::Decision,
};

use part::Part;

/// How what is owed is written.
pub(super) const fn help(legal: &Legal) -> &'static str {
    match &legal.decision {
        None => "",
        Some(Decision::SubmitRound(_)) => SUBMISSION,
        Some(Decision::VoteElimination(_)) => VOTE,
    }
}

const VOTE: &str = "Write vote and the number of a seat that is tied, such as vote 5.";

const SUBMISSION: &str = "Write all of it in one line, with commas between: SKILL AMOUNT for each bid, such as \
     garnet pouch 3, secret book 10. Words of a skill's name are enough, such as pouch 3. What stands before a number \
     is bid on, \"on\" stands before a seat: thief on 3. Write nothing to submit nothing.";

pub(super) fn read(line: &str, legal: &Legal) -> Result<Action, String> {
    let action = match &legal.decision {
        None => return Err("there is nothing to decide now".to_owned()),
        Some(Decision::SubmitRound(legal)) => action::Action::SubmitRound(submission(line, legal)?),
        Some(Decision::VoteElimination(_)) => action::Action::VoteElimination(vote(line)?),
    };
    Ok(Action { action: Some(action) })
}

fn vote(line: &str) -> Result<VoteElimination, String> {
    let words: Vec<_> = line.split_whitespace().collect();
    match words.as_slice() {
        [word, seat] if word.eq_ignore_ascii_case("vote") => Ok(VoteElimination {
            seat: Some(part::seat(seat)?),
        }),
        _ => Err("vote for one of the tied seats, such as vote 5".to_owned()),
    }
}

fn submission(line: &str, legal: &LegalSubmission) -> Result<SubmitRound, String> {
    let mut submission = SubmitRound::default();
    let mut said: Vec<&str> = Vec::new();
    let texts = line.split(',').map(str::trim).filter(|text| !text.is_empty());
    for text in texts {
        let part = Part::read(text, legal)?;
        if let Some(word) = part.once() {
            if said.contains(&word) {
                return Err(format!("{word} stands twice; write it once"));
            }
            said.push(word);
        }
        add(&mut submission, part);
    }
    match (said.contains(&"nothing"), submission.bids.is_empty()) {
        (true, false) => Err("nothing stands with a bid; write one of them".to_owned()),
        (true | false, _) => Ok(submission),
    }
}

fn add(submission: &mut SubmitRound, part: Part) {
    match part {
        Part::Nothing => {}
        Part::Bid(bid) => submission.bids.push(bid),
        Part::Zero(skill) => submission.dark_ritual_skill = skill.into(),
        Part::Discard => submission.discard_grunko_pop = true,
        Part::Name(skill) => submission.nullify_name = skill.into(),
        Part::Treachery(seat) => submission.treachery_target = Some(seat),
        Part::Phantom(seat) => submission.phantom_target = Some(seat),
        Part::Thief(seat) => submission.garnet_thief_target = Some(seat),
        Part::Steal(theft) => submission.skill_thief = Some(theft),
    }
}
