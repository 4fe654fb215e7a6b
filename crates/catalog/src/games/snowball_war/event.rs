//! Events.

use tinsel_proto::games::snowball_war::v1::{self as wire, event::Event as Kind};
use tinsel_snowball_war::{DealtCard, Event, ForcedDie, Use};

use super::words::{
    card, character, characters, ending, indices, obstacle, opening, piece, point, slot, symbol, values,
};
use crate::games::seats::number;

pub(super) fn write(event: &Event) -> wire::Event {
    wire::Event {
        event: Some(kind(event)),
    }
}

#[expect(clippy::too_many_lines, reason = "one row for each event reads best in one place")]
fn kind(event: &Event) -> Kind {
    match event {
        Event::MatchCreated {
            first_picker,
            obstacles,
        } => Kind::MatchCreated(wire::MatchCreated {
            first_picker: number(*first_picker),
            obstacles: obstacles.iter().copied().map(obstacle).collect(),
        }),
        Event::CharacterPicked {
            seat,
            character: who,
            automatic,
        } => Kind::CharacterPicked(wire::CharacterPicked {
            seat: number(*seat),
            character: character(*who),
            automatic: *automatic,
        }),
        Event::TeamDeployed {
            seat,
            snowman,
            characters,
        } => Kind::TeamDeployed(wire::TeamDeployed {
            seat: number(*seat),
            snowman: Some(point(*snowman)),
            characters: characters
                .iter()
                .map(|(who, at)| wire::CharacterAt {
                    character: character(*who),
                    at: Some(point(*at)),
                })
                .collect(),
        }),
        Event::TurnStarted { turn } => Kind::TurnStarted(wire::TurnStarted { turn: (*turn).into() }),
        Event::DiceRolled { seat, values: shown } => Kind::DiceRolled(wire::DiceRolled {
            seat: number(*seat),
            values: values(shown),
        }),
        Event::RerollCommitted { seat } => Kind::RerollCommitted(wire::RerollCommitted { seat: number(*seat) }),
        Event::RerollChoice { seat, dice } => Kind::RerollChoice(wire::RerollChoice {
            seat: number(*seat),
            dice: indices(*dice),
        }),
        Event::DiceRerolled {
            seat,
            dice,
            values: shown,
        } => Kind::DiceRerolled(wire::DiceRerolled {
            seat: number(*seat),
            dice: indices(*dice),
            values: values(shown),
        }),
        Event::AllocationCommitted { seat } => {
            Kind::AllocationCommitted(wire::AllocationCommitted { seat: number(*seat) })
        }
        Event::AllocationChoice { seat, cards } => Kind::AllocationChoice(wire::AllocationChoice {
            seat: number(*seat),
            cards: cards.iter().map(card).collect(),
        }),
        Event::DiceAllocated { seat, cards } => Kind::DiceAllocated(wire::DiceAllocated {
            seat: number(*seat),
            cards: cards.iter().map(dealt).collect(),
        }),
        Event::ActionPhaseStarted { opening: told, tie } => Kind::ActionPhaseStarted(wire::ActionPhaseStarted {
            opening: Some(opening(told)),
            tie: *tie,
        }),
        Event::TokenRemoved { character: who, tokens } => Kind::TokenRemoved(wire::TokenRemoved {
            character: character(*who),
            tokens: (*tokens).into(),
        }),
        Event::ReturnDue { seat, characters: due } => Kind::ReturnDue(wire::ReturnDue {
            seat: number(*seat),
            characters: characters(due),
        }),
        Event::CharacterReturned { character: who, at } => Kind::CharacterReturned(wire::CharacterReturned {
            character: character(*who),
            at: Some(point(*at)),
        }),
        Event::MatchEnded(told) => Kind::MatchEnded(wire::MatchEnded {
            ending: Some(ending(told)),
        }),
        Event::ActionDue { seat } => Kind::ActionDue(wire::ActionDue { seat: number(*seat) }),
        Event::DieSpent {
            seat,
            character: whose,
            die,
            value,
            as_value,
            spent_for,
        } => Kind::DieSpent(wire::DieSpent {
            seat: number(*seat),
            character: character(*whose),
            die: slot(*die),
            value: value.get().into(),
            as_value: as_value.get().into(),
            r#use: die_use(*spent_for).into(),
        }),
        Event::SecondDue {
            seat,
            character: who,
            kind,
        } => Kind::SecondDue(wire::SecondDue {
            seat: number(*seat),
            character: character(*who),
            kind: symbol(*kind),
        }),
        Event::SecondSkipped {
            character: whose,
            automatic,
        } => Kind::SecondSkipped(wire::SecondSkipped {
            character: character(*whose),
            automatic: *automatic,
        }),
        Event::CharacterMoved {
            character: who,
            from,
            to,
            second,
        } => Kind::CharacterMoved(wire::CharacterMoved {
            character: character(*who),
            from_point: Some(point(*from)),
            to_point: Some(point(*to)),
            second: *second,
        }),
        Event::PlacesSwapped {
            character: she,
            team_mate,
            character_at,
            team_mate_at,
        } => Kind::PlacesSwapped(wire::PlacesSwapped {
            character: character(*she),
            team_mate: character(*team_mate),
            character_at: Some(point(*character_at)),
            team_mate_at: Some(point(*team_mate_at)),
        }),
        Event::DiceForced { by, target, dice } => Kind::DiceForced(wire::DiceForced {
            by: character(*by),
            target: character(*target),
            dice: dice.iter().map(forced).collect(),
        }),
        Event::SnowballThrown {
            character: who,
            target,
            hits,
            second,
        } => Kind::SnowballThrown(wire::SnowballThrown {
            character: character(*who),
            target: piece(*target),
            hits: (*hits).into(),
            second: *second,
        }),
        Event::SnowmanRushed {
            character: who,
            target,
            hits,
        } => Kind::SnowmanRushed(wire::SnowmanRushed {
            character: character(*who),
            target: piece(*target),
            hits: (*hits).into(),
        }),
        Event::HitPending {
            target,
            defender,
            hit,
            hits,
        } => Kind::HitPending(wire::HitPending {
            target: piece(*target),
            defender: number(*defender),
            hit: (*hit).into(),
            hits: (*hits).into(),
        }),
        Event::HitDodged { character: who } => Kind::HitDodged(wire::HitDodged {
            character: character(*who),
        }),
        Event::HitIntercepted { target, by } => Kind::HitIntercepted(wire::HitIntercepted {
            target: piece(*target),
            by: character(*by),
        }),
        Event::TokenAdded { piece: which, tokens } => Kind::TokenAdded(wire::TokenAdded {
            piece: piece(*which),
            tokens: (*tokens).into(),
        }),
        Event::CharacterRanAway { character: who, dice } => Kind::CharacterRanAway(wire::CharacterRanAway {
            character: character(*who),
            values: values(dice),
        }),
        Event::HitsLost { target, count } => Kind::HitsLost(wire::HitsLost {
            target: piece(*target),
            count: (*count).into(),
        }),
    }
}

fn dealt(card: &DealtCard) -> wire::DealtCard {
    wire::DealtCard {
        character: character(card.character),
        values: values(&card.dice),
    }
}

fn forced(die: &ForcedDie) -> wire::ForcedDie {
    wire::ForcedDie {
        die: slot(die.slot),
        old_value: die.old.get().into(),
        new_value: die.new.get().into(),
    }
}

const fn die_use(spent_for: Use) -> wire::DieUse {
    match spent_for {
        Use::Throw => wire::DieUse::Throw,
        Use::Move => wire::DieUse::Move,
        Use::Discard => wire::DieUse::Discard,
        Use::DoubleThrow => wire::DieUse::DoubleThrow,
        Use::ForceReroll => wire::DieUse::ForceReroll,
        Use::Swap => wire::DieUse::Swap,
        Use::Rush => wire::DieUse::Rush,
        Use::Dodge => wire::DieUse::Dodge,
        Use::Intercept => wire::DieUse::Intercept,
    }
}
