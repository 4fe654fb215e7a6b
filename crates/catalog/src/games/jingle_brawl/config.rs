//! Options.

use tinsel_engine::{SeatCount, SeatIndex};
use tinsel_jingle_brawl::{Asked, Config, Draft, GiftName, Method, PublicOptions, Scoring};
use tinsel_proto::games::jingle_brawl::v1 as wire;

use super::{kinds::Named, read_chips};
use crate::games::seats;

/// Requested options.
pub(super) fn read_draft(config: &wire::Config) -> Draft {
    Draft {
        starting_chips: config.starting_chips,
        gift_names: config.gift_names.iter().map(GiftName::new).collect(),
        head_elf_seat: config.head_elf_seat,
        duel_methods: config.duel_methods.iter().map(|method| Method::read(*method)).collect(),
        rps_max_rounds: config.rps_max_rounds,
        scoring: match wire::Scoring::try_from(config.scoring) {
            Ok(wire::Scoring::Unspecified) => Asked::LeftOut,
            Ok(wire::Scoring::None) => Asked::Given(Scoring::None),
            Ok(wire::Scoring::WishPoints) => Asked::Given(Scoring::WishPoints),
            Err(_) => Asked::Unknown,
        },
    }
}

/// The public options: without the names of the gifts.
// JB-R9
pub(super) fn write(config: &Config) -> wire::Config {
    wire::Config {
        starting_chips: config.starting_chips.get().into(),
        gift_names: Vec::new(),
        head_elf_seat: seats::number(config.head_elf_seat),
        duel_methods: config.duel_methods.iter().map(|method| method.write()).collect(),
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

/// The options that a view and the first event show.
pub(super) fn write_public(options: &PublicOptions) -> wire::Config {
    wire::Config {
        starting_chips: options.starting_chips.get().into(),
        gift_names: Vec::new(),
        head_elf_seat: seats::number(options.head_elf_seat),
        duel_methods: options.duel_methods.iter().map(|method| method.write()).collect(),
        rps_max_rounds: options.rps_max_rounds.into(),
        scoring: options.scoring.write(),
    }
}

/// The options that a view shows.
pub(super) fn read_public(options: &wire::Config, players: SeatCount) -> Option<PublicOptions> {
    let methods = options.duel_methods.iter().map(|method| Method::read(*method));
    let head_elf_seat: SeatIndex = seats::read(options.head_elf_seat, players)?;
    Some(PublicOptions {
        players,
        starting_chips: read_chips(options.starting_chips)?,
        head_elf_seat,
        duel_methods: methods.collect::<Option<_>>()?,
        rps_max_rounds: options.rps_max_rounds.try_into().ok()?,
        scoring: Scoring::read(options.scoring)?,
    })
}
