//! Section 8: events, their recipients and their order.

use tinsel_engine::{Addressed, Audience, Events, GameEngine, SeatSet, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_presents_of_mine::{
    Config, Event, PresentsOfMine,
    testkit::{Position, select},
};

use crate::support::*;

/// Each event's name, with its recipient unless everyone receives it.
fn addressed(events: &Events<Event>) -> Vec<String> {
    let one = |Addressed { to, event }: &Addressed<Event>| match to {
        Audience::Everyone => name(event),
        Audience::Only(seats) => {
            let seats: Vec<String> = seats.iter().map(|seat| seat.get().to_string()).collect();
            format!("{} to {}", name(event), seats.join(","))
        }
    };
    events.iter().map(one).collect()
}

const SUBMITTED: [&str; 2] = ["SubmissionReceived", "SubmissionSealed to 7"];

fn follow(more: &[&str]) -> Vec<String> {
    SUBMITTED.iter().chain(more).map(|name| (*name).to_owned()).collect()
}

fn steps(config: Config) -> Vec<Vec<String>> {
    let (mut game, mut chance) = (start(config), rng(2));
    let mut steps = Vec::new();
    while !game.owing().is_empty() {
        steps.push(addressed(&all_absent(&mut game, &mut chance)));
    }
    steps
}

#[test]
fn the_start_sends_the_match_and_an_early_list() {
    let (_, events) = PresentsOfMine::start(&Config::default(), &mut Draws::none());
    assert_eq!(addressed(&events), ["MatchStarted"]);
    let (_, events) = PresentsOfMine::start(&before_selection(), &mut list_of_w1());
    assert_eq!(addressed(&events), ["MatchStarted", "ListDrawn"]);
}

// PM-R75
#[test]
fn each_submission_is_one_public_and_one_private_event() {
    let mut game = start(Config::default());
    let real = game.apply(seat(0), &select("FGHIJ"), &mut Draws::none()).unwrap();
    assert_eq!(addressed(&real), ["SubmissionReceived", "SubmissionSealed to 0"]);
    let mut other = start(Config::default());
    let made = other.absent(seat(0)).unwrap();
    let default = other.commit(made, SeatSet::EMPTY, &mut Draws::none());
    let own: Vec<&Event> = default.seen_by(Viewer::Seat(seat(0))).collect();
    let Event::SubmissionSealed {
        content, by_default, ..
    } = own[1]
    else {
        panic!("its own submission")
    };
    assert_eq!((content, *by_default), (&select("ABCDE"), true));
}

// PM-25
#[test]
fn with_public_the_steps_send_events_in_order() {
    let expected = [
        follow(&["ListDrawn", "PregameRevealed", "Scored", "RoundStarted"]),
        follow(&["PassesRevealed", "Scored", "HandsPublished", "RoundStarted"]),
        follow(&[
            "PassesRevealed",
            "ReplacementsRevealed",
            "Scored",
            "HandsPublished",
            "ListReversed",
            "RoundStarted",
        ]),
        follow(&[
            "PassesRevealed",
            "ReplacementsRevealed",
            "Scored",
            "HandsPublished",
            "RoundStarted",
        ]),
        follow(&["TheftsRevealed", "Scored", "HandsPublished", "RoundStarted"]),
        follow(&["PassesRevealed", "Scored", "HandsPublished", "MatchFinished"]),
    ];
    assert_eq!(steps(Config::default()), expected);
}

// PM-15
#[test]
fn with_private_owners_receive_the_pregame_first() {
    let steps = steps(private());
    let own = |name: &'static str| (0..8).map(move |index| format!("{name} to {index}"));
    let mut pregame = follow(&["ListDrawn"]);
    pregame.extend(own("OwnPregameHand").chain(own("Scored")));
    pregame.push("RoundStarted".to_owned());
    // PM-R85
    assert_eq!(steps[0], pregame[1..]);
    let first = [
        "PregameRevealed",
        "Scored",
        "PassesRevealed",
        "Scored",
        "HandsPublished",
        "RoundStarted",
    ];
    assert_eq!(steps[1], follow(&first)[1..]);
}

// PM-44
#[test]
fn explosions_come_by_seat_then_in_the_order_of_the_hand() {
    let hands = [
        (5, "A0 K0(1) K1(1) L0*1 C0*2 C0*3"),
        (2, "A0 K0(1) C0 K0(1)*1 K0(2)*2 C0*3"),
    ];
    let (_, events) = scored_from(Position::round(5), 5, U, &hands);
    let explosions: Vec<[i64; 5]> = events
        .seen_by(Viewer::Spectator)
        .filter_map(|event| {
            let Event::KaboomExploded {
                seat,
                staleness,
                layers_before,
                layers_after,
                loss,
                ..
            } = event
            else {
                return None;
            };
            Some([
                i64::from(seat.get()),
                i64::from(staleness.get()),
                i64::from(layers_before.get()),
                i64::from(*layers_after),
                loss.get(),
            ])
        })
        .collect();
    assert_eq!(
        explosions,
        [[2, 0, 1, 0, 6], [2, 0, 1, 0, 6], [5, 0, 1, 0, 1], [5, 1, 1, 0, 1]]
    );
    let sent = names(&events, Viewer::Spectator);
    let at = |name: &str| sent.iter().position(|other| other == name).unwrap();
    assert_eq!(
        (at("KaboomExploded"), at("HandsPublished")),
        (at("Scored") + 1, at("Scored") + 5)
    );
}

#[test]
fn scored_presents_are_in_canonical_order_then_by_distance() {
    let game = scored_as(5, U, &[(2, "A0 K0(1) K0(1)*3 K0(2)*1 A0*2 A1")]);
    assert_eq!(scored_hand(&line_of(&game, 2)), "A0 A0*2 A1 K0(1) K0(1)*3 K0(2)*1");
}

// PM-20
#[test]
fn the_reversal_and_the_round_tell_the_list_as_it_is_then() {
    let mut game = after_w2(Config::default());
    let events = all_absent(&mut game, &mut Draws::none());
    let lists: Vec<[u8; 8]> = events
        .seen_by(Viewer::Spectator)
        .filter_map(|event| {
            let (Event::ListReversed { order } | Event::RoundStarted { order, .. }) = event else {
                return None;
            };
            Some(order.order().map(|seat| seat.get()))
        })
        .collect();
    assert_eq!(lists, [[5, 2, 4, 7, 1, 6, 0, 3]; 2]);
}
