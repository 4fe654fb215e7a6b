//! The notation of the specification, section 12, for submissions, skills and votes.

use tinsel_engine::SeatIndex;

use crate::{
    action::{Action, Bid, Named, RequestedTheft, SubmitRound},
    components::{Skill, Skills},
};

/// The skill with this ID, or with this unique part of its ID: `SECRET_BOOK`, `BOOK`, `MAX_BID_UP`.
///
/// # Panics
///
/// There is no such skill, or more than one.
#[must_use]
pub fn skill(name: &str) -> Skill {
    let words = format!("_{name}_");
    let such: Vec<Skill> = Skill::ALL
        .into_iter()
        .filter(|skill| format!("_{skill}_").contains(&words))
        .collect();
    match such.as_slice() {
        [skill] => *skill,
        [] => panic!("{name:?} is no skill"),
        [..] => panic!("{name:?} may be any of {such:?}"),
    }
}

/// The skills of a seat, such as `BOOK, MAX_BID_DOWN x2, POP`; none for the empty text.
///
/// # Panics
///
/// The text is not in the notation.
#[must_use]
pub fn skills(text: &str) -> Skills {
    let held = parts(text).map(|part| match part.split_once(" x") {
        None => (skill(part), 1),
        Some((name, copies)) => (skill(name), number(copies)),
    });
    held.collect()
}

/// A submission in the notation; an empty one for the empty text.
///
/// | Part | Meaning |
/// |---|---|
/// | `POUCH 3` | an ordinary bid |
/// | `NULLIFY 8 naming CHEST`, `TREACHERY 7 naming P6` | a bid and its named skill or player |
/// | `zero BALLER`, `zero TREACHERY naming P6` | the zero bid of Dark Ritual |
/// | `discard` | a Grunko Pop is discarded |
/// | `designate P1` | by the Phantom Thieves |
/// | `thief on P1` | Garnet Thief is used |
/// | `steal LEFT_LEG from P1` | Skill Thief is used |
/// | `naming CHEST`, `naming P6` | a name without a bid |
///
/// In place of a skill or a seat, `?` is an unknown or absent one.
///
/// ```
/// use tinsel_grunkle_match::testkit::sheet;
///
/// let sheet = sheet("discard, CHEST 6, NULLIFY 8 naming SECRET_BOOK, thief on P1");
/// assert_eq!(sheet.bids.len(), 2);
/// ```
///
/// # Panics
///
/// The text is not in the notation.
#[must_use]
pub fn sheet(text: &str) -> SubmitRound {
    let mut sheet = SubmitRound::default();
    for part in parts(text) {
        let words: Vec<&str> = part.split(' ').collect();
        match words.as_slice() {
            ["discard"] => sheet.discard_grunko_pop = true,
            ["designate", target] => sheet.phantom_target = seat(target),
            ["thief", "on", target] => sheet.garnet_thief_target = seat(target),
            ["steal", wanted, "from", target] => {
                sheet.skill_thief = Some(RequestedTheft {
                    target: seat(target),
                    skill: known(wanted),
                });
            }
            ["naming", named] => name(&mut sheet, named),
            ["zero", on] => sheet.dark_ritual_skill = Some(optional(on)),
            ["zero", on, "naming", named] => {
                sheet.dark_ritual_skill = Some(optional(on));
                name(&mut sheet, named);
            }
            [on, amount] => sheet.bids.push(bid(on, amount)),
            [on, amount, "naming", named] => {
                sheet.bids.push(bid(on, amount));
                name(&mut sheet, named);
            }
            _ => panic!("{part:?} is no part of a submission"),
        }
    }
    sheet
}

/// `SubmitRound` with a submission as [`sheet`] reads it.
///
/// # Panics
///
/// The text is not in the notation.
#[must_use]
pub fn submit(text: &str) -> Action {
    Action::SubmitRound(sheet(text))
}

/// `VoteElimination` for this seat.
#[must_use]
pub const fn vote(seat: u8) -> Action {
    Action::VoteElimination {
        seat: Some(SeatIndex::new(seat)),
    }
}

/// An action in the notation: a submission as [`sheet`] reads it.
#[must_use]
pub fn written(action: &Action) -> String {
    match action {
        Action::SubmitRound(sheet) => format!("submit(\"{}\")", written_sheet(sheet)),
        Action::VoteElimination { seat } => format!("vote({})", seat.map_or_else(unset, |seat| seat.get().to_string())),
    }
}

/// The parts of a sheet that are filled in, as [`sheet`] reads them; a dash for an unknown or absent value.
#[must_use]
pub fn written_sheet(sheet: &SubmitRound) -> String {
    let skill = |skill: Option<Skill>| skill.map_or_else(unset, |skill| skill.to_string());
    let named = |named: Named| skill(named.skill());
    let player = |seat: SeatIndex| format!("P{}", seat.get());
    let others = [
        sheet.dark_ritual_skill.map(|on| format!("zero {}", named(on))),
        sheet.discard_grunko_pop.then(|| "discard".to_owned()),
        sheet.nullify_name.map(|name| format!("naming {}", named(name))),
        sheet.treachery_target.map(|seat| format!("naming {}", player(seat))),
        sheet.phantom_target.map(|seat| format!("designate {}", player(seat))),
        sheet
            .garnet_thief_target
            .map(|seat| format!("thief on {}", player(seat))),
        sheet.skill_thief.map(|theft| {
            let target = theft.target.map_or_else(unset, player);
            format!("steal {} from {target}", skill(theft.skill))
        }),
    ];
    let bids = sheet
        .bids
        .iter()
        .map(|bid| format!("{} {}", skill(bid.skill), bid.amount));
    bids.chain(others.into_iter().flatten()).collect::<Vec<_>>().join(", ")
}

fn unset() -> String {
    "–".to_owned()
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(", ").filter(|part| !part.is_empty())
}

fn bid(on: &str, amount: &str) -> Bid {
    Bid {
        skill: known(on),
        amount: number(amount),
    }
}

/// A bid on Treachery names a seat, one on Skill Nullify names a skill.
fn name(sheet: &mut SubmitRound, named: &str) {
    match named.strip_prefix('P').and_then(|number| number.parse().ok()) {
        Some(target) => sheet.treachery_target = Some(SeatIndex::new(target)),
        None => sheet.nullify_name = Some(optional(named)),
    }
}

fn optional(name: &str) -> Named {
    known(name).map_or(Named::Unknown, Named::Skill)
}

fn known(name: &str) -> Option<Skill> {
    (name != "?").then(|| skill(name))
}

fn seat(text: &str) -> Option<SeatIndex> {
    (text != "?").then(|| match text.strip_prefix('P') {
        Some(index) => SeatIndex::new(number(index)),
        None => panic!("{text:?} is no seat; seats are written P0 to P6"),
    })
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is no number here"))
}
