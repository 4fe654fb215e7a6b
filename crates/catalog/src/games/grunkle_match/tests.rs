//! Grunkle Match on the wire.

use tinsel_engine::{BySeat, GameEngine, MatchRng, SeatIndex, SeatSet, Seed, Viewer, present::Present};
use tinsel_grunkle_match::{
    Action, Ballot, Bid, Config, DeathMatchInfo, GrunkleMatch, Named, Phase, SEAT_COUNT, Skill, SkillTheftResult,
    SkillTheftView, SubmitRound, View, Vote,
};
use tinsel_proto::games::grunkle_match::v1 as wire;
use tinsel_wire::{Origin, Wire};

use crate::wire::{
    WireGame,
    tests::{ids_are_those_of_the_proto, shown_options_request_the_match},
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
    vec![Config::default(), rich]
}

#[test]
fn skills_have_the_names_and_numbers_of_the_proto() {
    let ids = Skill::ALL.into_iter().map(|skill| (skill, skill.id()));
    ids_are_those_of_the_proto("tinsel.games.grunkle_match.v1.Skill", ids);
}

#[test]
fn values_that_our_clients_never_write_are_refused_too() {
    let asked = wire::SubmitRound {
        bids: vec![wire::Bid { skill: 99, amount: 1 }],
        nullify_name: i32::MAX,
        phantom_target: Some(u32::MAX),
        ..wire::SubmitRound::default()
    };
    let sheet: SubmitRound = Wire::read(&asked, Origin::Client).unwrap();
    assert_eq!(sheet.bids, [Bid { skill: None, amount: 1 }]);
    assert_eq!(sheet.dark_ritual_skill, None);
    assert_eq!(sheet.nullify_name, Some(Named::Unknown));
    assert!(!SEAT_COUNT.has(sheet.phantom_target.unwrap()));
    assert_eq!(Action::read(&wire::Action::default(), Origin::Client), None);
}

/// The text about the Death Match is never disclosed.
#[test]
fn shown_options_request_the_same_match_without_the_text_about_the_death_match() {
    for mut config in configs() {
        let shown = GrunkleMatch::write_config(&config);
        assert_eq!(GrunkleMatch::disclose_config(&config), None);
        config.death_match_info = DeathMatchInfo::default();
        assert_eq!(GrunkleMatch::write_config(&config), shown);
        shown_options_request_the_match::<GrunkleMatch>([config]);
    }
}

#[test]
fn the_text_about_the_death_match_reaches_one_seat_at_the_most() {
    for seed in 0..8 {
        let config = configs().swap_remove(1);
        let mut rng = MatchRng::new(Seed::new([seed; 32]));
        let (mut game, _) = GrunkleMatch::start(&config, &mut rng);
        let mut receivers = SeatSet::EMPTY;
        while let Some(seat) = game.owing().iter().next() {
            let action = game.any_action(Viewer::Seat(seat), &mut rng).unwrap();
            for addressed in game.apply(seat, &action, &mut rng).unwrap() {
                if format!("{:?}", GrunkleMatch::write_event(&addressed.event)).contains(SECRET) {
                    assert!(matches!(addressed.to, tinsel_engine::Audience::Only(_)));
                }
            }
        }
        for viewer in SEAT_COUNT.iter().map(Viewer::Seat).chain([Viewer::Spectator]) {
            if format!("{:?}", GrunkleMatch::write_view(&game.view(viewer, SeatSet::EMPTY))).contains(SECRET) {
                receivers = receivers.with(viewer.seat().expect("a spectator receives nothing"));
            }
        }
        assert!(receivers.len() <= 1, "{receivers:?}");
    }
}

fn finished(viewer: Viewer) -> View {
    let mut rng = MatchRng::new(Seed::new([9; 32]));
    let (mut game, _) = GrunkleMatch::start(&Config::default(), &mut rng);
    while let Some(seat) = game.owing().iter().next() {
        let action = game.any_action(Viewer::Seat(seat), &mut rng).unwrap();
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
    let (target, skill) = (seat(4), Skill::LeftLeg);
    for result in [
        SkillTheftResult::Moved { victim: target, skill },
        SkillTheftResult::Failed { target, skill },
        SkillTheftResult::Hidden,
    ] {
        view.skill_theft = Some(SkillTheftView { thief: seat(3), result });
        for vote in [None, Some(Ballot::Abstained), Some(Ballot::For(seat(0)))] {
            view.own.as_mut().unwrap().vote = vote;
            assert_eq!(
                GrunkleMatch::read_view(&GrunkleMatch::write_view(&view)).as_ref(),
                Some(&view)
            );
        }
    }
}
