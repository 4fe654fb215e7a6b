//! Decisions as forms: one field with a branch for each way to decide. A branch is named by its card.

mod available;
mod refused;

use tinsel_engine::present::{Arg, Branch, Form, FormField, Kind, Text};

use super::{lines, scene};
use crate::{
    components::Standing,
    facts::{ANSWER_FRUITCAKE, ANSWER_HOLLY, ANSWER_SNOW, TAKE_TURN},
    legal::{Choice, Legal, Turns},
    naming::id,
    view::View,
};

pub(super) use available::available;

/// The IDs of fields, branches and options besides cards and seats.
pub(super) mod field {
    pub(in crate::present) const ACTION: &str = "action";
    pub(in crate::present) const PASS: &str = "pass";
    pub(in crate::present) const ZEROS: &str = "zeros";
    pub(in crate::present) const DECLINE: &str = "decline";
    pub(in crate::present) const DECLINE_ROUND: &str = "decline_round";
    pub(in crate::present) const DECLINE_DEAL: &str = "decline_deal";
    pub(in crate::present) const WITHDRAW: &str = "withdraw_decline";
    pub(in crate::present) const GIFTS: &str = "gifts";
    pub(in crate::present) const ELVES: &str = "elves";
    pub(in crate::present) const SANTA: &str = "santa";
    pub(in crate::present) const CARDS: &str = "cards";
    pub(in crate::present) const PLAYER: &str = "player";
    pub(in crate::present) const GIFT: &str = "gift";
    pub(in crate::present) const DEAL_FIRST: &str = "deal_first";
    pub(in crate::present) const SELF: &str = "self";
    pub(in crate::present) const LEFT: &str = "left";
    pub(in crate::present) const FINAL_GIFT: &str = "final_gift";
    pub(in crate::present) const DECLARE: &str = "declare";
    pub(in crate::present) const SILENT: &str = "silent";
}

/// The pending decision, or the withdrawal of a standing decline, which is possible without one.
pub(super) fn form(view: &View, legal: &Legal) -> Option<Form> {
    let (decision, title) = match &legal.choice {
        Choice::Nothing if legal.can_withdraw => (field::WITHDRAW, withdrawal(view)),
        Choice::Nothing => return None,
        Choice::Turn(turns) => (TAKE_TURN, turn(view, turns)),
        Choice::Fruitcake { recipients, .. } => (ANSWER_FRUITCAKE, fruitcake(!recipients.is_empty())),
        Choice::Holly { carol, mouse, ghost } => (ANSWER_HOLLY, holly(view, !carol.is_empty() || *mouse || *ghost)),
        Choice::Snow { tree, scrooge } => (ANSWER_SNOW, snow(*tree || !scrooge.is_empty())),
    };
    let help = Text::new(
        "all_are_asked",
        "All these players are asked, whatever they hold, so that nobody learns from the question who holds a card.",
    );
    let asked = !matches!(legal.choice, Choice::Turn(_) | Choice::Nothing);
    let action = FormField {
        help: asked.then_some(help),
        ..action(branches(view, legal))
    };
    Some(Form::new(decision, title, [action]))
}

/// The field of every form.
pub(super) fn action(branches: Vec<Branch>) -> FormField {
    FormField::new(
        field::ACTION,
        Text::new("action", "Decision"),
        Kind::Branch { branches },
    )
}

/// The branches of all cards in the hand that are worth a word, in their order, then the others.
fn branches(view: &View, legal: &Legal) -> Vec<Branch> {
    let mut open = available(legal);
    let mut branches = Vec::new();
    for (card, _) in view.own.iter().flat_map(|own| own.hand.kinds()) {
        match open.iter().position(|branch| branch.id == id(card)) {
            Some(index) => branches.push(refused::with_others(view, open.remove(index))),
            None => branches.extend(refused::card(view, legal, card)),
        }
    }
    branches.extend(open);
    branches.extend(refused::others(view, legal));
    branches
}

fn withdrawal(view: &View) -> Text {
    match view.own.as_ref().and_then(|own| own.standing) {
        Some(Standing::Round) => Text::new("form_round", "You decline Holly cards until the round ends."),
        Some(Standing::Deal) | None => Text::new("form_deal", "You decline Holly cards until the deal ends."),
    }
}

fn turn(view: &View, turns: &Turns) -> Text {
    let Some(top) = view.plays.last() else {
        return if turns.sets.is_empty() {
            Text::new(
                "form_lead_specials",
                "You lead without gift cards: play special cards as gifts of value 0, or Santa.",
            )
        } else {
            Text::new("form_lead", "You lead: play any number of cards of one value.")
        };
    };
    let set = lines::pile(&top.laid.cards());
    let is_own = view.own.as_ref().is_some_and(|own| own.seat == top.seat);
    let top_set = if is_own {
        Text::new("form_own_top", "Your own set is on top: {set}.").with("set", set)
    } else {
        Text::new("form_top", "The set of {player} to beat: {set}.")
            .with("set", set)
            .with("player", top.seat)
    };
    let options = match (turns.sets.is_empty(), turns.can_play_santa) {
        (true, false) => Text::new("form_cannot_beat", "You cannot beat it: pass."),
        (true, true) => Text::new("form_santa", "Play Santa, or pass."),
        (false, _) => Text::new("form_beat", "Play {beat}, or pass.").with("beat", scene::beat(top)),
    };
    sentences(top_set, options)
}

fn sentences(first: Text, second: Text) -> Text {
    Text::new("sentences", "{first} {second}")
        .with("first", first)
        .with("second", second)
}

const fn fruitcake(has_card: bool) -> Text {
    if has_card {
        Text::new(
            "form_fruitcake",
            "The first round is about to begin. Play the Fruitcake, or no card.",
        )
    } else {
        Text::new(
            "form_no_fruitcake",
            "The first round is about to begin. You cannot play the Fruitcake.",
        )
    }
}

fn holly(view: &View, has_card: bool) -> Text {
    let turn = view.turn.map_or_else(|| Arg::word(""), Arg::from);
    let turn = match view.plays.last() {
        Some(top) if view.turn_stands => Text::new("form_after_set", "{player} has just played {set}.")
            .with("player", turn)
            .with("set", lines::pile(&top.laid.cards())),
        Some(_) | None => Text::new("form_after_turn", "{player} has just had the turn.").with("player", turn),
    };
    let options = if has_card {
        Text::new("form_holly", "Play a Holly card, or none.")
    } else {
        Text::new("form_no_holly", "You have no Holly card to play.")
    };
    sentences(turn, options)
}

const fn snow(has_card: bool) -> Text {
    if has_card {
        Text::new("form_snow", "The round is over. Play a Snow card, or none.")
    } else {
        Text::new("form_no_snow", "The round is over. You have no Snow card to play.")
    }
}
