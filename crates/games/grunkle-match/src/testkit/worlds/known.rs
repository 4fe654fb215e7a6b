//! The facts that a viewer knows, by the table of visibility (section 7).
//!
//! They come row by row from the state, not from the view: a leak in the view must not count as known.

use tinsel_engine::{BySeat, SeatIndex, SeatSet, Viewer};

use crate::{
    components::{BySlot, Garnets, Phase, Round, Skill, Skills},
    config::DeathMatchInfo,
    state::{GrunkleMatch, Stage},
    submission::{Ballot, Submission},
    table::{GarnetTheft, PastRound, ResolvedSkillTheft},
    verdict::Verdict,
};

tinsel_engine::redacted!(Known);

/// All facts of a match that one viewer knows.
///
/// Derived facts are omitted: payments follow from bids and winners, a default from garnets and skills, a spent zero
/// bid from own submissions, and the scoring from all garnets and skills.
#[derive(PartialEq, Eq)]
pub(super) struct Known {
    /// Known to all, always.
    now: (Phase, Round, SeatSet, SeatSet),
    /// Known to all, always.
    starting: Vec<Garnets>,
    /// Known to all, once a round is resolved.
    winners: Vec<BySlot<Option<SeatIndex>>>,
    /// Known to all, as after the last resolved round.
    skills: BySeat<Skills>,
    /// Known to all, from round 3.
    nullified: Option<Skill>,
    /// Known to all, if it was effective.
    treachery_target: Option<SeatIndex>,
    /// Known to all, if it was effective.
    cool_baller: Option<SeatIndex>,
    /// Known to all.
    garnet_thief: Option<(Round, SeatIndex)>,
    /// Known to all: the thief, and whether a skill moved.
    skill_thief: Option<(SeatIndex, bool)>,
    /// Known to all if a skill moved; otherwise to thief and target.
    skill_theft: Option<ResolvedSkillTheft>,
    /// Known to thief and victim.
    garnet_theft: Option<GarnetTheft>,
    /// Known to the owner; from the scoring on, to all.
    garnets: Vec<(SeatIndex, Garnets)>,
    /// Known to the owner, including that of the open round.
    submissions: Vec<Submission>,
    /// Known to the gainer.
    morphogenetics_gain: Option<Garnets>,
    /// Known to the winner of an effective Whispers of the Vortex.
    pub(super) death_match_info: Option<DeathMatchInfo>,
    /// Known to the voter.
    ballot: Option<Ballot>,
    /// Known to all, once the match has ended: candidate, rule, and votes.
    verdict: Option<Verdict>,
}

impl Known {
    /// The facts of `game` that `viewer` knows.
    pub(super) fn of(game: &GrunkleMatch, viewer: Viewer) -> Self {
        let table = &game.table;
        let is = |seat: SeatIndex| viewer.is(seat);
        let scored = match &game.stage {
            Stage::Bidding { .. } => false,
            Stage::TieBreak { .. } | Stage::Ended { .. } => true,
        };
        let garnets = table.garnets.enumerate().map(|(seat, garnets)| (seat, *garnets));
        Self {
            now: (game.phase(), game.round(), game.owing(), game.acted()),
            starting: table
                .garnets
                .seats()
                .iter()
                .map(|seat| game.config.starting(seat))
                .collect(),
            winners: table.past.iter().map(|past| past.winners).collect(),
            skills: table.skills.clone(),
            nullified: table.nullified,
            treachery_target: effective(game, Skill::Treachery)
                .and_then(|(past, winner)| past.submissions.at(winner).treachery_target),
            cool_baller: effective(game, Skill::Baller).map(|(_, winner)| winner),
            garnet_thief: table.garnet_theft.map(|theft| (theft.round, theft.thief)),
            skill_thief: table.skill_theft.map(|theft| (theft.thief, theft.moved)),
            skill_theft: table
                .skill_theft
                .filter(|theft| theft.moved || is(theft.thief) || is(theft.wanted.target)),
            garnet_theft: table.garnet_theft.filter(|theft| is(theft.thief) || is(theft.victim)),
            garnets: garnets.filter(|(seat, _)| scored || is(*seat)).collect(),
            submissions: submissions(game, viewer),
            morphogenetics_gain: viewer.seat().and_then(|seat| gain(game, seat)),
            death_match_info: effective(game, Skill::WhispersOfTheVortex)
                .filter(|(_, winner)| is(*winner))
                .map(|_| game.config.death_match_info.clone()),
            ballot: viewer.seat().and_then(|seat| ballot(game, seat)),
            verdict: match &game.stage {
                Stage::Bidding { .. } | Stage::TieBreak { .. } => None,
                Stage::Ended { verdict } => Some(verdict.clone()),
            },
        }
    }
}

/// The winner of the only copy of a skill that was not nullified, and the round.
fn effective(game: &GrunkleMatch, skill: Skill) -> Option<(&PastRound, SeatIndex)> {
    if game.table.nullified == Some(skill) {
        return None;
    }
    let mut auctions = Round::ALL.into_iter().zip(&game.table.past);
    let (round, past) = auctions.find(|(round, _)| round.list().contains(&skill))?;
    let (_, winner) = past
        .winners
        .iter()
        .find(|(slot, _)| round.skill_in(*slot) == Some(skill))?;
    Some((past, winner))
}

fn submissions(game: &GrunkleMatch, viewer: Viewer) -> Vec<Submission> {
    let Some(seat) = viewer.seat() else {
        return Vec::new();
    };
    let past = game.table.past.iter().map(|past| *past.submissions.at(seat));
    let open = match &game.stage {
        Stage::Bidding { sealed, .. } => *sealed.at(seat),
        Stage::TieBreak { .. } | Stage::Ended { .. } => None,
    };
    past.chain(open).collect()
}

/// The gain of a failed bid on Morphogenetics that counted.
fn gain(game: &GrunkleMatch, seat: SeatIndex) -> Option<Garnets> {
    let (past, winner) = effective(game, Skill::Morphogenetics)?;
    let slot = Round::LAST.slot_of(Skill::Morphogenetics)?;
    let ignored = past
        .submissions
        .iter()
        .any(|submission| submission.phantom_target == Some(seat));
    let failed = past.submissions.at(seat).bids.at(slot).is_some() && winner != seat && !ignored;
    past.submissions.at(winner).price(slot).filter(|_| failed)
}

fn ballot(game: &GrunkleMatch, seat: SeatIndex) -> Option<Ballot> {
    match &game.stage {
        Stage::Bidding { .. } => None,
        Stage::TieBreak { ballots } => *ballots.at(seat),
        Stage::Ended { verdict } => *verdict.ballots.at(seat),
    }
}
