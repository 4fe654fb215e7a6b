//! Sets of gifts and of special cards as fields.

use std::ops::RangeInclusive;

use tinsel_engine::{
    present::{AmountSlot, At, Branch, Constraint, FormField, Inputs, Kind, Rule, Text, Value},
    variant,
};

use super::{
    super::words::copies_of,
    BranchInputs, card_branch, field,
    final_gift::{Leaving, declaring},
    named_branch,
};
use crate::{
    action::Action,
    components::{Cards, Gift, Special},
    legal::{GiftSet, Legal, Turns},
    naming::{id, named},
};

/// A set of any number of cards. A single gift card needs no number.
pub(super) fn lead<'a>(legal: &Legal, turns: &Turns, set: GiftSet) -> BranchInputs<'a> {
    let held = i64::from(set.gifts_max);
    let gifts = (held > 1).then(|| number(field::GIFTS, Text::new("gift_cards", "Gift cards"), 1..=held));
    let (elves, santa) = (elves(0..=set.elves_max), santa(turns));
    let fields = [&gifts, &elves, &santa].into_iter().flatten();
    let most = held + i64::from(set.elves_max) + i64::from(turns.can_add_santa);
    let leaving = Leaving {
        range: 1..=most,
        besides: i64::from(gifts.is_none()),
        parts: fields.map(|field| At::field(field.id.clone())).collect(),
    };
    let cards = amount(gifts, 1).and(amount(elves, 0));
    let played = played(legal, set.gift, cards.and(flag(santa)), leaving);
    (named_branch(set.gift), played)
}

/// A set of exactly `count` cards: all that are not Elves are gifts.
pub(super) fn follow<'a>(legal: &Legal, turns: &Turns, set: GiftSet, count: u8) -> BranchInputs<'a> {
    let elves = elves(count.saturating_sub(set.gifts_max)..=set.elves_max);
    let title = match (count.saturating_sub(set.gifts_max), set.elves_max) {
        (0, _) => copies_of(set.gift, count),
        (least, most) => {
            let gifts = copies_of(set.gift, count.saturating_sub(least));
            let text = if least == most {
                Text::new("with_elves", "{gifts} and {elves}").with("gifts", gifts)
            } else {
                Text::new("with_more_elves", "{gifts} and {elves}, or more Elves").with("gifts", gifts)
            };
            text.with("elves", copies_of(Special::Elves, least))
        }
    };
    let santa = santa(turns);
    let total = i64::from(count);
    let leaving = Leaving {
        range: total..=total + i64::from(santa.is_some()),
        besides: total,
        parts: vec![At::field(field::SANTA)],
    };
    let count = u32::from(count);
    let cards = amount(elves, 0).map(
        move |elves| (count.saturating_sub(elves), elves),
        move |(gifts, elves)| (gifts.saturating_add(*elves) == count).then_some(*elves),
    );
    let played = played(legal, set.gift, cards.and(flag(santa)), leaving);
    (card_branch(set.gift, title), played)
}

/// A set of these numbers of gifts and Elves, with Santa or without him.
fn played<'a>(legal: &Legal, gift: Gift, set: Inputs<'a, ((u32, u32), bool)>, leaving: Leaving) -> Inputs<'a, Action> {
    let cards = |((gifts, elves), with_santa): &((u32, u32), bool)| {
        gifts.saturating_add(*elves).saturating_add(u32::from(*with_santa))
    };
    let set = declaring(legal, set, leaving, cards);
    let value = u32::from(gift.get());
    variant!(
        set,
        (((gifts, elves), with_santa), final_gift) => Action::PlayGifts { gifts, elves, with_santa, final_gift; value }
    )
}

/// Some of the special cards, as gifts of value 0.
pub(super) fn zeros<'a>(legal: &Legal, held: &Cards) -> BranchInputs<'a> {
    let least = i64::from(held.len() == 1);
    let slot = |(special, copies): (Special, u8)| AmountSlot {
        id: id(special),
        title: Text::new("card", "{card}").with("card", named(special)),
        component: Some(id(special)),
        seat: None,
        min: least,
        max: i64::from(copies),
    };
    let amounts = Kind::Amounts {
        slots: held.specials().map(slot).collect(),
        step: 1,
        unit: "cards",
    };
    let chosen = At::field(field::CARDS);
    let leaving = Leaving {
        range: 1..=i64::from(held.len()),
        besides: 0,
        parts: vec![chosen.clone()],
    };
    let cards = FormField::new(field::CARDS, Text::new("zero_cards", "Cards"), amounts);
    let cards = cards.amounts().map(listed, |of: &Vec<Option<Special>>| counted(of));
    let count = |cards: &Vec<Option<Special>>| u32::try_from(cards.len()).unwrap_or(u32::MAX);
    let some = Constraint {
        rule: Rule::AtLeastOneOf { of: vec![chosen] },
        text: Text::new("zeros_some", "Play at least one card."),
    };
    let zeros = declaring(legal, cards, leaving, count).constrained([some]);
    let title = Text::new("zeros", "Special cards as gifts of value 0");
    let help = "One or more special cards of any kinds are one set. They have no effect of their own.";
    let branch = Branch::new(field::ZEROS, title, []).help(Text::new("zeros_help", help));
    (branch, variant!(zeros, Action::PlayZeros { cards, final_gift }))
}

/// Each kind as often as its amount says, up to more cards than a hand can hold.
fn listed(amounts: Vec<(Special, i64)>) -> Vec<Option<Special>> {
    const MOST: u32 = 100;
    let copies = |(special, amount)| (0..cards(amount).min(MOST)).map(move |_| Some(special));
    amounts.into_iter().flat_map(copies).collect()
}

/// The amount of each kind; `None` if a card is unset.
fn counted(cards: &[Option<Special>]) -> Option<Vec<(Special, i64)>> {
    let mut amounts: Vec<(Special, i64)> = Vec::new();
    for card in cards {
        let special = (*card)?;
        match amounts.iter_mut().find(|(of, _)| *of == special) {
            Some((_, amount)) => *amount = amount.saturating_add(1),
            None => amounts.push((special, 1)),
        }
    }
    Some(amounts)
}

fn number(id: &'static str, title: Text, range: RangeInclusive<i64>) -> FormField {
    let (min, max) = range.into_inner();
    let step = 1;
    let unit = "cards";
    FormField::new(id, title, Kind::Number { min, max, step, unit })
}

/// The number of a field; this one without a field.
fn amount<'a>(field: Option<FormField>, otherwise: u32) -> Inputs<'a, u32> {
    let Some(field) = field else {
        return Inputs::fixed(otherwise);
    };
    field.holding(
        |answer, id| Some(cards(answer.number(id))),
        |cards: &u32| (*cards > 0).then(|| Value::Number(i64::from(*cards))),
    )
}

/// A number of cards. One below 0 is read as 0.
fn cards(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// The flag of a field; false without a field.
fn flag<'a>(field: Option<FormField>) -> Inputs<'a, bool> {
    let Some(field) = field else {
        return Inputs::fixed(false);
    };
    field.holding(
        |answer, id| Some(answer.flag(id)),
        |flag: &bool| flag.then_some(Value::Flag(true)),
    )
}

/// The Elves of a set; `None` if there can be none.
fn elves(range: RangeInclusive<u8>) -> Option<FormField> {
    let (min, max) = range.into_inner();
    let help = Text::new("elves_help", "Each counts as one more copy of the gift.");
    let range = i64::from(min)..=i64::from(max);
    (max > 0).then(|| number(field::ELVES, Text::new("elves", "Elves among the cards"), range).help(help))
}

/// Santa beside a set; `None` if the seat does not hold him.
fn santa(turns: &Turns) -> Option<FormField> {
    let help = Text::new(
        "santa_help",
        "Santa then wins the round at once. He does not count as a card of the set.",
    );
    let field = || {
        FormField::new(
            field::SANTA,
            Text::new("santa", "Play Santa together with this set"),
            Kind::Flag,
        )
    };
    turns.can_add_santa.then(|| field().help(help))
}
