//! The players: their decisions, scores and results.

use tinsel_engine::{
    SeatIndex,
    present::{Arrangement, Item, Text, Zone, seat_id},
};

use super::super::{sentences::ending, words};
use crate::{
    components::{Phase, SEAT_COUNT},
    submission::Ballot,
    view::View,
};

/// One item for each player.
pub(super) fn players(view: &View) -> Zone {
    let item = |seat: SeatIndex| {
        let item = Item::titled(format!("player/{}", seat_id(seat)), words::seat(seat));
        let marks = decision(view, seat)
            .into_iter()
            .chain(ended(view, seat))
            .chain(scored(view, seat))
            .chain(vote(view, seat));
        marks.fold(item, Item::mark)
    };
    Zone::new("players", Text::new("players", "Players"), Arrangement::List).with(SEAT_COUNT.iter().map(item))
}

fn decision(view: &View, seat: SeatIndex) -> Option<Text> {
    let owes = view.awaited.contains(seat);
    let acted = view.acted.contains(seat);
    match view.phase {
        Phase::Bidding if owes => Some(Text::new("deciding", "decides")),
        Phase::Bidding if acted => Some(Text::new("has_submitted", "has submitted")),
        Phase::TieBreak if owes => Some(Text::new("voter", "votes")),
        Phase::TieBreak if acted => Some(Text::new("has_voted", "has voted, or ran out of time")),
        Phase::Bidding | Phase::TieBreak | Phase::Ended => None,
    }
}

fn scored(view: &View, seat: SeatIndex) -> Vec<Text> {
    let Some(scoring) = &view.scoring else {
        return Vec::new();
    };
    let score = scoring.seats.at(seat);
    let holds = |holds: bool, key, text| holds.then(|| Text::new(key, text));
    let tokens = Text::new("tokens_held", "{tokens|Token of Life|Tokens of Life}").with("tokens", score.tokens);
    [
        Some(ending::score(score)),
        Some(tokens).filter(|_| score.tokens > 0),
        holds(scoring.winners.contains(seat), "winner", "winner"),
        holds(
            scoring.bonus_token_seat == Some(seat),
            "bonus",
            "bonus for the Forbidden One",
        ),
        holds(
            scoring.candidates.contains(seat) && view.ending.is_none(),
            "candidate",
            "tied for Elimination Candidate",
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn ended(view: &View, seat: SeatIndex) -> Vec<Text> {
    let Some(ending) = &view.ending else {
        return Vec::new();
    };
    let rank = Text::new("rank", "rank {rank}").with("rank", ending.seats.at(seat).rank);
    let is_candidate = ending.elimination_candidate == seat;
    let candidate = is_candidate.then(|| Text::new("is_candidate", "Elimination Candidate"));
    [rank].into_iter().chain(candidate).collect()
}

fn vote(view: &View, seat: SeatIndex) -> Option<Text> {
    let vote = view.votes.iter().find(|vote| vote.seat == seat)?;
    Some(ballot(vote.ballot))
}

/// A vote in words.
pub(super) fn ballot(ballot: Ballot) -> Text {
    match ballot {
        Ballot::For(candidate) => Text::new("voted_for", "vote for {candidate}").with("candidate", candidate),
        Ballot::Abstained => Text::new("abstained", "no vote in time"),
    }
}
