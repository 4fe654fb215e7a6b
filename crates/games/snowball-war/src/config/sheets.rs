//! The option for scarf numbers and faces of characters.

use std::{borrow::Cow, collections::BTreeMap, ops::RangeInclusive};

use tinsel_engine::{
    ConfigError, Wire,
    options::{Asked, OptionFacts, OwnOption, typed},
    present::{OptionSpec, Text},
};

use super::SHEET_INVALID;
use crate::components::{Character, Face, FaceAction, Sheet, Times};

const NAME: &str = "sheets";
/// The numbers of tokens with which a character can run away.
const SCARF: RangeInclusive<u8> = 1..=9;

pub(super) static SHEETS: OwnOption = OwnOption { facts, spec };

fn facts() -> OptionFacts {
    let (min, max) = (SCARF.start(), SCARF.end());
    OptionFacts {
        name: NAME,
        meaning: "scarf numbers and faces of characters, in place of the usual ones",
        default: "empty: the usual ones".into(),
        valid: format!(
            "each character once; scarf {min} to {max}; six faces with action THROW, MOVE or NONE, times 1 or 2 \
             (1 with NONE)"
        )
        .into(),
    }
}

fn spec() -> OptionSpec {
    let title = "Scarf numbers and dice faces in place of the usual ones";
    typed(NAME, Text::new("option_sheets", title))
}

/// A requested sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Wire)]
#[wire(as = Sheet)]
pub struct SheetDraft {
    /// The character; `None` if unset or unknown.
    pub character: Option<Character>,
    /// Number of tokens with which it runs away.
    pub scarf: Option<u32>,
    /// The faces of the values, from 1 on.
    pub faces: Vec<FaceDraft>,
}

/// A requested face.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Wire)]
#[wire(as = Face)]
pub struct FaceDraft {
    /// The effect.
    pub action: Asked<FaceAction>,
    /// The number of times; once if omitted.
    pub times: Option<u32>,
    /// Whether it dodges; no if omitted.
    pub dodge: Option<bool>,
}

impl SheetDraft {
    pub(super) fn of(character: Character, sheet: Sheet) -> Self {
        Self {
            character: Some(character),
            scarf: Some(sheet.scarf.into()),
            faces: sheet.faces.map(FaceDraft::from).to_vec(),
        }
    }
}

impl From<Face> for FaceDraft {
    fn from(face: Face) -> Self {
        Self {
            action: Asked::Given(face.action),
            times: Some(face.times.number().into()),
            dodge: Some(face.dodge),
        }
    }
}

/// The sheets that differ from the defaults.
// SW-R40
pub(super) fn check(asked: &[SheetDraft]) -> Result<BTreeMap<Character, Sheet>, ConfigError> {
    let mut sheets = BTreeMap::new();
    for (index, asked) in asked.iter().enumerate() {
        let owner = asked.character.map_or("an unknown character", Character::id);
        let (character, sheet) = sheet(asked).map_err(|why| bad_sheet(index, owner, &why))?;
        if sheets.insert(character, sheet).is_some() {
            return Err(bad_sheet(index, owner, "each character has one sheet at most"));
        }
    }
    // An explicit default counts as a default: equal matches have equal Configs.
    sheets.retain(|character, sheet| *sheet != Sheet::usual(*character));
    Ok(sheets)
}

fn bad_sheet(index: usize, owner: &str, why: &str) -> ConfigError {
    SHEET_INVALID.error(
        format!("{NAME}[{index}]"),
        format!("sheet of {owner} is malformed: {why}."),
    )
}

fn sheet(asked: &SheetDraft) -> Result<(Character, Sheet), Cow<'static, str>> {
    let character = asked.character.ok_or("character must be one of the six")?;
    let scarf = asked.scarf.and_then(|scarf| u8::try_from(scarf).ok());
    let scarf = scarf.filter(|scarf| SCARF.contains(scarf));
    let scarf = scarf.ok_or_else(|| format!("scarf must be {} to {}", SCARF.start(), SCARF.end()))?;
    let [one, two, three, four, five, six] = asked.faces.as_slice() else {
        let count = asked.faces.len();
        return Err(format!("faces must be six, for the values 1 to 6 (got {count})").into());
    };
    let faces = [
        face(one, 1)?,
        face(two, 2)?,
        face(three, 3)?,
        face(four, 4)?,
        face(five, 5)?,
        face(six, 6)?,
    ];
    Ok((character, Sheet { scarf, faces }))
}

fn face(asked: &FaceDraft, value: u8) -> Result<Face, Cow<'static, str>> {
    let Asked::Given(action) = asked.action else {
        return Err(format!("the action of face {value} must be THROW, MOVE or NONE").into());
    };
    let times = match (asked.times, action) {
        (None | Some(1), _) => Times::Once,
        (Some(2), FaceAction::Throw | FaceAction::Move) => Times::Twice,
        (Some(_), FaceAction::Throw | FaceAction::Move | FaceAction::Nothing) => {
            return Err(format!("times of face {value} must be 1 or 2, and 1 where the action is NONE").into());
        }
    };
    Ok(Face {
        action,
        times,
        dodge: asked.dodge.unwrap_or(false),
    })
}
