//! What one viewer may know. The only file that decides who sees what of the state (section 7).

use tinsel_engine::{BySeat, MatchContext, SeatIndex, SeatSet, Viewer};

use crate::{
    action::Sheet,
    components::{BySlot, Garnets, Phase, Round, SEAT_COUNT, Skill, Skills},
    config::DeathMatchInfo,
    event::{self, Vote},
    rules,
    score::{self, Ending, Scoring},
    state::{GrunkleMatch, SkillTheft, Stage, Table},
    submission::{Ballot, Loot, Submission},
};

tinsel_engine::redacted!(
    View,
    SeatView,
    GarnetTheftView,
    Taken,
    SkillTheftView,
    OwnView,
    OwnSubmission,
    Payment
);

/// What one viewer may know; what it may not know yet, or never, is absent.
#[derive(Clone, PartialEq, Eq)]
pub struct View {
    /// What the match waits for.
    pub phase: Phase,
    /// The open round; stays at the last one once all are resolved. Its list says what is auctioned.
    pub round: Round,
    /// The seats whose decision is awaited.
    pub awaited: SeatSet,
    /// The seats whose submission of this round, or whose vote, is in.
    pub acted: SeatSet,
    /// What each seat started with.
    pub starting_garnets: BySeat<Garnets>,
    /// The resolved rounds, in order.
    pub past: Vec<PastAuctions>,
    /// What each seat has.
    pub seats: BySeat<SeatView>,
    /// The kind that works no more.
    pub nullified: Option<Skill>,
    /// Whom the winner of Treachery had named, if that took effect.
    pub treachery_target: Option<SeatIndex>,
    /// Who won Baller, if that took effect.
    pub cool_baller: Option<SeatIndex>,
    /// The use of Garnet Thief.
    pub garnet_theft: Option<GarnetTheftView>,
    /// The use of Skill Thief, in round 7.
    pub skill_theft: Option<SkillTheftView>,
    /// What the viewer's own seat alone knows; `None` for a spectator.
    pub own: Option<OwnView>,
    /// The scoring, once there is one.
    pub scoring: Option<Scoring>,
    /// What each voter said of the tie, in seat order, once it is counted; empty without a vote.
    pub votes: Vec<Vote>,
    /// How the match ended, once it has.
    pub ending: Option<Ending>,
}

/// The auctions of a resolved round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PastAuctions {
    /// Which round.
    pub round: Round,
    /// Who won, by slot; none where nobody did, for whatever reason.
    pub winners: BySlot<Option<SeatIndex>>,
}

/// What one seat has, as far as the viewer may know.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SeatView {
    /// Its garnets: the viewer's own; everybody's from the scoring on.
    pub garnets: Option<Garnets>,
    /// Its skills, as after the last resolved round.
    pub skills: Skills,
}

/// The use of Garnet Thief, as far as the viewer may know.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct GarnetTheftView {
    /// When.
    pub round: Round,
    /// By whom.
    pub thief: SeatIndex,
    /// From whom and how many; to the two alone.
    pub taken: Option<Taken>,
}

/// What Garnet Thief took.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// From whom.
    pub victim: SeatIndex,
    /// How many; may be 0.
    pub amount: Garnets,
}

/// The use of Skill Thief, as far as the viewer may know.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SkillTheftView {
    /// By whom.
    pub thief: SeatIndex,
    /// Whether the target still held the skill, so that it moved.
    pub moved: bool,
    /// From whom and what; of a theft that failed to the two alone.
    pub wanted: Option<Loot>,
}

/// What a seat alone knows.
#[derive(Clone, PartialEq, Eq)]
pub struct OwnView {
    /// Its submissions: one for each resolved round, and the one of the open round once it is in.
    pub submissions: Vec<OwnSubmission>,
    /// Whether the zero bid of Dark Ritual is made in a resolved round; `None` unless the seat won Dark Ritual.
    pub zero_bid_spent: Option<bool>,
    /// What its failed bid on Morphogenetics gained; `None` if there was none.
    pub morphogenetics_gain: Option<Garnets>,
    /// What Whispers of the Vortex told it.
    pub death_match_info: Option<DeathMatchInfo>,
    /// Its vote of a tie-break, once it is in.
    pub vote: Option<Ballot>,
}

/// One of the viewer's own submissions.
#[derive(Clone, PartialEq, Eq)]
pub struct OwnSubmission {
    /// For which round.
    pub round: Round,
    /// The submission, its bids in slot order.
    pub sheet: Sheet,
    /// Whether it was a default.
    pub by_default: bool,
    /// What was won and paid, in slot order; `None` until the round is resolved.
    pub payments: Option<Vec<Payment>>,
}

/// What a seat paid for a skill.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Payment {
    /// For what.
    pub skill: Skill,
    /// How much; 0 for a zero bid without Secret Book.
    pub amount: Garnets,
}

/// What `viewer` may know.
pub(crate) fn view(game: &GrunkleMatch, viewer: Viewer, context: &MatchContext) -> View {
    let table = &game.table;
    // GM-102, GM-R72: garnets and all that is counted from them wait for the scoring
    let scoring = match &game.stage {
        Stage::Bidding { .. } => None,
        Stage::TieBreak { .. } | Stage::Ended { .. } => Some(score::scoring(table).without_forfeits(context)),
    };
    let verdict = match &game.stage {
        Stage::Bidding { .. } | Stage::TieBreak { .. } => None,
        Stage::Ended { verdict } => Some(verdict),
    };
    View {
        phase: game.phase(),
        round: game.round(),
        awaited: game.owing(),
        acted: game.acted(),
        starting_garnets: BySeat::from_fn(SEAT_COUNT, |seat| game.config.starting(seat)),
        past: past(table),
        seats: BySeat::from_fn(SEAT_COUNT, |seat| SeatView {
            garnets: (scoring.is_some() || viewer.is(seat)).then(|| *table.garnets.at(seat)),
            skills: *table.skills.at(seat),
        }),
        nullified: table.nullified,
        treachery_target: treachery_target(table),
        cool_baller: table.cool_baller(),
        garnet_theft: garnet_theft(table, viewer),
        skill_theft: table.skill_theft.map(|theft| skill_theft(&theft, viewer)),
        own: viewer
            .seat()
            .filter(|seat| SEAT_COUNT.has(*seat))
            .map(|seat| own(game, seat)),
        votes: verdict.map(event::votes).unwrap_or_default(),
        ending: verdict.map(|verdict| score::ending(table, verdict, context)),
        scoring,
    }
}

// GM-100
fn past(table: &Table) -> Vec<PastAuctions> {
    let past = table.past_rounds().map(|(round, past)| PastAuctions {
        round,
        winners: past.winners,
    });
    past.collect()
}

// GM-104, GM-R65
fn treachery_target(table: &Table) -> Option<SeatIndex> {
    let winner = table.effective_winner_of(Skill::Treachery)?;
    let (_, past) = table.auction_of(Skill::Treachery)?;
    past.submissions.at(winner).treachery_target
}

// GM-103
fn garnet_theft(table: &Table, viewer: Viewer) -> Option<GarnetTheftView> {
    let theft = table.garnet_theft?;
    let involved = viewer.is(theft.thief) || viewer.is(theft.victim);
    Some(GarnetTheftView {
        round: theft.round,
        thief: theft.thief,
        taken: involved.then_some(Taken {
            victim: theft.victim,
            amount: theft.amount,
        }),
    })
}

// GM-103
fn skill_theft(theft: &SkillTheft, viewer: Viewer) -> SkillTheftView {
    let involved = viewer.is(theft.thief) || viewer.is(theft.wanted.target);
    SkillTheftView {
        thief: theft.thief,
        moved: theft.moved,
        wanted: (theft.moved || involved).then_some(theft.wanted),
    }
}

fn own(game: &GrunkleMatch, seat: SeatIndex) -> OwnView {
    let table = &game.table;
    OwnView {
        submissions: own_submissions(game, seat),
        zero_bid_spent: (table.winner_of(Skill::DarkRitual) == Some(seat)).then(|| table.has_spent_zero_bid(seat)),
        morphogenetics_gain: rules::morphogenetics_gain(table, seat),
        death_match_info: (table.effective_winner_of(Skill::WhispersOfTheVortex) == Some(seat))
            .then(|| game.config.death_match_info.delivered()),
        vote: own_vote(game, seat),
    }
}

fn own_submissions(game: &GrunkleMatch, seat: SeatIndex) -> Vec<OwnSubmission> {
    let resolved = game.table.past_rounds().map(|(round, past)| {
        let payments = past.payments(seat);
        let payments = payments.filter_map(|(slot, amount)| {
            let skill = round.skill_in(slot)?;
            Some(Payment { skill, amount })
        });
        own_submission(round, past.submissions.at(seat), Some(payments.collect()))
    });
    let open = match &game.stage {
        Stage::Bidding { round, sealed } => sealed.at(seat).map(|sealed| own_submission(*round, &sealed, None)),
        Stage::TieBreak { .. } | Stage::Ended { .. } => None,
    };
    resolved.chain(open).collect()
}

fn own_submission(round: Round, submission: &Submission, payments: Option<Vec<Payment>>) -> OwnSubmission {
    OwnSubmission {
        round,
        sheet: submission.sheet(round),
        by_default: submission.by_default,
        payments,
    }
}

fn own_vote(game: &GrunkleMatch, seat: SeatIndex) -> Option<Ballot> {
    match &game.stage {
        Stage::Bidding { .. } => None,
        Stage::TieBreak { ballots } => *ballots.at(seat),
        Stage::Ended { verdict } => *verdict.ballots.at(seat),
    }
}
