//! Legal actions, both ways.

use tinsel_engine::SeatCount;
use tinsel_proto::games::secret_santa::v1 as wire;
use tinsel_secret_santa::{Choice, GiftSet, Legal, SEATS_MAX, Turns};
use wire::legal::Decision;

use super::cards;
use crate::games::seats;

/// The maximum number of seats of a match.
const SEATS: SeatCount = match SeatCount::new(SEATS_MAX) {
    Some(seats) => seats,
    None => panic!("8 seats are a match"),
};

pub(super) fn write(legal: &Legal) -> wire::Legal {
    let decision = match &legal.choice {
        Choice::Nothing => None,
        Choice::Turn(turns) => Some(Decision::Turn(write_turns(turns))),
        Choice::Fruitcake { recipients, gifts } => Some(Decision::Fruitcake(wire::LegalFruitcake {
            recipients: seats::numbers(*recipients),
            values: gifts.iter().map(|gift| cards::value(*gift)).collect(),
        })),
        Choice::Holly { carol, mouse, ghost } => Some(Decision::Holly(wire::LegalHolly {
            carol_others: seats::numbers(*carol),
            mouse: *mouse,
            ghost: *ghost,
        })),
        Choice::Snow { tree, scrooge } => Some(Decision::Snow(wire::LegalSnow {
            tree: *tree,
            scrooge_targets: seats::numbers(*scrooge),
        })),
    };
    wire::Legal {
        decision,
        final_gift_due_at: legal.final_gift_due_at.into(),
        auto_final_gift: legal.auto_final_gift,
        can_withdraw: legal.can_withdraw,
    }
}

pub(super) fn read(legal: &wire::Legal) -> Option<Legal> {
    let choice = match &legal.decision {
        None => Choice::Nothing,
        Some(Decision::Turn(turns)) => Choice::Turn(read_turns(turns)?),
        Some(Decision::Fruitcake(fruitcake)) => Choice::Fruitcake {
            recipients: seats::read_all(&fruitcake.recipients, SEATS)?,
            gifts: fruitcake
                .values
                .iter()
                .map(|value| cards::gift(*value))
                .collect::<Option<_>>()?,
        },
        Some(Decision::Holly(holly)) => Choice::Holly {
            carol: seats::read_all(&holly.carol_others, SEATS)?,
            mouse: holly.mouse,
            ghost: holly.ghost,
        },
        Some(Decision::Snow(snow)) => Choice::Snow {
            tree: snow.tree,
            scrooge: seats::read_all(&snow.scrooge_targets, SEATS)?,
        },
    };
    Some(Legal {
        choice,
        final_gift_due_at: legal.final_gift_due_at.try_into().ok()?,
        auto_final_gift: legal.auto_final_gift,
        can_withdraw: legal.can_withdraw,
    })
}

fn write_turns(turns: &Turns) -> wire::LegalTurn {
    let set = |set: &GiftSet| wire::GiftSet {
        value: cards::value(set.gift),
        gifts_min: set.gifts_min.into(),
        gifts_max: set.gifts_max.into(),
        elves_max: set.elves_max.into(),
    };
    wire::LegalTurn {
        can_pass: turns.can_pass,
        can_play_santa: turns.can_play_santa,
        can_add_santa: turns.can_add_santa,
        count: turns.count.map(u32::from),
        sets: turns.sets.iter().map(set).collect(),
        zeros: cards::write(&turns.zeros),
    }
}

fn read_turns(turns: &wire::LegalTurn) -> Option<Turns> {
    let set = |set: &wire::GiftSet| {
        Some(GiftSet {
            gift: cards::gift(set.value)?,
            gifts_min: set.gifts_min.try_into().ok()?,
            gifts_max: set.gifts_max.try_into().ok()?,
            elves_max: set.elves_max.try_into().ok()?,
        })
    };
    Some(Turns {
        can_pass: turns.can_pass,
        can_play_santa: turns.can_play_santa,
        can_add_santa: turns.can_add_santa,
        count: seats::whole(turns.count.map(|count| u8::try_from(count).ok()))?,
        sets: turns.sets.iter().map(set).collect::<Option<_>>()?,
        zeros: cards::read(&turns.zeros)?,
    })
}
