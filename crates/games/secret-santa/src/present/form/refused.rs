//! What is not possible, with the reason.

use tinsel_engine::{
    SeatIndex,
    present::{Branch, Inputs, PickOption, Text},
};

use super::{super::scene::beat, BranchInputs, field, named_branch};
use crate::{
    action::Action,
    components::{Card, Gift, Special},
    legal::{Choice, Legal, Turns},
    view::View,
};

/// The way of a card in the hand that cannot be played now; `None` if no player expects to play it.
pub(super) fn card<'a>(view: &View, legal: &Legal, card: Card) -> Option<BranchInputs<'a>> {
    let (reason, action) = match (&legal.choice, card) {
        (Choice::Turn(turns), Card::Gift(gift)) => (gift_reason(view, gift)?, set(turns, gift)),
        (choice, Card::Special(special)) => (special_reason(choice, special)?, alone(special)),
        (_, Card::Gift(_)) => return None,
    };
    Some((named_branch(card).refused(reason), Inputs::fixed(action)))
}

/// A set without Elves.
fn set(turns: &Turns, gift: Gift) -> Action {
    Action::PlayGifts {
        value: u32::from(gift.get()),
        gifts: turns.count.map_or(1, u32::from),
        elves: 0,
        with_santa: false,
        final_gift: false,
    }
}

/// A special card without any choice.
const fn alone(card: Special) -> Action {
    let final_gift = false;
    match card {
        Special::Santa => Action::PlaySanta { final_gift },
        Special::Elves => Action::PlayGifts {
            value: 1,
            gifts: 0,
            elves: 1,
            with_santa: false,
            final_gift,
        },
        Special::Tree => Action::PlayTree {
            deal_first: None,
            final_gift,
        },
        Special::Fruitcake => Action::PlayFruitcake {
            recipient: None,
            value: 0,
        },
        Special::Scrooge => Action::PlayScrooge {
            target: None,
            final_gift,
        },
        Special::Carol => Action::PlayCarol {
            other: None,
            final_gift,
        },
        Special::Mouse => Action::PlayMouse { final_gift },
        Special::Ghost => Action::PlayGhost { final_gift },
    }
}

/// Why gifts do not beat the top play.
fn gift_reason(view: &View, gift: Gift) -> Option<Text> {
    let (top, own) = (view.plays.last()?, view.own.as_ref()?);
    if gift.value() <= top.laid.value() {
        let text = Text::new("too_low", "The value must be above {value}.");
        return Some(text.with("value", top.laid.value().get()));
    }
    let text = Text::new(
        "too_few",
        "You need {beat}, Elves included, and have {gifts} with {elves|Elf|Elves}.",
    );
    Some(
        text.with("beat", beat(top))
            .with("gifts", own.hand.copies(gift))
            .with("elves", own.hand.copies(Special::Elves)),
    )
}

/// Why a special card cannot be played: on a turn for every card, in a window for the cards of its type.
fn special_reason(choice: &Choice, special: Special) -> Option<Text> {
    Some(match (choice, special) {
        (Choice::Turn(_), Special::Elves) => {
            Text::new("elves_alone", "Elves are added to a set with at least one gift card.")
        }
        (Choice::Fruitcake { .. }, Special::Fruitcake) => {
            Text::new("nothing_to_give", "You have no gift card to give.")
        }
        (Choice::Holly { .. }, Special::Mouse) => Text::new("no_set", "A Mouse needs a set on the table."),
        (Choice::Holly { .. }, Special::Ghost) => Text::new(
            "no_set_to_haunt",
            "The Ghost of Christmas Present can only follow a turn whose set is still on the table.",
        ),
        (Choice::Snow { .. }, Special::Scrooge) => Text::new(
            "no_miser",
            "No player who is still in the deal passed in the last round without playing gift cards.",
        ),
        (Choice::Turn(_) | Choice::Snow { .. }, Special::Fruitcake) => Text::new(
            "fruitcake_time",
            "The Fruitcake is played before the first round of a deal only.",
        ),
        (Choice::Turn(_) | Choice::Fruitcake { .. }, Special::Tree | Special::Scrooge) => {
            Text::new("snow_time", "It is played between two rounds.")
        }
        (Choice::Turn(_), Special::Carol | Special::Mouse | Special::Ghost) => Text::new(
            "holly_time",
            "Holly cards are played right after another player's turn.",
        ),
        _ => return None,
    })
}

/// Zeros and the pass, as far as they are not possible.
pub(super) fn others<'a>(view: &View, legal: &Legal) -> Vec<BranchInputs<'a>> {
    let Choice::Turn(turns) = &legal.choice else {
        return Vec::new();
    };
    let has_specials = view
        .own
        .as_ref()
        .is_some_and(|own| own.hand.specials().next().is_some());
    let zeros = (has_specials && turns.zeros.is_empty()).then(|| {
        let title = Text::new("zeros", "Special cards as gifts of value 0");
        let none = Action::PlayZeros {
            cards: Vec::new(),
            final_gift: false,
        };
        let branch = Branch::new(field::ZEROS, title, []).refused(no_zeros(turns));
        (branch, Inputs::fixed(none))
    });
    let pass = (!turns.can_pass).then(|| {
        let reason = Text::new("must_lead", "A player who leads must play at least one card.");
        let branch = Branch::new(field::PASS, Text::new("pass", "Pass"), []).refused(reason);
        (branch, Inputs::fixed(Action::Pass))
    });
    zeros.into_iter().chain(pass).collect()
}

const fn no_zeros(turns: &Turns) -> Text {
    match turns.count {
        None => Text::new("still_gifts", "You still hold gift cards."),
        Some(_) => Text::new("zeros_beat_nothing", "The value 0 beats nothing: it can only be led."),
    }
}

/// The players that Scrooge cannot name.
pub(super) fn not_misers(view: &View) -> impl Iterator<Item = PickOption> {
    let reason = |seat: SeatIndex| match (view.seats.at(seat).out, view.played.contains(seat)) {
        (true, _) => Text::new("is_out", "This player is out of the deal."),
        (false, true) => Text::new("gave_gifts", "This player played gift cards in the last round."),
        (false, false) => Text::new("did_not_pass", "This player did not pass in the last round."),
    };
    let others = view.order.iter().filter(|seat| !view.misers.contains(*seat));
    others.map(move |seat| PickOption::seat(seat).refused(reason(seat)))
}
