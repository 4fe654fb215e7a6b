//! Actions.

use tinsel_presents_of_mine::{Action, Replacement};
use tinsel_proto::games::presents_of_mine::v1 as wire;

use super::{read, write};

/// A requested action; `None` if none is set.
pub(super) fn read(action: &wire::Action) -> Option<Action> {
    Some(match action.action.as_ref()? {
        wire::action::Action::SelectPresents(asked) => Action::SelectPresents {
            letters: asked.letters.iter().map(|number| read::letter(*number)).collect(),
        },
        wire::action::Action::PassPresents(asked) => Action::PassPresents {
            passes: asked.passes.iter().map(read::reference).collect(),
            replacement: asked.replacement.as_ref().map(read_replacement),
        },
        wire::action::Action::StealPresents(asked) => Action::StealPresents {
            steals: asked.steals.iter().map(read::reference).collect(),
        },
    })
}

fn read_replacement(asked: &wire::Replacement) -> Replacement {
    Replacement {
        discard: asked.discard.as_ref().map(read::reference),
        take: read::letter(asked.take),
    }
}

pub(super) fn write(action: &Action) -> wire::Action {
    let action = match action {
        Action::SelectPresents { letters } => wire::action::Action::SelectPresents(wire::SelectPresents {
            letters: letters
                .iter()
                .map(|each| each.map_or(wire::Letter::Unspecified, write::letter).into())
                .collect(),
        }),
        Action::PassPresents { passes, replacement } => wire::action::Action::PassPresents(wire::PassPresents {
            passes: passes.iter().copied().map(write::reference).collect(),
            replacement: replacement.map(write_replacement),
        }),
        Action::StealPresents { steals } => wire::action::Action::StealPresents(wire::StealPresents {
            steals: steals.iter().copied().map(write::reference).collect(),
        }),
    };
    wire::Action { action: Some(action) }
}

pub(super) fn submission(content: &Action, defaulted: bool) -> wire::Submission {
    wire::Submission {
        action: Some(write(content)),
        defaulted,
    }
}

fn write_replacement(replacement: Replacement) -> wire::Replacement {
    wire::Replacement {
        discard: replacement.discard.map(write::reference),
        take: replacement.take.map_or(wire::Letter::Unspecified, write::letter).into(),
    }
}
