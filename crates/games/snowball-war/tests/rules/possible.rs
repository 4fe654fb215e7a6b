//! Deployment and return are always possible, with all options (SW-26, SW-R9, SW-R10).

use tinsel_engine::{Chance, GameEngine, MatchRng, SeatSet, Viewer, present::Present};
use tinsel_snowball_war::{
    Config, Draft, Legal, Phase, SnowballWar,
    testkit::{Position, deploy},
};

use crate::support::*;

/// A random number from `least` to `most`, often one of the two.
fn extreme(chance: &mut MatchRng, least: u32, most: u32) -> u32 {
    match chance.below("test", 4.try_into().unwrap()) {
        0 => least,
        1 => most,
        _ => least + chance.below("test", (most - least + 1).try_into().unwrap()),
    }
}

/// Options with a field of the minimum size, or slightly larger.
fn tight(chance: &mut MatchRng) -> Option<Config> {
    let character = extreme(chance, 5, 20);
    let snowman = extreme(chance, character, 40);
    let (gap, reach) = (extreme(chance, 0, 5), extreme(chance, 40, 400));
    let depth = [
        reach + 3 * snowman + 4 * character + gap,
        4 * (snowman + character) + 60,
        200,
    ];
    let breadth = [24 * character + 2 * snowman - 6, 200];
    let draft = Draft {
        field_depth: Some(depth.into_iter().max().unwrap() + extreme(chance, 0, 30)),
        field_breadth: Some(breadth.into_iter().max().unwrap() + extreme(chance, 0, 3)),
        move_distance: Some(reach),
        character_radius: Some(character),
        snowman_radius: Some(snowman),
        contact_gap: Some(gap),
        ..Draft::default()
    };
    SnowballWar::configure(None, draft).ok()
}

/// Deploys legally, as far from the seat's own edge as possible, which obstructs the other seat most.
fn deployed_far(game: &mut SnowballWar, index: u8, chance: &mut MatchRng) {
    let mut farthest: Option<(i32, tinsel_snowball_war::Action)> = None;
    for _ in 0..30 {
        let Some(action) = game.any_action(Viewer::Seat(seat(index)), chance) else {
            panic!("no deployment is found")
        };
        let mut after = game.clone();
        done(&mut after, index, &action, chance);
        let x = at(&after, snowman(index)).unwrap().0;
        let far = if index == 0 { x } else { -x };
        if farthest.as_ref().is_none_or(|(best, _)| far > *best) {
            farthest = Some((far, action));
        }
    }
    done(game, index, &farthest.unwrap().1, chance);
}

// SW-26, SW-R9
#[test]
fn the_default_deployment_is_legal_in_every_match() {
    let mut chance = rng(21);
    let mut tried = 0;
    while tried < 120 {
        let Some(options) = tight(&mut chance) else { continue };
        tried += 1;
        let (mut game, _) = SnowballWar::start(&options, &mut chance);
        while phase(&game) == Phase::Draft {
            let owing = game.owing().iter().next().unwrap();
            let made = game.absent(owing).unwrap();
            game.commit(made, SeatSet::EMPTY, &mut chance);
        }
        let first = game.owing().iter().next().unwrap().get();
        assert_eq!(code(&game, first, &default_of(&game, first)), "ok", "{options:?}");
        deployed_far(&mut game, first, &mut chance);
        let second = 1 - first;
        assert_eq!(code(&game, second, &default_of(&game, second)), "ok", "{options:?}");
    }
}

/// The farthest possible first deployment: the snowman a move from its edge, and a character beyond it at the maximum
/// contact distance.
// SW-R9
#[test]
fn the_farthest_deployment_touches_the_others_default_and_no_more() {
    let with = |depth| Draft {
        field_depth: Some(depth),
        move_distance: Some(100),
        snowman_radius: Some(20),
        ..Draft::default()
    };
    assert!(SnowballWar::configure(None, with(200)).is_err());
    let mut game = Position::deployment(0).config(open(with(201))).build();
    let farthest = deploy(
        (100, 150),
        &[(Stephen, (131, 150)), (Paul, (100, 180)), (Robert, (100, 120))],
    );
    act(&mut game, 0, farthest);
    let default = default_of(&game, 1);
    let expected = deploy(
        (181, 150),
        &[(Bianca, (151, 150)), (Natasha, (181, 120)), (Emily, (181, 180))],
    );
    assert_eq!(default, expected);
    assert_eq!(code(&game, 1, &default), "ok");
}

/// The distance along the home edge at which a piece on the edge blocks a returning character.
fn in_the_way(radius: i32, own: i32) -> i32 {
    (0..).take_while(|dy| dy * dy < 4 * radius * own).last().unwrap()
}

/// The fullest possible home edge: all other characters and the seat's own snowman stand there, with distances that
/// leave no room in between.
// SW-R10
#[test]
fn there_is_always_room_to_come_back() {
    let mut least = i32::MAX;
    for rc in 5..=20 {
        for (rs, index, place) in [rc, rc + 3, 40]
            .into_iter()
            .flat_map(|rs| (0..2).flat_map(move |index| (0..6).map(move |place| (rs, index, place))))
        {
            let breadth = (24 * rc + 2 * rs - 6).max(200);
            let number = |length: i32| Some(u32::try_from(length).unwrap());
            let options = open(Draft {
                field_breadth: number(breadth),
                character_radius: number(rc),
                snowman_radius: number(rs),
                ..Draft::default()
            });
            let x = |inwards: i32| if index == 0 { inwards } else { 500 - inwards };
            let own = if index == 0 { Stephen } else { Bianca };
            let mut position =
                Position::homecoming(index)
                    .config(options)
                    .returning(own)
                    .snowman(1 - index, 500 - x(rs), breadth / 2);
            let mut others = Character::ALL.into_iter().filter(|one| *one != own);
            let mut lowest = rc;
            for standing in 0..6 {
                let radius = if standing == place { rs } else { rc };
                let half = in_the_way(radius, rc);
                let y = (lowest + half).max(radius);
                position = if standing == place {
                    position.snowman(index, x(rs), y)
                } else {
                    position.stands(others.next().unwrap(), x(rc), y)
                };
                lowest = y + half + 1;
            }
            let game = position.build();
            assert_eq!(code(&game, index, &default_of(&game, index)), "ok");
            let Legal::Return { places, .. } = legal(&game, index) else {
                panic!()
            };
            let free: i32 = places[0].free.iter().map(|(from, to)| to - from + 1).sum();
            least = least.min(free);
        }
    }
    assert_eq!(least, 1, "the bound of the options is as low as it can be");
}
