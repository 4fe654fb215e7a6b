//! Parsers for the parts that actions, views and legal actions share.
//!
//! Invalid values of a client stay invalid, for the game to refuse; a message of a server is parsed completely or not
//! at all.

use tinsel_engine::{BySeat, SeatIndex, SeatSet};
use tinsel_presents_of_mine::{
    Distance, Hand, Layers, LayersScored, Letter, LetterCount, List, Pass, Passes, Points, Pregame, Present,
    PresentRef, Ranked, Ranking, Replacements, Round, SEAT_COUNT, ScoreLine, Scored, ScoredPresent, SeatPasses,
    Selected, Selection, Staleness, Step, Swap, Theft, Thefts,
};
use tinsel_proto::games::presents_of_mine::v1 as wire;

use crate::games::seats;

pub(super) fn reference(present: &wire::Present) -> PresentRef {
    PresentRef {
        letter: letter(present.letter),
        staleness: present.staleness,
        layers: present.layers,
    }
}

/// A letter; `None` if it is unset or unknown.
pub(super) fn letter(number: i32) -> Option<Letter> {
    match wire::Letter::try_from(number).ok()? {
        wire::Letter::Unspecified => None,
        wire::Letter::A => Some(Letter::A),
        wire::Letter::B => Some(Letter::B),
        wire::Letter::C => Some(Letter::C),
        wire::Letter::D => Some(Letter::D),
        wire::Letter::E => Some(Letter::E),
        wire::Letter::F => Some(Letter::F),
        wire::Letter::G => Some(Letter::G),
        wire::Letter::H => Some(Letter::H),
        wire::Letter::I => Some(Letter::I),
        wire::Letter::J => Some(Letter::J),
        wire::Letter::K => Some(Letter::K),
        wire::Letter::L => Some(Letter::L),
        wire::Letter::M => Some(Letter::M),
        wire::Letter::N => Some(Letter::N),
    }
}

pub(super) fn letters(numbers: &[i32]) -> Option<Vec<Letter>> {
    numbers.iter().map(|number| letter(*number)).collect()
}

pub(super) fn seat(number: u32) -> Option<SeatIndex> {
    seats::read(number, SEAT_COUNT)
}

pub(super) fn seats(numbers: &[u32]) -> Option<Vec<SeatIndex>> {
    seats::read_all(numbers, SEAT_COUNT)
}

pub(super) fn seat_set(numbers: &[u32]) -> Option<SeatSet> {
    seats::read_all(numbers, SEAT_COUNT)
}

pub(super) fn list(numbers: &[u32]) -> Option<List> {
    let order: Option<Vec<u8>> = numbers.iter().map(|number| u8::try_from(*number).ok()).collect();
    List::new(order?.try_into().ok()?)
}

fn present(present: &wire::Present) -> Option<Present> {
    reference(present).well_formed()
}

fn given(field: Option<&wire::Present>) -> Option<Present> {
    present(field?)
}

pub(super) fn hand(presents: &[wire::Present]) -> Option<Hand> {
    let presents: Option<Vec<Present>> = presents.iter().map(present).collect();
    Hand::from_slice(&presents?)
}

fn round(number: u32) -> Option<Round> {
    Round::from_number(number.try_into().ok()?)
}

pub(super) fn step(number: u32) -> Option<Step> {
    Step::from_number(number.try_into().ok()?)
}

fn distance(number: u32) -> Option<Distance> {
    Distance::new(number.try_into().ok()?)
}

pub(super) fn each_seat<W, T>(list: &[W], read: impl Fn(&W) -> Option<(u32, T)>) -> Option<BySeat<T>> {
    seats::read_each(list, SEAT_COUNT, read)
}

pub(super) fn pregame(pregame: &wire::Pregame) -> Option<Pregame> {
    let letters: Option<Vec<LetterCount>> = pregame.letters.iter().map(letter_count).collect();
    Some(Pregame {
        selected: each_seat(&pregame.seats, |each| Some((each.seat, selected(each)?)))?,
        letters: letters?.try_into().ok()?,
    })
}

pub(super) fn selected(selection: &wire::PregameSelection) -> Option<Selected> {
    let chosen = letters(&selection.letters)?.try_into().ok()?;
    Some(Selected {
        letters: Selection::new(chosen)?,
        defaulted: selection.defaulted,
    })
}

fn letter_count(count: &wire::LetterCount) -> Option<LetterCount> {
    Some(LetterCount {
        letter: letter(count.letter)?,
        count: count.count.try_into().ok()?,
        staleness: count.staleness.map(Staleness::new),
    })
}

pub(super) fn passes(passes: &wire::PassesRevealed) -> Option<Passes> {
    let seats = each_seat(&passes.seats, |each| {
        let three: Option<Vec<Pass>> = each.passes.iter().map(pass).collect();
        Some((
            each.seat,
            SeatPasses {
                passes: three?.try_into().ok()?,
                defaulted: each.defaulted,
            },
        ))
    });
    Some(Passes {
        round: round(passes.round)?,
        seats: seats?,
    })
}

fn pass(pass: &wire::Pass) -> Option<Pass> {
    Some(Pass {
        present: given(pass.present.as_ref())?,
        to: seat(pass.target_seat)?,
        distance: distance(pass.distance)?,
    })
}

pub(super) fn replacements(replacements: &wire::ReplacementsRevealed) -> Option<Replacements> {
    let swap = |each: &wire::SeatReplacement| {
        Some((
            each.seat,
            Swap {
                discard: given(each.discard.as_ref())?,
                take: letter(each.take)?,
            },
        ))
    };
    let count = |taken: &wire::TakenCount| Some((letter(taken.letter)?, u8::try_from(taken.count).ok()?));
    let counts: Option<Vec<(Letter, u8)>> = replacements.taken.iter().map(count).collect();
    Some(Replacements {
        round: round(replacements.round)?,
        seats: each_seat(&replacements.seats, swap)?,
        counts: counts?.try_into().ok()?,
        stale: letter(replacements.stale_letter),
    })
}

pub(super) fn thefts(thefts: &wire::TheftsRevealed) -> Option<Thefts> {
    let defaulted = seat_set(&thefts.defaulted_seats)?;
    Some(Thefts {
        thefts: thefts.thefts.iter().map(theft).collect::<Option<_>>()?,
        defaulted: BySeat::from_fn(SEAT_COUNT, |seat| defaulted.contains(seat)),
    })
}

fn theft(theft: &wire::Theft) -> Option<Theft> {
    Some(Theft {
        thief: seat(theft.thief_seat)?,
        victim: seat(theft.victim_seat)?,
        distance: distance(theft.distance)?,
        named: given(theft.named.as_ref())?,
        taken: given(theft.taken.as_ref())?,
        random: theft.random,
    })
}

pub(super) fn scored(scored: &wire::Scored) -> Option<Scored> {
    Some(Scored {
        step: step(scored.step)?,
        lines: scored.seats.iter().map(score_line).collect::<Option<_>>()?,
    })
}

fn score_line(line: &wire::SeatScore) -> Option<ScoreLine> {
    let presents: Option<Vec<ScoredPresent>> = line.presents.iter().map(scored_present).collect();
    Some(ScoreLine {
        seat: seat(line.seat)?,
        presents: presents?.try_into().ok()?,
        ability: points(line.ability_points),
        monopoly: points(line.monopoly_points),
        egg_loss: points(line.egg_loss),
        explosion_loss: points(line.explosion_loss),
        staleness_loss: points(line.staleness_loss),
        raw: Points::new(line.raw.into()),
        gained: points(line.gained),
        total: points(line.total),
    })
}

fn scored_present(scored: &wire::ScoredPresent) -> Option<ScoredPresent> {
    let layers = match scored.layers_before {
        0 => None,
        before => Some(LayersScored {
            before: Layers::new(before.try_into().ok()?)?,
            after: scored.layers_after,
        }),
    };
    Some(ScoredPresent {
        letter: letter(scored.letter)?,
        staleness: Staleness::new(scored.staleness),
        layers,
        distance: if scored.distance == 0 {
            None
        } else {
            Some(distance(scored.distance)?)
        },
        points: points(scored.points),
    })
}

pub(super) fn ranking(result: &wire::Result) -> Option<Ranking> {
    let ranked = |each: &wire::Ranked| {
        Some(Ranked {
            seat: seat(each.seat)?,
            total: points(each.total),
            rank: each.rank.try_into().ok()?,
        })
    };
    Some(Ranking {
        seats: result.ranking.iter().map(ranked).collect::<Option<_>>()?,
        winners: seats(&result.winner_seats)?,
    })
}

pub(super) fn points(amount: u32) -> Points {
    Points::new(amount.into())
}
