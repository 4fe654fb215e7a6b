//! Grunkle Match on the wire.

mod outcome;

use tinsel_engine::{BySeat, GameEngine, MatchRng, SeatIndex, SeatSet, Seed, Viewer};
use tinsel_grunkle_match::{
    Action, Ballot, Bid, Config, DeathMatchInfo, Grab, GrunkleMatch, Loot, Named, Phase, SEAT_COUNT, Sheet, Skill,
    SkillTheftView, View, Vote, bot,
};
use tinsel_proto::{
    games::grunkle_match::v1 as wire,
    v1::{GameConfig, GameView, game_config, game_view},
};

use crate::{
    GameId,
    wire::{
        Wire,
        tests::{a_bot_finishes_a_saved_match, nothing_is_lost},
    },
};

/// A text that must stay secret.
const SECRET: &str = "bring a spoon";

fn configs() -> Vec<Config> {
    let per_seat = |amounts: [u32; 7]| BySeat::from_vec(amounts.map(tinsel_grunkle_match::Garnets::new).to_vec());
    let rich = Config {
        starting_garnets_per_seat: per_seat([1000, 0, 20, 3, 40, 7, 1]),
        death_match_info: DeathMatchInfo::new(SECRET),
        ..Config::default()
    };
    [Config::default(), rich].into_iter().cycle().take(12).collect()
}

#[test]
fn whole_matches_of_every_option_read_back_as_they_were_written() {
    nothing_is_lost::<GrunkleMatch>(configs());
}

#[test]
fn skills_keep_their_order_and_every_one_reads_back() {
    for (number, skill) in (1..).zip(Skill::ALL) {
        assert_eq!(super::skill::write(skill), number);
        assert_eq!(super::skill::read(number), Some(skill));
        let named = wire::Skill::try_from(number).unwrap();
        assert_eq!(named.as_str_name(), format!("SKILL_{}", skill.id()));
    }
    assert_eq!(super::skill::read(32), None);
}

#[test]
fn nonsense_in_an_action_is_kept_for_the_game_to_judge() {
    let beyond = SeatIndex::new(u8::MAX);
    let nonsense = Sheet {
        bids: vec![Bid::default(), Bid { skill: None, amount: 7 }],
        dark_ritual_skill: Some(Named::Unknown),
        discard_grunko_pop: true,
        nullify_name: Some(Named::Skill(Skill::GrunkoPop)),
        treachery_target: Some(beyond),
        phantom_target: Some(SeatIndex::new(7)),
        garnet_thief_target: Some(SeatIndex::new(0)),
        skill_thief: Some(Grab::default()),
    };
    let actions = [
        Action::SubmitRound(nonsense),
        Action::SubmitRound(Sheet::default()),
        Action::VoteElimination { seat: None },
        Action::VoteElimination { seat: Some(beyond) },
    ];
    for action in actions {
        let written = GrunkleMatch::write_action(&action);
        assert_eq!(GrunkleMatch::read_action(&written), Some(action));
    }
}

#[test]
fn values_that_our_clients_never_write_are_refused_too() {
    let asked = wire::SubmitRound {
        bids: vec![wire::Bid { skill: 99, amount: 1 }],
        nullify_name: i32::MAX,
        phantom_target: Some(u32::MAX),
        ..wire::SubmitRound::default()
    };
    let sheet = super::action::read_sheet(&asked);
    assert_eq!(sheet.bids, [Bid { skill: None, amount: 1 }]);
    assert_eq!(sheet.dark_ritual_skill, None);
    assert_eq!(sheet.nullify_name, Some(Named::Unknown));
    assert!(!SEAT_COUNT.has(sheet.phantom_target.unwrap()));
    assert_eq!(super::action::read(&wire::Action::default()), None);
}

fn config(config: wire::Config) -> GameConfig {
    GameConfig {
        game: Some(game_config::Game::GrunkleMatch(config)),
    }
}

#[test]
fn a_wrong_option_is_named_by_its_path_in_the_request() {
    let game = GameId::GrunkleMatch.game();
    let refused = |wrong: wire::Config| game.configure(None, &config(wrong)).unwrap_err().field.unwrap();
    assert_eq!(
        refused(wire::Config {
            starting_garnets: Some(0),
            ..wire::Config::default()
        }),
        "config.grunkle_match.starting_garnets"
    );
    assert_eq!(
        refused(wire::Config {
            starting_garnets_per_seat: vec![1, 2, 3, 4, 5, 6, 1001],
            ..wire::Config::default()
        }),
        "config.grunkle_match.starting_garnets_per_seat[6]"
    );
    assert_eq!(
        refused(wire::Config {
            death_match_info: "ß".repeat(2001),
            ..wire::Config::default()
        }),
        "config.grunkle_match.death_match_info"
    );
}

#[test]
fn options_are_shown_decided_and_without_the_text_about_the_death_match() {
    let game = GameId::GrunkleMatch.game();
    let asked = config(wire::Config {
        death_match_info: SECRET.to_owned(),
        ..wire::Config::default()
    });
    let configured = game.configure(Some(7), &asked).unwrap();
    let shown = config(wire::Config {
        starting_garnets: Some(20),
        ..wire::Config::default()
    });
    let match_of = game.start(&configured.options, Seed::new([1; 32])).unwrap();
    assert_eq!(game.show_config(&configured.options).unwrap(), shown);
    assert_eq!(match_of.after.config(), shown);
    assert_eq!(game.disclose_config(&configured.options).unwrap(), None);
}

#[test]
fn the_text_about_the_death_match_reaches_one_seat_at_the_most() {
    for seed in 0..8 {
        let config = configs().swap_remove(1);
        let mut rng = MatchRng::new(Seed::new([seed; 32]));
        let (mut game, _) = GrunkleMatch::start(&config, &mut rng);
        let mut told = SeatSet::EMPTY;
        while let Some(seat) = game.owing().iter().next() {
            let action = bot::random(&game.legal(Viewer::Seat(seat)), &mut rng).unwrap();
            for addressed in game.apply(seat, &action, &mut rng).unwrap() {
                if format!("{:?}", GrunkleMatch::write_event(&addressed.event)).contains(SECRET) {
                    assert!(matches!(addressed.to, tinsel_engine::Audience::Only(_)));
                }
            }
        }
        for viewer in SEAT_COUNT.iter().map(Viewer::Seat).chain([Viewer::Spectator]) {
            if format!("{:?}", GrunkleMatch::write_view(&game.view(viewer, SeatSet::EMPTY))).contains(SECRET) {
                told = told.with(viewer.seat().expect("a spectator receives nothing"));
            }
        }
        assert!(told.len() <= 1, "{told:?}");
    }
}

fn finished(viewer: Viewer) -> View {
    let mut rng = MatchRng::new(Seed::new([9; 32]));
    let (mut game, _) = GrunkleMatch::start(&Config::default(), &mut rng);
    while let Some(seat) = game.owing().iter().next() {
        let action = bot::random(&game.legal(Viewer::Seat(seat)), &mut rng).unwrap();
        game.apply(seat, &action, &mut rng).unwrap();
    }
    game.view(viewer, SeatSet::EMPTY)
}

/// Events that few matches reach: votes, and thefts of skills with every result.
#[test]
fn votes_and_thefts_read_back() {
    let seat = SeatIndex::new;
    let mut view = finished(Viewer::Seat(seat(2)));
    view.phase = Phase::TieBreak;
    view.votes = vec![
        Vote {
            seat: seat(0),
            ballot: Ballot::For(seat(6)),
        },
        Vote {
            seat: seat(1),
            ballot: Ballot::Abstained,
        },
    ];
    let wanted = Some(Loot {
        target: seat(4),
        skill: Skill::LeftLeg,
    });
    for (moved, wanted) in [(true, wanted), (false, wanted), (false, None)] {
        view.skill_theft = Some(SkillTheftView {
            thief: seat(3),
            moved,
            wanted,
        });
        for vote in [None, Some(Ballot::Abstained), Some(Ballot::For(seat(0)))] {
            view.own.as_mut().unwrap().vote = vote;
            assert_eq!(
                GrunkleMatch::read_view(&GrunkleMatch::write_view(&view)).as_ref(),
                Some(&view)
            );
        }
    }
}

#[test]
fn a_view_with_a_seat_too_few_is_not_read() {
    let view = GrunkleMatch::write_view(&finished(Viewer::Spectator));
    let Some(game_view::Game::GrunkleMatch(view)) = view.game else {
        panic!("a view of Grunkle Match")
    };
    let read = |change: &dyn Fn(&mut wire::View)| {
        let mut view = view.clone();
        change(&mut view);
        let game = Some(game_view::Game::GrunkleMatch(view));
        GrunkleMatch::read_view(&GameView { game })
    };
    assert!(read(&|_| {}).is_some());
    assert!(read(&|view| drop(view.seats.pop())).is_none());
    assert!(read(&|view| view.seats.swap(0, 1)).is_none());
    assert!(read(&|view| view.awaited_seats.push(7)).is_none());
    assert!(read(&|view| view.round = 8).is_none());
    assert!(read(&|view| view.past[0].auctions[0].winner_seat = Some(7)).is_none());
    assert!(read(&|view| view.nullified = 32).is_none());
    assert!(read(&|view| view.phase = 0).is_none());
}

#[test]
fn a_match_that_is_saved_and_loaded_goes_on_and_a_bot_finishes_it() {
    let moves = a_bot_finishes_a_saved_match(GameId::GrunkleMatch, [5; 32]);
    assert!((49..=53).contains(&moves), "{moves}");
}
