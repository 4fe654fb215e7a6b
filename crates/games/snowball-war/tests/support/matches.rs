//! Whole matches by chance, shown decision by decision.

use tinsel_engine::{Chance, Events, GameEngine, Viewer};
use tinsel_snowball_war::{Draft, Event, SnowballWar, View, bot};

use crate::support::*;

/// How many matches are played with each options.
const MATCHES: u8 = 4;

fn tables() -> Vec<Draft> {
    let cramped = || Draft {
        field_depth: Some(260),
        field_breadth: Some(264),
        snowball_distance: Some(400),
        turn_limit: Some(8),
        ..Draft::default()
    };
    let fierce = Character::ALL
        .into_iter()
        .map(|who| sheet(who, 1, "TTD MM TD TT MD -"))
        .collect();
    vec![
        Draft {
            turn_limit: Some(5),
            ..Draft::default()
        },
        cramped(),
        Draft {
            snowman_limit: Some(2),
            snowmen_block_sight: Some(false),
            obstacle_count: Some(3),
            ..cramped()
        },
        Draft {
            obstacles: Some(vec![rectangle(110, 0, 150, 40), circle(130, 132, 20)]),
            sheets: fierce,
            snowman_limit: Some(12),
            ..cramped()
        },
    ]
}

/// One decision, or the start of a match.
pub(crate) struct Step<'a> {
    pub(crate) before: Option<&'a SnowballWar>,
    pub(crate) after: &'a SnowballWar,
    pub(crate) events: &'a Events<Event>,
}

impl Step<'_> {
    pub(crate) fn told(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().map(|addressed| &addressed.event)
    }

    pub(crate) fn view(&self) -> View {
        public(self.after)
    }
}

/// Plays matches with every options, and shows every decision. Some play with a plan, so that there are knock-outs.
pub(crate) fn over_matches(mut check: impl FnMut(&Step<'_>)) {
    for (draft, place) in tables().into_iter().zip(0..) {
        for number in 0..MATCHES {
            let (mut chance, mut dice) = (rng(number + 16 * place), rng(number + 16 * place + 128));
            let (mut game, mut events) = SnowballWar::start(&config(draft.clone()), &mut chance);
            let mut before = None;
            loop {
                check(&Step {
                    before: before.as_ref(),
                    after: &game,
                    events: &events,
                });
                let owing: Vec<_> = game.owing().iter().collect();
                let Some(seat) = <dyn Chance>::pick(&mut dice, "who", &owing) else {
                    break;
                };
                let viewer = Viewer::Seat(*seat);
                let legal = game.legal(viewer);
                let planned = bot::decide(&game.view(viewer), &legal, &mut dice).filter(|_| number % 2 == 1);
                let action = planned.or_else(|| bot::random(&legal, &mut dice)).unwrap();
                before = Some(game.clone());
                events = done(&mut game, seat.get(), &action, &mut chance);
            }
        }
    }
}
