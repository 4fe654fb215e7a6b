//! Section 8: events, their recipients and their order.

use tinsel_engine::{Events, GameEngine, SeatSet, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_grunkle_match::{
    Ballot, Config, DecidedBy, Event, GrunkleMatch, PopCause, Vote,
    testkit::{Position, sheet, vote},
};

use crate::support::*;

const BALANCES: [&str; 7] = [
    "Balance to P0",
    "Balance to P1",
    "Balance to P2",
    "Balance to P3",
    "Balance to P4",
    "Balance to P5",
    "Balance to P6",
];

fn follow(parts: &[&[&str]]) -> Vec<String> {
    parts.concat().into_iter().map(str::to_owned).collect()
}

#[test]
fn the_start_sends_the_match_and_its_first_round() {
    let (_, events) = GrunkleMatch::start(&Config::default(), &mut Draws::none());
    assert_eq!(addressed(&events), ["MatchStarted", "RoundOpened"]);
}

#[test]
fn a_submission_is_public_and_its_content_is_for_its_seat_only() {
    let mut game = start(&Config::default());
    let events = play(&mut game, 3, "BOOK 2, POUCH 5");
    assert_eq!(addressed(&events), ["SubmissionReceived", "SubmissionRecorded to P3"]);
    let recorded = events.seen_by(Viewer::Seat(seat(3))).nth(1).unwrap();
    let Event::SubmissionRecorded {
        sheet: sent,
        by_default,
        ..
    } = recorded
    else {
        panic!("{}", name(recorded))
    };
    assert_eq!((sent, *by_default), (&sheet("POUCH 5, BOOK 2"), false), "in slot order");
}

/// Round 7 with an event in every step.
fn fullest() -> (GrunkleMatch, Events<Event>) {
    Position::round(7)
        .skills(0, "GARNET_THIEF, SKILL_THIEF, REPLENISH")
        .skills(1, "GOD_DEFYING_WILL, POP, BALLER")
        .skills(2, "REPLENISH, DARK_RITUAL")
        .sealed(
            0,
            "TREACHERY 9 naming P6, MORPHOGENETICS 2, thief on P1, steal BALLER from P1",
        )
        .sealed(1, "SUPERNOVA 3, MORPHOGENETICS 2, discard")
        .sealed(2, "zero MORPHOGENETICS, VAULT 1")
        .sealed(3, "EXODIA 4")
        .sealed(4, "EXODIA 4")
        .sealed(5, "DESECRATION 1")
        .sealed(6, "DESECRATION 2, MORPHOGENETICS 7")
        .resolve(&mut Draws::none())
}

#[test]
fn the_steps_of_a_round_send_events_in_order_each_to_its_recipients() {
    let (_, events) = fullest();
    let expected = follow(&[
        &["SubmissionReceived", "SubmissionRecorded to P6"],
        &["GrunkoPopDiscarded"],
        &["AuctionResult"; 6],
        &[
            "BidPaid to P2",
            "BidPaid to P0",
            "BidPaid to P1",
            "BidPaid to P2",
            "BidPaid to P6",
        ],
        &["SkillUsed", "GarnetsStolen to P0 P1"],
        &["SkillUsed", "SkillStolen"],
        &["GarnetsEarned", "GrunkoPopsGained", "GrunkoPopsGained", "GarnetsEarned"],
        &[
            "MorphogeneticsGain to P0",
            "MorphogeneticsGain to P1",
            "MorphogeneticsGain to P6",
        ],
        &["GrunkoPopsGained"; 3],
        &["GarnetsEarned"; 2],
        &BALANCES,
        &["RoundClosed", "MatchScored", "MatchEnded"],
    ]);
    assert_eq!(addressed(&events), expected);
}

#[test]
fn events_contain_seats_and_counts_and_amounts_for_owners_only() {
    let (game, events) = fullest();
    let public: Vec<&Event> = events.seen_by(Viewer::Spectator).collect();
    let pops: Vec<_> = public
        .iter()
        .filter_map(|event| match event {
            Event::GrunkoPopsGained { seat, count, cause, .. } => Some((seat.get(), *count, *cause)),
            _ => None,
        })
        .collect();
    let expected = [
        (0, 1, PopCause::Treachery),
        (6, 1, PopCause::Treachery),
        (3, 1, PopCause::NoWin),
        (4, 1, PopCause::NoWin),
        (5, 1, PopCause::NoWin),
    ];
    assert_eq!(pops, expected);
    assert_eq!(
        earnings(&events),
        [
            (vec![2], 30, "GARNET_VAULT"),
            (vec![0, 2, 3, 4, 5, 6], 15, "SUPERNOVA"),
            (vec![0], 1, "GARNET_REPLENISH"),
            (vec![2], 1, "GARNET_REPLENISH")
        ]
    );
    let own = |index: u8| {
        let amounts = events
            .seen_by(Viewer::Seat(seat(index)))
            .filter_map(|event| match event {
                Event::BidPaid { skill, amount, .. } => Some(format!("{skill} {amount}")),
                Event::MorphogeneticsGain { amount } => Some(format!("gains {amount}")),
                Event::GarnetsStolen { amount, .. } => Some(format!("stolen {amount}")),
                Event::Balance { garnets, .. } => Some(format!("has {garnets}")),
                _ => None,
            });
        amounts.collect::<Vec<_>>().join(", ")
    };
    for (index, expected) in [
        (0, "TREACHERY 9, stolen 3, gains 0, has 30"),
        (1, "SUPERNOVA 3, stolen 3, gains 0, has 15"),
        (2, "GARNET_VAULT 1, MORPHOGENETICS 0, has 65"),
        (3, "has 35"),
        (6, "DESECRATION 2, gains 0, has 33"),
    ] {
        assert_eq!(own(index), expected, "P{index}");
    }
    assert_eq!(garnets(&game), [30, 15, 65, 35, 35, 35, 33]);
}

// GM-72
#[test]
fn the_event_of_treacherys_winner_precedes_the_event_of_its_target() {
    for (winner, target) in [(0, 6), (1, 0), (6, 0)] {
        let position = Position::round(7).sealed(winner, &format!("TREACHERY 2 naming P{target}"));
        let events = events_after(position);
        let gained: Vec<u8> = events
            .seen_by(Viewer::Spectator)
            .filter_map(|event| match event {
                Event::GrunkoPopsGained {
                    seat,
                    cause: PopCause::Treachery,
                    ..
                } => Some(seat.get()),
                _ => None,
            })
            .collect();
        assert_eq!(gained, [winner, target]);
    }
}

#[test]
fn the_steps_of_a_middle_round_send_events_in_order() {
    let (_, events) = Position::round(3)
        .skills(6, "REPLENISH")
        .sealed(0, "CHEST 3, WHISPERS 2")
        .sealed(1, "NULLIFY 3 naming POUCH")
        .sealed(2, "BONANZA 3")
        .sealed(3, "GREED 3")
        .each_of([4, 5, 6], "GREED 1")
        .resolve(&mut Draws::none());
    let expected = follow(&[
        &["SubmissionReceived", "SubmissionRecorded to P6"],
        &["AuctionResult"; 5],
        &[
            "BidPaid to P0",
            "BidPaid to P0",
            "BidPaid to P2",
            "BidPaid to P3",
            "BidPaid to P1",
        ],
        &[
            "SkillNullified",
            "GarnetsEarned",
            "DeathMatchInfo to P0",
            "GarnetsEarned",
        ],
        &["GrunkoPopsGained"; 3],
        &["GarnetsEarned"],
        &BALANCES,
        &["RoundClosed", "RoundOpened"],
    ]);
    assert_eq!(addressed(&events), expected);
}

#[test]
fn events_of_dark_ritual_and_baller_are_public_without_an_amount() {
    let ritual = events_after(Position::round(5).sealed(0, "DARK_RITUAL 3"));
    let forfeited = ritual
        .seen_by(Viewer::Spectator)
        .find(|event| name(event) == "GarnetsForfeited");
    assert_eq!(forfeited, Some(&Event::GarnetsForfeited { seat: seat(0) }));
    let baller = events_after(Position::round(6).sealed(4, "BALLER 3"));
    let cool = baller
        .seen_by(Viewer::Spectator)
        .find(|event| name(event) == "CoolBaller");
    assert_eq!(cool, Some(&Event::CoolBaller { seat: seat(4) }));
}

#[test]
fn a_failed_skill_theft_is_for_both_seats_and_its_use_is_public() {
    let events = events_after(
        Position::round(7)
            .skills(0, "SKILL_THIEF")
            .skills(1, "GARNET_THIEF")
            .sealed(0, "EXODIA 1, steal GARNET_THIEF from P1")
            .sealed(1, "VAULT 2, thief on P0"),
    );
    let addressed = addressed(&events);
    let at = addressed.iter().position(|event| event == "SkillUsed").unwrap();
    let expected = [
        "SkillUsed",
        "GarnetsStolen to P0 P1",
        "SkillUsed",
        "SkillTheftFailed to P0 P1",
    ];
    assert_eq!(addressed[at..at + 4], expected);
}

#[test]
fn round_closed_contains_the_skills_of_all_seats() {
    let (game, events) = fullest();
    let closed = events.seen_by(Viewer::Spectator).find_map(|event| match event {
        Event::RoundClosed { round, skills } => Some((round.number(), skills)),
        _ => None,
    });
    let (round, skills) = closed.unwrap();
    assert_eq!(round, 7);
    for index in 0..7 {
        assert_eq!(listed(skills.at(seat(index))), held(&game, index), "P{index}");
    }
}

#[test]
fn a_tie_sends_the_opened_vote_at_the_scoring() {
    // P5 and P6 have 20 garnets and three Pops each.
    let (_, events) = Position::round(7)
        .all_garnets([3, 4, 5, 6, 7, 20, 20])
        .all_pops([0, 0, 0, 0, 0, 2, 2])
        .nullified("VAULT")
        .sealed(0, "VAULT 2")
        .sealed(1, "EXODIA 2")
        .sealed(2, "DESECRATION 2")
        .sealed(3, "TREACHERY 2 naming P4")
        .sealed(4, "MORPHOGENETICS 2")
        .each_of([5, 6], "SUPERNOVA 1")
        .resolve(&mut Draws::none());
    let sent = addressed(&events);
    assert_eq!(sent[sent.len() - 3..], ["RoundClosed", "MatchScored", "TieBreakOpened"]);
    let last = events.seen_by(Viewer::Spectator).last().unwrap();
    let Event::TieBreakOpened { voters, candidates } = last else {
        panic!("{}", name(last))
    };
    assert_eq!(
        (numbers(voters.iter()), numbers(candidates.iter())),
        (vec![0, 1, 2], vec![5, 6])
    );
}

#[test]
fn a_tie_without_winners_sends_a_draw_without_votes() {
    let tie = Position::end().all_garnets([3, 3, 3, 3, 3, 9, 9]);
    let (_, events) = tie.resolve(&mut Draws::new([("GM-98 elimination", 2, 0)]));
    assert_eq!(addressed(&events), ["MatchScored", "TieBreakResolved", "MatchEnded"]);
    let resolved = events.seen_by(Viewer::Spectator).nth(1).unwrap();
    let expected = Event::TieBreakResolved {
        votes: Vec::new(),
        candidate: seat(5),
        decided_by: DecidedBy::Draw,
    };
    assert_eq!(*resolved, expected);
}

#[test]
fn without_a_tie_there_is_no_event_of_a_tie_break() {
    for garnets in [[1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 30, 30]] {
        let position = Position::end().all_garnets(garnets).skills(6, "POP");
        assert_eq!(addressed(&events_after(position)), ["MatchScored", "MatchEnded"]);
    }
}

#[test]
fn votes_and_abstentions_are_public_once_they_are_counted() {
    let mut game = Position::end().all_garnets([1, 2, 3, 4, 5, 9, 9]).voted(2, 6).build();
    let voted = game.apply(seat(0), &vote(5), &mut Draws::none()).unwrap();
    assert_eq!(addressed(&voted), ["VoteReceived"], "the vote itself is sealed");
    let made = game.absent(seat(1)).unwrap();
    let mut draws = Draws::new([("GM-98 elimination", 2, 1)]);
    let last = game.commit(made, SeatSet::EMPTY, &mut draws);
    assert_eq!(addressed(&last), ["VoteReceived", "TieBreakResolved", "MatchEnded"]);
    let said = |index: u8, ballot| Vote {
        seat: seat(index),
        ballot,
    };
    let expected = Event::TieBreakResolved {
        votes: vec![
            said(0, Ballot::For(seat(5))),
            said(1, Ballot::Abstained),
            said(2, Ballot::For(seat(6))),
        ],
        candidate: seat(6),
        decided_by: DecidedBy::Draw,
    };
    assert_eq!(last.seen_by(Viewer::Spectator).nth(1), Some(&expected));
}
