//! Options.

use tinsel_proto::games::secret_santa::v1 as wire;
use tinsel_secret_santa::{Config, Draft};
use tinsel_wire::{Origin, Wire};

/// Requested options.
pub(super) fn read_draft(config: &wire::Config) -> Draft {
    let specials = config.specials.as_ref();
    Draft {
        deals: config.deals,
        elves: config.elves,
        specials: specials.and_then(|list| Wire::read(&list.kinds, Origin::Client)),
        first_dealer: config.first_dealer,
        auto_final_gift: config.auto_final_gift,
    }
}

/// The public options, which are all options.
pub(super) fn write(config: &Config) -> wire::Config {
    wire::Config {
        deals: Some(config.deals.into()),
        elves: Some(config.elves.into()),
        specials: Some(wire::SpecialList {
            kinds: config.specials.write(),
        }),
        first_dealer: config.first_dealer.write(),
        auto_final_gift: config.auto_final_gift,
    }
}

/// Nothing: all options are public.
pub(super) const fn disclose(_config: &Config) -> Option<wire::Config> {
    None
}
