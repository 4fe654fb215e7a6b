//! Golden texts, of messages as a server would send them.

mod end;
mod form;
mod round;
mod view;

use tinsel_proto::{
    games::grunkle_match::v1 as wire,
    v1::{self, MatchEvent, match_event},
};
use wire::{Skill, event::Event as Kind};

use crate::render::{Detail, Teller};

fn teller(detail: Detail) -> Teller {
    let mut teller = Teller::new(detail);
    for (seat, name) in (0..).zip(["Ada", "Boris", "Zoë"]) {
        teller.names.note(&v1::Seat {
            seat,
            display_name: name.to_owned(),
            ..v1::Seat::default()
        });
    }
    teller
}

fn told(detail: Detail, kinds: impl IntoIterator<Item = Kind>) -> String {
    let events = kinds.into_iter().map(|kind| {
        let game = v1::game_event::Game::GrunkleMatch(wire::Event { event: Some(kind) });
        let event = match_event::Event::Game(v1::GameEvent { game: Some(game) });
        MatchEvent { event: Some(event) }
    });
    let update = v1::Update {
        events: events.collect(),
        ..v1::Update::default()
    };
    teller(detail).tell(&tinsel_client::Watched::Update(update))
}

fn numbers(skills: &[Skill]) -> Vec<i32> {
    skills.iter().map(|skill| i32::from(*skill)).collect()
}

fn held(skill: Skill, count: u32) -> wire::SkillCount {
    wire::SkillCount {
        skill: skill.into(),
        count,
    }
}

fn bid(skill: Skill, amount: u32) -> wire::Bid {
    wire::Bid {
        skill: skill.into(),
        amount,
    }
}

/// A submission with everything in it.
fn full_submission() -> wire::SubmitRound {
    wire::SubmitRound {
        bids: vec![bid(Skill::GarnetChest, 3), bid(Skill::Treachery, 1)],
        dark_ritual_skill: Skill::Baller.into(),
        discard_grunko_pop: true,
        nullify_name: Skill::GarnetBank.into(),
        treachery_target: Some(0),
        phantom_target: Some(1),
        garnet_thief_target: Some(2),
        skill_thief: Some(wire::SkillTheft {
            target: Some(1),
            skill: Skill::LeftLeg.into(),
        }),
    }
}

fn shown(view: wire::View) -> String {
    let game = Some(v1::game_view::Game::GrunkleMatch(view));
    teller(Detail::Story).table(&v1::MatchState {
        view: Some(v1::GameView { game }),
        ..v1::MatchState::default()
    })
}
