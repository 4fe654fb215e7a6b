//! Decisions as forms, with their answers.

mod ids;

use tinsel_engine::{
    SeatIndex,
    present::{
        AssignSlot, At, FieldAnswer, Fields, FormField, Id, Identified, Inputs, Kind, PickOption, Reader, Rule, Text,
        TypedForm, Value, seat_id,
    },
    variant,
};

use self::ids::{card, copies, reference};
use super::lines::place;
use crate::{
    Action, Legal, View,
    action::Replacement,
    components::{Distance, Hand, Letter, Present, PresentRef, Round},
    config::Round3Majority,
    legal::Victim,
    naming::{self, named, present},
    reject::action_name,
};

/// The IDs of fields besides presents and seats.
mod field {
    pub(super) const SELECTION: &str = "selection";
    /// The three passes; its slots are seats.
    pub(super) const PASSES: &str = "passes";
    /// The present that leaves the game.
    pub(super) const DISCARD: &str = "discard";
    /// The new present.
    pub(super) const TAKE: &str = "take";
}

/// The pending decision with these legal actions.
pub(super) fn decision<'a>(view: &View, legal: &'a Legal) -> Option<TypedForm<'a, Action>> {
    let (title, inputs) = match legal {
        Legal::Nothing => return None,
        Legal::Select { count, from } => (
            Text::new("select_title", "Select five different presents for your first hand."),
            variant!(selection(u32::from(*count), from), Action::SelectPresents { letters }),
        ),
        Legal::Pass { hand, targets, take } => {
            let fields = passing(view, hand, targets, *take);
            let inputs = Inputs::new(
                fields,
                |answer| Some(read_passes(targets, answer)),
                |action| write_passes(hand, targets, action),
            );
            (pass_title(take.is_some()), inputs)
        }
        Legal::Steal { victims } => (
            Text::new(
                "steal_title",
                "Name one present of each of the three players above you, and steal it.",
            ),
            Inputs::new(
                stealing(victims),
                |answer| Some(read_steals(victims, answer)),
                |action| write_steals(victims, action),
            ),
        ),
    };
    Some(TypedForm::new(action_name(view.phase), title, inputs))
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
fn selection<'a>(count: u32, from: &[Letter]) -> Inputs<'a, Vec<Option<Letter>>> {
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
    let field = FormField::pick(field::SELECTION, title, Letter::ALL.map(option), count, count);
    field.help(help).holding(
        |answer, id| Some(answer.picks(id).iter().map(|letter| Letter::of_id(letter)).collect()),
        |letters: &Vec<Option<Letter>>| {
            let ids: Option<Vec<Id>> = letters.iter().map(|letter| Some(letter.as_ref()?.id())).collect();
            Some(Value::Picks(ids?))
        },
    )
}

/// The round that brings in a present; `None` for a starting present.
fn entering(letter: Letter) -> Option<Round> {
    let mut rounds = Round::ALL.into_iter();
    rounds.find(|round| round.takes().is_some_and(|takes| takes.contains(&letter)))
}

fn kind(letter: Letter) -> PickOption {
    let title = Text::new("kind", "{present}").with("present", named(letter));
    PickOption::new(naming::id(letter), title).component(naming::id(letter))
}

fn copy((id, of): (Id, Present)) -> PickOption {
    let title = Text::new("copy", "{name}: {present}")
        .with("name", named(of.letter()))
        .with("present", present(of));
    PickOption::new(id, title).component(naming::id(of.letter()))
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
    let passes = FormField::new(field::PASSES, Text::new("passes", "Presents to pass"), assign).help(Text::new(
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
        field::DISCARD,
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
    let taken = FormField::pick_one(field::TAKE, Text::new("take", "New present"), take.map(kind)).help(help);
    let distinct = Rule::Distinct {
        of: vec![At::field(field::PASSES), At::field(field::DISCARD)],
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

/// The passes of an answer. Presents that are missing or that the hand does not hold stay so in the action: the game
/// refuses them with its own reason.
fn read_passes(targets: &[SeatIndex; 3], answer: Reader<'_>) -> Action {
    let passed = targets
        .iter()
        .filter_map(|target| answer.assigned(field::PASSES, &seat_id(*target)));
    let is_given = [field::DISCARD, field::TAKE]
        .iter()
        .any(|field| !answer.picks(field).is_empty());
    Action::PassPresents {
        passes: passed.map(reference).collect(),
        replacement: is_given.then(|| Replacement {
            discard: answer.pick(field::DISCARD).map(reference),
            take: answer.pick(field::TAKE).and_then(Letter::of_id),
        }),
    }
}

fn write_passes(hand: &Hand, targets: &[SeatIndex; 3], action: &Action) -> Option<Vec<FieldAnswer>> {
    let Action::PassPresents { passes, replacement } = action else {
        return None;
    };
    let mut free = copies(hand);
    let passed: Option<Vec<Id>> = passes.iter().map(|passed| take_copy(&mut free, *passed)).collect();
    let slots = targets.map(seat_id).into_iter().zip(passed?).collect();
    let mut fields = vec![FieldAnswer::new(field::PASSES, Value::Assignment(slots))];
    if let Some(Replacement { discard, take }) = replacement {
        fields.push(FieldAnswer::pick(field::DISCARD, take_copy(&mut free, (*discard)?)?));
        fields.push(FieldAnswer::pick(field::TAKE, (*take)?.id()));
    }
    Some(fields)
}

/// Removes a copy of the present, and returns its ID.
fn take_copy(free: &mut Vec<(Id, Present)>, named: PresentRef) -> Option<Id> {
    let index = free.iter().position(|(_, copy)| copy.reference() == named)?;
    Some(free.remove(index).0)
}

fn read_steals(victims: &[Victim; 3], answer: Reader<'_>) -> Action {
    let stolen = victims.iter().flat_map(|victim| answer.picks(&seat_id(victim.seat)));
    Action::StealPresents {
        steals: stolen.map(|id| reference(id)).collect(),
    }
}

fn write_steals(victims: &[Victim; 3], action: &Action) -> Option<Vec<FieldAnswer>> {
    let Action::StealPresents { steals } = action else {
        return None;
    };
    let stolen = victims.iter().zip(steals);
    let fields =
        stolen.map(|(victim, stolen)| Some(FieldAnswer::pick(seat_id(victim.seat), card(stolen.well_formed()?))));
    fields.collect()
}
