//! Golden texts, of messages as a server would send them.

use tinsel_proto::{
    games::secret_santa::v1 as wire,
    v1::{self, MatchEvent, match_event},
};
use wire::{Special, card_count, event::Event as Kind};

use crate::render::{Detail, Teller};

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
        let game = v1::game_event::Game::SecretSanta(wire::Event { event: Some(kind) });
        let event = match_event::Event::Game(v1::GameEvent { game: Some(game) });
        MatchEvent { event: Some(event) }
    });
    let update = v1::Update {
        events: events.collect(),
        ..v1::Update::default()
    };
    teller(detail).tell(&tinsel_client::Watched::Update(update))
}

fn gifts(value: u32, count: u32) -> wire::CardCount {
    wire::CardCount {
        kind: Some(card_count::Kind::GiftValue(value)),
        count,
    }
}

fn special(special: Special, count: u32) -> wire::CardCount {
    wire::CardCount {
        kind: Some(card_count::Kind::Special(special.into())),
        count,
    }
}

#[test]
fn a_round_reads_like_a_story() {
    let kinds = [
        Kind::RoundStarted(wire::RoundStarted {
            round: 4,
            leader: 0,
            barred_seat: Some(2),
        }),
        Kind::GiftsPlayed(wire::GiftsPlayed {
            seat: 0,
            value: 5,
            gifts: 4,
            elves: 1,
            with_santa: false,
            cards_left: 1,
            five_gold_rings: true,
        }),
        Kind::FinalGiftForgotten(wire::FinalGiftForgotten { seat: 0 }),
        Kind::DecisionsOwed(wire::DecisionsOwed {
            phase: wire::Phase::Holly.into(),
            seats: vec![1],
        }),
        Kind::Answered(wire::Answered { seat: 1 }),
        Kind::GhostPlayed(wire::GhostPlayed {
            seat: 1,
            haunted_seat: 0,
            cards: vec![gifts(5, 4), special(Special::Elves, 1)],
            cards_left: 3,
        }),
        Kind::ZerosPlayed(wire::ZerosPlayed {
            seat: 1,
            cards: vec![special(Special::Elves, 2), special(Special::Mouse, 1)],
            cards_left: 0,
        }),
        Kind::PlayerOut(wire::PlayerOut { seat: 1, place: None }),
        Kind::RoundEnded(wire::RoundEnded {
            round: 4,
            winner: 0,
            placed: vec![wire::Placed { seat: 1, place: 1 }],
        }),
    ];
    assert_eq!(
        told(Detail::Story, kinds.clone()),
        "\nRound 4. Ada leads. Zoë must pass.\n  \
         Ada plays 4 × 5 Gold Rings and an Elf, 1 card left. Five gold rings!\n  \
         Ada forgets to say \"Final Gift!\" and must miss a turn.\n  \
         Boris plays the Ghost, 3 cards left: Ada takes back 4 × 5, Elf.\n  \
         Boris plays 2 × Elf, Mouse as zeros, no card left.\n  \
         Boris is out of cards!\n  \
         Ada wins the round. Boris finishes in place 1.\n"
    );
    let all = told(Detail::All, kinds);
    assert!(
        all.contains("  Asked for a Holly card: Boris.\n  Boris has answered.\n"),
        "{all}"
    );
}

#[test]
fn the_end_of_a_deal_is_a_table_by_place() {
    let ended = Kind::DealEnded(wire::DealEnded {
        deal: 2,
        places: vec![2, 0, 1],
        points: vec![2, 1, 3],
        totals: vec![5, 3, 4],
    });
    let over = Kind::MatchEnded(wire::MatchEnded {
        ranking: vec![0, 2, 1],
        totals: vec![5, 3, 5],
    });
    assert_eq!(
        told(Detail::Story, [ended, over]),
        "\nDeal 2 is over.\n    1.  Zoë    +3  4 points\n    2.  Ada    +2  5 points\n    3.  Boris  +1  3 points\n\
         \nThe match is over. Objectively the best people in the room: Ada, Zoë.\n"
    );
}

#[test]
fn a_view_shows_the_table_clockwise_and_the_hand_sorted() {
    let seat = |seat, hand_size, final_gift: wire::FinalGift| wire::SeatView {
        seat,
        hand_size,
        final_gift: final_gift.into(),
        out: false,
        total: 3,
    };
    let view = wire::View {
        phase: wire::Phase::Turn.into(),
        awaited_seats: vec![1],
        deal: 1,
        round: 2,
        table_order: vec![0, 2, 1],
        turn_seat: Some(1),
        plays: vec![wire::Play {
            seat: 2,
            value: 4,
            gifts: 1,
            elves: 1,
            zeros: Vec::new(),
        }],
        passed_seats: vec![0],
        seats: vec![
            seat(0, 12, wire::FinalGift::None),
            seat(1, 7, wire::FinalGift::None),
            seat(2, 1, wire::FinalGift::Declared),
        ],
        discards: vec![gifts(3, 2), special(Special::Fruitcake, 1)],
        own: Some(wire::OwnView {
            seat: 1,
            hand: vec![gifts(1, 3), gifts(5, 2), gifts(12, 1), special(Special::Elves, 1)],
            answer: None,
            standing_decline: wire::DeclineScope::Deal.into(),
        }),
        ..wire::View::default()
    };
    let text = super::view(&view, &teller(Detail::Story).names);
    assert_eq!(
        text,
        "Deal 1, round 2: it is the turn of Boris.\n  On the table\n    Zoë  1 × 4 Calling Birds and an Elf\n  \
         Clockwise\n    0  Ada    12 cards  3 points  passed\n    2  Zoë      1 card  3 points  Final Gift!\n    \
         1  Boris   7 cards  3 points               deciding\n  Discarded: 2 × 3, Fruitcake\n  \
         You decline Holly cards for the rest of the deal; write withdraw to be asked again.\n  \
         Your hand: 1 1 1  5 5  12  Elf\n"
    );
}

#[test]
fn what_may_be_done_is_shown_as_it_is_typed() {
    let legal = wire::Legal {
        decision: Some(wire::legal::Decision::Turn(wire::LegalTurn {
            can_pass: true,
            can_play_santa: true,
            can_add_santa: true,
            count: Some(3),
            sets: vec![
                wire::GiftSet {
                    value: 5,
                    gifts_min: 2,
                    gifts_max: 2,
                    elves_max: 1,
                },
                wire::GiftSet {
                    value: 9,
                    gifts_min: 2,
                    gifts_max: 3,
                    elves_max: 1,
                },
            ],
            zeros: Vec::new(),
        })),
        final_gift_due_at: 4,
        auto_final_gift: false,
        can_withdraw: false,
    };
    assert_eq!(
        super::legal(&legal, &teller(Detail::Story).names),
        "Beat it with 3 cards of a higher value, or pass, such as: pass\n  2x5 elf    2 × 5 Gold Rings\n  3x9        3 × 9 Ladies \
         Dancing\n  santa      win the round at once\n  SET santa  the same, with a set of gifts\n  pass       no more \
         turns in this round\n  Playing 4 cards leaves you one: say so with ! at the end.\n"
    );
}
