//! The layout of everything that a viewer sees.

mod facts;
mod players;

use tinsel_engine::{
    SeatIndex, Viewer,
    present::{Arrangement, Id, Item, Meter, Scene, Text, Zone, seat_id},
};

use super::{sentences::ending, submission, words};
use crate::{
    action::SubmitRound,
    components::{Phase, Round, SEAT_COUNT, Skill},
    naming::skill_id,
    view::{OwnSubmission, PastAuctions, View},
};

/// The layout, in reading order: the auctions, the viewer's own skills, the players, the facts, the past.
pub(super) fn scene(view: &View, viewer: Viewer) -> Scene {
    let (own, others): (Vec<SeatIndex>, Vec<SeatIndex>) = SEAT_COUNT.iter().partition(|seat| viewer.is(*seat));
    let skills = |seat: SeatIndex| skills(view, seat);
    let lists = [
        facts::private(view),
        facts::public(view),
        results(&view.past),
        own_submissions(view),
    ];
    let zones = auctions(view)
        .into_iter()
        .chain(own.into_iter().map(skills))
        .chain([players::players(view)])
        .chain(others.into_iter().map(skills))
        .chain(lists.into_iter().filter(|zone| !zone.items.is_empty()));
    Scene {
        title: title(view),
        status: status(view),
        zones: zones.collect(),
        meters: meters(view),
    }
}

fn title(view: &View) -> Text {
    match view.phase {
        Phase::Bidding => words::round(view.round),
        Phase::TieBreak => Text::new("tie_break", "Tie-break"),
        Phase::Ended => Text::new("end", "End of the match"),
    }
}

fn status(view: &View) -> Text {
    let bidding = || {
        let text = "The players submit sealed bids; {awaited|submission is|submissions are} missing: {seats}.";
        Text::new("bidding", text)
            .with("awaited", view.awaited.len())
            .with("seats", view.awaited)
    };
    match (&view.ending, &view.scoring) {
        (Some(ending), _) => words::sentences([
            ending::tokens(ending.winners, ending.tokens_nullified),
            ending::decided(ending.elimination_candidate, ending.decided_by),
        ]),
        (None, Some(scoring)) => {
            let text = "{candidates} are tied for Elimination Candidate; votes missing: {seats}.";
            Text::new("voting", text)
                .with("candidates", scoring.candidates)
                .with("seats", view.awaited)
        }
        (None, None) => bidding(),
    }
}

/// The skills of the open round, with the viewer's own bids.
fn auctions(view: &View) -> Option<Zone> {
    let open = view.own.iter().flat_map(|own| &own.submissions);
    let sheet = { open }.find(|submission| submission.payments.is_none());
    let item = |skill: Skill| {
        Item::of(format!("auction/{}", skill_id(skill)), skill_id(skill))
            .mark_if(nullified(view, skill))
            .mark_if(sheet.and_then(|submission| own_bid(&submission.sheet, skill)))
    };
    let title = Text::new("auctions", "On auction, in the order of the list");
    let zone = Zone::new("auctions", title, Arrangement::Row).with(view.round.list().iter().copied().map(item));
    (view.phase == Phase::Bidding).then_some(zone)
}

fn own_bid(sheet: &SubmitRound, skill: Skill) -> Option<Text> {
    let zero_bid = sheet.dark_ritual_skill.and_then(crate::action::Named::skill) == Some(skill);
    let bid = sheet.bids.iter().find(|bid| bid.skill == Some(skill));
    let bid = bid.map(|bid| Text::new("own_bid", "own bid {amount|garnet|garnets}").with("amount", bid.amount));
    bid.or_else(|| zero_bid.then(|| Text::new("own_zero_bid", "own zero bid")))
}

fn nullified(view: &View, skill: Skill) -> Option<Text> {
    (view.nullified == Some(skill)).then(|| Text::new("nullified", "nullified"))
}

fn skills(view: &View, seat: SeatIndex) -> Zone {
    let id: Id = format!("skills/{}", seat_id(seat)).into();
    let held = view.seats.at(seat).skills;
    let items = held.iter().map(|(skill, copies)| {
        Item::of(format!("{id}/{}", skill_id(skill)), skill_id(skill))
            .count(copies.into())
            .mark_if(nullified(view, skill))
    });
    let items: Vec<Item> = items.collect();
    Zone::new(id, Text::new("skills", "Skills"), Arrangement::Row)
        .of(seat)
        .with(items)
}

/// The winners of the resolved rounds, the last one first.
fn results(past: &[PastAuctions]) -> Zone {
    let items = past.iter().rev().map(|past| {
        let marks = past.auctions.iter().map(|auction| {
            let text = match auction.winner {
                Some(winner) => Text::new("result", "{skill}: {seat}").with("seat", winner),
                None => Text::new("result_nobody", "{skill}: no winner"),
            };
            text.with("skill", auction.skill)
        });
        marks.fold(of_round("results", past.round), Item::mark)
    });
    Zone::new(
        "results",
        Text::new("results", "Winners of the auctions"),
        Arrangement::List,
    )
    .with(items)
}

/// The viewer's own submissions, the last one first.
fn own_submissions(view: &View) -> Zone {
    let own = view.own.iter().flat_map(|own| own.submissions.iter().rev());
    Zone::new(
        "submissions",
        Text::new("submissions", "Own submissions"),
        Arrangement::List,
    )
    .with(own.map(own_submission))
}

fn own_submission(submission: &OwnSubmission) -> Item {
    let by_default = submission
        .by_default
        .then(|| Text::new("by_default", "default: no answer in time"));
    let payments = match &submission.payments {
        None => vec![Text::new("sealed", "sealed")],
        Some(payments) if payments.is_empty() => vec![Text::new("won_nothing", "no skill won")],
        Some(payments) => payments
            .iter()
            .map(|payment| {
                Text::new("won", "{skill} won for {amount|garnet|garnets}")
                    .with("skill", payment.skill)
                    .with("amount", payment.amount)
            })
            .collect(),
    };
    let marks = submission::parts(&submission.sheet).into_iter().chain(payments);
    marks
        .fold(of_round("submissions", submission.round), Item::mark)
        .mark_if(by_default)
}

fn of_round(zone: &str, round: Round) -> Item {
    Item::titled(format!("{zone}/round{}", round.number()), words::round(round))
}

fn meters(view: &View) -> Vec<Meter> {
    let round = Meter::new("round", Text::new("meter_round", "round"), view.round.number()).max(Round::LAST.number());
    let garnets = view.seats.enumerate().filter_map(|(seat, seen)| {
        let id = format!("garnets/{}", seat_id(seat));
        Some(Meter::new(id, Text::new("meter_garnets", "garnets"), seen.garnets?.get()).of(seat))
    });
    let scores = view.scoring.iter().flat_map(|scoring| scoring.seats.enumerate());
    let totals = scores.map(|(seat, score)| {
        let id = format!("total/{}", seat_id(seat));
        Meter::new(id, Text::new("meter_total", "total"), score.total.get()).of(seat)
    });
    [round].into_iter().chain(garnets).chain(totals).collect()
}
