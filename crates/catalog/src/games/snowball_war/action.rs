//! Actions, both ways. Invalid values of a client stay invalid, for the game to refuse.

use tinsel_proto::games::snowball_war::v1::{self as wire, action::Action as Kind};
use tinsel_snowball_war::{Action, Arrival, CardAsked, Choice, Placement};

use super::words::{any_character, any_piece, read_character, read_piece, read_spot, spot};

pub(super) fn write(action: &Action) -> wire::Action {
    wire::Action {
        action: Some(write_kind(action)),
    }
}

#[expect(clippy::too_many_lines, reason = "one row for each action reads best in one place")]
fn write_kind(action: &Action) -> Kind {
    match action {
        Action::PickCharacter { character } => Kind::PickCharacter(wire::PickCharacter {
            character: any_character(*character),
        }),
        Action::Deploy { snowman, characters } => Kind::Deploy(wire::Deploy {
            snowman: spot(*snowman),
            characters: characters.iter().map(write_placement).collect(),
        }),
        Action::Reroll { dice } => Kind::Reroll(wire::Reroll { dice: dice.clone() }),
        Action::Allocate { cards } => Kind::Allocate(wire::Allocate {
            cards: cards.iter().map(write_card).collect(),
        }),
        Action::ThrowAgain { target } => Kind::ThrowAgain(wire::ThrowAgain {
            target: any_piece(*target),
        }),
        Action::MoveAgain { to } => Kind::MoveAgain(wire::MoveAgain { to: spot(*to) }),
        Action::Skip => Kind::Skip(wire::Skip {}),
        Action::React { choice } => Kind::React(wire::React {
            choice: choice.map(write_choice),
        }),
        Action::Return { characters } => Kind::ReturnCharacters(wire::Return {
            characters: characters.iter().map(write_arrival).collect(),
        }),
        Action::Throw {
            character,
            die,
            as_value,
            target,
        } => Kind::ThrowSnowball(wire::Throw {
            character: any_character(*character),
            die: *die,
            as_value: *as_value,
            target: any_piece(*target),
        }),
        Action::Move {
            character,
            die,
            as_value,
            to,
        } => Kind::Move(wire::Move {
            character: any_character(*character),
            die: *die,
            as_value: *as_value,
            to: spot(*to),
        }),
        Action::DiscardDie { character, die } => Kind::DiscardDie(wire::DiscardDie {
            character: any_character(*character),
            die: *die,
        }),
        Action::DoubleThrow { target } => Kind::DoubleThrow(wire::DoubleThrow {
            target: any_piece(*target),
        }),
        Action::ForceReroll { die, target } => Kind::ForceReroll(wire::ForceReroll {
            die: *die,
            target: any_piece(*target),
        }),
        Action::SwapPlaces { die, team_mate } => Kind::SwapPlaces(wire::SwapPlaces {
            die: *die,
            team_mate: any_character(*team_mate),
        }),
        Action::RushSnowman { die } => Kind::RushSnowman(wire::RushSnowman { die: *die }),
    }
}

fn write_placement(placed: &Placement) -> wire::CharacterAt {
    wire::CharacterAt {
        character: any_character(placed.character),
        at: spot(placed.at),
    }
}

fn write_card(card: &CardAsked) -> wire::Card {
    wire::Card {
        character: any_character(card.character),
        dice: card.dice.clone(),
    }
}

fn write_arrival(arrival: &Arrival) -> wire::Arrival {
    wire::Arrival {
        character: any_character(arrival.character),
        y: arrival.y,
    }
}

const fn write_choice(choice: Choice) -> wire::react::Choice {
    match choice {
        Choice::Dodge { die, as_value } => wire::react::Choice::Dodge(wire::Dodge { die, as_value }),
        Choice::Intercept { die } => wire::react::Choice::Intercept(wire::Intercept { die }),
        Choice::TakeHit => wire::react::Choice::TakeHit(wire::TakeHit {}),
    }
}

/// A requested action; `None` if none is set.
pub(super) fn read(action: &wire::Action) -> Option<Action> {
    Some(match action.action.as_ref()? {
        Kind::PickCharacter(asked) => Action::PickCharacter {
            character: read_character(asked.character),
        },
        Kind::Deploy(asked) => Action::Deploy {
            snowman: read_spot(asked.snowman.as_ref()),
            characters: asked.characters.iter().map(read_placement).collect(),
        },
        Kind::Reroll(asked) => Action::Reroll {
            dice: asked.dice.clone(),
        },
        Kind::Allocate(asked) => Action::Allocate {
            cards: asked.cards.iter().map(read_card).collect(),
        },
        Kind::ThrowSnowball(asked) => Action::Throw {
            character: read_character(asked.character),
            die: asked.die,
            as_value: asked.as_value,
            target: read_piece(asked.target),
        },
        Kind::Move(asked) => Action::Move {
            character: read_character(asked.character),
            die: asked.die,
            as_value: asked.as_value,
            to: read_spot(asked.to.as_ref()),
        },
        Kind::DiscardDie(asked) => Action::DiscardDie {
            character: read_character(asked.character),
            die: asked.die,
        },
        Kind::DoubleThrow(asked) => Action::DoubleThrow {
            target: read_piece(asked.target),
        },
        Kind::ForceReroll(asked) => Action::ForceReroll {
            die: asked.die,
            target: read_piece(asked.target),
        },
        Kind::SwapPlaces(asked) => Action::SwapPlaces {
            die: asked.die,
            team_mate: read_character(asked.team_mate),
        },
        Kind::RushSnowman(asked) => Action::RushSnowman { die: asked.die },
        Kind::ThrowAgain(asked) => Action::ThrowAgain {
            target: read_piece(asked.target),
        },
        Kind::MoveAgain(asked) => Action::MoveAgain {
            to: read_spot(asked.to.as_ref()),
        },
        Kind::Skip(_) => Action::Skip,
        Kind::React(asked) => Action::React {
            choice: asked.choice.as_ref().map(read_choice),
        },
        Kind::ReturnCharacters(asked) => Action::Return {
            characters: asked.characters.iter().map(read_arrival).collect(),
        },
    })
}

fn read_placement(placed: &wire::CharacterAt) -> Placement {
    Placement {
        character: read_character(placed.character),
        at: read_spot(placed.at.as_ref()),
    }
}

fn read_card(card: &wire::Card) -> CardAsked {
    CardAsked {
        character: read_character(card.character),
        dice: card.dice.clone(),
    }
}

fn read_arrival(arrival: &wire::Arrival) -> Arrival {
    Arrival {
        character: read_character(arrival.character),
        y: arrival.y,
    }
}

const fn read_choice(choice: &wire::react::Choice) -> Choice {
    match choice {
        wire::react::Choice::Dodge(dodge) => Choice::Dodge {
            die: dodge.die,
            as_value: dodge.as_value,
        },
        wire::react::Choice::Intercept(intercept) => Choice::Intercept { die: intercept.die },
        wire::react::Choice::TakeHit(_) => Choice::TakeHit,
    }
}
