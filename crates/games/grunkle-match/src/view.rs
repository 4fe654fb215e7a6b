//! The view: the part of the state that one viewer may know. Only this file decides which viewer sees which part of the
//! state (section 7).

use tinsel_engine::{BySeat, SeatIndex, SeatSet, Viewer, Wire};

use crate::{
    action::SubmitRound,
    components::{Garnets, Phase, Round, SEAT_COUNT, Skill, Skills},
    config::DeathMatchInfo,
    event::{self, Vote},
    rules,
    score::{self, Ending, Scoring},
    state::{GrunkleMatch, Stage},
    submission::{Ballot, SkillTheft, Submission},
    table::{ResolvedSkillTheft, Table},
};

tinsel_engine::redacted!(
    View,
    SeatView,
    GarnetTheftView,
    Taken,
    SkillTheftView,
    SkillTheftResult,
    OwnView,
    OwnSubmission,
    Payment
);

/// The part of the state that one viewer may know; facts that it may not know yet, or never, are absent.
#[derive(Clone, PartialEq, Eq, Wire)]
#[wire(also(skills = round.list().to_vec(), rounds = Round::ALL))]
pub struct View {
    /// The phase of the match.
    pub phase: Phase,
    /// The open round; after its resolution, the last one. Its list contains the auctioned skills.
    pub round: Round,
    /// The seats that owe a decision.
    #[wire(as = awaited_seats)]
    pub awaited: SeatSet,
    /// The seats that have submitted in this round, or voted.
    #[wire(as = acted_seats)]
    pub acted: SeatSet,
    /// The starting garnets of each seat.
    pub starting_garnets: BySeat<Garnets>,
    /// The resolved rounds, in order.
    pub past: Vec<PastAuctions>,
    /// The possessions of each seat.
    pub seats: BySeat<SeatView>,
    /// The nullified kind.
    pub nullified: Option<Skill>,
    /// The seat that the winner of Treachery named, if that took effect.
    pub treachery_target: Option<SeatIndex>,
    /// The winner of Baller, if that took effect.
    pub cool_baller: Option<SeatIndex>,
    /// The use of Garnet Thief.
    pub garnet_theft: Option<GarnetTheftView>,
    /// The use of Skill Thief, in round 7.
    pub skill_theft: Option<SkillTheftView>,
    /// The private part of the viewer's own seat; `None` for a spectator.
    pub own: Option<OwnView>,
    /// The scoring, once there is one.
    #[wire(as = scored)]
    pub scoring: Option<Scoring>,
    /// The vote of each voter in the tie-break, in seat order, once counted; empty without a vote.
    pub votes: Vec<Vote>,
    /// The result of the match, after its end.
    #[wire(as = outcome)]
    pub ending: Option<Ending>,
}

/// The auctions of a resolved round.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
#[wire(as = PastRound)]
pub struct PastAuctions {
    /// The round.
    pub round: Round,
    /// Its auctions, in slot order.
    pub auctions: Vec<Auction>,
}

/// A resolved auction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Wire)]
pub struct Auction {
    /// The skill.
    pub skill: Skill,
    /// Its winner; `None` without one, for any reason.
    #[wire(as = winner_seat)]
    pub winner: Option<SeatIndex>,
}

/// The possessions of a seat, as the viewer may know them.
#[derive(Clone, Copy, PartialEq, Eq, Wire)]
#[wire(entry)]
pub struct SeatView {
    /// Its garnets: the viewer's own; from the scoring on, those of all seats.
    pub garnets: Option<Garnets>,
    /// Its skills, as after the last resolved round.
    pub skills: Skills,
}

/// The use of Garnet Thief, as far as the viewer may know.
#[derive(Clone, Copy, PartialEq, Eq, Wire)]
#[wire(as = GarnetTheft)]
pub struct GarnetTheftView {
    /// The round.
    pub round: Round,
    /// The thief.
    #[wire(as = thief_seat)]
    pub thief: SeatIndex,
    /// The victim and the amount; only both seats see it.
    pub taken: Option<Taken>,
}

/// The result of Garnet Thief.
#[derive(Clone, Copy, PartialEq, Eq, Wire)]
#[wire(as = GarnetsTaken)]
pub struct Taken {
    /// The victim.
    #[wire(as = victim_seat)]
    pub victim: SeatIndex,
    /// The number of garnets; it can be 0.
    pub amount: Garnets,
}

/// The use of Skill Thief, as far as the viewer may know.
#[derive(Clone, Copy, PartialEq, Eq, Wire)]
#[wire(as = ResolvedSkillTheft)]
pub struct SkillTheftView {
    /// The thief.
    #[wire(as = thief_seat)]
    pub thief: SeatIndex,
    /// The result, as far as the viewer may know.
    pub result: SkillTheftResult,
}

/// The result of Skill Thief, as far as the viewer may know.
#[derive(Clone, Copy, PartialEq, Eq, Wire)]
#[wire(oneof = resolved_skill_theft::Result)]
pub enum SkillTheftResult {
    /// It failed, and the viewer is neither the thief nor the target.
    #[wire(unset)]
    Hidden,
    /// One copy of the skill moved to the thief.
    #[wire(message = SkillMoved)]
    Moved {
        /// The previous holder.
        #[wire(as = victim_seat)]
        victim: SeatIndex,
        /// The skill.
        skill: Skill,
    },
    /// The target no longer had the skill; only both seats see it.
    #[wire(message = SkillNamed)]
    Failed {
        /// The target.
        #[wire(as = target_seat)]
        target: SeatIndex,
        /// The skill.
        skill: Skill,
    },
}

/// The private part of a view.
#[derive(Clone, PartialEq, Eq, Wire)]
pub struct OwnView {
    /// Its submissions: one for each resolved round, and that of the open round once it has submitted.
    pub submissions: Vec<OwnSubmission>,
    /// Whether the seat has made the zero bid of Dark Ritual in a resolved round; `None` unless the seat won Dark
    /// Ritual.
    #[wire(as = dark_ritual_spent)]
    pub zero_bid_spent: Option<bool>,
    /// The gain of its failed bid on Morphogenetics; `None` if there was none.
    pub morphogenetics_gain: Option<Garnets>,
    /// The text of Whispers of the Vortex.
    pub death_match_info: Option<DeathMatchInfo>,
    /// Its vote in a tie-break, once it has voted.
    #[wire(as = ballot)]
    pub vote: Option<Ballot>,
}

/// One of the viewer's own submissions.
#[derive(Clone, PartialEq, Eq, Wire)]
pub struct OwnSubmission {
    /// The round.
    pub round: Round,
    /// The submission, its bids in slot order.
    #[wire(as = submission)]
    pub sheet: SubmitRound,
    /// Whether it was a default.
    pub by_default: bool,
    /// The auctions that it won, with the prices, in slot order; `None` until the round is resolved.
    #[wire(with = crate::wire::payments)]
    pub payments: Option<Vec<Payment>>,
}

/// The price that a seat paid for a skill.
#[derive(Clone, Copy, PartialEq, Eq, Wire)]
pub struct Payment {
    /// The skill.
    pub skill: Skill,
    /// The price; 0 for a zero bid without Secret Book.
    pub amount: Garnets,
}

/// The part of the state that `viewer` may know.
pub(crate) fn view(game: &GrunkleMatch, viewer: Viewer, forfeited: SeatSet) -> View {
    let table = &game.table;
    // GM-102, GM-R72: garnets, and results that follow from them, are hidden until the scoring
    let scoring = match &game.stage {
        Stage::Bidding { .. } => None,
        Stage::TieBreak { .. } | Stage::Ended { .. } => Some(score::scoring(table).without_forfeits(forfeited)),
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
        ending: verdict.map(|verdict| score::ending(table, verdict, forfeited)),
        scoring,
    }
}

// GM-100
fn past(table: &Table) -> Vec<PastAuctions> {
    let past = table.past_rounds().map(|(round, past)| {
        let auctions = round.auctions().map(|(slot, skill)| Auction {
            skill,
            winner: past.winners.at(slot),
        });
        PastAuctions {
            round,
            auctions: auctions.collect(),
        }
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
fn skill_theft(theft: &ResolvedSkillTheft, viewer: Viewer) -> SkillTheftView {
    let ResolvedSkillTheft { thief, wanted, moved } = *theft;
    let SkillTheft { target, skill } = wanted;
    let result = if moved {
        SkillTheftResult::Moved { victim: target, skill }
    } else if viewer.is(thief) || viewer.is(target) {
        SkillTheftResult::Failed { target, skill }
    } else {
        SkillTheftResult::Hidden
    };
    SkillTheftView { thief, result }
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
