//! SS-I7 to SS-I13 and SS-I21: the seats that act, the time, and the number of decisions.

use tinsel_engine::{GameEngine, SeatIndex, SeatSet, Viewer};
use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold, same_deal};
use crate::{
    components::{Phase, Special},
    event::Event,
    state::{SecretSanta, Stage},
    testkit::written,
};

// SS-I7
/// SS-I7: until the match is over a seat owes a decision, every seat that owes one has a legal action, and a turn
/// belongs to one seat.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn somebody_owes_and_can_act(game: &SecretSanta) -> Verdict {
    let owing = game.owing();
    equal("nobody owes", &owing.is_empty(), &(game.phase() == Phase::Over))?;
    for seat in owing.iter() {
        let waiting = game.pending_decisions(Viewer::Seat(seat));
        let default = waiting.into_iter().find(|decision| decision.seat == seat);
        let Some(default) = default.and_then(|decision| decision.default.action) else {
            return Err(format!("{seat} does not see its default"));
        };
        hold(game.resolve(seat, &default).is_ok(), || {
            format!("{} of {seat} is refused", written(&default))
        })?;
    }
    let able = |seat| game.deal.is_active(seat) && !game.deal.undeclared.contains(seat);
    let is_one = owing.len() == 1 && owing.iter().all(able);
    hold(game.phase() != Phase::Turn || is_one, || {
        format!("{owing:?} have a turn")
    })
}

// SS-I8
/// SS-I8: a seat that has passed, is barred, out or undeclared, has no turn; similar rules hold for the windows.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn a_seat_that_cannot_act_owes_nothing(change: Change<'_, SecretSanta>) -> Verdict {
    let (game, deal) = (change.after, &change.after.deal);
    for seat in game.owing().iter() {
        let silent = deal.is_out(seat) || deal.undeclared.contains(seat);
        let may = match &game.stage {
            Stage::Turn { .. } => !silent && !deal.round.passed.contains(seat) && deal.round.barred != Some(seat),
            Stage::Holly { turn, .. } => {
                !silent && deal.round.barred != Some(seat) && turn.seat != seat && deal.last_gift != Some(seat)
            }
            Stage::Snow { .. } => !silent,
            Stage::Fruitcake { .. } | Stage::Over => true,
        };
        hold(may, || format!("{seat} owes in {:?}", game.phase()))?;
        let opened = change
            .all_events()
            .any(|event| matches!(event, Event::DecisionsOwed { .. }));
        let declined = game.phase() == Phase::Holly && opened && deal.declines.at(seat).is_some();
        hold(!declined, || {
            format!("{seat} is asked in spite of its standing decline")
        })?;
    }
    Ok(())
}

// SS-I9
/// SS-I9: the Fruitcake window comes before round 1, once; an interlude after a round.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn windows_come_where_they_belong(change: Change<'_, SecretSanta>) -> Verdict {
    let (game, round) = (change.after, change.after.deal.round.number);
    match &game.stage {
        Stage::Fruitcake { .. } => {
            equal("the round of the Fruitcake", &round, &0)?;
            let before = same_deal(change).map(SecretSanta::phase);
            hold(before.is_none_or(|before| before == Phase::Fruitcake), || {
                format!("the Fruitcake comes after {before:?}")
            })
        }
        Stage::Snow { .. } => hold(round > 0 && game.deal.round.winner.is_some(), || {
            format!("an interlude in round {round}")
        }),
        Stage::Turn { .. } | Stage::Holly { .. } => hold(round > 0 && game.deal.round.winner.is_none(), || {
            format!("a turn in round {round}")
        }),
        Stage::Over => Ok(()),
    }
}

// SS-I10
/// SS-I10: with an empty table, only the barred seat has passed.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn while_nothing_is_in_play_only_the_barred_have_passed(game: &SecretSanta) -> Verdict {
    let round = &game.deal.round;
    let led = round.top().is_some() || round.winner.is_some();
    let others: Vec<SeatIndex> = round.passed.iter().filter(|seat| round.barred != Some(*seat)).collect();
    hold(led || others.is_empty(), || format!("{others:?} passed on nothing"))
}

// SS-I11
/// SS-I11: a round that ends leaves a card on the table that no Ghost took back. The number of rounds is at most
/// the number of cards and seats. After a round, only the Tree gives its cards back, one to a seat.
///
/// # Errors
///
/// The violation, as a sentence.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "of many kinds of events it is about a few"
)]
pub fn rounds_are_bounded(change: Change<'_, SecretSanta>) -> Verdict {
    let game = change.after;
    let seats = game.config.players.get();
    let most = u32::from(game.config.deck().len()).saturating_add(u32::from(seats));
    let mut on_table = change
        .before
        .map_or(0, |before| i32::from(before.deal.round.table().len()));
    for event in change.all_events() {
        match event {
            Event::RoundStarted { round, .. } => hold(u32::from(*round) <= most, || format!("round {round}"))?,
            Event::GiftsPlayed { gifts, elves, .. } => on_table += i32::from(*gifts) + i32::from(*elves),
            Event::ZerosPlayed { cards, .. } => on_table += i32::from(cards.len()),
            Event::SantaPlayed { .. }
            | Event::CarolPlayed { .. }
            | Event::MousePlayed { .. }
            | Event::ScroogePlayed { .. } => on_table += 1,
            Event::GhostPlayed { cards, .. } => on_table += 1 - i32::from(cards.len()),
            Event::RoundEnded { .. } => hold(on_table > 0, || "a round moved no card".to_owned())?,
            Event::TreePlayed { pool, receivers, .. } => {
                on_table += 1 - i32::from(pool.len());
                hold(receivers.len() <= usize::from(seats), || {
                    format!("{receivers:?} get a gift")
                })?;
            }
            Event::TableCleared => on_table = 0,
            _ => {}
        }
    }
    equal(
        "cards on the table",
        &i32::from(game.deal.round.table().len()),
        &on_table,
    )
}

/// The events of a round so far. No state contains missed turns of earlier decisions, so the check follows a match to
/// count them.
#[derive(Default)]
struct SoFar {
    passed: SeatSet,
    missed: SeatSet,
    standing: usize,
    hauntings: usize,
    santas: usize,
}

impl SoFar {
    fn of(game: &SecretSanta) -> Self {
        let round = &game.deal.round;
        let used = |special| round.specials.iter().filter(|used| used.special == special).count();
        Self {
            passed: round.barred.map_or(round.passed, |barred| round.passed.without(barred)),
            missed: SeatSet::EMPTY,
            standing: round.plays.len(),
            hauntings: used(Special::Ghost),
            santas: used(Special::Santa),
        }
    }
}

// SS-I12
/// SS-I12: in one round a seat passes once, misses one turn, and there are 13 plays, one haunting and one Santa at most.
///
/// # Errors
///
/// The violation, as a sentence.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "of many kinds of events it is about a few"
)]
pub fn a_round_is_bounded(change: Change<'_, SecretSanta>) -> Verdict {
    let mut round = change.before.map_or_else(SoFar::default, SoFar::of);
    for event in change.all_events() {
        match event {
            Event::RoundStarted { .. } => round = SoFar::default(),
            Event::Passed { seat, .. } => {
                hold(!round.passed.contains(*seat), || format!("{seat} passes twice"))?;
                round.passed = round.passed.with(*seat);
            }
            Event::TurnMissed { seat, .. } => {
                hold(!round.missed.contains(*seat), || format!("{seat} misses two turns"))?;
                round.missed = round.missed.with(*seat);
            }
            Event::GiftsPlayed { .. } | Event::ZerosPlayed { .. } => round.standing += 1,
            Event::GhostPlayed { .. } => {
                round.standing = round.standing.saturating_sub(1);
                round.hauntings += 1;
            }
            Event::SantaPlayed { .. } => round.santas += 1,
            _ => {}
        }
        hold(round.standing <= 13, || format!("{} plays stand", round.standing))?;
        hold(round.hauntings <= 1, || "two plays are haunted".to_owned())?;
        hold(round.santas <= 1, || "Santa is played twice".to_owned())?;
    }
    Ok(())
}

// SS-I13
/// SS-I13: a window reopens only after a card of its kind was played in it, and there are two such cards: at most 3
/// Holly windows follow a turn. The second interlude window is the last one, because after it no such card is at large.
///
/// # Errors
///
/// The violation, as a sentence.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "of many kinds of events it is about a few"
)]
pub fn windows_are_bounded(change: Change<'_, SecretSanta>) -> Verdict {
    let mut cause = match change.before.map(SecretSanta::phase) {
        Some(phase @ (Phase::Holly | Phase::Snow)) => Some(phase),
        Some(Phase::Fruitcake | Phase::Turn | Phase::Over) | None => None,
    };
    for event in change.all_events() {
        match event {
            Event::GiftsPlayed { .. } | Event::ZerosPlayed { .. } | Event::Passed { .. } => cause = None,
            Event::CarolPlayed { .. } | Event::GhostPlayed { .. } if cause == Some(Phase::Holly) => cause = None,
            Event::TreePlayed { .. } | Event::ScroogePlayed { .. } if cause == Some(Phase::Snow) => cause = None,
            Event::DecisionsOwed { phase, .. } => {
                hold(cause != Some(*phase), || {
                    format!("{phase:?} opens again without a cause")
                })?;
                cause = Some(*phase);
            }
            _ => {}
        }
    }
    let (reopening, most) = match change.after.phase() {
        Phase::Holly => ([Special::Carol, Special::Ghost], 3),
        Phase::Snow => ([Special::Tree, Special::Scrooge], 2),
        Phase::Fruitcake | Phase::Turn | Phase::Over => return Ok(()),
    };
    let used = change.after.deal.round.specials.iter();
    let windows = 1 + used.filter(|used| reopening.contains(&used.special)).count();
    hold(windows <= most, || format!("window {windows} of at most {most}"))
}

// SS-I21
/// SS-I21: the bound of a match is the sum of the bounds of its deals.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn decisions_are_bounded(game: &SecretSanta) -> Verdict {
    let n = u64::from(game.config.players.get());
    let d = u64::from(game.config.deck().len());
    let of_a_deal = n + (d + n) * n * (2 * n + 35);
    let most = of_a_deal * u64::from(game.config.deals);
    equal("the bound", &SecretSanta::decisions_max(&game.config), &most)
}
