//! Words that scenes, sentences and forms share.

use tinsel_engine::{
    SeatIndex,
    present::{Arg, Id, Identified, Text},
};

use crate::{
    action::Named,
    components::{Garnets, Round, Skill, Skills},
    naming::skill_id,
};

impl From<Skill> for Arg {
    fn from(skill: Skill) -> Self {
        Self::Component {
            id: skill_id(skill),
            title: skill.title().into(),
        }
    }
}

impl From<Garnets> for Arg {
    fn from(garnets: Garnets) -> Self {
        garnets.get().into()
    }
}

impl From<Round> for Arg {
    fn from(round: Round) -> Self {
        round.number().into()
    }
}

/// In answers, an ID that names no skill is an unknown skill: the game refuses it.
impl Identified for Named {
    fn id(&self) -> Id {
        self.skill().map_or("".into(), skill_id)
    }

    fn of_id(id: &str) -> Option<Self> {
        let skill = Skill::ALL.into_iter().find(|skill| skill.component() == id);
        Some(skill.map_or(Self::Unknown, Self::Skill))
    }
}

/// A skill by its name.
pub(super) fn skill(skill: Skill) -> Text {
    Text::new("skill", "{skill}").with("skill", skill)
}

/// A seat by the name of its player.
pub(super) fn seat(seat: SeatIndex) -> Text {
    Text::new("seat", "{seat}").with("seat", seat)
}

/// The name of a round.
pub(super) fn round(round: Round) -> Text {
    Text::new("round", "Round {round}").with("round", round)
}

/// The skills of a seat by their names only, with the number of copies if there are several. A recap with components
/// would be too large for a sentence.
pub(super) fn holdings(skills: &Skills) -> Arg {
    Arg::list(skills.iter().map(|(skill, copies)| match copies {
        1 => Arg::word(skill.title()),
        copies => Arg::word(format!("{copies} × {}", skill.title())),
    }))
}

/// Several sentences as one text.
pub(super) fn sentences(all: impl IntoIterator<Item = Text>) -> Text {
    let joined = all.into_iter().reduce(|first, second| {
        Text::new("sentences", "{first} {second}")
            .with("first", first)
            .with("second", second)
    });
    joined.unwrap_or(Text::new("no_sentence", ""))
}
