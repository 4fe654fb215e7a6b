//! One thing of a submission: what stands between two commas.

use tinsel_proto::games::grunkle_match::v1::{Bid, LegalSubmission, Skill, SkillTheft};

use crate::render::grunkle_match::notation;

/// One thing of a submission.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    Nothing,
    Bid(Bid),
    Zero(Skill),
    Discard,
    Name(Skill),
    Treachery(u32),
    Phantom(u32),
    Thief(u32),
    Steal(SkillTheft),
}

impl Part {
    pub(super) fn read(text: &str, legal: &LegalSubmission) -> Result<Self, String> {
        let (word, rest) = match text.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (text, ""),
        };
        match (word.to_lowercase().as_str(), rest) {
            ("nothing", "") => Ok(Self::Nothing),
            ("discard", "") => Ok(Self::Discard),
            ("discard", _) => Err("behind discard stands a comma: discard, garnet pouch 3".to_owned()),
            ("bid", bid) => bid_on(bid, legal),
            ("zero", skill) => Ok(Self::Zero(auctioned(skill, legal)?)),
            ("name", skill) => Ok(Self::Name(notation::read_skill(skill, &every_skill())?)),
            ("steal", theft) => steal(theft, legal),
            ("treachery", _) => target_or_bid(text, Self::Treachery, &legal.treachery_targets, legal),
            ("phantom", _) => target_or_bid(text, Self::Phantom, &legal.phantom_targets, legal),
            ("thief", _) => target_or_bid(text, Self::Thief, &legal.garnet_thief_targets, legal),
            _ => bid_on(text, legal),
        }
    }

    /// The word of what can be said once.
    pub(super) const fn once(&self) -> Option<&'static str> {
        match self {
            Self::Bid(_) => None,
            Self::Nothing => Some("nothing"),
            Self::Zero(_) => Some("zero"),
            Self::Discard => Some("discard"),
            Self::Name(_) => Some("name"),
            Self::Treachery(_) => Some("treachery"),
            Self::Phantom(_) => Some("phantom"),
            Self::Thief(_) => Some("thief"),
            Self::Steal(_) => Some("steal"),
        }
    }
}

/// Reads a word that names a seat, such as `thief on 3`, or `thief 3` where it cannot be a bid on what is auctioned.
fn target_or_bid(
    text: &str,
    target: fn(u32) -> Part,
    targets: &[u32],
    legal: &LegalSubmission,
) -> Result<Part, String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let (word, seat) = match words.as_slice() {
        [_, on, seat] if on.eq_ignore_ascii_case("on") => return Ok(target(self::seat(seat)?)),
        [word] => return Err(format!("{word} wants a seat, such as {word} on 3")),
        [word, number] => (*word, *number),
        _ => return bid_on(text, legal),
    };
    let skills: Vec<_> = legal.skills().collect();
    match (notation::fitting(word, &skills).is_empty(), targets.is_empty()) {
        (true, _) => Ok(target(self::seat(seat)?)),
        (false, true) => bid_on(text, legal),
        (false, false) => Err(format!(
            "{text:?} may be a bid or a seat; write bid {text}, or {word} on {seat}"
        )),
    }
}

fn bid_on(text: &str, legal: &LegalSubmission) -> Result<Part, String> {
    let bid = text
        .rsplit_once(char::is_whitespace)
        .and_then(|(skill, amount)| Some((skill.trim(), number(amount)?)));
    let Some((skill, amount)) = bid else {
        return Err(format!(
            "{text:?} is no bid; write a skill and an amount, such as {}",
            example(legal)
        ));
    };
    Ok(Part::Bid(Bid {
        skill: auctioned(skill, legal)?.into(),
        amount,
    }))
}

fn example(legal: &LegalSubmission) -> String {
    let first = legal.skills().next().unwrap_or_default();
    notation::typed(first, legal.unit)
}

fn auctioned(text: &str, legal: &LegalSubmission) -> Result<Skill, String> {
    let skills: Vec<_> = legal.skills().collect();
    notation::read_skill(text, &skills)
}

/// Reads what to take from whom, such as `1 left leg`.
fn steal(text: &str, legal: &LegalSubmission) -> Result<Part, String> {
    let Some((seat, skill)) = text.split_once(char::is_whitespace) else {
        return Err("steal wants a seat and a skill, such as steal 1 left leg".to_owned());
    };
    let target = self::seat(seat)?;
    let choices = legal.skill_thief_choices.iter();
    let held: Vec<_> = choices
        .filter(|choice| choice.target == Some(target))
        .map(SkillTheft::skill)
        .collect();
    let among = if held.is_empty() { every_skill() } else { held };
    Ok(Part::Steal(SkillTheft {
        target: Some(target),
        skill: notation::read_skill(skill, &among)?.into(),
    }))
}

/// Every kind there is, in canonical order.
fn every_skill() -> Vec<Skill> {
    (1..).map_while(|number| Skill::try_from(number).ok()).collect()
}

pub(super) fn seat(text: &str) -> Result<u32, String> {
    number(text).ok_or_else(|| format!("{text:?} is not a seat; seats are numbers from 0 to 6"))
}

/// A number of digits only.
fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
