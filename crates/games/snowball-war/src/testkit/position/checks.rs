//! Refuses positions that no match can reach.

use tinsel_engine::Events;
use tinsel_engine_testkit::{Change, Verdict};

use crate::{
    components::{DiceSet, SEAT_COUNT},
    field::Field,
    invariants::{self, hold},
    state::{EndReason, SnowballWar, Stage},
};

/// Refuses a position that breaks an invariant, or that has a pending decision without an owing seat.
pub(super) fn is_possible(game: &SnowballWar) -> Verdict {
    stands_well(game)?;
    let events = Events::new();
    let start = Change {
        before: None,
        after: game,
        events: &events,
        draws: &[],
    };
    let same = Change {
        before: Some(game),
        ..start
    };
    let kept = [
        ("SW-I1", invariants::pool_and_teams_share_the_characters(game)),
        ("SW-I2", invariants::every_character_is_in_one_condition(game)),
        ("SW-I3", invariants::discs_lie_inside_and_apart(game)),
        ("SW-I4", invariants::snowmen_keep_their_places(start)),
        ("SW-I5", invariants::snowmen_only_get_colder(start)),
        ("SW-I8", invariants::dice_come_and_go_by_the_rule(start)),
        ("SW-I9", invariants::a_seat_that_must_act_has_a_die(game)),
        ("SW-I10", invariants::turns_go_forwards_to_the_limit(same)),
        ("SW-I11", invariants::somebody_is_in_play(game)),
    ];
    for (id, kept) in kept {
        kept.map_err(|wrong| format!("{id}: {wrong}"))?;
    }
    turn_fits(game)?;
    commitments_fit(game)?;
    let is_over = matches!(game.stage, Stage::Finished { .. });
    hold(is_over || !game.owing().is_empty(), || {
        "nobody owes a decision".to_owned()
    })?;
    if let Stage::Return { seat } = game.stage {
        let returns = game.table.returning(seat).next().is_some();
        hold(returns, || format!("{seat} has nobody to bring back"))?;
    }
    Ok(())
}

fn stands_well(game: &SnowballWar) -> Verdict {
    let field = Field::of(game);
    for (piece, at) in field.standing() {
        hold(field.is_free(piece, at), || format!("{piece} cannot stand at {at}"))?;
    }
    Ok(())
}

fn turn_fits(game: &SnowballWar) -> Verdict {
    let turn = game.table.turn;
    let is_set_up = !matches!(game.stage, Stage::Draft { .. } | Stage::Deploy { .. });
    hold(is_set_up == (turn > 0), || format!("it is turn {turn} in this phase"))?;
    if let Stage::Finished {
        reason: EndReason::TurnLimit,
    } = game.stage
    {
        let last = game.config.turn_limit;
        hold(turn == last, || format!("it ends in turn {turn} of {last}"))?;
    }
    let opening = game.table.opening.as_ref().map_or(0, |opening| opening.turn);
    hold(opening <= turn, || {
        format!("turn {opening} was started before turn {turn}")
    })
}

/// Checks that choices and allocations of dice fit the seat's own pool.
fn commitments_fit(game: &SnowballWar) -> Verdict {
    let in_pool = |dice: DiceSet, pool: usize| dice.iter().all(|index| usize::from(index) < pool);
    for seat in SEAT_COUNT.iter() {
        if let Stage::Reroll { pools, chosen } = &game.stage {
            let (pool, chosen) = (pools.at(seat).len(), *chosen.at(seat));
            let fits = chosen.is_none_or(|dice| pool > 0 && in_pool(dice, pool));
            hold(fits, || format!("{seat} has chosen dice that it has not"))?;
        }
        if let Stage::Allocate { pools, allocated } = &game.stage
            && let Some(cards) = allocated.at(seat)
        {
            let dice: DiceSet = cards.iter().flat_map(|card| card.dice).collect();
            let all = dice == (0u8..).take(pools.at(seat).len()).collect();
            let due = game.table.in_play(seat).map(|(character, _)| character);
            let fits = all && cards.len() > 1 && due.eq(cards.iter().map(|card| card.character));
            hold(fits, || format!("{seat} has allocated otherwise than it can"))?;
        }
    }
    Ok(())
}
