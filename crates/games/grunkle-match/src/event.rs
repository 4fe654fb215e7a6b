//! Events, the recipients of every secret one, and the events of whole states: start, round and end. The rules send the
//! other public events where they happen. `present/sentences.rs` has their sentences for players.

use serde::{Deserialize, Serialize};
use tinsel_engine::{Audience, BySeat, Events, SeatIndex, SeatSet, Wire};

use crate::{
    action::SubmitRound,
    components::{Garnets, Round, SEAT_COUNT, Skill, Skills},
    config::{Config, DeathMatchInfo},
    score::{self, Ending, Scoring},
    state::{GrunkleMatch, Stage},
    submission::{Ballot, Submission},
    table::{GarnetTheft, ResolvedSkillTheft, Table},
    verdict::{DecidedBy, Verdict},
};

tinsel_engine::redacted!(Event, Vote);

/// An event (section 8).
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub enum Event {
    /// The match has begun. Everyone receives it.
    MatchStarted {
        /// The starting garnets of each seat.
        starting_garnets: BySeat<Garnets>,
    },
    /// The auctions of a round are open. Everyone receives it.
    #[wire(also(skills = round.list().to_vec()))]
    RoundOpened {
        /// The round; its list contains the auctioned skills.
        round: Round,
    },
    /// A seat has submitted. Everyone receives it; a default looks the same as an action.
    SubmissionReceived {
        /// The round.
        round: Round,
        /// The seat.
        seat: SeatIndex,
    },
    /// The content of a submission. Only its seat receives it.
    SubmissionRecorded {
        /// The round.
        round: Round,
        /// The submission, its bids in slot order.
        #[wire(as = submission)]
        sheet: SubmitRound,
        /// Whether it was a default.
        by_default: bool,
    },
    /// A seat discarded a Grunko Pop for a garnet (step 1). Everyone receives it.
    GrunkoPopDiscarded {
        /// The round.
        round: Round,
        /// The seat.
        seat: SeatIndex,
    },
    /// An auction is decided (step 3). Everyone receives it.
    AuctionResult {
        /// The round.
        round: Round,
        /// The auctioned skill.
        skill: Skill,
        /// The winner; `None` if there is none, for any reason.
        #[wire(as = winner_seat)]
        winner: Option<SeatIndex>,
    },
    /// A winner pays (step 4). Only the winner receives it.
    BidPaid {
        /// The round.
        round: Round,
        /// The skill that it won.
        skill: Skill,
        /// The price; 0 for a zero bid without Secret Book.
        amount: Garnets,
    },
    /// A seat used a thief skill, which leaves the game (steps 5 and 6). Everyone receives it.
    SkillUsed {
        /// The round.
        round: Round,
        /// The seat.
        seat: SeatIndex,
        /// Garnet Thief or Skill Thief.
        skill: Skill,
    },
    /// Garnets changed hands (step 5). Only the two seats receive it.
    GarnetsStolen {
        /// The round.
        round: Round,
        /// The thief.
        #[wire(as = thief_seat)]
        thief: SeatIndex,
        /// The victim.
        #[wire(as = victim_seat)]
        victim: SeatIndex,
        /// The number of garnets; it can be 0.
        amount: Garnets,
    },
    /// A skill changed hands (step 6). Everyone receives it.
    SkillStolen {
        /// The thief.
        #[wire(as = thief_seat)]
        thief: SeatIndex,
        /// The victim.
        #[wire(as = victim_seat)]
        victim: SeatIndex,
        /// The skill.
        skill: Skill,
    },
    /// The target no longer held the skill (step 6). Only the two seats receive it.
    SkillTheftFailed {
        /// The thief.
        #[wire(as = thief_seat)]
        thief: SeatIndex,
        /// The intended victim.
        #[wire(as = target_seat)]
        target: SeatIndex,
        /// The skill that it wanted.
        skill: Skill,
    },
    /// A kind of skill is nullified (step 8). Everyone receives it.
    SkillNullified {
        /// The skill.
        skill: Skill,
    },
    /// Seats earned garnets (steps 9 and 11). Everyone receives it.
    GarnetsEarned {
        /// The round.
        round: Round,
        /// The seats that earn.
        seats: SeatSet,
        /// The amount for each of them.
        #[wire(as = amount)]
        each: Garnets,
        /// The skill that gives them.
        cause: Skill,
    },
    /// The text about the Death Match (step 9). Only the winner of Whispers of the Vortex receives it.
    DeathMatchInfo {
        /// The text.
        text: DeathMatchInfo,
    },
    /// A seat lost all its garnets to Dark Ritual (step 9). Everyone receives it, without the amount.
    GarnetsForfeited {
        /// The seat.
        seat: SeatIndex,
    },
    /// A seat is a cool baller (step 9). Everyone receives it.
    CoolBaller {
        /// The seat.
        seat: SeatIndex,
    },
    /// A seat gained Grunko Pops (steps 9 and 10). Everyone receives it.
    GrunkoPopsGained {
        /// The round.
        round: Round,
        /// The seat.
        seat: SeatIndex,
        /// The number of Grunko Pops.
        count: u8,
        /// The cause.
        cause: PopCause,
    },
    /// A failed bid on Morphogenetics earns garnets (step 9). Each gainer receives its own.
    MorphogeneticsGain {
        /// The amount; it can be 0.
        amount: Garnets,
    },
    /// The garnets of a seat at the end of a round (step 12). Each seat receives its own.
    Balance {
        /// The round.
        round: Round,
        /// Garnets in hand.
        garnets: Garnets,
    },
    /// A round is over (step 12). Everyone receives it.
    RoundClosed {
        /// The round.
        round: Round,
        /// The skills of each seat.
        #[wire(as = seats)]
        skills: BySeat<Skills>,
    },
    /// The match is scored. Everyone receives it.
    MatchScored(Scoring),
    /// The winners vote on the Elimination Candidate. Everyone receives it.
    TieBreakOpened {
        /// The seats that vote.
        voters: SeatSet,
        /// The tied seats.
        candidates: SeatSet,
    },
    /// A seat has voted, or its clock ran out. Everyone receives it.
    VoteReceived {
        /// The seat.
        seat: SeatIndex,
    },
    /// The tie for the Elimination Candidate is broken. Everyone receives it.
    TieBreakResolved {
        /// The vote of each voter, in seat order; empty without a vote.
        votes: Vec<Vote>,
        /// The Elimination Candidate.
        #[wire(as = elimination_candidate)]
        candidate: SeatIndex,
        /// Whether votes or a draw decided.
        decided_by: DecidedBy,
    },
    /// The match is over. Everyone receives it.
    #[wire(field = outcome)]
    MatchEnded(Ending),
}

/// Why a seat gained Grunko Pops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum PopCause {
    /// It or another seat won Treachery (GM-72).
    Treachery,
    /// It won nothing in the round (GM-33).
    NoWin,
}

/// The vote of one winner in the tie-break.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct Vote {
    /// The seat.
    #[wire(as = voter_seat)]
    pub seat: SeatIndex,
    /// The ballot.
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

/// Opens the auctions of a round.
pub(crate) fn round_opened(round: Round, events: &mut Events<Event>) {
    events.everyone(Event::RoundOpened { round });
}

/// A seat has submitted: everyone receives the fact, the seat receives the content.
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

/// A winner pays: only the winner receives the amount.
// GM-101
pub(crate) fn paid(winner: SeatIndex, payment: (Round, Skill, Garnets), events: &mut Events<Event>) {
    let (round, skill, amount) = payment;
    events.seat(winner, Event::BidPaid { round, skill, amount });
}

/// Garnet Thief was used: everyone receives the fact, both seats receive target and amount.
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

/// Skill Thief was used: everyone receives the fact and a skill that moved; only both seats receive a failed attempt.
// GM-103
pub(crate) fn skill_theft(round: Round, theft: &ResolvedSkillTheft, events: &mut Events<Event>) {
    let ResolvedSkillTheft { thief, wanted, moved } = *theft;
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

/// Only the winner of Whispers of the Vortex receives the text.
// GM-104, GM-R46
pub(crate) fn whispered(winner: SeatIndex, config: &Config, events: &mut Events<Event>) {
    let text = config.death_match_info.delivered();
    events.seat(winner, Event::DeathMatchInfo { text });
}

/// A failed bid on Morphogenetics earns garnets, and only its seat receives the event.
// GM-R49
pub(crate) fn morphed(gainer: SeatIndex, amount: Garnets, events: &mut Events<Event>) {
    events.seat(gainer, Event::MorphogeneticsGain { amount });
}

/// The end of a round: each seat receives its own garnets, everyone receives all skills.
// GM-100, GM-102
pub(crate) fn round_closed(round: Round, table: &Table, events: &mut Events<Event>) {
    for (seat, garnets) in table.garnets.enumerate() {
        let garnets = *garnets;
        events.seat(seat, Event::Balance { round, garnets });
    }
    let skills = table.skills.clone();
    events.everyone(Event::RoundClosed { round, skills });
}

/// The result of the votes or of the draw.
pub(crate) fn tie_broken(verdict: &Verdict, events: &mut Events<Event>) {
    events.everyone(Event::TieBreakResolved {
        votes: votes(verdict),
        candidate: verdict.candidate,
        decided_by: verdict.decided_by,
    });
}

/// The vote of each voter, in seat order.
pub(crate) fn votes(verdict: &Verdict) -> Vec<Vote> {
    let voted = verdict.ballots.enumerate();
    voted
        .filter_map(|(seat, ballot)| ballot.map(|ballot| Vote { seat, ballot }))
        .collect()
}

/// Adds the final event, if the match is over.
pub(crate) fn ended(game: &GrunkleMatch, forfeited: SeatSet, events: &mut Events<Event>) {
    if let Stage::Ended { verdict } = &game.stage {
        events.everyone(Event::MatchEnded(score::ending(&game.table, verdict, forfeited)));
    }
}
