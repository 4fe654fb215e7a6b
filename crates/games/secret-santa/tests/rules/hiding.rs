//! Which viewer sees which facts (section 7). A law checks that hidden facts stay hidden.

use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_secret_santa::{
    Event, Gift, Phase, Special, Standing,
    testkit::{Position, act, cards},
};

use crate::support::*;

/// The `Debug` text that a panic or a log would contain.
#[test]
fn debug_shows_the_name_of_a_type_that_holds_secrets_and_nothing_else() {
    fn shown(value: &impl std::fmt::Debug, name: &str) {
        assert_eq!(format!("{value:?}"), format!("{name}(…)"));
    }
    let position = four(["5×1, 2", "2×3, 12, Ghost", "2×4, Mouse", "2×5"]).declines(3, Standing::Deal);
    let mut game = position.clone().build();
    run(&mut game, "0 2; 1 ghost");
    shown(&position, "Position");
    shown(&game, "SecretSanta");
    shown(&game.resolve(seat(2), &act("mouse")).unwrap(), "Move");
    for words in ["ghost", "fruitcake 12 to 1", "decline deal", "12"] {
        shown(&act(words), "Action");
    }
    shown(&cards("2×3, 12, Ghost"), "Cards");
    let (giver, recipient, gift) = (seat(0), seat(1), Gift::new(12).unwrap());
    for event in [
        Event::HandDealt { cards: cards("12") },
        Event::FruitcakeGift { giver, recipient, gift },
        Event::TreeGift { gift },
        Event::AnswerNotUsed {
            special: Special::Ghost,
        },
        Event::StandingDecline {
            scope: Some(Standing::Deal),
        },
        Event::Answered { seat: giver },
    ] {
        shown(&event, "Event");
    }
    shown(&seen(&game, 1), "View");
    shown(&own(&game, 1), "OwnView");
    shown(&legal(&game, 2), "Legal");
    shown(&legal(&game, 2).choice, "Choice");
    let leads = position.leads(1).build();
    shown(&turns(&leads, 1), "Turns");
    shown(&turns(&leads, 1).sets[0], "GiftSet");
    // A refusal shows the reason, but not the card.
    let refused = game.resolve(seat(2), &act("ghost")).unwrap_err();
    assert_eq!(format!("{refused:?}"), "CardNotInHand { field: Field(…) }");
}

// SS-R46
#[test]
fn the_table_of_a_round_is_public() {
    let position = Position::hands(["3×1", "2×3", "12", "2×7, Ghost", ""])
        .placed([4])
        .round(7);
    let position = position
        .play(3, "2 + Elf")
        .play(1, "2×4")
        .used(0, "Carol")
        .passed([2])
        .barred(2)
        .order([0, 2, 1, 3, 4]);
    let position = position
        .leads(3)
        .turn(0)
        .undeclared([2])
        .dealer(1)
        .hidden("2×8")
        .finished([4, 3, 2, 1, 0]);
    let view = public(&position.build());
    assert_eq!(
        (view.deal, view.dealer, view.round, view.phase),
        (2, seat(1), 7, Phase::Turn)
    );
    assert_eq!(
        (view.leader, view.turn, view.count),
        (Some(seat(3)), Some(seat(0)), Some(2))
    );
    assert_eq!(numbers(view.order.iter()), [0, 2, 1, 3, 4]);
    assert_eq!(view.plays.len(), 2);
    assert_eq!(view.plays[1].laid.value().get(), 4);
    assert_eq!(
        (view.last_gift, numbers(view.played.iter())),
        (Some(seat(1)), vec![1, 3])
    );
    assert_eq!((numbers(view.passed.iter()), view.barred), (vec![2], Some(seat(2))));
    assert_eq!(
        view.seats.iter().map(|seat| seat.hand_size).collect::<Vec<_>>(),
        [3, 2, 1, 3, 0]
    );
    assert_eq!(
        view.seats.iter().map(|seat| seat.total.get()).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5]
    );
    assert_eq!(
        view.seats.iter().map(|seat| seat.out).collect::<Vec<_>>(),
        [false, false, false, false, true]
    );
    assert_eq!(
        (numbers(view.places), view.hidden_discards, view.deck.len()),
        (vec![4], 2, 88)
    );
    // 9 cards are in hands, 4 in plays, the Carol on the table, 2 face down.
    assert_eq!(view.discards.len(), 88 - 9 - 4 - 1 - 2);
}

#[test]
fn before_the_first_round_there_is_no_round_and_no_leader() {
    let view = public(&four(["5×1", "2×3", "2×4", "2×5, Fruitcake"]).fruitcake().build());
    assert_eq!(
        (view.round, view.leader, view.turn, view.phase),
        (0, None, None, Phase::Fruitcake)
    );
}

#[test]
fn in_a_holly_window_the_turn_and_whether_it_stands_are_public() {
    let mut game = four(["5×1", "2×3", "2×4, Mouse", "2×5"]).build();
    assert_eq!(public(&game).turn, Some(seat(0)));
    run(&mut game, "0 1");
    assert_eq!((public(&game).turn, public(&game).turn_stands), (Some(seat(0)), true));
    run(&mut game, "-; 1 pass");
    assert_eq!((public(&game).turn, public(&game).turn_stands), (Some(seat(1)), false));
}

#[test]
fn only_in_a_holly_window_does_a_turn_stand() {
    let fruitcake = four(["5×1", "2×3", "2×4", "2×5, Fruitcake"]).fruitcake();
    let turn = four(["5×1", "2×3", "2×4", "2×5"]).play(0, "2").turn(1);
    let over = Position::seats(4).options(one_deal()).finished([0, 1, 2, 3]).over();
    let mut interlude = four(["5×1, Tree", "2×3", "2×4", "2×5"])
        .play(0, "2")
        .play(1, "3")
        .passed([0, 2, 3])
        .turn(1)
        .build();
    run(&mut interlude, "1 pass");
    let games = [
        (fruitcake.build(), Phase::Fruitcake),
        (turn.build(), Phase::Turn),
        (interlude, Phase::Snow),
        (over.build(), Phase::Over),
    ];
    for (game, phase) in games {
        let view = public(&game);
        assert_eq!((view.phase, view.turn_stands), (phase, false));
    }
}

#[test]
fn ones_own_sealed_answer_is_seen_by_oneself_until_the_window_resolves() {
    let mut game = four(["5×1", "2×3, Carol", "2×4, Mouse", "2×5"]).build();
    run(&mut game, "0 1");
    assert_eq!(own(&game, 1).answer, None);
    run(&mut game, "1 carol 3");
    assert_eq!(own(&game, 1).answer, Some(act("carol 3")));
    run(&mut game, "2 mouse; 3 decline");
    assert!((0..4).all(|index| own(&game, index).answer.is_none()));
}

// SS-39, SS-40
#[test]
fn ones_own_decline_is_seen_by_oneself_until_the_window_resolves() {
    let mut game = four(["5×1", "2×3, Carol", "2×4, Mouse", "2×5"]).build();
    run(&mut game, "0 1; 1 decline");
    assert_eq!(own(&game, 1).answer, Some(act("decline")));
    run(&mut game, "2 decline; 3 decline");
    assert_eq!(own(&game, 1).answer, None);
    let mut snow = four(["2×1, 2", "2×3", "2×4, Scrooge", "2×5"]).build();
    run(&mut snow, "0 2; 1 pass; 2 pass; 3 pass; 0 pass; 1 decline");
    assert_eq!(own(&snow, 1).answer, Some(act("decline")));
}

// SS-33
#[test]
fn gifts_laid_with_santa_count_as_a_play_of_the_round_and_santa_alone_does_not() {
    for (script, played) in [("1 9 + Santa", vec![0, 1]), ("1 santa", vec![0])] {
        let mut game = four(["2×6, 3", "2×10, 9, Santa", "2×7, Tree", "2×8"]).build();
        run(&mut game, &format!("0 3; {script}"));
        assert_eq!(now(&game), "SNOW 0 1 2 3");
        assert_eq!(numbers(public(&game).played.iter()), played, "{script}");
    }
}

// SS-71
#[test]
fn the_targets_of_scrooge_stay_public_once_he_was_played() {
    let mut game = four(["2×6, 3, Scrooge", "2×10", "2×7, Tree", "2×8"]).build();
    run(&mut game, "0 3; 1 pass; 2 pass; 3 pass; 0 pass");
    let before = numbers(public(&game).misers.iter());
    run(&mut game, "0 scrooge 1; 1 decline; 2 decline; 3 decline");
    assert_eq!(now(&game), "SNOW 0 1 2 3", "the Tree is still at large");
    assert_eq!(numbers(public(&game).misers.iter()), before);
    assert_eq!(before, [1, 2, 3]);
}

// SS-R47
#[test]
fn the_pile_is_face_up_but_for_what_the_tree_discards() {
    let position = four(["2×6, 3", "2×10", "2×9, Tree", "2×8"])
        .play(0, "3×2")
        .play(1, "3×4")
        .passed([1, 2, 3]);
    let before = position.turn(0).build();
    let mut game = before.clone();
    run(&mut game, "0 pass; 0 decline; 1 decline; 3 decline");
    // 2 2 2 4 4 4: the Tree deals 4 2 4 2 and leaves 2 4.
    let mut draws = Draws::new(Draws::shuffle("SS-63: pool", &[3, 0, 4, 1, 2, 5]));
    let sent = play(&mut game, "2 tree self", &mut draws);
    assert_eq!(public(&game).hidden_discards, 2);
    discarded(&game, "Tree", &before);
    let gifts = |viewer| {
        sent.seen_by(viewer)
            .filter(|event| matches!(event, Event::TreeGift { .. }))
            .count()
    };
    assert_eq!([0, 1, 2, 3].map(|index| gifts(Viewer::Seat(seat(index)))), [1; 4]);
    assert_eq!(gifts(Viewer::Spectator), 0);
}

/// SS-R48: the view does not repeat which cards a Ghost gave back.
// SS-R48
#[test]
fn cards_a_seat_is_known_to_hold_are_a_matter_of_memory() {
    let mut game = four(["2×6, 3", "2×10", "2×9, Ghost", "2×8"]).build();
    run(&mut game, "0 3; 1 decline; 3 decline; 2 ghost");
    let fresh = four(["2×6, 3", "2×10", "2×9", "2×8"])
        .haunted(0)
        .used(2, "Ghost")
        .last_gift(0)
        .turn(1)
        .build();
    for viewer in viewers(&game) {
        assert_eq!(
            game.view(viewer, SeatSet::EMPTY),
            fresh.view(viewer, SeatSet::EMPTY),
            "{viewer}"
        );
    }
}

#[test]
fn a_seat_that_is_out_sees_what_a_spectator_sees() {
    let mut game = four(["5×1", "", "2×4, Mouse", "2×5"]).placed([1]).build();
    run(&mut game, "0 1; 3 decline");
    assert_eq!(awaited(&game, Viewer::Seat(seat(1))), [2, 3]);
    let mut view = seen(&game, 1);
    assert_eq!(view.own.take().unwrap().hand, cards(""));
    assert_eq!(view, public(&game));
}

#[test]
fn the_targets_of_scrooge_are_public_in_the_interlude_only() {
    let mut game = four(["2×1, 2", "2×3", "2×4, Scrooge", "2×5"]).build();
    run(&mut game, "0 2; 1 pass; 2 pass; 3 pass");
    assert!(public(&game).misers.is_empty());
    run(&mut game, "0 pass");
    assert_eq!(numbers(public(&game).misers.iter()), [1, 2, 3]);
    run(&mut game, "-");
    assert!(public(&game).misers.is_empty());
}
