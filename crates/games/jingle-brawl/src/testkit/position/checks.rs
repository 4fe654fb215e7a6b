//! Refuses positions that no match can reach.

use tinsel_engine::{BySeat, GameEngine, SeatCount, SeatIndex};

use tinsel_engine::options::Asked;

use crate::{
    components::{ByGift, GiftId, Naughty, Scoring},
    config::{Config, Draft},
    invariants::hold,
    state::JingleBrawl,
};

/// The gift of each seat, and the level of each opened gift.
type LaidOut = (BySeat<Option<GiftId>>, ByGift<Option<Naughty>>);

/// The hands of the seats, and the levels of opened gifts.
pub(super) fn laid_out(
    seats: SeatCount,
    held: &[(SeatIndex, (GiftId, Naughty))],
    misfits: &[(GiftId, Naughty)],
) -> Result<LaidOut, String> {
    let mut hands = BySeat::from_fn(seats, |_| None);
    let mut naughty = ByGift::from_fn(seats, |_| None);
    for (gift, level) in held.iter().map(|(_, gift)| gift).chain(misfits) {
        let known = naughty.get(*gift).is_some_and(Option::is_none);
        hold(known, || {
            format!("{gift} is in two places, or in no match of {}", seats.get())
        })?;
        naughty.put(*gift, Some(*level));
    }
    for (seat, (gift, _)) in held {
        let free = hands.get(*seat).is_some_and(Option::is_none);
        hold(free, || {
            format!("{seat} holds two gifts, or is no seat of {}", seats.get())
        })?;
        *hands.at_mut(*seat) = Some(*gift);
    }
    Ok((hands, naughty))
}

/// Checked wish points: 1, 2 and so on for each seat, in any order.
pub(super) fn wishes(config: &Config, asked: Option<Vec<Vec<u8>>>) -> Result<Option<BySeat<ByGift<u8>>>, String> {
    if config.scoring == Scoring::None {
        return Ok(None);
    }
    let usual: Vec<u8> = (1..=config.players.get()).collect();
    let asked = asked.unwrap_or_else(|| vec![usual.clone(); usual.len()]);
    let dealt = asked.iter().all(|of_seat| {
        let mut sorted = of_seat.clone();
        sorted.sort_unstable();
        sorted == usual
    });
    hold(dealt && asked.len() == usual.len(), || {
        format!("each seat has the points {usual:?}, one for each gift")
    })?;
    Ok(BySeat::from_vec(asked.into_iter().map(ByGift::from_vec).collect()))
}

/// Checked options.
pub(super) fn checked(config: Config) -> Result<Config, String> {
    let draft = Draft {
        starting_chips: config.starting_chips.get().into(),
        gift_names: config.gift_names.clone(),
        head_elf_seat: config.head_elf_seat.get().into(),
        duel_methods: config.duel_methods.iter().copied().map(Some).collect(),
        rps_max_rounds: config.rps_max_rounds.into(),
        scoring: Asked::Given(config.scoring),
    };
    let accepted = JingleBrawl::configure(Some(config.players.get().into()), draft);
    let accepted = accepted.map_err(|error| format!("{}: {}", error.option, error.sentence))?;
    hold(accepted == config, || format!("options are decided: {accepted:?}"))?;
    Ok(config)
}
