//! Options.

use tinsel_jingle_brawl::{Asked, Config, Draft, GiftName, Scoring};
use tinsel_proto::games::jingle_brawl::v1 as wire;
use tinsel_wire::{Origin, Wire};

/// Requested options.
pub(super) fn read_draft(config: &wire::Config) -> Draft {
    Draft {
        starting_chips: config.starting_chips,
        gift_names: config.gift_names.iter().map(GiftName::new).collect(),
        head_elf_seat: config.head_elf_seat,
        duel_methods: Wire::read(&config.duel_methods, Origin::Client).unwrap_or_default(),
        rps_max_rounds: config.rps_max_rounds,
        scoring: match config.scoring {
            0 => Asked::LeftOut,
            number => Scoring::read(&number, Origin::Client).map_or(Asked::Unknown, Asked::Given),
        },
    }
}

/// The public options: without the names of the gifts.
// JB-R9
pub(super) fn write(config: &Config) -> wire::Config {
    wire::Config {
        starting_chips: config.starting_chips.write(),
        gift_names: Vec::new(),
        head_elf_seat: config.head_elf_seat.write(),
        duel_methods: config.duel_methods.write(),
        rps_max_rounds: config.rps_max_rounds.into(),
        scoring: config.scoring.write(),
    }
}

/// All options, if there are names of gifts: the end of the match discloses them.
pub(super) fn disclose(config: &Config) -> Option<wire::Config> {
    let names: Vec<String> = config.gift_names.iter().map(|name| name.text().to_owned()).collect();
    (!names.is_empty()).then(|| wire::Config {
        gift_names: names,
        ..write(config)
    })
}
