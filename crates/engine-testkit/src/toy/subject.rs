//! The toy's interface to the kit.

use tinsel_engine::{BySeat, Chance, Viewer};

use super::{
    bug,
    parts::{Bid, Draft, Toy, bound},
};
use crate::{Bound, Change, Declared, GameSetup, Invariant, Rotation, Subject};

/// The toy with one bug.
#[derive(Debug)]
pub struct Toys<const BUG: u8>;

fn below(chance: &mut dyn Chance, n: u8) -> u8 {
    u8::try_from(chance.below("test", bound(n))).unwrap()
}

impl<const BUG: u8> Subject for Toys<BUG> {
    type Game = Toy<BUG>;

    const FOLDER: &'static str = match BUG {
        bug::NO_FILES => concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nowhere"),
        _ => concat!(env!("CARGO_MANIFEST_DIR"), "/tests"),
    };
    const TRANSCRIPT: (&'static str, u64) = ("four-seats-three-rounds", 1);
    const VOLUNTEERS: Option<&'static str> = match BUG {
        bug::VOLUNTEERS => Some("TOY-9: a bid may be raised"),
        _ => None,
    };
    const NOTHING_HIDDEN: Option<&'static str> = match BUG {
        bug::SAYS_OPEN => Some("TOY-9: all cards are on the table"),
        _ => None,
    };

    fn setups() -> Vec<GameSetup<Toy<BUG>>> {
        let three = Draft { rounds: Some(3) };
        let mut setups = vec![
            GameSetup::new("default", Draft::default()),
            GameSetup::new("four-seats-three-rounds", three).seats(4),
        ];
        if BUG == bug::DEFAULT_LATER {
            setups.reverse();
        }
        setups
    }

    fn redeal(game: &Toy<BUG>, viewer: Viewer, chance: &mut dyn Chance) -> Option<Toy<BUG>> {
        let mut other = game.clone();
        if game.round.0 >= game.config.rounds || BUG == bug::NEVER_REDEALS {
            return None;
        }
        for (seat, chips) in other.chips.enumerate_mut().filter(|(seat, _)| !viewer.is(*seat)) {
            *chips = below(chance, 4);
            let bid = other.bids.at_mut(seat);
            *bid = bid.map(|_| below(chance, *chips + 1));
        }
        Some(other)
    }

    fn invariants() -> Vec<Invariant<Toy<BUG>>> {
        vec![
            Invariant::of_state("TOY-I1", |toy: &Toy<BUG>| {
                let points: u8 = toy.points.iter().sum();
                if points == toy.round.0 {
                    Ok(())
                } else {
                    Err(format!("{points} points in {} rounds", toy.round.0))
                }
            }),
            Invariant::of_change("TOY-I2", |change: Change<'_, Toy<BUG>>| {
                let ties = change.draws.iter().filter(|draw| draw.name == "TOY-3 tie").count();
                if ties <= 1 {
                    Ok(())
                } else {
                    Err("one round has one tie".to_owned())
                }
            }),
        ]
    }

    fn bounds() -> Vec<Bound<Toy<BUG>>> {
        let rounds = |rounds| Draft { rounds: Some(rounds) };
        vec![
            Bound::new("rounds", "OUT_OF_RANGE", rounds(1), rounds(0)),
            Bound::new("rounds", "OUT_OF_RANGE", rounds(3), rounds(4)),
        ]
    }

    fn score_sum() -> Declared<fn(&super::Config) -> i64> {
        Declared::Yes(|config| i64::from(config.rounds))
    }

    fn seats_alike() -> Declared<Rotation<Toy<BUG>>> {
        fn turned<T: Clone>(values: &BySeat<T>) -> BySeat<T> {
            let mut values: Vec<T> = values.iter().cloned().collect();
            values.rotate_right(1);
            BySeat::from_vec(values).unwrap()
        }
        Declared::Yes(Rotation {
            game: |toy| {
                let mut shown = toy.shown.clone();
                let turns = usize::from(!shown.is_empty());
                shown.rotate_right(turns);
                let (chips, bids, points) = (turned(&toy.chips), turned(&toy.bids), turned(&toy.points));
                Toy {
                    chips,
                    bids,
                    points,
                    shown,
                    ..toy.clone()
                }
            },
            action: |bid, _| bid.clone(),
        })
    }

    fn describe_action(action: &Bid) -> String {
        format!("Bid::{action:?}")
    }
}
