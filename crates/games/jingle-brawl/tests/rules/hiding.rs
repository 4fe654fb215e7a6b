//! Section 7: which viewer sees which facts, and from when on. A law checks that hidden facts stay hidden.

use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_jingle_brawl::{
    Chips, Method, Throw,
    testkit::{Position, bid, report, throw},
};

use crate::support::*;

#[test]
fn a_throw_is_seen_by_its_seat_at_once_and_by_all_when_both_are_in() {
    let position = Position::opened(4, 0, 0)
        .methods([Method::RockPaperScissors])
        .bids("1:1");
    let game = position.clone().does(1, throw(Throw::Rock)).build();
    assert_eq!(seen(&game, 1).own.unwrap().throw, Some(Throw::Rock));
    let tied = position.does(1, throw(Throw::Rock)).does(0, throw(Throw::Rock)).build();
    for viewer in viewers(4) {
        let rounds = tied.view(viewer, SeatSet::EMPTY).duel.unwrap().rounds;
        assert_eq!((rounds.len(), rounds[0].challenger), (1, Throw::Rock), "{viewer}");
    }
    assert_eq!(seen(&tied, 1).own.unwrap().throw, None, "a new round");
}

#[test]
fn reports_are_seen_by_all_in_a_dispute() {
    let position = Position::opened(4, 0, 0).head_elf(3).bids("1:1");
    let disputed = position.does(1, report(1)).does(0, report(0)).build();
    for viewer in viewers(4) {
        let reports = disputed.view(viewer, SeatSet::EMPTY).duel.unwrap().reports.unwrap();
        assert_eq!((reports.challenger, reports.defender), (Some(seat(1)), Some(seat(0))));
    }
}

#[test]
fn wish_points_of_opened_gifts_are_their_seats_and_of_all_at_the_end() {
    let wishes = [[1, 2, 3], [3, 1, 2], [2, 3, 1]];
    let game = Position::opened(3, 0, 1).wishes(wishes).holds("2:g0(N0)").build();
    for index in 0..3 {
        let own = seen(&game, index).wishes;
        assert_eq!((own.len(), own[0].seat), (1, seat(index)));
        let points: Vec<(u8, u8)> = own[0].gifts.iter().map(|wish| (wish.gift.get(), wish.points)).collect();
        let of = wishes[usize::from(index)];
        assert_eq!(points, [(0, of[0]), (1, of[1])], "gift 2 is wrapped");
    }
    assert!(spectated(&game).wishes.is_empty());
    let over = Position::end(3)
        .wishes(wishes)
        .holds("0:g0(N0) 1:g1(N0) 2:g2(N0)")
        .build();
    for viewer in viewers(3) {
        let all = over.view(viewer, SeatSet::EMPTY).wishes;
        assert!(all.len() == 3 && all.iter().all(|of| of.gifts.len() == 3), "{viewer}");
    }
}

/// Text formatted with `{:?}` can reach a log or a panic message.
#[test]
fn debug_text_of_actions_states_events_and_views_shows_nothing_that_is_sealed_or_dealt() {
    let named = ["a jar of pickled herring"; 20];
    let mut wishes = [[0; 20]; 20];
    for own in &mut wishes {
        // Value 17 for the gift that is opened
        *own = std::array::from_fn(|gift| u8::try_from((gift + 16) % 20).unwrap() + 1);
    }
    let rich = |options: &mut tinsel_jingle_brawl::Config| options.starting_chips = Chips::new(99);
    let bidding = Position::opened(20, 0, 0).options(rich).names(named).wishes(wishes);
    let mut text = String::new();
    for (position, index, action) in [
        (bidding, 1, bid(77)),
        (
            Position::opened(4, 0, 0)
                .methods([Method::RockPaperScissors])
                .bids("1:1"),
            1,
            throw(Throw::Scissors),
        ),
        (Position::opened(20, 0, 0).bids("13:1"), 13, report(13)),
    ] {
        let mut game = position.build();
        let made = game.resolve(seat(index), &action).unwrap();
        text += &format!("{action:?} {made:?} ");
        let events = game.commit(made, SeatSet::EMPTY, &mut rng(0));
        let viewer = Viewer::Seat(seat(index));
        let view = game.view(viewer, SeatSet::EMPTY);
        let defaults: Vec<_> = game
            .pending_decisions(viewer)
            .into_iter()
            .map(|decision| decision.default)
            .collect();
        assert!(
            view.own
                .is_some_and(|own| own.bid.is_some() || own.throw.is_some() || own.report.is_some())
        );
        let (own, legal, options) = (view.own, game.legal(viewer), game.config());
        let shown: Vec<_> = view.wishes.iter().map(|of| (of, &of.gifts)).collect();
        text += &format!("{game:?} {events:?} {view:?} {own:?} {shown:?} {legal:?} {defaults:?} {options:?} ");
    }
    assert!(text.contains("JingleBrawl(…)"), "{text}");
    let text = text.replace("RockPaperScissors", "");
    for secret in ["77", "Scissors", "13", "17", "herring"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}
