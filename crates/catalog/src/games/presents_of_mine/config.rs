//! Options.

use tinsel_presents_of_mine::{Asked, Config, Draft};
use tinsel_proto::games::presents_of_mine::v1 as wire;
use tinsel_wire::{Origin, Wire};

/// Requested options. A number without a value of its enum stays unknown, for the game to refuse.
pub(super) fn read_draft(config: &wire::Config) -> Draft {
    Draft {
        list_reveal: asked(config.list_reveal),
        pregame_hands: asked(config.pregame_hands),
        round3_majority: asked(config.round3_majority),
    }
}

pub(super) fn write(config: &Config) -> wire::Config {
    config.write()
}

/// Nothing: no option is secret.
pub(super) const fn disclose(_config: &Config) -> Option<wire::Config> {
    None
}

fn asked<T: Wire<i32>>(number: i32) -> Asked<T> {
    if number == 0 {
        return Asked::LeftOut;
    }
    T::read(&number, Origin::Client).map_or(Asked::Unknown, Asked::Given)
}
