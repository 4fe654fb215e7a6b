//! Checks that random matches reach the cases of the invariants, which otherwise could hold without a case.

use tinsel_engine::{Chance, GameEngine, MatchRng, SeatSet, Viewer, present::Present};
use tinsel_engine_testkit::match_seed;
use tinsel_snowball_war::{
    Condition, Config, Draft, EndReason, Event, Legal, Phase, SnowballWar, View, bot, invariants,
    testkit::{self, redeal},
};

/// The cases that occurred, by name.
#[derive(Debug, Default)]
struct Met(std::collections::BTreeMap<&'static str, u32>);

impl Met {
    fn count(&mut self, what: &'static str, times: usize) {
        *self.0.entry(what).or_default() += u32::try_from(times).unwrap();
    }

    fn state(&mut self, game: &SnowballWar, view: &View, salt: &mut MatchRng) {
        let in_condition = |wanted: fn(&Condition) -> bool| {
            let conditions = view.characters.iter().filter_map(|(_, shown)| shown.condition);
            conditions.filter(wanted).count()
        };
        self.count("in play", in_condition(|it| matches!(it, Condition::InPlay(_))));
        self.count("run away", in_condition(|it| *it == Condition::RunAway));
        self.count("returning", in_condition(|it| *it == Condition::Returning));
        let hidden = redeal(game, Viewer::Spectator, salt).is_some_and(|world| world != *game);
        self.count("hidden worlds", usize::from(hidden));
        let both_choose = view.phase == Phase::Reroll && view.awaited.len() == 2;
        self.count("both choose", usize::from(both_choose));
        if let Some(ending) = &view.ending {
            self.count("knock-outs", usize::from(ending.reason == EndReason::Knockout));
            self.count("turn limits", usize::from(ending.reason == EndReason::TurnLimit));
        }
        for seat in view.awaited.iter() {
            if let Legal::Act(acting) = game.legal(Viewer::Seat(seat)) {
                let targets = || acting.characters.iter().flat_map(|acting| &acting.targets);
                self.count("targets", targets().filter(|target| target.is_legal()).count());
                self.count(
                    "hidden targets",
                    targets().filter(|target| !target.line_clear()).count(),
                );
            }
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::DiceAllocated { .. } => self.count("reveals", 1),
            Event::DiceForced { .. } => self.count("forced re-rolls", 1),
            Event::TokenAdded { .. } => self.count("tokens added", 1),
            Event::TokenRemoved { .. } => self.count("tokens removed", 1),
            Event::CharacterReturned { .. } => self.count("returns", 1),
            _ => {}
        }
    }
}

/// It plays the tables of the laws, and one on which snowmen are soon knocked out. The planning bot plays some of the
/// matches.
// SW-I12
#[test]
fn random_matches_reach_what_the_invariants_are_about() {
    assert_eq!(SnowballWar::decisions_max(&Config::default()), 7 + 54 * 30);
    let soft = Draft {
        snowman_limit: Some(2),
        snowmen_block_sight: Some(false),
        ..testkit::cramped()
    };
    let drafts = testkit::setups().into_iter().map(|table| table.draft).chain([soft]);
    let mut met = Met::default();
    for (draft, seed) in drafts.flat_map(|draft| (0..4).map(move |seed| (draft.clone(), seed))) {
        let config = SnowballWar::configure(None, draft).unwrap();
        let (mut chance, mut dice) = (MatchRng::new(match_seed(seed)), MatchRng::new(match_seed(seed + 50)));
        let (mut game, _) = SnowballWar::start(&config, &mut chance);
        let mut decisions = 0;
        loop {
            let view = game.view(Viewer::Spectator, SeatSet::EMPTY);
            met.state(&game, &view, &mut dice);
            invariants::decisions_are_bounded(&game, decisions).unwrap();
            let owing: Vec<_> = view.awaited.iter().collect();
            let Some(seat) = <dyn Chance>::pick(&mut dice, "who", &owing) else {
                break;
            };
            let viewer = Viewer::Seat(*seat);
            let legal = game.legal(viewer);
            let planned = bot::decide(&game.view(viewer, SeatSet::EMPTY), &legal, &mut dice).filter(|_| seed % 2 == 1);
            let action = planned.or_else(|| game.any_action(viewer, &mut dice)).unwrap();
            let events = game.apply(*seat, &action, &mut chance).unwrap();
            events.iter().for_each(|addressed| met.event(&addressed.event));
            decisions += 1;
        }
    }
    assert!(met.0.values().all(|count| *count >= 4), "{met:?}");
    assert_eq!(met.0.len(), 14, "{met:?}");
}

// SW-I14
#[test]
fn generated_maps_of_all_sizes_are_symmetric_clear_of_the_strips_and_have_gaps() {
    let mut chance = MatchRng::new(match_seed(31));
    let mut number = |least: u32, most: u32| least + chance.below("test", (most - least + 1).try_into().unwrap());
    for round in 0..150 {
        let draft = Draft {
            field_depth: Some(number(340, 900)),
            field_breadth: Some(number(560, 900)),
            character_radius: Some(number(5, 20)),
            snowman_radius: Some(number(20, 40)),
            move_distance: Some(40),
            obstacle_count: (round % 2 == 0).then_some(number(0, 8)),
            ..Draft::default()
        };
        let config = SnowballWar::configure(None, draft).unwrap();
        let (game, _) = SnowballWar::start(&config, &mut MatchRng::new(match_seed(round)));
        invariants::a_generated_map_is_symmetric_and_keeps_gaps(&game).unwrap();
        let obstacles = game.view(Viewer::Spectator, SeatSet::EMPTY).obstacles.len();
        assert!(obstacles <= usize::from(config.obstacle_count.unwrap_or(8)));
    }
}
