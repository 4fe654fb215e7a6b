//! Secret Santa on the wire.

use tinsel_proto::games::secret_santa::v1 as wire;
use tinsel_secret_santa::{Action, Draft, Special, testkit::cards};
use tinsel_wire::{Origin, Wire};

use crate::wire::tests::ids_are_those_of_the_proto;

#[test]
fn special_cards_have_the_names_and_numbers_of_the_proto() {
    let ids = Special::ALL.into_iter().map(|special| (special, special.id()));
    ids_are_those_of_the_proto("tinsel.games.secret_santa.v1.Special", ids);
}

#[test]
fn a_hand_is_each_kind_once_in_canonical_order() {
    let hand = cards("Mouse, 12, 3×2, 2 Elves, 2×1, Santa");
    let said: Vec<String> = Wire::<Vec<wire::CardCount>>::write(&hand)
        .iter()
        .map(|one| match one.kind.unwrap() {
            wire::card_count::Kind::GiftValue(value) => format!("{}×{value}", one.count),
            wire::card_count::Kind::Special(number) => {
                format!("{}×{:?}", one.count, wire::Special::try_from(number).unwrap())
            }
        })
        .collect();
    assert_eq!(said, ["2×1", "3×2", "1×12", "1×Santa", "2×Elves", "1×Mouse"]);
}

#[test]
fn an_omitted_option_differs_from_zero_and_empty() {
    let read = |config: wire::Config| Draft::read(&config, Origin::Client).unwrap();
    assert_eq!(read(wire::Config::default()), Draft::default());
    let nothing = wire::Config {
        elves: Some(0),
        first_dealer: Some(0),
        specials: Some(wire::SpecialList::default()),
        ..wire::Config::default()
    };
    let asked = read(nothing);
    assert_eq!((asked.elves, asked.first_dealer), (Some(0), Some(0)));
    assert_eq!(asked.specials, Some(Vec::new()));
    let left_out = wire::Decline::default();
    let action = wire::Action {
        action: Some(wire::action::Action::Decline(left_out)),
    };
    let window = Action::Decline {
        scope: Some(tinsel_secret_santa::Scope::Window),
    };
    assert_eq!(Action::read(&action, Origin::Client), Some(window));
}
