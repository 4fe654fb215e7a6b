//! The invariants of `RULES.md`, section 11, over whole matches by chance.
//!
//! They are judged from outside: by what is seen, and by what was told.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "tests pick what they look at")]

#[path = "support/matches.rs"]
mod matches;
mod support;

use std::collections::BTreeSet;

use matches::*;
use support::*;
use tinsel_engine::{Chance, GameEngine, MatchRng, Viewer};
use tinsel_engine_testkit::Recording;
use tinsel_snowball_war::{
    Action, Condition, Config, Disc, Draft, Event, Legal, Obstacle, Phase, Piece, Reason, SnowballWar, View, bot,
    testkit::{nonsense, redeal},
};

fn base(view: &View, piece: Piece) -> Option<Disc> {
    let radius = match piece {
        Piece::Character(_) => view.measures.character_radius,
        Piece::Snowman(_) => view.measures.snowman_radius,
    };
    view.position(piece).map(|at| Disc::new(at, radius))
}

fn cards(view: &View) -> usize {
    let dice = view.characters.iter().flat_map(|(_, shown)| shown.dice);
    dice.flatten().count()
}

// SW-I1
#[test]
fn pool_and_teams_share_the_characters() {
    over_matches(|step| {
        let view = step.view();
        let team = |index: u8| {
            view.characters
                .iter()
                .filter(|(_, shown)| shown.owner == Some(seat(index)))
                .count()
        };
        let (one, other) = (team(0), team(1));
        assert!(one <= 3 && other <= 3 && one.abs_diff(other) <= 1);
        if view.phase == Phase::Draft {
            let picker = step.after.owing().iter().next().unwrap();
            let Legal::Pick { pool } = step.after.legal(Viewer::Seat(picker)) else {
                panic!()
            };
            let left = view.characters.iter().filter(|(_, shown)| shown.owner.is_none());
            assert_eq!(pool, left.map(|(character, _)| character).collect::<Vec<_>>());
        } else {
            assert_eq!((one, other), (3, 3));
        }
    });
}

// SW-I2
#[test]
fn every_character_is_in_one_condition() {
    let mut seen = [0; 3];
    over_matches(|step| {
        let view = step.view();
        for (character, shown) in view.characters.iter() {
            let scarf = view.sheets.at(character).scarf;
            let has_dice = shown.dice.iter().any(Option::is_some);
            match shown.condition {
                None => assert!(view.turn == 0 && shown.tokens == 0 && !has_dice),
                Some(Condition::InPlay(_)) => {
                    seen[0] += 1;
                    assert!(shown.tokens < scarf);
                }
                Some(Condition::RunAway) => {
                    seen[1] += 1;
                    assert!((1..=scarf).contains(&shown.tokens) && !has_dice);
                }
                Some(Condition::Returning) => {
                    seen[2] += 1;
                    assert!(shown.tokens == 0 && !has_dice && view.phase == Phase::Return);
                }
            }
        }
    });
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}

// SW-I3
#[test]
fn bases_lie_inside_and_apart() {
    over_matches(|step| {
        let view = step.view();
        let bases: Vec<Disc> = Piece::ALL.into_iter().filter_map(|piece| base(&view, piece)).collect();
        for (index, one) in bases.iter().enumerate() {
            assert!(one.is_inside(view.measures.field_depth, view.measures.field_breadth));
            assert!(bases[index + 1..].iter().all(|other| !one.overlaps(*other)));
            assert!(view.obstacles.iter().all(|obstacle| !obstacle.overlaps(*one)));
        }
    });
}

// SW-I4
#[test]
fn snowmen_keep_their_places_near_their_edges() {
    over_matches(|step| {
        let view = step.view();
        for index in [0, 1] {
            let Some(at) = view.position(snowman(index)) else {
                continue;
            };
            let from_edge = if index == 0 {
                at.x
            } else {
                view.measures.field_depth - at.x
            };
            assert!(from_edge <= view.measures.move_distance);
            if let Some(was) = step.before.and_then(|before| public(before).position(snowman(index))) {
                assert_eq!(was, at);
            }
        }
    });
}

// SW-I5
#[test]
fn snowmen_only_get_colder_and_the_limit_is_the_end() {
    let mut knocked_out = 0;
    over_matches(|step| {
        let view = step.view();
        let limit = view.snowman_limit;
        for index in [0, 1] {
            let now = tokens(step.after, snowman(index));
            assert!(now <= limit);
            assert!(step.before.is_none_or(|before| tokens(before, snowman(index)) <= now));
        }
        let full = view.snowmen.iter().filter(|snowman| snowman.tokens == limit).count();
        let out = view
            .ending
            .as_ref()
            .is_some_and(|ending| ending.reason == Reason::Knockout);
        assert_eq!(full, usize::from(out));
        knocked_out += full;
    });
    assert!(knocked_out > 0);
}

/// With I7: everything that changes a number of tokens is told, one token at a time.
// SW-I6, SW-I7
#[test]
fn tokens_come_by_hits_and_go_in_the_end_phase() {
    let mut removed = 0;
    over_matches(|step| {
        let Some(before) = step.before else { return };
        let mut counts: Vec<u8> = Piece::ALL.into_iter().map(|piece| tokens(before, piece)).collect();
        let place = |piece: Piece| Piece::ALL.into_iter().position(|one| one == piece).unwrap();
        let mut gone: BTreeSet<Character> = Character::ALL
            .into_iter()
            .filter(|character| has_run_away(before, *character))
            .collect();
        for event in step.told() {
            match event {
                Event::TokenAdded { piece, tokens } => {
                    counts[place(*piece)] += 1;
                    assert_eq!(counts[place(*piece)], *tokens);
                    assert!(piece.character().is_none_or(|character| !gone.contains(&character)));
                }
                Event::CharacterRanAway { character, .. } => assert!(gone.insert(*character)),
                Event::TokenRemoved { character, tokens } => {
                    removed += 1;
                    counts[place((*character).into())] -= 1;
                    assert_eq!(counts[place((*character).into())], *tokens);
                    assert!(gone.contains(character), "only who has run away loses one");
                }
                _ => {}
            }
        }
        let after: Vec<u8> = Piece::ALL.into_iter().map(|piece| tokens(step.after, piece)).collect();
        assert_eq!(counts, after);
    });
    assert!(removed > 0);
}

// SW-I8
#[test]
fn dice_come_and_go_by_the_rule() {
    let mut reveals = 0;
    over_matches(|step| {
        let view = step.view();
        let in_play = |index: u8| {
            let mut all = view.characters.iter();
            all.by_ref()
                .filter(|(_, shown)| shown.owner == Some(seat(index)))
                .filter(|(_, shown)| matches!(shown.condition, Some(Condition::InPlay(_))))
                .count()
        };
        let pooled = matches!(view.phase, Phase::Reroll | Phase::Allocate);
        for index in [0, 1] {
            let expected = if pooled { 2 * in_play(index) } else { 0 };
            assert_eq!(pool(step.after, index).len(), expected);
        }
        if pooled {
            assert_eq!(cards(&view), 0);
        }
        if step
            .told()
            .any(|event| matches!(event, Event::ActionPhaseStarted { .. }))
        {
            reveals += 1;
            let full = view
                .characters
                .iter()
                .filter(|(_, shown)| shown.dice.iter().all(Option::is_some));
            assert_eq!(full.count(), in_play(0) + in_play(1));
            assert_eq!(cards(&view), 2 * (in_play(0) + in_play(1)));
            return;
        }
        let Some(before) = step.before else { return };
        let was = cards(&public(before));
        let acted = phase(before) == Phase::Action;
        assert!(if acted { cards(&view) < was } else { cards(&view) <= was });
        let forced = step.told().find_map(|event| match event {
            Event::DiceForced { target, dice, .. } => Some((*target, dice.len())),
            _ => None,
        });
        if let Some((target, count)) = forced.filter(|_| view.phase == Phase::Action) {
            let dice = view.characters.at(target).dice;
            assert_eq!(dice.iter().flatten().count(), count, "values change, and nothing else");
            assert_eq!(cards(&view) + 1, was);
        }
    });
    assert!(reveals > 0);
}

// SW-I9
#[test]
fn the_active_seat_has_a_die_and_none_is_left_over() {
    over_matches(|step| {
        let view = step.view();
        let has_die = |index| {
            let mut own = view.characters.iter().filter(|(_, shown)| shown.owner == Some(index));
            own.any(|(_, shown)| shown.dice.iter().any(Option::is_some))
        };
        match view.phase {
            Phase::Action => assert!(has_die(view.active.unwrap())),
            Phase::Draft | Phase::Deploy | Phase::Reroll | Phase::Allocate | Phase::Return => {
                assert_eq!(cards(&view), 0);
            }
            _ => {}
        }
    });
}

// SW-I10
#[test]
fn turns_go_forwards_to_the_limit() {
    over_matches(|step| {
        let view = step.view();
        assert!(view.turn <= view.turn_limit);
        let was = step.before.map_or(0, |before| public(before).turn);
        let begun = step
            .told()
            .filter(|event| matches!(event, Event::TurnStarted { .. }))
            .count();
        assert_eq!(usize::from(view.turn - was), begun);
        assert!(begun <= 1);
    });
}

// SW-I11
#[test]
fn somebody_is_always_in_play() {
    over_matches(|step| {
        let view = step.view();
        if view.turn > 0 {
            let mut all = view.characters.iter();
            assert!(all.any(|(_, shown)| matches!(shown.condition, Some(Condition::InPlay(_)))));
        }
    });
}

// SW-I12
#[test]
fn decisions_are_bounded_by_the_turns_that_are_played() {
    assert_eq!(SnowballWar::decisions_max(&Config::default()), 7 + 54 * 30);
    let mut decisions = 0;
    over_matches(|step| {
        decisions = if step.before.is_none() { 0 } else { decisions + 1 };
        let turns = u64::from(step.view().turn);
        assert!(decisions <= 7 + 54 * turns, "{decisions} decisions in {turns} turns");
    });
}

/// Whatever is in the way of one throw is in the way of the same throw back.
// SW-I13
#[test]
fn range_and_line_are_symmetric() {
    let mut pairs = [0, 0];
    over_matches(|step| {
        let view = step.view();
        let is_clear = |from: Piece, to: Piece| {
            let (a, b) = (view.position(from)?, view.position(to)?);
            let others = Piece::ALL.into_iter().filter(|piece| ![from, to].contains(piece));
            let in_the_way = others
                .filter(|piece| view.snowmen_block_sight || piece.character().is_some())
                .filter_map(|piece| base(&view, piece))
                .any(|base| {
                    let circle = Obstacle::Circle {
                        centre: base.centre,
                        radius: base.radius,
                    };
                    circle.blocks(a, b)
                });
            let blocked = in_the_way || view.obstacles.iter().any(|obstacle| obstacle.blocks(a, b));
            Some((a.is_within(view.measures.snowball_distance, b), !blocked))
        };
        for one in Character::ALL {
            for other in Character::ALL.into_iter().filter(|other| *other > one) {
                let there = is_clear(one.into(), other.into());
                assert_eq!(there, is_clear(other.into(), one.into()));
                pairs[usize::from(there == Some((true, true)))] += 1;
            }
        }
        // And what is told of targets is that.
        for viewer in viewers() {
            let Legal::Act(acting) = step.after.legal(viewer) else {
                continue;
            };
            for acting in &acting.characters {
                for target in &acting.targets {
                    let told = (target.in_range, target.line_clear());
                    assert_eq!(is_clear(acting.character.into(), target.piece), Some(told));
                }
            }
        }
    });
    assert!(pairs.iter().all(|count| *count > 100), "{pairs:?}");
}

// SW-I14
#[test]
fn a_generated_map_is_symmetric_clear_of_the_strips_and_has_gaps() {
    let mut chance = rng(31);
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
        let options = config(draft);
        let (game, _) = SnowballWar::start(&options, &mut rng(u8::try_from(round).unwrap()));
        let view = public(&game);
        let (depth, breadth) = (options.measures.field_depth, options.measures.field_breadth);
        let strip = 2 * (options.measures.snowman_radius + options.measures.character_radius);
        for (index, one) in view.obstacles.iter().enumerate() {
            assert!(view.obstacles.contains(&one.turned(depth, breadth)));
            assert!(one.is_between(strip, depth, breadth), "{one:?}");
            let gap = 2 * options.measures.character_radius;
            assert!(
                view.obstacles[index + 1..]
                    .iter()
                    .all(|other| one.keeps_gap(*other, gap))
            );
        }
        assert!(view.obstacles.len() <= usize::from(options.obstacle_count.unwrap_or(8)));
    }
}

// SW-I15
#[test]
fn every_owed_decision_has_a_default_that_is_accepted() {
    over_matches(|step| {
        let waiting = step.after.waiting(Viewer::Spectator);
        assert_eq!(waiting.len(), step.after.owing().iter().count());
        for owing in step.after.owing().iter() {
            let action = default_of(step.after, owing.get());
            assert_eq!(code(step.after, owing.get(), &action), "ok");
        }
    });
}

// SW-I16
#[test]
fn a_refused_action_changes_nothing_and_draws_nothing() {
    let (mut dice, mut refused) = (rng(32), BTreeSet::new());
    over_matches(|step| {
        for _ in 0..12 {
            let action = nonsense(&mut dice);
            for index in [0, 1] {
                let mut after = step.after.clone();
                let mut chance = Recording::new(rng(0));
                if let Err(rejected) = after.apply(seat(index), &action, &mut chance) {
                    assert_eq!(&after, step.after);
                    assert!(chance.draws.is_empty());
                    refused.insert(rejected.to_string());
                }
            }
        }
    });
    assert!(refused.len() > 15, "{refused:?}");
}

// SW-I17
#[test]
fn secret_commitments_change_no_other_view() {
    let (mut dice, mut different) = (rng(33), 0);
    over_matches(|step| {
        for viewer in viewers() {
            let Some(world) = redeal(step.after, viewer, &mut dice) else {
                continue;
            };
            assert_eq!(world.view(viewer), step.after.view(viewer));
            assert_eq!(world.legal(viewer), step.after.legal(viewer));
            assert_eq!(world.waiting(viewer), step.after.waiting(viewer));
            different += usize::from(world != *step.after);
        }
    });
    assert!(different > 50, "{different}");
}

// SW-I18
#[test]
fn the_order_of_choices_does_not_matter() {
    let mut compared = 0;
    over_matches(|step| {
        if step.after.owing().len() < 2 {
            return;
        }
        let mut dice = rng(u8::try_from(compared % 250).unwrap());
        let mut choice = |index: u8| bot::random(&legal(step.after, index), &mut dice).unwrap();
        let actions: [Action; 2] = [choice(0), choice(1)];
        let after = |order: [u8; 2]| -> (SnowballWar, MatchRng) {
            let (mut game, mut chance) = (step.after.clone(), rng(5));
            for index in order {
                done(&mut game, index, &actions[usize::from(index)], &mut chance);
            }
            (game, chance)
        };
        assert_eq!(after([0, 1]), after([1, 0]));
        compared += 1;
    });
    assert!(compared > 50, "{compared}");
}
