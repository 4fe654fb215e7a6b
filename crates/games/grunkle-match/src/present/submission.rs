//! Submissions in words.

use tinsel_engine::{
    SeatIndex,
    present::{Arg, Text},
};

use crate::{
    action::{Named, SubmitRound},
    components::Skill,
};

/// The parts of a submission, bids first.
pub(super) fn parts(sheet: &SubmitRound) -> Vec<Text> {
    let bids = sheet
        .bids
        .iter()
        .filter_map(|bid| Some(self::bid(bid.skill?, bid.amount)));
    let zero_bid = named(sheet.dark_ritual_skill, "part_zero_bid", "a zero bid on {skill}");
    let none = sheet.bids.is_empty() && zero_bid.is_none();
    let others = [
        none.then(|| Text::new("part_no_bid", "no bid")),
        zero_bid,
        sheet
            .discard_grunko_pop
            .then(|| Text::new("part_discard", "a Grunko Pop discarded")),
        named(sheet.nullify_name, "part_nullify", "{skill} named for Skill Nullify"),
        seat(sheet.treachery_target, "part_treachery", "{seat} named for Treachery"),
        seat(
            sheet.phantom_target,
            "part_phantom",
            "{seat} designated for Phantom Thieves of Hearts",
        ),
        seat(
            sheet.garnet_thief_target,
            "part_garnet_thief",
            "Garnet Thief used on {seat}",
        ),
        sheet.skill_thief.and_then(|theft| {
            let text = Text::new("part_skill_thief", "Skill Thief used on {seat} to steal {skill}");
            Some(text.with("seat", theft.target?).with("skill", theft.skill?))
        }),
    ];
    bids.chain(others.into_iter().flatten()).collect()
}

/// The whole submission.
pub(super) fn listed(sheet: &SubmitRound) -> Arg {
    Arg::list(parts(sheet))
}

fn bid(skill: Skill, amount: u32) -> Text {
    Text::new("part_bid", "{amount|garnet|garnets} on {skill}")
        .with("amount", amount)
        .with("skill", skill)
}

fn named(named: Option<Named>, key: &'static str, pattern: &'static str) -> Option<Text> {
    let skill = named.and_then(Named::skill)?;
    Some(Text::new(key, pattern).with("skill", skill))
}

fn seat(seat: Option<SeatIndex>, key: &'static str, pattern: &'static str) -> Option<Text> {
    Some(Text::new(key, pattern).with("seat", seat?))
}
