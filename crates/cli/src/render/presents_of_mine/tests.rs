//! Golden texts, of messages as a server would send them.

use tinsel_proto::{
    games::presents_of_mine::v1 as wire,
    v1::{self, MatchEvent, match_event},
};
use wire::{Letter, Present, event::Event as Kind};

use crate::render::{Detail, Teller, presents_of_mine::notation};

fn present(text: &str) -> Present {
    notation::read_present(text).unwrap()
}

fn presents(text: &str) -> Vec<Present> {
    text.split(' ').map(present).collect()
}

fn teller(detail: Detail) -> Teller {
    let mut teller = Teller::new(detail);
    for (seat, name) in (0..).zip(["Ada", "Boris", "Zoë"]) {
        teller.names.note(&v1::Seat {
            seat,
            display_name: name.to_owned(),
            ..v1::Seat::default()
        });
    }
    teller
}

fn told(detail: Detail, kinds: impl IntoIterator<Item = Kind>) -> String {
    let events = kinds.into_iter().map(|kind| {
        let game = v1::game_event::Game::PresentsOfMine(wire::Event { event: Some(kind) });
        let event = match_event::Event::Game(v1::GameEvent { game: Some(game) });
        MatchEvent { event: Some(event) }
    });
    let update = v1::Update {
        events: events.collect(),
        ..v1::Update::default()
    };
    teller(detail).tell(&tinsel_client::Watched::Update(update))
}

fn round(round: u32, variation: wire::Variation) -> Kind {
    Kind::RoundStarted(wire::RoundStarted {
        round,
        variation: variation.into(),
        seats: vec![2, 0, 1],
    })
}

fn pass(text: &str, target_seat: u32) -> wire::Pass {
    wire::Pass {
        present: Some(present(text)),
        target_seat,
        distance: 1,
    }
}

#[test]
fn a_round_with_swaps() {
    let passes = |seat, passes: [(&str, u32); 3], defaulted| wire::SeatPasses {
        seat,
        passes: passes.map(|(text, target)| pass(text, target)).to_vec(),
        defaulted,
    };
    let swap = |seat, discard: &str, take: Letter| wire::SeatReplacement {
        seat,
        discard: Some(present(discard)),
        take: take.into(),
    };
    let taken = |letter: Letter, count| wire::TakenCount {
        letter: letter.into(),
        count,
    };
    let text = told(
        Detail::Story,
        [
            round(2, wire::Variation::BombSquad),
            Kind::SubmissionReceived(wire::SubmissionReceived { seat: 1, step: 2 }),
            Kind::PassesRevealed(wire::PassesRevealed {
                round: 2,
                seats: vec![
                    passes(0, [("A0", 1), ("K3(4)", 2), ("B1", 7)], false),
                    passes(2, [("C12", 0), ("A0", 1), ("B1", 7)], true),
                ],
            }),
            Kind::ReplacementsRevealed(wire::ReplacementsRevealed {
                round: 2,
                seats: vec![swap(0, "D0", Letter::K), swap(2, "E10", Letter::L)],
                taken: vec![taken(Letter::K, 1), taken(Letter::L, 1)],
                stale_letter: Letter::Unspecified.into(),
            }),
        ],
    );
    assert_eq!(
        text,
        "
Round 2: Bomb Squad - three presents are passed, and a kept one is swapped for a K or an L.
  List, top to bottom: Zoë > Ada > Boris
  Passed
    0  Ada  A0 to Boris  K3(4) to Zoë  B1 to seat 7
    2  Zoë  C12 to Ada   A0 to Boris   B1 to seat 7  by default
  Swapped
    0  Ada  D0 for K
    2  Zoë  E10 for L
    Taken: K by 1, L by 1; both enter with staleness 0.
"
    );
}

fn scored(letter: Letter, layers_before: u32, distance: u32, points: u32) -> wire::ScoredPresent {
    wire::ScoredPresent {
        letter: letter.into(),
        staleness: 3,
        layers_before,
        layers_after: 0,
        distance,
        points,
    }
}

#[test]
fn a_scoring_with_a_kaboom() {
    let score = |seat, explosion_loss, total, presents: Vec<wire::ScoredPresent>| wire::SeatScore {
        seat,
        presents,
        ability_points: 10,
        explosion_loss,
        staleness_loss: 6,
        gained: 4,
        total,
        ..wire::SeatScore::default()
    };
    let text = told(
        Detail::Story,
        [
            Kind::Scored(wire::Scored {
                step: 3,
                seats: vec![
                    score(0, 0, 9, vec![scored(Letter::A, 0, 0, 4), scored(Letter::G, 0, 3, 6)]),
                    score(1, 6, 123, vec![scored(Letter::A, 0, 1, 4), scored(Letter::K, 2, 2, 0)]),
                ],
            }),
            Kind::KaboomExploded(wire::KaboomExploded {
                round: 3,
                seat: 1,
                staleness: 3,
                layers_before: 2,
                layers_after: -1,
                loss: 6,
            }),
            Kind::HandsPublished(wire::HandsPublished {
                round: 3,
                hands: vec![wire::Hand {
                    seat: 1,
                    presents: presents("A0 B10 K12(5) L0"),
                }],
            }),
        ],
    );
    assert_eq!(
        text,
        "  Scores
                                 presents  kabooms  staleness  gained  total
    0  Ada    A3=4    G3*3=6           10        0         -6      +4      9
    1  Boris  A3*1=4  K3(2)*2=0        10       -6         -6      +4    123
  KABOOM! Boris's K3(2) explodes, costs 6 and becomes an A.
  Hands after the round
    1  Boris  A0    B10   K12(5) L0
"
    );
}

#[test]
fn thefts() {
    let theft = |thief_seat, victim_seat, named: &str, taken: &str, random| wire::Theft {
        thief_seat,
        victim_seat,
        distance: 1,
        named: Some(present(named)),
        taken: Some(present(taken)),
        random,
    };
    let text = told(
        Detail::Story,
        [Kind::TheftsRevealed(wire::TheftsRevealed {
            thefts: vec![theft(0, 1, "K3(4)", "K3(4)", false), theft(2, 1, "K3(4)", "A0", true)],
            defaulted_seats: vec![0, 2],
        })],
    );
    assert_eq!(
        text,
        "  Stolen
    0  Ada  K3(4)  from Boris
    2  Zoë  A0     from Boris  by chance, as no K3(4) was left
    By default: Ada, Zoë.
"
    );
}

#[test]
fn the_pregame() {
    let selection = |seat, letters: [Letter; 5], defaulted| wire::PregameSelection {
        seat,
        letters: letters.map(Into::into).to_vec(),
        defaulted,
    };
    let count = |letter: Letter, count, staleness| wire::LetterCount {
        letter: letter.into(),
        count,
        staleness,
    };
    let first_five = [Letter::A, Letter::B, Letter::C, Letter::D, Letter::E];
    let last_five = [Letter::F, Letter::G, Letter::H, Letter::I, Letter::J];
    let text = told(
        Detail::Story,
        [
            Kind::ListDrawn(wire::ListDrawn { seats: vec![1, 0, 2] }),
            Kind::PregameRevealed(wire::PregameRevealed {
                pregame: Some(wire::Pregame {
                    seats: vec![selection(0, first_five, true), selection(1, last_five, false)],
                    letters: vec![count(Letter::A, 3, Some(1)), count(Letter::B, 0, None)],
                }),
                hands: vec![wire::Hand {
                    seat: 0,
                    presents: presents("A0 A1 B0"),
                }],
            }),
            Kind::Scored(wire::Scored {
                step: 0,
                seats: vec![wire::SeatScore {
                    presents: vec![scored(Letter::A, 0, 0, 4)],
                    ability_points: 4,
                    staleness_loss: 3,
                    gained: 1,
                    total: 1,
                    ..wire::SeatScore::default()
                }],
            }),
        ],
    );
    assert_eq!(
        text,
        "  The list is drawn, top to bottom: Boris > Ada > Zoë
  Selected
    0  Ada    A B C D E  by default
    1  Boris  F G H I J
  Letters
    A  selected by 3, begins with staleness 1
  Hands
    0  Ada  A0    A1    B0
  Scores of the pregame
                  presents  staleness  gained  total
    0  Ada  A3=4         4         -3      +1      1
"
    );
}

#[test]
fn only_a_watcher_is_told_that_somebody_has_decided() {
    let received = Kind::SubmissionReceived(wire::SubmissionReceived { seat: 1, step: 0 });
    let turned = Kind::ListReversed(wire::ListReversed { seats: vec![1, 0, 2] });
    assert_eq!(told(Detail::Story, [received.clone(), turned.clone()]), "");
    assert_eq!(
        told(Detail::All, [received, turned]),
        "  Boris has decided.\n  The list is turned round, top to bottom: Boris > Ada > Zoë\n"
    );
}

#[test]
fn the_end() {
    let standing = |seat, rank, score, labels: &[&str]| v1::Standing {
        seat,
        rank,
        score,
        labels: labels.iter().map(ToString::to_string).collect(),
    };
    let outcome = v1::Outcome {
        standings: vec![
            standing(0, 3, Some(7), &[]),
            standing(1, 1, Some(112), &["WINNER"]),
            standing(2, 1, Some(112), &["WINNER"]),
        ],
    };
    let ended = match_event::Event::MatchEnded(v1::MatchEnded {
        outcome: Some(outcome),
        ..v1::MatchEnded::default()
    });
    let update = v1::Update {
        events: vec![MatchEvent { event: Some(ended) }],
        ..v1::Update::default()
    };
    assert_eq!(
        teller(Detail::Story).tell(&tinsel_client::Watched::Update(update)),
        "
Final ranking
  1.  seat 1  Boris  112 points  WINNER
  1.  seat 2  Zoë    112 points  WINNER
  3.  seat 0  Ada      7 points
"
    );
}

#[test]
fn a_view_and_what_may_be_done() {
    let seat = |seat, hand: &str, total| wire::SeatView {
        seat,
        hand: presents(hand),
        total: Some(total),
    };
    let view = wire::View {
        phase: wire::Phase::Passing.into(),
        step: 3,
        variation: wire::Variation::CleaningSupplies.into(),
        list: Some(wire::SeatList {
            seats: vec![1, 0, 2],
            reversed: true,
        }),
        owing_seats: vec![0],
        seats: vec![seat(0, "A0 A0 B1 K2(6)", 9), seat(1, "F3", 10)],
        ..wire::View::default()
    };
    let state = v1::MatchState {
        view: Some(v1::GameView {
            game: Some(v1::game_view::Game::PresentsOfMine(view)),
        }),
        ..v1::MatchState::default()
    };
    let legal = wire::Legal {
        decision: Some(wire::legal::Decision::PassPresents(wire::LegalPasses {
            hand: presents("A0 A0 B1 K2(6)"),
            target_seats: vec![2, 1, 7],
            take: vec![Letter::M.into(), Letter::N.into()],
        })),
    };
    let legal = v1::GameLegal {
        game: Some(v1::game_legal::Game::PresentsOfMine(legal)),
    };
    let mut teller = teller(Detail::Story);
    assert_eq!(
        format!("{}{}", teller.table(&state), teller.legal(&legal)),
        "Round 3: Cleaning Supplies - the list is turned round, and a kept present is swapped for an M or an N.
  List, top to bottom, turned round: Boris > Ada > Zoë
    0  Ada    A0    A0    B1    K2(6)   9 points  deciding
    1  Boris  F3                       10 points
Pass three presents, to Zoë, then to Boris, then to seat 7, and swap one that you keep for M or N, such as: A0 A0 B1 / K2(6) M
  your hand: A0 A0 B1 K2(6)
  A  Average    4
  B  Bonus      2, and 2 for each A in the hand
  K  Kaboom     2 for each A in the hand, which also cost it layers; explodes without
  M  Musky      2, and 1 for each present of the hand with staleness 3 or more
  N  Nebulizer  2; presents passed to its holder lose 1 more staleness
"
    );
}
