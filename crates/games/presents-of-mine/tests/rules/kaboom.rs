//! PM-44, PM-45 and the rulings on the Kaboom Present.

use tinsel_engine_testkit::Draws;
use tinsel_presents_of_mine::{
    PresentsOfMine,
    testkit::{Position, steal, swap},
};

use crate::support::*;

fn scored(hand: &str) -> PresentsOfMine {
    scored_as(1, U, &[(0, hand)])
}

fn layers(game: &PresentsOfMine) -> Vec<(u8, i32)> {
    let line = line_of(game, 0);
    let layers = line.presents.iter().filter_map(|present| present.layers);
    layers.map(|layers| (layers.before.get(), layers.after)).collect()
}

// PM-44, PM-R43, PM-R45, PM-R46, PM-R47
#[test]
fn k_loses_layers_then_explodes_or_earns() {
    for (hand, after, points, loss, published) in [
        ("K0(6) C0 C0 C0*1 C0*2 C0*3", 6, 0, 0, "K1(6)"),
        ("K0(6) A0 C0 C0*1 C0*2 C0*3", 5, 2, 0, "K1(5)"),
        ("K0(6) A0 A0 A0*1 A0*2 A0*3", 1, 10, 0, "K1(1)"),
        ("K0(3) A0 A0 C0*1 C0*2 C0*3", 1, 4, 0, "K1(1)"),
        ("K0(2) A0 A0 C0*1 C0*2 C0*3", 0, 0, 6, "A1"),
        ("K0(1) A0 A0 C0*1 C0*2 C0*3", -1, 0, 6, "A1"),
        ("K0(1) A0 A0 A0*1 A0*2 A0*3", -4, 0, 6, "A1"),
    ] {
        let game = scored(hand);
        assert_eq!(line_of(&game, 0).explosion_loss.get(), loss, "{hand}");
        assert_eq!(layers(&game)[0].1, after, "{hand}");
        assert_eq!(points_of(&game, 0, 'K'), points, "{hand}");
        assert!(hand_of(&game, 0).contains(published), "{hand}: {}", hand_of(&game, 0));
    }
}

// PM-44
#[test]
fn several_k_use_the_same_number_of_a() {
    let game = scored("A0 A0 K0(1) K0(2)*1 K0(3)*2 C0*3");
    assert_eq!(layers(&game), [(1, -1), (2, 0), (3, 1)]);
    assert_eq!(points(&line_of(&game, 0)), [4, 4, 3, 0, 0, 4]);
}

// PM-R44
#[test]
fn layers_belong_to_the_present_and_never_come_back() {
    let game = scored("A0 A0 C0 K1(5)*1 C0*2 C0*3");
    assert!(
        hand_of(&game, 0).contains("K0(3)"),
        "its holder's A count, wherever it came from"
    );
    let game = scored("C0 C0 C0 K1(5)*1 C0*2 C0*3");
    assert!(hand_of(&game, 0).contains("K0(5)"));
}

// PM-45, PM-R50, PM-R51
#[test]
fn with_an_l_in_the_hand_an_explosion_costs_one() {
    for (hand, loss) in [
        ("A0 K0(1) C0 C0*1 C0*2 C0*3", 6),
        ("A0 K0(1) L0 C0*1 C0*2 C0*3", 1),
        ("A0 K0(1) C0 L0*1 C0*2 C0*3", 1),
        ("A0 K0(1) L0 L0*1 L0*2 C0*3", 1),
    ] {
        assert_eq!(line_of(&scored(hand), 0).explosion_loss.get(), loss, "{hand}");
    }
    // An L that the seat lost by a theft in the round of the explosion does not help.
    let (game, _) = Position::round(4)
        .list(V)
        .hand(0, "A0 C0 C1 C2 K0(1) L0")
        .sealed(7, steal("L0 B0 F0"))
        .sealed(6, steal("A0 C0 F0"))
        .sealed(5, steal("A0 B0 C1"))
        .resolve(&mut Draws::none());
    assert_eq!(line_of(&game, 0).explosion_loss.get(), 6);
}

// PM-R48
#[test]
fn the_a_of_an_explosion_counts_from_the_next_scoring() {
    let mut game = scored("A0 B0 K0(1) C0*1 C0*2 C0*3");
    assert_eq!(points_of(&game, 0, 'B'), 4);
    assert_eq!(hand_of(&game, 0), "A1 A1 B1 C0 C0 C0");
    tinsel_engine::GameEngine::apply(&mut game, seat(0), &swap("C0 C0 C0", "B1", "L"), &mut Draws::none()).unwrap();
    all_absent(&mut game, &mut Draws::none());
    assert_eq!(
        line_of(&game, 0)
            .presents
            .iter()
            .filter(|present| present.letter.symbol() == 'A')
            .count(),
        3
    );
    assert_eq!(points_of(&game, 0, 'A'), 4);
    assert_eq!(points_of(&game, 0, 'B'), 2 + 2 * 3);
}

// PM-R53
#[test]
fn no_k_explodes_in_round_2() {
    let (game, _) = Position::round(2)
        .hand(0, "A0 A0 C0 C0 C0 C0")
        .hand(7, "A0 B0 F0 G0 I0 I0")
        .hand(6, "B0 A0 F0 G0 I0 I0")
        .hand(5, "A0 B0 F0 G0 I0 I0")
        .sealed(0, swap("C0 C0 C0", "C0", "K"))
        .sealed(6, swap("B0 A0 F0", "G0", "L"))
        .sealed(5, swap("B0 F0 A0", "G0", "L"))
        .resolve(&mut Draws::none());
    assert_eq!(layers(&game), [(6, 1)]);
    assert_eq!(points_of(&game, 0, 'K'), 10);
}

// PM-R54
#[test]
fn it_turns_into_an_a_even_where_the_floor_cuts_the_loss() {
    let game = scored("A9 K9(1) L9 L9*1 C9*2 C9*3");
    let line = line_of(&game, 0);
    assert_eq!((line.explosion_loss.get(), line.gained.get()), (1, 0));
    assert!(hand_of(&game, 0).contains("A10 A10"));
}
