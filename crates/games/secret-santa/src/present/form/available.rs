//! The branches that are possible, from the legal actions alone.

use std::ops::RangeInclusive;

use tinsel_engine::{
    SeatSet,
    present::{AmountSlot, At, Branch, Fields, FormField, Id, Kind, PickOption, Rule, Text},
};

use super::{super::lines::copies_of, field};
use crate::{
    components::{Card, Cards, Gift, Special},
    legal::{Choice, GiftSet, Legal, Turns},
    naming::{id, named},
};

/// Every possible branch.
pub(in crate::present) fn available(legal: &Legal) -> Vec<Branch> {
    let alone = |card: Special, fields: Vec<FormField>| special(card, declaring(legal, fields, Leaving::cards(1)));
    let mut branches = match &legal.choice {
        Choice::Nothing => Vec::new(),
        Choice::Turn(turns) => turn(legal, turns),
        Choice::Fruitcake { recipients, gifts } => {
            let card = (!recipients.is_empty()).then(|| special(Special::Fruitcake, fruitcake(*recipients, gifts)));
            card.into_iter().chain([decline()]).collect()
        }
        Choice::Holly { carol, mouse, ghost } => {
            let carol = (!carol.is_empty()).then(|| alone(Special::Carol, vec![carols(*carol)]));
            let mouse = mouse.then(|| alone(Special::Mouse, Vec::new()));
            let ghost = ghost.then(|| alone(Special::Ghost, Vec::new()));
            let cards = [carol, mouse, ghost].into_iter().flatten();
            cards.chain(declines()).collect()
        }
        Choice::Snow { tree, scrooge } => {
            let tree = tree.then(|| alone(Special::Tree, vec![deal_first()]));
            let scrooge = (!scrooge.is_empty()).then(|| alone(Special::Scrooge, vec![misers(*scrooge)]));
            tree.into_iter().chain(scrooge).chain([decline()]).collect()
        }
    };
    branches.extend(legal.can_withdraw.then(withdraw));
    branches
}

fn turn(legal: &Legal, turns: &Turns) -> Vec<Branch> {
    let set = |set: &GiftSet| match turns.count {
        None => lead(legal, turns, *set),
        Some(count) => follow(legal, turns, *set, count),
    };
    let santa = turns
        .can_play_santa
        .then(|| special(Special::Santa, declaring(legal, Vec::new(), Leaving::cards(1))));
    let zeros = (!turns.zeros.is_empty()).then(|| zeros(legal, &turns.zeros));
    let pass = turns.can_pass.then(|| {
        let help = "No more turns in this round; Holly cards are still possible.";
        Branch::new(field::PASS, Text::new("pass", "Pass"), []).help(Text::new("pass_help", help))
    });
    let cards = turns.sets.iter().map(set).chain(santa);
    cards.chain(zeros).chain(pass).collect()
}

/// A set of any number of cards. A single gift card needs no number.
fn lead(legal: &Legal, turns: &Turns, set: GiftSet) -> Branch {
    let held = i64::from(set.gifts_max);
    let gifts = (held > 1).then(|| number(field::GIFTS, Text::new("gift_cards", "Gift cards"), 1..=held));
    let besides = i64::from(gifts.is_none());
    let fields: Vec<FormField> = [gifts, elves(0..=set.elves_max), santa(turns)]
        .into_iter()
        .flatten()
        .collect();
    let most = held + i64::from(set.elves_max) + i64::from(turns.can_add_santa);
    let leaving = Leaving {
        range: 1..=most,
        besides,
        parts: fields.iter().map(|field| At::field(field.id.clone())).collect(),
    };
    let title = Text::new("card", "{card}").with("card", named(set.gift));
    card(set.gift, title, declaring(legal, fields, leaving))
}

/// A set of exactly `count` cards: all that are not Elves are gifts.
fn follow(legal: &Legal, turns: &Turns, set: GiftSet, count: u8) -> Branch {
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
    let fields = elves.into_iter().chain(santa).collect();
    card(set.gift, title, declaring(legal, fields, leaving))
}

fn zeros(legal: &Legal, cards: &Cards) -> Branch {
    let least = i64::from(cards.len() == 1);
    let slot = |(special, copies): (Special, u8)| AmountSlot {
        id: id(special),
        title: Text::new("card", "{card}").with("card", named(special)),
        component: Some(id(special)),
        seat: None,
        min: least,
        max: i64::from(copies),
    };
    let amounts = Kind::Amounts {
        slots: cards.specials().map(slot).collect(),
        step: 1,
        unit: "cards",
    };
    let chosen = At::field(field::CARDS);
    let leaving = Leaving {
        range: 1..=i64::from(cards.len()),
        besides: 0,
        parts: vec![chosen.clone()],
    };
    let title = Text::new("zeros", "Special cards as gifts of value 0");
    let fields = FormField::new(field::CARDS, Text::new("zero_cards", "Cards"), amounts);
    let fields = declaring(legal, vec![fields], leaving).constrained(
        Rule::AtLeastOneOf { of: vec![chosen] },
        Text::new("zeros_some", "Play at least one card."),
    );
    let help = "One or more special cards of any kinds are one set. They have no effect of their own.";
    Branch::new(field::ZEROS, title, fields).help(Text::new("zeros_help", help))
}

fn fruitcake(recipients: SeatSet, gifts: &[Gift]) -> Fields {
    let gift = |gift: &Gift| {
        let title = Text::new("card", "{card}").with("card", named(*gift));
        PickOption::new(id(*gift), title).component(id(*gift))
    };
    let recipient = player(Text::new("recipient", "Player who gets a gift"), recipients);
    let gift = FormField::pick_one(
        field::GIFT,
        Text::new("gift", "Gift card to give"),
        gifts.iter().map(gift),
    );
    [recipient, gift].into()
}

fn carols(others: SeatSet) -> FormField {
    player(Text::new("swap_with", "Player to swap places with"), others)
}

fn misers(misers: SeatSet) -> FormField {
    player(Text::new("must_pass", "Player who must pass in the next round"), misers)
}

fn player(title: Text, seats: SeatSet) -> FormField {
    FormField::pick_one(field::PLAYER, title, seats.iter().map(PickOption::seat))
}

fn deal_first() -> FormField {
    let options = [
        PickOption::new(field::SELF, Text::new("deal_self", "Yourself")),
        PickOption::new(field::LEFT, Text::new("deal_left", "The next player to your left")),
    ];
    let help = "The deal goes on clockwise. If there are fewer gift cards than players, the last ones get none.";
    FormField::pick_one(
        field::DEAL_FIRST,
        Text::new("deal_first", "Who gets the first gift card"),
        options,
    )
    .help(Text::new("deal_first_help", help))
}

fn decline() -> Branch {
    Branch::new(field::DECLINE, Text::new("decline", "Play no card"), [])
}

/// The ways to play no Holly card.
fn declines() -> [Branch; 3] {
    let help = Text::new(
        "standing_help",
        "You are not asked again until then. Nobody else learns it. It ends early when cards come into your hand, and you \
         can withdraw it at any time.",
    );
    let round = Text::new(field::DECLINE_ROUND, "Play no Holly card until the round ends");
    let deal = Text::new(field::DECLINE_DEAL, "Play no Holly card until the deal ends");
    [
        decline(),
        Branch::new(field::DECLINE_ROUND, round, []).help(help.clone()),
        Branch::new(field::DECLINE_DEAL, deal, []).help(help),
    ]
}

fn withdraw() -> Branch {
    let help = "From the next turn on, you are asked for Holly cards again.";
    let title = Text::new("withdraw", "No longer decline Holly cards");
    Branch::new(field::WITHDRAW, title, []).help(Text::new("withdraw_help", help))
}

fn special(of: Special, fields: Fields) -> Branch {
    card(of, Text::new("card", "{card}").with("card", named(of)), fields)
}

/// A branch that is named by a card.
fn card(of: impl Into<Card>, title: Text, fields: Fields) -> Branch {
    let id: Id = id(of);
    Branch {
        component: Some(id.clone()),
        ..Branch::new(id, title, fields)
    }
}

fn number(id: &'static str, title: Text, range: RangeInclusive<i64>) -> FormField {
    let (min, max) = range.into_inner();
    let step = 1;
    let unit = "cards";
    FormField::new(id, title, Kind::Number { min, max, step, unit })
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

/// The number of cards that leave the hand: `besides` and the sum of `parts`.
struct Leaving {
    range: RangeInclusive<i64>,
    besides: i64,
    parts: Vec<At>,
}

impl Leaving {
    /// Exactly this number.
    const fn cards(cards: i64) -> Self {
        Self {
            range: cards..=cards,
            besides: cards,
            parts: Vec::new(),
        }
    }
}

/// The fields, and the declaration of "Final Gift!" if it is due: always, or for some values of the fields.
// SS-49, SS-50
fn declaring(legal: &Legal, mut fields: Vec<FormField>, leaving: Leaving) -> Fields {
    let due = i64::from(legal.final_gift_due_at);
    if due == 0 || !leaving.range.contains(&due) {
        return fields.into();
    }
    let is_sure = leaving.range.start() == leaving.range.end();
    fields.push(final_gift(u32::from(is_sure)));
    let fields = Fields::from(fields);
    if is_sure {
        return fields;
    }
    let rule = Rule::ExactlyWhen {
        field: At::field(field::FINAL_GIFT),
        of: leaving.parts,
        total: due - leaving.besides,
    };
    let text = Text::new(
        "final_gift_when",
        "If {cards|card leaves|cards leave} your hand, Elves and Santa included, one card is left: decide then, and only \
         then, about \"Final Gift!\".",
    );
    fields.constrained(rule, text.with("cards", due))
}

fn final_gift(min: u32) -> FormField {
    let options = [
        PickOption::new(field::DECLARE, Text::new("declare", "Declare it")),
        PickOption::new(field::SILENT, Text::new("silent", "Say nothing")),
    ];
    let help =
        "One card is left in your hand. A player who says nothing misses the next turn at which it could play it.";
    FormField::pick(
        field::FINAL_GIFT,
        Text::new("final_gift", "\"Final Gift!\""),
        options,
        min,
        1,
    )
    .help(Text::new("final_gift_help", help))
}
