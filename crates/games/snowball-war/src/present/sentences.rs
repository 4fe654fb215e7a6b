//! Events as sentences.

use tinsel_engine::{
    SeatIndex,
    present::{Arg, Text},
};

use super::words::{self, point};
use crate::{
    components::{Character, Symbol},
    event::{DealtCard, Event, ForcedDie},
    naming::{named, piece},
};

/// The event as sentences.
#[expect(clippy::too_many_lines, reason = "one arm for each event")]
pub(super) fn sentence(event: &Event) -> Text {
    let player = |key, pattern, seat: SeatIndex| Text::new(key, pattern).with("player", seat);
    let character = |key, pattern, character: Character| Text::new(key, pattern).with("character", named(character));
    match event {
        Event::MatchCreated {
            first_picker,
            obstacles,
        } => player(
            "created",
            "{player} picks first. The field has {obstacles|obstacle|obstacles}.",
            *first_picker,
        )
        .with("obstacles", i64::try_from(obstacles.len()).unwrap_or(i64::MAX)),
        Event::CharacterPicked {
            seat,
            character,
            automatic,
        } => {
            let text = match automatic {
                true => player("picked_last", "{player} gets {character}, the last one left.", *seat),
                false => player("picked", "{player} picks {character}.", *seat),
            };
            text.with("character", named(*character))
        }
        Event::TeamDeployed {
            seat,
            snowman,
            characters,
        } => {
            let place = |(character, at): &(Character, crate::components::Point)| {
                Text::new("placed", "{character} at {at}")
                    .with("character", named(*character))
                    .with("at", point(*at))
            };
            player("deployed", "{player} places the snowman at {at}, {team}.", *seat)
                .with("at", point(*snowman))
                .with("team", Arg::list(characters.iter().map(place)))
        }
        Event::TurnStarted { turn } => Text::new("turn_started", "Turn {turn} begins.").with("turn", *turn),
        Event::DiceRolled { seat, values } => {
            player("rolled", "{player} rolls {dice}.", *seat).with("dice", words::dice(values.iter().copied()))
        }
        Event::RerollCommitted { seat } => {
            player("reroll_committed", "{player} has chosen the dice to roll again.", *seat)
        }
        Event::RerollChoice { seat, dice } if dice.iter().next().is_none() => {
            player("reroll_no_choice", "{player} will roll no die again.", *seat)
        }
        Event::RerollChoice { seat, dice } => player(
            "reroll_choice",
            "{player} will roll these dice of the pool again: {dice}.",
            *seat,
        )
        .with("dice", words::numbers(*dice)),
        Event::DiceRerolled { seat, dice, .. } if dice.iter().next().is_none() => {
            player("rerolled_nothing", "{player} rolls no die again.", *seat)
        }
        Event::DiceRerolled { seat, dice, values } => player(
            "rerolled",
            "{player} rolls these dice of the pool again: {dice}. New values: {values}.",
            *seat,
        )
        .with("dice", words::numbers(*dice))
        .with("values", words::dice(values.iter().copied())),
        Event::AllocationCommitted { seat } => {
            player("allocation_committed", "{player} has allocated the dice.", *seat)
        }
        Event::AllocationChoice { seat, cards } => player(
            "allocation_choice",
            "{player} allocates these dice of the pool: {cards}.",
            *seat,
        )
        .with("cards", words::allocation(cards)),
        Event::DiceAllocated { seat, cards } => player("allocated_dice", "{player} has on the cards: {cards}.", *seat)
            .with("cards", Arg::list(cards.iter().map(dealt))),
        Event::ActionPhaseStarted { opening, tie } => {
            let text = match tie {
                true => Text::new(
                    "action_phase_tie",
                    "{opening}. The sums are equal, so it is not the starter of the turn before.",
                ),
                false => Text::new("action_phase", "{opening}. The lower sum acts first."),
            };
            text.with("opening", words::opening(opening))
        }
        Event::ActionDue { seat } => player("action_due", "{player} acts.", *seat),
        Event::DieSpent {
            character: of,
            die,
            value,
            as_value,
            spent_for,
            ..
        } => {
            let text = match value == as_value {
                true => character(
                    "die_spent",
                    "{character} spends a die of {value} (slot {slot}) {use}.",
                    *of,
                ),
                false => character(
                    "die_spent_as",
                    "{character} spends a die of {value} (slot {slot}) as {as_value} {use}.",
                    *of,
                )
                .with("as_value", as_value.get()),
            };
            text.with("value", value.get())
                .with("slot", die.number().saturating_add(1))
                .with("use", Arg::word(words::use_of(*spent_for)))
        }
        Event::SnowballThrown {
            character: of,
            target,
            hits,
            second,
        } => {
            let text = match second {
                true => character(
                    "thrown_again",
                    "{character} throws again at {target} ({hits|hit|hits}).",
                    *of,
                ),
                false => character(
                    "thrown",
                    "{character} throws a snowball at {target} ({hits|hit|hits}).",
                    *of,
                ),
            };
            text.with("target", piece(*target)).with("hits", *hits)
        }
        Event::SnowmanRushed {
            character: of,
            target,
            hits,
        } => character("rushed", "{character} rushes {target} ({hits|hit|hits}).", *of)
            .with("target", piece(*target))
            .with("hits", *hits),
        Event::HitPending {
            target,
            defender,
            hit,
            hits,
        } => player(
            "hit_pending",
            "{player} may react to hit {hit} of {hits} on {target}.",
            *defender,
        )
        .with("hit", *hit)
        .with("hits", *hits)
        .with("target", piece(*target)),
        Event::HitDodged { character: of } => character("dodged", "{character} dodges the hit.", *of),
        Event::HitIntercepted { target, by } => {
            character("intercepted", "{character} takes the hit meant for {target}.", *by)
                .with("target", piece(*target))
        }
        Event::TokenAdded { piece: of, tokens } => Text::new("token_added", "A hit: cold tokens of {piece}: {tokens}.")
            .with("piece", piece(*of))
            .with("tokens", *tokens),
        Event::CharacterRanAway { character: of, dice } => {
            character("ran_away", "{character} runs away. Lost dice: {dice}.", *of)
                .with("dice", words::dice(dice.iter().copied()))
        }
        Event::HitsLost { target, count } => Text::new(
            "hits_lost",
            "The target {target} is gone, so {count|hit is|hits are} lost.",
        )
        .with("target", piece(*target))
        .with("count", *count),
        Event::CharacterMoved {
            character: of,
            from,
            to,
            second,
        } => {
            let text = match second {
                true => character("moved_again", "{character} moves again from {from} to {to}.", *of),
                false => character("moved", "{character} moves from {from} to {to}.", *of),
            };
            text.with("from", point(*from)).with("to", point(*to))
        }
        Event::PlacesSwapped {
            character: of,
            team_mate,
            character_at,
            team_mate_at,
        } => character(
            "swapped",
            "{character} and {mate} swap places: {character_at} and {mate_at}.",
            *of,
        )
        .with("mate", named(*team_mate))
        .with("character_at", point(*character_at))
        .with("mate_at", point(*team_mate_at)),
        Event::DiceForced { by, target, dice } => {
            character("forced", "{character} makes {target} roll again: {dice}.", *by)
                .with("target", named(*target))
                .with("dice", Arg::list(dice.iter().map(forced)))
        }
        Event::SecondDue {
            seat,
            character: of,
            kind,
        } => {
            let text = match kind {
                Symbol::Throw => player(
                    "second_throw",
                    "{player} may throw a second time with {character}.",
                    *seat,
                ),
                Symbol::Move => player("second_move", "{player} may move {character} a second time.", *seat),
            };
            text.with("character", named(*of))
        }
        Event::SecondSkipped {
            character: of,
            automatic,
        } => match automatic {
            true => character(
                "second_impossible",
                "{character} has no target for a second throw.",
                *of,
            ),
            false => character("second_skipped", "{character} does not use the die a second time.", *of),
        },
        Event::TokenRemoved { character: of, tokens } => character(
            "token_removed",
            "{character} warms up: {tokens|cold token|cold tokens} left.",
            *of,
        )
        .with("tokens", *tokens),
        Event::ReturnDue { seat, characters } => player("return_due", "{player} brings back {characters}.", *seat)
            .with("characters", Arg::list(characters.iter().map(|of| named(*of)))),
        Event::CharacterReturned { character: of, at } => {
            character("returned", "{character} returns at {at}.", *of).with("at", point(*at))
        }
        Event::MatchEnded(ending) => words::ending(ending),
    }
}

fn dealt(card: &DealtCard) -> Text {
    Text::new("dealt", "{character} {dice}")
        .with("character", named(card.character))
        .with("dice", words::dice(card.dice))
}

fn forced(die: &ForcedDie) -> Text {
    Text::new("forced_die", "the die in slot {slot} from {old} to {new}")
        .with("slot", die.slot.number().saturating_add(1))
        .with("old", die.old.get())
        .with("new", die.new.get())
}
