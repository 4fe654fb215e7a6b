//! Events as sentences.

pub(super) mod ending;

use tinsel_engine::{
    BySeat, SeatIndex, SeatSet,
    present::{Arg, Text},
};

use super::{submission, words::holdings};
use crate::{
    action::SubmitRound,
    components::{Garnets, Round, SEAT_COUNT, Skill, Skills},
    config::DeathMatchInfo,
    event::{Event, PopCause},
};

/// The event as sentences. "You" is the only seat that receives it.
pub(super) fn sentence(event: &Event) -> Text {
    match event {
        Event::MatchStarted { starting_garnets } => started(starting_garnets),
        Event::RoundOpened { round } => opened(*round),
        Event::SubmissionReceived { round, seat } => received(*round, *seat),
        Event::SubmissionRecorded {
            round,
            sheet,
            by_default,
        } => recorded(*round, sheet, *by_default),
        Event::GrunkoPopDiscarded { seat, .. } => {
            of_seat("pop_discarded", "{seat} discards a Grunko Pop for a garnet.", *seat)
        }
        Event::AuctionResult { skill, winner, .. } => auctioned(*skill, *winner),
        Event::BidPaid { skill, amount, .. } => paid(*skill, *amount),
        Event::SkillUsed { seat, skill, .. } => {
            of_seat("skill_used", "{seat} uses {skill}, and the skill disappears.", *seat).with("skill", *skill)
        }
        Event::GarnetsStolen {
            thief, victim, amount, ..
        } => garnets_stolen(*thief, *victim, *amount),
        Event::SkillStolen { thief, victim, skill } => skill_stolen(*thief, *victim, *skill),
        Event::SkillTheftFailed { thief, target, skill } => skill_theft_failed(*thief, *target, *skill),
        Event::SkillNullified { skill } => nullified(*skill),
        Event::GarnetsEarned { seats, each, cause, .. } => earned(*seats, *each, *cause),
        Event::DeathMatchInfo { text } => death_match(text),
        Event::GarnetsForfeited { seat } => {
            of_seat("garnets_forfeited", "{seat} loses all garnets to Dark Ritual.", *seat)
        }
        Event::CoolBaller { seat } => cool_baller(*seat),
        Event::GrunkoPopsGained { seat, count, cause, .. } => pops_gained(*seat, *count, *cause),
        Event::MorphogeneticsGain { amount } => morphogenetics(*amount),
        Event::Balance { round, garnets } => balance(*round, *garnets),
        Event::RoundClosed { round, skills } => closed(*round, skills),
        Event::MatchScored(scoring) => ending::scored(scoring),
        Event::TieBreakOpened { voters, candidates } => ending::tied(*voters, *candidates),
        Event::VoteReceived { seat } => of_seat("vote_received", "{seat} has voted, or ran out of time.", *seat),
        Event::TieBreakResolved {
            votes,
            candidate,
            decided_by,
        } => ending::tie_broken(votes, *candidate, *decided_by),
        Event::MatchEnded(ending) => ending::ended(ending),
    }
}

fn of_seat(key: &'static str, pattern: &'static str, seat: SeatIndex) -> Text {
    Text::new(key, pattern).with("seat", seat)
}

/// The starting garnets, in one number if they are equal.
pub(super) fn started(garnets: &BySeat<Garnets>) -> Text {
    let first = garnets.iter().next().copied().unwrap_or_default();
    if garnets.iter().all(|amount| *amount == first) {
        let text = "Each player starts with {garnets|garnet|garnets}.";
        return Text::new("started_equal", text).with("garnets", first);
    }
    let each = garnets
        .enumerate()
        .map(|(seat, amount)| of_seat("seat_garnets", "{seat} with {garnets}", seat).with("garnets", *amount));
    Text::new(
        "started",
        "The players start with different numbers of garnets: {garnets}.",
    )
    .with("garnets", Arg::list(each))
}

fn opened(round: Round) -> Text {
    Text::new("round_opened", "Round {round} opens. On auction: {skills}.")
        .with("round", round)
        .with("skills", Arg::list(round.list().iter().copied()))
}

fn received(round: Round, seat: SeatIndex) -> Text {
    of_seat("submission_received", "{seat} has submitted for Round {round}.", seat).with("round", round)
}

fn recorded(round: Round, sheet: &SubmitRound, by_default: bool) -> Text {
    let text = if by_default {
        let text = "You did not answer in time. The default applies in Round {round}: {parts}.";
        Text::new("submission_by_default", text)
    } else {
        Text::new("submission_recorded", "Your submission for Round {round}: {parts}.")
    };
    text.with("round", round).with("parts", submission::listed(sheet))
}

fn auctioned(skill: Skill, winner: Option<SeatIndex>) -> Text {
    let text = match winner {
        Some(winner) => of_seat("auction_won", "{seat} wins {skill}.", winner),
        None => Text::new("auction_without_winner", "No player wins {skill}."),
    };
    text.with("skill", skill)
}

fn paid(skill: Skill, amount: Garnets) -> Text {
    Text::new("bid_paid", "You pay {amount|garnet|garnets} for {skill}.")
        .with("amount", amount)
        .with("skill", skill)
}

/// A use of Garnet Thief, with its result.
pub(super) fn garnets_stolen(thief: SeatIndex, victim: SeatIndex, amount: Garnets) -> Text {
    let text = "{thief} steals {amount|garnet|garnets} from {victim} by Garnet Thief.";
    Text::new("garnets_stolen", text)
        .with("thief", thief)
        .with("amount", amount)
        .with("victim", victim)
}

/// A use of Skill Thief that moved a skill.
pub(super) fn skill_stolen(thief: SeatIndex, victim: SeatIndex, skill: Skill) -> Text {
    Text::new("skill_stolen", "{thief} steals {skill} from {victim} by Skill Thief.")
        .with("thief", thief)
        .with("skill", skill)
        .with("victim", victim)
}

/// A use of Skill Thief that moved nothing.
pub(super) fn skill_theft_failed(thief: SeatIndex, target: SeatIndex, skill: Skill) -> Text {
    let text = "{thief} cannot steal {skill}: {target} no longer holds it.";
    Text::new("skill_theft_failed", text)
        .with("thief", thief)
        .with("skill", skill)
        .with("target", target)
}

/// The nullified kind.
pub(super) fn nullified(skill: Skill) -> Text {
    let text = "{skill} is nullified: no copy has an effect for the rest of the match.";
    Text::new("skill_nullified", text).with("skill", skill)
}

fn earned(seats: SeatSet, each: Garnets, cause: Skill) -> Text {
    let text = if seats == SEAT_COUNT.all() {
        Text::new("all_earned", "All players earn {each|garnet|garnets} each by {cause}.")
    } else if seats.len() == 1 {
        Text::new("seat_earned", "{seats} earns {each|garnet|garnets} by {cause}.").with("seats", seats)
    } else {
        Text::new("seats_earned", "{seats} earn {each|garnet|garnets} each by {cause}.").with("seats", seats)
    };
    text.with("each", each).with("cause", cause)
}

/// The text of Whispers of the Vortex.
pub(super) fn death_match(info: &DeathMatchInfo) -> Text {
    let text = "Whispers of the Vortex about the Death Match, as the options of this match define it: “{text}” Only the winner of the skill learns this.";
    Text::new("death_match_info", text).with("text", Arg::word(info.text().to_owned()))
}

/// The cool baller.
pub(super) fn cool_baller(seat: SeatIndex) -> Text {
    of_seat("cool_baller", "{seat} is a cool baller.", seat)
}

fn pops_gained(seat: SeatIndex, count: u8, cause: PopCause) -> Text {
    let text = match cause {
        PopCause::Treachery => of_seat(
            "pops_by_treachery",
            "{seat} gains {count|Grunko Pop|Grunko Pops} by Treachery.",
            seat,
        ),
        PopCause::NoWin => of_seat(
            "pops_without_win",
            "{seat} wins no skill and gains {count|Grunko Pop|Grunko Pops}.",
            seat,
        ),
    };
    text.with("count", count)
}

/// The own gain from Morphogenetics.
pub(super) fn morphogenetics(amount: Garnets) -> Text {
    let text = "You earn {amount|garnet|garnets} by a failed bid on Morphogenetics.";
    Text::new("morphogenetics_gain", text).with("amount", amount)
}

fn balance(round: Round, garnets: Garnets) -> Text {
    Text::new("balance", "You have {garnets|garnet|garnets} after Round {round}.")
        .with("garnets", garnets)
        .with("round", round)
}

fn closed(round: Round, skills: &BySeat<Skills>) -> Text {
    let held = skills
        .enumerate()
        .map(|(seat, held)| of_seat("seat_holds", "{seat} ({skills})", seat).with("skills", holdings(held)));
    Text::new("round_closed", "Round {round} ends. The skills of the players: {held}.")
        .with("round", round)
        .with("held", Arg::list(held))
}
