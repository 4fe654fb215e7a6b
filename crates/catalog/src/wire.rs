//! The interface of a game's conversion to and from messages.

use tinsel_engine::{Chance, GameEngine, SeatCount, present::Present};
use tinsel_proto::v1::{GameAction, GameConfig, GameEvent, GameLegal, GameView};
use tinsel_wire::Origin;

/// The conversion of a game's types to and from messages. One implementation for each game, below `games`.
///
/// Encoding cannot fail. Decoding keeps invalid values of actions and options, because the game refuses them in the
/// order of its specification. Views, legal actions and events come from a server and are decoded completely or not at
/// all.
pub(crate) trait WireGame: Present + GameEngine<Action: Send + Sync> {
    /// Requested options; `None` if the configuration is another game's.
    fn read_draft(config: &GameConfig) -> Option<Self::Draft>;

    /// Requested options.
    fn write_draft(draft: &Self::Draft) -> GameConfig;

    /// The public part of the options, which every viewer may know at any time.
    fn write_config(config: &Self::Config) -> GameConfig {
        Self::write_draft(&Self::public_options(config))
    }

    /// All options, if [`write_config`](Self::write_config) omits some that the end of a match discloses.
    fn disclose_config(config: &Self::Config) -> Option<GameConfig> {
        Self::disclosed_options(config).as_ref().map(Self::write_draft)
    }

    /// A requested action; `None` if it is another game's or holds none.
    fn read_action(action: &GameAction) -> Option<Self::Action>;

    /// An action.
    fn write_action(action: &Self::Action) -> GameAction;

    /// An event.
    fn write_event(event: &Self::Event) -> GameEvent;

    /// An event of a match with so many seats, from a server; `None` if it is not one of this game.
    fn read_event(event: &GameEvent, seats: SeatCount) -> Option<Self::Event>;

    /// A view.
    fn write_view(view: &Self::View) -> GameView;

    /// A view from a server; `None` if it is not one of this game.
    fn read_view(view: &GameView) -> Option<Self::View>;

    /// Legal actions.
    fn write_legal(legal: &Self::Legal) -> GameLegal;

    /// Legal actions from a server; `None` if they are not of this game.
    fn read_legal(legal: &GameLegal) -> Option<Self::Legal>;

    /// The choice of a sensible player with this view and these legal actions; `None` if it owes nothing.
    fn bot(view: &Self::View, legal: &Self::Legal, chance: &mut dyn Chance) -> Option<Self::Action>;
}

/// `impl WireGame` for a game whose types implement `tinsel_wire::Wire`. The last argument is the number of seats of a view.
macro_rules! impl_wire_game {
    ($Game:ident of $game:ident, $seats:expr) => {
        impl $crate::wire::WireGame for $game::$Game {
            fn read_draft(config: &tinsel_proto::v1::GameConfig) -> Option<$game::Draft> {
                let tinsel_proto::v1::game_config::Game::$Game(config) = config.game.as_ref()? else {
                    return None;
                };
                tinsel_wire::Wire::read(config, tinsel_wire::Origin::Client)
            }

            fn read_action(action: &tinsel_proto::v1::GameAction) -> Option<$game::Action> {
                let tinsel_proto::v1::game_action::Game::$Game(action) = action.game.as_ref()? else {
                    return None;
                };
                tinsel_wire::Wire::read(action, tinsel_wire::Origin::Client)
            }

            fn read_event(
                event: &tinsel_proto::v1::GameEvent,
                seats: tinsel_engine::SeatCount,
            ) -> Option<$game::Event> {
                let tinsel_proto::v1::game_event::Game::$Game(event) = event.game.as_ref()? else {
                    return None;
                };
                tinsel_wire::Wire::read(event, tinsel_wire::Origin::Server(seats))
            }

            fn read_view(view: &tinsel_proto::v1::GameView) -> Option<$game::View> {
                let tinsel_proto::v1::game_view::Game::$Game(view) = view.game.as_ref()? else {
                    return None;
                };
                tinsel_wire::Wire::read(view, $crate::wire::about(view, $seats)?)
            }

            /// Legal actions do not contain the number of seats.
            fn read_legal(legal: &tinsel_proto::v1::GameLegal) -> Option<$game::Legal> {
                let tinsel_proto::v1::game_legal::Game::$Game(legal) = legal.game.as_ref()? else {
                    return None;
                };
                let seats = tinsel_engine::SeatCount::new(<Self as tinsel_engine::GameEngine>::FACTS.seats_max)?;
                tinsel_wire::Wire::read(legal, tinsel_wire::Origin::Server(seats))
            }

            $crate::wire::impl_wire_game!(@write $Game of $game, Draft, GameConfig, write_draft, game_config);
            $crate::wire::impl_wire_game!(@write $Game of $game, Action, GameAction, write_action, game_action);
            $crate::wire::impl_wire_game!(@write $Game of $game, Event, GameEvent, write_event, game_event);
            $crate::wire::impl_wire_game!(@write $Game of $game, View, GameView, write_view, game_view);
            $crate::wire::impl_wire_game!(@write $Game of $game, Legal, GameLegal, write_legal, game_legal);

            fn bot(
                view: &$game::View,
                legal: &$game::Legal,
                chance: &mut dyn tinsel_engine::Chance,
            ) -> Option<$game::Action> {
                $game::bot::decide(view, legal, chance)
            }
        }
    };
    (@write $Game:ident of $game:ident, $Type:ident, $Message:ident, $write:ident, $oneof:ident) => {
        fn $write(value: &$game::$Type) -> tinsel_proto::v1::$Message {
            let message = tinsel_proto::v1::$oneof::Game::$Game(tinsel_wire::Wire::write(value));
            tinsel_proto::v1::$Message { game: Some(message) }
        }
    };
}

pub(crate) use impl_wire_game;

/// A server, about the match of this view.
pub(crate) fn about<V>(view: &V, seats: impl FnOnce(&V) -> Option<SeatCount>) -> Option<Origin> {
    seats(view).map(Origin::Server)
}

#[cfg(test)]
pub(crate) mod tests {
    //! The guarantees of every game's conversion, tested on whole matches.

    use prost_reflect::DescriptorPool;
    use tinsel_engine::{Addressed, Events, MatchRng, SeatIndex, SeatSet, Seed, Viewer};
    use tinsel_wire::Wire;

    use tinsel_engine_testkit::GameSetup;
    use tinsel_grunkle_match::GrunkleMatch;
    use tinsel_jingle_brawl::JingleBrawl;
    use tinsel_presents_of_mine::PresentsOfMine;
    use tinsel_secret_santa::SecretSanta;
    use tinsel_snowball_war::SnowballWar;

    use super::{GameConfig, WireGame};
    use crate::{GameId, testkit::Lend};

    /// The options of the game's setups, with the fewest and the most seats.
    fn configs<G: Lend>() -> impl Iterator<Item = G::Config> {
        let seats = [G::FACTS.seats_min, G::FACTS.seats_max].map(u32::from);
        let of_setup = move |setup: GameSetup<G>| {
            // Some options fix the number of seats.
            seats
                .into_iter()
                .filter_map(move |seats| G::configure(Some(seats), setup.draft.clone()).ok())
        };
        G::setups().into_iter().flat_map(of_setup)
    }

    #[test]
    fn whole_matches_of_every_option_read_back_as_they_were_written() {
        nothing_is_lost::<GrunkleMatch>();
        nothing_is_lost::<JingleBrawl>();
        nothing_is_lost::<PresentsOfMine>();
        nothing_is_lost::<SecretSanta>();
        nothing_is_lost::<SnowballWar>();
    }

    /// Plays matches of random legal actions and checks that the messages lose nothing: views, legal actions, actions
    /// and events decode to the encoded values, for every viewer, at every step.
    fn nothing_is_lost<G: Lend>() {
        for (config, seed) in configs::<G>().zip(1..) {
            let mut rng = MatchRng::new(Seed::new([seed; 32]));
            let mut dice = MatchRng::new(Seed::new([seed | 128; 32]));
            let (mut game, events) = G::start(&config, &mut rng);
            events_read_back::<G>(&config, events);
            while let Some(seat) = game.owing().iter().next() {
                views_and_legal_read_back(&game);
                let action = game
                    .any_action(Viewer::Seat(seat), &mut dice)
                    .expect("an owing seat can act");
                assert_eq!(G::read_action(&G::write_action(&action)), Some(action.clone()));
                let events = game.apply(seat, &action, &mut rng).expect("a legal action is accepted");
                events_read_back::<G>(&config, events);
            }
            views_and_legal_read_back(&game);
        }
    }

    /// Grunkle Match never discloses one of its options, and has a test of its own.
    #[test]
    fn shown_options_request_the_same_match() {
        shown_options_request_the_match::<JingleBrawl>(configs::<JingleBrawl>());
        shown_options_request_the_match::<PresentsOfMine>(configs::<PresentsOfMine>());
        shown_options_request_the_match::<SecretSanta>(configs::<SecretSanta>());
        shown_options_request_the_match::<SnowballWar>(configs::<SnowballWar>());
    }

    /// The options that are shown, or disclosed in the end, request the same match.
    pub(crate) fn shown_options_request_the_match<G: WireGame>(configs: impl IntoIterator<Item = G::Config>) {
        for config in configs {
            let shown = G::disclose_config(&config).unwrap_or_else(|| G::write_config(&config));
            let draft = G::read_draft(&shown).unwrap();
            let again = G::configure(Some(G::seats(&config).get().into()), draft);
            assert_eq!(again, Ok(config));
        }
    }

    /// Bots play matches from decoded messages; each match is saved and loaded after each decision.
    #[test]
    fn bots_finish_saved_matches_from_decoded_messages() {
        for game in GameId::ALL {
            let facts = game.game().facts();
            for seats in [facts.seats_min, facts.seats_max] {
                a_bot_finishes_a_saved_match(*game, seats.into());
            }
        }
    }

    fn a_bot_finishes_a_saved_match(game: GameId, seats: u32) {
        let game = game.game();
        let configured = game.configure(Some(seats), &GameConfig::default()).unwrap();
        let mut playing = game.start(&configured.options, Seed::new([7; 32])).unwrap().after;
        while let Some(seat) = playing.owing().iter().next() {
            let viewer = Viewer::Seat(seat);
            let from_the_wire = game
                .bot(&playing.view(viewer, SeatSet::EMPTY), &playing.legal(viewer), [3; 32])
                .unwrap();
            let own = playing.bot(seat, [3; 32]).unwrap();
            assert_eq!(*own.message(), from_the_wire);
            playing = playing.act(seat, &own, SeatSet::EMPTY).unwrap().after;
            let saved = playing.save().unwrap();
            let loaded = game.load(&saved).unwrap();
            assert_eq!(loaded.save().unwrap(), saved);
            playing = loaded;
        }
        assert!(playing.outcome(SeatSet::EMPTY).is_some());
        assert!(game.load(b"nonsense").is_err());
    }

    /// Components are shown and saved by IDs. These are the values of an enum of the protos, with their IDs.
    pub(crate) fn ids_are_those_of_the_proto<T: Wire<i32>>(
        name: &str,
        values: impl IntoIterator<Item = (T, &'static str)>,
    ) {
        let pool = DescriptorPool::decode(tinsel_proto::DESCRIPTORS).unwrap();
        let of = pool.get_enum_by_name(name).unwrap();
        for ((value, id), number) in values.into_iter().zip(1..) {
            assert_eq!(value.write(), number);
            let expected = format!("{}_{id}", of.name().to_uppercase());
            assert_eq!(of.get_value(number).unwrap().name(), expected);
        }
    }

    fn events_read_back<G: WireGame>(config: &G::Config, events: Events<G::Event>) {
        for Addressed { event, .. } in events {
            let read = G::read_event(&G::write_event(&event), G::seats(config));
            assert_eq!(read.as_ref(), Some(&event));
        }
    }

    fn views_and_legal_read_back<G: WireGame>(game: &G) {
        let seats = G::seats(game.config()).iter().map(Viewer::Seat);
        let nobody = Viewer::Seat(SeatIndex::new(31));
        for viewer in seats.chain([Viewer::Spectator, nobody]) {
            let (view, legal) = (game.view(viewer, SeatSet::EMPTY), game.legal(viewer));
            assert_eq!(G::read_view(&G::write_view(&view)).as_ref(), Some(&view), "{viewer}");
            assert_eq!(
                G::read_legal(&G::write_legal(&legal)).as_ref(),
                Some(&legal),
                "{viewer}"
            );
        }
    }
}
