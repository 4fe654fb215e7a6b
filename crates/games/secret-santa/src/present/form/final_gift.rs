//! The declaration of "Final Gift!".

use std::ops::RangeInclusive;

use tinsel_engine::present::{At, Constraint, FormField, Id, Identified, Inputs, PickOption, Rule, Text};

use super::field;
use crate::legal::Legal;

/// The number of cards that leave the hand: `besides` and the sum of `parts`.
pub(super) struct Leaving {
    pub(super) range: RangeInclusive<i64>,
    pub(super) besides: i64,
    pub(super) parts: Vec<At>,
}

/// The declaration of "Final Gift!" with a card that is played alone.
// SS-49, SS-50
pub(super) fn declared<'a>(is_due: bool) -> Inputs<'a, bool> {
    if !is_due {
        return Inputs::fixed(false);
    }
    final_gift(1).map(
        |declared| declared == Some(Declaration::Declare),
        |declares| Some(Some(Declaration::of(*declares))),
    )
}

/// The cards, and the declaration of "Final Gift!" if it is due: always, or for some values of the fields.
// SS-49, SS-50
pub(super) fn declaring<'a, T: Clone + 'a>(
    legal: &Legal,
    cards: Inputs<'a, T>,
    leaving: Leaving,
    count: impl Fn(&T) -> u32 + 'a,
) -> Inputs<'a, (T, bool)> {
    let due = i64::from(legal.final_gift_due_at);
    let (least, most) = (*leaving.range.start(), *leaving.range.end());
    if least == most || !leaving.range.contains(&due) {
        return cards.and(declared((least, most) == (due, due)));
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
    let text = text.with("cards", due);
    let fields = cards.and(final_gift(0)).constrained([Constraint { rule, text }]);
    fields.map(
        |(cards, declared)| (cards, declared == Some(Declaration::Declare)),
        move |(cards, declares)| {
            let is_decided = *declares || i64::from(count(cards)) == due;
            Some((cards.clone(), is_decided.then(|| Declaration::of(*declares))))
        },
    )
}

/// Whether "Final Gift!" is declared.
#[derive(PartialEq, Eq)]
enum Declaration {
    Declare,
    Silent,
}

impl Declaration {
    const fn of(declares: bool) -> Self {
        if declares { Self::Declare } else { Self::Silent }
    }
}

impl Identified for Declaration {
    fn id(&self) -> Id {
        match self {
            Self::Declare => field::DECLARE.into(),
            Self::Silent => field::SILENT.into(),
        }
    }

    fn of_id(id: &str) -> Option<Self> {
        [Self::Declare, Self::Silent].into_iter().find(|one| one.id() == id)
    }
}

fn final_gift<'a>(min: u32) -> Inputs<'a, Option<Declaration>> {
    let options = [
        PickOption::new(Declaration::Declare.id(), Text::new("declare", "Declare it")),
        PickOption::new(Declaration::Silent.id(), Text::new("silent", "Say nothing")),
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
    .picked()
}
