//! SS-I1 to SS-I6 and SS-I14: cards.

use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold, same_deal};
use crate::{
    components::{Cards, FinalGift, Phase, Special},
    event::Event,
    state::{Laid, SecretSanta, Stage},
};

// SS-I1
/// SS-I1: hands, table and both piles together are the deck.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn cards_are_conserved(game: &SecretSanta) -> Verdict {
    let deal = &game.deal;
    let mut all = deal.discards.plus(&deal.hidden);
    for hand in deal.hands.iter() {
        all.add_all(hand);
    }
    for play in &deal.round.plays {
        all.add_all(&play.laid.cards());
    }
    for used in &deal.round.specials {
        all.add_all(&Cards::of(used.special, 1));
    }
    let deck = game.config.deck();
    hold(all == deck, || format!("all cards are {all}, not {deck}"))
}

// SS-I2
/// SS-I2: hand sizes add up to the cards that are not elsewhere; hidden discards are gifts, and there are none before
/// the Tree.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn hands_are_the_cards_not_on_the_table_or_discarded(game: &SecretSanta) -> Verdict {
    let deal = &game.deal;
    let held: u32 = deal.hands.iter().map(|hand| u32::from(hand.len())).sum();
    let elsewhere = [deal.discards, deal.hidden, deal.round.table()];
    let elsewhere: u32 = elsewhere.iter().map(|cards| u32::from(cards.len())).sum();
    equal(
        "cards",
        &held.saturating_add(elsewhere),
        &u32::from(game.config.deck().len()),
    )?;
    hold(deal.hidden.specials().next().is_none(), || {
        format!("{} is hidden", deal.hidden)
    })?;
    let tree_is_out = deal.discards.has(Special::Tree) || deal.round.table().has(Special::Tree);
    hold(deal.hidden.is_empty() || tree_is_out, || {
        "something is hidden before the Tree is played".to_owned()
    })
}

// SS-I3
/// SS-I3: a seat that is out holds no card; a seat without cards is out, or has just had its turn.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn out_means_without_cards(game: &SecretSanta) -> Verdict {
    for (seat, hand) in game.deal.hands.enumerate() {
        let out = game.deal.places.contains(&seat) || game.deal.round.gone.contains(&seat);
        let is_last = game.phase() == Phase::Over && game.deal.places.last() == Some(&seat);
        hold(!out || hand.is_empty() || is_last, || {
            format!("{seat} is out and holds {hand}")
        })?;
        let just_played = match &game.stage {
            Stage::Holly { turn, .. } => turn.seat == seat,
            Stage::Fruitcake { .. } | Stage::Turn { .. } | Stage::Snow { .. } | Stage::Over => false,
        };
        hold(out || !hand.is_empty() || just_played, || {
            format!("{seat} holds nothing and is in")
        })?;
    }
    Ok(())
}

// SS-I4
/// SS-I4: a seat has a final-gift status exactly with one card, and no seat forgets it with automatic declarations.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn one_card_is_declared_or_not(game: &SecretSanta) -> Verdict {
    for (seat, hand) in game.deal.hands.enumerate() {
        let status = game.deal.final_gift(seat);
        hold((status == FinalGift::None) == (hand.len() != 1), || {
            format!("{seat} is {status:?} with {hand}")
        })?;
        hold(!game.deal.undeclared.contains(seat) || hand.len() == 1, || {
            format!("{seat} forgot with {hand}")
        })?;
    }
    let automatic = game.config.auto_final_gift;
    hold(!automatic || game.deal.undeclared.is_empty(), || {
        format!("{:?} forgot what is automatic", game.deal.undeclared)
    })
}

// SS-I5
/// SS-I5: standing plays have ascending values and equal numbers of cards; only the first can be zeros.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn plays_climb(game: &SecretSanta) -> Verdict {
    let plays = &game.deal.round.plays;
    for pair in plays.windows(2) {
        let [below, above] = pair else { continue };
        let (low, high) = (below.laid.value(), above.laid.value());
        hold(high > low && above.laid.count() == below.laid.count(), || {
            format!("{above:?} lies on {below:?}")
        })?;
    }
    Ok(())
}

// SS-I6
/// SS-I6: a play of gifts contains a real one; a play of zeros contains special cards only.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn plays_hold_what_they_may(game: &SecretSanta) -> Verdict {
    for play in &game.deal.round.plays {
        let sound = match &play.laid {
            Laid::Gifts { gifts, elves, .. } => *gifts > 0 && *elves <= game.config.elves,
            Laid::Zeros(cards) => !cards.is_empty() && !cards.has_gift(),
        };
        hold(sound, || format!("{play:?}"))?;
    }
    Ok(())
}

/// SS-I14: a special card with one copy takes effect once a deal: afterwards no seat can hold it.
///
/// # Errors
///
/// The violation, as a sentence.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "of many kinds of events it is about a few"
)]
// SS-I14
pub fn a_single_special_takes_effect_once(change: Change<'_, SecretSanta>) -> Verdict {
    let effects = change.all_events().filter_map(|event| match event {
        Event::SantaPlayed { .. } => Some(Special::Santa),
        Event::FruitcakePlayed { .. } => Some(Special::Fruitcake),
        Event::CarolPlayed { .. } => Some(Special::Carol),
        Event::MousePlayed { .. } => Some(Special::Mouse),
        Event::GhostPlayed { .. } => Some(Special::Ghost),
        Event::TreePlayed { .. } => Some(Special::Tree),
        Event::ScroogePlayed { .. } => Some(Special::Scrooge),
        _ => None,
    });
    let Some(before) = same_deal(change) else {
        return Ok(());
    };
    for special in effects {
        let piled = |game: &SecretSanta| {
            let on_table = game.deal.round.specials.iter().filter(|used| used.special == special);
            on_table
                .count()
                .saturating_add(usize::from(game.deal.discards.copies(special)))
        };
        equal("copies of a used card before", &piled(before), &0)?;
        equal("copies of a used card after", &piled(change.after), &1)?;
    }
    Ok(())
}
