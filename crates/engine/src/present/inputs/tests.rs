use super::*;
use crate::{
    Questions,
    present::{Branch, FormField, PickOption},
    variant,
};

#[derive(Debug, Clone, PartialEq)]
enum Action {
    Give {
        gift: u32,
        seats: Vec<Option<SeatIndex>>,
        wraps: bool,
    },
    Keep,
    Wait,
}

fn branch(id: &'static str) -> Branch {
    Branch::new(id, Text::new("title", "Title"), [])
}

fn branches<'a>(id: &'static str, of: Vec<(Branch, Inputs<'a, Action>)>) -> Inputs<'a, Action> {
    FormField::branches(id, Text::new("title", "Title"), of)
}

fn form<'a>(inputs: Inputs<'a, Action>) -> TypedForm<'a, Action> {
    TypedForm::new("GIVE", Text::new("title", "Title"), inputs)
}

#[test]
fn nested_parts_and_lists_are_written_and_read_again() {
    let seat = |id: &'static str| {
        let options = (0..3).map(|seat| PickOption::seat(SeatIndex::new(seat)));
        FormField::pick_one(id, Text::new("title", "Title"), options).picked()
    };
    let parts = Inputs::each([seat("first"), seat("second")]).and(Inputs::fixed(true));
    let gift = 7;
    let form = form(variant!(parts, (seats, wraps) => Action::Give { seats, wraps; gift }));
    let give = |gift, seats: &[u8]| Action::Give {
        gift,
        seats: seats.iter().map(|seat| Some(SeatIndex::new(*seat))).collect(),
        wraps: true,
    };
    let answer = form.answer(&give(7, &[2, 0]));
    assert_eq!(
        answer.and_then(|answer| form.read(answer.read())),
        Some(give(7, &[2, 0]))
    );
    let others = [give(8, &[2, 0]), give(7, &[2]), give(7, &[2, 0, 1]), Action::Keep];
    assert!(others.iter().all(|other| form.answer(other).is_none()));
    let drawn = form.random(&mut Questions::new(1));
    assert!(drawn.is_some_and(|drawn| form.answer(&drawn).is_some()));
}

#[test]
fn the_canonical_action_is_written() {
    let form = form(Inputs::fixed(Action::Keep)).with_canonical(|_| Action::Keep);
    assert_eq!(form.answer(&Action::Wait), Some(Answer::default()));
}

/// Two branches in a branch are drawn as often as two branches beside each other; a branch that cannot be chosen does not count.
#[test]
fn branches_are_drawn_in_proportion_to_their_weights() {
    let refused = branch("give").refused(Text::new("reason", "Reason"));
    let give = Action::Give {
        gift: 0,
        seats: Vec::new(),
        wraps: false,
    };
    let waits = [branch("one"), branch("two")].map(|branch| (branch, Inputs::fixed(Action::Wait)));
    let never = (refused, Inputs::fixed(give).weight(100));
    let within = branches("inner", waits.into_iter().chain([never]).collect());
    let keep = (branch("keep"), Inputs::fixed(Action::Keep).weight(6));
    let form = form(branches("outer", vec![(branch("inner"), within), keep]));
    let mut chance = Questions::new(1);
    let drawn: Vec<_> = (0..800).map(|_| form.random(&mut chance)).collect();
    let count = |action: Action| drawn.iter().filter(|drawn| drawn.as_ref() == Some(&action)).count();
    let (waits, keeps) = (count(Action::Wait), count(Action::Keep));
    assert_eq!(waits + keeps, 800);
    assert!((150..250).contains(&waits), "{waits}");
}
