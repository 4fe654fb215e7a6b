//! Both sides are alike, except for the order of draws and for ties in the defaults of inactive seats.

use tinsel_engine::{GameEngine, MatchRng, SeatIndex, Viewer, present::Present};
use tinsel_engine_testkit::{Recording, match_seed, written};
use tinsel_snowball_war::{
    SnowballWar,
    testkit::{self, rotated, rotated_action},
};

#[test]
fn whatever_is_done_without_a_draw_can_be_done_from_the_other_side() {
    let mut compared = 0;
    for (table, seed) in testkit::setups()
        .into_iter()
        .flat_map(|table| (0..4).map(move |seed| (table.clone(), seed)))
    {
        let config = SnowballWar::configure(None, table.draft).unwrap();
        let (mut chance, mut dice) = (MatchRng::new(match_seed(seed)), MatchRng::new(match_seed(seed + 100)));
        let (mut game, _) = SnowballWar::start(&config, &mut chance);
        while let Some(seat) = game.owing().iter().next() {
            let mirror = rotated(&game);
            assert_eq!(rotated(&mirror), game);
            let other = SeatIndex::new(1 - seat.get());
            let action = game.any_action(Viewer::Seat(seat), &mut dice).unwrap();
            let same = rotated_action(&action, &config.measures);
            let (mut here, mut there) = (Recording::new(chance.clone()), Recording::new(chance.clone()));
            let mut turned = mirror.clone();
            game.apply(seat, &action, &mut here).unwrap();
            turned.apply(other, &same, &mut there).unwrap();
            chance = here.chance;
            if here.draws.is_empty() {
                assert_eq!(
                    rotated(&game),
                    turned,
                    "{}, seed {seed}: {}",
                    table.name,
                    written(&action)
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
}
