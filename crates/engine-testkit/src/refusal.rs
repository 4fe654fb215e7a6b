//! Laws about refusals: harmless, catalogued, and explained.

use std::collections::BTreeSet;

use tinsel_engine::{Fault, GameEngine, MatchRng, RejectCode, SeatIndex};

use crate::{
    ask::{SEATS_ASKED, bytes, candidates, hold, is_code},
    play::{Moment, Verdict},
    subject::{Action, Reject, Subject},
};

/// A refused action changes neither the state nor the random stream. The refusal states a reason of the catalogue, the
/// rule, and a sentence. A malformed action is malformed for every seat. No action makes the game panic, whatever it
/// contains.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn a_refusal_changes_nothing<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    catalogue_is_sound::<S>()?;
    let mut dice = moment.dice(b'h');
    let mut seats = moment.some_seats(SEATS_ASKED);
    seats.push(SeatIndex::new(moment.seats().get()));
    let before = bytes(moment.game())?;
    for seat in seats {
        for action in candidates(moment, seat, &mut dice)? {
            if let Some(refusal) = refusal(moment, seat, &action, &before)? {
                is_explained::<S>(&refusal).map_err(|what| format!("{action:?} of {seat}: {what}"))?;
                malformed_for_everyone(moment, &action, &refusal)?;
            }
        }
        if let Err(refusal) = moment.game().absent(seat) {
            is_explained::<S>(&refusal).map_err(|what| format!("the default of {seat}: {what}"))?;
        }
    }
    hold!(
        bytes(moment.game())? == before,
        "an action that is refused changes a state it is not played on"
    );
    Ok(())
}

/// Applies an action to a copy. A refused action must not change the copy.
fn refusal<S: Subject>(
    moment: &Moment<'_, S>,
    seat: SeatIndex,
    action: &Action<S>,
    before: &[u8],
) -> Result<Option<Reject<S>>, String> {
    let mut game = moment.game().clone();
    let mut chance: MatchRng = moment.chance().clone();
    let answer = game.apply(seat, action, &mut chance);
    let Err(refusal) = answer else { return Ok(None) };
    hold!(
        game == *moment.game(),
        "{action:?} of {seat} is refused and changes the state"
    );
    hold!(
        bytes(&game)? == before,
        "{action:?} of {seat} is refused and changes the saved state"
    );
    hold!(
        bytes(moment.game())? == before,
        "{action:?} of {seat} is refused and changes a state it is not played on"
    );
    hold!(chance == *moment.chance(), "{action:?} of {seat} is refused and draws");
    let again = moment.game().resolve(seat, action).err();
    hold!(
        again.as_ref() == Some(&refusal),
        "{action:?} of {seat} is refused with {refusal:?} and then {again:?}"
    );
    Ok(Some(refusal))
}

/// A refusal has a reason of the catalogue, agrees with its entry, names a rule and has a sentence.
fn is_explained<S: Subject>(refusal: &Reject<S>) -> Verdict {
    let code = refusal.code();
    let reason = Reject::<S>::CATALOGUE.iter().find(|reason| reason.code == code);
    let Some(reason) = reason else {
        return Err(format!("{refusal:?} gives {code:?}, which is not in the catalogue"));
    };
    let malformed = match refusal.fault() {
        Fault::Malformed { field } => {
            hold!(!field.trim().is_empty(), "{code} is malformed and names no field");
            true
        }
        Fault::Refused => false,
    };
    hold!(
        malformed == reason.malformed,
        "{code} blames {:?}, which the catalogue does not",
        refusal.fault()
    );
    hold!(!refusal.rule().trim().is_empty(), "{code} names no rule");
    hold!(!refusal.to_string().trim().is_empty(), "{code} has no sentence");
    Ok(())
}

/// If one seat's action is malformed, the game refuses it for every seat.
fn malformed_for_everyone<S: Subject>(moment: &Moment<'_, S>, action: &Action<S>, refusal: &Reject<S>) -> Verdict {
    if refusal.fault() == Fault::Refused {
        return Ok(());
    }
    let accepted = moment
        .seats()
        .iter()
        .find(|seat| moment.game().resolve(*seat, action).is_ok());
    hold!(
        accepted.is_none(),
        "{action:?} is malformed ({}) and accepted from {accepted:?}",
        refusal.code()
    );
    Ok(())
}

/// Codes are `UPPER_SNAKE` and unique. Meaning and remedy are a sentence each: clients parse them out of the comment in
/// the proto.
fn catalogue_is_sound<S: Subject>() -> Verdict {
    let mut codes = BTreeSet::new();
    let reasons = [S::Game::FACTS.option_reasons, Reject::<S>::CATALOGUE];
    for reason in reasons.into_iter().flatten() {
        hold!(is_code(reason.code), "{:?} is not a code", reason.code);
        hold!(codes.insert(reason.code), "{} is in the catalogue twice", reason.code);
        for text in [reason.meaning, reason.remedy] {
            hold!(
                is_sentence(text),
                "{} is explained by {text:?}, not a sentence",
                reason.code
            );
        }
    }
    Ok(())
}

fn is_sentence(text: &str) -> bool {
    let begins = text.starts_with(|letter: char| letter.is_uppercase() || letter == '`');
    begins && text.ends_with('.') && !text.contains(". ")
}
