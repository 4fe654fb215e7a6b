//! Facts of the match: public ones, and those that only the viewer knows.

use tinsel_engine::present::{Arrangement, Item, Text, Zone};

use super::{
    super::sentences::{self, ending},
    players,
};
use crate::view::{GarnetTheftView, OwnView, SkillTheftResult, SkillTheftView, View};

/// The facts that all players know.
pub(super) fn public(view: &View) -> Zone {
    let scoring = view.scoring.as_ref();
    let all = [
        ("start", Some(sentences::started(&view.starting_garnets))),
        ("nullified", view.nullified.map(sentences::nullified)),
        ("garnet_theft", view.garnet_theft.map(|theft| garnet_theft(&theft))),
        ("skill_theft", view.skill_theft.map(|theft| skill_theft(&theft))),
        ("cool_baller", view.cool_baller.map(sentences::cool_baller)),
        (
            "treachery",
            view.treachery_target.map(|target| {
                Text::new("treachery_target", "The winner of Treachery named {seat}.").with("seat", target)
            }),
        ),
        (
            "tokens",
            scoring.map(|scoring| ending::tokens(scoring.winners, scoring.tokens_nullified)),
        ),
        (
            "bonus",
            scoring.and_then(|scoring| scoring.bonus_token_seat).map(ending::bonus),
        ),
    ];
    list("facts", Text::new("facts", "Known to all players"), all)
}

/// The facts that not all players know.
pub(super) fn private(view: &View) -> Zone {
    let own = view.own.as_ref();
    let all = [
        ("zero_bid", own.and_then(zero_bid)),
        (
            "garnets_stolen",
            view.garnet_theft.and_then(|theft| {
                let taken = theft.taken?;
                Some(sentences::garnets_stolen(theft.thief, taken.victim, taken.amount))
            }),
        ),
        (
            "theft_failed",
            view.skill_theft.and_then(|theft| match theft.result {
                SkillTheftResult::Failed { target, skill } => {
                    Some(sentences::skill_theft_failed(theft.thief, target, skill))
                }
                SkillTheftResult::Hidden | SkillTheftResult::Moved { .. } => None,
            }),
        ),
        (
            "morphogenetics",
            own.and_then(|own| own.morphogenetics_gain)
                .map(sentences::morphogenetics),
        ),
        (
            "death_match_info",
            own.and_then(|own| own.death_match_info.as_ref())
                .map(sentences::death_match),
        ),
        (
            "vote",
            own.and_then(|own| own.vote)
                .map(|vote| Text::new("own_vote", "Own vote: {vote}.").with("vote", players::ballot(vote))),
        ),
    ];
    list("private", Text::new("private", "Not known to all players"), all)
}

fn list<const N: usize>(zone: &'static str, title: Text, facts: [(&'static str, Option<Text>); N]) -> Zone {
    let facts = facts.into_iter().filter_map(|(id, fact)| Some((id, fact?)));
    Zone::new(zone, title, Arrangement::List).with(facts.map(|(id, fact)| Item::titled(format!("{zone}/{id}"), fact)))
}

fn garnet_theft(theft: &GarnetTheftView) -> Text {
    Text::new("garnet_thief_used", "{seat} used Garnet Thief in Round {round}.")
        .with("seat", theft.thief)
        .with("round", theft.round)
}

fn skill_theft(theft: &SkillTheftView) -> Text {
    match theft.result {
        SkillTheftResult::Moved { victim, skill } => sentences::skill_stolen(theft.thief, victim, skill),
        SkillTheftResult::Hidden | SkillTheftResult::Failed { .. } => {
            Text::new("skill_thief_failed", "{seat} used Skill Thief, but stole nothing.").with("seat", theft.thief)
        }
    }
}

fn zero_bid(own: &OwnView) -> Option<Text> {
    let text = if own.zero_bid_spent? {
        Text::new("zero_bid_spent", "The zero bid of Dark Ritual has been made.")
    } else {
        Text::new("zero_bid_left", "The zero bid of Dark Ritual has not been made yet.")
    };
    Some(text)
}
