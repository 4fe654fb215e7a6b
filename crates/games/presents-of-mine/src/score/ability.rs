//! The points of each present.

use tinsel_engine::SeatIndex;

use super::Scene;
use crate::components::{Distance, Held, Layers, Letter, Picture, Points, Staleness};

/// The minimum staleness that a Musky Present counts (PM-46, PM-R61).
const MUSTY: Staleness = Staleness::new(3);

/// The layers that a Kaboom Present in this hand has left; it explodes at 0 or below.
// PM-44, PM-R43, PM-R47
pub(crate) fn layers_left(layers: Layers, picture: &Picture) -> i32 {
    let averages = i32::try_from(picture.count(Letter::A)).unwrap_or(i32::MAX);
    i32::from(layers.get()).saturating_sub(averages)
}

/// The points of one copy of a present in a seat's hand.
// PM-6, PM-R42: in any round.
pub(super) fn points(scene: Scene<'_>, seat: SeatIndex, picture: &Picture, held: Held) -> Points {
    match held.present.letter() {
        // PM-36
        Letter::A => Points::new(4),
        Letter::B => bonus(picture),
        Letter::C => chain(scene, seat),
        Letter::D => diameter(scene, seat),
        Letter::E => Points::new(6), // PM-40
        Letter::F => Points::new(5), // PM-41
        Letter::G => golden(held),
        Letter::H => help(scene, seat),
        Letter::I => inversion(picture, held),
        Letter::J => jinx(scene, seat),
        Letter::K => kaboom(picture, held),
        Letter::L => Points::new(2), // PM-45
        Letter::M => musky(picture),
        Letter::N => Points::new(2), // PM-47
    }
}

// PM-37
fn bonus(picture: &Picture) -> Points {
    Points::new(2) + Points::new(2).times(picture.count(Letter::A))
}

// PM-38
fn chain(scene: Scene<'_>, seat: SeatIndex) -> Points {
    let adjacent = scene.list.adjacent(seat);
    let linked = adjacent.iter().filter(|other| holds(scene, **other, Letter::C));
    Points::new(3) + Points::new(2).times(linked.count())
}

// PM-39
fn diameter(scene: Scene<'_>, seat: SeatIndex) -> Points {
    if holds(scene, scene.list.opposite(seat), Letter::D) {
        Points::new(7)
    } else {
        Points::new(2)
    }
}

// PM-42, PM-63, PM-R28, PM-R29
fn golden(held: Held) -> Points {
    held.distance.map_or(Points::new(2), |distance| match distance {
        Distance::First => Points::new(2),
        Distance::Second => Points::new(4),
        Distance::Third => Points::new(6),
    })
}

// PM-43a, PM-R22
fn help(scene: Scene<'_>, seat: SeatIndex) -> Points {
    let helpers = others_with(scene, seat, Letter::H).min(4);
    Points::new(2) + Points::new(1).times(helpers)
}

// PM-43b, PM-R24
fn inversion(picture: &Picture, held: Held) -> Points {
    let stalest = picture.iter().map(|other| other.present.staleness()).max();
    if stalest == Some(held.present.staleness()) {
        Points::new(6)
    } else {
        Points::new(3)
    }
}

// PM-43c, PM-R22, PM-R23
fn jinx(scene: Scene<'_>, seat: SeatIndex) -> Points {
    Points::new(7).less(Points::new(1).times(others_with(scene, seat, Letter::J)))
}

// PM-44, PM-R45, PM-R46: an exploding one earns no points.
fn kaboom(picture: &Picture, held: Held) -> Points {
    if super::explodes(held.present.layers(), picture) {
        Points::ZERO
    } else {
        Points::new(2).times(picture.count(Letter::A))
    }
}

// PM-46, PM-R61
fn musky(picture: &Picture) -> Points {
    let musty = picture.iter().filter(|held| held.present.staleness() >= MUSTY);
    Points::new(2) + Points::new(1).times(musty.count())
}

fn holds(scene: Scene<'_>, seat: SeatIndex, letter: Letter) -> bool {
    scene.pictures.get(seat).is_some_and(|picture| picture.has(letter))
}

fn others_with(scene: Scene<'_>, seat: SeatIndex, letter: Letter) -> usize {
    let others = scene.pictures.enumerate().filter(|(other, _)| *other != seat);
    others.filter(|(_, picture)| picture.has(letter)).count()
}
