//! Skills, garnets and submissions, as they are written and typed.

use tinsel_proto::games::grunkle_match::v1::{Bid, Payment, Skill, SkillCount, SubmitRound};

use super::skills;

/// Several skills, with commas between them.
pub(crate) fn skills(of: impl IntoIterator<Item = Skill>) -> String {
    listed(of.into_iter().map(|skill| skills::name(skill).to_owned()))
}

/// What a seat holds, such as `Max Bid Down x2, Grunko Pop`.
pub(super) fn holdings(held: &[SkillCount]) -> String {
    listed(held.iter().map(|held| match held.count {
        1 => skills::name(held.skill()).to_owned(),
        many => format!("{} x{many}", skills::name(held.skill())),
    }))
}

/// An amount of garnets, such as `1 garnet`.
pub(super) fn garnets(amount: u32) -> String {
    counted(amount, "garnet")
}

/// A number of things, such as `2 Pops`.
pub(super) fn counted(count: u32, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        many => format!("{many} {thing}s"),
    }
}

/// What was paid, such as `Garnet Pouch 3, Secret Book 10`.
pub(super) fn payments(paid: &[Payment]) -> String {
    listed(paid.iter().map(|paid| priced(paid.skill(), paid.amount)))
}

/// A submission, such as it would be typed.
pub(crate) fn submission(of: &SubmitRound) -> String {
    let bids = of.bids.iter().map(|bid: &Bid| typed(bid.skill(), bid.amount));
    let zero = given(of.dark_ritual_skill()).map(|skill| format!("zero {}", lower(skill)));
    let discard = of.discard_grunko_pop.then(|| "discard".to_owned());
    let name = given(of.nullify_name()).map(|skill| format!("name {}", lower(skill)));
    let on = |word: &str, seat: Option<u32>| seat.map(|seat| format!("{word} on {seat}"));
    let steal = of.skill_thief.as_ref().map(|theft| {
        let target = theft.target.map_or_else(|| "?".to_owned(), |seat| seat.to_string());
        format!("steal {target} {}", lower(theft.skill()))
    });
    let targets = [
        on("treachery", of.treachery_target),
        on("phantom", of.phantom_target),
        on("thief", of.garnet_thief_target),
    ];
    let rest = [zero, discard, name].into_iter().chain(targets).chain([steal]);
    let text = listed(bids.chain(rest.flatten()));
    if text.is_empty() { "nothing".to_owned() } else { text }
}

/// A bid as it is typed, such as `garnet pouch 3`. What is also a word of its own has `bid` before it.
pub(crate) fn typed(skill: Skill, amount: u32) -> String {
    let bid = if skill == Skill::Treachery { "bid " } else { "" };
    format!("{bid}{} {amount}", lower(skill))
}

fn priced(skill: Skill, amount: u32) -> String {
    format!("{} {amount}", skills::name(skill))
}

fn lower(skill: Skill) -> String {
    skills::name(skill).to_lowercase()
}

fn given(skill: Skill) -> Option<Skill> {
    (skill != Skill::Unspecified).then_some(skill)
}

fn listed(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// Reads a skill by words of its name, or their beginnings: enough to tell it from the others.
pub(crate) fn read_skill(text: &str, among: &[Skill]) -> Result<Skill, String> {
    if text.is_empty() {
        let first = among.first().copied().unwrap_or_default();
        return Err(format!("name a skill, such as {}", lower(first)));
    }
    match fitting(text, among).as_slice() {
        [skill] => Ok(*skill),
        [] => Err(format!("{text:?} is none of: {}", skills(among.iter().copied()))),
        several => {
            let names: Vec<_> = several.iter().map(|skill| skills::name(*skill)).collect();
            Err(format!(
                "{text:?} may be {}; write more of the name",
                names.join(" or ")
            ))
        }
    }
}

/// The skills whose names have all these words, or words that begin so.
pub(crate) fn fitting(text: &str, among: &[Skill]) -> Vec<Skill> {
    let asked = words(text);
    let fits = |skill: &&Skill| {
        let name = words(skills::name(**skill));
        let has = |word: &String| name.iter().any(|of| of.starts_with(word));
        !asked.is_empty() && asked.iter().all(has)
    };
    among.iter().filter(fits).copied().collect()
}

fn words(text: &str) -> Vec<String> {
    let words = text.split([' ', '\t', '_', '-']).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}
