//! The things that a game is made of: cards, skills, characters, tokens.

use std::borrow::Cow;

use super::Arg;

/// A card, skill, character or token, with its name in the rulebook and its effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Its ID, unique in the game and stable across releases: `<kind>.<name>`, such as `skill.garnet_thief`.
    pub id: Cow<'static, str>,
    /// The kind in `lower_snake`, such as `skill`.
    pub kind: &'static str,
    /// Its name in the rulebook.
    pub title: Cow<'static, str>,
    /// Its effect, in complete sentences.
    pub text: Cow<'static, str>,
    /// 1 or 2 characters for a small display.
    pub symbol: Cow<'static, str>,
    /// A drawing as SVG of at most 4 KiB, without scripts and links; `None` if there is none.
    pub art: Option<&'static str>,
}

impl Component {
    /// The component as a value of a sentence.
    #[must_use]
    pub fn arg(&self) -> Arg {
        Arg::Component {
            id: self.id.clone(),
            title: self.title.clone(),
        }
    }
}

impl From<&Component> for Arg {
    fn from(component: &Component) -> Self {
        component.arg()
    }
}
