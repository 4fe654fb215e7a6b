//! What a seat may do, and how to type it.

use tinsel_proto::games::grunkle_match::v1::{
    Bid, Legal, LegalSubmission, LegalVote, Means, Skill, SkillTheft, SubmitRound, legal::Decision,
};

use super::{Names, Table, notation, skills};

/// The text of what may be done; empty if nothing is owed.
pub(in crate::render) fn legal(legal: &Legal, names: &Names) -> String {
    match &legal.decision {
        None => String::new(),
        Some(Decision::SubmitRound(submission)) => submit(submission, names),
        Some(Decision::VoteElimination(vote)) => self::vote(vote, names),
    }
}

fn vote(vote: &LegalVote, names: &Names) -> String {
    let first = vote.candidates.first().copied().unwrap_or_default();
    format!(
        "Vote who is to be eliminated, such as: vote {first}\n  of: {}\n",
        names.numbered(&vote.candidates)
    )
}

fn submit(of: &LegalSubmission, names: &Names) -> String {
    let ask = match (&of.without_discard, of.barred) {
        (_, true) => "You cannot bid in this round",
        (Some(means), false) if means.able_to_bid => "Bid on at least one skill",
        (_, false) => "You need not bid",
    };
    let example = notation::submission(&example(of));
    let mut list = Table::new("ll");
    for skill in of.skills() {
        list.row([skills::name(skill), skills::meaning(skill)]);
    }
    format!(
        "{ask}, such as: {example}\n{}{}{}",
        list.text(2),
        limits(of),
        words(of, names)
    )
}

/// The least that can be submitted, in the form in which it can be typed.
fn example(of: &LegalSubmission) -> SubmitRound {
    let able = of.without_discard.as_ref().is_some_and(|means| means.able_to_bid);
    let bid = |skill: Skill| Bid {
        skill: skill.into(),
        amount: of.unit,
    };
    SubmitRound {
        bids: of.skills().filter(|_| able).take(1).map(bid).collect(),
        phantom_target: of.phantom_targets.first().copied(),
        ..SubmitRound::default()
    }
}

/// What bids are held to, in words.
fn limits(of: &LegalSubmission) -> String {
    let mut limits = vec![format!("a bid is {} to {}", of.unit, of.max_bid)];
    if of.unit > 1 {
        limits.push("even".to_owned());
    }
    if of.max_skills < u32::try_from(of.skills.len()).unwrap_or(u32::MAX) {
        limits.push(format!("on {} at the most", notation::counted(of.max_skills, "skill")));
    }
    if of.floor > 0 {
        limits.push(format!("together they must leave {}", notation::garnets(of.floor)));
    }
    let means = of.without_discard.as_ref().map(|means| {
        let (has, budget) = (notation::garnets(means.available), means.budget);
        format!("  You have {has} and can bid {budget} in all: ")
    });
    format!("{}{}.\n", means.unwrap_or_default(), limits.join(", "))
}

/// What else can be said in a submission, and how.
fn words(of: &LegalSubmission, names: &Names) -> String {
    let mut table = Table::new("ll");
    if let Some(means) = &of.with_discard {
        let then = format!("turn a Grunko Pop into a garnet, and bid {} in all", means.budget);
        table.row(["discard".to_owned(), then]);
    }
    if let Some(cost) = of.zero_bid_cost.filter(|_| zero_bid(of)) {
        let costs = notation::garnets(cost);
        table.row([
            "zero SKILL".to_owned(),
            format!("a bid that always wins and costs {costs}"),
        ]);
    }
    if !of.nullify_names.is_empty() {
        table.row(["name SKILL", "with a bid on Skill Nullify: any skill but Grunko Pop"]);
    }
    let mut target = |word: &str, what: &str, seats: &[u32]| {
        if !seats.is_empty() {
            table.row([word.to_owned(), format!("{what}: {}", names.numbered(seats))]);
        }
    };
    target("treachery on SEAT", "with a bid on Treachery", &of.treachery_targets);
    target(
        "phantom on SEAT",
        "must be said: whose bids to ignore",
        &of.phantom_targets,
    );
    target("thief on SEAT", "use Garnet Thief", &of.garnet_thief_targets);
    let mut told = table.text(2);
    told.push_str(&thefts(&of.skill_thief_choices, names));
    told
}

fn zero_bid(of: &LegalSubmission) -> bool {
    let alone = |means: &Option<Means>| means.as_ref().is_some_and(|means| means.zero_bid_alone);
    alone(&of.without_discard) || alone(&of.with_discard)
}

fn thefts(choices: &[SkillTheft], names: &Names) -> String {
    if choices.is_empty() {
        return String::new();
    }
    let mut seats: Vec<_> = choices.iter().filter_map(|choice| choice.target).collect();
    seats.dedup();
    let mut table = Table::new("rll");
    for seat in seats {
        let of = choices.iter().filter(|choice| choice.target == Some(seat));
        let held = notation::skills(of.map(SkillTheft::skill));
        table.row([seat.to_string(), names.of(seat), held]);
    }
    format!("  steal SEAT SKILL, to use Skill Thief on\n{}", table.text(4))
}
