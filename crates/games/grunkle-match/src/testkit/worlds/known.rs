//! What a viewer knows, by the table of visibility (section 7).
//!
//! Written down row by row from the state, apart from the view: what the view gives away must not count as known.

use tinsel_engine::{BySeat, SeatIndex, SeatSet, Viewer};

use crate::{
    components::{BySlot, Garnets, Phase, Round, Skill, Skills},
    config::DeathMatchInfo,
    state::{GarnetTheft, GrunkleMatch, PastRound, SkillTheft, Stage, Verdict},
    submission::{Ballot, Submission},
};

tinsel_engine::redacted!(Known);

/// Everything of a match that one viewer knows.
///
/// What follows from the rest is left out: payments from bids and winners, what a default would be from garnets and
/// skills, whether the zero bid is spent from own submissions, and the scoring from everybody's garnets and skills.
#[derive(PartialEq, Eq)]
pub(super) struct Known {
    /// All, always.
    now: (Phase, Round, SeatSet, SeatSet),
    /// All, always.
    starting: Vec<Garnets>,
    /// All, once a round is resolved.
    winners: Vec<BySlot<Option<SeatIndex>>>,
    /// All, as after the last resolved round.
    skills: BySeat<Skills>,
    /// All, from round 3.
    nullified: Option<Skill>,
    /// All, if it was effective.
    treachery_target: Option<SeatIndex>,
    /// All, if it was effective.
    cool_baller: Option<SeatIndex>,
    /// All.
    garnet_thief: Option<(Round, SeatIndex)>,
    /// All: who, and whether something moved.
    skill_thief: Option<(SeatIndex, bool)>,
    /// All of a theft that moved something; of another one thief and target.
    skill_theft: Option<SkillTheft>,
    /// Thief and victim.
    garnet_theft: Option<GarnetTheft>,
    /// The owner's; from the scoring on everybody's.
    garnets: Vec<(SeatIndex, Garnets)>,
    /// The owner's, the open round's included.
    submissions: Vec<Submission>,
    /// The gainer's.
    morphogenetics_gain: Option<Garnets>,
    /// Whose Whispers of the Vortex worked.
    pub(super) death_match_info: Option<DeathMatchInfo>,
    /// The voter's.
    ballot: Option<Ballot>,
    /// All, once the match has ended: candidate, way, and votes.
    verdict: Option<Verdict>,
}

impl Known {
    /// What `viewer` knows of `game`.
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

/// Who won the only copy of a skill that was not nullified, and in which round.
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

/// What a failed bid on Morphogenetics that was not ignored gained.
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
