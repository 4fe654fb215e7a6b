//! Jingle Brawl on the wire.

use tinsel_engine::{GameEngine, SeatCount, SeatIndex};
use tinsel_jingle_brawl::{
    Action, Asked, Card, Config, Draft, Event, GiftId, GiftName, JingleBrawl, Method, Pair, Rank, Scoring, Suit,
};
use tinsel_proto::{games::jingle_brawl::v1 as wire, v1::game_event};
use tinsel_wire::{Origin, Wire};

use crate::wire::{WireGame, tests::shown_options_request_the_match};

/// A text that must stay secret until its gift is opened.
const SECRET: &str = "a jar of pickled herring";

fn draft(methods: &[Method]) -> Draft {
    Draft {
        duel_methods: methods.iter().copied().map(Some).collect(),
        scoring: Asked::Given(Scoring::WishPoints),
        ..Draft::default()
    }
}

#[test]
fn omitted_and_unknown_values_reach_the_game() {
    let read = |action| JingleBrawl::read_action(&wire_action(action));
    use wire::action::Action as Kind;
    assert_eq!(
        read(Kind::Open(wire::Open { gift: None })),
        Some(Action::Open { gift: None })
    );
    let far = Action::Open {
        gift: Some(GiftId::new(u8::MAX)),
    };
    assert_eq!(read(Kind::Open(wire::Open { gift: Some(u32::MAX) })), Some(far));
    for throw in [0, 4, -1] {
        let unknown = Kind::MakeThrow(wire::MakeThrow { shape: throw });
        assert_eq!(read(unknown), Some(Action::Throw { throw: None }), "{throw}");
    }
    let zero = Kind::Report(wire::Report { winner: Some(0) });
    let first = Action::Report {
        winner: Some(SeatIndex::new(0)),
    };
    assert_eq!(read(zero), Some(first));
    let neither = Kind::Gambit(wire::Gambit { choice: None });
    assert_eq!(read(neither), Some(Action::Gambit { choice: None }));
}

fn wire_action(action: wire::action::Action) -> tinsel_proto::v1::GameAction {
    tinsel_proto::v1::GameAction {
        game: Some(tinsel_proto::v1::game_action::Game::JingleBrawl(wire::Action {
            action: Some(action),
        })),
    }
}

fn named() -> Config {
    let named = Draft {
        gift_names: vec![GiftName::new(SECRET); 3],
        ..Draft::default()
    };
    JingleBrawl::configure(Some(3), named).unwrap()
}

#[test]
fn names_of_gifts_are_shown_only_in_the_end() {
    let shown = JingleBrawl::write_config(&named());
    assert!(!format!("{shown:?}{:?}", named()).contains(SECRET));
    assert!(JingleBrawl::disclose_config(&named()).is_some());
    let plain = JingleBrawl::configure(Some(3), Draft::default()).unwrap();
    assert_eq!(JingleBrawl::disclose_config(&plain), None);
}

#[test]
fn options_that_no_server_sends_are_not_read() {
    let config = JingleBrawl::configure(Some(3), draft(&[Method::CoinFlip])).unwrap();
    let whole: wire::Config = config.write();
    let read = |options: &wire::Config| Config::read(options, Origin::Server(SeatCount::new(3).unwrap()));
    assert_eq!(read(&whole), Some(config));
    let wrong: [fn(&mut wire::Config); 8] = [
        |options| options.scoring = 0,
        |options| options.scoring = 3,
        |options| options.duel_methods.clear(),
        |options| options.starting_chips = 0,
        |options| options.starting_chips = 100,
        |options| options.rps_max_rounds = 0,
        |options| options.head_elf_seat = 3,
        |options| options.gift_names = vec![SECRET.to_owned(); 3],
    ];
    for change in wrong {
        let mut options = whole.clone();
        change(&mut options);
        assert_eq!(read(&options), None, "{options:?}");
    }
    assert_eq!(Config::read(&whole, Origin::Client), None);
}

#[test]
fn cards_are_numbered_up_to_the_ace() {
    let drawn = Event::CardsDrawn {
        cards: Pair {
            challenger: Card {
                rank: Rank::Ace,
                suit: Suit::Spades,
            },
            defender: Card {
                rank: Rank::Two,
                suit: Suit::Clubs,
            },
        },
    };
    let Some(game_event::Game::JingleBrawl(wire::Event {
        event: Some(wire::event::Event::CardsDrawn(drawn)),
    })) = JingleBrawl::write_event(&drawn).game
    else {
        panic!("cards are drawn");
    };
    let card = |card: Option<wire::Card>| card.map(|card| (card.rank, card.suit().as_str_name()));
    assert_eq!(card(drawn.challenger_card), Some((14, "SUIT_SPADES")));
    assert_eq!(card(drawn.defender_card), Some((2, "SUIT_CLUBS")));
}

#[test]
fn disclosed_options_request_the_same_match() {
    shown_options_request_the_match::<JingleBrawl>([named()]);
}
