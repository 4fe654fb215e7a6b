//! GM-I3 to GM-I5 and GM-I8: skills and Grunko Pops.

use tinsel_engine::SeatIndex;
use tinsel_engine_testkit::{Change, Verdict};

use super::{Resolved, equal, hold, resolved, rounds};
use crate::{
    components::{SEAT_COUNT, Skill},
    event::{Event, PopCause},
    state::GrunkleMatch,
    table::{PastRound, Table},
};

// GM-I3
/// GM-I3: the copies of a kind are held, unsold or used up, and no more than were auctioned.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn skills_are_conserved(game: &GrunkleMatch) -> Verdict {
    let table = &game.table;
    for kind in Skill::auctioned() {
        let (mut auctioned, mut unsold) = (0_usize, 0_usize);
        for (_, list, past) in rounds(table) {
            if list.contains(&kind) {
                auctioned = auctioned.saturating_add(1);
                unsold = unsold.saturating_add(usize::from(won(list, past, kind).is_none()));
            }
        }
        let thefts = [
            (Skill::GarnetThief, table.garnet_theft.is_some()),
            (Skill::SkillThief, table.skill_theft.is_some()),
        ];
        let used_up = thefts.into_iter().filter(|theft| *theft == (kind, true)).count();
        let found = held(table, kind).saturating_add(unsold).saturating_add(used_up);
        equal(&format!("copies of {kind}"), &found, &auctioned)?;
    }
    Ok(())
}

fn held(table: &Table, kind: Skill) -> usize {
    table.skills.iter().map(|held| usize::from(held.copies(kind))).sum()
}

// GM-I4
/// GM-I4: the Grunko Pops that seats hold come from rounds without a win and from Treachery, without the discarded
/// ones.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn grunko_pops_add_up(game: &GrunkleMatch) -> Verdict {
    let table = &game.table;
    let (mut gained, mut discarded) = (0_usize, 0_usize);
    for (number, list, past) in rounds(table) {
        let without_win = SEAT_COUNT.iter().filter(|seat| !wins(past, *seat));
        let without_win = without_win.filter(|seat| !(number == 6 && saddened(table) == Some(*seat)));
        gained = gained.saturating_add(without_win.count());
        gained = gained.saturating_add(betrayed(table, list, past));
        discarded = discarded.saturating_add(past.submissions.iter().filter(|one| one.discards).count());
    }
    let held = held(table, Skill::GrunkoPop);
    equal("Grunko Pops gained", &gained, &held.saturating_add(discarded))
}

fn wins(past: &PastRound, seat: SeatIndex) -> bool {
    past.winners.iter().any(|(_, winner)| winner == seat)
}

/// The winner of `kind`, which is auctioned in one round only.
fn winner(table: &Table, kind: Skill) -> Option<SeatIndex> {
    rounds(table).find_map(|(_, list, past)| won(list, past, kind))
}

fn won(list: &[Skill], past: &PastRound, kind: Skill) -> Option<SeatIndex> {
    let place = list.iter().position(|skill| *skill == kind)?;
    let mut winners = past.winners.iter();
    winners
        .find(|(slot, _)| usize::from(slot.number()) == place.saturating_add(1))
        .map(|(_, winner)| winner)
}

/// The seat that must not bid in round 6.
fn saddened(table: &Table) -> Option<SeatIndex> {
    let kind = Skill::OverwhelmingSadness;
    winner(table, kind).filter(|_| table.nullified != Some(kind))
}

/// Number of Grunko Pops from Treachery in a round.
fn betrayed(table: &Table, list: &[Skill], past: &PastRound) -> usize {
    let Some(winner) = won(list, past, Skill::Treachery).filter(|_| table.nullified != Some(Skill::Treachery)) else {
        return 0;
    };
    // No skill moves after it.
    let has_book = table.skills.at(winner).has(Skill::SecretBook) && table.nullified != Some(Skill::SecretBook);
    if has_book { 4 } else { 2 }
}

// GM-I5
/// GM-I5: in a round every seat wins a skill, gets one Grunko Pop for no win, or, one in round 6, was barred.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn a_seat_that_wins_nothing_gets_a_grunko_pop(change: Change<'_, GrunkleMatch>) -> Verdict {
    let Some(Resolved { after, round, past, .. }) = resolved(change) else {
        return Ok(());
    };
    for seat in SEAT_COUNT.iter() {
        let consoled = change.events.iter().filter(|addressed| {
            let event = &addressed.event;
            matches!(event, Event::GrunkoPopsGained { seat: to, count: 1, cause: PopCause::NoWin, .. } if *to == seat)
        });
        let consoled = consoled.count();
        let barred = round.number() == 6 && saddened(&after.table) == Some(seat);
        let expected = usize::from(!wins(past, seat) && !barred);
        equal(&format!("Grunko Pops of {seat} for no win"), &consoled, &expected)?;
        hold(!(barred && wins(past, seat)), || format!("{seat} was barred and won"))?;
    }
    Ok(())
}

// GM-I8
/// GM-I8: one kind at most is nullified, in round 3, permanently, and not the Grunko Pop.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn one_kind_at_most_is_nullified_for_ever(change: Change<'_, GrunkleMatch>) -> Verdict {
    let nullified = change.after.table.nullified;
    hold(nullified != Some(Skill::GrunkoPop), || {
        "Grunko Pops are nullified".to_owned()
    })?;
    let before = change.before.and_then(|before| before.table.nullified);
    let in_round_3 = resolved(change).filter(|resolved| resolved.round.number() == 3);
    let named = in_round_3.and_then(|resolved| {
        let winner = won(resolved.round.list(), resolved.past, Skill::SkillNullify)?;
        resolved.past.submissions.at(winner).nullify_name
    });
    equal("the nullified kind", &nullified, &before.or(named))
}
