//! Options.

use tinsel_grunkle_match::{Config, DeathMatchInfo, Draft};
use tinsel_proto::games::grunkle_match::v1 as wire;
use tinsel_wire::Wire;

/// Requested options.
pub(super) fn read_draft(config: &wire::Config) -> Draft {
    Draft {
        starting_garnets: config.starting_garnets,
        starting_garnets_per_seat: config.starting_garnets_per_seat.clone(),
        death_match_info: DeathMatchInfo::new(config.death_match_info.as_str()),
    }
}

/// The public options: without the text about the Death Match.
// GM-61
pub(super) fn write(config: &Config) -> wire::Config {
    let per_seat = config.starting_garnets_per_seat.as_ref();
    wire::Config {
        starting_garnets: Some(config.starting_garnets.get()),
        starting_garnets_per_seat: per_seat.map(Wire::write).unwrap_or_default(),
        death_match_info: String::new(),
    }
}

/// Nothing: the text about the Death Match is never disclosed.
// GM-61
pub(super) const fn disclose(_config: &Config) -> Option<wire::Config> {
    None
}
