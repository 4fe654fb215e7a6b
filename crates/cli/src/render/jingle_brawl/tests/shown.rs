//! What lies on the table, and what may be done.

use super::*;

#[test]
fn what_can_be_challenged_for_is_listed_with_its_price_and_what_cannot_with_why() {
    let mut teller = teller(Detail::Story);
    tell(&mut teller, [started(), opened(0, 2, "a drum"), opened(1, 0, "a kite")]);
    let barred = |gift, why: wire::Bar, cost| wire::BarredGift {
        gift,
        why: why.into(),
        cost,
    };
    let target = |gift, cost, holder_seat| wire::Target {
        gift,
        cost,
        holder_seat,
    };
    let reprisal = wire::legal::Decision::Reprisal(wire::LegalTargets {
        targets: vec![target(1, 2, None), target(2, 1, Some(0))],
        barred: vec![
            barred(0, wire::Bar::Excluded, None),
            barred(3, wire::Bar::Wrapped, None),
            barred(4, wire::Bar::TooDear, Some(7)),
        ],
        defenders: vec![0, 2],
    });
    let game = Some(v1::game_legal::Game::JingleBrawl(wire::Legal {
        decision: Some(reprisal),
    }));
    assert_eq!(
        teller.legal(&v1::GameLegal { game }),
        "Write decline, or declare a Reindeer Reprisal for a gift, such as: take 1 against 0
  1  gift 1    a Misfit  2 chips
  2  “a drum”  Ada        1 chip
  not: “a kite” (the duel you just lost was about it), gift 4 (it costs 7 chips)
  a Misfit is defended by whom you name: 0 Ada, 2 Zoë
"
    );
}

#[test]
fn a_view_shows_the_table_and_what_only_its_seat_knows() {
    let gift = |gift, place, name: Option<&str>| wire::Gift {
        gift,
        place: Some(place),
        name: name.map(str::to_owned),
        naughty_level: name.map(|_| 1),
    };
    let view = wire::View {
        seats: 3,
        phase: wire::Phase::Bidding.into(),
        part: wire::Part::Main.into(),
        turn: 2,
        current_seat: Some(1),
        turn_gift: Some(0),
        awaited_seats: vec![2],
        submitted_seats: vec![0],
        chips: vec![10, 4, 16],
        bank: -3,
        head_elf_seat: 2,
        bag_seats: vec![0, 2],
        gifts: vec![
            gift(0, wire::gift::Place::HolderSeat(1), Some("a kite")),
            gift(1, wire::gift::Place::Wrapped(wire::Wrapped {}), None),
            gift(2, wire::gift::Place::PilePosition(0), Some("a drum")),
        ],
        pile: vec![2],
        challengers: Some(wire::Challengers {
            first_seat: 0,
            second_seat: Some(2),
        }),
        own: Some(wire::OwnView {
            seat: 0,
            submitted: Some(wire::own_view::Submitted::Bid(4)),
        }),
        ..wire::View::default()
    };
    let game = Some(v1::game_view::Game::JingleBrawl(view));
    let state = v1::MatchState {
        view: Some(v1::GameView { game }),
        ..v1::MatchState::default()
    };
    assert_eq!(
        teller(Detail::Story).table(&state),
        "Turn 2 of Boris, about “a kite”: sealed bids; waiting for Zoë
    0  Ada    10 chips  –
    1  Boris   4 chips  0 “a kite” N1
    2  Zoë    16 chips  –
  Wrapped: 1
  Misfits, oldest first: 2 “a drum” N1
  In the Santa Sack: Ada, Zoë
  Head Elf: Zoë; North Pole Fund: -3
  May challenge: Ada, then Zoë
  You have bid 4 chips.
"
    );
}
