//! Events, and what is told to some seats only: every secret has its audience here. What everyone is told is told
//! where it happens.

use serde::{Deserialize, Serialize};
use tinsel_engine::{Audience, BySeat, Events, MatchContext, SeatIndex, SeatSet};

use crate::{
    action::Sheet,
    components::{Garnets, Round, SEAT_COUNT, Skill, Skills},
    config::{Config, DeathMatchInfo},
    score::{self, Ending, Scoring},
    state::{DecidedBy, GarnetTheft, GrunkleMatch, SkillTheft, Stage, Table, Verdict},
    submission::{Ballot, Submission},
};

tinsel_engine::redacted!(Event, Vote);

/// What happened (section 8).
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The match has begun. To all.
    MatchStarted {
        /// What each seat starts with.
        starting_garnets: BySeat<Garnets>,
    },
    /// A round's auctions are open. To all.
    RoundOpened {
        /// Which; its list says what is auctioned.
        round: Round,
    },
    /// A seat's submission is in. To all, the same for a real one and a default.
    SubmissionReceived {
        /// For which round.
        round: Round,
        /// Whose it is.
        seat: SeatIndex,
    },
    /// What the submission holds. To its seat.
    SubmissionRecorded {
        /// For which round.
        round: Round,
        /// The submission, its bids in slot order.
        sheet: Sheet,
        /// Whether it was a default.
        by_default: bool,
    },
    /// A Grunko Pop was discarded for a garnet (step 1). To all.
    GrunkoPopDiscarded {
        /// When.
        round: Round,
        /// By whom.
        seat: SeatIndex,
    },
    /// An auction is decided (step 3). To all.
    AuctionResult {
        /// When.
        round: Round,
        /// What was auctioned.
        skill: Skill,
        /// Who won it; `None` if nobody did, for whatever reason.
        winner: Option<SeatIndex>,
    },
    /// A winner pays (step 4). To the winner.
    BidPaid {
        /// When.
        round: Round,
        /// For what.
        skill: Skill,
        /// How much; 0 for a zero bid without Secret Book.
        amount: Garnets,
    },
    /// A thief skill was used, and is gone (steps 5 and 6). To all.
    SkillUsed {
        /// When.
        round: Round,
        /// By whom.
        seat: SeatIndex,
        /// Garnet Thief or Skill Thief.
        skill: Skill,
    },
    /// Garnets changed hands (step 5). To the two.
    GarnetsStolen {
        /// When.
        round: Round,
        /// Who took them.
        thief: SeatIndex,
        /// From whom.
        victim: SeatIndex,
        /// How many; may be 0.
        amount: Garnets,
    },
    /// A skill changed hands (step 6). To all.
    SkillStolen {
        /// Who took it.
        thief: SeatIndex,
        /// From whom.
        victim: SeatIndex,
        /// What.
        skill: Skill,
    },
    /// The target no longer held the skill (step 6). To the two.
    SkillTheftFailed {
        /// Who wanted it.
        thief: SeatIndex,
        /// From whom.
        target: SeatIndex,
        /// What.
        skill: Skill,
    },
    /// A kind works no more (step 8). To all.
    SkillNullified {
        /// Which.
        skill: Skill,
    },
    /// Seats earned garnets (steps 9 and 11). To all.
    GarnetsEarned {
        /// When.
        round: Round,
        /// Who.
        seats: SeatSet,
        /// How many each.
        each: Garnets,
        /// By what.
        cause: Skill,
    },
    /// What is known of the Death Match (step 9). To the winner of Whispers of the Vortex.
    DeathMatchInfo {
        /// The text.
        text: DeathMatchInfo,
    },
    /// A seat lost all its garnets to Dark Ritual (step 9). To all, without the amount.
    GarnetsForfeited {
        /// Who.
        seat: SeatIndex,
    },
    /// A seat is a cool baller (step 9). To all.
    CoolBaller {
        /// Who.
        seat: SeatIndex,
    },
    /// A seat gained Grunko Pops (steps 9 and 10). To all.
    GrunkoPopsGained {
        /// When.
        round: Round,
        /// Who.
        seat: SeatIndex,
        /// How many.
        count: u8,
        /// Why.
        cause: PopCause,
    },
    /// A failed bid on Morphogenetics pays (step 9). To each gainer, its own.
    MorphogeneticsGain {
        /// How much; may be 0.
        amount: Garnets,
    },
    /// What a seat has at the round's end (step 12). To each seat, its own.
    Balance {
        /// Of which round.
        round: Round,
        /// Garnets in hand.
        garnets: Garnets,
    },
    /// A round is over (step 12). To all.
    RoundClosed {
        /// Which.
        round: Round,
        /// What each seat holds.
        skills: BySeat<Skills>,
    },
    /// The match is scored. To all.
    MatchScored(Scoring),
    /// The winners vote on the Elimination Candidate. To all.
    TieBreakOpened {
        /// Who votes.
        voters: SeatSet,
        /// Between whom.
        candidates: SeatSet,
    },
    /// A vote is in, or was not given in time. To all.
    VoteReceived {
        /// Whose.
        seat: SeatIndex,
    },
    /// The tie for the Elimination Candidate is broken. To all.
    TieBreakResolved {
        /// What each voter said, in seat order; empty without a vote.
        votes: Vec<Vote>,
        /// The Elimination Candidate.
        candidate: SeatIndex,
        /// Vote or draw.
        decided_by: DecidedBy,
    },
    /// The match is over. To all.
    MatchEnded(Ending),
}

/// Why a seat gained Grunko Pops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PopCause {
    /// It or another seat won Treachery (GM-72).
    Treachery,
    /// It won nothing in the round (GM-33).
    NoWin,
}

/// What one winner said of the tie.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vote {
    /// Who.
    pub seat: SeatIndex,
    /// What.
    pub ballot: Ballot,
}

/// The match has begun.
// GM-R3
pub(crate) fn started(config: &Config) -> Events<Event> {
    let mut events = Events::new();
    events.everyone(Event::MatchStarted {
        starting_garnets: BySeat::from_fn(SEAT_COUNT, |seat| config.starting(seat)),
    });
    round_opened(Round::FIRST, &mut events);
    events
}

/// Auctions are open.
pub(crate) fn round_opened(round: Round, events: &mut Events<Event>) {
    events.everyone(Event::RoundOpened { round });
}

/// A submission is in: the fact to all, the content to its seat.
// GM-R74
pub(crate) fn submitted(round: Round, seat: SeatIndex, submission: &Submission) -> Events<Event> {
    let mut events = Events::new();
    events.everyone(Event::SubmissionReceived { round, seat });
    let recorded = Event::SubmissionRecorded {
        round,
        sheet: submission.sheet(round),
        by_default: submission.by_default,
    };
    events.seat(seat, recorded);
    events
}

/// A winner pays.
// GM-101
pub(crate) fn paid(winner: SeatIndex, payment: (Round, Skill, Garnets), events: &mut Events<Event>) {
    let (round, skill, amount) = payment;
    events.seat(winner, Event::BidPaid { round, skill, amount });
}

/// Garnet Thief was used: the fact to all, target and amount to the two.
// GM-103, GM-R27
pub(crate) fn garnets_stolen(theft: &GarnetTheft, events: &mut Events<Event>) {
    let GarnetTheft {
        round,
        thief,
        victim,
        amount,
    } = *theft;
    events.everyone(Event::SkillUsed {
        round,
        seat: thief,
        skill: Skill::GarnetThief,
    });
    let stolen = Event::GarnetsStolen {
        round,
        thief,
        victim,
        amount,
    };
    events.push(the_two(thief, victim), stolen);
}

/// Skill Thief was used: the fact to all; what moved to all; what did not to the two.
// GM-103
pub(crate) fn skill_theft(round: Round, theft: &SkillTheft, events: &mut Events<Event>) {
    let SkillTheft { thief, wanted, moved } = *theft;
    let (target, skill) = (wanted.target, wanted.skill);
    events.everyone(Event::SkillUsed {
        round,
        seat: thief,
        skill: Skill::SkillThief,
    });
    if moved {
        events.everyone(Event::SkillStolen {
            thief,
            victim: target,
            skill,
        });
    } else {
        events.push(the_two(thief, target), Event::SkillTheftFailed { thief, target, skill });
    }
}

fn the_two(one: SeatIndex, other: SeatIndex) -> Audience {
    Audience::Only(SeatSet::only(one).with(other))
}

/// The winner of Whispers of the Vortex is told, and nobody else.
// GM-104, GM-R46
pub(crate) fn whispered(winner: SeatIndex, config: &Config, events: &mut Events<Event>) {
    let text = config.death_match_info.delivered();
    events.seat(winner, Event::DeathMatchInfo { text });
}

/// A failed bid on Morphogenetics pays, and only its seat knows.
// GM-R49
pub(crate) fn morphed(gainer: SeatIndex, amount: Garnets, events: &mut Events<Event>) {
    events.seat(gainer, Event::MorphogeneticsGain { amount });
}

/// A round is over: garnets to their owners, skills to all.
// GM-100, GM-102
pub(crate) fn round_closed(round: Round, table: &Table, events: &mut Events<Event>) {
    for (seat, garnets) in table.garnets.enumerate() {
        let garnets = *garnets;
        events.seat(seat, Event::Balance { round, garnets });
    }
    let skills = table.skills.clone();
    events.everyone(Event::RoundClosed { round, skills });
}

/// The votes are counted, or chance has decided.
pub(crate) fn tie_broken(verdict: &Verdict, events: &mut Events<Event>) {
    events.everyone(Event::TieBreakResolved {
        votes: votes(verdict),
        candidate: verdict.candidate,
        decided_by: verdict.decided_by,
    });
}

/// What each voter said, in seat order.
pub(crate) fn votes(verdict: &Verdict) -> Vec<Vote> {
    let voted = verdict.ballots.enumerate();
    voted
        .filter_map(|(seat, ballot)| ballot.map(|ballot| Vote { seat, ballot }))
        .collect()
}

/// The match is over, if it is.
pub(crate) fn ended(game: &GrunkleMatch, context: &MatchContext, events: &mut Events<Event>) {
    if let Stage::Ended { verdict } = &game.stage {
        events.everyone(Event::MatchEnded(score::ending(&game.table, verdict, context)));
    }
}
