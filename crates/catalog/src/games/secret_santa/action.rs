//! Turns and answers, both ways. Invalid values of a client stay invalid, for the game to refuse.

use tinsel_engine::SeatIndex;
use tinsel_proto::games::secret_santa::v1 as wire;
use tinsel_secret_santa::{Action, DealFirst, Scope, Standing};
use wire::action::Action as Kind;

use super::cards;
use crate::games::seats;

pub(super) fn write(action: &Action) -> wire::Action {
    wire::Action {
        action: Some(kind(action)),
    }
}

fn kind(action: &Action) -> Kind {
    match action {
        Action::PlayFruitcake { recipient, value } => Kind::PlayFruitcake(wire::PlayFruitcake {
            recipient: recipient.map(seats::number),
            value: *value,
        }),
        Action::PlayGifts {
            value,
            gifts,
            elves,
            with_santa,
            final_gift,
        } => Kind::PlayGifts(wire::PlayGifts {
            value: *value,
            gifts: *gifts,
            elves: *elves,
            with_santa: *with_santa,
            final_gift: *final_gift,
        }),
        Action::PlayZeros { cards, final_gift } => Kind::PlayZeros(wire::PlayZeros {
            cards: cards.iter().map(|card| cards::write_any_special(*card)).collect(),
            final_gift: *final_gift,
        }),
        Action::PlaySanta { final_gift } => Kind::PlaySanta(wire::PlaySanta {
            final_gift: *final_gift,
        }),
        Action::Pass => Kind::PassTurn(wire::Pass {}),
        Action::PlayCarol { other, final_gift } => Kind::PlayCarol(wire::PlayCarol {
            other: other.map(seats::number),
            final_gift: *final_gift,
        }),
        Action::PlayMouse { final_gift } => Kind::PlayMouse(wire::PlayMouse {
            final_gift: *final_gift,
        }),
        Action::PlayGhost { final_gift } => Kind::PlayGhost(wire::PlayGhost {
            final_gift: *final_gift,
        }),
        Action::PlayTree { deal_first, final_gift } => Kind::PlayTree(wire::PlayTree {
            deal_first: write_deal_first(*deal_first),
            final_gift: *final_gift,
        }),
        Action::PlayScrooge { target, final_gift } => Kind::PlayScrooge(wire::PlayScrooge {
            target: target.map(seats::number),
            final_gift: *final_gift,
        }),
        Action::Decline { scope } => Kind::Decline(wire::Decline {
            scope: scope.map_or(UNKNOWN_SCOPE, write_scope),
        }),
        Action::WithdrawDecline => Kind::WithdrawDecline(wire::WithdrawDecline {}),
    }
}

/// A requested action; `None` if none is set.
pub(super) fn read(action: &wire::Action) -> Option<Action> {
    Some(match action.action.as_ref()? {
        Kind::PlayFruitcake(asked) => Action::PlayFruitcake {
            recipient: seat(asked.recipient),
            value: asked.value,
        },
        Kind::PlayGifts(asked) => Action::PlayGifts {
            value: asked.value,
            gifts: asked.gifts,
            elves: asked.elves,
            with_santa: asked.with_santa,
            final_gift: asked.final_gift,
        },
        Kind::PlayZeros(asked) => Action::PlayZeros {
            cards: asked.cards.iter().map(|card| cards::read_special(*card)).collect(),
            final_gift: asked.final_gift,
        },
        Kind::PlaySanta(asked) => Action::PlaySanta {
            final_gift: asked.final_gift,
        },
        Kind::PassTurn(_) => Action::Pass,
        Kind::PlayCarol(asked) => Action::PlayCarol {
            other: seat(asked.other),
            final_gift: asked.final_gift,
        },
        Kind::PlayMouse(asked) => Action::PlayMouse {
            final_gift: asked.final_gift,
        },
        Kind::PlayGhost(asked) => Action::PlayGhost {
            final_gift: asked.final_gift,
        },
        Kind::PlayTree(asked) => Action::PlayTree {
            deal_first: read_deal_first(asked.deal_first),
            final_gift: asked.final_gift,
        },
        Kind::PlayScrooge(asked) => Action::PlayScrooge {
            target: seat(asked.target),
            final_gift: asked.final_gift,
        },
        Kind::Decline(asked) => Action::Decline {
            scope: read_scope(asked.scope),
        },
        Kind::WithdrawDecline(_) => Action::WithdrawDecline,
    })
}

fn seat(number: Option<u32>) -> Option<SeatIndex> {
    number.map(seats::asked)
}

pub(super) const fn write_deal_first(first: Option<DealFirst>) -> i32 {
    let first = match first {
        None => wire::DealFirst::Unspecified,
        Some(DealFirst::Oneself) => wire::DealFirst::Self_,
        Some(DealFirst::Left) => wire::DealFirst::Left,
    };
    first as i32
}

fn read_deal_first(number: i32) -> Option<DealFirst> {
    match wire::DealFirst::try_from(number).ok()? {
        wire::DealFirst::Unspecified => None,
        wire::DealFirst::Self_ => Some(DealFirst::Oneself),
        wire::DealFirst::Left => Some(DealFirst::Left),
    }
}

/// A number that no scope has.
const UNKNOWN_SCOPE: i32 = -1;

const fn write_scope(scope: Scope) -> i32 {
    let scope = match scope {
        Scope::Window => wire::DeclineScope::Window,
        Scope::Round => wire::DeclineScope::Round,
        Scope::Deal => wire::DeclineScope::Deal,
    };
    scope as i32
}

/// The scope; the default is this window.
fn read_scope(number: i32) -> Option<Scope> {
    Some(match wire::DeclineScope::try_from(number).ok()? {
        wire::DeclineScope::Unspecified | wire::DeclineScope::Window => Scope::Window,
        wire::DeclineScope::Round => Scope::Round,
        wire::DeclineScope::Deal => Scope::Deal,
    })
}

/// A standing decline, or none.
pub(super) const fn write_standing(standing: Option<Standing>) -> i32 {
    let scope = match standing {
        None => wire::DeclineScope::Unspecified,
        Some(Standing::Round) => wire::DeclineScope::Round,
        Some(Standing::Deal) => wire::DeclineScope::Deal,
    };
    scope as i32
}

/// A standing decline, or none; `None` if the number is invalid.
pub(super) fn read_standing(number: i32) -> Option<Option<Standing>> {
    match wire::DeclineScope::try_from(number).ok()? {
        wire::DeclineScope::Unspecified => Some(None),
        wire::DeclineScope::Window => None,
        wire::DeclineScope::Round => Some(Some(Standing::Round)),
        wire::DeclineScope::Deal => Some(Some(Standing::Deal)),
    }
}
