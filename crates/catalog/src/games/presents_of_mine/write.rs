//! Encoders for the parts that views, events and legal actions share.

use tinsel_engine::{BySeat, SeatIndex};
use tinsel_presents_of_mine::{
    Hand, Letter, LetterCount, List, Passes, Pregame, Present, PresentRef, Ranking, Replacements, Round, ScoreLine,
    Scored, ScoredPresent, Selected, Thefts,
};
use tinsel_proto::games::presents_of_mine::v1 as wire;

pub(super) use crate::games::seats::{number as seat, numbers as seats};

pub(super) fn letter(letter: Letter) -> wire::Letter {
    match letter {
        Letter::A => wire::Letter::A,
        Letter::B => wire::Letter::B,
        Letter::C => wire::Letter::C,
        Letter::D => wire::Letter::D,
        Letter::E => wire::Letter::E,
        Letter::F => wire::Letter::F,
        Letter::G => wire::Letter::G,
        Letter::H => wire::Letter::H,
        Letter::I => wire::Letter::I,
        Letter::J => wire::Letter::J,
        Letter::K => wire::Letter::K,
        Letter::L => wire::Letter::L,
        Letter::M => wire::Letter::M,
        Letter::N => wire::Letter::N,
    }
}

pub(super) fn letters<'a>(letters: impl IntoIterator<Item = &'a Letter>) -> Vec<i32> {
    letters.into_iter().map(|each| letter(*each).into()).collect()
}

pub(super) fn order(list: &List) -> Vec<u32> {
    list.iter().map(seat).collect()
}

pub(super) fn present(present: Present) -> wire::Present {
    reference(present.reference())
}

pub(super) fn reference(named: PresentRef) -> wire::Present {
    wire::Present {
        letter: named.letter.map_or(wire::Letter::Unspecified, letter).into(),
        staleness: named.staleness,
        layers: named.layers,
    }
}

pub(super) fn presents(hand: &Hand) -> Vec<wire::Present> {
    hand.iter().map(present).collect()
}

pub(super) fn hands(hands: &BySeat<Hand>) -> Vec<wire::Hand> {
    hands.enumerate().map(|(seat, hand)| self::hand(seat, hand)).collect()
}

pub(super) fn hand(seat: SeatIndex, hand: &Hand) -> wire::Hand {
    wire::Hand {
        seat: self::seat(seat),
        presents: presents(hand),
    }
}

pub(super) fn variation(round: Option<Round>) -> wire::Variation {
    match round {
        None => wire::Variation::Unspecified,
        Some(Round::Theme) => wire::Variation::Theme,
        Some(Round::BombSquad) => wire::Variation::BombSquad,
        Some(Round::CleaningSupplies) => wire::Variation::CleaningSupplies,
        Some(Round::Yoink) => wire::Variation::Yoink,
        Some(Round::Monopoly) => wire::Variation::Monopoly,
    }
}

pub(super) fn pregame(pregame: &Pregame) -> wire::Pregame {
    wire::Pregame {
        seats: pregame
            .selected
            .enumerate()
            .map(|(seat, selected)| self::selected(seat, selected))
            .collect(),
        letters: pregame.letters.iter().map(letter_count).collect(),
    }
}

pub(super) fn selected(seat: SeatIndex, selected: &Selected) -> wire::PregameSelection {
    wire::PregameSelection {
        seat: self::seat(seat),
        letters: letters(selected.letters.letters()),
        defaulted: selected.defaulted,
    }
}

fn letter_count(count: &LetterCount) -> wire::LetterCount {
    wire::LetterCount {
        letter: letter(count.letter).into(),
        count: count.count.into(),
        staleness: count.staleness.map(|staleness| staleness.get()),
    }
}

pub(super) fn passes(passes: &Passes) -> wire::PassesRevealed {
    let seats = passes.seats.enumerate().map(|(seat, by_seat)| wire::SeatPasses {
        seat: self::seat(seat),
        passes: by_seat.passes.iter().map(pass).collect(),
        defaulted: by_seat.defaulted,
    });
    wire::PassesRevealed {
        round: passes.round.number().into(),
        seats: seats.collect(),
    }
}

fn pass(pass: &tinsel_presents_of_mine::Pass) -> wire::Pass {
    wire::Pass {
        present: Some(present(pass.present)),
        target_seat: seat(pass.to),
        distance: pass.distance.get().into(),
    }
}

pub(super) fn replacements(replacements: &Replacements) -> wire::ReplacementsRevealed {
    let seats = replacements
        .seats
        .enumerate()
        .map(|(seat, swap)| wire::SeatReplacement {
            seat: self::seat(seat),
            discard: Some(present(swap.discard)),
            take: letter(swap.take).into(),
        });
    let taken = replacements.counts.iter();
    wire::ReplacementsRevealed {
        round: replacements.round.number().into(),
        seats: seats.collect(),
        taken: taken
            .map(|(taken, count)| wire::TakenCount {
                letter: letter(*taken).into(),
                count: (*count).into(),
            })
            .collect(),
        stale_letter: replacements.stale.map_or(wire::Letter::Unspecified, letter).into(),
    }
}

pub(super) fn thefts(thefts: &Thefts) -> wire::TheftsRevealed {
    let happened = thefts.thefts.iter().map(|theft| wire::Theft {
        thief_seat: seat(theft.thief),
        victim_seat: seat(theft.victim),
        distance: theft.distance.get().into(),
        named: Some(present(theft.named)),
        taken: Some(present(theft.taken)),
        random: theft.random,
    });
    let defaulted = thefts.defaulted.enumerate().filter(|(_, defaulted)| **defaulted);
    wire::TheftsRevealed {
        thefts: happened.collect(),
        defaulted_seats: defaulted.map(|(index, _)| seat(index)).collect(),
    }
}

pub(super) fn scored(scored: &Scored) -> wire::Scored {
    wire::Scored {
        step: scored.step.number().into(),
        seats: scored.lines.iter().map(score_line).collect(),
    }
}

fn score_line(line: &ScoreLine) -> wire::SeatScore {
    wire::SeatScore {
        seat: seat(line.seat),
        presents: line.presents.iter().map(scored_present).collect(),
        ability_points: amount(line.ability),
        monopoly_points: amount(line.monopoly),
        egg_loss: amount(line.egg_loss),
        explosion_loss: amount(line.explosion_loss),
        staleness_loss: amount(line.staleness_loss),
        raw: i32::try_from(line.raw.get()).unwrap_or(i32::MIN),
        gained: amount(line.gained),
        total: amount(line.total),
    }
}

fn scored_present(scored: &ScoredPresent) -> wire::ScoredPresent {
    wire::ScoredPresent {
        letter: letter(scored.letter).into(),
        staleness: scored.staleness.get(),
        layers_before: scored.layers.map_or(0, |layers| layers.before.get().into()),
        layers_after: scored.layers.map_or(0, |layers| layers.after),
        distance: scored.distance.map_or(0, |distance| distance.get().into()),
        points: amount(scored.points),
    }
}

pub(super) fn ranking(ranking: &Ranking) -> wire::Result {
    let ranked = ranking.seats.iter().map(|ranked| wire::Ranked {
        seat: seat(ranked.seat),
        total: amount(ranked.total),
        rank: ranked.rank.into(),
    });
    wire::Result {
        ranking: ranked.collect(),
        winner_seats: ranking.winners.iter().copied().map(seat).collect(),
    }
}

/// Points that are never below 0 and, over six rounds, far below the maximum of the type.
pub(super) fn amount(points: tinsel_presents_of_mine::Points) -> u32 {
    u32::try_from(points.get()).unwrap_or(0)
}
