//! The checks of an action, in the order of the specification, section 6.

use tinsel_engine::{SeatIndex, never};

use crate::{
    absent::default_of,
    action::{Action, Passing, Replacement, Selection, Submission, Swap, Three},
    components::{Hand, Letter, Phase, Present, PresentRef, Round, SEAT_COUNT},
    reject::{Field, Rejected},
    state::{PresentsOfMine, Stage, Table},
};

/// The default of an inactive seat (section 9).
// PM-R77
pub(super) fn by_default(game: &PresentsOfMine, seat: SeatIndex) -> Result<Submission, Rejected> {
    seated_in_play(game, seat)?;
    let default = default_of(game, seat).filter(|_| game.owing().contains(seat));
    default.ok_or(Rejected::NoDecisionOwed)
}

/// Refuses if the match is over or does not have this seat.
// PM-1, PM-66
fn seated_in_play(game: &PresentsOfMine, seat: SeatIndex) -> Result<(), Rejected> {
    if !SEAT_COUNT.has(seat) {
        return Err(Rejected::NotASeat);
    }
    match game.phase() {
        Phase::Finished => Err(Rejected::MatchOver),
        Phase::PregameSelection | Phase::Passing | Phase::Stealing => Ok(()),
    }
}

/// The validated submission of a seat.
pub(super) fn judged(game: &PresentsOfMine, seat: SeatIndex, action: &Action) -> Result<Submission, Rejected> {
    seated_in_play(game, seat)?;
    let expected = game.phase();
    // PM-2
    if action.phase() != expected {
        return Err(Rejected::WrongPhase { expected });
    }
    // PM-4, PM-5, PM-R6
    if !game.owing().contains(seat) {
        return Err(Rejected::AlreadySubmitted);
    }
    match (&game.stage, action) {
        (Stage::Selecting { .. }, Action::SelectPresents { letters }) => selection(letters).map(Submission::Selection),
        (Stage::Passing { round, table, .. }, Action::PassPresents { passes, replacement }) => {
            let hand = table.hands.at(seat);
            pass(round.round(), hand, passes, replacement.as_ref()).map(Submission::Passing)
        }
        (Stage::Stealing { table, .. }, Action::StealPresents { steals }) => {
            steal(table, seat, steals).map(Submission::Stealing)
        }
        (Stage::Selecting { .. }, Action::PassPresents { .. } | Action::StealPresents { .. })
        | (Stage::Passing { .. }, Action::SelectPresents { .. } | Action::StealPresents { .. })
        | (Stage::Stealing { .. }, Action::SelectPresents { .. } | Action::PassPresents { .. })
        | (
            Stage::Finished { .. },
            Action::SelectPresents { .. } | Action::PassPresents { .. } | Action::StealPresents { .. },
        ) => {
            never!("section 6, check 3: the action belongs to the phase");
            Err(Rejected::WrongPhase { expected })
        }
    }
}

/// Checks 5 to 7 of a selection.
// PM-10, PM-R3
fn selection(asked: &[Option<Letter>]) -> Result<Selection, Rejected> {
    let asked = <[Option<Letter>; 5]>::try_from(asked).map_err(|_| Rejected::SelectionCount)?;
    let mut letters = [Letter::A; 5];
    for (index, (letter, place)) in asked.into_iter().zip(&mut letters).enumerate() {
        let letter = letter.filter(|letter| letter.is_starting());
        *place = letter.ok_or(Rejected::UnknownPresent { index })?;
    }
    for (index, letter) in letters.iter().enumerate() {
        if letters.iter().take(index).any(|earlier| earlier == letter) {
            return Err(Rejected::DuplicatePresent { index });
        }
    }
    Ok(Selection::sorted(letters))
}

/// Checks 5 to 14 of a pass.
fn pass(
    round: Round,
    hand: &Hand,
    passes: &[PresentRef],
    replacement: Option<&Replacement>,
) -> Result<Passing, Rejected> {
    // PM-21, PM-R31
    let passes = <[PresentRef; 3]>::try_from(passes).map_err(|_| Rejected::PassCount)?;
    let presents = well_formed(passes, Field::Pass)?;
    held_often_enough(hand, &presents)?;
    let swap = match (round.takes(), replacement) {
        // PM-54, PM-R38
        (Some(_), None) => return Err(Rejected::ReplacementRequired),
        // PM-6
        (None, Some(_)) => return Err(Rejected::ReplacementNotAllowed),
        (None, None) => None,
        (Some(takes), Some(replacement)) => {
            let discard = discarded(hand, &presents, replacement)?;
            // PM-54, PM-58, PM-R83
            let take = replacement.take.filter(|take| takes.contains(take));
            let take = take.ok_or(Rejected::UnknownReplacement { round, takes })?;
            Some(Swap { discard, take })
        }
    };
    let presents = Three(presents);
    Ok(Passing { presents, swap })
}

/// The presents of three references.
// PM-9
fn well_formed(references: [PresentRef; 3], field: impl Fn(usize) -> Field) -> Result<[Present; 3], Rejected> {
    let [first, second, third] = references;
    let present = |index: usize, reference: PresentRef| {
        let field = field(index);
        reference.well_formed().ok_or(Rejected::BadPresentRef { field })
    };
    Ok([present(0, first)?, present(1, second)?, present(2, third)?])
}

// PM-21, PM-R32, PM-R33
fn held_often_enough(hand: &Hand, passes: &[Present; 3]) -> Result<(), Rejected> {
    for (index, present) in passes.iter().copied().enumerate() {
        if hand.copies(present) == 0 {
            let field = Field::Pass(index);
            return Err(Rejected::PresentNotHeld { field, present });
        }
    }
    let copies = |present: &Present| passes.iter().filter(|other| *other == present).count();
    match passes.iter().find(|present| copies(present) > hand.copies(**present)) {
        None => Ok(()),
        Some(present) => Err(Rejected::NotEnoughCopies {
            present: *present,
            held: hand.copies(*present),
        }),
    }
}

// PM-54, PM-59: any present that is kept.
fn discarded(hand: &Hand, passes: &[Present; 3], replacement: &Replacement) -> Result<Present, Rejected> {
    let field = Field::Discard;
    let discard = replacement.discard.and_then(PresentRef::well_formed);
    let present = discard.ok_or(Rejected::BadPresentRef { field })?;
    let held = hand.copies(present);
    // PM-55, PM-R37: a present that the seat will receive is not in the hand yet.
    if held == 0 {
        return Err(Rejected::PresentNotHeld { field, present });
    }
    // PM-54
    let passed = passes.iter().filter(|passed| **passed == present).count();
    if passed >= held {
        return Err(Rejected::ReplacementNotKept { present });
    }
    Ok(present)
}

/// Checks 5 to 7 of a theft.
// PM-60, PM-R62, PM-R63
fn steal(table: &Table, seat: SeatIndex, steals: &[PresentRef]) -> Result<Three, Rejected> {
    let list = table.list.in_round(Round::Yoink);
    let steals = <[PresentRef; 3]>::try_from(steals).map_err(|_| Rejected::StealCount)?;
    let presents = well_formed(steals, Field::Steal)?;
    for (present, victim) in presents.into_iter().zip(list.three_above(seat)) {
        if table.hands.at(victim).copies(present) == 0 {
            return Err(Rejected::TargetLacksPresent { victim, present });
        }
    }
    Ok(Three(presents))
}
