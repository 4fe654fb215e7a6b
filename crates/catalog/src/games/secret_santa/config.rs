//! Options.

use tinsel_proto::games::secret_santa::v1 as wire;
use tinsel_secret_santa::{Config, Draft};

use super::cards;
use crate::games::seats;

/// Requested options.
pub(super) fn read_draft(config: &wire::Config) -> Draft {
    let specials = config.specials.as_ref();
    Draft {
        deals: config.deals,
        elves: config.elves,
        specials: specials.map(|list| list.kinds.iter().map(|kind| cards::read_special(*kind)).collect()),
        first_dealer: config.first_dealer,
        auto_final_gift: config.auto_final_gift,
    }
}

/// The public options, which are all options.
pub(super) fn write(config: &Config) -> wire::Config {
    let specials = config.specials.iter().map(|special| cards::write_special(*special));
    wire::Config {
        deals: Some(config.deals.into()),
        elves: Some(config.elves.into()),
        specials: Some(wire::SpecialList {
            kinds: specials.collect(),
        }),
        first_dealer: config.first_dealer.map(seats::number),
        auto_final_gift: config.auto_final_gift,
    }
}

/// Nothing: all options are public.
pub(super) const fn disclose(_config: &Config) -> Option<wire::Config> {
    None
}
