//! The round before a position, from what is said of it.

use tinsel_engine::{BySeat, SeatIndex, SeatSet};

use crate::{
    absent::default_take,
    action::{Swap, Three},
    components::{Distance, Held, Letter, List, Picture, Present, Round, SEAT_COUNT},
    config::Config,
    invariants::{Kept, hold},
    rules,
    state::{Last, PassingRound},
    testkit::words::{parsed, present},
};

/// What a seat that is not mentioned received from its first, second and third above.
const RECEIVED: &str = "A0 B0 F0";

/// What it kept.
const KEPT: [&str; 3] = ["G0", "I0", "I0"];

/// What it discarded of that, where something was swapped.
const DISCARDED: &str = "G0";

/// The values set for a seat in the round; the rest is filled in.
#[derive(Clone, Default)]
pub(super) struct Said {
    pub(super) picture: Option<Picture>,
    pub(super) swap: Option<Swap>,
    pub(super) named: Option<Three>,
    pub(super) defaulted: bool,
}

/// The round as the match keeps it, or why it cannot have been so. `list` is the one that was drawn.
pub(super) fn resolved(said: &BySeat<Said>, config: &Config, round: Round, list: List) -> Result<Last, String> {
    let defaulted = said.enumerate().filter(|(_, said)| said.defaulted);
    let defaulted: SeatSet = defaulted.map(|(seat, _)| seat).collect();
    let mut pictures = said.iter().filter_map(|said| said.picture.as_ref());
    pictures.try_for_each(one_from_each_distance)?;
    match PassingRound::of(round) {
        Some(round) => passed(said, config, round, defaulted),
        None => stolen(said, list.in_round(round), defaulted),
    }
}

// I-5
fn one_from_each_distance(picture: &Picture) -> Kept {
    let over = |distance| picture.iter().filter(move |held| held.distance == Some(distance));
    hold(
        Distance::ALL.iter().all(|distance| over(*distance).count() == 1),
        || format!("{picture}: exactly one present comes over each distance"),
    )
}

fn passed(said: &BySeat<Said>, config: &Config, round: PassingRound, defaulted: SeatSet) -> Result<Last, String> {
    let number = round.round().number();
    let any = |what: fn(&Said) -> bool| said.iter().any(what);
    hold(!any(|said| said.named.is_some()), || {
        format!("nothing is stolen in round {number}")
    })?;
    let swaps = round.round().takes().map(|takes| {
        let default = default_take(round.round());
        said.map(|_, said| said.swap.unwrap_or_else(|| shown_swap(said.picture, takes, default)))
    });
    hold(swaps.is_some() || !any(|said| said.swap.is_some()), || {
        format!("nothing is swapped in round {number}")
    })?;
    let taken: Vec<Swap> = swaps.iter().flat_map(BySeat::iter).copied().collect();
    let stale = rules::majority(config, round.round(), taken.iter().copied());
    let swap = |seat| swaps.as_ref().map(|swaps: &BySeat<Swap>| *swaps.at(seat));
    for (seat, said) in said.enumerate() {
        let Some(Swap { discard, take }) = swap(seat) else {
            continue;
        };
        let known = round.round().takes().is_some_and(|takes| takes.contains(&take));
        hold(known, || format!("{take} is not taken in round {number}"))?;
        let entered = Held::kept(rules::entered(take, stale));
        // I-5
        let shown = said
            .picture
            .is_none_or(|picture| picture.iter().any(|held| held == entered));
        hold(shown, || {
            format!("{seat} takes {entered}, and its scored hand does not show it")
        })?;
        let kept = said.picture.is_some() || KEPT.map(present).contains(&discard);
        hold(kept, || {
            format!("{discard} is not kept by a seat whose scored hand is not set")
        })?;
    }
    Ok(Last::Passed {
        round,
        pictures: said.map(|seat, said| {
            let filler = || filler(parsed(RECEIVED), swap(seat), stale);
            said.picture.unwrap_or_else(filler)
        }),
        swaps,
        defaulted,
    })
}

/// The swap of a seat without a set one: the letter that its scored hand shows, otherwise that of a default.
fn shown_swap(picture: Option<Picture>, takes: [Letter; 2], default: Option<Letter>) -> Swap {
    let kept = picture
        .iter()
        .flat_map(Picture::iter)
        .filter(|held| held.distance.is_none());
    let shown = kept
        .map(|held| held.present.letter())
        .find(|letter| takes.contains(letter));
    let [first, _] = takes;
    Swap {
        discard: present(DISCARDED),
        take: shown.or(default).unwrap_or(first),
    }
}

fn stolen(said: &BySeat<Said>, list: List, defaulted: SeatSet) -> Result<Last, String> {
    hold(said.iter().all(|said| said.swap.is_none()), || {
        "nothing is swapped in round 4".to_owned()
    })?;
    let pictures = said.map(|_, said| {
        let filler = || filler(said.named.unwrap_or_else(|| parsed(RECEIVED)), None, None);
        said.picture.unwrap_or_else(filler)
    });
    let named = said.map(|seat, said| said.named.unwrap_or_else(|| received(pictures.at(seat))));
    for thief in SEAT_COUNT.iter() {
        for distance in Distance::ALL {
            theft_is_possible(list, &pictures, thief, distance, named.at(thief).over(distance))?;
        }
    }
    Ok(Last::Stolen {
        pictures,
        named,
        defaulted,
    })
}

// PM-62, I-14: chance decides only where no copy is left, and only a nearer thief can have taken one.
fn theft_is_possible(
    list: List,
    pictures: &BySeat<Picture>,
    thief: SeatIndex,
    distance: Distance,
    named: Present,
) -> Kept {
    let victim = list.above(thief, distance);
    let takes = |distance| pictures.at(list.below(victim, distance)).received(distance) == Some(named);
    let nearer = Distance::ALL.into_iter().filter(|other| *other < distance).any(takes);
    let further = Distance::ALL.into_iter().filter(|other| *other > distance).any(takes);
    let left = further || pictures.at(victim).iter().any(|held| held == Held::kept(named));
    hold(takes(distance) || (nearer && !left), || {
        format!("{thief} named {named} of {victim}, and nothing kept it from getting that")
    })
}

/// The scored hand of a seat of which none is said; `stale` is the letter that entered with staleness 2.
fn filler(received: Three, swap: Option<Swap>, stale: Option<Letter>) -> Picture {
    let mut kept = KEPT.map(present);
    if let Some(Swap { discard, take }) = swap
        && let Some(place) = kept.iter_mut().find(|present| **present == discard)
    {
        *place = rules::entered(take, stale);
    }
    let [one, two, three] = kept.map(Held::kept);
    let [first, second, third] = Distance::ALL.map(|distance| Held::passed(received.over(distance), distance));
    Picture::new([first, second, third, one, two, three])
}

fn received(picture: &Picture) -> Three {
    Three(Distance::ALL.map(|distance| match picture.received(distance) {
        Some(present) => present,
        None => panic!("{picture} has been checked"),
    }))
}
