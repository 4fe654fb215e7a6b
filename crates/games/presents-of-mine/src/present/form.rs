//! Decisions as forms.

use tinsel_engine::{
    SeatIndex,
    present::{AssignSlot, At, Fields, Form, FormField, Id, Kind, PickOption, Rule, Text, seat_id},
};

use super::{
    components::{self, named, present},
    ids::{card, copies},
    lines::place,
};
use crate::{
    Legal, View,
    components::{Distance, Hand, Letter, Present, Round},
    config::Round3Majority,
    legal::Victim,
    reject::action_name,
};

/// The field of a selection.
pub(super) const SELECTION: &str = "selection";
/// The field of the three passes; its slots are seats.
pub(super) const PASSES: &str = "passes";
/// The field of the present that leaves the game.
pub(super) const DISCARD: &str = "discard";
/// The field of the new present.
pub(super) const TAKE: &str = "take";

/// The pending decision with these legal actions.
pub(super) fn form(view: &View, legal: &Legal) -> Option<Form> {
    let (title, fields) = match legal {
        Legal::Nothing => return None,
        Legal::Select { count, from } => (
            Text::new("select_title", "Select five different presents for your first hand."),
            selection(u32::from(*count), from),
        ),
        Legal::Pass { hand, targets, take } => (pass_title(take.is_some()), passing(view, hand, targets, *take)),
        Legal::Steal { victims } => (
            Text::new(
                "steal_title",
                "Name one present of each of the three players above you, and steal it.",
            ),
            stealing(victims),
        ),
    };
    Some(Form::new(action_name(view.phase), title, fields))
}

fn pass_title(replaces: bool) -> Text {
    if replaces {
        Text::new(
            "pass_and_replace_title",
            "Pass one present to each of the three players below you, and replace one of the three that you keep.",
        )
    } else {
        Text::new(
            "pass_title",
            "Pass one present to each of the three players below you, and keep three.",
        )
    }
}

/// Refused are the presents that only later rounds bring in.
fn selection(count: u32, from: &[Letter]) -> Fields {
    let option = |letter: Letter| {
        let option = kind(letter);
        match entering(letter).filter(|_| !from.contains(&letter)) {
            Some(round) => option.refused(
                Text::new("enters_later", "It enters the game in round {round}.").with("round", round.number()),
            ),
            None => option,
        }
    };
    let help = Text::new(
        "select_help",
        "The more players select a present, the staler its copies start: staleness 0 for 1 or 2 players, 1 for 3, 2 for 4 \
         or 5, and 3 for 6 to 8. In each scoring, a hand loses the sum of its staleness. You also get an Average Present \
         with staleness 0. A selection is sealed and final.",
    );
    let title = Text::new("selection", "Presents");
    let field = FormField::pick(SELECTION, title, Letter::ALL.map(option), count, count);
    [field.help(help)].into()
}

/// The round that brings in a present; `None` for a starting present.
fn entering(letter: Letter) -> Option<Round> {
    let mut rounds = Round::ALL.into_iter();
    rounds.find(|round| round.takes().is_some_and(|takes| takes.contains(&letter)))
}

fn kind(letter: Letter) -> PickOption {
    let title = Text::new("kind", "{present}").with("present", named(letter));
    PickOption::new(components::id(letter), title).component(components::id(letter))
}

fn copy((id, of): (Id, Present)) -> PickOption {
    let title = Text::new("copy", "{name}: {present}")
        .with("name", named(of.letter()))
        .with("present", present(of));
    PickOption::new(id, title).component(components::id(of.letter()))
}

fn passing(view: &View, hand: &Hand, targets: &[SeatIndex; 3], take: Option<[Letter; 2]>) -> Fields {
    let slot = |(distance, target): (Distance, &SeatIndex)| AssignSlot {
        id: seat_id(*target),
        title: Text::new("to_player", "To {player}, the {place} below")
            .with("player", *target)
            .with("place", place(distance)),
        component: None,
        seat: Some(*target),
        options: copies(hand).into_iter().map(|(id, _)| id).collect(),
    };
    let assign = Kind::Assign {
        slots: Distance::ALL.into_iter().zip(targets).map(slot).collect(),
        options: copies(hand).into_iter().map(copy).collect(),
        repeats: false,
    };
    let passes = FormField::new(PASSES, Text::new("passes", "Presents to pass"), assign).help(Text::new(
        "pass_help",
        "A3 is an Average Present with staleness 3. The scoring comes after the passes, and subtracts the staleness of \
         your six presents. Then the presents that were passed lose 1 staleness and all others gain 1; a Fruit Present \
         changes by 2.",
    ));
    match take {
        None => [passes].into(),
        Some(take) => replacing(view, passes, hand, take),
    }
}

/// The fields of a round with a replacement.
fn replacing(view: &View, passes: FormField, hand: &Hand, take: [Letter; 2]) -> Fields {
    let discard = FormField::pick_one(
        DISCARD,
        Text::new("discard", "Kept present to replace"),
        copies(hand).into_iter().map(copy),
    );
    let discard = discard.help(Text::new(
        "discard_help",
        "It leaves the game without points. The new present takes its place after the passes and before the scoring.",
    ));
    let skips =
        view.step.round() == Some(Round::CleaningSupplies) && view.config.round3_majority == Round3Majority::Skip;
    let help = if skips {
        Text::new("take_fresh", "It starts with staleness 0.")
    } else {
        Text::new(
            "take_help",
            "If more players take one of the two than the other, all its new copies start with staleness 2. Otherwise they \
             start with 0.",
        )
    };
    let taken = FormField::pick_one(TAKE, Text::new("take", "New present"), take.map(kind)).help(help);
    let distinct = Rule::Distinct {
        of: vec![At::field(PASSES), At::field(DISCARD)],
    };
    let kept = Text::new("kept", "The present to replace must be one that you do not pass.");
    Fields::from([passes, discard, taken]).constrained(distinct, kept)
}

fn stealing(victims: &[Victim; 3]) -> Fields {
    let field = |(distance, victim): (Distance, &Victim)| {
        let title = Text::new("from_player", "From {player}, the {place} above")
            .with("player", victim.seat)
            .with("place", place(distance));
        FormField::pick_one(seat_id(victim.seat), title, stealable(&victim.hand)).help(chances(distance))
    };
    let fields = Distance::ALL.into_iter().zip(victims).map(field);
    fields.collect::<Vec<_>>().into()
}

/// The presents of a victim: equal copies are one option.
fn stealable(hand: &Hand) -> Vec<PickOption> {
    let mut presents = hand.presents().to_vec();
    presents.dedup();
    let option = |of: Present| match u8::try_from(hand.copies(of)) {
        Ok(copies @ 2..) => {
            let one = copy((card(of), of));
            let title = Text::new("copies", "{present} ({copies|copy|copies})")
                .with("present", one.title.clone())
                .with("copies", copies);
            PickOption { title, ..one }
        }
        Ok(0..=1) | Err(_) => copy((card(of), of)),
    };
    presents.into_iter().map(option).collect()
}

/// The chances of a theft at this distance.
fn chances(distance: Distance) -> Text {
    match distance {
        Distance::First => Text::new(
            "steal_first",
            "You are the first to steal from this player, so you get the named present. A stolen present counts as \
             passed: after the scoring its staleness falls.",
        ),
        Distance::Second => Text::new(
            "steal_second",
            "One player steals from this player before you. If no copy of the named present is left, you get a random one \
             of the five that remain.",
        ),
        Distance::Third => Text::new(
            "steal_third",
            "Two players steal from this player before you. If no copy of the named present is left, you get a random one \
             of the four that remain.",
        ),
    }
}
