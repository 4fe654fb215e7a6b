//! The values of hands: abilities, losses, totals, the final ranking.

mod ability;

pub(crate) use ability::layers_left;

use tinsel_engine::{BySeat, Label, LabelFacts, Outcome, SeatIndex, SeatSet, Standing, ranks, wins};

use crate::{
    components::{Layers, Letter, List, Picture, Points, Round, Step},
    record::{LayersScored, Ranked, Ranking, ScoreLine, ScoredPresent},
    state::Table,
};

tinsel_engine::redacted!(Score);

/// The cost of an exploding Kaboom Present (PM-30).
const EXPLOSION: Points = Points::new(6);
/// The same with a Limiting Present in the hand (PM-45).
const LIMITED_EXPLOSION: Points = Points::new(1);
/// The cost of a received Egg Present (PM-29).
const EGG: Points = Points::new(3);
/// The points of the only leader of a letter (PM-65).
const MONOPOLY: Points = Points::new(5);
/// The points of each of several leaders of a letter (PM-65, PM-R71).
const MONOPOLY_TIED: Points = Points::new(2);

/// The picture from which all abilities of a step are computed.
// PM-26, PM-R21
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) step: Step,
    pub(crate) list: List,
    pub(crate) pictures: &'a BySeat<Picture>,
}

/// The score of one seat in a step.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Score {
    presents: [ScoredPresent; 6],
    ability: Points,
    monopoly: Points,
    egg_loss: Points,
    explosion_loss: Points,
    staleness_loss: Points,
}

impl Score {
    /// The sum of all parts.
    // PM-33, PM-R15, PM-R16, PM-R72: one sum; no part has a floor of its own (PM-35, PM-R17).
    pub(crate) fn raw(&self) -> Points {
        let earned = self.ability + self.monopoly;
        let lost = self.egg_loss + self.explosion_loss + self.staleness_loss;
        earned.less(lost)
    }

    /// The points that are added to the total.
    // PM-34, PM-R14
    pub(crate) fn gained(&self) -> Points {
        self.raw().floored()
    }

    /// Its line in the scoring, with the resulting total.
    pub(crate) fn line(&self, seat: SeatIndex, total: Points) -> ScoreLine {
        ScoreLine {
            seat,
            presents: self.presents,
            ability: self.ability,
            monopoly: self.monopoly,
            egg_loss: self.egg_loss,
            explosion_loss: self.explosion_loss,
            staleness_loss: self.staleness_loss,
            raw: self.raw(),
            gained: self.gained(),
            total,
        }
    }
}

/// The score of every seat in the last step.
pub(crate) fn of_last_step(table: &Table) -> BySeat<Score> {
    let step = table.last.step();
    scores(Scene {
        step,
        list: table.list_in(step),
        pictures: &table.pictures(),
    })
}

/// Adds the points gained in the last step to the totals.
// PM-34
pub(crate) fn add_gained(table: &mut Table) {
    for (seat, score) in of_last_step(table).enumerate() {
        let total = table.totals.at_mut(seat);
        *total = *total + score.gained();
    }
}

/// The scores of all seats.
pub(crate) fn scores(scene: Scene<'_>) -> BySeat<Score> {
    let monopoly = monopolies(scene);
    scene.pictures.map(|seat, picture| {
        let presents = scored_presents(scene, seat, picture);
        Score {
            presents,
            ability: presents.iter().map(|present| present.points).sum(),
            monopoly: *monopoly.at(seat),
            egg_loss: egg_loss(scene.step, picture),
            explosion_loss: explosion_loss(picture),
            // PM-32: the value before the staleness change (PM-R18).
            staleness_loss: picture.iter().map(|held| held.present.staleness().cost()).sum(),
        }
    })
}

// PM-27, PM-28, PM-R20: each copy on its own.
fn scored_presents(scene: Scene<'_>, seat: SeatIndex, picture: &Picture) -> [ScoredPresent; 6] {
    picture.presents().map(|held| ScoredPresent {
        letter: held.present.letter(),
        staleness: held.present.staleness(),
        layers: held.present.layers().map(|before| LayersScored {
            before,
            after: layers_left(before, picture),
        }),
        distance: held.distance,
        points: ability::points(scene, seat, picture, held),
    })
}

// PM-29, PM-40, PM-R25, PM-R26, PM-R27
fn egg_loss(step: Step, picture: &Picture) -> Points {
    let eggs = picture.iter().filter(|held| held.present.letter() == Letter::E);
    let received = eggs.filter(|held| match step {
        Step::Pregame => true,
        Step::Round(_) => held.distance.is_some(),
    });
    EGG.times(received.count())
}

// PM-30, PM-R52
fn explosion_loss(picture: &Picture) -> Points {
    let exploding = picture.iter().filter(|held| explodes(held.present.layers(), picture));
    loss_per_explosion(picture.has(Letter::L)).times(exploding.count())
}

/// Whether a Kaboom Present with these layers explodes in this hand.
// PM-44
pub(crate) fn explodes(layers: Option<Layers>, picture: &Picture) -> bool {
    layers.is_some_and(|layers| layers_left(layers, picture) <= 0)
}

/// The cost of each explosion in a hand with or without a Limiting Present.
// PM-45, PM-R50, PM-R51
pub(crate) const fn loss_per_explosion(limited: bool) -> Points {
    if limited { LIMITED_EXPLOSION } else { EXPLOSION }
}

// PM-31, PM-65: only letters A–J count, an exploding K is a K, and staleness does not matter.
fn monopolies(scene: Scene<'_>) -> BySeat<Points> {
    scene.pictures.map(|_, picture| match scene.step {
        Step::Round(Round::Monopoly) => Letter::STARTING
            .into_iter()
            .map(|letter| monopoly(scene.pictures, picture, letter))
            .sum(),
        Step::Pregame | Step::Round(Round::Theme | Round::BombSquad | Round::CleaningSupplies | Round::Yoink) => {
            Points::ZERO
        }
    })
}

fn monopoly(pictures: &BySeat<Picture>, own: &Picture, letter: Letter) -> Points {
    let most = pictures.iter().map(|picture| picture.count(letter)).max().unwrap_or(0);
    let leaders = pictures.iter().filter(|picture| picture.count(letter) == most).count();
    // PM-R70: a seat without a copy does not lead.
    if most == 0 || own.count(letter) < most {
        Points::ZERO
    } else if leaders == 1 {
        MONOPOLY
    } else {
        MONOPOLY_TIED
    }
}

/// The labels of standings.
pub(crate) const LABELS: &[LabelFacts] = &[LabelFacts {
    label: Label::WINNER,
    meaning: "the seat has rank 1 and has not forfeited",
}];

/// The outcome of a match with these totals.
// PM-66, PM-R2, PM-R79, PM-R86
pub(crate) fn outcome(totals: &BySeat<Points>, forfeited: SeatSet) -> Outcome {
    let ranks = ranks(totals, forfeited);
    let standings = ranks.map(|seat, rank| Standing {
        rank: *rank,
        score: Some(totals.at(seat).get()),
        labels: wins(seat, *rank, forfeited)
            .then_some(Label::WINNER)
            .into_iter()
            .collect(),
    });
    Outcome { standings }
}

/// The same for events and views: by rank, then by seat.
pub(crate) fn ranking(totals: &BySeat<Points>, forfeited: SeatSet) -> Ranking {
    let ranks = ranks(totals, forfeited);
    let ranked = |(seat, rank): (SeatIndex, &u8)| Ranked {
        seat,
        total: *totals.at(seat),
        rank: *rank,
    };
    let mut seats: Vec<Ranked> = ranks.enumerate().map(ranked).collect();
    let winners = ranks.enumerate().filter(|(seat, rank)| wins(*seat, **rank, forfeited));
    let winners = winners.map(|(seat, _)| seat).collect();
    seats.sort_by_key(|ranked| (ranked.rank, ranked.seat));
    Ranking { seats, winners }
}
