//! Options.

use tinsel_presents_of_mine::{Asked, Config, Draft, ListReveal, PregameHands, Round3Majority};
use tinsel_proto::games::presents_of_mine::v1 as wire;

/// Requested options. A number without a value of its enum stays unknown, for the game to refuse.
pub(super) fn read_draft(config: &wire::Config) -> Draft {
    Draft {
        list_reveal: asked(config.list_reveal, list_reveal),
        pregame_hands: asked(config.pregame_hands, pregame_hands),
        round3_majority: asked(config.round3_majority, round3_majority),
    }
}

/// Options from a server, each with a value.
pub(super) fn read(config: &wire::Config) -> Option<Config> {
    let draft = read_draft(config);
    Some(Config {
        list_reveal: given(draft.list_reveal)?,
        pregame_hands: given(draft.pregame_hands)?,
        round3_majority: given(draft.round3_majority)?,
    })
}

pub(super) fn write(config: &Config) -> wire::Config {
    let list_reveal = match config.list_reveal {
        ListReveal::AfterSelection => wire::ListReveal::AfterSelection,
        ListReveal::BeforeSelection => wire::ListReveal::BeforeSelection,
    };
    let pregame_hands = match config.pregame_hands {
        PregameHands::Public => wire::PregameHands::Public,
        PregameHands::Private => wire::PregameHands::Private,
    };
    let round3_majority = match config.round3_majority {
        Round3Majority::Apply => wire::Round3Majority::Apply,
        Round3Majority::Skip => wire::Round3Majority::Skip,
    };
    wire::Config {
        list_reveal: list_reveal.into(),
        pregame_hands: pregame_hands.into(),
        round3_majority: round3_majority.into(),
    }
}

/// Nothing: no option is secret.
pub(super) const fn disclose(_config: &Config) -> Option<wire::Config> {
    None
}

fn asked<W: TryFrom<i32>, T>(number: i32, value: impl Fn(W) -> Option<T>) -> Asked<T> {
    match W::try_from(number) {
        Ok(named) => value(named).map_or(Asked::LeftOut, Asked::Given),
        Err(_) => Asked::Unknown,
    }
}

fn given<T>(asked: Asked<T>) -> Option<T> {
    match asked {
        Asked::Given(value) => Some(value),
        Asked::LeftOut | Asked::Unknown => None,
    }
}

fn list_reveal(value: wire::ListReveal) -> Option<ListReveal> {
    match value {
        wire::ListReveal::Unspecified => None,
        wire::ListReveal::AfterSelection => Some(ListReveal::AfterSelection),
        wire::ListReveal::BeforeSelection => Some(ListReveal::BeforeSelection),
    }
}

fn pregame_hands(value: wire::PregameHands) -> Option<PregameHands> {
    match value {
        wire::PregameHands::Unspecified => None,
        wire::PregameHands::Public => Some(PregameHands::Public),
        wire::PregameHands::Private => Some(PregameHands::Private),
    }
}

fn round3_majority(value: wire::Round3Majority) -> Option<Round3Majority> {
    match value {
        wire::Round3Majority::Unspecified => None,
        wire::Round3Majority::Apply => Some(Round3Majority::Apply),
        wire::Round3Majority::Skip => Some(Round3Majority::Skip),
    }
}
