//! Laws about scenes: complete, and with stable IDs.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use tinsel_engine::{
    GameEngine, SeatIndex, SeatSet, Viewer,
    present::{Arrangement, Id, Present, Scene},
};

use super::print::Printer;
use crate::{
    ask::hold,
    hiding::{asked, worlds},
    play::{Moment, Verdict},
    subject::{Subject, View},
    walk::{Failure, walk},
};

/// Maximum number of scenes that are compared with each other.
const REMEMBERED: usize = 2_000;

/// Two views that differ have different scenes. Compared are the views of whole matches, and those of other worlds.
///
/// # Errors
///
/// The law is broken.
pub fn different_views_have_different_scenes<S: Subject>(seeds: Range<u64>) -> Result<(), Failure> {
    let mut seen: BTreeMap<(Viewer, String), View<S>> = BTreeMap::new();
    walk::<S>(
        "different_views_have_different_scenes",
        seeds,
        &mut |moment: &Moment<'_, S>| {
            let mut views: Vec<(Viewer, View<S>)> = Vec::new();
            for viewer in asked(moment) {
                views.push((viewer, moment.game().view(viewer, SeatSet::EMPTY)));
            }
            for (_, other) in worlds(moment) {
                views.extend(
                    moment
                        .viewers()
                        .take(3)
                        .map(|viewer| (viewer, other.view(viewer, SeatSet::EMPTY))),
                );
            }
            for (viewer, view) in views {
                if seen.len() >= REMEMBERED {
                    seen.clear();
                }
                let scene = S::Game::scene(&view, viewer);
                let known = seen
                    .entry((viewer, format!("{scene:?}")))
                    .or_insert_with(|| view.clone());
                hold!(
                    *known == view,
                    "two views of {viewer} have the same scene:\n{}",
                    Printer::of::<S::Game>(true).scene(&scene)
                );
            }
            Ok(())
        },
    )
}

/// IDs are unique in a scene. A component in the same zone and of the same seat keeps its ID from one revision to the
/// next; lists of facts and results are exempt.
///
/// # Errors
///
/// The law is broken.
pub fn ids_are_unique_and_stable<S: Subject>(seeds: Range<u64>) -> Result<(), Failure> {
    walk::<S>("ids_are_unique_and_stable", seeds, &mut |moment: &Moment<'_, S>| {
        for viewer in asked(moment) {
            let scene = |game: &S::Game| S::Game::scene(&game.view(viewer, SeatSet::EMPTY), viewer);
            let after = scene(moment.game());
            unique(&after)?;
            if let Some(before) = &moment.play.before {
                stable(&scene(before), &after)?;
            }
        }
        Ok(())
    })
}

fn unique(scene: &Scene) -> Verdict {
    let zones = scene.zones.iter().map(|zone| &zone.id);
    let items = scene.zones.iter().flat_map(|zone| &zone.items).map(|item| &item.id);
    let meters = scene.meters.iter().map(|meter| &meter.id);
    for ids in [zones.collect::<Vec<_>>(), items.collect(), meters.collect()] {
        let mut known = BTreeSet::new();
        let twice = ids.into_iter().find(|id| !known.insert(*id));
        hold!(twice.is_none(), "the scene has the ID {twice:?} twice");
    }
    Ok(())
}

/// A zone, a component and a seat.
type Kept<'a> = (&'a Id, &'a Id, Option<SeatIndex>);

fn stable(before: &Scene, after: &Scene) -> Verdict {
    let after = items(after);
    for ((zone, component, seat), old) in items(before) {
        let Some(new) = after.get(&(zone, component, seat)) else {
            continue;
        };
        let kept = old.intersection(new).count();
        hold!(
            kept == old.len().min(new.len()),
            "{component} in {zone} had the IDs {old:?} and now has {new:?}"
        );
    }
    Ok(())
}

fn items(scene: &Scene) -> BTreeMap<Kept<'_>, BTreeSet<&Id>> {
    let mut found: BTreeMap<Kept<'_>, BTreeSet<&Id>> = BTreeMap::new();
    for zone in scene.zones.iter().filter(|zone| zone.arrangement != Arrangement::List) {
        for item in &zone.items {
            let Some(component) = &item.component else { continue };
            found
                .entry((&zone.id, component, item.seat))
                .or_default()
                .insert(&item.id);
        }
    }
    found
}
