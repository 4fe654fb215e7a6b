//! Whole matches by chance, shown decision by decision.

use tinsel_engine::{Chance, Events, GameEngine, MatchRng, SeatIndex, Seed, Viewer};
use tinsel_secret_santa::{Action, Cards, Choice, Draft, Event, Phase, SecretSanta, Special, View, bot};

use crate::support::*;

/// How many matches are played with each option and number of seats.
pub(crate) const MATCHES: u8 = 4;

pub(crate) fn tables() -> Vec<(u32, Draft)> {
    let plain = |deals| Draft {
        deals: Some(deals),
        ..Draft::default()
    };
    let automatic = Draft {
        auto_final_gift: true,
        first_dealer: Some(1),
        ..plain(1)
    };
    let holly = [Special::Carol, Special::Mouse, Special::Ghost];
    vec![
        (3, plain(2)),
        (4, plain(2)),
        (5, plain(1)),
        (8, plain(1)),
        (4, automatic),
        (3, listed(&[], 0)),
        (5, listed(&holly, 8)),
        (4, listed(&[Special::Santa], 3)),
        (8, listed(&[Special::Tree, Special::Fruitcake, Special::Scrooge], 0)),
    ]
}

/// One decision, or the start of a match; what all seats saw before and see after it.
pub(crate) struct Step<'a> {
    pub(crate) before: Option<&'a SecretSanta>,
    pub(crate) after: &'a SecretSanta,
    pub(crate) by: Option<(SeatIndex, Action)>,
    pub(crate) events: &'a Events<Event>,
}

impl Step<'_> {
    pub(crate) fn told(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().map(|addressed| &addressed.event)
    }

    pub(crate) fn dealt(&self) -> bool {
        self.told().any(|event| matches!(event, Event::DealStarted { .. }))
    }

    pub(crate) fn view(&self) -> View {
        public(self.after)
    }

    pub(crate) fn hand(&self, seat: SeatIndex) -> Cards {
        own(self.after, seat.get()).hand
    }

    pub(crate) fn seats(&self) -> Vec<SeatIndex> {
        self.after.config().players.iter().collect()
    }
}

/// Plays matches with every option, and shows every decision. Now and then a seat stays away, and Holly cards, which bots
/// that draw anything play seldom enough, are as likely as any other answer.
pub(crate) fn over_matches(mut check: impl FnMut(&Step<'_>)) {
    for (number, (players, draft)) in tables().into_iter().enumerate() {
        for seed in 0..MATCHES {
            let config = config(players, draft.clone());
            let mut chance = MatchRng::new(Seed::new([seed + 16 * u8::try_from(number).unwrap(); 32]));
            let (mut game, mut events) = SecretSanta::start(&config, &mut chance);
            let (mut before, mut by) = (None::<SecretSanta>, None);
            loop {
                check(&Step {
                    before: before.as_ref(),
                    after: &game,
                    by: by.take(),
                    events: &events,
                });
                let able: Vec<_> = config.players.iter().filter(|seat| acts(&game, *seat)).collect();
                let Some(next) = <dyn Chance>::pick(&mut chance, "test: who is next", &able).copied() else {
                    break;
                };
                let stays_away = <dyn Chance>::pick(&mut chance, "test: absence", &[true, false, false, false, false]);
                let action = if stays_away == Some(&true) && game.owing().contains(next) {
                    default_action(&game, next)
                } else {
                    bot::random(&game.legal(Viewer::Seat(next)), &mut chance).unwrap()
                };
                before = Some(game.clone());
                events = game.apply(next, &action, &mut chance).unwrap();
                by = Some((next, action));
            }
            assert_eq!(phase(&game), Phase::Over);
        }
    }
}

/// Whether a seat has something to do; who could only withdraw does so seldom.
pub(crate) fn acts(game: &SecretSanta, seat: SeatIndex) -> bool {
    let legal = game.legal(Viewer::Seat(seat));
    legal.choice != Choice::Nothing || (legal.can_withdraw && seat == SeatIndex::new(0))
}

pub(crate) fn default_action(game: &SecretSanta, seat: SeatIndex) -> Action {
    let waiting = game.waiting(Viewer::Seat(seat));
    let decision = waiting.into_iter().find(|decision| decision.seat == seat);
    decision.unwrap().default.action.unwrap()
}

/// Everything on the table.
pub(crate) fn on_table(view: &View) -> Cards {
    let specials: Cards = view.specials.iter().map(|used| (used.special.into(), 1)).collect();
    view.plays
        .iter()
        .fold(specials, |all, play| all.plus(&play.laid.cards()))
}
