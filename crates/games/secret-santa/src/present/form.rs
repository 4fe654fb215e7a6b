//! Decisions as forms: one field with a branch for each way to decide. A branch is named by its card.

mod available;
mod final_gift;
mod refused;
mod sets;

use tinsel_engine::present::{Arg, Branch, FormField, Inputs, Text, TypedForm};

use super::{scene, words};
use crate::{
    action::Action,
    components::{Card, Standing},
    facts::{ANSWER_FRUITCAKE, ANSWER_HOLLY, ANSWER_SNOW, TAKE_TURN, WITHDRAW_DECLINE},
    legal::{Choice, Legal, Turns},
    naming::{id, named},
    view::View,
};

/// The IDs of fields, branches and options besides cards and seats.
mod field {
    pub(super) const ACTION: &str = "action";
    pub(super) const PASS: &str = "pass";
    pub(super) const ZEROS: &str = "zeros";
    pub(super) const DECLINE: &str = "decline";
    pub(super) const DECLINE_ROUND: &str = "decline_round";
    pub(super) const DECLINE_DEAL: &str = "decline_deal";
    pub(super) const GIFTS: &str = "gifts";
    pub(super) const ELVES: &str = "elves";
    pub(super) const SANTA: &str = "santa";
    pub(super) const CARDS: &str = "cards";
    pub(super) const PLAYER: &str = "player";
    pub(super) const GIFT: &str = "gift";
    pub(super) const DEAL_FIRST: &str = "deal_first";
    pub(super) const SELF: &str = "self";
    pub(super) const LEFT: &str = "left";
    pub(super) const FINAL_GIFT: &str = "final_gift";
    pub(super) const DECLARE: &str = "declare";
    pub(super) const SILENT: &str = "silent";
}

/// A way to decide.
type BranchInputs<'a> = (Branch, Inputs<'a, Action>);

/// The pending decision, or the withdrawal of a standing decline, which is possible without one.
pub(super) fn decision<'a>(view: &View, legal: &'a Legal) -> Option<TypedForm<'a, Action>> {
    let (decision, title) = match &legal.choice {
        Choice::Nothing if legal.can_withdraw => (WITHDRAW_DECLINE, withdrawal(view)),
        Choice::Nothing => return None,
        Choice::Turn(turns) => (TAKE_TURN, turn(view, turns)),
        Choice::Fruitcake { recipients, .. } => (ANSWER_FRUITCAKE, fruitcake(!recipients.is_empty())),
        Choice::Holly { carol, mouse, ghost } => (ANSWER_HOLLY, holly(view, !carol.is_empty() || *mouse || *ghost)),
        Choice::Snow { tree, scrooge } => (ANSWER_SNOW, snow(*tree || !scrooge.is_empty())),
    };
    let action = FormField::branches(field::ACTION, Text::new("action", "Decision"), branches(view, legal));
    let action = match legal.choice {
        Choice::Turn(_) | Choice::Nothing => action,
        Choice::Fruitcake { .. } | Choice::Holly { .. } | Choice::Snow { .. } => action.help(Text::new(
            "all_are_asked",
            "The game asks all these players, with or without such a card, so the question discloses no cards.",
        )),
    };
    Some(TypedForm::new(decision, title, action).with_canonical(|action| canonical(legal, action)))
}

/// The branches of all cards in the hand that are worth a word, in their order, then the others.
fn branches<'a>(view: &View, legal: &Legal) -> Vec<BranchInputs<'a>> {
    let mut open = available::available(view, legal);
    let mut branches = Vec::new();
    for (card, _) in view.own.iter().flat_map(|own| own.hand.kinds()) {
        match open.iter().position(|(branch, _)| branch.id == id(card)) {
            Some(index) => branches.push(open.remove(index)),
            None => branches.extend(refused::card(view, legal, card)),
        }
    }
    branches.extend(open);
    branches.extend(refused::others(view, legal));
    branches
}

/// The branch of a card, with its name as the title.
fn named_branch(card: impl Into<Card>) -> Branch {
    let card = card.into();
    card_branch(card, Text::new("card", "{card}").with("card", named(card)))
}

fn card_branch(card: impl Into<Card>, title: Text) -> Branch {
    let card = id(card);
    Branch {
        component: Some(card.clone()),
        ..Branch::new(card, title, [])
    }
}

/// The same action with cards in canonical order, and without a declaration that is automatic.
fn canonical(legal: &Legal, action: &Action) -> Action {
    let mut action = action.clone();
    if let Action::PlayZeros { cards, .. } = &mut action {
        cards.sort_unstable();
    }
    if let Action::PlayGifts { final_gift, .. }
    | Action::PlayZeros { final_gift, .. }
    | Action::PlaySanta { final_gift }
    | Action::PlayCarol { final_gift, .. }
    | Action::PlayMouse { final_gift }
    | Action::PlayGhost { final_gift }
    | Action::PlayTree { final_gift, .. }
    | Action::PlayScrooge { final_gift, .. } = &mut action
        && legal.auto_final_gift
    {
        *final_gift = false;
    }
    action
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
    let set = words::pile(&top.laid.cards());
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
            .with("set", words::pile(&top.laid.cards())),
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
