//! The round before a position, from what is said of it.

use tinsel_engine::{BySeat, SeatIndex, SeatSet};

use crate::{
    action::{Swap, Three},
    components::{Distance, Hand, Held, Letter, List, Picture, Points, Present, Round, SEAT_COUNT, Staleness},
    config::Config,
    rules,
    score::{self, Scene},
    state::{Last, PassingRound},
    testkit::words::{parsed, present},
};

/// What a seat that is not mentioned received from its first, second and third above.
const RECEIVED: &str = "A0 B0 F0";

/// What it kept.
const KEPT: [&str; 3] = ["G0", "I0", "I0"];

/// What it discarded of that, where something was swapped.
const DISCARDED: &str = "G0";

/// What is said of the round; the rest is filled in.
#[derive(Debug, Clone)]
pub(super) struct LastRound {
    pictures: BySeat<Option<Picture>>,
    swaps: BySeat<Option<Swap>>,
    named: BySeat<Option<Three>>,
    defaulted: BySeat<bool>,
}

impl Default for LastRound {
    fn default() -> Self {
        Self {
            pictures: BySeat::from_fn(SEAT_COUNT, |_| None),
            swaps: BySeat::from_fn(SEAT_COUNT, |_| None),
            named: BySeat::from_fn(SEAT_COUNT, |_| None),
            defaulted: BySeat::from_fn(SEAT_COUNT, |_| false),
        }
    }
}

impl LastRound {
    pub(super) fn scored(&mut self, seat: SeatIndex, picture: Picture) {
        for distance in Distance::ALL {
            let over = picture.iter().filter(|held| held.distance == Some(distance));
            // I-5
            assert!(
                over.count() == 1,
                "{picture}: exactly one present comes over distance {}",
                distance.get()
            );
        }
        *self.pictures.at_mut(seat) = Some(picture);
    }

    pub(super) fn swapped(&mut self, seat: SeatIndex, swap: Swap) {
        *self.swaps.at_mut(seat) = Some(swap);
    }

    pub(super) fn named(&mut self, seat: SeatIndex, named: Three) {
        *self.named.at_mut(seat) = Some(named);
    }

    pub(super) fn played_by_default(&mut self, seat: SeatIndex) {
        *self.defaulted.at_mut(seat) = true;
    }

    /// The round as the match keeps it.
    ///
    /// # Panics
    ///
    /// If something is said that there is not in this round.
    pub(super) fn resolved(&self, config: &Config, round: Round) -> Last {
        match PassingRound::of(round) {
            Some(passing) => self.passed(config, passing),
            None => self.stolen(),
        }
    }

    fn passed(&self, config: &Config, round: PassingRound) -> Last {
        let number = round.round().number();
        assert!(!said(&self.named), "nothing is stolen in round {number}");
        let swaps = round.round().takes().map(|takes| self.all_swaps(round, takes));
        assert!(
            swaps.is_some() || !said(&self.swaps),
            "nothing is swapped in round {number}"
        );
        let taken = swaps.iter().flat_map(BySeat::iter).copied();
        let stale = rules::majority(config, round.round(), taken);
        let picture = |seat: SeatIndex, said: &Option<Picture>| {
            said.unwrap_or_else(|| filler(parsed(RECEIVED), swaps.as_ref().map(|swaps| *swaps.at(seat)), stale))
        };
        Last::Passed {
            round,
            pictures: self.pictures.map(picture),
            swaps,
            defaulted: self.defaulted(),
        }
    }

    fn stolen(&self) -> Last {
        assert!(!said(&self.swaps), "nothing is swapped in round 4");
        let wanted = |seat: SeatIndex| self.named.at(seat).unwrap_or_else(|| parsed(RECEIVED));
        let pictures = self
            .pictures
            .map(|seat, said| said.unwrap_or_else(|| filler(wanted(seat), None, None)));
        let named = self
            .named
            .map(|seat, said| said.unwrap_or_else(|| received(pictures.at(seat))));
        Last::Stolen {
            pictures,
            named,
            defaulted: self.defaulted(),
        }
    }

    fn all_swaps(&self, round: PassingRound, takes: [Letter; 2]) -> BySeat<Swap> {
        self.swaps.map(|seat, said| {
            let swap = said.unwrap_or_else(|| Swap {
                discard: present(DISCARDED),
                take: self.entered(seat, takes).unwrap_or_else(|| default_take(round)),
            });
            let known = takes.contains(&swap.take);
            assert!(known, "nobody takes {} in round {}", swap.take, round.round().number());
            swap
        })
    }

    /// The letter that a seat is scored with and can only have taken.
    fn entered(&self, seat: SeatIndex, takes: [Letter; 2]) -> Option<Letter> {
        let picture = (*self.pictures.at(seat))?;
        let mut kept = picture.iter().filter(|held| held.distance.is_none());
        let new = kept.find(|held| takes.contains(&held.present.letter()));
        new.map(|held| held.present.letter())
    }

    fn defaulted(&self) -> SeatSet {
        let marked = self.defaulted.enumerate().filter(|(_, mark)| **mark);
        marked.map(|(seat, _)| seat).collect()
    }
}

/// The hands and the points that a last step leaves; nothing if it is the pregame, which moves none.
pub(super) fn left(last: &Last, drawn: List) -> Option<BySeat<(Hand, Points)>> {
    let pictures = match last {
        Last::Pregame => return None,
        Last::Passed { pictures, .. } | Last::Stolen { pictures, .. } => pictures,
    };
    let step = last.step();
    let list = step.round().map_or(drawn, |round| drawn.in_round(round));
    let scores = score::scores(Scene { step, list, pictures });
    Some(pictures.map(|seat, picture| (rules::aged(picture), scores.at(seat).gained())))
}

fn said<T>(things: &BySeat<Option<T>>) -> bool {
    things.iter().any(Option::is_some)
}

/// What a seat takes that stays away (section 9).
fn default_take(round: PassingRound) -> Letter {
    match round {
        PassingRound::CleaningSupplies => Letter::M,
        PassingRound::Theme | PassingRound::BombSquad | PassingRound::Monopoly => Letter::L,
    }
}

/// The scored hand of a seat of which none is said; `stale` is the letter that entered with staleness 2.
fn filler(received: Three, swap: Option<Swap>, stale: Option<Letter>) -> Picture {
    let mut kept = KEPT.map(present);
    if let Some(Swap { discard, take }) = swap {
        // PM-56
        let staleness = Staleness::new(if stale == Some(take) { 2 } else { 0 });
        match kept.iter_mut().find(|present| **present == discard) {
            Some(place) => *place = Present::new(take, staleness),
            None => panic!("{discard} is not kept by a seat whose scored hand is not said"),
        }
    }
    let [one, two, three] = kept.map(Held::kept);
    let [first, second, third] = Distance::ALL.map(|distance| Held::passed(received.over(distance), distance));
    Picture::new([first, second, third, one, two, three])
}

fn received(picture: &Picture) -> Three {
    Three(Distance::ALL.map(|distance| match picture.received(distance) {
        Some(present) => present,
        None => panic!("{picture}: exactly one present comes over distance {}", distance.get()),
    }))
}
