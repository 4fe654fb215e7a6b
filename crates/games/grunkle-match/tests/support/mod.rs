//! Helpers that shorten the tests.
#![allow(dead_code, unused_imports, reason = "each test binary uses a part")]

use tinsel_engine::{
    Addressed, Audience, Events, Fault, GameEngine, RejectCode, SeatIndex, SeatSet, Viewer, present::Present,
};
use tinsel_engine_testkit::{Draws, event_name, short, written};
pub(crate) use tinsel_engine_testkit::{
    rng, seat,
    short::{names, numbers, seen, spectated},
};
use tinsel_grunkle_match::{
    Action, Config, Event, Garnets, GrunkleMatch, Legal, LegalSubmission, OwnSubmission, OwnView, Phase, Rejected,
    Scoring, Skill, Skills,
    testkit::{Position, skill, submit},
};

pub(crate) const NOBODY: Option<u8> = None;

pub(crate) fn viewers() -> Vec<Viewer> {
    let seats = (0..7).map(|index| Viewer::Seat(seat(index)));
    seats.chain([Viewer::Spectator]).collect()
}

pub(crate) fn start(config: &Config) -> GrunkleMatch {
    GrunkleMatch::start(config, &mut Draws::none()).0
}

/// The position after the defaults of all seats that owe a decision; a draw decides ties at the end.
pub(crate) fn resolved(position: Position) -> GrunkleMatch {
    position.resolve(&mut rng(0)).0
}

/// The end with totals 0, 1, 2, 30, 60, 60, 60, and these Grunko Pops of P4, P5 and P6; P0 to P2 are winners.
pub(crate) fn three_tied(pops: [u8; 3]) -> Position {
    let [p4, p5, p6] = pops;
    let rest = |pops: u8| 60 - 20 * u32::from(pops);
    Position::end()
        .all_garnets([0, 1, 2, 30, rest(p4), rest(p5), rest(p6)])
        .all_pops([0, 0, 0, 0, p4, p5, p6])
}

/// The events of the last submission, after the defaults of all seats that owe a decision.
pub(crate) fn events_after(position: Position) -> Events<Event> {
    position.resolve(&mut rng(0)).1
}

/// The private part of a view.
pub(crate) fn own(game: &GrunkleMatch, index: u8) -> OwnView {
    seen(game, index).own.unwrap()
}

/// The last submission of a seat, as it sees it.
pub(crate) fn own_submission(game: &GrunkleMatch, index: u8) -> OwnSubmission {
    own(game, index).submissions.pop().unwrap()
}

/// The prices that a seat paid in the last resolved round, as it sees them.
pub(crate) fn paid(game: &GrunkleMatch, index: u8) -> Vec<(&'static str, u32)> {
    let resolved = own(game, index).submissions.into_iter().rev();
    let payments = resolved.filter_map(|submission| submission.payments).next().unwrap();
    payments
        .iter()
        .map(|payment| (payment.skill.id(), payment.amount.get()))
        .collect()
}

/// The garnets of all seats, each as the seat itself sees them.
pub(crate) fn garnets(game: &GrunkleMatch) -> [u32; 7] {
    std::array::from_fn(|index| garnets_of(game, u8::try_from(index).unwrap()))
}

pub(crate) fn garnets_of(game: &GrunkleMatch, index: u8) -> u32 {
    let own = seen(game, index).seats.at(seat(index)).garnets;
    own.unwrap().get()
}

/// The Grunko Pops of all seats.
pub(crate) fn pops(game: &GrunkleMatch) -> [u8; 7] {
    std::array::from_fn(|index| copies(game, u8::try_from(index).unwrap(), "GRUNKO_POP"))
}

/// Number of copies of a skill that a seat holds, in the public view.
pub(crate) fn copies(game: &GrunkleMatch, index: u8, name: &str) -> u8 {
    spectated(game).seats.at(seat(index)).skills.copies(skill(name))
}

/// The skills of a seat in the public view, in the notation of `skills`.
pub(crate) fn held(game: &GrunkleMatch, index: u8) -> String {
    listed(&spectated(game).seats.at(seat(index)).skills)
}

pub(crate) fn listed(skills: &Skills) -> String {
    let one = |(skill, copies): (Skill, u8)| match copies {
        1 => skill.to_string(),
        more => format!("{skill} x{more}"),
    };
    skills.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The winners of the auctions of the last resolved round, in slot order.
pub(crate) fn winners(game: &GrunkleMatch) -> Vec<Option<u8>> {
    let past = spectated(game).past.pop().unwrap();
    past.auctions
        .iter()
        .map(|auction| auction.winner.map(SeatIndex::get))
        .collect()
}

/// The winner of an auction of the last resolved round.
pub(crate) fn winner(game: &GrunkleMatch, name: &str) -> Option<u8> {
    let past = spectated(game).past.pop().unwrap();
    let auction = past.auctions.iter().find(|auction| auction.skill == skill(name));
    auction.unwrap().winner.map(SeatIndex::get)
}

pub(crate) fn scoring(game: &GrunkleMatch) -> Scoring {
    spectated(game).scoring.unwrap()
}

pub(crate) fn totals(game: &GrunkleMatch) -> [u32; 7] {
    let scoring = scoring(game);
    std::array::from_fn(|index| scoring.seats.at(seat(u8::try_from(index).unwrap())).total.get())
}

/// The Tokens of all seats.
pub(crate) fn tokens(game: &GrunkleMatch) -> [u8; 7] {
    let scoring = scoring(game);
    std::array::from_fn(|index| scoring.seats.at(seat(u8::try_from(index).unwrap())).tokens)
}

/// A position after a submission, with the events of that submission.
pub(crate) type Played = (GrunkleMatch, Events<Event>);

/// The viewers that can distinguish the two, by view, legal actions, pending decisions or events.
pub(crate) fn distinguished_by(one: &Played, other: &Played) -> Vec<String> {
    let ((one, sent), (other, sent_otherwise)) = (one, other);
    let tells = |viewer: &Viewer| {
        one.view(*viewer, SeatSet::EMPTY) != other.view(*viewer, SeatSet::EMPTY)
            || one.legal(*viewer) != other.legal(*viewer)
            || one.pending_decisions(*viewer) != other.pending_decisions(*viewer)
            || !sent.seen_by(*viewer).eq(sent_otherwise.seen_by(*viewer))
    };
    viewers()
        .iter()
        .filter(|viewer| tells(viewer))
        .map(Viewer::to_string)
        .collect()
}

/// The Elimination Candidate, and the rule that determined it.
pub(crate) fn candidate(game: &GrunkleMatch) -> (u8, String) {
    let ending = spectated(game).ending.unwrap();
    (ending.elimination_candidate.get(), format!("{:?}", ending.decided_by))
}

pub(crate) fn is_over(game: &GrunkleMatch) -> bool {
    spectated(game).phase == Phase::Ended
}

/// The form of a seat.
pub(crate) fn form(game: &GrunkleMatch, index: u8) -> LegalSubmission {
    match game.legal(Viewer::Seat(seat(index))) {
        Legal::Submit(form) => *form,
        other @ (Legal::Nothing | Legal::Vote { .. }) => panic!("no submission is due: {other:?}"),
    }
}

/// The default submission of a seat, as `pending_decisions` shows it.
pub(crate) fn default_of(game: &GrunkleMatch, index: u8) -> Action {
    let waiting = game.pending_decisions(Viewer::Seat(seat(index)));
    let decision = waiting.into_iter().find(|decision| decision.seat == seat(index));
    decision.unwrap().default.action.unwrap()
}

/// `accepted`, or the code of the refusal.
pub(crate) fn judged(game: &GrunkleMatch, index: u8, submission: &str) -> &'static str {
    asked(game, index, &submit(submission))
}

/// `accepted`, or the code of the refusal. It also checks that the form of the seat agrees.
#[track_caller]
pub(crate) fn asked(game: &GrunkleMatch, index: u8, action: &Action) -> &'static str {
    let answer = game.resolve(seat(index), action);
    let allowed = GrunkleMatch::allows(&seen(game, index), &game.legal(Viewer::Seat(seat(index))), action);
    assert_eq!(allowed, answer.is_ok(), "allowed by the form: {}", written(action));
    match answer {
        Ok(_) => "accepted",
        Err(rejected) => rejected.code(),
    }
}

/// Checks submissions of P0, each with `accepted` or the code of its refusal.
#[track_caller]
pub(crate) fn p0_is(game: &GrunkleMatch, cases: &[(&str, &str)]) {
    for (submission, expected) in cases {
        assert_eq!(judged(game, 0, submission), *expected, "{submission:?}");
    }
}

pub(crate) fn refused(game: &GrunkleMatch, index: u8, action: &Action) -> Rejected {
    game.resolve(seat(index), action).unwrap_err()
}

/// The malformed field of a refusal, if there is one.
pub(crate) fn field(rejected: &Rejected) -> Option<String> {
    match rejected.fault() {
        Fault::Malformed { field } => Some(field.into_owned()),
        Fault::Refused => None,
    }
}

/// An event's name.
pub(crate) fn name(event: &Event) -> String {
    event_name(event)
}

/// Each event's name, with its recipients unless everyone receives it.
pub(crate) fn addressed(events: &Events<Event>) -> Vec<String> {
    let one = |Addressed { to, event }: &Addressed<Event>| match to {
        Audience::Everyone => name(event),
        Audience::Only(seats) => {
            let seats: Vec<String> = seats.iter().map(|seat| format!("P{}", seat.get())).collect();
            format!("{} to {}", name(event), seats.join(" "))
        }
    };
    events.iter().map(one).collect()
}

/// All public events of earned garnets: the seats, the amount for each, the skill.
pub(crate) fn earnings(events: &Events<Event>) -> Vec<(Vec<u8>, u32, &'static str)> {
    let earned = events.seen_by(Viewer::Spectator).filter_map(|event| match event {
        Event::GarnetsEarned { seats, each, cause, .. } => Some((numbers(seats.iter()), each.get(), cause.id())),
        _ => None,
    });
    earned.collect()
}

/// Submits for a seat.
pub(crate) fn play(game: &mut GrunkleMatch, index: u8, submission: &str) -> Events<Event> {
    game.apply(seat(index), &submit(submission), &mut Draws::none())
        .unwrap()
}

pub(crate) fn amount(amount: u32) -> Garnets {
    Garnets::new(amount)
}

/// Applies the defaults of all seats that owe a decision; returns the events of the last one.
pub(crate) fn all_absent(game: &mut GrunkleMatch) -> Events<Event> {
    short::all_absent(game, &mut rng(0))
}
