//! The actions of the action phase: first a die, then its use.

use tinsel_engine::{
    present::{Arg, Branch, FormField, Id, Inputs, PickOption, Text},
    variant,
};

use super::{field, fields};
use crate::{
    Action,
    components::{ByCharacter, Character, FaceAction, Piece, Sheet, Slot, Times},
    legal::{Acting, Aimed, CharacterActing, DieActing, Target, ValueUse},
    naming::{named, short},
};

/// The weight of a use in random actions, beside that of a discard: random matches would otherwise mostly discard.
const USE: u32 = 4;

/// A way to spend a die.
type BranchInputs<'a> = (Branch, Inputs<'a, Action>);

/// All actions: a branch for each die, and one for Paul's two dice.
pub(super) fn inputs<'a>(sheets: &ByCharacter<Sheet>, acting: &Acting) -> Inputs<'a, Action> {
    let dice = acting
        .characters
        .iter()
        .flat_map(|of| of.dice.iter().map(move |die| self::die(sheets, acting, of, die)));
    let double = acting.double_throw.iter().map(|targets| {
        let title = Text::new("double_throw", "{paul} throws both dice at one target: two hits")
            .with("paul", named(Character::Paul));
        let target = fields::target(targets).picked();
        let branch = Branch::new(field::DOUBLE_THROW, title, []);
        (branch, variant!(target, Action::DoubleThrow { target }).weight(USE))
    });
    FormField::branches(field::DIE, Text::new("die_field", "Die"), dice.chain(double))
}

fn die<'a>(sheets: &ByCharacter<Sheet>, acting: &Acting, of: &CharacterActing, die: &DieActing) -> BranchInputs<'a> {
    let title = Text::new("die_of", "{character}, die {value} in slot {slot}")
        .with("character", named(of.character))
        .with("value", die.value.get())
        .with("slot", die.slot.number().saturating_add(1));
    let uses = die.uses.iter().filter_map(|die_use| used(of, die, *die_use));
    let uses: Vec<BranchInputs<'a>> = uses.chain(ability(acting, of.character, die.slot)).collect();
    let possible = uses.iter().filter(|(branch, _)| branch.refused.is_none());
    let possible: Vec<Text> = possible
        .map(|(branch, _)| Text::new("use", "“{use}”").with("use", branch.title.clone()))
        .collect();
    let can_dodge = sheets.at(of.character).face(die.value).dodge;
    let help = match (possible.as_slice(), can_dodge) {
        ([], false) => Text::new("no_use", "No use is possible now, except to spend it for nothing."),
        ([], true) => Text::new(
            "dodge_only",
            "It can be kept to dodge a hit. Now it can only be spent for nothing.",
        ),
        (_, false) => Text::new("uses", "Possible uses: {uses}.").with("uses", Arg::list(possible)),
        (_, true) => Text::new(
            "uses_or_dodge",
            "Possible uses: {uses}. It can also be kept to dodge a hit.",
        )
        .with("uses", Arg::list(possible)),
    };
    let discard = Branch::new(field::DISCARD, Text::new("discard", "Spend the die for nothing"), []);
    let (character, slot) = (Some(of.character), Some(die.slot.number().into()));
    let discarded = Inputs::fixed(Action::DiscardDie { character, die: slot });
    let uses = uses.into_iter().map(|(branch, inputs)| (branch, inputs.weight(USE)));
    let all = uses.chain([(discard, discarded)]);
    let id: Id = format!("{}.{}", short(of.character), die.slot.number()).into();
    let inputs = FormField::branches(field::USE, Text::new("use_field", "Use"), all);
    (Branch::new(id, title, []).help(help), inputs)
}

/// A throw or a move with a value.
fn used<'a>(of: &CharacterActing, die: &DieActing, die_use: ValueUse) -> Option<BranchInputs<'a>> {
    let (value, own_value) = (die_use.as_value, die.value);
    let (character, die) = (Some(of.character), Some(die.slot.number().into()));
    let as_value = Some(value.get().into());
    let with_value = |own: Text, other: Text| {
        if value == own_value {
            own
        } else {
            other.with("value", value.get())
        }
    };
    match (die_use.action, die_use.times) {
        (FaceAction::Throw, times) => {
            let title = match times {
                Times::Once => with_value(
                    Text::new("use_throw", "Throw"),
                    Text::new("use_throw_as", "Throw, with the die used as {value}"),
                ),
                Times::Twice => with_value(
                    Text::new("use_throw_twice", "Throw twice"),
                    Text::new("use_throw_twice_as", "Throw twice, with the die used as {value}"),
                ),
            };
            let branch = Branch::new(format!("{}.{}", field::THROW, value.get()), title, []);
            let branch = if of.targets.iter().any(Target::is_legal) {
                branch
            } else {
                branch.refused(Text::new("no_target", "No enemy is in range with a clear line."))
            };
            let target = fields::target(&of.targets).picked();
            Some((
                branch,
                variant!(target, Action::Throw { target; character, die, as_value }),
            ))
        }
        (FaceAction::Move, times) => {
            let title = match times {
                Times::Once => with_value(
                    Text::new("use_move", "Move"),
                    Text::new("use_move_as", "Move, with the die used as {value}"),
                ),
                Times::Twice => with_value(
                    Text::new("use_move_twice", "Move twice"),
                    Text::new("use_move_twice_as", "Move twice, with the die used as {value}"),
                ),
            };
            let to = fields::spot(fields::destination(of.area.as_ref()?));
            let branch = Branch::new(format!("{}.{}", field::MOVE, value.get()), title, []);
            Some((branch, variant!(to, Action::Move { to; character, die, as_value })))
        }
        (FaceAction::Nothing, _) => None,
    }
}

/// The ability for which a die can be spent.
fn ability<'a>(acting: &Acting, character: Character, slot: Slot) -> Option<BranchInputs<'a>> {
    let die = Some(slot.number().into());
    Some(match character {
        Character::Bianca => {
            let title = Text::new(
                "force_reroll",
                "Make a character within a move roll its remaining dice again",
            );
            let target = pick(&acting.force_rerolls, slot)?.picked();
            let forced = variant!(target, Action::ForceReroll { target; die });
            (Branch::new(field::FORCE_REROLL, title, []), forced)
        }
        Character::Natasha => {
            let title = Text::new("swap", "Swap places with a team-mate within a move");
            let team_mate = pick(&acting.swaps, slot)?.picked();
            let swapped = variant!(team_mate, Action::SwapPlaces { team_mate; die });
            (Branch::new(field::SWAP, title, []), swapped)
        }
        Character::Emily if acting.rushes.contains(&slot) => {
            let title = Text::new("rush", "Rush the enemy snowman: two hits");
            (
                Branch::new(field::RUSH, title, []),
                Inputs::fixed(Action::RushSnowman { die }),
            )
        }
        Character::Emily | Character::Stephen | Character::Paul | Character::Robert => return None,
    })
}

/// The characters on whom a die can use an ability; `None` if there are none.
fn pick(aimed: &[Aimed], slot: Slot) -> Option<FormField> {
    let aimed = aimed.iter().find(|aimed| aimed.slot == slot)?;
    let option = |target: &Character| {
        let title = Text::new("character_option", "{character}").with("character", named(*target));
        fields::option(Piece::Character(*target), title)
    };
    let options: Vec<PickOption> = aimed.targets.iter().map(option).collect();
    Some(FormField::pick_one(
        field::TARGET,
        Text::new("character", "Character"),
        options,
    ))
}
