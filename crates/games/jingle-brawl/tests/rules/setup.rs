//! Section 2, Setup and Gifts: JB-1 to JB-13, and the opening of a gift.

use tinsel_engine::{Events, GameEngine, SeatSet};
use tinsel_engine_testkit::Draws;
use tinsel_jingle_brawl::{
    Asked, Config, Draft, Event, GiftName, JingleBrawl, Phase, Place, SEATS_MAX, SEATS_MIN, Scoring,
    testkit::{Position, auction, bid, draws, keep, open},
};

use crate::support::*;

/// The start with names assigned in this order, and a draw of the name at `first`.
fn start(settings: &Config, order: &[usize], first: u32) -> (JingleBrawl, Events<Event>) {
    let mut script = Draws::shuffle(draws::GIFT_NAMES, order);
    script.push(name(u32::from(settings.players.get()), first));
    let mut chance = Draws::new(script);
    let started = JingleBrawl::start(settings, &mut chance);
    chance.assert_all_used();
    started
}

/// A start with the names in the order of the list, where seat 0 opens first.
fn started(players: u8, draft: Draft) -> JingleBrawl {
    let order: Vec<usize> = (0..usize::from(players)).collect();
    start(&config(u32::from(players), draft), &order, 0).0
}

// JB-1, JB-R1
#[test]
fn three_to_twenty_players() {
    assert_eq!((SEATS_MIN, SEATS_MAX), (3, 20));
    for (players, valid) in [
        (0, false),
        (2, false),
        (3, true),
        (10, true),
        (20, true),
        (21, false),
        (259, false),
    ] {
        assert_eq!(
            JingleBrawl::configure(Some(players), Draft::default()).is_ok(),
            valid,
            "{players}"
        );
    }
}

// JB-1
#[test]
fn the_head_elf_takes_part_in_everything() {
    let game = Position::opened(3, 1, 0).head_elf(0).build();
    assert_eq!(owing(&game), [0, 2], "it bids");
    let game = Position::opening(3, 0).head_elf(0).build();
    assert_eq!(owing(&game), [0], "it opens");
    let fought = Position::opened(3, 1, 0).head_elf(0).bids("0:1").build();
    assert_eq!(owing(&fought), [0, 1], "it duels");
}

// JB-2
#[test]
fn chips_by_the_size_of_the_group_or_by_config() {
    for players in 3..=20 {
        let game = started(players, Draft::default());
        let each = if players <= 10 { 10 } else { 12 };
        assert_eq!(chips(&game), vec![each; usize::from(players)]);
        assert_eq!((bank(&game), pot(&game)), (0, 0));
    }
    for asked in [1, 99] {
        let draft = Draft {
            starting_chips: asked,
            ..Draft::default()
        };
        let each = u16::try_from(asked).unwrap();
        assert_eq!(chips(&started(11, draft)), [each; 11]);
    }
}

// JB-4, JB-R2, JB-R9
#[test]
fn as_many_wrapped_gifts_as_seats_with_names_dealt_in_secret() {
    for players in [3, 11, 20] {
        let game = started(players, Draft::default());
        assert_eq!(wrapped(&game), (0..players).collect::<Vec<_>>());
    }
    let named = Draft {
        gift_names: ["Socks", "Drone", "Mug"].map(GiftName::new).to_vec(),
        ..Draft::default()
    };
    // The shuffled list is Mug, Socks, Drone: item g names gift g.
    for (opened, inside) in [(0, "Mug"), (1, "Socks"), (2, "Drone")] {
        let (mut game, _) = start(&config(3, named.clone()), &[2, 0, 1], 0);
        for viewer in viewers(3) {
            assert!(
                game.view(viewer, SeatSet::EMPTY)
                    .gifts
                    .iter()
                    .all(|gift| gift.name.is_none()),
                "{viewer}"
            );
        }
        let events = act(&mut game, 0, &open(opened));
        assert_eq!(lines(&events)[0], format!("0 opens g{opened} {inside}"));
    }
}

// JB-6, JB-R11
#[test]
fn the_head_elf_is_a_seat_by_config() {
    assert_eq!(elf(&started(4, Draft::default())), 0);
    for seat in [1, 3] {
        let draft = Draft {
            head_elf_seat: seat,
            ..Draft::default()
        };
        assert_eq!(u32::from(elf(&started(4, draft))), seat);
    }
}

// JB-8
#[test]
fn the_lottery_follows_the_main_game_unless_the_bag_is_empty() {
    let ended = Position::opened(3, 2, 2)
        .holds("0:g0(N0) 1:g1(N0)")
        .bids("")
        .does(2, keep());
    let game = ended.build();
    assert_eq!(phase(&game), Phase::Finished);
    assert!(bag(&game).is_empty());
    let goes_on = Position::opened(4, 2, 2)
        .holds("0:g0(N0)")
        .pile("g1(N0) g3(N0)")
        .bids("")
        .does(2, keep());
    let (game, events) = drawn(&goes_on, [name(2, 0)]);
    assert!(lines(&events).contains(&"lottery of 1 3 for g1 g3".to_owned()));
    assert_eq!((phase(&game), current(&game)), (Phase::PathChoice, Some(1)));
    // While a wrapped gift remains, it is the Main Game.
    let main = Position::opened(4, 2, 2)
        .holds("0:g0(N0)")
        .pile("g1(N0)")
        .bids("")
        .does(2, keep());
    assert_eq!(
        lines_after(&main).last().unwrap(),
        "bidding MAIN for g3: 0 2 3",
        "drawn: seat 1"
    );
}

// JB-9
#[test]
fn a_gift_is_in_one_place() {
    let view = spectated(
        &Position::lottery(5, 3, "g3(N1)")
            .holds("0:g0(N0) 1:g1(N0) 2:g2(N1)")
            .pile("g4(N0)")
            .build(),
    );
    let places: Vec<Place> = view.gifts.iter().map(|gift| gift.place).collect();
    let held = |index| Place::Held(seat(index));
    assert_eq!(places, [held(0), held(1), held(2), Place::Table, Place::Pile(0)]);
    let view = spectated(&Position::opened(4, 2, 0).pile("g3(N0) g1(N2)").build());
    let places: Vec<Place> = view.gifts.iter().map(|gift| gift.place).collect();
    assert_eq!(places, [held(2), Place::Pile(1), Place::Wrapped, Place::Pile(0)]);
}

// JB-12
#[test]
fn a_level_never_goes_down_or_is_set_back() {
    // A discard, the pile, and the last claim, which counts as opening, do not change the level.
    let kept = Position::opened(4, 2, 3)
        .holds("0:g0(N2) 1:g1(N1)")
        .pile("g2(N6)")
        .bids("0:5 1:4")
        .does(2, tinsel_jingle_brawl::testkit::yields())
        .won(0)
        .does(1, tinsel_jingle_brawl::testkit::discard(0));
    // No gift is wrapped; the bag is {2, 3} and the pile g2, g0: seat 3 is first, then the last player, seat 2.
    let (mut game, _) = drawn(&kept, [name(2, 1)]);
    assert_eq!((table(&game), pile(&game)), (Some(2), "g0(N2)".to_owned()));
    act(&mut game, 3, &auction());
    all_bid(&mut game, &[], []);
    act(&mut game, 3, &tinsel_jingle_brawl::testkit::defend(0));
    both_report(&mut game, 3, []);
    assert_eq!(hands(&game), "0:g3(N1) 1:g1(N1) 2:g0(N2) 3:g2(N7)");
}

// JB-35
#[test]
fn the_drawn_seat_is_the_opener() {
    let (game, events) = start(&config(4, Draft::default()), &[0, 1, 2, 3], 2);
    assert_eq!(
        (phase(&game), owing(&game), current(&game)),
        (Phase::Opening, vec![2], Some(2))
    );
    let options = "COIN_FLIP DICE_ROLL_OFF HIGH_CARD ROCK_PAPER_SCISSORS, 5 rounds, NONE";
    let started = format!("4 start with 10 chips, elf 0, {options}");
    assert_eq!(lines(&events), [started, "MAIN 1: 2".to_owned()]);
}

// JB-10, JB-36, JB-R7, JB-R8
#[test]
fn the_opener_picks_any_wrapped_gift_and_holds_it() {
    for number in [0, 2, 3] {
        let mut game = Position::opening(4, 2).holds("1:g1(N0)").build();
        assert_eq!(asked(&game, 2, &open(1)), "GIFT_NOT_WRAPPED");
        let events = act(&mut game, 2, &open(number));
        let gift = format!("2 opens g{number} Gift {}", number + 1);
        assert_eq!(lines(&events), [gift, format!("bidding MAIN for g{number}: 0 1 3")]);
        assert!(hands(&game).contains(&format!("2:g{number}(N0)")));
    }
}

// JB-36, JB-R59
#[test]
fn the_last_wrapped_gift_is_opened_automatically() {
    let (game, events) = drawn(
        &Position::opened(3, 0, 1).holds("1:g0(N0)").bids("").does(0, keep()),
        [],
    );
    assert_eq!(
        lines(&events)[1..],
        [
            "MAIN 2 ends",
            "MAIN 3: 2",
            "2 opens g2 Gift 3 forced",
            "bidding MAIN for g2: 0 1"
        ]
    );
    assert_eq!((phase(&game), wrapped(&game)), (Phase::Bidding, vec![]));
}

// JB-R60
#[test]
fn the_start_shuffles_names_then_wishes_seat_by_seat_then_draws_a_name() {
    let draft = Draft {
        scoring: Asked::Given(Scoring::WishPoints),
        ..Draft::default()
    };
    let settings = config(3, draft);
    // For i = 2, 1: the shuffle exchanges items i and draw(i + 1). Names: 2 with 0 (Gift 3, 2, 1), 1 with 1.
    let names = [(draws::GIFT_NAMES, 3, 0), (draws::GIFT_NAMES, 2, 1)];
    // Seat 0: 3, 2, 1. Seat 1: 2 with 2, 1 with 0: 2, 1, 3. Seat 2: 2 with 1 (1, 3, 2), 1 with 0: 3, 1, 2.
    let wishes = [(3, 0), (2, 1), (3, 2), (2, 0), (3, 1), (2, 0)].map(|(k, value)| (draws::WISH_POINTS, k, value));
    let script = names.into_iter().chain(wishes).chain([name(3, 1)]);
    let mut chance = Draws::new(script);
    let (mut game, _) = JingleBrawl::start(&settings, &mut chance);
    chance.assert_all_used();
    let events = act(&mut game, 1, &open(0));
    assert_eq!(
        addressed(&events),
        [
            "1 opens g0 Gift 3",
            "(to 0) g0 is worth 3",
            "(to 1) g0 is worth 2",
            "(to 2) g0 is worth 3",
            "bidding MAIN for g0: 0 2"
        ]
    );
    act(&mut game, 0, &bid(0));
    let events = act_with(&mut game, 2, &bid(0), [name(2, 1)]);
    assert_eq!(
        lines(&events).last().unwrap(),
        "MAIN 2: 2",
        "no Gambit without another gift"
    );
    let sent: Vec<String> = addressed(&act(&mut game, 2, &open(2))).into_iter().take(4).collect();
    assert_eq!(
        sent,
        [
            "2 opens g2 Gift 1",
            "(to 0) g2 is worth 1",
            "(to 1) g2 is worth 3",
            "(to 2) g2 is worth 2"
        ]
    );
}

// JB-R61
#[test]
fn six_play_by_default() {
    assert_eq!(JingleBrawl::configure(None, Draft::default()).unwrap().players.get(), 6);
}
